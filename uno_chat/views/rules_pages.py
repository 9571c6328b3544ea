"""The rules that apply at a table and no others, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from uno_chat import game
from uno_chat.contract import Block, Document, Heading, line
from uno_chat.table.pace import Night, Pace
from uno_chat.table.settings import Absent, Settings, Vacations
from uno_chat.table.state import Table
from uno_chat.views.cards import full_name
from uno_chat.views.house_rules import house_rules, special_cards
from uno_chat.views.pieces import card_count, coded, table_name
from uno_chat.views.project import table_view
from uno_chat.views.reader import Reader
from uno_chat.views.summary import summary

_CLASSIC = game.EDITIONS["classic108"].pack


def rules_page(table: Table | None, reader: Reader) -> Document:
    """In a dozen lines; without a table, the official rules."""
    if table is None:
        settings, title = Settings(), reader.t("Rules")
        return Document((Heading(title), *_rules(settings, reader)))
    view = table_view(table)
    blocks = (
        Heading(table_name(view, reader)),
        line(summary(view.settings, reader)),
        *_rules(view.settings, reader),
    )
    if view.round is None:
        return Document(blocks)
    return Document((*blocks, coded(reader.t("Sealed shuffle:"), view.round.commitment)))


def _rules(settings: Settings, r: Reader) -> Iterator[Block]:
    yield from map(line, _turn(settings.options, r))
    yield from map(line, special_cards(settings.options, r))
    yield from (line(rule.told) for rule in house_rules(settings.options, r) if rule.told)
    yield from map(line, _even(settings, r))
    yield line(_uno(settings, r))
    yield from map(line, _mistakes(settings.options, r))
    yield line(_scoring(settings.options, r))
    yield from map(line, _time(settings.pace, r))
    yield from map(line, _absence(settings, r))


def _absence(settings: Settings, r: Reader) -> Iterator[str]:
    """What comes of not coming: nobody should learn that from what happens."""
    if settings.pace.base is None:
        return
    yield r.t(
        "After three turns in a row that run out, or two if you have not played at all, a computer "
        "plays for you until you are back."
    )
    yield _vacation(settings, r)
    match settings.absent:
        case Absent.SUBSTITUTE:
            yield r.t("If you stay away for long, somebody else may play on with your cards.")
        case Absent.REMOVE:
            yield r.t("If you stay away for long, your cards go back into the game.")
        case Absent.KEEP:
            pass


def _time(pace: Pace, r: Reader) -> Iterator[str]:
    """What a turn may take, in full: nobody should have to ask how the clock counts."""
    if pace.base is None:
        yield r.t("A turn takes as long as it takes.")
        return
    yield r.t(
        "Each turn has {time}. After that a card is drawn for you and play goes on.",
        time=r.span(pace.base + pace.bank),
    )
    if pace.bank and pace.refill:
        yield r.t(
            "{base} of these are for each turn; the other {bank} are your reserve: what you use of "
            "it is gone, and every turn without it gives {refill} back.",
            base=r.span(pace.base),
            bank=r.span(pace.bank),
            refill=r.span(pace.refill),
        )
    elif pace.bank:
        yield r.t(
            "{base} of these are for each turn; the other {bank} are your reserve: what you use of "
            "it is gone.",
            base=r.span(pace.base),
            bank=r.span(pace.bank),
        )
    match pace.night:
        case Night.STOPS:
            yield r.t("In your quiet hours your time stands still.")
        case Night.ROLLS:
            yield r.t("A turn never ends in your quiet hours: it ends an hour after them.")
        case Night.COUNTS:
            pass
    if pace.weekend:
        yield r.t("Your weekend does not count.")


def _vacation(settings: Settings, r: Reader) -> str:
    match settings.vacation:
        case Vacations.AUTOPILOT:
            return r.t("While you are on vacation, a computer plays for you.")
        case Vacations.PAUSE:
            return r.t(
                "While you are on vacation, your turns wait, for three days in a round at most; "
                "then a computer plays for you."
            )
        case Vacations.NONE:
            return r.t("At this table there is no vacation.")
    assert_never(settings.vacation)


def _turn(options: game.Options, r: Reader) -> Iterator[str]:
    yield r.t("Seven cards each. Whoever gets rid of all cards first wins the round.")
    yield r.t("In turn, lay a card of the colour, the number or the sign on top, or a wild card.")
    yield f"{_drawing(options, r)} {_drawn(options, r)}"
    yield r.t(
        "Skip: the next player misses a turn. Reverse: play turns round (with two players: "
        "your turn again). Draw Two: the next player draws two and misses a turn."
    )
    yield r.t("Wild: lay it on anything and name the colour.")
    yield _wild_draw_four(options, r)


def _drawing(options: game.Options, r: Reader) -> str:
    if options.must_play and options.save_wilds:
        if options.keep_drawing:
            return r.t("Whoever has no coloured card that fits draws until a card fits.")
        return r.t("Whoever has no coloured card that fits draws one card.")
    match options.must_play, options.keep_drawing:
        case True, True:
            return r.t("Whoever has nothing that fits draws until a card fits.")
        case True, False:
            return r.t("Whoever has nothing that fits draws one card.")
        case False, True:
            return r.t("Or draw until a card fits, even if you could play.")
    return r.t("Or draw one card, even if you could play.")


def _drawn(options: game.Options, r: Reader) -> str:
    if options.force_play and options.save_wilds:
        return r.t("If it fits it is played at once; a wild card may be kept.")
    if options.force_play:
        return r.t("If it fits it is played at once.")
    if options.keep_drawing:
        return r.t("You may play that card at once or keep it.")
    return r.t("If it fits you may play it at once, else the turn is over.")


def _wild_draw_four(options: game.Options, r: Reader) -> str:
    match options.wd4:
        case game.FourRule.ALWAYS:
            return r.t(
                "Wild Draw Four: name the colour; the next player draws four and misses a turn."
            )
        case game.FourRule.NO_BLUFF:
            return r.t(
                "Wild Draw Four: only without a card of the colour that counts. Name the colour; "
                "the next player draws four and misses a turn, or challenges: that costs six."
            )
        case game.FourRule.BLUFF:
            return r.t(
                "Wild Draw Four: allowed without a card of the colour that counts; but you may "
                "bluff. Name the colour; the next player draws four and misses a turn, or "
                "challenges: a bluffer draws the four, a wrong challenge costs six."
            )


def _uno(settings: Settings, r: Reader) -> str:
    penalty = card_count(settings.options.uno_penalty, r)
    match settings.options.uno_mode:
        case game.UnoMode.NONE:
            return r.t("Nobody has to say UNO.")
        case game.UnoMode.AUTO:
            return r.t("The table says UNO for whoever has one card left.")
        case game.UnoMode.AUTO_PENALTY:
            return r.t(
                "Say UNO with your last card but one. If you have not when the next player acts, "
                "it costs {penalty}.",
                penalty=penalty,
            )
        case game.UnoMode.CALL:
            text = r.t(
                "Say UNO with your last card but one, or after it before somebody notices. "
                "Whoever is caught before the next player acts draws {penalty}.",
                penalty=penalty,
            )
            return f"{text} {_limit(settings, r)}".strip()
    assert_never(settings.options.uno_mode)


def _even(settings: Settings, r: Reader) -> Iterator[str]:
    """What races wait for, so that no network decides them."""
    options, time = settings.options, r.span(settings.tie)
    if options.jump_in and settings.tie:
        yield r.t(
            "What the next player does waits {time} for somebody to jump in, who then goes first.",
            time=time,
        )
    if options.smackdown and settings.tie:
        yield r.t(
            "Whoever smacks within {time} of the one before is not last: nobody draws.", time=time
        )


def _limit(settings: Settings, r: Reader) -> str:
    if settings.window_limit is None:
        return ""
    return r.t("After {time} nobody is caught any more.", time=r.span(settings.window_limit))


def _mistakes(options: game.Options, r: Reader) -> Iterator[str]:
    if options.false_catch:
        count = card_count(options.false_catch, r)
        yield r.t("Whoever catches somebody for nothing draws {count}.", count=count)
    if options.false_uno:
        count = card_count(options.false_uno, r)
        yield r.t("Whoever says UNO for nothing draws {count}.", count=count)
    if options.strict:
        yield r.t("A card that does not fit is taken back, costs two cards and the turn.")


def _scoring(options: game.Options, r: Reader) -> str:
    goal = options.goal
    if options.best_of:
        return r.t(
            "Rounds are counted, not points: whoever has won more of {count} than anybody else can "
            "still win has won the match. If nobody is ahead after them, one more is played.",
            count=options.best_of,
        )
    if not goal:
        return r.t("No points: whoever wins the round wins the match.")
    if options.teams:
        text = r.t("The partners who have {goal} first win.", goal=goal)
        return " ".join((text, *_worth(options, r)))
    if options.scoring is game.Scoring.ELIMINATION:
        text = r.t(
            "Everybody writes down the cards left in their hand. Whoever has {goal} is out; the "
            "last one left wins.",
            goal=goal,
        )
    elif options.scoring is game.Scoring.LOWEST:
        text = r.t(
            "Everybody writes down the cards left in their hand. When somebody has {goal}, "
            "the lowest total wins.",
            goal=goal,
        )
    else:
        text = r.t(
            "The winner of a round gets the cards left in all other hands. "
            "Whoever has {goal} first wins.",
            goal=goal,
        )
    return " ".join((text, *_worth(options, r)))


def _worth(options: game.Options, r: Reader) -> Iterator[str]:
    """What cards count; those that only some editions have, by name."""
    yield r.t("Numbers count their value, Skip, Reverse and Draw Two 20, wild cards 50.")
    special = sorted(set(options.pack) - set(_CLASSIC), key=lambda card: card.order)
    for points in sorted({card.points for card in special}, reverse=True):
        names = r.all_of(full_name(card, r) for card in special if card.points == points)
        yield r.t("{cards} count {points}.", points=points, cards=names)
