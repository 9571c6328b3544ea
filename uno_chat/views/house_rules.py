"""The rules that only some tables play: cards of an edition, and what was agreed besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uno_chat import game
from uno_chat.views.cards import colour_name, short_name
from uno_chat.views.reader import Reader


def special_cards(options: game.Options, r: Reader) -> Iterator[str]:
    """How this edition opens a round, and the cards that the classic one does not have."""
    edition = options.printed
    if edition.name == "speed":
        yield r.t("Speed has no published rules: what is played here is our own.")
    if edition.only_numbers_open:
        yield r.t("Only a number opens the round; other cards turned up first do nothing.")
    if game.Symbol.WILD in edition.returned:
        yield r.t(
            "A Wild never opens the round. After an opening Reverse the player to the right of "
            "the dealer begins."
        )
    held = {card.symbol for card in edition.pack}
    if game.Symbol.WILD_SHUFFLE_HANDS in held:
        yield r.t(
            "Wild Shuffle Hands: name the colour; all hands are put together and dealt again, "
            "beginning at your left."
        )
    if game.Symbol.WILD_SWAP_HANDS in held:
        yield r.t(
            "Wild Swap Hands: name the colour; you may swap hands with somebody: {typed}.",
            typed=r.quoted(_typed_swap("WH", r)),
        )
    if game.Symbol.WILD_CUSTOMIZABLE in held:
        yield r.t("Wild Customizable: a Wild like any other.")
    if game.Symbol.WILD_DOWNPOUR_ONE in held:
        yield r.t(
            "Wild Downpour: name the colour; everybody else draws one or two cards, and nobody "
            "misses a turn."
        )


class HouseRule(NamedTuple):
    """``name`` stands on every page of the table, ``told`` where the rules are read. ``told`` is
    empty where another line of the rules reads differently for it."""

    name: str
    told: str = ""


def house_rules(options: game.Options, r: Reader) -> Iterator[HouseRule]:
    """What was agreed about the play of cards, one after the other."""
    yield from _answers(options, r)
    yield from _hands(options, r)
    yield from _out_of_turn(options, r)
    if options.keep_drawing:
        yield HouseRule(r.t("drawing until a card fits"))
    if options.multi_play:
        yield HouseRule(
            r.t("several cards at once"),
            r.t(
                "Several cards of one number or sign may be played at once: {typed}. The first "
                "must fit, the last lies on top, and what they do adds up.",
                typed=r.quoted(_typed_several(r)),
            ),
        )
    if options.auto_draw:
        yield HouseRule(
            r.t("drawing by itself"),
            r.t(
                "Whoever can lay nothing draws without being asked, and play goes on; not while "
                "somebody can be caught without UNO."
            ),
        )
    if options.no_action_finish:
        yield HouseRule(
            r.t("nobody goes out on an action card"),
            r.t(
                "Nobody goes out on Skip, Reverse, Draw Two or a wild card: whoever lays one as "
                "the last card draws two first and plays on."
            ),
        )


def _answers(options: game.Options, r: Reader) -> Iterator[HouseRule]:
    """What may be laid instead of drawing cards."""
    match options.stacking:
        case game.Stacking.SAME:
            yield HouseRule(
                r.t("stacking"),
                r.t(
                    "Stacking: a Draw Two may be answered with a Draw Two, a Wild Draw Four with "
                    "a Wild Draw Four. The cards add up; whoever does not answer draws them all."
                ),
            )
        case game.Stacking.CROSS:
            yield HouseRule(
                r.t("stacking, also mixed"),
                r.t(
                    "Stacking: Draw Two and Wild Draw Four may be answered with either, if it "
                    "fits. The cards add up; whoever does not answer draws them all."
                ),
            )
        case game.Stacking.OFF:
            pass
    if options.deflect:
        yield HouseRule(
            r.t("turning cards away"),
            r.t(
                "Turning away: a Skip of its colour passes a Draw Two on to the next player, a "
                "Reverse of its colour sends it back, and what lies on them need only fit."
            ),
        )


def _hands(options: game.Options, r: Reader) -> Iterator[HouseRule]:
    """When hands change their owners."""
    if options.seven_o:
        yield HouseRule(
            r.t("seven-o"),
            r.t(
                "Seven-o: whoever plays a 7 swaps hands with somebody: {typed}. After a 0 all "
                "hands move on by a seat, the way play runs.",
                typed=r.quoted(_typed_swap("G7", r)),
            ),
        )
    if options.last_card_trades:
        yield HouseRule(
            r.t("a last card trades hands, too"),
            r.t(
                "A card that trades hands does so as the last one, too: whoever is left without "
                "cards then has won the round."
            ),
        )


def _out_of_turn(options: game.Options, r: Reader) -> Iterator[HouseRule]:
    """What others may do while somebody is to move."""
    if options.jump_in:
        yield HouseRule(
            r.t("jump-in"),
            r.t(
                "Jump-in: whoever holds the very card that lies on top, in number and colour, "
                "may play it out of turn; play goes on from there."
            ),
        )
    if options.jump_in_fours:
        yield HouseRule(
            r.t("jump-in with Wild Draw Four, too"),
            r.t(
                "Who holds a Wild Draw Four may jump in on one: the first one's cards are not "
                "drawn, and the second may be challenged."
            ),
        )
    if options.smackdown:
        yield HouseRule(
            r.t("6-smackdown"),
            r.t(
                "6-smackdown: after a 6 everybody says {typed}, also who played it; the last one "
                "draws two.",
                typed=r.quoted(r.t("smack")),
            ),
        )


def _typed_swap(code: str, r: Reader) -> str:
    """``g7 swap NAME``."""
    card = game.card(code)
    words = [short_name(card, r).lower()]
    if card.wild:
        words.append(colour_name(game.Colour.GREEN, r))
    return " ".join((*words, r.t("swap {name}", name=r.t("NAME"))))


def _typed_several(r: Reader) -> str:
    """``r5 g5``."""
    return " ".join(short_name(card, r).lower() for card in game.cards("R5 G5"))
