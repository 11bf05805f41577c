"""Colonel Blotto: both share out coins over fields at the same time."""

from __future__ import annotations

import math

from zermelo.game import BuiltIn, Option, Options, number

MOST_WAYS = 5000


def check(values: Options) -> None:
    """Refuses sizes with more ways to share out than can be listed."""
    fields = number(values, "fields")
    for coins in (number(values, "coins"), number(values, "other")):
        if math.comb(coins + fields - 1, fields - 1) > MOST_WAYS:
            raise ValueError(f"blotto: {coins} coins on {fields} fields: more than {MOST_WAYS} ways to share out")


GAME = BuiltIn(
    name="blotto",
    title="Colonel Blotto",
    summary="share out coins over fields, both at once; most fields win",
    check=check,
    options={
        "coins": Option(10, 1, 100, help="coins of the first player"),
        "other": Option(0, 0, 100, help="coins of the second; 0: as many"),
        "fields": Option(3, 2, 8, help="fields"),
        "payoff": Option("win", words=("win", "difference"), help="who has more fields, or how many more"),
    },
)
