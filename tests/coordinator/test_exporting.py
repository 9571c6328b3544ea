"""All that is kept of somebody is handed out, in lines of JSON, and nothing of anybody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Said
from uno_chat.coordinator import exported
from uno_chat.coordinator.exporting import MOST_PARTS, parts_of
from uno_chat.testing.desk import Desk
from uno_chat.testing.pairing import link, two_networks

Line = dict[str, Any]


def lines(desk: Desk, who: str) -> list[Line]:
    player = desk.rows.players[desk.player(who)]
    return [json.loads(line) for line in desk.do(lambda tx: exported(tx, player))]


def of_kind(desk: Desk, who: str, kind: str) -> list[Line]:
    return [line for line in lines(desk, who) if line["is"] == kind]


def written(desk: Desk, who: str) -> list[str]:
    """The lines that were written to somebody in private, out of all parts."""
    texts = [sent.text for sent in desk.to(f"@{who}") if sent.text.startswith("Your data")]
    return [line for text in texts for line in text.splitlines() if line.startswith("{")]


def test_who_one_is_and_what_one_has_set() -> None:
    desk = two_networks()
    desk.family("ann", "bob")
    link(desk, "ann", "bare:bea")
    desk.say("ann", "zone Lisbon")
    desk.say("ann", "vacation 3d")
    found = lines(desk, "ann")
    assert found[0] == {
        "is": "person",
        "number": desk.player("ann"),
        "name": "Ann",
        "language": None,
    }
    assert [line["who"] for line in found if line["is"] == "account"] == ["bare:bea", "fake:ann"]
    (settings,) = (line for line in found if line["is"] == "settings")
    assert settings["told"]["habits"]["zone"] == "Europe/Lisbon"
    assert len(settings["vacations"]) == 1
    (table,) = (line for line in found if line["is"] == "table")
    assert (table["table"], table["title"], table["open"], table["host"]) == (
        1,
        "Family",
        True,
        True,
    )
    assert table["seats"] == [{"seat": "s1", "name": "Ann", "left": False}]


def test_of_a_finished_round_the_own_hands_and_moves(desk: Desk) -> None:
    desk.family("ann", "bob")
    while desk.table().play is not None:
        play = desk.table().play
        assert play is not None
        assert play.owner is not None
        name = desk.table().seat(play.owner).name.casefold()
        hold = play.clock.hold
        if hold is not None:
            desk.later(hold - desk.now)
            continue
        sight = game.sight(play.round, play.order.index(play.owner))
        desk.press(name, _words(sight))
    (mine,), (theirs,) = of_kind(desk, "ann", "round"), of_kind(desk, "bob", "round")
    assert len(mine["begins"].split()) == len(theirs["begins"].split()) == 7
    assert "" in {mine["ends"], theirs["ends"]}
    moves = of_kind(desk, "ann", "move")
    assert moves
    assert {move["seat"] for move in moves} == {0}
    recorded = [json.loads(line) for line in desk.rows.records[1, 1][1:]]
    drawn = [
        event["cards"] for event in recorded if event["event"] == "drew" and event["seat"] == 1
    ]
    assert drawn
    assert [move.get("cards") for move in of_kind(desk, "bob", "move") if "cards" in move] == drawn


def _words(sight: game.Sight) -> str:
    """A move that lays, keeps or draws, and never says UNO."""
    for move in sight.choices:
        if isinstance(move, game.Play | game.Keep | game.Draw | game.Accept | game.NameColour):
            words = [str(one) for one in _said(move)]
            return " ".join(words)
    raise AssertionError(sight.choices)


def _said(move: game.Move) -> list[str]:
    match move:
        case game.Play(card, colour):
            return [card.code.lower(), *([colour.lower()] if colour else [])]
        case game.NameColour(colour):
            return ["colour", colour.lower()]
        case _:
            return [type(move).__name__.lower()]


def test_of_a_round_that_is_played_no_card_is_handed_out(desk: Desk) -> None:
    desk.family("ann", "bob")
    assert of_kind(desk, "ann", "round") == of_kind(desk, "ann", "move") == []


def test_no_name_and_no_card_of_anybody_else_is_handed_out(desk: Desk) -> None:
    desk.family("ann", "xaver", "yolanda")
    desk.win("xaver")
    text = json.dumps(lines(desk, "ann")).casefold()
    assert "xaver" not in text
    assert "yolanda" not in text


def test_who_took_over_a_seat_gets_only_the_part_from_then_on(desk: Desk) -> None:
    desk.family("ann", "bob", "cat", settings="absent=substitute")
    desk.lay("bob", "R4", {"bob": "R5 B1 B2 B3", "cat": "R8 B7 B8", "ann": "Y1 Y2 Y3"})
    desk.say("bob", "r5")
    bob = desk.player("bob")
    desk.say("bob", "forget me now")
    desk.say("dora", "/sit", "family")
    desk.win("dora")
    rounds = of_kind(desk, "dora", "round")
    assert [one["seat"] for one in rounds] == ["s2"]
    assert [move["card"] for move in of_kind(desk, "dora", "move") if "card" in move] == ["R5"]
    assert {sat.player for sat in desk.do(lambda tx: tx.seats_at(1))} >= {bob, desk.player("dora")}


def test_it_is_written_in_private_in_parts_of_whole_lines(bare: Desk) -> None:
    bare.able = Capabilities(prefix="!uno ", text_limit=900)
    bare.lobby("ann", "bob")
    bare.say("ann", "!uno deal", "family")
    bare.win("ann")
    assert bare.say("ann", "export my data") == "exported"
    assert {sent.chat for sent in bare.sent if sent.text.startswith("Your data")} == {"@ann"}
    told = [json.loads(line) for line in written(bare, "ann")]
    assert told == lines(bare, "ann")
    count = len([sent for sent in bare.to("@ann") if sent.text.startswith("Your data")])
    assert count > 1
    assert bare.to("@ann")[-1].text.splitlines()[0] == f"Your data, part {count} of {count}"


def test_more_than_anybody_would_read_is_left_to_the_host(bare: Desk) -> None:
    bare.able = Capabilities(prefix="!uno ", text_limit=900)
    for _ in range(MOST_PARTS * 4):
        bare.say("ann", "!uno new", "family")
        bare.say("ann", f"!uno #{max(bare.rows.tables)} end", "family")
    bare.say("ann", "export my data")
    texts = [sent.text for sent in bare.to("@ann") if sent.text.startswith("Your data")]
    assert len(texts) == MOST_PARTS
    assert texts[-1].endswith("ask whoever runs this bot for the rest.")
    assert not texts[-2].endswith("ask whoever runs this bot for the rest.")


def test_nothing_of_it_rests_in_the_outbox(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.win("ann")
    event = desk.arrival(desk.envelope("ann", Said("export my data"), None))
    desk.do(lambda tx: tx.receive(event))
    desk.work()
    (queued,) = desk.rows.outbox.values()
    assert "R5" not in queued.out.payload
    assert "Family" not in queued.out.payload


@pytest.mark.parametrize("most", [500, 4096])
def test_a_part_is_never_longer_than_a_message(most: int) -> None:
    texts = tuple(f'{{"n":{number}}}' for number in range(2_000))
    parts = parts_of(texts, most)
    assert tuple(line for part in parts for line in part) == texts
    assert all(sum(len(line) + 1 for line in part) <= most for part in parts)
