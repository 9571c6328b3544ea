"""What is told to whoever does too much, and about who may not sit at the tables of a group."""

from __future__ import annotations

from collections.abc import Mapping

from uno_chat.views.names import shown
from uno_chat.views.reader import Reader
from uno_chat.views.remark import Remark


def of_bans(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    """The sentence; empty if this is about something else."""
    name, text = shown(parts.get("name", "?")), shown(parts.get("text", "?"))
    command = r.quoted(r.command(r.t("unban NUMBER")))
    match remark:
        case Remark.BANNED if parts.get("name"):
            return r.t("You cannot sit at tables of this group: {name} has banned you.", name=name)
        case Remark.BANNED:
            return r.t("You cannot sit at tables of this group: you have been banned.")
        case Remark.BANNED_NOW:
            return r.t("{name} cannot sit at tables of this group any more.", name=name)
        case Remark.UNBANNED:
            return r.t("{name} may sit at tables of this group again.", name=name)
        case Remark.NOT_BANNED:
            return r.t("Nobody called “{text}” is banned here.", text=text)
        case Remark.WHICH_BAN:
            return r.t(
                "Several called “{text}” are banned here: write {command}.",
                text=text,
                command=command,
            )
        case Remark.BANS if parts:
            names = r.all_of(f"{number}) {shown(one)}" for number, one in parts.items())
            return r.t("Banned here: {names}. {command} ends it.", names=names, command=command)
        case Remark.BANS:
            return r.t("Nobody is banned here.")
        case Remark.BAN_NOBODY:
            return r.t("{name} is a computer: “kick” takes it off its seat.", name=name)
        case Remark.BAN_YOURSELF:
            return r.t("You cannot ban yourself: “leave” gives your seat back.")
        case Remark.SLOWLY:
            return r.t(
                "That is a lot in one minute. What you do at tables counts; for the rest I answer"
                " you again in a moment."
            )
        case Remark.OPENED_MANY:
            return r.t("Many tables were opened today: play at one of them, or try tomorrow.")
        case Remark.BANS_FULL:
            return r.t("{count} people are banned here, which is the most.", **parts)
    return ""
