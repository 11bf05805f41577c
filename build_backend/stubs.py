"""Writes the stubs of the compiled core: `python build_backend/stubs.py src/zermelo/_core.pyi` (make stubs).

nanobind knows the classes. The types of keyword arguments come from the same rows that the core checks them by
(Query.fields(), Features.fields()), so that a switch of the search is declared in one header and nowhere else.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ADDED = "_repr_html_"
HEAD = "import collections.abc\nimport typing\n"


def options(name: str, meaning: str, rows: list[tuple[str, str, str]]) -> str:
    """A TypedDict of these keywords, none of which is required."""
    lines = [f"class {name}(typing.TypedDict, total=False):", f'    """{meaning}"""', ""]
    for field, kind, doc in rows:
        lines += [f"    {field}: {kind}", f'    """{doc}"""', ""]
    return "\n".join(lines)


def without_added(text: str) -> str:
    """What Python adds to the core's classes (view/reprs.py) is not the core's."""
    paragraphs = text.split("\n\n")
    kept = ["\n".join(line for line in each.split("\n") if ADDED not in line) for each in paragraphs]
    return "\n\n".join(
        each for each, before in zip(kept, paragraphs, strict=True) if each.strip() or not before.strip()
    )


def stubs() -> str:
    """The text of `_core.pyi`, of the core that is installed."""
    from zermelo.native import core
    from zermelo.query import OF_A_POSITION

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "_core.pyi"
        command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", core.__name__, "-o", str(file)]
        subprocess.run(command, check=True)
        text = file.read_text(encoding="utf-8")
    text = without_added(text)
    rows = {
        name: [(each.name, each.type, each.meaning) for each in kind.fields()]
        for name, kind in (("FeatureOptions", core.Features), ("SearchOptions", core.Query))
    }
    rows["PlayerOptions"] = [row for row in rows["SearchOptions"] if row[0] not in OF_A_POSITION]
    parts = [
        options("FeatureOptions", "The features of a search, by keyword.", rows["FeatureOptions"]),
        options("PlayerOptions", "What a searching player is asked once and for all.", rows["PlayerOptions"]),
        options("SearchOptions", "Everything that search() takes, by keyword.", rows["SearchOptions"]),
    ]
    place = text.index("\n\n", text.index('"""', 3)) + 2
    return text[:place] + HEAD + text[place:].rstrip() + "\n\n" + "\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(stubs(), encoding="utf-8")
