"""The proxies of the guide pass on what networks post, and nothing else."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from uno_chat.coordinator import House
from uno_chat.runtime import Service, utc_now
from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.listening import listening
from uno_chat.runtime.web import LARGEST
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.ports import free_port

SECRET = "known to the network alone"
NGINX = """
daemon off; pid {folder}/pid; error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    {server}
}}
"""


@asynccontextmanager
async def running(*words: str | Path, port: int) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(*map(str, words))
    try:
        async with asyncio.timeout(PATIENCE):
            while not await _is_open(port):
                assert process.returncode is None, "it ended"
                await asyncio.sleep(0.02)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _is_open(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def asked(
    port: int, line: str, headers: dict[str, str], body: bytes, *, tls: ssl.SSLContext | None
) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
    given = {"Host": "uno.example.org", "Content-Length": f"{len(body)}", "Connection": "close"}
    lines = [f"{line} HTTP/1.1", *(f"{k}: {v}" for k, v in (given | headers).items()), "", ""]
    writer.write("\r\n".join(lines).encode() + body)
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1])


async def passes_what_it_should(port: int, at: Bind, tls: ssl.SSLContext | None) -> None:
    network = FakeNetwork(utc_now)
    store = MemoryStore()
    adapter = network.webhook_adapter(SECRET)
    house = Service(House({network.name: LIKE_TELEGRAM}, Desk().house.seeds), store, [adapter])
    network.contact("ann")
    told = network.requests(SECRET)[-1]
    headers, body = dict(told.headers), told.body
    line = f"POST /in/{network.name}"
    async with listening(house.door, at), house:
        assert await asked(port, line, headers, body, tls=tls) == 200
        assert await asked(port, line, {}, body, tls=tls) == 403
        assert await asked(port, line, headers, b"x" * (LARGEST + 1), tls=tls) == 413
        for other in ("/livez", "/readyz", "/", "/in/../livez"):
            assert await asked(port, f"GET {other}", {}, b"", tls=tls) in {400, 404}, other
        await house.quiet()
    assert len(network.pages("@ann")) == 1
    assert await asked(port, line, headers, body, tls=tls) == 502


def example(examples: Callable[[str], list[str]], language: str, changes: dict[str, str]) -> str:
    (text,) = examples(language)
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


async def test_nginx_does(
    tool: Callable[[str], str], examples: Callable[[str], list[str]], tmp_path: Path
) -> None:
    program, openssl = tool("nginx"), tool("openssl")
    certificate(openssl, tmp_path)
    at, port = Bind("127.0.0.1", free_port()), free_port()
    changes = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "listen [::]:443 ssl;": "",
        "/etc/letsencrypt/live/uno.example.org": str(tmp_path),
        "http://127.0.0.1:8080": f"http://{at}",
    }
    whole = NGINX.format(folder=tmp_path, server=example(examples, "nginx", changes))
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    tls = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
    tls.check_hostname = False  # it is called by its address here
    words = (program, "-p", tmp_path, "-e", "stderr", "-c", tmp_path / "nginx.conf")
    async with running(*words, port=port):
        await passes_what_it_should(port, at, tls)


def certificate(openssl: str, folder: Path) -> None:
    words = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    words += ["-nodes", "-subj", "/CN=uno.example.org", "-days", "2"]
    words += ["-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    subprocess.run(words, check=True, capture_output=True)


async def test_caddy_does(
    tool: Callable[[str], str],
    examples: Callable[[str], list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = tool("caddy")
    at, port = Bind("127.0.0.1", free_port()), free_port()
    changes = {
        "uno.example.org {": f"{{\n    admin off\n}}\nhttp://uno.example.org:{port} {{",
        "127.0.0.1:8080": str(at),
    }
    (tmp_path / "Caddyfile").write_text(example(examples, "caddy", changes), encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    async with running(program, "run", "--config", tmp_path / "Caddyfile", port=port):
        await passes_what_it_should(port, at, None)
