"""A server with the built pages, the browser, a visitor, and checks that every page has to pass."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import zermelo

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUNDLE = Path(zermelo.__file__).parent / "web" / "bundle"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
START_SECONDS = 100
WIDE, PHONE, SMALL = {"width": 1280, "height": 800}, {"width": 390, "height": 780}, {"width": 320, "height": 640}
# The games and players of the tests' own, served beside the built-in ones.
GAMES = (f"{ROOT / 'examples' / 'nim.py'}:Nim", f"{HERE / 'own.py'}:Walk")
PLAYERS = (f"{HERE / 'own.py'}:Fragile",)

PATIENCE = 100_000  # milliseconds, on a busy machine
expect.set_options(timeout=PATIENCE)


@functools.cache
def chromium() -> str:
    """Where the browser is; installs it if that is possible, otherwise skips with what to do."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    apt = shutil.which("apt-get")
    if apt and getattr(os, "geteuid", lambda: 1)() == 0 and not os.environ.get("ZERMELO_NO_INSTALL"):
        print("installing chromium for the browser tests …", file=sys.stderr)
        for words in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", "chromium")):
            subprocess.run(
                [apt, *words], check=False, timeout=600, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        found = shutil.which("chromium")
    return found or pytest.skip(
        "no browser: apt-get install chromium (or any Chrome in the PATH)", allow_module_level=True
    )


@functools.cache
def axe_script() -> str:
    """The accessibility checker: of the front end's packages, or fetched by npm."""
    ready = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
    if ready.exists():
        return ready.read_text()
    npm = shutil.which("npm")
    wanted = json.loads((ROOT / "frontend" / "package.json").read_text())["devDependencies"]["axe-core"]
    folder = ROOT / "build" / "axe"
    if npm:
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "pack", "--silent", f"axe-core@{wanted}"], cwd=folder, check=False, timeout=120)
    packed = folder / f"axe-core-{wanted}.tgz"
    if not packed.exists():
        pytest.skip("axe-core is missing: cd frontend && npm ci")
    with tarfile.open(packed) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()


class Site:
    """A server in a process of its own. It can be stopped and started again, with its games kept."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder, self.more = folder, more
        self.port, self.url, self.lines = 0, "", list[str]()
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Site:
        words = ["serve", *GAMES, "--no-open", "--port", str(self.port), "--data", str(self.folder)]
        for player in PLAYERS:
            words += ["--player", player]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zermelo", *words, *self.more],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            found = re.search(r"http://[^\s/]+:(\d+)", "\n".join(self.lines))
            if found:
                self.url, self.port = found[0], int(found[1])
                return self
            time.sleep(0.02)
        self.stop()
        raise AssertionError(f"the server did not start: {self.lines}")

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        with process.stderr as stream:
            self.lines += iter(stream.readline, "")

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.lines.clear()


class Visitor:
    """A browser of its own and what went wrong in its pages."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=url, **{"viewport": WIDE, "reduced_motion": "reduce", **options}
        )
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.allowed: list[str] = []
        self.url = url
        self.context.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.problems.append(f"asked {request.url}")

    def page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"raised {error}"))
        page.on("console", lambda told: self.problems.append(told.text) if told.type in ("error", "warning") else None)
        return page

    def close(self) -> None:
        self.context.close()
        wrong = [each for each in self.problems if not any(word in each for word in self.allowed)]
        assert not wrong, wrong


def refusals_expected(visitor: Visitor) -> None:
    """The browser writes every answer that is an error into its console; here some are wanted."""
    visitor.allowed.append("Failed to load resource")


def check_access(page: Page, *without: str) -> None:
    """Nothing that axe finds wrong; the rules `without` are left out."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    found = page.evaluate(
        "rules => axe.run(document, {rules}).then(r => r.violations.map(v => "
        "`${v.id}: ${v.help}: ${v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')}`))",
        {rule: {"enabled": False} for rule in without},
    )
    assert found == []


def check_width(page: Page) -> None:
    """Nothing is wider than the window; what is, is named."""
    wide = page.evaluate(
        """() => {
          const window = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= window) return [];
          const all = [...document.querySelectorAll("main *, header *")];
          return all.filter(each => each.getBoundingClientRect().right > window + 1 && !each.closest(".scroll, nav"))
            .map(each => each.outerHTML.slice(0, 120)).slice(0, 5).concat(document.documentElement.scrollWidth);
        }"""
    )
    assert wide == []
