"""Why something was not done, and what can be done instead: one or two short sentences.

A refusal is read by whoever asked and nobody else, and tells no card but that person's own.
"""

from __future__ import annotations

from uno_chat import game
from uno_chat.contract import Choices, Document, Heading, line
from uno_chat.table.facts import Refused, Why
from uno_chat.table.preparing import MOST
from uno_chat.table.state import Table
from uno_chat.views.cards import colour_name, full_name, named, short_name
from uno_chat.views.late import stale
from uno_chat.views.names import shown
from uno_chat.views.pieces import button, table_name
from uno_chat.views.project import HandView, TableView, hand_view, table_view
from uno_chat.views.reader import Reader
from uno_chat.views.refused_requests import of_people
from uno_chat.views.reminders import of_nudges
from uno_chat.views.typed import numbered


def refusal_page(
    table: Table | None,
    refused: Refused,
    viewer_seat: str | None,
    reader: Reader,
    *,
    number: int = 0,
) -> Document:
    """Why; ``viewer_seat`` is the seat of whoever asked, so that their own cards may be named; a
    card that was said by the ``number`` of a line is called so.
    """
    if table is None:
        return Document((line(_unseated(refused, reader)),))
    view = table_view(table)
    mine = None if view.seat(viewer_seat) is None else hand_view(table, viewer_seat or "")
    text = line(refusal(view, mine, refused, reader, number))
    blocks = (Heading(table_name(view, reader)), text)
    if refused.reason == Why.WHICH_SEAT:
        return Document((*blocks, _catch_choices(view, viewer_seat)))
    return Document(blocks)


def refusal(
    view: TableView, mine: HandView | None, refused: Refused, reader: Reader, number: int = 0
) -> str:
    """The text of a refusal; raises KeyError for a reason that nobody has given words to."""
    text = (
        _about_cards(view, mine, refused, number, reader)
        or _about_turns(view, mine, refused, reader)
        or _about_house_rules(view, refused, reader)
        or _about_time(refused, reader)
        or of_people(view, refused, reader)
        or of_nudges(view, refused, reader)
        or _about_uno(view, refused, reader)
        or _about_seats(view, refused, reader)
        or _about_tables(refused, reader)
    )
    if text is None:
        raise KeyError(refused.reason)
    return text


def _catch_choices(view: TableView, viewer_seat: str | None) -> Choices:
    """One for every other seat with one card, called or not: the counts are known to all."""
    return Choices(
        tuple(
            button(view, shown(seat.name), f"catch {seat.id}")
            for seat in view.seats
            if seat.cards == 1 and seat.id != viewer_seat
        )
    )


def _unseated(refused: Refused, reader: Reader) -> str:
    text = _about_tables(refused, reader)
    if text is None:
        raise KeyError(refused.reason)
    return text


def _about_cards(
    view: TableView, mine: HandView | None, refused: Refused, number: int, r: Reader
) -> str | None:
    name = "" if refused.card is None else full_name(game.card(refused.card), r)
    name = r.t("the card at number {number}", number=number) if number and not name else name
    card = _capital(name)
    match refused.reason:
        case game.Reason.DOES_NOT_FIT:
            why = r.t("{card} does not fit on {top}.", card=card, top=_top(view, r))
        case game.Reason.NOT_IN_HAND:
            why = r.t("{card} is not in your hand.", card=card)
        case game.Reason.HOLDS_THE_COLOUR:
            colour = _colour(view, r)
            why = r.t("{card} is not allowed while you hold {colour}.", card=card, colour=colour)
        case game.Reason.MUST_PLAY:
            why = r.t("You have a card that fits, and at this table it has to be played.")
        case game.Reason.ONLY_THE_DRAWN_CARD:
            return r.t("You drew {card}: only this card can be played now, or kept.", card=name)
        case game.Reason.NEEDS_A_COLOUR if number:
            example = r.quoted(numbered(number, r))
            return r.t("Say the colour with it: {example}.", example=example)
        case game.Reason.NEEDS_A_COLOUR:
            return r.t("Say the colour with it: “{card} green”.", card=name.lower())
        case game.Reason.TAKES_NO_COLOUR:
            return r.t("{card} has its colour already: play it without naming one.", card=card)
        case game.Reason.NOT_A_COLOUR:
            return r.t("The colours are red, yellow, green and blue.")
        case _:
            return None
    return f"{why} {_instead(mine, r)}".strip()


