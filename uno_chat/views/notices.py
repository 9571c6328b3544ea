"""What is said once: notices to a table or one person, and replies to what somebody did."""

from __future__ import annotations

from collections.abc import Iterator

from uno_chat import game
from uno_chat.contract import Block, Choice, Choices, Document, Heading, line
from uno_chat.table.facts import Code, Fact, Void
from uno_chat.table.state import Phase, Table
from uno_chat.views.agreeing import asked, back, standoff, votes, waiting_in_vain
from uno_chat.views.happenings import sentence
from uno_chat.views.names import shown
from uno_chat.views.pieces import button, coded, table_name
from uno_chat.views.project import TableView, table_view
from uno_chat.views.reader import Reader
from uno_chat.views.reminders import after_nudge
from uno_chat.views.result_pages import match_page, result_page
from uno_chat.views.summary import pace_of

_QUESTIONS = frozenset({Code.PAUSE_ASKED, Code.RESUME_ASKED, Code.PACE_ASKED, Code.SKIP_ASKED})


def happening(table: Table, fact: Fact, reader: Reader) -> str:
    """A fact as one line of text."""
    view = table_view(table)
    return _reply(view, fact, reader) or sentence(view, fact, reader)


def fact_page(table: Table, fact: Fact, reader: Reader) -> Document:
    """A fact as a message of its own, which names its table. The end of a round or a match is a
    whole page, while the table still has it.
    """
    result = table.result
    if fact.code == Code.ROUND_OVER and result is not None and fact.text == str(result.number):
        return result_page(table, result, reader)
    if fact.code == Code.MATCH_OVER and table.match is not None and table.match.over:
        return match_page(table, reader)
    view = table_view(table)
    return Document(
        (
            Heading(table_name(view, reader)),
            *_said(view, fact, reader),
            *_more(view, fact, reader),
        )
    )


def _said(view: TableView, fact: Fact, reader: Reader) -> Iterator[Block]:
    """What happened; of a question that is open, all that one has to know to answer."""
    if fact.code in _QUESTIONS and view.vote is not None:
        yield from asked(view, view.vote, reader, fact.at)
        return
    yield line(_reply(view, fact, reader) or sentence(view, fact, reader))
    if fact.code == Code.PACE_CHANGED:
        yield line(pace_of((view.agreed or view.settings).pace, reader))


def _more(view: TableView, fact: Fact, reader: Reader) -> Iterator[Block]:
    if fact.code == Code.ROUND_STARTED and fact.text:
        yield coded(reader.t("Sealed shuffle:"), fact.text)
    elif fact.code == Code.ASKED_READY and not fact.text:
        yield Choices(
            (
                button(view, reader.t("I am ready"), "ready"),
                button(view, reader.t("Leave"), "leave"),
            )
        )
    offered = tuple(_of_people(view, fact, reader))
    if offered:
        yield Choices(offered)


def _of_people(view: TableView, fact: Fact, reader: Reader) -> Iterator[Choice]:
    """How a fact that asks something is answered, as long as it is asked."""
    match fact.code:
        case code if code in _QUESTIONS:
            yield from votes(view, reader)
        case Code.STANDOFF if view.waited_for == fact.seat:
            yield from standoff(view, reader)
        case Code.PLAYED_FOR:
            yield back(view, reader)


