"""Names are shown as they are, but cannot disturb what stands around them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.views import cut, safe_name
from uno_chat.views.names import shown, size

_FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
_FLAG = "\U0001f1eb\U0001f1f7"


@pytest.mark.parametrize(
    ("given_name", "seen"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("Zoë 🦊", "Zoë 🦊"),
        ("\u202eevil\u202c", "evil"),
        ("A\u200bn\u200dn\ufeff", "Ann"),
        ("@room", "\uff20room"),
        ("ann@example.org", "ann\uff20example.org"),
        ("\x1b[31mred", "[31mred"),
        ("\u2028\u2029", "?"),
        ("\u3164\u2800", "?"),
        ("", "?"),
        ("\u0645\u0631\u06cc\u0645", "\u0645\u0631\u06cc\u0645"),
        ("x" * 50, "x" * 43 + "…"),
    ],
)
def test_a_name_keeps_what_can_be_seen(given_name: str, seen: str) -> None:
    assert safe_name(given_name) == seen


@given(st.text())
def test_a_safe_name_has_nothing_unseen_is_short_and_stays_as_it_is(name: str) -> None:
    safe = safe_name(name)
    assert safe
    assert size(safe) <= 44
    assert safe_name(safe) == safe
    assert not {unicodedata.category(sign) for sign in safe} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_only_a_name_that_runs_from_right_to_left_is_isolated() -> None:
    assert shown("Ann") == "Ann"
    assert shown("\u05e0\u05d5\u05e2\u05d4") == "\u2068\u05e0\u05d5\u05e2\u05d4\u2069"


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("red 7", 5, "red 7"),
        ("red 77", 5, "red…"),
        ("abe\u0301f", 4, "ab…"),
        (f"ab{_FAMILY}", 6, "ab…"),
        (f"ab{_FLAG}{_FLAG}", 7, f"ab{_FLAG}…"),
        ("ab\U0001f44d\U0001f3fd!", 5, "ab…"),
        ("abc", 0, ""),
    ],
)
def test_a_cut_never_goes_through_a_character(text: str, most: int, short: str) -> None:
    assert cut(text, most) == short


@given(st.text(), st.integers(0, 60))
def test_a_cut_text_is_never_longer_than_allowed(text: str, most: int) -> None:
    assert size(cut(text, most)) <= most