def _about_turns(view: TableView, mine: HandView | None, refused: Refused, r: Reader) -> str | None:
    name = view.name(refused.seat)
    match refused.reason:
        case game.Reason.NOT_YOUR_TURN:
            return _not_your_turn(name, mine, refused, r)
        case game.Reason.COLOUR_FIRST:
            return r.t("First name the colour: red, yellow, green or blue.")
        case game.Reason.ANSWER_FIRST:
            return _answer_first(view, mine, r)
        case game.Reason.ALREADY_DREW:
            return r.t("You have drawn already: play the drawn card or keep it.")
        case game.Reason.NOTHING_DRAWN:
            return r.t("There is no card just drawn: play one of your hand, or draw.")
        case game.Reason.NOTHING_TO_ANSWER:
            return r.t("Nothing is asked of you that could be accepted or challenged.")
        case game.Reason.NO_COLOUR_OWED:
            return r.t("No colour is asked for now.")
        case game.Reason.ROUND_OVER | game.Reason.NOT_OPENED | game.Reason.ALREADY_OPENED:
            return r.t("The round is not in play.")
        case game.Reason.NOTHING_OPENS:
            return r.t("No card in the stock can open the round.")
    return None


def _not_your_turn(name: str, mine: HandView | None, refused: Refused, r: Reader) -> str:
    why = r.t("It is {name}'s turn.", name=name)
    if refused.then is not None and refused.sent is not None:
        ended = r.moment(refused.then, refused.sent)
        why = r.t("Your turn ended at {time}; now it is {name}'s turn.", time=ended, name=name)
    words = "" if mine is None or mine.planned else _example(mine, r)
    if not words:
        return why
    also = r.t("You may prepare a move: {words}.", words=words)
    return f"{why} {also}"


def _example(view: HandView, reader: Reader) -> str:
    """Words that prepare one of the cards in this hand, one that fits now if there is any."""
    round_ = view.table.round
    if round_ is None or not view.hand:
        return ""
    cards = game.in_order(view.hand)
    fitting = [card for card in cards if game.fits(card, round_.colour, round_.top.symbol)]
    card = (fitting or cards)[0]
    words = short_name(card, reader).lower()
    if card.wild:
        words = f"{words} {colour_name(game.Colour.GREEN, reader)}"
    return reader.quoted(reader.t("next {card}", card=words))


def _answer_first(view: TableView, mine: HandView | None, r: Reader) -> str:
    round_, cards = view.round, r.either(_playable(mine, r))
    if round_ is None or round_.decision is not game.Decision.STACK:
        first = r.t("First answer the Wild Draw Four: accept or challenge.")
        also = r.t("You can also pass the cards on with {cards}.", cards=cards)
        return f"{first} {also}" if cards else first
    if not cards:
        return r.t("{count} cards are meant for you: take them first.", count=round_.total)
    return r.t(
        "{count} cards are meant for you: take them, or pass them on with {cards}.",
        count=round_.total,
        cards=cards,
    )


