"""What nobody can read because it is encrypted is answered where it was written, and once."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import Sealed, envelope_from_json, envelope_to_json
from uno_chat.testing.desk import Desk

NOTHING = "I cannot read what is encrypted"
THIS = "I could not read that, for its key has not come."


def test_where_nothing_can_be_read_it_is_said_once(desk: Desk) -> None:
    for number in range(3):
        sealed = replace(desk.envelope("ann", Sealed(), "family"), id=f"e{number}")
        assert desk.take(sealed) == "sealed"
    assert [(sent.chat, sent.text.startswith(NOTHING)) for sent in desk.sent] == [("family", True)]


def test_what_lacks_one_key_is_answered_once_and_another_again(desk: Desk) -> None:
    for number, key in enumerate(("one", "one", "two")):
        sealed = replace(desk.envelope("ann", Sealed(key), None), id=f"e{number}")
        assert envelope_from_json(envelope_to_json(sealed)) == sealed
        desk.take(sealed)
    assert [sent.chat for sent in desk.sent] == ["@ann", "@ann"]
    assert all(sent.text.startswith(THIS) for sent in desk.sent)


def test_it_is_said_in_the_language_of_the_reader(desk: Desk) -> None:
    desk.say("ann", "language fr")
    desk.take(desk.envelope("ann", Sealed("key"), None))
    assert desk.sent[-1].text.startswith("Je n’ai pas pu lire cela")
