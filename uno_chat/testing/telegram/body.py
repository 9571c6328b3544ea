"""What a client sends with a call: query, form, JSON or multipart, as one set of parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl

from uno_chat.testing.telegram.errors import bad


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a call."""

    name: str
    content: bytes


def parameters(query: str, content_type: str, body: bytes) -> dict[str, Any]:
    """All parameters by name, uploads among them; raises ApiError for a body that is none."""
    params: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    kind = content_type.partition(";")[0].strip().casefold()
    match kind:
        case "" | "application/x-www-form-urlencoded":
            params |= parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
        case "application/json":
            params |= _json(body)
        case "multipart/form-data":
            params |= _parts(content_type, body)
        case _:
            raise bad(f"can't read a body of the type {kind}")
    return params


def _json(body: bytes) -> dict[str, Any]:
    try:
        params = json.loads(body or b"{}")
    except ValueError:
        raise bad("can't parse JSON object") from None
    if not isinstance(params, dict):
        raise bad("expected a JSON object")
    return params


def _parts(content_type: str, body: bytes) -> Iterator[tuple[str, Any]]:
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = BytesParser(_class=EmailMessage, policy=HTTP).parsebytes(head + body)
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise bad("can't read a part of the form")
        file = part.get_filename()
        yield name, content.decode() if file is None else Upload(file, content)