def _about_house_rules(view: TableView, refused: Refused, r: Reader) -> str | None:
    match refused.reason:
        case game.Reason.SWAP_FIRST:
            others = map(view.name, view.round.after if view.round else ())
            return r.t("First say whose hand you take: {names}?", names=r.either(others))
        case game.Reason.NO_SWAP:
            return r.t("No hands are swapped now.")
        case game.Reason.NOT_ALIKE:
            return r.t("Only cards of the same number or sign can be laid together, no wild ones.")
        case game.Reason.ONE_CARD_ONLY:
            return r.t("Only one card can be laid now.")
        case game.Reason.NOTHING_TO_SMACK:
            return r.t("There is nothing to smack now: that comes after a 6, where it is played.")
        case game.Reason.ALREADY_SMACKED:
            return r.t("You have smacked already.")
        case game.Reason.NO_FINES:
            return r.t("At this table nobody is fined: that goes with strict=on.")
        case game.Reason.NOT_YOURSELF:
            return r.t("That has to be somebody else. If you forgot UNO yourself, say “uno”.")
    return None


def _about_time(refused: Refused, r: Reader) -> str | None:
    match refused.reason:
        case Why.NO_ROUND if refused.then is not None and refused.sent is not None:
            ended = r.moment(refused.then, refused.sent)
            return r.t(
                "The round ended at {time}. The next one begins when all are ready.", time=ended
            )
        case Why.NO_ROUND:
            return r.t("No round is being played. The next one begins when all are ready.")
        case Why.AHEAD:
            return r.t("That is for a turn that has not come. Here is your hand now.")
        case Why.STALE:
            return stale(refused, r)
        case Why.YOUR_TURN:
            return r.t("It is your turn: say it without “next”. You can prepare the one after it.")
        case Why.NOTHING_PREPARED:
            return r.t("You have prepared nothing.")
        case Why.TOO_MANY_PREPARED:
            return r.t("That is too much for one turn: {count} at most.", count=MOST)
        case Why.ALREADY_NOTED:
            return r.t("You have chosen already; it is played as soon as that may be.")
        case Why.SENT_BEFORE if refused.then is not None and refused.sent is not None:
            return r.t(
                "You wrote this at {sent}, and it became your turn at {then}. Write it again.",
                sent=r.exact(refused.sent),
                then=r.exact(refused.then),
            )
        case Why.SENT_BEFORE:
            return r.t("You wrote this before it was your turn. Write it again.")
        case Why.NOT_AWAY:
            return r.t("You play yourself already: no computer plays for you.")
        case Why.NO_CLOCK:
            return r.t("No time runs at this table now.")
        case Why.NOT_TO_YOURSELF:
            return r.t("Only the others can give you time.")
        case Why.GAVE_ALREADY:
            return r.t("You have given time already in this turn.")
    return None


def _about_uno(view: TableView, refused: Refused, r: Reader) -> str | None:
    name = view.name(refused.seat)
    match refused.reason:
        case game.Reason.NO_CALLS:
            return r.t("At this table nobody has to be caught or to say UNO.")
        case game.Reason.ALREADY_CALLED if refused.seat is not None:
            return r.t("{name} has said UNO.", name=name)
        case game.Reason.ALREADY_CALLED:
            return r.t("You have said UNO already.")
        case game.Reason.NOTHING_TO_CALL:
            return r.t("There is nothing to call: UNO goes with the last card but one.")
        case game.Reason.NOTHING_TO_CATCH:
            return r.t("Nothing to catch.")
        case Why.WHICH_SEAT:
            names = r.either(map(shown, refused.names))
            return r.t("Whom do you mean: {names}?", names=names)
        case Why.CATCH_TOO_LATE if refused.then is not None and refused.sent is not None:
            return _too_late(view, refused, r)
        case Why.CATCH_TOO_LATE:
            return r.t("Too late.")
        case Why.CATCH_RUNNING:
            return r.t("Somebody else was first.")
        case Why.CATCH_TOO_OFTEN:
            return r.t("Nothing to catch. You can try again after this turn.")
    return None


def _too_late(view: TableView, refused: Refused, r: Reader) -> str:
    assert refused.then is not None
    assert refused.sent is not None
    then, sent = r.exact(refused.then), r.exact(refused.sent)
    if refused.seat is None:
        return r.t(
            "Too late: the time was over at {then}, your catch came at {sent}.",
            then=then,
            sent=sent,
        )
    return r.t(
        "Too late: {name} began the turn at {then}, your catch came at {sent}.",
        name=view.name(refused.seat),
        then=then,
        sent=sent,
    )


