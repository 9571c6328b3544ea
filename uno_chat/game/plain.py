"""Values of the game as plain JSON data, for what is stored and what is recorded."""

from dataclasses import fields

from uno_chat.game.cards import Card, text_of
from uno_chat.game.events import Event

Plain = str | int | bool | list[int] | None


def plain(value: object) -> Plain:
    """A field's value: cards as their codes with spaces between them, seats and points as lists."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return str(value)
        case Card():
            return value.code
        case tuple() if all(isinstance(entry, Card) for entry in value):
            return text_of(value)
        case tuple() if all(isinstance(entry, int) for entry in value):
            return list(value)
        case _:
            raise TypeError(f"There is no plain form of {type(value).__name__}.")


def plain_fields(value: Event) -> dict[str, Plain]:
    """Every field but those that say nothing: the ones left as they usually are."""
    said = {one.name: (getattr(value, one.name), one.default) for one in fields(value)}
    return {name: plain(it) for name, (it, usual) in said.items() if it != usual}
