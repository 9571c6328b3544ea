"""What is said of where a table is shown: elsewhere too, not any more, lost, reached again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uno_chat.views.names import shown
from uno_chat.views.places import Place, network_name, place_name
from uno_chat.views.reader import Reader
from uno_chat.views.remark import Remark


def of_places(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    """What has changed about where a table is shown, or why it has not; empty for anything else."""
    table, place = shown(parts.get("table", "")), _place(parts, "", r)
    match remark:
        case Remark.LOST:
            text = r.t("{table}: nothing arrives in {place} any more.", table=table, place=place)
            return f"{text} {_from_there(parts, r)}".strip()
        case Remark.FOUND:
            return r.t("{table}: {place} is reached again.", table=table, place=place)
        case Remark.CUT_OFF:
            network = network_name(parts["network"])
            text = r.t("{table}: {network} is not reached now.", table=table, network=network)
            return f"{text} {_waits_for(parts, r)}".strip()
        case Remark.CONNECTED:
            return r.t("{table} is now shown in {place}, too.", table=table, place=place)
        case Remark.DISCONNECTED:
            return r.t("{table} is not shown in {place} any more.", table=table, place=place)
        case Remark.CONNECT_THERE:
            return r.t("Write that in the group where the table shall be shown, too.")
        case Remark.BAD_CODE:
            return r.t("That code is not good, or not any more. Ask the host for a new one.")
        case Remark.CONNECTED_ALREADY:
            return r.t("That table is shown here already.")
        case Remark.TOO_MANY_ROOMS:
            return r.t("A table is shown in {count} groups at most.", count=parts["count"])
        case Remark.ONLY_ROOM:
            return r.t("The table is shown in no other group.")
        case Remark.WHICH_ROOM:
            return r.t("Which group? {ways}", ways=r.either(_ways_out(parts, r)))
    return ""


def _place(parts: Mapping[str, str], number: str, r: Reader) -> str:
    title, network = parts.get(f"title{number}", ""), parts.get(f"network{number}", "")
    return place_name(Place(title, network), r)


def _from_there(parts: Mapping[str, str], r: Reader) -> str:
    names = _names(parts)
    if not names:
        return ""
    return r.tn(
        "{names} plays on in private.",
        "{names} play on in private.",
        len(names),
        names=r.all_of(names),
    )


def _waits_for(parts: Mapping[str, str], r: Reader) -> str:
    names = _names(parts)
    if not names:
        return ""
    return r.t("Only a turn of {names} waits for that.", names=r.either(names))


def _names(parts: Mapping[str, str]) -> list[str]:
    return [shown(parts[f"name{n}"]) for n in range(1, int(parts.get("count", "0")) + 1)]


def _ways_out(parts: Mapping[str, str], r: Reader) -> Iterator[str]:
    for number in map(str, range(1, int(parts["count"]) + 1)):
        words = r.quoted(r.command(f"disconnect {number}"))
        place = _place(parts, number, r)
        yield r.t("{command} for {place}", command=words, place=place)
