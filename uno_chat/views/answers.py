"""The choices of a seat in a round: one tap plays, with the colour of a wild card in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uno_chat import game
from uno_chat.contract import Block, Choice, Choices, Tint, line
from uno_chat.views import typed
from uno_chat.views.agreeing import of_people
from uno_chat.views.cards import TINTS, colour_name, face_of, full_names, letter, named, short_name
from uno_chat.views.names import shown
from uno_chat.views.offers import bluffs, leaves, offered
from uno_chat.views.pieces import button, calls, card_count, catches, smack
from uno_chat.views.planned import taking_back
from uno_chat.views.project import HandView, RoundView, SeatView
from uno_chat.views.reader import Reader
from uno_chat.views.tokens import words_of


def choices(view: HandView, round_: RoundView, reader: Reader, leaf: int = 1) -> Iterator[Block]:
    """What answers the decision, if this seat owes it, of many plays those on one ``leaf``; then
    what can be said at any time.
    """
    moves = [move for move in view.choices if not isinstance(move, game.Play)]
    others = tuple(_other(view, round_, move, reader) for move in moves)
    now = tuple(_between_turns(view, round_, reader))
    always = (*_always(view, reader), *of_people(view, reader))
    if reader.typed:
        answers = (*typed.plays(view, round_, reader), *others)
        how = typed.offers(view, reader) if now else ""
        if view.choices:
            how = typed.prompt(view, round_, _in_words(view, round_, moves, reader), reader)
        if answers or now:
            yield Choices((*answers, *now), how)
        elif how:  # the cards of the hand are all there is
            yield line(how)
        yield from typed.always((*taking_back(view, reader), *always), reader)
        return
    plays = tuple(_leafed(tuple(_plays(view, round_, reader)), leaf, view, reader))
    how = _prompt((*plays, *others), view, round_, reader) if plays or others else ""
    yield Choices((*plays, *others, *taking_back(view, reader), *now, *always), how)


def _in_words(
    view: HandView, round_: RoundView, moves: Iterable[game.Move], reader: Reader
) -> Iterator[str]:
    """Moves as they are typed; of colours and partners one is enough."""
    told = set()
    for move in moves:
        if type(move) in told:
            continue
        told.add(type(move))
        partner = _partner(view, round_, move.seat) if isinstance(move, game.Swap) else None
        if partner is not None:
            yield reader.t("swap {name}", name=shown(partner.name))
        else:
            yield _label(view, round_, move, reader)[0].lower()


def _plays(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Choice]:
    before = None
    for play in offered(view, round_):
        yield _play(view, round_, play, before, reader)
        before = play


def _leafed(
    plays: tuple[Choice, ...], leaf: int, view: HandView, reader: Reader
) -> Iterator[Choice]:
    """One leaf of the plays, and the ways to those beside it."""
    found = leaves(plays)
    number = min(max(leaf, 1), len(found))
    yield from found[number - 1]
    for other, sign in ((number - 1, "← {}"), (number + 1, "{} →")):
        if 1 <= other <= len(found):
            name = reader.t("page {number} of {count}", number=other, count=len(found))
            label = sign.format(f"{other}/{len(found)}")
            yield button(view.table, label, f"page {other}", group="leaves", name=name)


def _play(
    view: HandView, round_: RoundView, play: game.Play, before: game.Play | None, reader: Reader
) -> Choice:
    """A card, or one of several ways to lay it, of which only the first needs its whole name."""
    label = _short(view, round_, play, reader)
    again = before is not None and _row(before) == _row(play) and before.card is play.card
    return button(
        view.table,
        _marked(view, play, label, reader),
        words_of(play, round_.order),
        decision=round_.clock,
        group=_row(play),
        name=_way(view, round_, play, reader) if again else _full(view, round_, play, reader),
        tint=TINTS[play.colour] if play.colour else face_of(play.top, reader).tint,
    )


def _marked(view: HandView, play: game.Play, label: str, reader: Reader) -> str:
    """A drawn card says that it is laid, a bluff that it is one."""
    if bluffs(view, play.card):
        return f"⚠ {label}"
    return reader.t("Play {card}", card=label) if view.drawn is not None else label


def _row(play: game.Play) -> str:
    """What shares a row: single coloured cards; all ways to lay a wild card; all trades of one."""
    if play.more:
        return "together"
    if play.swap is not None:
        return f"swap {play.card} {play.colour or ''}"
    return str(play.card) if play.card.wild else "cards"


def _short(view: HandView, round_: RoundView, play: game.Play, reader: Reader) -> str:
    words = [short_name(card, reader) for card in (play.card, *play.more)]
    if play.colour is not None:
        words.append(letter(play.colour, reader))
    partner = _partner(view, round_, play.swap)
    if partner is not None:
        words += ["↔", shown(partner.name)]
    return " ".join(words)


def _full(view: HandView, round_: RoundView, play: game.Play, reader: Reader) -> str:
    if play.more:
        return full_names((play.card, *play.more), reader)
    name, partner = named(play.card, play.colour, reader), _partner(view, round_, play.swap)
    if bluffs(view, play.card):
        return reader.t("{card}, a bluff", card=name)
    if partner is None:
        return name
    return reader.t("{card}, swap with {name}", card=name, name=shown(partner.name))


def _way(view: HandView, round_: RoundView, play: game.Play, reader: Reader) -> str:
    """What tells this way to lay the card from the one before."""
    partner = _partner(view, round_, play.swap)
    if partner is not None:
        return shown(partner.name)
    return (
        _full(view, round_, play, reader)
        if play.colour is None
        else colour_name(play.colour, reader)
    )


def _partner(view: HandView, round_: RoundView, number: int | None) -> SeatView | None:
    return None if number is None else view.table.seat(round_.order[number])


def _other(view: HandView, round_: RoundView, move: game.Move, reader: Reader) -> Choice:
    label, tint = _label(view, round_, move, reader)
    match move:
        case game.NameColour():
            group = "colours"
        case game.Swap():
            group = "partners"
        case _:
            group = "turn"
    words = words_of(move, round_.order)
    return button(view.table, label, words, decision=round_.clock, group=group, tint=tint)


def _label(
    view: HandView, round_: RoundView, move: game.Move, reader: Reader
) -> tuple[str, Tint | None]:
    match move:
        case game.NameColour(colour):
            return colour_name(colour, reader), TINTS[colour]
        case game.Swap(number) if partner := _partner(view, round_, number):
            count = card_count(partner.cards or 0, reader)
            return reader.t("{name} ({told})", name=shown(partner.name), told=count), None
        case game.Keep():
            return reader.t("Keep it"), None
        case game.Accept():
            return reader.t("Take {count}", count=round_.total), None
        case game.Challenge():
            return reader.t("Challenge"), None
        case _:
            return reader.t("Draw"), None


def _between_turns(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Choice]:
    """What a house rule lets this seat do whoever is to move."""
    if view.jump is not None:
        card, colour = view.jump.card, view.jump.colour
        label = reader.t("Jump in: {card}", card=_short(view, round_, view.jump, reader))
        name = reader.t("Jump in: {card}", card=named(card, colour, reader))
        tint = TINTS[colour] if colour else face_of(card, reader).tint
        words = words_of(view.jump, round_.order)
        yield button(view.table, label, words, group="now", name=name, tint=tint)
    if view.seat.id in round_.smack:
        yield smack(view.table, reader)


def _always(view: HandView, reader: Reader) -> Iterator[Choice]:
    """At every hand size and always the same, so that a button never is a hint."""
    if calls(view.table):
        yield button(view.table, reader.t("UNO!"), "uno", group="say")
    if catches(view.table):
        yield button(view.table, reader.t("Catch"), "catch", group="say")


def _prompt(answers: tuple[Choice, ...], view: HandView, round_: RoundView, reader: Reader) -> str:
    """How to answer in words, with examples from what can be done now."""
    typed = list(dict.fromkeys(_examples(view, round_, reader)))
    typed += [answer.label.lower() for answer in answers if answer.group == "turn"]
    examples = ", ".join(map(reader.quoted, typed))
    return reader.t("Answer with a number or in words, like {examples}.", examples=examples)


def _examples(view: HandView, round_: RoundView, reader: Reader) -> Iterator[str]:
    """A card, one with a colour, one that trades, several at once, one with UNO."""
    plays = offered(view, round_)
    of_each = (
        plays[:1],
        [play for play in plays if play.colour][:1],
        [play for play in plays if play.swap is not None][:1],
        [play for play in plays if play.more][:1],
    )
    for play in (play for some in of_each for play in some):
        yield _typed(view, round_, play, reader)
    if plays and calls(view.table):
        yield reader.t("{card} uno", card=_typed(view, round_, plays[0], reader))
    for move in view.choices:
        match move:
            case game.Swap(number) if partner := _partner(view, round_, number):
                yield reader.t("swap {name}", name=shown(partner.name))
                return
            case game.NameColour(colour):
                yield colour_name(colour, reader)
                return


def _typed(view: HandView, round_: RoundView, play: game.Play, reader: Reader) -> str:
    words = [short_name(card, reader).lower() for card in (play.card, *play.more)]
    if play.colour is not None:
        words.append(colour_name(play.colour, reader))
    partner = _partner(view, round_, play.swap)
    if partner is not None:
        words.append(reader.t("swap {name}", name=shown(partner.name)))
    return " ".join(words)
