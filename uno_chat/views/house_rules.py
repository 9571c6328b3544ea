"""The rules that only some tables play: cards of an edition, and what was agreed besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uno_chat import game
from uno_chat.views.cards import colour_name, short_name
from uno_chat.views.names import shown
from uno_chat.views.reader import Reader


def special_cards(options: game.Options, r: Reader) -> Iterator[str]:
    """How this edition opens a round, and the cards that the classic one does not have."""
    edition = options.printed
    if edition.name == "speed":
        yield r.t("Speed has no published rules: what is played here is our own.")
    if edition.playing_cards:
        yield r.t(
            "Dealt from two ordinary packs with jokers: hearts are red, diamonds yellow, clubs "
            "green, spades blue; 2 to 10 are the numbers 1 to 9, a Jack is Skip, a Queen Reverse, "
            "a King Draw Two, a red ace Wild, a black one Wild Draw Four, a joker the 0 of its "
            "suit."
        )
    if edition.only_numbers_open:
        yield r.t("Only a number opens the round; other cards turned up first do nothing.")
    if game.Symbol.WILD in edition.returned:
        yield r.t(
            "A Wild never opens the round. After an opening Reverse the player to the right of "
            "the dealer begins."
        )
    held = {card.symbol for card in options.pack}
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
        yield _customizable(options, r)
    if game.Symbol.WILD_DOWNPOUR_ONE in held:
        yield r.t(
            "Wild Downpour: {count} of each kind are in the pack. Name the colour; everybody else "
            "draws one or two cards, and nobody misses a turn.",
            count=options.downpours,
        )


def _customizable(options: game.Options, r: Reader) -> str:
    if options.custom_text:
        return r.tn(
            "Wild Customizable: {count} is in the pack, a Wild, and at this table: {text}",
            "Wild Customizable: {count} are in the pack, each a Wild, and at this table: {text}",
            options.customizable,
            text=shown(options.custom_text),
        )
    return r.tn(
        "Wild Customizable: {count} is in the pack, a Wild like any other.",
        "Wild Customizable: {count} are in the pack, each a Wild like any other.",
        options.customizable,
    )


class HouseRule(NamedTuple):
    """``name`` stands on every page of the table and on its button, ``told`` where the rules are
    read; ``told`` is empty where another line of the rules reads differently for it."""

    name: str
    told: str = ""


Rules = dict[str, dict[str, HouseRule]]
"""By the option and its value, as they are typed."""
ON = "on"


def house_rules(options: game.Options, r: Reader) -> Iterator[HouseRule]:
    """What was agreed, one after the other."""
    for name, values in all_rules(r).items():
        agreed = values.get(typed(getattr(options, name)))
        if agreed is not None:
            yield agreed


def typed(value: object) -> str:
    """The value of an option as it is typed."""
    if isinstance(value, bool):
        return ON if value else "off"
    return str(value)


def all_rules(r: Reader) -> Rules:
    """Everything that can be agreed on about the play of cards."""
    return {
        **_of_the_table(r),
        **_answers(r),
        **_hands(r),
        **_out_of_turn(r),
        **_at_a_turn(r),
        **_wild_draw_four(r),
        **_forced(r),
    }


def _of_the_table(r: Reader) -> Rules:
    teams = r.t(
        "Two against two: partners sit opposite each other. When one of them is out, both get the "
        "cards of the two others, and their own do not count."
    )
    return {"teams": {ON: HouseRule(r.t("two against two"), teams)}}


def _answers(r: Reader) -> Rules:
    """What may be laid instead of drawing cards."""
    same = r.t(
        "Stacking: a Draw Two may be answered with a Draw Two, a Wild Draw Four with a Wild Draw "
        "Four. The cards add up; whoever does not answer draws them all."
    )
    cross = r.t(
        "Stacking: Draw Two and Wild Draw Four may be answered with either, if it fits. The cards "
        "add up; whoever does not answer draws them all."
    )
    away = r.t(
        "Turning away: a Skip of its colour passes a Draw Two on to the next player, a Reverse of "
        "its colour sends it back, and what lies on them need only fit."
    )
    return {
        "stacking": {
            "same": HouseRule(r.t("stacking"), same),
            "cross": HouseRule(r.t("stacking, also mixed"), cross),
        },
        "deflect": {ON: HouseRule(r.t("turning cards away"), away)},
    }


def _hands(r: Reader) -> Rules:
    """When hands change their owners."""
    seven = r.t(
        "Seven-o: whoever plays a 7 swaps hands with somebody: {typed}. After a 0 all hands move "
        "on by a seat, the way play runs.",
        typed=r.quoted(_typed_swap("G7", r)),
    )
    last = r.t(
        "A card that trades hands does so as the last one, too: whoever is left without cards "
        "then has won the round."
    )
    return {
        "seven_o": {ON: HouseRule(r.t("seven-o"), seven)},
        "last_card_trades": {ON: HouseRule(r.t("a last card trades hands, too"), last)},
    }


def _out_of_turn(r: Reader) -> Rules:
    """What others may do while somebody is to move."""
    jump = r.t(
        "Jump-in: whoever holds the very card that lies on top, in colour and in number or sign, "
        "may play it out of turn; play goes on from there. A Draw Two waits until the next player "
        "takes it, and after a jump-in it is for whoever comes next then."
    )
    fours = r.t(
        "Who holds a Wild Draw Four may jump in on one: the first one's cards are not drawn, and "
        "the second may be challenged."
    )
    smack = r.t(
        "6-smackdown: after a 6 everybody says {typed}, also who played it; the last one draws "
        "two.",
        typed=r.quoted(r.t("smack")),
    )
    return {
        "jump_in": {ON: HouseRule(r.t("jump-in"), jump)},
        "jump_in_fours": {ON: HouseRule(r.t("jump-in with Wild Draw Four, too"), fours)},
        "smackdown": {ON: HouseRule(r.t("6-smackdown"), smack)},
    }


def _at_a_turn(r: Reader) -> Rules:
    several = r.t(
        "Several cards of one number or sign may be played at once: {typed}. The first must fit, "
        "the last lies on top, and what they do adds up.",
        typed=r.quoted(_typed_several(r)),
    )
    drawing = r.t(
        "Whoever can lay nothing draws without being asked, and play goes on; not while somebody "
        "can be caught without UNO."
    )
    finish = r.t(
        "Nobody goes out on Skip, Reverse, Draw Two or a wild card: whoever lays one as the last "
        "card draws two first and plays on."
    )
    return {
        "keep_drawing": {ON: HouseRule(r.t("drawing until a card fits"))},
        "multi_play": {ON: HouseRule(r.t("several cards at once"), several)},
        "auto_draw": {ON: HouseRule(r.t("drawing by itself"), drawing)},
        "no_action_finish": {ON: HouseRule(r.t("nobody goes out on an action card"), finish)},
    }


def _wild_draw_four(r: Reader) -> Rules:
    return {
        "wd4": {
            "no_bluff": HouseRule(r.t("no bluff with Wild Draw Four")),
            "always": HouseRule(r.t("Wild Draw Four always allowed")),
        }
    }


def _forced(r: Reader) -> Rules:
    """What has to be done, and what it costs to err."""
    return {
        "strict": {ON: HouseRule(r.t("a wrong card costs 2 cards"))},
        "force_play": {ON: HouseRule(r.t("a drawn card that fits is played"))},
        "must_play": {ON: HouseRule(r.t("drawing only when nothing fits"))},
        "save_wilds": {ON: HouseRule(r.t("wild cards may be kept"))},
    }


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
