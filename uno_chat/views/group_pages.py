"""What a group plays and how it is set: pages whose buttons say what could be typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from uno_chat import game
from uno_chat.contract import Choice, Document, Heading, line
from uno_chat.table.pace import PRESETS
from uno_chat.table.settings import Settings
from uno_chat.table.state import Phase, Table
from uno_chat.views.boxes import boxes
from uno_chat.views.catalogue import nearest, own_name
from uno_chat.views.group_labels import absences, option_labels, scorings, uno_modes, vacations
from uno_chat.views.house_rules import house_rules
from uno_chat.views.pieces import card_count, chosen, language_choices, loose, table_name
from uno_chat.views.project import table_view
from uno_chat.views.reader import Reader
from uno_chat.views.sense import applies, makes_sense
from uno_chat.views.settings_pages import agreed_lines, values_of
from uno_chat.views.summary import editions, pace_of, summary
from uno_chat.views.table_pages import in_group
from uno_chat.views.tokens import Token, encode
from uno_chat.views.zone_pages import zone_choices, zone_hints
from uno_chat.views.zones import city

PARTS = ("edition", "rules", "uno", "pace", "goal", "group")
"""The parts of a page, as they are typed."""

_PART_OF = {
    **dict.fromkeys(("edition", "customizable", "custom_text", "downpours"), "edition"),
    **dict.fromkeys(("uno", "uno_penalty", "false_catch", "false_uno"), "uno"),
    **dict.fromkeys(("goal", "scoring", "best_of", "teams"), "goal"),
    **dict.fromkeys(("pace", "hold", "tie", "pause", "absent", "vacation"), "pace"),
}
_GOALS = (0, 100, 200, 300, 500, 1000)
_ROUNDS = (3, 5, 7)
_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class GroupView:
    """What is set: ``settings`` of a ``table`` that has not dealt, else of the next ones; and of
    the group. ``ranks``: its network knows who manages it.
    """

    settings: Settings
    table: Table | None = None
    zone: str | None = None
    admins_start: bool = False
    ranks: bool = False

    @property
    def fixed(self) -> bool:
        """Whether it is about a table that has dealt."""
        return self.table is not None and self.table.phase is not Phase.LOBBY


def part_of(words: Iterable[str]) -> str:
    """The part of a page on which such settings stand ("goal=200")."""
    name = next(iter(words), "").partition("=")[0]
    return _PART_OF.get(name, "rules")


def group_page(view: GroupView, part: str, r: Reader) -> Document:
    """The page, or the part that changes one matter."""
    name, *words = part.split() or [""]
    match name:
        case "group":
            return _of_group(r.t("This group"), _group(view, r), _to_all(r), r)
        case "language":
            return _of_group(r.t("Language"), language_choices(r), _to_group(r), r)
        case "zone":
            choices, hints = zone_choices(tuple(words), r), zone_hints(r, r.command(""))
            return _of_group(r.t("Time zone"), choices, _to_group(r), r, hints)
        case "edition" if not view.fixed:
            return _page(view, r.t("Edition"), _editions(view, r), r, _of_editions(view, r))
        case "rules" if not view.fixed:
            told = (rule.told for rule in house_rules(view.settings.options, r) if rule.told)
            return _page(view, r.t("House rules"), _rules(view, r), r, told)
        case "uno" if not view.fixed:
            return _page(view, r.t("UNO"), _uno(view, r), r)
        case "goal" if not view.fixed:
            return _page(view, r.t("Goal"), _goal(view, r), r)
        case "pace" if not view.fixed:
            told = (f"{name}: {pace_of(preset.pace, r)}" for name, preset in PRESETS.items())
            return _page(view, r.t("Pace"), _paces(view, r), r, told)
    return _main(view, r)


def _main(view: GroupView, r: Reader) -> Document:
    blocks = (Heading(_title(view, r)), line(summary(view.settings, r)))
    ways = (*_matters(view, r), loose(r.t("This group"), "settings group", group="group"))
    if view.fixed:
        note = line(r.t("Settings are fixed once cards are dealt."))
        return Document((*blocks, *agreed_lines(view.settings, r), note, in_group(ways, r)))
    return Document((*blocks, *agreed_lines(view.settings, r), in_group(ways, r)))


def _title(view: GroupView, r: Reader) -> str:
    """Which tables it is about."""
    if view.table is None:
        return r.t("The next tables here")
    return table_name(table_view(view.table), r)


def _matters(view: GroupView, r: Reader) -> Iterator[Choice]:
    if not view.fixed:
        yield _open(view, r.t("Edition"), "edition", "what")
        yield _open(view, r.t("House rules"), "rules", "what")
        yield _open(view, r.t("UNO"), "uno", "what")
        yield _open(view, r.t("Pace"), "pace", "how")
        yield _open(view, r.t("Goal"), "goal", "how")
    if view.table is not None:
        yield loose(r.t("For the next tables"), "defaults", group="next")
    else:
        yield loose(r.t("As usual again"), "defaults off", group="next")


def _page(
    view: GroupView, title: str, choices: Iterable[Choice], r: Reader, told: Iterable[str] = ()
) -> Document:
    """One matter of some tables under all that is played, with the way back."""
    head = Heading(" · ".join((_title(view, r), title)))
    back = _open(view, r.t("Back"), "", "back")
    played = line(summary(view.settings, r))
    return Document((head, played, *map(line, told), in_group((*choices, back), r)))


def _of_group(
    title: str, choices: Iterable[Choice], back: Choice, r: Reader, told: Iterable[str] = ()
) -> Document:
    """One matter of the group."""
    return Document((Heading(title), *map(line, told), in_group((*choices, back), r)))


def _to_all(r: Reader) -> Choice:
    return loose(r.t("Back"), "settings", group="back")


def _to_group(r: Reader) -> Choice:
    return loose(r.t("Back"), "settings group", group="back")


def _open(view: GroupView, label: str, words: str, group: str) -> Choice:
    """A choice that says something about this table, or about the next ones."""
    number = 0 if view.table is None else view.table.id
    verb = "defaults" if view.table is None else "settings"
    return Choice(label, encode(Token(number, None, f"{verb} {words}".strip())), group=group)


def _set(view: GroupView, label: str, name: str, value: str, group: str) -> Choice:
    is_so = dict(values_of(view.settings))[name] == value
    return _open(view, chosen(label, is_so=is_so), f"{name}={value}", group)


def _editions(view: GroupView, r: Reader) -> Iterator[Choice]:
    """The boxes, and how many there are of the cards that only some have."""
    for place, (name, label) in enumerate(editions(r).items()):
        yield _set(view, label, "edition", name, f"edition {place // _IN_A_ROW}")
    for name, counts in _counts(r).items():
        if applies(view.settings.options, name):
            for count, label in enumerate(counts):
                yield _set(view, label, name, str(count), f"{name} {count // _IN_A_ROW}")


def _counts(r: Reader) -> dict[str, tuple[str, ...]]:
    """How many there may be of the cards that only some editions have, from none."""
    return {
        "customizable": tuple(r.t("{count} Wild Customizable", count=n) for n in range(4)),
        "downpours": tuple(r.t("{count} of each Wild Downpour", count=n) for n in range(3)),
    }


def _of_editions(view: GroupView, r: Reader) -> Iterator[str]:
    """What they are, and what can only be typed."""
    yield from boxes(r)
    if applies(view.settings.options, "custom_text"):
        verb = "defaults" if view.table is None else "settings"
        words = r.t("all draw a card")
        typed = r.command(f"{verb} custom_text={words}")
        yield r.t("A text for Wild Customizable is typed: {typed}", typed=typed)


def _rules(view: GroupView, r: Reader) -> Iterator[Choice]:
    """What is one of several, then what is on or off; nothing that needs what is not agreed on."""
    options, place = view.settings.options, 0
    for name, labels in option_labels(r).items():
        if isinstance(getattr(options, name), bool):
            other = "off" if getattr(options, name) else "on"
            if not makes_sense(options, name, other):
                continue
            (label,) = labels.values()
            label = chosen(label, is_so=getattr(options, name))
            yield _open(view, label, f"{name}={other}", f"switch {place // _IN_A_ROW}")
            place += 1
            continue
        for number, (value, label) in enumerate(labels.items()):
            yield _set(view, label, name, value, f"{name} {number // _IN_A_ROW}")


def _uno(view: GroupView, r: Reader) -> Iterator[Choice]:
    for word, label in uno_modes(r).items():
        yield _set(view, label, "uno", word, word)
    said = r.t("{count} for a missed UNO", count=card_count(2, r))
    yield _set(view, said, "uno_penalty", "2", "missed")
    said = r.t("{count} for a missed UNO", count=card_count(4, r))
    yield _set(view, said, "uno_penalty", "4", "missed")
    if view.settings.options.uno_mode is game.UnoMode.CALL:
        catch = r.t("{count} for a wrong catch", count=card_count(2, r))
        yield _toggle(view, catch, "false_catch", "2")
        call = r.t("{count} for a wrong UNO", count=card_count(2, r))
        yield _toggle(view, call, "false_uno", "2")


def _toggle(view: GroupView, label: str, name: str, cards: str) -> Choice:
    """So many cards or none."""
    now = dict(values_of(view.settings))[name]
    other = "0" if now == cards else cards
    return _open(view, chosen(label, is_so=now == cards), f"{name}={other}", name)


def _goal(view: GroupView, r: Reader) -> Iterator[Choice]:
    for place, goal in enumerate(_GOALS):
        label = r.t("to {goal}", goal=goal) if goal else r.t("first out wins")
        yield _set(view, label, "goal", str(goal), f"goal {place // 3}")
    for rounds in _ROUNDS:
        label = r.tn("best of {count} round", "best of {count} rounds", rounds)
        yield _set(view, label, "best_of", str(rounds), "rounds")
    for word, label in scorings(r).items():
        yield _set(view, label, "scoring", word, "scoring")
    teams = view.settings.options.teams
    label = chosen(r.t("two against two"), is_so=teams)
    yield _open(view, label, f"teams={'off' if teams else 'on'}", "teams")


def _paces(view: GroupView, r: Reader) -> Iterator[Choice]:
    for place, name in enumerate(PRESETS):
        yield _set(view, name, "pace", name, f"pace {place // 4}")
    for word, label in absences(r).items():
        yield _set(view, label, "absent", word, word)
    for word, label in vacations(r).items():
        yield _set(view, label, "vacation", word, f"vacation {word}")


def _group(view: GroupView, r: Reader) -> Iterator[Choice]:
    """Language, time zone, who opens tables."""
    name = own_name(nearest(r.language))
    yield loose(r.t("Language: {name}", name=name), "language", group="language")
    zone = city(view.zone, r.language) if view.zone else r.t("not known yet")
    yield loose(r.t("Time zone: {city}", city=zone), "zone", group="zone")
    if view.ranks:
        everyone = chosen(r.t("Everyone opens tables"), is_so=not view.admins_start)
        admins = chosen(r.t("Only admins open tables"), is_so=view.admins_start)
        yield loose(everyone, "starters everyone", group="starters")
        yield loose(admins, "starters admins", group="starters")
