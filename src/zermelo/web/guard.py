"""Before anything is done: who asks, from where, how often, and how much. Afterwards: headers that hold the page back.

A page of another site cannot use this server through a visitor's browser: the `Host` must be one of ours (which stops
names that are made to point here), and browsers say where a request comes from (`Sec-Fetch-Site`, `Origin`).
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.codec import to_json
from zermelo.web.limits import ADDRESS_FACTOR, BODY_SECONDS, Buckets, Refused, too_large, too_often, too_slow
from zermelo.web.messages import Failure, Limits

if TYPE_CHECKING:
    from zermelo.web.app import Site

COOKIE = "zermelo"
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
YEAR = 31_536_000
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
FROM_HERE = ("same-origin", "none")  # of Sec-Fetch-Site; "none": typed by the visitor
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """Stands before the app. `names` are the hosts it may be called by; with `exposed` any address in numbers too."""

    def __init__(self, app: ASGIApp, limits: Limits, names: frozenset[str], exposed: bool, site: Site) -> None:
        self.app, self.limits, self.names, self.exposed, self.site = app, limits, names, exposed, site
        rate, size = limits.messages_per_second, limits.messages_at_once
        self.visitors = Buckets(rate, size)
        self.addresses = Buckets(rate * ADDRESS_FACTOR, size * ADDRESS_FACTOR)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        token, new = self.token(scope)
        answering = Answering(send, token if new else "", str(scope.get("scheme", "http")))
        try:
            self.admit(scope, token, new)
            scope.setdefault("state", {})["visitor"] = hashlib.sha256(token.encode()).hexdigest()[:32]
            await self.app(scope, Capped(receive, self.limits.body_bytes), answering)
        except Refused as refused:
            if not answering.begun:
                await refuse(refused, answering)

    def admit(self, scope: Scope, token: str, new: bool) -> None:
        """Raises if the request is not to be carried out."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.is_ours(host):
            raise Refused(400, "host", "This server does not go by that name. (zermelo serve --name adds one.)")
        if scope["path"].startswith("/api/"):
            check_origin(headers, host)
        address = (scope.get("client") or ("",))[0]
        if not self.addresses.take(address) or (not new and not self.visitors.take(token)):
            raise too_often(self.limits.messages_per_second)
        declared = headers.get("content-length", "0")
        if not declared.isdigit() or len(declared) > 18 or int(declared) > self.limits.body_bytes:
            raise too_large(self.limits.body_bytes)

    def is_ours(self, host: str) -> bool:
        name = host_name(host)
        if name in self.names:
            return True
        return self.exposed and is_address(name)

    def token(self, scope: Scope) -> tuple[str, bool]:
        """(the visitor's secret, whether it is new)."""
        for name, value in scope["headers"]:
            if name == b"cookie":
                cookies = SimpleCookie()
                try:
                    cookies.load(value.decode("latin-1"))
                except CookieError:
                    continue
                if COOKIE in cookies and TOKEN.fullmatch(cookies[COOKIE].value):
                    return cookies[COOKIE].value, False
        return secrets.token_urlsafe(32), True


def host_name(host: str) -> str:
    """The name in a Host header, without its port; nothing if it is no host."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_origin(headers: Headers, host: str) -> None:
    """Refuses what a page of another site asks for."""
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    foreign = site is not None and site not in FROM_HERE
    if origin is not None and urlsplit_netloc(origin) != host:
        foreign = True
    if foreign:
        raise Refused(403, "origin", "Only the pages of this server may ask it for something.")


def urlsplit_netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def refuse(refused: Refused, send: Send) -> None:
    body = to_json(Failure(refused.problem))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.status in (429, 503):
        headers.append((b"retry-after", b"1"))
    if refused.status in (408, 413):
        headers.append((b"connection", b"close"))  # the rest of the body is not read
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Capped:
    """A body that is not longer than allowed and arrives in time."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive, self.left, self.ended = receive, most, False
        self.most, self.until = most, asyncio.get_running_loop().time() + BODY_SECONDS

    async def __call__(self) -> Message:
        if self.ended:
            return await self.receive()
        try:
            async with asyncio.timeout_at(self.until):
                message = await self.receive()
        except TimeoutError:
            raise too_slow() from None
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise too_large(self.most)
        self.ended = not message.get("more_body", False)
        return message


class Answering:
    """Sends an answer with the headers that every answer has."""

    def __init__(self, send: Send, token: str, scheme: str) -> None:
        self.send, self.token, self.scheme, self.begun = send, token, scheme, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(raw=list(message.get("headers", [])))  # a copy: answers may share theirs
            message = {**message, "headers": headers.raw}
            for name, value in SAFE.items():
                headers[name] = value
            headers.setdefault("content-security-policy", POLICY)
            headers.setdefault("cache-control", "no-store")
            if self.token:
                secure = "; Secure" if self.scheme == "https" else ""
                cookie = f"{COOKIE}={self.token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict{secure}"
                headers.append("set-cookie", cookie)
        await self.send(message)
