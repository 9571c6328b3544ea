"""What Prometheus would read of a service: every sample by its name and its labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final

from prometheus_client.parser import text_string_to_metric_families

from uno_chat.runtime.panel import Panel
from uno_chat.runtime.web import Event

BUCKETS: Final = "le"
"""The label of a bucket, which is a number."""

Sample = tuple[str, frozenset[tuple[str, str]]]


async def scrape(panel: Panel, path: str = "/metrics", method: str = "GET") -> tuple[int, str]:
    """What is answered, and with which status."""
    told: list[Event] = []

    async def receive() -> Event:
        raise AssertionError("nothing is read of who asks")

    async def send(event: Event) -> None:
        told.append(event)

    await panel({"method": method, "path": path, "headers": []}, receive, send)
    start, body = told
    return HTTPStatus(start["status"]), bytes(body["body"]).decode()


def samples(text: str) -> dict[Sample, float]:
    """The samples of an answer."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def leaks(text: str, *patterns: str | re.Pattern[str]) -> Iterator[str]:
    """Every line in which something stands that must not, be it in a name, a label or a help."""
    for line in text.splitlines():
        if any(re.search(pattern, line) for pattern in patterns):
            yield line


async def read(panel: Panel) -> Metrics:
    """All that it tells now."""
    return Metrics(samples((await scrape(panel))[1]))


class Metrics:
    """Samples to be looked up by name and by some of their labels."""

    def __init__(self, found: Mapping[Sample, float]) -> None:
        self.found = found

    def __call__(self, name: str, **labels: str) -> float:
        """The sum of all samples of a name that have these labels; 0 if there is none."""
        wanted = set(labels.items())
        return sum(
            value for (one, has), value in self.found.items() if one == name and wanted <= has
        )

    @property
    def labels(self) -> dict[str, set[str]]:
        """Every label with all its values."""
        values: dict[str, set[str]] = {}
        for _, has in self.found:
            for label, value in has:
                values.setdefault(label, set()).add(value)
        return values
