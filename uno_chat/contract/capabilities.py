"""What a network can do, as data. Whatever is absent, the core does without."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from uno_chat.contract.document import Mark


@dataclass(frozen=True, slots=True)
class Buttons:
    """Limits of a keyboard: per row, in all, bytes of a token, UTF-16 units of a label."""

    per_row: int
    total: int
    payload_bytes: int
    label_chars: int = 40


@dataclass(frozen=True, slots=True)
class Toasts:
    """Answers to a press: UTF-16 units, and seconds after which they come too late."""

    chars: int
    seconds: float


class Private(StrEnum):
    """When one person can be written to in private."""

    ALWAYS = "always"
    AFTER_CONTACT = "after-contact"
    BY_INVITE = "by-invite"


@dataclass(frozen=True, slots=True)
class Quota:
    """At most ``count`` calls in any ``seconds``; one that ``refills`` gives ``count`` at once,
    and from then on one each ``seconds / count``.
    """

    count: int
    seconds: float
    refills: bool = False


@dataclass(frozen=True, slots=True)
class Capabilities:
    """One network. Text to a conversation and to one person is required of all; the rest is here.

    ``text_limit`` counts UTF-16 units of the text as it is read;
    ``edits``: a delivery may replace a message; ``threads``: a conversation may have a thread;
    ``idempotent_sends``: a delivery with the same key is shown once, however often it is sent;
    ``trusted_time``: the envelope's ``at`` is set by the network, not by the sender's device;
    ``per_conversation`` and ``per_account`` are quotas of calls, edits and sends alike; where only
    the account has one, whoever is told to wait waits for all of its conversations, unless
    ``RetryLater`` says otherwise;
    ``contact_links``: links to the private chat can be shown, see ``contact_link``;
    ``peeks``: a press in a group can be answered with a page that only the presser sees;
    ``ranks``: the adapter is ``Ranked``, it can tell who manages a conversation;
    ``prefix`` is what stands before a command in a group ("/" or "!uno ").
    """

    text_limit: int = 4000
    marks: frozenset[Mark] = frozenset()
    buttons: Buttons | None = None
    edits: bool = False
    threads: bool = False
    toast: Toasts | None = None
    private: Private = Private.ALWAYS
    idempotent_sends: bool = False
    trusted_time: bool = False
    per_conversation: Quota | None = None
    per_account: Quota | None = None
    contact_links: bool = False
    peeks: bool = False
    ranks: bool = False
    prefix: str = "!uno "

    @property
    def thrifty(self) -> bool:
        """Whether calls are so few that only pages are shown which somebody waits for.

        Two calls make a turn, so less than one in a second is little for all tables together. The
        quota itself says so: an account that its server has freed of it is not thrifty.
        """
        quota = self.per_account
        return quota is not None and quota.count < quota.seconds
