"""Who reads: the language, the time zone and the way of writing a command. All words pass here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_datetime, format_timedelta, get_day_names, get_timezone_location
from babel.lists import format_list

from uno_chat.views.catalogue import catalogue, locale_of, nearest

_SOON = timedelta(days=6)
_COARSE = 2


@dataclass(frozen=True, slots=True)
class Reader:
    """``prefix`` stands before a command ("/" or "!uno "), ``zone`` is where the reader lives;
    ``links``: ways to the private chat can be shown; ``networks`` are all that one can play from;
    ``typed``: there are no buttons; ``sparing``: calls are few, so that nothing is said which
    nobody waits for.
    """

    language: str
    zone: tzinfo
    prefix: str
    links: bool = False
    networks: tuple[str, ...] = ()
    typed: bool = False
    sparing: bool = False

    def t(self, text: str, /, **parts: object) -> str:
        """A text in the reader's language; ``parts`` fill its named places."""
        return self._filled(catalogue(nearest(self.language)).gettext(text), parts)

    def tn(self, one: str, many: str, count: int, /, **parts: object) -> str:
        """A text for so many; ``{count}`` is filled in."""
        text = catalogue(nearest(self.language)).ngettext(one, many, count)
        return self._filled(text, {"count": count, **parts})

    def tc(self, context: str, text: str, /, **parts: object) -> str:
        """A text whose meaning needs a context."""
        return self._filled(catalogue(nearest(self.language)).pgettext(context, text), parts)

    def command(self, words: str) -> str:
        """How something is asked for in a group."""
        return f"{self.prefix}{words}"

    def quoted(self, text: str) -> str:
        """Words as they are typed, in quotation marks."""
        return self.t("“{text}”", text=text)

    def either(self, parts: Iterable[str]) -> str:
        """A, B or C."""
        return format_list(list(parts), style="or", locale=self._locale)

    def all_of(self, parts: Iterable[str]) -> str:
        """A, B and C."""
        return format_list(list(parts), locale=self._locale)

    def moment(self, then: datetime, now: datetime) -> str:
        """A time as the reader's clock shows it, with the day unless it is today, and with the
        year where that is another.
        """
        local, today = then.astimezone(self.zone), now.astimezone(self.zone).date()
        pattern = "EEE HH:mm" if abs(then - now) < _SOON else "EEE d MMM HH:mm"
        if local.date() == today:
            pattern = "HH:mm"
        elif local.year != today.year and abs(then - now) >= _SOON:
            pattern = "d MMM y HH:mm"
        text = format_datetime(local, pattern, locale=self._locale)
        return f"{text} UTC" if local.tzname() == "UTC" else text

    def day(self, weekday: int) -> str:
        """A day of the week, short; Monday is 0."""
        return str(get_day_names("abbreviated", locale=self._locale)[weekday])

    def there(self, then: datetime, now: datetime) -> str:
        """A time as the reader's clock shows it, and where that is: ``Tue 18:30, Lisbon``."""
        said, place = self.moment(then, now), self._place
        return said if not place or said.endswith("UTC") else f"{said}, {place}"

    def exact(self, then: datetime) -> str:
        """A time to the second, for who was first."""
        return format_datetime(then.astimezone(self.zone), "HH:mm:ss", locale=self._locale)

    def until(self, then: datetime, now: datetime) -> str:
        """A deadline, absolute and from now: ``Tue 18:30 (in 23 hours)``; one that is over without
        how long ago, for a table may wait a little longer and tells nobody.
        """
        if then <= now:
            return self.moment(then, now)
        away = format_timedelta(
            then - now, threshold=_COARSE, add_direction=True, locale=self._locale
        )
        return f"{self.moment(then, now)} ({away})"

    def span(self, length: timedelta) -> str:
        """A duration in words: ``24 hours``."""
        return format_timedelta(length, threshold=_COARSE, locale=self._locale)

    @property
    def _place(self) -> str:
        """What the zone is called, by its city; empty if it has no name."""
        if not isinstance(self.zone, ZoneInfo) or not self.zone.key:
            return ""
        return get_timezone_location(self.zone, locale=self._locale, return_city=True)

    @property
    def _locale(self) -> Locale:
        return locale_of(nearest(self.language))

    def _filled(self, text: str, parts: dict[str, object]) -> str:
        return text.format_map(parts)
