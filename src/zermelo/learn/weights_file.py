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
    told = {
        "format": FORMAT,
        "kind": "weights",
        "game": game,
        "features": list(weights),
        "weights": [*weights.values()],
    }
    write_whole(file, json.dumps({**told, "sha256": hash_of(told)}, indent=1, ensure_ascii=False).encode() + b"\n")


@typed
def load_weights(file: str | Path) -> dict[str, float]:
    """Features' names with their weights; ValueError if the file was changed since it was written."""
    try:
        told = json.loads(Path(file).read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError):
        told = None
    if not isinstance(told, dict) or told.get("kind") != "weights" or told.get("format") != FORMAT:
        raise ValueError(f"{file}: not a file of weights of format {FORMAT}")
    if told.pop("sha256", None) != hash_of(told):
        raise ValueError(f"{file}: changed since it was written (its SHA-256 does not fit)")
    return dict(zip(told["features"], told["weights"], strict=True))


def hash_of(told: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
