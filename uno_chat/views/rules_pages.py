"""The rules that apply at a table and no others, and the settings that make them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from uno_chat import game
from uno_chat.contract import Block, Document, Heading, Mark, Paragraph, Span, line
from uno_chat.table.settings import Settings
from uno_chat.table.state import Phase, Table
from uno_chat.views.pieces import coded, table_name
from uno_chat.views.project import table_view
from uno_chat.views.reader import Reader
from uno_chat.views.summary import summary

_UNO_MODES = {
    game.UnoMode.CALL: "official",
    game.UnoMode.AUTO: "auto",
    game.UnoMode.AUTO_PENALTY: "auto-penalty",
    game.UnoMode.NONE: "off",
}


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


def settings_page(table: Table, reader: Reader) -> Document:
    """What is agreed, and how the host changes it before the first deal."""
    view = table_view(table)
    blocks: tuple[Block, ...] = (
        Heading(table_name(view, reader)),
        line(summary(view.settings, reader)),
        *(_setting(name, value) for name, value in _values(view.settings)),
    )
    if view.phase is not Phase.LOBBY:
        return Document((*blocks, line(reader.t("Settings are fixed once cards are dealt."))))
    example = reader.command("settings goal=200 turn=8h")
    return Document(
        (*blocks, line(reader.t("The host changes them like this: {example}", example=example)))
    )


def _rules(settings: Settings, r: Reader) -> Iterator[Block]:
    options = settings.options
    yield line(r.t("Seven cards each. Whoever gets rid of all cards first wins the round."))
    yield line(
        r.t("In turn, lay a card of the colour, the number or the sign on top, or a wild card.")
    )
    yield from _drawing(settings, r)
    yield line(
        r.t(
            "Skip: the next player misses a turn. Reverse: play turns round (with two players: "
            "your turn again). Draw Two: the next player draws two and misses a turn."
        )
    )
    yield line(r.t("Wild: lay it on anything and name the colour."))
    yield line(_wild_draw_four(settings, r))
    if options.strict:
        yield line(r.t("A card that does not fit is taken back, costs two cards and the turn."))
    yield line(_uno(settings, r))
    yield line(_scoring(settings, r))
    if settings.turn_limit is not None:
        yield line(
            r.t(
                "Each turn has {time}. After that a card is drawn for you and play goes on.",
                time=r.span(settings.turn_limit),
            )
        )


def _drawing(settings: Settings, r: Reader) -> Iterator[Block]:
    options = settings.options
    if options.must_play:
        first = r.t("Whoever has nothing that fits draws one card.")
    else:
        first = r.t("Or draw one card, even if you could play.")
    if options.force_play:
        then = r.t("If it fits it is played at once.")
    else:
        then = r.t("If it fits you may play it at once, else the turn is over.")
    yield line(f"{first} {then}")


def _wild_draw_four(settings: Settings, r: Reader) -> str:
    match settings.options.wd4:
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
    penalty = r.tn("{count} card", "{count} cards", settings.options.uno_penalty)
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
            return r.t(
                "Say UNO with your last card but one, or after it before somebody notices. "
                "Whoever is caught before the next player acts draws {penalty}.",
                penalty=penalty,
            )


def _scoring(settings: Settings, r: Reader) -> str:
    goal = settings.options.goal
    worth = r.t("Numbers count their value, Skip, Reverse and Draw Two 20, wild cards 50.")
    if not goal:
        return r.t("No points: whoever wins the round wins the match.")
    if settings.options.scoring is game.Scoring.LOWEST:
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
    return f"{text} {worth}"


def _setting(name: str, value: str) -> Paragraph:
    return Paragraph((Span(f"{name}={value}", frozenset({Mark.CODE})),))


def _values(settings: Settings) -> Iterator[tuple[str, str]]:
    """By the names under which they are set."""
    for name, value in settings.options.as_mapping().items():
        if name != "uno_mode":
            yield name, str(value).lower()
    yield "uno", "capped" if settings.capped else _UNO_MODES[settings.options.uno_mode]
    yield "turn", _length(settings.turn_limit)
    yield "hold", _length(settings.hold)
    yield "tie", _length(settings.tie)
    yield "pause", "-".join(map(_length, settings.pause))


def _length(length: timedelta | None) -> str:
    """As durations are typed: 90s, 10m, 8h, 2d."""
    if length is None:
        return "none"
    seconds = round(length.total_seconds())
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
