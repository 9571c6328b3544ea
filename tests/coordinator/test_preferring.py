"""Personal settings: typed or tapped, kept for messages at once, brought to every open table."""

from dataclasses import replace
from datetime import time, timedelta

import pytest

from uno_chat.contract import Conversation, Message, Pressed
from uno_chat.coordinator.profiles import person
from uno_chat.table import USUAL, Habits, Told
from uno_chat.testing.desk import NET, Desk, Sent

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def told(desk: Desk, who: str = "ann") -> Told:
    return person(desk.rows.players[desk.player(who)]).told


def habits(desk: Desk, who: str = "ann", table: int = 1) -> Habits:
    seat = desk.table(table).seat_of(desk.player(who))
    assert seat is not None
    return seat.habits


def last(desk: Desk, chat: str = "@ann") -> Sent:
    return desk.to(chat)[-1]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.lobby("ann", "ben")
    return desk


def test_a_shortened_day_ends_a_french_sentence_with_its_own_point(desk: Desk) -> None:
    desk.say("ann", "langue fr")
    desk.say("ann", "repos lun sam dim")
    assert last(desk).text.endswith("lun., sam. et dim.")


@pytest.mark.parametrize(
    ("words", "after", "answer"),
    [
        ("zone Europe/Lisbon", replace(USUAL, zone="Europe/Lisbon"), "as they are in Lisbon"),
        ("zone lisbon", replace(USUAL, zone="Europe/Lisbon"), "as they are in Lisbon"),
        ("time zone new york", replace(USUAL, zone="America/New_York"), "in New York"),
        ("quiet 23-7", replace(USUAL, quiet=(time(23), time(7))), "23:00-07:00"),
        ("quiet 1:15 – 5:45", replace(USUAL, quiet=(time(1, 15), time(5, 45))), "01:15-05:45"),
        ("quiet off", replace(USUAL, quiet=None), "no quiet hours"),
        ("quiet 22h30 8h", USUAL, "22:30-08:00"),
        ("weekend fri Saturday", replace(USUAL, weekend=(4, 5)), "Fri and Sat"),
        ("days off off", replace(USUAL, weekend=()), "no days off"),
        ("weekend usual", USUAL, "Sat and Sun"),
        ("reminders 1h 8h", replace(USUAL, leads=(8 * HOUR, HOUR)), "8h 1h before"),
        ("reminders off", replace(USUAL, leads=()), "only shortly"),
        ("reminders usual", USUAL, "as usual"),
        ("pokes off", replace(USUAL, pokes=False), "leave you alone"),
        ("nudges off", replace(USUAL, nudges=False), "cannot have me remind you"),
        ("nudges on", USUAL, "may have me remind you"),
    ],
)
def test_what_is_told_is_kept_answered_and_brought_to_the_table(
    desk: Desk, words: str, after: Habits, answer: str
) -> None:
    assert desk.say("ann", words) == "preferred"
    assert told(desk).habits == habits(desk) == after
    assert answer in last(desk).text
    assert habits(desk, "ben") == USUAL


def test_hours_are_asked_for_their_place_until_it_is_known(desk: Desk) -> None:
    desk.say("ann", "quiet 23-7")
    asked = "Your quiet hours: 23:00-07:00. Tell me where you live, too, like “zone Lisbon”."
    assert last(desk).text == asked
    desk.say("ann", "zone Lisbon")
    desk.say("ann", "quiet 22-7")
    assert last(desk).text == "Your quiet hours: 22:00-07:00."


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("zone lisbn", "There is no time zone “lisbn”. Do you mean Lisbon, Brisbane or Libya?"),
        ("zone xqxqxq", "There is no time zone “xqxqxq”. Write a big city near you, like Lisbon."),
        ("zone utc+2", "Do you mean UTC"),  # Etc/GMT+2 is two hours behind, not before
        (
            "zone atlantis",
            "Atlantic/Azores, Atlantic/Stanley or Atlantic/Faroe? Else write a big city",
        ),
        ("quiet nix", "Quiet hours are written like 22:30-08:00, or off; not “nix”."),
        ("quiet 25-8", "not “25-8”."),
        ("quiet 8-8", "not “8-8”."),
        ("quiet 22:30", "not “22:30”."),
        ("quiet 21-8", "Quiet hours are 10 hours at most."),
        ("quiet 8-22", "Quiet hours are 10 hours at most."),
        ("weekend nix", "Days off are written like Sat Sun, or off; not “nix”."),
        ("weekend mon tue wed thu", "There are 3 days off at most."),
        ("reminders 8h 4h 2h 1h 30m", "Reminders are at most 4 times before the end"),
        ("reminders 0h", "not “0h”."),
        ("pokes perhaps", "pokes is on or off, not “perhaps”."),
    ],
)
def test_what_cannot_be_is_answered_with_one_sentence_and_changes_nothing(
    desk: Desk, words: str, answer: str
) -> None:
    assert desk.say("ann", words) == "remarked"
    assert answer in last(desk).text
    assert told(desk) == Told()


