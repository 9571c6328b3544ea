"""How an attempt can fail; the class says what happens next.

DeliveryError
 +-- RetryLater      wait ``after``, then the same again; the attempt had no effect
 +-- OutcomeUnknown  perhaps it was shown: repeat an edit, never a notice
 +-- Unreachable     the person has to do something first (``remedy``)
 +-- TargetMoved     the conversation is called ``to`` now
 +-- TargetGone      the message to edit is gone: send a new one
 +-- Rejected        never again like this; tell the operator
NotAuthentic         the request does not come from the network
AccountRefused       the account cannot work (bad token, second poller): stops this adapter only
Conflict             somebody else saved this table first: take the row again
StoreError           the database cannot be used: tell the operator, try again later
 +-- InUse           because another process of ours uses it
"""

from __future__ import annotations

from datetime import timedelta

from uno_chat.contract.refs import Conversation


class DeliveryError(Exception):
    """An attempt at a delivery that did not succeed."""


class RetryLater(DeliveryError):
    """Nothing was shown; try the same again after ``after`` (timedelta).

    ``spent``: the quota of the account is used up: nothing is taken from it before that time,
    wherever it goes, and one call at that time. False: only this delivery has to wait. None, if
    that is not known: where only the account has a quota, all of its conversations wait.
    """

    def __init__(self, after: timedelta, why: str = "", *, spent: bool | None = None) -> None:
        super().__init__(why)
        self.after = after
        self.spent = spent


class OutcomeUnknown(DeliveryError):
    """The answer was lost: it may have been shown."""


class Unreachable(DeliveryError):
    """Nobody can be reached there before somebody does what ``remedy`` names.

    A person has to "start" the private chat, to "accept" our invitation into it or to "unblock" us,
    needs an app with "keys" for what is encrypted, or is "gone" for good. A group has to "invite"
    us, or to "allow" us to write; "topic": its topic is closed or deleted.
    """

    def __init__(self, remedy: str) -> None:
        super().__init__(remedy)
        self.remedy = remedy


class TargetMoved(DeliveryError):
    """The conversation was renamed by the network."""

    def __init__(self, to: Conversation) -> None:
        super().__init__(str(to))
        self.to = to


class TargetGone(DeliveryError):
    """The message that should be edited does not exist any more."""


class Rejected(DeliveryError):
    """The network will never take this delivery."""


class NotAuthentic(Exception):
    """The request was not made by the network."""


class AccountRefused(Exception):
    """The network refuses the account; the text says how to mend it."""


class Conflict(Exception):
    """The table was saved by somebody else since it was loaded."""


class StoreError(Exception):
    """The database cannot be used; the text is a sentence that says what, where and how to mend."""


class InUse(StoreError):
    """The database is in order, and another process of ours works with it."""
