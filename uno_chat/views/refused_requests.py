"""Why something that people ask of each other was not done: a pause, a vote, a free seat."""

from __future__ import annotations

from uno_chat.table.facts import Refused, Why
from uno_chat.views.project import TableView
from uno_chat.views.reader import Reader


def of_people(view: TableView, refused: Refused, reader: Reader) -> str | None:
    """The sentence, if it is about such a thing."""
    return (
        _about_pauses(refused, reader)
        or _about_votes(view, refused, reader)
        or _about_seats(view, refused, reader)
    )


def _then(refused: Refused, r: Reader) -> str:
    """From when on it can be asked again, if that is known."""
    if refused.then is None or refused.sent is None:
        return ""
    return r.until(refused.then, refused.sent)


def _about_seats(view: TableView, refused: Refused, r: Reader) -> str | None:
    match refused.reason:
        case Why.SEAT_NOT_OFFERED:
            return _why_not_free(view, refused.seat, r)
        case Why.NO_VACATION:
            return r.t("At this table there is no vacation.")
        case Why.SEAT_IS_YOURS:
            return r.t("That is your own seat. Where a computer plays for you, say “back”.")
        case Why.LEAVES_ALREADY:
            return r.t("You leave after this round already; “join” takes it back.")
    return None


def _why_not_free(view: TableView, seat: str | None, r: Reader) -> str:
    """Why a seat is not free, and how to have one all the same."""
    found, join = view.seat(seat), r.command("join")
    if found is None:
        return r.t(
            "Nobody has left a seat to be played on. {command} takes a free one.", command=join
        )
    if found.away:
        return r.t(
            "A computer plays for {name}, who may still come back. {command} takes another seat.",
            name=view.name(seat),
            command=join,
        )
    if found.level is not None:
        return r.t(
            "{name} is a computer and keeps that seat. {command} takes another.",
            name=view.name(seat),
            command=join,
        )
    return r.t(
        "{name} has not left that seat. {command} takes another.",
        name=view.name(seat),
        command=join,
    )


def _about_pauses(refused: Refused, r: Reader) -> str | None:
    then = _then(refused, r)
    match refused.reason:
        case Why.PAUSED_ALREADY:
            return r.t("The table stands still already.")
        case Why.PAUSE_LENGTH:
            return r.t("A pause is an hour to 7 days, one of the host alone a day at most.")
        case Why.PAUSE_REASON:
            example = r.command(r.t("pause host 8h No power here"))
            return r.t("Say why, like this: {example}.", example=r.quoted(example))
        case Why.NOT_PAUSED:
            return r.t("The table does not stand still.")
        case Why.RESUME_TOO_SOON if then:
            return r.t("A pause can be ended after half of it: {time}.", time=then)
        case Why.RESUME_TOO_SOON:
            return r.t("A pause can be ended after half of it.")
        case Why.HOST_PAUSED_BEFORE:
            return r.t("You have stopped this round once; ask the others for a pause.")
        case Why.NO_STANDOFF:
            return r.t("There is nothing to choose: the other plays.")
    return None


def _about_votes(view: TableView, refused: Refused, r: Reader) -> str | None:
    then = _then(refused, r)
    match refused.reason:
        case Why.VOTE_RUNNING:
            return r.t("One question at a time: first answer the one that is open.")
        case Why.VOTE_TOO_SOON if then:
            return r.t("The last question came to nothing; ask again {time}.", time=then)
        case Why.VOTE_TOO_SOON:
            return r.t("The last question came to nothing; ask again later.")
        case Why.VOTE_ABOUT_YOU:
            return r.t("This is about you: play, and it is settled.")
        case Why.VOTED_SO:
            return r.t("You have said that already; the others are asked.")
        case Why.NO_VOTE:
            return r.t("No such question is open.")
        case Why.SKIP_YOURSELF:
            return r.t("You cannot ask that about yourself. To stop playing there is “leave”.")
        case Why.SKIP_NOT_AWAITED:
            return r.t("Nobody waits for {name} now.", name=view.name(refused.seat))
        case Why.SKIP_TOO_FEW:
            return r.t("Two others have to agree, and there are fewer.")
        case Why.SKIP_TOO_SOON:
            return r.t("{name} still has the time of this turn.", name=view.name(refused.seat))
    return None