def test_everything_can_be_told_in_the_readers_language(desk: Desk) -> None:
    desk.say("ann", "language fr")
    for words in ("fuseau Lisbonne", "silence 23-7", "repos ven sam", "rappels habituels"):
        assert desk.say("ann", words) == "preferred"
    assert told(desk).habits == Habits("Europe/Lisbon", (time(23), time(7)), (4, 5))
    desk.say("ann", "silence aucune")
    assert last(desk).text == "Tu n’as pas d’heures calmes."


@pytest.mark.reported("T26")
def test_times_are_told_as_they_are_where_somebody_lives() -> None:
    desk = Desk()
    desk.family("ann", "ben")
    owner = desk.table().waits_for[0].name.casefold()
    desk.say(owner, "zone Asia/Kathmandu")
    desk.say(owner, "hand")
    pages = [sent for sent in desk.to(f"@{owner}") if sent.name == "hand" and sent.edits is None]
    assert "17:45" in pages[-1].text  # noon is 17:45 there


def test_a_hand_that_is_shown_tells_the_new_times_at_once() -> None:
    desk = Desk()
    desk.family("ann", "ben")
    owner = desk.table().waits_for[0].name.casefold()
    before = len(desk.sent)
    desk.say(owner, "zone Asia/Kathmandu")
    pages = [sent for sent in desk.to(f"@{owner}", before) if sent.name == "hand"]
    assert pages
    assert pages[-1].edits is not None
    assert "17:45" in pages[-1].text


def test_whoever_sits_down_brings_what_was_told_before(desk: Desk) -> None:
    desk.say("cleo", "zone Tokyo")
    desk.say("cleo", "/join", "family")
    assert habits(desk, "cleo") == replace(USUAL, zone="Asia/Tokyo")
    desk.say("cleo", "/new", "clan")
    assert habits(desk, "cleo", 2).zone == "Asia/Tokyo"
    desk.say("cleo", "quiet off")
    assert habits(desk, "cleo", 1) == habits(desk, "cleo", 2)


def test_clocks_follow_other_hours_only_after_a_week_and_one_is_told(desk: Desk) -> None:
    desk.say("ann", "zone Lisbon")
    desk.now += DAY
    desk.say("ann", "quiet 8-18")
    assert last(desk).text == (
        "Your quiet hours: 08:00-18:00. Clocks go by your earlier hours until Sun 8 Mar 12:00."
    )
    seat = desk.table().seat_of(desk.player("ann"))
    assert seat is not None
    assert seat.kept is not None
    assert seat.kept.habits.quiet == USUAL.quiet
    desk.say("ann", "pokes off")
    assert "Clocks" not in last(desk).text
    desk.say("ann", "settings")
    assert "Clocks go by your earlier hours until Sun 8 Mar 12:00." in last(desk).text


# pages and buttons


def tap(desk: Desk, who: str, words: str, on: str | None) -> list[Sent]:
    """Somebody presses a button that says these words under a message; what was shown."""
    before = len(desk.sent)
    message = None if on is None else Message(Conversation(NET, f"@{who}"), on)
    event = Pressed(f"1.0..{words}", message, f"ack{before}")
    desk.take(desk.envelope(who, event, None))
    return desk.sent[before:]


def test_a_page_changes_in_its_place_and_the_press_is_answered(desk: Desk) -> None:
    toast, page = tap(desk, "ann", "zone Europe/Lisbon", "m7")
    assert toast.text == "I tell you times as they are in Lisbon."
    assert "Lisbon, where it is 12:00" in page.text
    assert page.edits == "m7"
    assert not page.notify


