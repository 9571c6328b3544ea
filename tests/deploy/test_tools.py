"""A program that is not there is told of, and is no reason to accept a change unseen."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def test_where_a_change_is_accepted_no_program_may_be_missing(
    tool: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="there is no unheard-of on this machine"):
        tool("unheard-of")


def test_elsewhere_the_test_that_needs_it_is_skipped(
    tool: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="there is no unheard-of on this machine"):
        tool("unheard-of")
