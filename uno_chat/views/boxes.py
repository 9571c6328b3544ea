"""The boxes that can be played with, a line each for whoever chooses one."""

from __future__ import annotations

from collections.abc import Iterator

from uno_chat.views.reader import Reader
from uno_chat.views.summary import editions


def boxes(r: Reader) -> Iterator[str]:
    """``edition of 2001: a missed UNO costs four cards, …``."""
    told = _told(r)
    for edition, name in editions(r).items():
        yield r.t("{name}: {told}", name=name, told=told[edition])


def _told(r: Reader) -> dict[str, str]:
    """What differs in each; the rules of a table say it in full."""
    return {
        "classic108": r.t("108 cards, to 500, official rules"),
        "mattel2001": r.t("a missed UNO costs four cards, a Wild never opens"),
        "pack112_2015": r.t("with Wild Swap Hands and Wild Customizable"),
        "pack112_2018": r.t("with Wild Shuffle Hands and Wild Customizable"),
        "first_out_2022": r.t("a number opens, nobody counts points"),
        "h2o": r.t("with Wild Downpour, after which everybody else draws"),
        "standard_decks": r.t("hearts, diamonds, clubs and spades instead of colours"),
        "elimination": r.t("whoever collects too many points is out"),
        "partners": r.t("four play, partners sit opposite each other"),
        "speed": r.t("jump-in, drawing by itself and a quick clock"),
    }
