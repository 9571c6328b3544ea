"""An event is one line, whatever was raised, and tells nothing that was in it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from uno_chat.contract import StoreError
from uno_chat.runtime.logbook import as_json, as_text

HAND = "Ann holds R7"


@pytest.fixture(params=[as_text, as_json])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What is written by loggers whose names begin with "uno_chat.here" or "elsewhere"."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(request.param)
    loggers = [logging.getLogger(name) for name in ("uno_chat.here", "elsewhere")]
    for logger in loggers:
        logger.propagate = False
        logger.setLevel(logging.DEBUG)
        logger.addHandler(handler)
    yield stream
    for logger in loggers:
        logger.propagate = True
        logger.removeHandler(handler)


def fail() -> None:
    raise RuntimeError(HAND)


@pytest.mark.parametrize("name", ["uno_chat.here", "elsewhere"])
def test_what_was_raised_is_told_by_its_kind_and_place(written: io.StringIO, name: str) -> None:
    try:
        fail()
    except RuntimeError:
        logging.getLogger(name).exception("something\nfailed")
    (line,) = written.getvalue().splitlines()
    assert "RuntimeError at test_what_was_raised_is_told_by_its_kind_and_place:" in line
    assert "> fail:" in line
    assert HAND not in line


def test_what_another_library_says_of_a_failure_is_left_out(written: io.StringIO) -> None:
    """Asyncio quotes the callback and what it was called with."""
    try:
        fail()
    except RuntimeError:
        logging.getLogger("elsewhere").exception("in <Task of %s>", HAND)
    (line,) = written.getvalue().splitlines()
    assert "something in elsewhere raised RuntimeError" in line
    assert HAND not in line


@pytest.mark.parametrize("written", [as_json], indirect=True)
def test_all_of_a_kind_have_the_same_event(written: io.StringIO) -> None:
    for row in (7, 8):
        logging.getLogger("uno_chat.here").info("row %s of %s is done", row, "telegram")
    first, second = map(json.loads, written.getvalue().splitlines())
    assert first["event"] == second["event"] == "row %s of %s is done"
    assert (first["with"], second["with"]) == (["7", "telegram"], ["8", "telegram"])
    assert first["text"] == "row 7 of telegram is done"
    assert first.keys() == {"at", "level", "from", "event", "with", "why", "text"}
    assert (first["level"], first["from"]) == ("INFO", "uno_chat.here")


@pytest.mark.parametrize("written", [as_json], indirect=True)
def test_a_sentence_about_what_was_refused_has_a_place_of_its_own(written: io.StringIO) -> None:
    logging.getLogger("uno_chat.here").error("%s stopped: %s", "telegram", StoreError("Full."))
    line = json.loads(written.getvalue())
    assert (line["event"], line["with"], line["why"]) == ("%s stopped: %s", ["telegram"], "Full.")
    assert line["text"] == "telegram stopped: Full."


@pytest.mark.parametrize("written", [as_json], indirect=True)
def test_what_another_library_says_stands_in_its_text_alone(written: io.StringIO) -> None:
    logging.getLogger("elsewhere").warning("two\nlines of %s", "it")
    line = json.loads(written.getvalue())
    told = (line["event"], line["with"], line["why"], line["text"])
    assert told == ("elsewhere", [], "", "two\nlines of it")


@pytest.mark.parametrize("written", [as_text], indirect=True)
def test_lines_are_joined(written: io.StringIO) -> None:
    logging.getLogger("elsewhere").warning("two\n  lines of %s", "it")
    assert written.getvalue() == "two lines of it\n"
