"""What a group sets, typed and tapped: the table before its deal, the next ones, who opens them."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from uno_chat.contract import Conversation, Message, OutKind, Pressed
from uno_chat.coordinator.profiles import Custom, Starters, custom, keep_custom
from uno_chat.game import Stacking
from uno_chat.table import PRESETS
from uno_chat.testing.desk import NET, NOON, Desk, Sent
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.views import languages

FAMILY = Conversation(NET, "family")
NO_RANKS = replace(LIKE_TELEGRAM, ranks=False)


def tap(
    desk: Desk, who: str, words: str, table: int = 0, on: str | None = "m77", group: str = "family"
) -> list[Sent]:
    """Somebody presses a button under a message of the group; what was shown of it."""
    before = len(desk.sent)
    message = None if on is None else Message(Conversation(NET, group), on)
    event = Pressed(f"1.{table}..{words}", message, f"ack{before}")
    desk.take(desk.envelope(who, event, group))
    return desk.sent[before:]


def page(shown: list[Sent]) -> Sent:
    """The page that was shown in the place of the one that was tapped."""
    (found,) = (sent for sent in shown if sent.edits == "m77")
    return found


def agreed(desk: Desk) -> Custom:
    return custom(desk.rows.rooms[FAMILY])


@pytest.fixture
def desk() -> Desk:
    """Cleo manages the family, in which nobody plays yet."""
    return Desk(admins={("cleo", "family")})


@pytest.fixture
def lobby(desk: Desk) -> Desk:
    """Ann's table, not dealt yet."""
    desk.lobby("ann", "ben")
    return desk


# the page


def test_host_and_admin_get_the_page_with_its_buttons_in_the_group(lobby: Desk) -> None:
    for who in ("ann", "cleo"):
        assert lobby.say(who, "/settings", "family") == "sheet"
        shown = lobby.to("family")[-1]
        assert shown.text.startswith("Family #1\nOfficial rules")
        assert "1.1..settings pace" in shown.tokens


def test_others_get_it_in_private_as_it_is(lobby: Desk) -> None:
    before = len(lobby.sent)
    assert lobby.say("ben", "/settings", "family") == "settings"
    assert lobby.to("family", before) == []
    assert lobby.to("@ben")[-1].tokens == ()


@pytest.mark.parametrize(
    ("words", "part", "token"),
    [
        ("settings stacking=same", "House rules", "settings stacking=off"),
        ("settings jump_in=on", "House rules", "settings jump_in=off"),
        ("settings uno=auto", "UNO", "settings uno=official"),
        ("settings uno_penalty=4", "UNO", "settings uno_penalty=2"),
        ("settings pace=hours", "Pace", "settings pace=daily"),
        ("settings absent=remove", "Pace", "settings absent=keep"),
        ("settings goal=200", "Goal", "settings goal=500"),
        ("settings scoring=lowest", "Goal", "settings scoring=winner"),
    ],
)
def test_a_tap_sets_and_the_page_shows_it_in_its_place(
    lobby: Desk, words: str, part: str, token: str
) -> None:
    shown = page(tap(lobby, "ann", words, 1))
    assert shown.chat == "family"
    assert shown.text.startswith(f"Family #1 · {part}")
    assert f"1.1..{token}" in shown.tokens
    assert "✓" in shown.text


def test_what_does_not_go_together_is_told_to_who_pressed(lobby: Desk) -> None:
    tap(lobby, "ann", "settings goal=0", 1)
    shown = tap(lobby, "ann", "settings scoring=lowest", 1)
    assert [sent.text for sent in shown] == [
        (
            "“lowest total wins” (scoring=lowest) does not go with “first out wins” (goal=0): "
            "choose one of them."
        )
    ]


def test_once_cards_are_dealt_the_page_says_so_and_offers_the_next_tables(lobby: Desk) -> None:
    lobby.say("ann", "/deal", "family")
    toast, shown = tap(lobby, "ann", "settings goal=200", 1)
    assert toast.text == "That can only be done before the first card is dealt."
    assert "Settings are fixed once cards are dealt." in shown.text
    assert set(shown.tokens) == {"1.0..defaults", "1.0..settings group"}
    assert page(tap(lobby, "ann", "defaults")).text.startswith("The next tables here")


