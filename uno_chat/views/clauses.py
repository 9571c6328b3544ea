"""One fact in words, without its subject: ``played red 7 and said UNO``."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from uno_chat import game
from uno_chat.table.facts import Code, Fact
from uno_chat.views.arrangements import done, happened
from uno_chat.views.cards import colour_name, full_name, full_names, named
from uno_chat.views.names import shown
from uno_chat.views.project import TableView
from uno_chat.views.reader import Reader


class Clause(NamedTuple):
    """Who (empty where nobody acts) and what was done; ``each`` is how it reads where several did
    the same, empty where that cannot be.
    """

    name: str
    doing: str
    each: str = ""


_GONE = frozenset({Code.STOOD_UP, Code.DROPPED})
_WON = frozenset({game.RoundWon.kind, Code.ROUND_OVER, Code.MATCH_OVER})


def clause(view: TableView, fact: Fact, reader: Reader) -> Clause:
    """A fact in words; raises KeyError for a code that nobody has given words to."""
    if fact.code in _WON and not view.settings.options.counted:
        fact = replace(fact, number=0)  # there are no points
    nobodys = _nobodys(view, fact, reader) or happened(view, fact, reader)
    if nobodys is not None:
        return Clause("", nobodys)
    # A seat that is gone from the table is known by the name that the fact kept.
    name = shown(fact.text) if fact.code in _GONE else view.name(fact.seat)
    doing = _at_cards(view, fact, reader) or _said(view, fact, reader)
    doing = doing or _at_table(fact, reader) or done(fact, reader)
    if doing is None:
        raise KeyError(fact.code)
    return Clause(name, doing, _each(fact, reader))


def _nobodys(view: TableView, fact: Fact, r: Reader) -> str | None:
    match fact.code:
        case "opened":
            return r.t("the first card is {card}", card=_card(fact, r))
        case "opening-returned":
            return r.t("{card} went back into the stock", card=_card(fact, r))
        case "opening-ignored":
            return r.t("{card} was turned over without effect", card=_card(fact, r))
        case "reversed":
            return r.t("play turned round")
        case "rotated":
            return r.tn(
                "all hands moved on by a seat", "all hands moved on by {count} seats", fact.number
            )
        case "smack-ended":
            return r.t("the smack is over")
        case "reshuffled":
            return r.t("the stock was shuffled anew")
        case Code.TABLE_ENDED if fact.why:
            return r.t("the table was closed, because nobody came")
        case Code.TABLE_ENDED:
            return r.t("the table was closed")
        case Code.SETTINGS_CHANGED:
            return r.t("the settings were changed")
        case Code.HANDED_OVER:
            return r.t("is to move now")
        case Code.DREW_FOR_DEAL:
            return r.t("drawn for the deal: {draws}", draws=_draws(view, fact, r))
    return None


def _at_cards(view: TableView, fact: Fact, r: Reader) -> str | None:
    other = view.name(fact.other)
    match fact.code:
        case "played":
            return _played(fact, r)
        case "drew" if fact.number:
            return _drew(fact, r)
        case "kept":
            return r.t("kept the card")
        case "passed" | "drew":
            return r.t("had nothing to draw")
        case "skipped":
            return r.t("missed a turn")
        case "colour-named":
            return r.t("named {colour}", colour=colour_name(fact.colour or "", r))
        case "jumped-in":
            return r.t("jumped in")
        case "swapped":
            return r.t("swapped hands with {name}", name=other)
        case "hands-shuffled":
            return r.t("shuffled all hands")
        case "smacked":
            return r.t("smacked")
        case "fined":
            return r.t("was fined for advice")
        case "wrong-card":
            return r.t("laid {card}, which did not fit", card=_card(fact, r))
    return None


def _said(view: TableView, fact: Fact, r: Reader) -> str | None:
    other = view.name(fact.other)
    match fact.code:
        case "accepted":
            return r.t("accepted")
        case "challenged" if fact.flag:
            return r.t("challenged {name}, who had bluffed", name=other)
        case "challenged":
            return r.t("challenged {name}, who had not bluffed", name=other)
        case "uno-called":
            return r.t("said UNO")
        case "caught" if fact.other is None:
            return r.t("forgot to say UNO")
        case "caught":
            return r.t("was caught by {name} without UNO", name=other)
        case "false-catch":
            return r.t("tried to catch {name} for nothing", name=other)
        case Code.TIME_GIVEN:
            return r.t("gave {name} more time", name=other)
        case Code.SKIP_ASKED:
            return r.t("asked to let a computer play for {name}", name=other)
    return None


def _at_table(fact: Fact, r: Reader) -> str | None:
    match fact.code:
        case "departed":
            return r.t("left the round")
        case "round-won" | Code.ROUND_OVER if fact.number:
            return r.tn(
                "won the round with {count} point", "won the round with {count} points", fact.number
            )
        case "round-won" | Code.ROUND_OVER:
            return r.t("won the round")
        case Code.MATCH_OVER if fact.number:
            return r.tn(
                "won the match with {count} point", "won the match with {count} points", fact.number
            )
        case Code.MATCH_OVER:
            return r.t("won the match")
        case Code.TIMED_OUT:
            return r.t("ran out of time")
        case Code.PLAYED_FOR:
            return r.t("is away: a computer plays from now on")
        case Code.RETURNED:
            return r.t("is back")
        case Code.SAT_DOWN:
            return r.t("sat down")
        case Code.STOOD_UP:
            return r.t("left the table")
        case Code.NEW_HOST:
            return r.t("is the host now")
        case Code.ROUND_STARTED:
            return r.t("dealt round {number}", number=fact.number)
    return None


def _each(fact: Fact, r: Reader) -> str:
    """What several people did one after the other, each for themselves."""
    match fact.code:
        case "drew" if fact.number and fact.why == game.Why.SMACKED_LAST:
            return r.tn(
                "were too slow and drew a card each",
                "were too slow and drew {count} cards each",
                fact.number,
            )
        case "drew" if fact.number:
            return r.tn("drew a card each", "drew {count} cards each", fact.number)
        case "skipped":
            return r.t("missed a turn each")
        case "smacked":
            return r.tc("several", "smacked")
        case Code.SAT_DOWN:
            return r.tc("several", "sat down")
    return ""


def _drew(fact: Fact, r: Reader) -> str:
    match fact.why:
        case game.Why.ACCEPTED:
            return r.tn("took the {count} card", "took the {count} cards", fact.number)
        case game.Why.SMACKED_LAST:
            return r.tn(
                "was too slow and drew a card", "was too slow and drew {count} cards", fact.number
            )
    return r.tn("drew a card", "drew {count} cards", fact.number)


def _played(fact: Fact, r: Reader) -> str:
    card = laid(fact, r)
    if fact.number == 0:
        return r.t("played {card} as the last card", card=card)
    if fact.flag and fact.number == 1:
        return r.t("played {card} and said UNO", card=card)
    return r.t("played {card}", card=card)


def laid(fact: Fact, r: Reader) -> str:
    """The card of a play, or all that were laid with it."""
    first, more = game.card(fact.card or ""), game.cards(fact.text)
    return full_names((first, *more), r) if more else named(first, fact.colour, r)


def _card(fact: Fact, r: Reader) -> str:
    return named(game.card(fact.card or ""), fact.colour, r)


def _draws(view: TableView, fact: Fact, r: Reader) -> str:
    """Who drew which card for the deal; leaders who tied drew again."""
    draws = []
    for draw in fact.text.split("; "):
        pairs = (pair.partition("=") for pair in draw.split())
        draws.append(", ".join(f"{view.name(s)} {full_name(game.card(c), r)}" for s, _, c in pairs))
    return "; ".join(draws)
