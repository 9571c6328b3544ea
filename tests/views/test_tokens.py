"""A button carries words that a person could type, in 64 bytes, and is never trusted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.views import Token, decode, encode, words_of

_WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=30)
_NUMBERS = st.integers(0, 10**12)


@given(_NUMBERS, st.none() | _NUMBERS, _WORDS)
def test_what_is_written_is_read_again(table: int, decision: int | None, words: str) -> None:
    token = Token(table, decision, words)
    text = encode(token)
    assert decode(text) == token
    assert len(text.encode()) <= 64


def test_a_token_looks_like_this() -> None:
    assert encode(Token(7, 14, "w+4 b uno")) == "1.7.14.w+4 b uno"
    assert encode(Token(7, None, "catch s3")) == "1.7..catch s3"


@given(st.text(max_size=80))
def test_anything_else_is_no_token(text: str) -> None:
    token = decode(text)
    assert token is None or encode(token) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.7.14",
        "1.7.14.",
        "2.7.14.draw",
        "1.-7.14.draw",
        "1.07.14.draw",
        "1.7.x.draw",
        "1.\u0667.14.draw",
        "1.7.14.dr\u00e4w",
        "1.7.14.draw\n",
        "1.7.14." + "x" * 64,
        "1." + "9" * 20 + "..draw",
    ],
)
def test_a_spoilt_token_is_no_token(text: str) -> None:
    assert decode(text) is None


@pytest.mark.parametrize("words", ["", "piocher é", "x" * 60])
def test_what_does_not_fit_into_a_token_is_not_written(words: str) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        encode(Token(7, 14, words))


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (game.Play(game.card("R7")), "r7"),
        (game.Play(game.card("B+2"), None, uno=True), "b+2 uno"),
        (game.Play(game.card("W+4"), game.Colour.BLUE, uno=True), "w+4 b uno"),
        (game.NameColour(game.Colour.RED), "colour r"),
        (game.Draw(), "draw"),
        (game.Keep(), "keep"),
        (game.Accept(), "accept"),
        (game.Challenge(), "challenge"),
        (game.CallUno(), "uno"),
        (game.Leave(), "leave"),
    ],
)
def test_a_move_has_words(move: game.Move, words: str) -> None:
    assert words_of(move) == words
    assert decode(encode(Token(10**12, 10**6, words))) is not None
