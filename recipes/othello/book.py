"""Makes the opening book that Othello comes with: `python recipes/othello/book.py [--positions N] [--workers N]`

Every position is searched to the same depth by the game's own search, from an empty table; the best lines grow first
(see zermelo.book.grow). It can be killed and started again: the book is written every few seconds, and goes on from
what is there to the same end. Make it anew, from an empty book, when the weights or the search change. The same as

    zermelo book grow othello --empty --file src/zermelo/games/othello/book.txt --depth 18 …
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import zermelo
from zermelo.book import Book, Growth, grow, read_book, write_book

FILE = Path(__file__).resolve().parents[2] / "src" / "zermelo" / "games" / "othello" / "book.txt"
GROWTH = Growth(depth=18, width=4, plies=28, patience=2.0)
POSITIONS = 1361
SAVE_SECONDS = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many the book is to have")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    book = read_book(given.file, "othello") if given.file.exists() else Book("othello", GROWTH)
    if book.growth != GROWTH:
        parser.error(f"{given.file} was made with other settings; remove it to make it anew")
    began = saved = time.monotonic()

    def save(grown: Book, added: int) -> None:
        nonlocal saved
        if time.monotonic() - saved > SAVE_SECONDS:
            write_book(grown, given.file)
            saved = time.monotonic()
            print(f"{len(grown)} of {given.positions} positions, {saved - began:.0f} s", flush=True)

    missing = given.positions - len(book)
    if missing > 0:
        grow(book, zermelo.start("othello"), missing, workers=given.workers, progress=save)
        write_book(book, given.file)
    print(f"{given.file}: {len(book)} positions, {given.file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
