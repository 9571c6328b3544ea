"""sendMessage and its kin: new messages."""

from __future__ import annotations

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.body import Upload
from uno_chat.testing.telegram.calls import Call
from uno_chat.testing.telegram.chats import Chat
from uno_chat.testing.telegram.errors import bad
from uno_chat.testing.telegram.keyboard import checked_rows
from uno_chat.testing.telegram.markup import LONGEST, LONGEST_CAPTION, parsed
from uno_chat.testing.telegram.messages import Content, Message
from uno_chat.testing.telegram.shapes import characters


def send_message(call: Call) -> Json:
    """A text."""
    chat = call.writable(thread=_thread(call))
    return _send(call, chat, text_content(call, chat))


def send_photo(call: Call) -> Json:
    """A picture with a caption."""
    chat = call.writable("can_send_photos", _thread(call))
    photo = _file(call, "photo") | {"width": 640, "height": 640}
    return _send(call, chat, caption_content(call, chat, {"photo": [photo]}))


def send_document(call: Call) -> Json:
    """A file with a caption."""
    chat = call.writable("can_send_documents", _thread(call))
    upload = call.params["document"]
    name = upload.name if isinstance(upload, Upload) else "file"
    media = {"document": _file(call, "document") | {"file_name": name}}
    return _send(call, chat, caption_content(call, chat, media))


def send_chat_action(call: Call) -> bool:
    """That the bot is typing: nothing that a transcript could show."""
    call.writable(thread=_thread(call))
    return True


def text_content(call: Call, chat: Chat) -> Content:
    """The text and keyboard of a call; raises ApiError."""
    text, entities = _marked(call, chat, "text", "entities")
    if not text:
        raise bad("message text is empty")
    if characters(text) > LONGEST:
        raise bad("message is too long")
    return Content(text, entities, checked_rows(_markup(call), private=chat.private))


def caption_content(call: Call, chat: Chat, media: Json) -> Content:
    """The caption and keyboard of a call, under a file; raises ApiError."""
    text, entities = _marked(call, chat, "caption", "caption_entities")
    if characters(text) > LONGEST_CAPTION:
        raise bad("message caption is too long")
    return Content(text, entities, checked_rows(_markup(call), private=chat.private), media)


def _markup(call: Call) -> Json | None:
    markup: Json | None = call.params.get("reply_markup")
    return markup


def _marked(call: Call, chat: Chat, text: str, entities: str) -> tuple[str, list[Json]]:
    def who(user: int) -> Json | None:
        account = call.world.accounts.get(user)
        if account is None or not (user in call.bot.met or chat.member(account).inside):
            return None
        return account.as_json()

    params = call.params
    mode = params.get("parse_mode", "")
    return parsed(params.get(text, ""), mode, params.get(entities, []), who)


def _thread(call: Call) -> int:
    thread: int = call.params.get("message_thread_id", 0)
    return thread


def _send(call: Call, chat: Chat, content: Content) -> Json:
    wanted = call.params.get("ephemeral_message_parameters")
    replied = _replied(call, chat)
    call.world.quotas.charge(call.bot.id, chat.id)
    if wanted is not None and call.ephemerals.on:  # an older server ignores what it does not know
        answered = call.params.get("reply_parameters", {}).get("ephemeral_message_id", 0)
        return call.ephemerals.send(call.bot, chat, wanted, content, answered)
    message = call.world.post(
        chat,
        call.bot.account,
        content,
        reply_to=replied,
        thread=_thread(call),
        silent=call.params.get("disable_notification", False),
    )
    return message.as_json(chat.as_json())


def _replied(call: Call, chat: Chat) -> Message | None:
    wanted = call.params.get("reply_parameters", {})
    if "message_id" not in wanted:
        return None
    message = chat.messages.get(wanted["message_id"])
    if message is None and not wanted.get("allow_sending_without_reply", False):
        raise bad("message to be replied not found")
    return message


def _file(call: Call, name: str) -> Json:
    upload = call.params[name]
    size = len(upload.content) if isinstance(upload, Upload) else 0
    number = f"{call.world.rng.getrandbits(64):016x}"
    return {"file_id": f"{name}-{number}", "file_unique_id": number, "file_size": size}