def _reply(view: TableView, fact: Fact, r: Reader) -> str | None:
    """What is an answer or a question rather than a happening."""
    name = view.name(fact.seat)
    match fact.code:
        case Code.TIMED_OUT if fact.flag and fact.number == 1:
            return r.t(
                "Your time ran out, and the least was done for you. If it runs out once more, a "
                "computer plays for you until you are back."
            )
        case Code.TIMED_OUT if fact.flag:
            return r.t("Your time ran out, and the least was done for you.")
        case Code.WAITS:
            return r.t("It is your turn, and the others wait. Whoever has no time can leave.")
        case Code.DROPPED if fact.flag:
            return r.t("You did not come, so you lost your seat. With “join” you get one again.")
        case Code.STOOD_UP if fact.flag and fact.other is not None:
            return r.t("{name} has taken your seat away.", name=view.name(fact.other))
        case Code.STOOD_UP if fact.flag:
            return r.t("Your seat was taken away by the host or an admin.")
        case Code.SEAT_TAKEN if fact.flag:
            return r.t("{name} plays on for you now, with your cards.", name=name)
        case Code.STANDOFF if fact.seat is not None:
            return waiting_in_vain(view, fact.seat, r)
        case Code.READY_NOTED:
            return _ready_noted(view, fact, r)
        case Code.ASKED_READY:
            return _ready(view, fact, r)
        case Code.PREPARED:
            return r.t("Noted for your next turn: your hand shows what.")
        case Code.PREPARED_OFF:
            return r.t("Nothing is prepared any more.")
        case Code.PREPARED_VOID:
            return _void(fact, r)
        case Code.UNO_FOR_THIS_PLAY:
            return r.t("UNO! It counts for the card that you play now.")
        case game.Reason.NOTHING_TO_CATCH:
            return r.t("Nothing to catch.")
        case Code.INVITED:
            return _invited(fact.text, r)
    return _in_time(view, fact, r) or after_nudge(view, fact, r)


def _in_time(view: TableView, fact: Fact, r: Reader) -> str | None:
    """What waits for its time, or was beaten meanwhile."""
    match fact.code:
        case Code.NOTED if fact.flag:
            return r.t("Noted: it is played in a moment, unless somebody jumps in.")
        case Code.NOTED:
            return r.t("Noted: it is played as soon as that may be.")
        case Code.SMACK_NOTED:
            return r.t("Noted: one more has to smack, and may be as quick as you.")
        case Code.CATCH_NOTED:
            name = view.name(fact.seat)
            return r.t("Noted: {name} is caught unless UNO comes in the next seconds.", name=name)
        case Code.EARLY_DROPPED if fact.other is not None:
            return r.t("{name} jumped in before you.", name=view.name(fact.other))
        case Code.EARLY_DROPPED:
            return r.t("What you chose in advance no longer fits. Choose again, please.")
    return None


def _ready(view: TableView, fact: Fact, r: Reader) -> str:
    """Who is waited for before the next deal; or the question to one of them."""
    if fact.text:
        return r.t("Waiting for {names}.", names=fact.text)
    match view.phase:
        case Phase.MATCH_OVER:
            return r.t("A rematch is to be dealt. Are you ready?")
        case Phase.LOBBY:
            return r.t("The cards are to be dealt. Are you ready?")
        case _:
            return r.t("The next round is to be dealt. Are you ready?")


def _ready_noted(view: TableView, fact: Fact, r: Reader) -> str:
    """What the next deal waits for, once somebody is ready."""
    if view.phase is not Phase.LOBBY:
        return r.t("You are ready. The next deal is when the others are, too.")
    host = next((seat for seat in view.seats if seat.host), None)
    if fact.flag or host is None:
        return r.t("You are ready: “deal” begins the round.")
    return r.t("You are ready. {name} deals.", name=shown(host.name))


def _invited(code: str, r: Reader) -> str:
    """Commands begin in one of two ways, wherever one is."""
    ways = r.either(r.quoted(f"{prefix}connect {code}") for prefix in ("/", "!uno "))
    return r.t(
        "Whoever may open tables in another group where I am writes there within an hour {ways}: "
        "then this table is shown there, too. The code is good for once.",
        ways=ways,
    )


def _void(fact: Fact, r: Reader) -> str:
    text = r.t("What you had prepared is not played.")
    return f"{_why_void(fact, r)} {text}".strip()


def _why_void(fact: Fact, r: Reader) -> str:
    match fact.why:
        case Void.HAND_CHANGED:
            return r.t("Your hand has changed.")
        case Void.ACTED:
            return r.t("You have played by yourself.")
        case Void.TIMED_OUT:
            return r.t("Your time was up.")
        case Void.AWAY:
            return r.t("Somebody else plays your seat now.")
        case Void.ROUND_OVER:
            return r.t("The round is over.")
    return ""