def test_every_button_of_every_page_does_something(lobby: Desk) -> None:
    lobby.admins = {("ann", "family")}
    seen: set[tuple[int, str]] = set()
    waiting = [(1, "settings"), (0, "defaults")]
    while waiting:
        table, words = waiting.pop(0)
        seen.add((table, words))
        shown = tap(lobby, "ann", words, table)
        texts = [sent.text for sent in shown]
        assert not any("means nothing" in text or "no setting" in text for text in texts), words
        pages = [sent for sent in shown if sent.edits == "m77"]
        found = [t.split(".", 3) for sent in pages for t in sent.tokens]
        cities = [one for one in found if "/" in one[3]][2:]
        more = [(int(one[1]), one[3]) for one in found if one not in cities]
        waiting += [one for one in dict.fromkeys(more) if one not in {*seen, *waiting}]
    for words in ("pace=untimed", "uno=off", "edition=h2o", "wd4=always", "goal=1000"):
        assert {(1, f"settings {words}"), (0, f"defaults {words}")} <= seen
    assert {(0, "starters admins"), (0, "language fr"), (0, "zone europe 2")} <= seen


@pytest.mark.parametrize("language", languages())
def test_no_page_of_any_part_is_empty_in_any_language(lobby: Desk, language: str) -> None:
    tap(lobby, "cleo", f"language {language}")
    for part in ("", "edition", "rules", "uno", "pace", "goal", "group"):
        for table, verb in ((1, "settings"), (0, "defaults")):
            assert page(tap(lobby, "cleo", f"{verb} {part}".strip(), table)).tokens


# the next tables


def test_the_next_tables_begin_with_what_the_group_agreed_on(desk: Desk) -> None:
    assert desk.say("cleo", "/defaults goal=200 pace=hours", "family") == "set"
    assert desk.say("cleo", "/defaults stacking=same goal=300", "family") == "set"
    desk.say("ann", "/new goal=100", "family")
    settings = desk.table().settings
    assert (settings.options.goal, settings.options.stacking) == (100, Stacking.SAME)
    assert settings.pace == PRESETS["hours"].pace
    desk.say("ann", "/new", "clan")
    assert desk.table(2).settings.options.stacking is Stacking.OFF


def test_where_no_table_is_settings_are_those_of_the_next_ones(desk: Desk) -> None:
    assert desk.say("cleo", "/settings goal=200", "family") == "set"
    assert desk.to("@cleo")[-1].text == "The next tables here begin with that."
    assert agreed(desk).usual == ("goal=200",)
    assert desk.say("cleo", "/defaults off", "family") == "set"
    assert agreed(desk).usual == ()


def test_what_cannot_be_agreed_on_changes_nothing(desk: Desk) -> None:
    desk.say("cleo", "/defaults goal=0", "family")
    assert desk.say("cleo", "/defaults scoring=lowest", "family") == "puzzled"
    assert desk.say("cleo", "/defaults gaol=3", "family") == "puzzled"
    assert desk.to("@cleo")[-1].text == "There is no setting “gaol”. Do you mean goal?"
    assert agreed(desk).usual == ("goal=0",)


def test_what_another_version_agreed_on_does_not_keep_tables_from_opening(desk: Desk) -> None:
    desk.say("cleo", "/settings", "family")
    desk.do(lambda tx: keep_custom(tx, FAMILY, Custom(usual=("moon=full",))))
    assert desk.say("ann", "/new", "family") == "opened"


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("defaults goal=200", "set"),
        ("starters admins", "set"),
        ("zone Tokyo", "set"),
        ("language fr", "puzzled"),
    ],
)
def test_a_group_is_set_by_its_admins_and_hosts_and_by_nobody_else(
    lobby: Desk, words: str, result: str
) -> None:
    before = lobby.rows.rooms[FAMILY]
    assert lobby.say("ben", f"/{words}", "family") == "remarked"
    assert "Only an admin of the group or the host" in lobby.to("@ben")[-1].text
    assert lobby.rows.rooms[FAMILY] == before
    assert lobby.say("cleo", f"/{words}", "family") == result
    assert lobby.rows.rooms[FAMILY] != before
    lobby.say("ann", "/zone Lisbon", "family")
    assert agreed(lobby).zone == "Europe/Lisbon"


@pytest.mark.parametrize("words", ["defaults goal=200", "zone Tokyo", "language fr", "settings"])
def test_a_network_that_does_not_answer_is_told_kindly(desk: Desk, words: str) -> None:
    desk.admins = None
    assert desk.say("cleo", f"/{words}", "family") == "puzzled"
    assert "Try again in a moment" in desk.to("@cleo")[-1].text


