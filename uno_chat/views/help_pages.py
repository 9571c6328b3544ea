"""What can be typed, and the tables of one person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from uno_chat import game
from uno_chat.contract import (
    Block,
    Choices,
    Divider,
    Document,
    Heading,
    line,
)
from uno_chat.table.state import Phase
from uno_chat.views.cards import colour_name, short_name
from uno_chat.views.linking import hands_here
from uno_chat.views.names import shown
from uno_chat.views.pieces import button, silence, table_name, timed, written
from uno_chat.views.project import TableEntry
from uno_chat.views.reader import Reader
from uno_chat.views.words import spoken


def help_page(reader: Reader, *, private: bool) -> Document:
    """All that can be typed where it is asked."""
    lines = _private_help(reader) if private else _group_help(reader)
    return Document((Heading(reader.t("UNO by message")), *lines))


def tables_page(entries: Sequence[TableEntry], reader: Reader, now: datetime) -> Document:
    """Where somebody sits, the tables that wait for that person first."""
    if not entries:
        text = reader.t(
            "You sit at no table. In a group, {command} opens one.", command=reader.command("new")
        )
        return Document((line(text),))
    ordered = sorted(entries, key=lambda entry: not entry.yours)
    return _listed(reader.t("Your tables"), ordered, reader, now)


def digest_page(entries: Sequence[TableEntry], reader: Reader, now: datetime) -> Document | None:
    """The tables that wait for somebody, in one message instead of many; None if none does."""
    waiting = [entry for entry in entries if entry.yours]
    if not waiting:
        return None
    count = len(waiting)
    title = reader.tn("{count} table waits for you", "{count} tables wait for you", count)
    return _listed(title, waiting, reader, now)


def _listed(title: str, ordered: Sequence[TableEntry], reader: Reader, now: datetime) -> Document:
    return Document(
        (
            Heading(title),
            *(timed(line(_entry(e, reader, now)), e.deadline, reader, now) for e in ordered),
            Choices(
                tuple(button(e, table_name(e, reader), "hand", group=str(e.id)) for e in ordered)
            ),
        )
    )


def _entry(entry: TableEntry, r: Reader, now: datetime) -> str:
    return r.t("{table}: {state}", table=table_name(entry, r), state=_state(entry, r, now))


def _state(entry: TableEntry, r: Reader, now: datetime) -> str:
    match entry.phase:
        case Phase.LOBBY:
            return r.t("not begun yet")
        case Phase.PLAYING:
            return _turn(entry, r, now)
        case Phase.BETWEEN if entry.yours:
            return r.t("are you ready for the next round?")
        case Phase.BETWEEN:
            return r.t("the others get ready for the next round")
        case Phase.MATCH_OVER if entry.yours:
            return r.t("do you want a rematch?")
        case Phase.MATCH_OVER:
            return r.t("the match is over")
        case _:
            return r.t("closed")


def _turn(entry: TableEntry, r: Reader, now: datetime) -> str:
    name = shown(entry.to_move or "?")
    who = r.t("your turn") if entry.yours else r.t("{name} is to move", name=name)
    if entry.deadline is None:
        return who
    return r.t("{who}, until {time}", who=who, time=r.until(entry.deadline, now))


def group_commands(r: Reader) -> tuple[tuple[str, str], ...]:
    """The commands of a group, in every language the same, and what each does."""
    return (
        ("new", r.t("opens a table")),
        ("join", r.t("takes a seat, also between two rounds")),
        ("add", r.t("adds a computer: easy, normal or hard")),
        ("deal", r.t("begins, when all are ready")),
        ("table", r.t("shows the table again, here at the bottom")),
        ("hand", r.t("sends you your cards, in private")),
        ("catch", r.t("when somebody has one card and forgot UNO")),
        ("rules", r.t("what is played at this table")),
        ("stats", r.t("who has played and won how much here")),
        ("settings", r.t("shows and changes what is played")),
        ("pause", r.t("asks all to let the table stand still, for a day or another time")),
        ("resume", r.t("asks to end a pause after half of it")),
        ("pace", r.t("asks all for another pace")),
        ("time", r.t("gives whoever is to move more time")),
        ("sit", r.t("plays on where somebody stays away")),
        ("nudge", r.t("reminds whoever is awaited, in private")),
        ("leave", r.t("gives your seat back")),
        ("after", r.t("gives your seat back after this round")),
        ("kick", r.t("host or admin, between two rounds")),
        ("ban", r.t("host or admin: lets somebody sit at no table here any more")),
        ("unban", r.t("takes that back")),
        ("end", r.t("host or admin: closes the table")),
        ("connect", r.t("host or admin: shows the table in another group, too")),
        ("disconnect", r.t("shows it in one group less")),
        ("defaults", r.t("what the next tables here begin with")),
        ("starters", r.t("who may open tables here")),
        ("zone", r.t("the time zone of this group")),
        ("language", r.t("the language of this group")),
    )


def private_commands(r: Reader) -> tuple[tuple[str, str], ...]:
    """Those of a private chat, where everything can be said in plain words as well."""
    return (
        ("hand", r.t("shows your cards again, here at the bottom")),
        ("next", r.t("while you wait: what to do at your next turn, if it can be done")),
        ("tables", r.t("where you sit, and which tables wait for you")),
        ("draw", r.t("take a card; then play it, or “keep” it")),
        ("uno", r.t("before your play, or after it if you forgot")),
        ("catch", r.t("when somebody has one card and forgot UNO")),
        ("rules", r.t("what is played at the table")),
        ("stats", r.t("what you have played and won")),
        ("time", r.t("gives whoever is to move more time")),
        ("back", r.t("you play again, after a computer did")),
        ("vacation", r.t("how much vacation you have; with a time it begins")),
        ("leave", r.t("gives your seat back")),
        ("settings", r.t("your language, time zone, quiet hours and reminders")),
        ("language", r.t("the language I write to you")),
        ("privacy", r.t("what I keep of you, and how to have it deleted")),
    )


def _group_help(r: Reader) -> Iterator[Block]:
    yield line(r.t("Everybody plays from a private chat with me; the table is here."))
    name, code = r.t("NAME"), r.t("CODE")
    longer = {
        "add": r.command("add easy"),
        "catch": r.command(f"catch {name}"),
        "kick": r.command(f"kick {name}"),
        "ban": r.command(f"ban {name}"),
        "unban": r.command(f"unban {name}"),
        "pause": r.command(r.t("pause 2d")),
        "sit": r.command(f"sit {name}"),
        "after": r.command("leave after"),
        "pace": r.command("pace 24h+48h"),
        "language": r.command(f"language {code}"),
    }
    for command, does in group_commands(r):
        yield written(longer.get(command) or r.command(command), does)
    yield written(r.command("join #2"), r.t("where there are several tables: at table #2"))


def _ways(r: Reader) -> Iterator[Block]:
    if r.typed:
        yield from silence(r)
        yield line(r.t("Answer with the number of a line, or write:"))
    else:
        yield line(r.t("Press a button, answer with the number of a line, or write:"))


def _private_help(r: Reader) -> Iterator[Block]:
    yield from _ways(r)
    wild = short_name(game.card("W"), r).lower()
    red, green = game.Colour.RED, game.Colour.GREEN
    seven = short_name(game.card("R7"), r).lower()
    yield written(seven, r.t("play the {colour} 7", colour=colour_name(red, r)))
    yield written(f"{wild} {colour_name(green, r)}", r.t("play a wild card and name the colour"))
    yield written(f"{seven} uno", r.t("play, and say UNO with it"))
    yield written(r.t("draw"), r.t("take a card; then play it, or “keep” it"))
    yield written(r.t("accept, challenge"), r.t("answer a Wild Draw Four"))
    yield written("uno", r.t("before your play, or after it if you forgot"))
    name, code = r.t("NAME"), r.t("CODE")
    yield written(f"{spoken('catch', r)} {name}", r.t("when somebody has one card and forgot UNO"))
    swap, smack = r.t("swap {name}", name=name), r.t("smack")
    yield written(f"{swap}, {smack}", r.t("where such house rules are played"))
    yield Divider()
    ahead = r.t("next {card}, else draw", card=seven)
    yield written(ahead, r.t("while you wait: what to do at your next turn, if it can be done"))
    yield written(r.t("next off"), r.t("takes back what you prepared"))
    yield written(r.t("hand"), r.t("shows your cards again, here at the bottom"))
    yield written(r.t("tables"), r.t("where you sit, and which tables wait for you"))
    yield written(f"{seven} #2", r.t("where there are several tables: at table #2"))
    yield written(r.t("rules"), r.t("what is played at the table"))
    yield written(spoken("stats", r), r.t("what you have played and won"))
    yield written(r.t("time"), r.t("gives whoever is to move more time"))
    yield written(r.t("back"), r.t("you play again, after a computer did"))
    yield written(r.t("skip NAME"), r.t("asks the others to let a computer play there"))
    yield written(r.t("pause 2d"), r.t("asks all to let the table stand still"))
    yield written(r.t("nudge"), r.t("reminds whoever is awaited, in private"))
    yield written(r.t("vacation 3d"), r.t("a vacation at all your tables"))
    yield written(r.t("leave"), r.t("gives your seat back"))
    yield written(r.t("leave after"), r.t("gives your seat back after this round"))
    yield written(r.t("settings"), r.t("your language, time zone, quiet hours and reminders"))
    yield written(f"{spoken('language', r)} {code}", r.t("the language I write to you"))
    yield from _about_accounts(r)


def _about_accounts(r: Reader) -> Iterator[Block]:
    yield written(spoken("privacy", r), r.t("what I keep of you, and how to have it deleted"))
    if len(r.networks) > 1:
        yield written(spoken("link", r), r.t("plays as the same player on another network"))
        yield written(hands_here(r), r.t("your cards arrive on this network"))
        yield written(spoken("unlink", r), r.t("makes this account a player of its own again"))
