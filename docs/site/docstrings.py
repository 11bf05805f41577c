"""Docstrings as reStructuredText. Ours are plain text: `code` in single backticks, drawings and programs indented."""

from __future__ import annotations

import re

CODE = re.compile(r"`([^`]+)`")
SPECIAL = re.compile(r"([\\*|_])")


def as_rst(lines: list[str]) -> list[str]:
    """Every sentence literal but for `code`; what is indented, or is a table, stands as it is."""
    found: list[str] = []
    literal = False
    for line in lines:
        if not line.strip():
            found.append("")
            continue
        drawn = line.startswith(("  ", "|", "- ", "    "))
        if drawn and not literal:
            found += ["", "::", ""]
        if not drawn and literal:
            found.append("")
        literal = drawn
        found.append(f"    {line}" if drawn else sentence(line))
    return [*found, ""]


def sentence(line: str) -> str:
    """A line of prose: code marked as such, everything else escaped."""
    if line.rstrip().endswith("::"):
        line = line.rstrip()[:-1]
    parts = CODE.split(line)
    return "".join(f"``{part}``" if at % 2 else SPECIAL.sub(r"\\\1", part) for at, part in enumerate(parts))
