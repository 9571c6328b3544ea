"""What an error of Telegram or of the way there says about an attempt."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import httpx
from telegram import error as tg

from uno_chat.contract import (
    AccountRefused,
    Conversation,
    DeliveryError,
    OutcomeUnknown,
    Rejected,
    RetryLater,
    TargetGone,
    TargetMoved,
    Unreachable,
)
from uno_chat_telegram.places import NETWORK

SOON: Final = timedelta(seconds=1)
LATER: Final = timedelta(seconds=5)
NOT_SOON: Final = timedelta(minutes=1)

_NEVER_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
"""Before any of these a request has not left us."""

_GONE: Final = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the message to edit",
    "query is too old",
)
_STARTS: Final = ("can't initiate conversation", "chat not found", "peer_id_invalid")
_REMEDIES: Final = {
    "blocked by the user": "unblock",
    "user_is_blocked": "unblock",
    "user is deactivated": "gone",
    "input_user_deactivated": "gone",
    "group chat was deleted": "gone",
    "was kicked": "invite",
    "not a member": "invite",
    "topic_closed": "topic",
    "topic_deleted": "topic",
    "message thread not found": "topic",
    "not enough rights to send": "allow",
    "have no rights to send": "allow",
    "need administrator rights": "allow",
    "chat_write_forbidden": "allow",
    "chat_restricted": "allow",
}
_NOT_MODIFIED: Final = "message is not modified"

_BAD_ACCOUNT: Final = (
    "Telegram does not accept the token: copy it again from @BotFather, and look at"
    " telegram_api_url if you have set it."
)
_OTHER_HOOK: Final = (
    "Another program has set a webhook for this bot: stop it, or give it a bot of its own."
)
_OTHER_POLLER: Final = (
    "Another program receives the messages of this bot: stop it, or give it a bot of its own."
)


_NO_WAY: Final = {
    "failed to resolve host": "Telegram does not find the host of webhook_url in the DNS: see that"
    " the name is right; a new one takes a while to be known everywhere.",
    "is reserved": "Telegram finds an address for the host of webhook_url that cannot be reached"
    " from outside: let its name lead to this server, or use polling.",
}
"""Refusals that end when somebody mends the DNS, without a change here."""


def changed_nothing(error: tg.TelegramError) -> bool:
    """Whether an edit was refused because the message reads like this already."""
    return isinstance(error, tg.BadRequest) and _NOT_MODIFIED in error.message.casefold()


def delivery_error(error: tg.TelegramError, *, private: bool) -> DeliveryError:
    """What becomes of a delivery that ended in this; ``private``: to one person."""
    # BadRequest and TimedOut are NetworkErrors too, so they come before it.
    match error:
        case tg.RetryAfter():
            return RetryLater(_pause(error))
        case tg.ChatMigrated():
            return TargetMoved(Conversation(NETWORK, str(error.new_chat_id)))
        case tg.Forbidden():
            return Unreachable(_remedy(error) or _first_step(private=private))
        case tg.BadRequest():
            return _refused(error, private=private)
        case tg.InvalidToken() | tg.Conflict():
            return RetryLater(NOT_SOON, "the account is refused")
        case _ if had_no_effect(error):
            return RetryLater(SOON, "no connection")
        case _:
            return OutcomeUnknown(type(error).__name__)


def account_error(error: tg.TelegramError) -> RetryLater | AccountRefused:
    """What becomes of an account that asked and was told this. Asking changes nothing."""
    match error:
        case tg.RetryAfter():
            return RetryLater(_pause(error))
        case tg.InvalidToken():
            return AccountRefused(_BAD_ACCOUNT)
        case tg.Conflict():
            hooked = "webhook is active" in error.message or "setwebhook" in error.message.lower()
            return AccountRefused(_OTHER_HOOK if hooked else _OTHER_POLLER)
        case tg.BadRequest(message=message):
            text = message.casefold()
            why = next((why for words, why in _NO_WAY.items() if words in text), None)
            if why is not None:
                return RetryLater(LATER, why)
            return AccountRefused(f"Telegram refuses: {message}.")
        case _:
            return RetryLater(SOON, "no answer")


def had_no_effect(error: tg.TelegramError) -> bool:
    """Whether the request certainly changed nothing, as far as the way there tells."""
    if isinstance(error.__cause__, _NEVER_SENT):
        return True
    # A flood refusal that names no time comes as a plain NetworkError.
    return error.message.startswith("Too Many Requests")


def _refused(error: tg.BadRequest, *, private: bool) -> DeliveryError:
    text = error.message.casefold()
    if any(words in text for words in _GONE):
        return TargetGone(error.message)
    if any(words in text for words in _STARTS):
        return Unreachable(_first_step(private=private))
    remedy = _remedy(error)
    return Rejected(error.message) if remedy is None else Unreachable(remedy)


def _remedy(error: tg.TelegramError) -> str | None:
    text = error.message.casefold()
    return next((remedy for words, remedy in _REMEDIES.items() if words in text), None)


def _first_step(*, private: bool) -> str:
    return "start" if private else "invite"


def _pause(error: tg.RetryAfter) -> timedelta:
    """The library gives seconds, and a timedelta from its next version on."""
    after = error.retry_after
    return after if isinstance(after, timedelta) else timedelta(seconds=after)
