"""Where games are kept: one SQLite file, or memory only. A game that was answered for is on the disk.

A file that is broken is moved aside, with a message that says so, and never overwritten.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from zermelo.codec import BadData, from_json, to_json
from zermelo.web.messages import PlayGame

Found = TypeVar("Found")
FORMAT = 1
FILE = "games.sqlite"
TABLES = """
create table games (id text primary key, visitor text not null, changed real not null, document blob not null);
create index games_of_visitor on games (visitor, changed desc);
"""


class StoreError(Exception):
    """Games cannot be kept there; says where and why, and what to do."""


def usual_folder() -> Path:
    """Where programs of this system keep what is not a setting and not a document."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "zermelo"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "zermelo"
    return Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "zermelo"


class Store:
    """Games by id, each with its visitor. `notes` are printed when the server starts.

    One server at a time uses a file. Calls block until the disk has what they wrote: they belong in a thread.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder, self.notes = folder, list[str]()
        self.lock = threading.Lock()
        self.connection = self._opened()

    @property
    def place(self) -> str:
        return str(self.folder / FILE) if self.folder else ""

    def _opened(self) -> sqlite3.Connection:
        if self.folder is None:
            return prepared(":memory:")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"games cannot be kept in {self.folder}: {error.strerror} (--data says where)") from None
        try:
            return prepared(self.place)
        except sqlite3.OperationalError as error:
            raise StoreError(self._why(error)) from None
        except (sqlite3.DatabaseError, Foreign) as error:
            self._set_aside(error)
            return prepared(self.place)

    def _why(self, error: sqlite3.OperationalError) -> str:
        if "locked" in str(error):
            return (
                f"another server is using the games in {self.folder}: open its page, or give this one a folder of its "
                "own with --data"
            )
        return f"games cannot be kept in {self.folder}: {error} (--data says where)"

    def _set_aside(self, error: Exception) -> None:
        """Keeps what cannot be read under another name."""
        assert self.folder is not None
        stamp = time.strftime("%Y%m%d-%H%M%S")
        moved = []
        for ending in ("", "-wal", "-shm", "-journal"):
            file = self.folder / (FILE + ending)
            if file.exists():
                target = unused(self.folder / f"{FILE}.broken-{stamp}{ending}")
                os.replace(file, target)
                moved.append(target)
        self.notes.append(f"{self.place} cannot be read ({error}); it was kept as {moved[0]}, and games start anew")

    def _run(self, act: Callable[[sqlite3.Connection], Found]) -> Found:
        try:
            with self.lock, self.connection:
                return act(self.connection)
        except sqlite3.Error as error:
            raise StoreError(f"The games cannot be kept ({error}). Nothing was changed.") from error

    def put(self, visitor: str, game: PlayGame, changed: float) -> None:
        row = game.id, visitor, changed, to_json(game)
        self._run(lambda db: db.execute("insert or replace into games values (?, ?, ?, ?)", row))

    def get(self, visitor: str, id: str) -> PlayGame | None:
        """The visitor's game; None if there is none, or it is another's."""
        sql = "select document from games where id = ? and visitor = ?"
        rows = self._run(lambda db: db.execute(sql, (id, visitor)).fetchall())
        return document(rows[0][0]) if rows else None

    def last(self, visitor: str, most: int) -> list[tuple[PlayGame, float]]:
        """The visitor's games with the time of their last change, newest first."""
        sql = "select document, changed from games where visitor = ? order by changed desc limit ?"
        rows = self._run(lambda db: db.execute(sql, (visitor, most)).fetchall())
        return [(game, changed) for data, changed in rows if (game := document(data)) is not None]

    def count(self, visitor: str) -> int:
        sql = "select count(*) from games where visitor = ?"
        return int(self._run(lambda db: db.execute(sql, (visitor,)).fetchone())[0])

    def delete(self, visitor: str, id: str) -> None:
        self._run(lambda db: db.execute("delete from games where id = ? and visitor = ?", (id, visitor)))

    def close(self) -> None:
        with self.lock:
            self.connection.close()


class Foreign(Exception):
    """A database of something else, or of another version."""


def prepared(place: str) -> sqlite3.Connection:
    """An open database with our tables, locked for other servers; raises if it cannot be had."""
    connection = sqlite3.connect(place, timeout=0.5, check_same_thread=False)
    try:
        connection.execute("pragma locking_mode = exclusive")
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        with connection:
            connection.execute("begin immediate")
            version = connection.execute("pragma user_version").fetchone()[0]
            tables = connection.execute("select count(*) from sqlite_master").fetchone()[0]
            if version == 0 and tables == 0:
                for statement in filter(str.strip, TABLES.split(";")):
                    connection.execute(statement)
                connection.execute(f"pragma user_version = {FORMAT}")
            elif version != FORMAT:
                raise Foreign(f"it is not of format {FORMAT}")
        check = connection.execute("pragma quick_check(1)").fetchone()[0]
        if check != "ok":
            raise sqlite3.DatabaseError(str(check))
    except BaseException:
        connection.close()
        raise
    return connection


def document(data: bytes) -> PlayGame | None:
    """A kept game; None if it cannot be understood any more."""
    try:
        return from_json(data, PlayGame)
    except BadData:
        return None


def unused(file: Path) -> Path:
    """This name, or one like it that is free."""
    names = (file.with_name(f"{file.name}{f'.{i}' if i else ''}") for i in range(10_000))
    return next(each for each in names if not each.exists())
