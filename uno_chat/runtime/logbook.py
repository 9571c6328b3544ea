"""Every event is one line of the log, as text or as JSON, whoever writes it.

Other libraries may write several lines, and what failed in words: of a failure that was theirs to
tell, only the kind of it and its place are kept, because a card may stand in the rest.
"""

from __future__ import annotations

import json
import logging
import time
from typing import Final

from uno_chat.runtime.faults import places

OURS: Final = "uno_chat"
_AS_TEXT: Final = "%(asctime)s %(levelname)s %(message)s"


def write_to(handler: logging.Handler, level: str, form: str) -> None:
    """Have everything that is told from this level on written by a handler, as text or as JSON."""
    handler.addFilter(as_json if form == "json" else as_text)
    handler.setFormatter(logging.Formatter("%(message)s" if form == "json" else _AS_TEXT))
    logging.basicConfig(level=level, handlers=[handler])


def as_text(record: logging.LogRecord) -> bool:
    """Make a record one line."""
    _replace(record, " ".join(_told(record).split()))
    return True


def as_json(record: logging.LogRecord) -> bool:
    """Make a record one JSON object: ``event`` is the same for all of a kind, ``with`` is what this
    one is about: numbers and our own names. ``why`` is the sentence of whoever refused it.
    """
    about = record.args if isinstance(record.args, tuple) and _is_ours(record) else ()
    sentences = [one for one in about if isinstance(one, Exception)]
    line = {
        "at": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}"
        f".{int(record.msecs):03d}Z",
        "level": record.levelname,
        "from": record.name,
        "event": record.msg if _is_ours(record) and isinstance(record.msg, str) else record.name,
        "with": [str(one) for one in about if one not in sentences],
        "why": " ".join(map(str, sentences)),
        "text": _told(record),
    }
    _replace(record, json.dumps(line, ensure_ascii=False))
    return True


def _told(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return record.getMessage()
    what = record.getMessage() if _is_ours(record) else f"something in {record.name}"
    return f"{what} raised {type(error).__name__} at {places(error)}"


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.startswith(OURS)


def _replace(record: logging.LogRecord, line: str) -> None:
    record.msg, record.args = line, None
    record.exc_info = record.exc_text = record.stack_info = None