def test_where_nobody_is_ranked_everybody_sets_until_a_table_has_a_host() -> None:
    desk = Desk(able=NO_RANKS)
    assert desk.say("dora", "/defaults goal=200", "family") == "set"
    desk.lobby("ann", "ben")
    assert desk.say("dora", "/defaults goal=300", "family") == "remarked"
    assert desk.say("ann", "/defaults goal=300", "family") == "set"


# who opens tables


def test_only_admins_open_tables_where_they_said_so(desk: Desk) -> None:
    assert desk.say("cleo", "/starters admins", "family") == "set"
    assert desk.say("ann", "/new", "family") == "remarked"
    assert desk.to("@ann")[-1].text == "Here only admins open tables: ask one of them."
    assert desk.say("ann", "/new", "clan") == "opened"
    assert desk.say("cleo", "/new", "family") == "opened"
    desk.say("cleo", "/starters everyone", "family")
    assert desk.say("ann", "/new", "family") == "opened"


def test_without_ranks_everyone_opens_tables_and_it_cannot_be_otherwise() -> None:
    desk = Desk(able=NO_RANKS)
    assert desk.say("ann", "/starters admins", "family") == "remarked"
    assert desk.to("@ann")[-1].text.startswith("Here nobody is known as an admin")
    desk.do(lambda tx: keep_custom(tx, FAMILY, Custom(starters=Starters.ADMINS)))
    assert desk.say("ann", "/new", "family") == "opened"


def test_nobody_else_opens_tables(desk: Desk) -> None:
    assert desk.say("cleo", "/starters cats", "family") == "remarked"
    assert "not by “cats”" in desk.to("@cleo")[-1].text


# where a group lives


def test_times_of_a_group_are_those_of_its_zone_and_so_are_those_of_its_people(desk: Desk) -> None:
    desk.say("cleo", "/zone Kathmandu", "family")
    assert desk.to("@cleo")[-1].text == "Times here are as they are in Kathmandu."
    desk.family("ann", "ben")
    assert desk.table().zone == "Asia/Kathmandu"
    local = (NOON + timedelta(hours=24)).astimezone(ZoneInfo("Asia/Kathmandu"))
    tables = [sent for sent in desk.to("family") if sent.name == "table" and sent.edits is None]
    assert f"{local:%H:%M}" in tables[-1].text
    owner = desk.table().waits_for[0].name.casefold()
    hands = [sent for sent in desk.to(f"@{owner}") if sent.name == "hand"]
    assert f"{local:%H:%M}" in hands[-1].text


def test_open_tables_move_with_their_group(lobby: Desk) -> None:
    shown = tap(lobby, "cleo", "zone Asia/Tokyo")
    assert lobby.table().zone == "Asia/Tokyo"
    assert [sent.text for sent in shown if sent.kind is OutKind.TOAST] == [
        "Times here are as they are in Tokyo."
    ]
    assert "Tokyo" in page(shown).text


def test_the_group_is_not_set_from_private(desk: Desk) -> None:
    for words in ("defaults goal=200", "starters admins"):
        assert desk.say("cleo", words) == "puzzled"
        assert "in the group" in desk.to("@cleo")[-1].text


def test_the_groups_words_are_understood_in_its_language(desk: Desk) -> None:
    desk.say("cleo", "/language fr", "family")
    assert desk.say("cleo", "/défauts but", "family") == "sheet"
    assert desk.say("cleo", "/ouverture administrateurs", "family") == "set"
    assert desk.say("cleo", "/fuseau Lisbonne", "family") == "set"
    assert agreed(desk) == Custom("Europe/Lisbon", Starters.ADMINS)


def test_a_page_that_nobody_knows_any_more_is_shown_anew(lobby: Desk) -> None:
    shown = tap(lobby, "ann", "settings rules", 1, on=None)
    assert [sent.edits for sent in shown if sent.chat == "family"] == [None]


def test_the_page_of_the_table_is_never_overwritten(lobby: Desk) -> None:
    living = next(slot.message for slot in lobby.rows.slots.values() if slot.to == FAMILY)
    assert living is not None
    shown = tap(lobby, "ann", "settings", 1, on=living.id)
    assert [sent.edits for sent in shown if sent.chat == "family"] == [None]
