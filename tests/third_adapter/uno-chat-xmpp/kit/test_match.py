"""A short match of two in a room, over ``uno-chat run`` as a process that is killed meanwhile."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kit.far_end import PASSWORD, Page, Person, Server
from uno_chat.testing.hosting import TWELVE, Host, ending
from uno_chat.testing.patience import PATIENCE

OVER = "has won the match"
OPTION = re.compile(r"(\d+)\) ((?:[^(,·]|\([^)]*\))+)")
FITS = re.compile(r"\b(fits|a bluff)\b")
IDLE = {"Draw", "Keep"}
NOT_NEXT = {"Challenge"}
FORGOTTEN = "There is no number"
"""What is said to whoever answers a page that a host had shown, but not noted, when it was killed;
the page comes once more."""


@dataclass(slots=True)
class Match:
    """Ann and Ben, who answer each decision by the number of the first card that fits."""

    ann: Person
    ben: Person
    room: str
    answered: list[Page] = field(default_factory=list)

    async def play(self, uno: str, most: int) -> None:
        """Answer so many decisions, or until the match is over."""
        end = len(self.answered) + most
        while len(self.answered) < end and not self.is_over:
            for person in (self.ann, self.ben):
                person.came.clear()
                read = [page for page in person.pages if not page.room]
                if read and read[-1] not in self.answered and (number := answer(read)):
                    self.answered.append(read[-1])
                    person.say(number, uno)
            if not await _any(self.ann.came, self.ben.came):
                last = [[page.text for page in who.pages][-3:] for who in (self.ann, self.ben)]
                pytest.fail(f"nobody is asked for anything any more: {last}")

    @property
    def is_over(self) -> bool:
        """Whether the room reads that it is."""
        return any(OVER in page.text for page in self.ann.pages if page.room == self.room)


def answer(read: list[Page]) -> str | None:
    """What to say now, to the page before the last if that was forgotten."""
    asked = read[:-1] if read[-1].text.startswith(FORGOTTEN) else read[-1:]
    return next(filter(None, map(best, reversed(asked))), None)


def best(page: Page) -> str | None:
    """What is to be done, if anything is: its number, and a colour for a wild card."""
    wanted = [one for line in page.text.splitlines() for one in _offered(line)]
    wanted.sort(key=lambda one: one[1] in IDLE)
    if not wanted:
        return None
    number, what = wanted[0]
    return f"{number} green" if "Wild" in what else number


def _offered(line: str) -> list[tuple[str, str]]:
    """The options of a line; of a hand, where every card has a number, those that fit."""
    found = [(number, what.strip()) for number, what in OPTION.findall(line)]
    if line.startswith("Your hand"):
        return [one for one in found if FITS.search(one[1])]
    return [one for one in found if one[1] not in NOT_NEXT]


async def _any(*events: asyncio.Event) -> bool:
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    done, rest = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    return bool(done)


async def test_two_people_play_a_match(server: Server, tmp_path: Path) -> None:
    ann, ben = await Person.signed_in(server, "Ann"), await Person.signed_in(server, "Ben")
    uno, room = server.account("uno"), "family@rooms.localhost"
    await ann.make(room)
    await ben.enter(room)
    given = {
        "adapters": "xmpp",
        "log_level": "DEBUG",
        "xmpp_jid": uno,
        "xmpp_password": PASSWORD,
        "xmpp_server": f"127.0.0.1:{server.port}",
        "xmpp_rooms": room,
    }
    host, match = Host(tmp_path, TWELVE, given), Match(ann, ben, room)
    async with ending(host):
        await host.start()
        await ann.until_inside(uno, room)
        ann.say("!uno new goal=1 pace=off hold=0s tie=0s", room)
        await ben.until("Ann: host, ready", room)
        ben.say("!uno join", room)
        await ann.until("Ben: ready", room)
        ann.say("!uno deal", room)
        await match.play(uno, 4)
        await host.kill()  # right after an answer, which is read when it is back
        await host.start()
        await match.play(uno, 50)
        await ann.until(OVER, room)
        assert await host.stop() == 0
    assert "Traceback" not in host.log
    assert "Your hand" not in host.log
    told = [page.text for page in (*ann.pages, *ben.pages) if page.room]
    assert not any("Your hand" in text for text in told)
    await ann.leave()
    await ben.leave()
