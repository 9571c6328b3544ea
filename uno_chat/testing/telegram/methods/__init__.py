"""The methods of the Bot API, each a function of its call.

A method checks everything before it changes anything: whatever raises had no effect. Receiving
updates is not among them, because it waits; see ``receiving``.
"""

from collections.abc import Callable, Mapping
from typing import Final

from uno_chat.testing.telegram.calls import Call
from uno_chat.testing.telegram.methods import editing, looking, profile, sending, touching

METHODS: Final[Mapping[str, Callable[[Call], object]]] = {
    "getMe": looking.get_me,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageReplyMarkup": editing.edit_markup,
    "deleteMessage": editing.delete,
    "deleteMessages": editing.delete_many,
    "editEphemeralMessageText": editing.edit_ephemeral_text,
    "editEphemeralMessageReplyMarkup": editing.edit_ephemeral_markup,
    "deleteEphemeralMessage": editing.delete_ephemeral,
    "answerCallbackQuery": touching.answer_press,
    "setMessageReaction": touching.react,
    "pinChatMessage": touching.pin,
    "unpinChatMessage": touching.unpin,
    "unpinAllChatMessages": touching.unpin_all,
    "createForumTopic": touching.create_topic,
    "closeForumTopic": touching.close_topic,
    "reopenForumTopic": touching.reopen_topic,
    "getChat": looking.get_chat,
    "getChatMember": looking.get_member,
    "getChatAdministrators": looking.get_administrators,
    "getChatMemberCount": looking.count_members,
    "leaveChat": looking.leave,
    "setMyCommands": profile.set_commands,
    "getMyCommands": profile.get_commands,
    "deleteMyCommands": profile.delete_commands,
    "setMyName": profile.set_text,
    "getMyName": profile.get_text,
    "setMyDescription": profile.set_text,
    "getMyDescription": profile.get_text,
    "setMyShortDescription": profile.set_text,
    "getMyShortDescription": profile.get_text,
    "setChatMenuButton": profile.set_menu,
    "getChatMenuButton": profile.get_menu,
    "setMyDefaultAdministratorRights": profile.set_default_rights,
    "getMyDefaultAdministratorRights": profile.get_default_rights,
}
