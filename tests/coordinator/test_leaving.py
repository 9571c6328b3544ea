"""Somebody leaves: whoever stays sees who it was, and the one who left sees no cards any more."""

from __future__ import annotations

import pytest

from uno_chat.testing.desk import Desk


@pytest.mark.reported("51")
def test_who_leaves_is_named_to_the_others_and_they_play_on(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B1 B2", "bob": "R7 R8 R9", "cat": "Y1 Y2 Y3"})
    before = len(desk.sent)
    desk.say("cat", "leave")
    assert "Cat left the table" in desk.to("family", before)[-1].text
    assert all(sent.chat in {"family", "@cat"} for sent in desk.sent[before:])
    assert "yellow" not in "".join(sent.text for sent in desk.sent[before:])
    assert desk.press("ann", "r5") == "done"
    assert "Cat left the table" in desk.to("@bob")[-1].text
    assert "Cat (" not in desk.to("@bob")[-1].text
