"""The men of chess as figures of our own, by their letters in FEN."""

from __future__ import annotations

from zermelo.scene import Piece

NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
FOOT = "M-26 37H26V31"
# Letter to (outline, lines inside), in hundredths of a square around its middle.
FIGURES = {
    "P": (
        "M-25 37H25V32C25 22 12 17 10 2C15 1 16 -5 12 -7H9A13.5 13.5 0 1 0 -9 -7H-12C-16 -5 -15 1 -10 2C-12 17 -25 22 "
        "-25 32Z",
        "M-10 2H10",
    ),
    "R": (
        f"{FOOT}H22L18 20V-12L25 -18V-34H15V-27H6V-34H-6V-27H-15V-34H-25V-18L-18 -12V20L-22 31H-26Z",
        "M-18 -12H18M-18 20H18",
    ),
    "N": (
        "M-21 37H25V31C27 12 27 -4 20 -15C15 -24 7 -29 -3 -30L-6 -38L-12 -28C-16 -27 -19 -24 -20 -19L-32 0C-34 4 -33 9 "
        "-29 11C-26 12.5 -23 11 -21 8.5L-13 3.5C-9 5.5 -4 4.5 -1 1C-1 13 -20 17 -21 31Z",
        "M-13.5 -16.5V-15M-28 4.5V4.6M9 -22C17 -12 19 4 18 26",
    ),
    "B": (
        f"{FOOT}C26 25 17 22 12 19L10 9C20 2 22 -10 13 -20C9 -25 5 -28 3 -30A5.5 5.5 0 1 0 -3 -30C-5 -28 -9 -25 -13 -20"
        "C-22 -10 -20 2 -10 9L-12 19C-17 22 -26 25 -26 31Z",
        "M-10 9H10M-12 19H12M0 -19V-3M-7 -11H7",
    ),
    "Q": (
        f"{FOOT}L19 20L32 -15A5 5 0 1 0 27.5 -17L17 -2L17.5 -23A5 5 0 1 0 12 -23L5.5 -5L3 -28A5 5 0 1 0 -3 -28L-5.5 -5"
        "L-12 -23A5 5 0 1 0 -17.5 -23L-17 -2L-27.5 -17A5 5 0 1 0 -32 -15L-19 20L-26 31Z",
        "M-19 20C-7 16 7 16 19 20M-17 11C-6 8 6 8 17 11",
    ),
    "K": (
        f"{FOOT}L20 20C36 9 37 -6 28 -13C20 -18.5 9 -14 5.5 -6C9 -12 8 -21 3 -23V-29H10V-35H3V-41H-3V-35H-10V-29H-3V-23"
        "C-8 -21 -9 -12 -5.5 -6C-9 -14 -20 -18.5 -28 -13C-37 -6 -36 9 -20 20L-26 31Z",
        "M-20 20C-7 16 7 16 20 20M0 12V-6M-5.5 -6C-3 -1 -1 4 0 12M5.5 -6C3 -1 1 4 0 12",
    ),
}
PIECES = {
    (letter if side == 0 else letter.lower()): Piece(
        f"{('white', 'black')[side]} {name}", "figure", side, letter, *FIGURES[letter]
    )
    for side in (0, 1)
    for letter, name in NAMES.items()
}
