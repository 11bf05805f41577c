"""The documentation site: built without warnings, every public name documented, no link that leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import zermelo

ROOT = Path(__file__).parents[1]
SHOWN = re.compile(r"""(?:href|src)=["']([^"']+)["']""")
NAMED = re.compile(r"""\bid=["']([^"']+)["']""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="the extra `docs` is not installed: Sphinx is missing")
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "site" / "build.py"), str(out)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return out / "html"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_public_name_is_documented(site: Path) -> None:
    raw = (site / "objects.inv").read_bytes()
    body = zlib.decompress(raw.split(b"\n", 4)[4]).decode()
    known = {line.split(" ")[0] for line in body.splitlines()}
    assert {name for name in zermelo.__all__ if f"zermelo.{name}" not in known} - {"__version__"} == set()


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_link_leads_nowhere(site: Path) -> None:
    ids: dict[Path, set[str]] = {}
    broken = []
    for page in site.rglob("*.html"):
        for link in map(unescape, SHOWN.findall(page.read_text(encoding="utf-8"))):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith(("data:", "//")):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.exists():
                broken.append(f"{page.relative_to(site)} -> {link}")
            elif parts.fragment and target.suffix == ".html":
                known = ids.setdefault(target, set(NAMED.findall(target.read_text(encoding="utf-8"))))
                if unquote(parts.fragment) not in known:
                    broken.append(f"{page.relative_to(site)} -> {link}")
    assert broken == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_page_for_every_game_and_live_explorers(site: Path) -> None:
    assert {file.stem for file in (site / "games").glob("*.html")} == {*zermelo.all_games(), "index"}
    assert '<iframe class="explorer"' in (site / "docs" / "explorer.html").read_text(encoding="utf-8")
    assert "trace-0" in (site / "_static" / "alphabeta.html").read_text(encoding="utf-8")
