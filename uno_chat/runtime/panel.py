"""The operator's door, a small ASGI application of its own address: how it is, in numbers.

It is for whoever watches this host and nobody else, so it stands apart from the door that networks
post to, and is closed unless an address is named for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from prometheus_client import ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from uno_chat.runtime.gauges import Gauges
from uno_chat.runtime.meters import Meters
from uno_chat.runtime.web import Door, Event, Receive, Send, answer


@dataclass(frozen=True, slots=True)
class Panel:
    """Serves ``/metrics`` for Prometheus, and ``/livez`` and ``/readyz`` as the door does; nothing
    else, nothing that arrives.
    """

    door: Door
    meters: Meters
    gauges: Gauges

    def __post_init__(self) -> None:
        self.meters.registry.register(self.gauges)
        ProcessCollector(registry=self.meters.registry)

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        match scope["method"], scope["path"]:
            case "GET" | "HEAD", "/metrics":
                await self.gauges.look()
                body = generate_latest(self.meters.registry)
                await answer(send, HTTPStatus.OK, body, CONTENT_TYPE_PLAIN_0_0_4)
            case "GET" | "HEAD", "/livez" | "/readyz":
                await self.door(scope, receive, send)
            case _:
                await answer(send, HTTPStatus.NOT_FOUND, b"", "text/plain")
