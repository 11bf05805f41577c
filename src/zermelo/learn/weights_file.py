"""Learned weights of features as a file, known by its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from zermelo.files import write_whole
from zermelo.validate import typed

FORMAT = 1


def save_weights(file: Path, game: str, weights: Mapping[str, float]) -> None:
    """Weights with the names of their features, and a hash over all of it."""
    content = {
        "format": FORMAT,
        "kind": "weights",
        "game": game,
        "features": list(weights),
        "weights": [*weights.values()],
    }
    sealed = {**content, "sha256": hash_of(content)}
    write_whole(file, json.dumps(sealed, indent=1, ensure_ascii=False).encode() + b"\n")


@typed
def load_weights(file: str | Path) -> dict[str, float]:
    """Features' names with their weights; ValueError if the file was changed since it was written."""
    try:
        content = json.loads(Path(file).read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError):
        content = None
    if not isinstance(content, dict) or content.get("kind") != "weights" or content.get("format") != FORMAT:
        raise ValueError(f"{file}: not a file of weights of format {FORMAT}")
    if content.pop("sha256", None) != hash_of(content):
        raise ValueError(f"{file}: changed since it was written (its SHA-256 does not fit)")
    return dict(zip(content["features"], content["weights"], strict=True))


def hash_of(content: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