def test_parts_of_a_page_are_opened_in_its_place(desk: Desk) -> None:
    for words in ("zone", "zone america", "zone america 2", "quiet", "weekend", "settings"):
        toast, page = tap(desk, "ann", words, "m7")
        assert toast.text == ""
        assert page.edits == "m7"
        assert page.tokens


def test_a_tap_on_a_message_that_is_not_known_shows_a_new_page(desk: Desk) -> None:
    _, page = tap(desk, "ann", "quiet off", None)
    assert page.edits is None
    assert "Quiet hours: none" in page.text


def test_a_living_page_is_never_overwritten(desk: Desk) -> None:
    desk.say("ann", "hand")
    (slot,) = (s for s in desk.rows.slots.values() if s.to == desk.rows.players[1].private)
    assert slot.message is not None
    _, page = tap(desk, "ann", "settings", slot.message.id)
    assert page.edits is None


def test_what_is_told_in_a_group_is_answered_in_private(desk: Desk) -> None:
    before = len(desk.sent)
    assert desk.say("ann", "/quiet 23-7", "family") == "preferred"
    assert desk.say("ann", "/quiet", "family") == "sheet"
    assert desk.to("family", before) == []
    assert last(desk).text.startswith("Quiet hours")


def test_every_button_of_every_page_does_something(desk: Desk) -> None:
    seen: set[str] = set()
    waiting = ["settings"]
    while waiting:
        words = waiting.pop(0)
        seen.add(words)
        shown = tap(desk, "ann", words, "m7")
        assert not any("means nothing" in sent.text for sent in shown), words
        page = next(sent for sent in shown if sent.edits == "m7")
        found = [token.split(".", 3)[3] for token in page.tokens]
        cities = [one for one in found if "/" in one]
        waiting += [one for one in found if one not in {*seen, *waiting, *cities[2:]}]
    assert {"quiet off", "weekend off", "reminders off", "pokes on", "language fr"} <= seen


def test_a_zone_that_is_unknown_where_we_run_now_does_no_harm(desk: Desk) -> None:
    ann = desk.rows.players[desk.player("ann")]
    profile = '{"told": {"habits": {"zone": "Mars/Olympus"}}}'
    desk.rows.players[ann.id] = replace(ann, profile=profile)
    assert desk.say("ann", "settings") == "sheet"
    assert "Mars/Olympus, where it is 12:00" in last(desk).text


# asked once


def offers(desk: Desk, who: str, since: int = 0) -> list[bool]:
    """For each hand that was shown, whether it asks where somebody lives."""
    hands = (s for s in desk.to(f"@{who}", since) if s.name == "hand" and "Your hand" in s.text)
    return ["1.0..zone" in sent.tokens for sent in hands]


def dealt(desk: Desk, settings: str = "") -> str:
    """Ann and Ben have their cards; who is to move."""
    desk.family("ann", "ben", settings=settings)
    return desk.table().waits_for[0].name.casefold()


def test_whoever_is_to_move_at_a_slow_table_is_asked_for_the_zone_and_only_once() -> None:
    desk = Desk()
    owner = dealt(desk)
    assert offers(desk, owner) == [True]
    hand = next(s for s in desk.to(f"@{owner}") if "1.0..zone" in s.tokens)
    assert "I do not know where you live" in hand.text
    for words in ("hand", "draw", "hand"):
        desk.say(owner, words)
    assert offers(desk, owner).count(True) == 1


@pytest.mark.parametrize("settings", ["pace=blitz", "pace=untimed"])
def test_nobody_is_asked_where_it_makes_no_difference(settings: str) -> None:
    desk = Desk()
    assert offers(desk, dealt(desk, settings)) == [False]


@pytest.mark.parametrize("who_told", ["person", "group"])
def test_who_has_told_or_lives_where_the_group_does_is_not_asked(who_told: str) -> None:
    desk = Desk(admins={("ann", "family")})
    if who_told == "group":
        desk.say("ann", "/zone Lisbon", "family")
    else:
        desk.say("ann", "zone Lisbon")
        desk.say("ben", "zone Lisbon")
    assert offers(desk, dealt(desk)) == [False]
