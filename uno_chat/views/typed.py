"""How a page is answered where there are no buttons: what is asked by number, the rest in words.

A number answers the question of its page and nothing else: cards have theirs where they stand in
the hand, one each, and the colour of a wild card is written behind it. What may be said at any
time is always the same word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uno_chat import game
from uno_chat.contract import Block, Cards, Choice, Paragraph, line
from uno_chat.views.cards import colour_name, faces_of, full_name, full_names, short_name
from uno_chat.views.offers import bluffs, partners, swaps_by_rule
from uno_chat.views.pieces import answered, button, calls
from uno_chat.views.project import HandView, RoundView
from uno_chat.views.reader import Reader
from uno_chat.views.tokens import Token, decode, encode, words_of
from uno_chat.views.words import spoken


def has_numbers(view: HandView, round_: RoundView) -> bool:
    """Whether the cards of a hand are what the question is about."""
    return view.mine and round_.decision is game.Decision.PLAY


def numbered_hand(view: HandView, round_: RoundView, label: str, reader: Reader) -> Cards:
    """The hand with a number for every card, also for those that cannot be laid now."""
    fitting = {play.card for play in _single(view)}

    def note(card: game.Card) -> str:
        if card not in fitting:
            return ""
        return _bluff(round_, reader) if bluffs(view, card) else reader.tc("card", "fits")

    def token(card: game.Card) -> str:
        return encode(Token(view.table.id, round_.clock, words_of(game.Play(card))))

    return Cards(label, faces_of(view.hand, reader, note, token))


def _bluff(round_: RoundView, reader: Reader) -> str:
    colour = "?" if round_.colour is None else colour_name(round_.colour, reader)
    return reader.t("a bluff: you hold {colour}", colour=colour)


def plays(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Choice]:
    """What can be laid and has no number in the hand: the card drawn, an answer to a demand,
    several cards at once. However a wild card is laid, it is one line.
    """
    known = has_numbers(view, round_)
    found = [play for play in _all(view) if play.more or not known]
    for card, more in dict.fromkeys((play.card, play.more) for play in found):
        yield button(
            view.table,
            full_name(card, reader),
            words_of(game.Play(card, more=more), round_.order),
            decision=round_.clock,
            group="together" if more else "cards",
            name=_named(view, card, more, reader),
        )


def _named(view: HandView, card: game.Card, more: tuple[game.Card, ...], reader: Reader) -> str:
    if more:
        return full_names((card, *more), reader)
    name = full_name(card, reader)
    if bluffs(view, card):
        return reader.t("{card}, a bluff", card=name)
    return reader.t("Play {card}", card=name) if view.drawn is not None else name


def _single(view: HandView) -> Iterator[game.Play]:
    return (play for play in _all(view) if not play.more)


def _all(view: HandView) -> Iterator[game.Play]:
    return (move for move in view.choices if isinstance(move, game.Play))


def prompt(view: HandView, round_: RoundView, others: Iterable[str], reader: Reader) -> str:
    """How to answer, with examples from what can be done now; ``others`` are those in words."""
    numbers = dict(_numbers(view, round_))
    if not numbers:
        first = 1 + len(set(view.hand)) if has_numbers(view, round_) else 1
        return _answer((str(first), *others), reader)
    ways = [reader.t("a number or a card")]
    if any(card.wild for card in numbers):
        ways.append(reader.t("a colour for a wild card"))
    if calls(view.table):
        ways.append(reader.t("“uno” if you call it"))
    examples = _quoted((*_examples(view, round_, numbers, reader), *others), reader)
    return reader.t("Answer with {ways}: {examples}.", ways=reader.all_of(ways), examples=examples)


def offers(view: HandView, reader: Reader) -> str:
    """How to take what is offered to somebody of whom nothing is asked."""
    word = spoken("smack", reader)
    if view.jump is not None:
        word = short_name(view.jump.card, reader).lower()
    return _answer(("1", word), reader)


def _answer(examples: Iterable[str], reader: Reader) -> str:
    text = _quoted(examples, reader)
    return reader.t("Answer with a number or in words, like {examples}.", examples=text)


def _quoted(examples: Iterable[str], reader: Reader) -> str:
    return ", ".join(map(reader.quoted, dict.fromkeys(examples)))


def _numbers(view: HandView, round_: RoundView) -> Iterator[tuple[game.Card, int]]:
    """The cards that can be laid, by their numbers on the page."""
    can = {play.card for play in _single(view)}
    there = (
        game.in_order(view.hand) if has_numbers(view, round_) else [p.card for p in _single(view)]
    )
    for number, card in enumerate(dict.fromkeys(there), 1):
        if card in can:
            yield card, number


def _examples(
    view: HandView, round_: RoundView, numbers: dict[game.Card, int], reader: Reader
) -> Iterator[str]:
    """One that is plain, one with a colour, one that trades hands, one with UNO."""
    cards = [*_first(numbers, wild=False), *_first(numbers, wild=True)]
    for card in cards:
        yield _typed(card, numbers[card], reader)
    trading = next((play.card for play in _single(view) if _trades(play, view, round_)), None)
    if trading is not None:
        name = view.table.name(round_.order[partners(view, round_)[0]])
        words = reader.t("swap {name}", name=name)
        yield f"{_typed(trading, numbers[trading], reader)} {words}"
    if calls(view.table):
        yield reader.t("{card} uno", card=_typed(cards[0], numbers[cards[0]], reader))


def _trades(play: game.Play, view: HandView, round_: RoundView) -> bool:
    """Whether it may be said with the card whose hand is taken for it."""
    asks = swaps_by_rule(play, view) and len(partners(view, round_)) > 1
    return asks or play.swap is not None


def _first(numbers: dict[game.Card, int], *, wild: bool) -> list[game.Card]:
    return [card for card in numbers if card.wild is wild][:1]


def _typed(card: game.Card, number: int, reader: Reader) -> str:
    return numbered(number, reader) if card.wild else str(number)


def numbered(number: int, reader: Reader) -> str:
    """The number of a wild card with a colour; in some languages the two alone name a card."""
    colour = colour_name(game.Colour.GREEN, reader)
    return reader.tc("typed", "{number} {colour}", number=number, colour=colour)


def acts(options: Iterable[Choice], reader: Reader, *, before: str = "") -> Block:
    """What may be done besides: buttons, or a line of words."""
    offered = tuple(options)
    return (
        worded(offered, reader, before)
        if reader.typed
        else answered(offered, reader, before=before)
    )


def worded(options: Iterable[Choice], reader: Reader, before: str = "") -> Paragraph:
    """The words of choices in one line; the label stands behind those that need it."""
    return line(reader.t("You can write {words}.", words=_words(options, reader, before)))


def always(options: Iterable[Choice], reader: Reader) -> Iterator[Block]:
    """The words that mean something whoever is to move, if there are any."""
    words = _words(options, reader)
    if words:
        yield line(reader.t("At any time you can write {words}.", words=words))


def _words(options: Iterable[Choice], reader: Reader, before: str = "") -> str:
    return reader.either(dict.fromkeys(_word(option, reader, before) for option in options))


def _said(option: Choice, reader: Reader) -> str:
    token = decode(option.token)
    return spoken(token.words, reader) if token else option.label


def _word(option: Choice, reader: Reader, before: str) -> str:
    word = _said(option, reader)
    label, plain = option.name or option.label, word.casefold()
    typed = reader.quoted(f"{before}{word}")
    if plain in label.casefold() or label.casefold() in plain:
        return typed
    return reader.t("{words} ({label})", words=typed, label=label)
