"""What did not reach a table gets one clear sentence that says what to do."""

from __future__ import annotations

from datetime import UTC

import pytest

from uno_chat import game
from uno_chat.contract import Choices
from uno_chat.table import Phase
from uno_chat.views import (
    Reader,
    SettingFault,
    TableEntry,
    Trouble,
    as_text,
    decode,
    terminal_words,
    trouble_page,
    why_not,
)

TABLES = (TableEntry(7, "Family", Phase.PLAYING), TableEntry(9, "Work", Phase.LOBBY))


_WITH_PARTS = {
    Trouble.BAD_OPTION,
    Trouble.CARD_OR_NUMBER,
    Trouble.CARD_OR_PLAYER,
    Trouble.NO_COLOUR,
}


@pytest.mark.parametrize("code", [one for one in Trouble if one not in _WITH_PARTS])
def test_every_trouble_has_a_sentence_in_every_language(
    code: Trouble, reader: Reader, french: Reader
) -> None:
    said = [as_text(trouble_page(code, who, text="fr.")) for who in (reader, french)]
    assert all(text.endswith((".", "?", ")")) for text in said), said
    assert said[0] != said[1]
    assert as_text(trouble_page(code, reader)).strip()


def test_two_meanings_of_one_line_are_told_apart(reader: Reader, french: Reader) -> None:
    parts = (("number", "4"), ("card", "G4"))
    told = [
        as_text(trouble_page(Trouble.CARD_OR_NUMBER, who, parts=parts)) for who in (reader, french)
    ]
    assert told[0].endswith("Write “g4” for the card, or “4 g” for the other.")
    assert "« v4 » pour la carte" in told[1].replace("\xa0", " ")


@pytest.mark.parametrize("fault", [*SettingFault, *game.OptionFault])
def test_every_fault_of_a_setting_has_a_sentence_in_every_language(
    fault: SettingFault | game.OptionFault, reader: Reader, french: Reader
) -> None:
    names = ("word", "name", "value", "near", "least", "most", "words", "choice", "other")
    parts = tuple((name, f"<{name}>") for name in names)
    said = [
        as_text(trouble_page(Trouble.BAD_OPTION, who, text=fault, parts=parts))
        for who in (reader, french)
    ]
    assert all(text.endswith((".", "?")) for text in said), said
    assert said[0] != said[1]
    assert "{" not in "".join(said)


def test_a_fault_that_nobody_gave_words_to_is_noticed(reader: Reader) -> None:
    with pytest.raises(KeyError, match="unheard-of"):
        trouble_page(Trouble.BAD_OPTION, reader, text="unheard-of")


def test_what_somebody_typed_for_a_setting_cannot_disturb_the_answer(reader: Reader) -> None:
    typed = "\u202e{x}" + "y" * 500
    text = why_not(SettingFault.NOT_A_TIME, {"name": "turn", "value": typed}, reader)
    assert text.startswith("turn is a time like 90s, 10m, 8h or 2d, not “{x}yyy")
    assert len(text) < 90


def test_which_table_is_asked_with_a_button_for_each(reader: Reader) -> None:
    page = trouble_page(Trouble.WHICH_TABLE, reader, text="r7 uno", tables=TABLES)
    choices = page.blocks[1]
    assert isinstance(choices, Choices)
    assert [option.label for option in choices.options] == ["Family #7", "Work #9"]
    tokens = [decode(option.token) for option in choices.options]
    assert [(t.table, t.words) for t in tokens if t] == [(7, "r7 uno"), (9, "r7 uno")]


def test_a_card_that_is_not_there_shows_how_cards_are_written(
    reader: Reader, french: Reader
) -> None:
    assert as_text(trouble_page(Trouble.NO_SUCH_CARD, reader, text="r55")) == (
        "There is no card “r55”. Cards are written like “r7”, “bs” or “w green”."
    )
    assert "«\u00a0jo vert\u00a0»" in as_text(
        trouble_page(Trouble.NO_SUCH_CARD, french, text="r55")
    )


def test_what_somebody_typed_cannot_disturb_the_answer(reader: Reader) -> None:
    text = as_text(trouble_page(Trouble.NOT_UNDERSTOOD, reader, text="\u202e{x}" + "y" * 500))
    assert "\u202e" not in text
    assert len(text) < 120
    assert "{x}" in text


def test_a_language_is_set_in_its_own_words(reader: Reader) -> None:
    assert as_text(trouble_page(Trouble.LANGUAGE_SET, reader, text="fr")) == (
        "I speak français here from now on."
    )
    assert as_text(trouble_page(Trouble.UNKNOWN_LANGUAGE, reader)) == (
        "I speak English (en) and français (fr). Choose one: /language CODE"
    )


def test_a_name_that_several_have_is_asked_back(reader: Reader) -> None:
    page = trouble_page(Trouble.WHICH_PLAYER, reader, text="n", names=("North", "Nora"))
    assert as_text(page) == "Whom do you mean: North or Nora?"


def test_a_terminal_has_words_of_its_own_in_every_language(reader: Reader, french: Reader) -> None:
    english, translated = terminal_words(reader.language), terminal_words(french.language)
    assert english.keys() == translated.keys()
    assert all(english[key] != translated[key] for key in english)
    assert "{name}" in translated["word_to"]


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "darw", "draw"),
        ("en", "jion", "join"),
        ("en", "gren 7", "green 7"),
        ("en", "Chalenge", "challenge"),
        ("fr", "piochr", "piocher"),
        ("fr", "7 ruge", "7 rouge"),
        ("en", "frobnicate", ""),
        ("en", "x", ""),
    ],
)
def test_a_slip_of_the_fingers_is_answered_with_what_was_meant(
    language: str, typed: str, meant: str
) -> None:
    reader = Reader(language, UTC, "/")
    said = as_text(trouble_page(Trouble.NOT_UNDERSTOOD, reader, text=typed))
    assert (f"{reader.quoted(meant)}" in said) == bool(meant)
    assert said.count("?") == bool(meant)


def test_a_card_that_is_misspelt_is_answered_with_the_one_that_was_meant(reader: Reader) -> None:
    for typed, meant in (("wild gren", "wild green"), ("+4 greeen", "+4 green")):
        said = as_text(trouble_page(Trouble.NO_SUCH_CARD, reader, text=typed))
        assert said == f"There is no card “{typed}”. Do you mean “{meant}”?"
    said = as_text(trouble_page(Trouble.NO_SUCH_CARD, reader, text="r12"))
    assert "Cards are written like" in said
