"""What can go wrong between us and a network, as data: a script for fakes of the far end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from uno_chat.contract import Conversation


@dataclass(frozen=True, slots=True)
class TooMany:
    """The network refuses for now and says for how long (429)."""

    after: timedelta


@dataclass(frozen=True, slots=True)
class Refused:
    """No connection could be made: the network never heard of the call."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection broke before the answer; ``shown`` says if the call had its effect."""

    shown: bool


@dataclass(frozen=True, slots=True)
class Blocked:
    """The person does not want to hear from us."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """The conversation is called ``to`` now."""

    to: Conversation


@dataclass(frozen=True, slots=True)
class Deleted:
    """The message that should be edited is not there any more."""


@dataclass(frozen=True, slots=True)
class Fine:
    """Nothing goes wrong: a place in a script."""


Fault = TooMany | Refused | Lost | Blocked | Renamed | Deleted | Fine
