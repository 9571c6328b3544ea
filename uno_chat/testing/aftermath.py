"""What must hold after a gathering, whatever went wrong; sentences about what does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from uno_chat.testing.audit import record_faults
from uno_chat.testing.gathering import Gathering
from uno_chat.testing.knowing import Read, knowledge, leaks
from uno_chat.testing.ledger import Stored


def faults_of(at: Gathering, stored: list[Stored]) -> Iterator[str]:
    """Every input was handled once, what is said once was said once, records replay to what is
    stored, and nobody read a card that was not for them.
    """
    yield from lost_or_doubled(at)
    yield from said_otherwise(at)
    for each in stored:
        yield from record_faults(each.table, each.records)
    yield from leaks([knowledge(e.table, e.records) for e in stored], read(at))


def unfinished(stored: list[Stored]) -> Iterator[str]:
    """Matches that did not come to their end."""
    for each in stored:
        over = each.table.match is not None and each.table.match.over
        if not over and each.table.rounds == 1:  # whoever was quick has begun another one
            yield f"the match at table {each.row.id} is not over"


def lost_or_doubled(at: Gathering) -> Iterator[str]:
    """Every input is there once, and was handled."""
    came = at.rows("SELECT account, event_id, result FROM inbox")
    ended = {(account, event): result for account, event, result in came}
    for name, network in at.networks.items():
        for envelope in network.sent():
            result = ended.get((name, envelope.id), "")
            if result in {"", "set aside"}:
                yield f"{envelope.id} on {name} ended as {result!r}"


def said_otherwise(at: Gathering) -> Iterator[str]:
    """What is said once was said once, unless it is noted as perhaps said."""
    once = "SELECT id || '.' || queued, kind, ended FROM outbox WHERE kind <> 'slot'"
    showings = chain.from_iterable(network.shown for network in at.networks.values())
    shown = Counter(one.key for one in showings if one.kind in {"new", "toast"})
    for key, kind, ended in at.rows(once):
        if ended == "sent" and shown[key] != 1:
            yield f"a {kind} that is noted as sent was said {shown[key]} times"
        if shown[key] > 1 or ended in {"", "dead"}:
            yield f"a {kind} that ended as {ended!r} was said {shown[key]} times"


def read(at: Gathering) -> Iterator[Read]:
    """All that people read, and when at the latest."""
    for name, network in at.networks.items():
        for seen, when in zip(network.shown, at.seen[name], strict=True):
            buttons = seen.page.buttons
            labels, tokens = zip(*buttons, strict=True) if buttons else ((), ())
            for person in sorted(seen.viewers):
                yield Read(person, when, seen.page.text, labels, tokens)
