"""Debian's nginx in front, with the configuration that we ship: TLS, live updates at once."""

import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from croupier.app.application import application
from croupier.app.settings import Settings
from tests.support.certificates import write_certificate
from tests.support.servers import listening

pytestmark = pytest.mark.slow(needs="nginx")
SHIPPED = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
WHOLE = """daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
PASSWORD = "a long enough password"


def answers(port: int) -> bool:
    """Whether somebody listens on a port."""
    with socket.socket() as caller:
        return not caller.connect_ex(("127.0.0.1", port))


@contextmanager
def in_front(behind: str, folder: Path) -> Iterator[str]:
    """An nginx with the shipped configuration before a server, and its address."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.fail("install nginx: apt-get install nginx")
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        port = ear.getsockname()[1]
    certificate = folder / "certificate.pem"
    site = SHIPPED.read_text()
    for shipped, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/certs/casino.pem", str(certificate)),
        ("/etc/ssl/private/casino.pem", str(certificate)),
        ("http://127.0.0.1:8000", behind),
    ):
        assert shipped in site
        site = site.replace(shipped, here)
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, site=site))
    running = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        end = time.monotonic() + 60
        while not answers(port):
            assert running.poll() is None, "nginx does not take its configuration"
            assert time.monotonic() < end
            time.sleep(0.05)
        yield f"https://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(30)


def test_nginx_passes_all_on_and_live_updates_at_once(tmp_path: Path) -> None:
    trusted = ssl.create_default_context(cafile=str(write_certificate(tmp_path)))
    settings = Settings(database=str(tmp_path / "floor.db"), pace=0, proxies="127.0.0.1")
    with (
        listening(application(settings)) as behind,
        in_front(behind, tmp_path) as address,
        httpx.Client(
            base_url=address, verify=trusted, timeout=60, headers={"Origin": address}
        ) as ann,
    ):
        signed = ann.post("/api/people", json={"name": "ann", "password": PASSWORD})
        assert signed.status_code == 201, signed.text
        assert "max-age" in signed.headers["strict-transport-security"]
        table = "/api/tables/star-blackjack-1"
        bought = {"command": "buy-in", "amount": 100_00}
        with ann.stream("GET", "/api/live?tables=star-blackjack-1") as live:
            lines = live.iter_lines()
            assert next(lines) == "event: hello"
            assert ann.post(f"{table}/commands", json=bought).status_code == 200
            assert any("bought-in" in line for line in lines), "while the connection stays open"
        assert ann.get("/metrics").status_code == 403
        long = ann.post(f"{table}/commands", content=b" " * 70_000)
        assert long.status_code == 413
        token = ann.post("/api/tokens", json={"password": PASSWORD, "scopes": ["read"]}).json()
        headers = {"Authorization": f"Bearer {token['token']}"}
        socket_address = f"wss{address.removeprefix('https')}/api/socket"
        with connect(socket_address, ssl=trusted, additional_headers=headers) as bot:
            bot.send("[")
            assert "request/not-understood" in str(bot.recv(60))