def _about_seats(view: TableView, refused: Refused, r: Reader) -> str | None:
    match refused.reason:
        case game.Reason.NOT_SEATED if refused.seat is not None:
            return r.t("{name} is not in this round.", name=view.name(refused.seat))
        case Why.NOT_SEATED | game.Reason.NOT_SEATED:
            return r.t("You have no seat at this table. Sit down with “join”.")
        case Why.ALREADY_SEATED:
            return r.t("You have a seat at this table already.")
        case Why.NOT_IN_THIS_ROUND if refused.seat is not None:
            return r.t("{name} is not in this round.", name=view.name(refused.seat))
        case Why.OUT_OF_MATCH:
            return r.t("You are out of this match; the next one is open to you again.")
        case Why.NOT_IN_THIS_ROUND:
            return r.t("You play from the next round on.")
        case Why.NOT_HOST:
            host = next((seat for seat in view.seats if seat.host), None)
            if host is None:
                return r.t("Only the host can do that.")
            return r.t("Only the host can do that: ask {name}.", name=shown(host.name))
        case Why.UNREACHABLE:
            return r.t(
                "No cards can be sent to {names} yet: the table says what has to be done.",
                names=r.all_of(map(shown, refused.names)),
            )
        case Why.TOO_FEW if refused.number > 2:
            return r.t(
                "This takes {count}: ask somebody to join, or add a computer.",
                count=refused.number,
            )
        case Why.TOO_MANY:
            return r.t(
                "No more than {count} can play this: somebody has to leave, or the settings have "
                "to change.",
                count=refused.number,
            )
        case Why.TOO_FEW:
            return r.t("A round needs two: ask somebody to join, or add a computer.")
    return None


def _about_tables(refused: Refused, r: Reader) -> str | None:
    match refused.reason:
        case Why.TABLE_FULL:
            return r.t("All {count} seats are taken.", count=refused.number)
        case Why.NO_SUCH_SEAT:
            return r.t("Nobody of that name sits at this table.")
        case Why.NOT_IN_LOBBY:
            return r.t("That can only be done before the first card is dealt.")
        case Why.NOT_BETWEEN_ROUNDS:
            return r.t("That can only be done between two rounds.")
        case Why.TABLE_OVER:
            return r.t(
                "This table is closed. Open a new one with {command}.", command=r.command("new")
            )
    return None


def _instead(mine: HandView | None, r: Reader) -> str:
    """What fits, from the asker's own hand."""
    kinds = {type(move) for move in mine.choices} if mine else set()
    if mine is None or not kinds:
        return ""
    if game.Accept in kinds:
        return _answer_first(mine.table, mine, r)
    cards = r.either(_playable(mine, r))
    if game.Draw in kinds and cards:
        return r.t("You can play {cards}, or draw.", cards=cards)
    if game.Draw in kinds:
        return r.t("Nothing of yours fits: draw a card.")
    if game.Keep in kinds:
        return r.t("You can play {cards}, or keep it.", cards=cards)
    return r.t("You can play {cards}.", cards=cards) if cards else ""


def _playable(mine: HandView | None, r: Reader) -> list[str]:
    """Each different card once."""
    plays = (move for move in mine.choices if isinstance(move, game.Play)) if mine else ()
    return [full_name(card, r) for card in game.in_order({play.card for play in plays})]


def _top(view: TableView, r: Reader) -> str:
    round_ = view.round
    if round_ is None:
        return ""
    return named(round_.top, round_.colour if round_.top.wild else None, r)


def _colour(view: TableView, r: Reader) -> str:
    round_ = view.round
    return "" if round_ is None or round_.colour is None else colour_name(round_.colour, r)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
