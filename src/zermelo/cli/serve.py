"""`zermelo serve`: the pages in the browser."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from zermelo.cli.arguments import GameName
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.cli.output import note
from zermelo.cli.play import PLAYERS

LOOPBACK = "127.0.0.1"
LAST_LOOK = 1.2  # seconds for pages to see the end of a tournament


@click.command()
@click.argument("games", nargs=-1, type=GameName())
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="The port; by default 8420 or the next free one."
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on: 0.0.0.0 lets every machine of the network in.",
)
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name this server is called by, if exposed.")
@click.option("--open/--no-open", "open_page", default=False, help="Open the page in the browser.")
@click.option("--data", metavar="FOLDER", help="Where games are kept.")
@click.option(
    "--player",
    "players",
    multiple=True,
    type=PLAYERS,
    metavar="PLAYER",
    help="An opponent of yours to choose: file.py:Class, cmd:PROGRAM …",
)
@click.option("--record", "records", multiple=True, metavar="FILE", help="Show the tournament of this record, live.")
def serve(
    games: tuple[str, ...],
    port: int | None,
    host: str,
    names: tuple[str, ...],
    open_page: bool,
    data: str | None,
    players: tuple[str, ...],
    records: tuple[str, ...],
) -> int:
    """Play, analyse and watch searches in the browser.

    GAMES are games of yours to serve besides the built-in ones: file.py:Class. The page is for this machine only,
    unless --host says otherwise. Ctrl-C ends the server; games are kept and go on at the next start.
    """
    from zermelo.web.app import Settings, make_app
    from zermelo.web.catalogue import public_names
    from zermelo.web.guard import LOCAL_NAMES
    from zermelo.web.limits import EXPOSED, OWN
    from zermelo.web.pages import Pages
    from zermelo.web.server import PortError, listening
    from zermelo.web.server import serve as run
    from zermelo.web.store import Store, StoreError, usual_folder

    exposed = not is_loopback(host)
    settings = Settings(
        games=public_names(games),
        players=public_names(players),
        limits=EXPOSED if exposed else OWN,
        names=LOCAL_NAMES | {name.lower() for name in (*names, host, *([socket.gethostname()] if exposed else []))},
        exposed=exposed,
        folder=Path(data) if data else usual_folder(),
        records=[Path(each) for each in records],
    )
    try:
        sock = listening(host, port)
        store = Store(settings.folder)
    except (PortError, StoreError) as error:
        raise BadUse(str(error)) from None
    for each in store.notes:
        note(each)
    url = f"http://{shown_host(host)}:{sock.getsockname()[1]}/"
    if exposed:
        note(WARNING)
    if Pages().missing:
        note("the browser app is not part of this installation: the page says what is missing, the interface works")
    app = make_app(settings, store)
    with asked():
        run(app, sock, lambda: opened(url, open_page))
    if app.site.workers.unfinished():  # in a solver that cannot be stopped: Python would abort when it comes back
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(DONE)
    return DONE


WARNING = """This server listens to other machines. Whoever reaches it can play, and make this machine search, within
limits for each visitor; games of yours run with your rights. There is no encryption and no password:
docs/serving.md says what is protected and what is not."""


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def opened(url: str, open_page: bool) -> None:
    note(f"Zermelo is at {url} (Ctrl-C ends it)")
    if open_page and not open_browser(url):
        note("no browser could be opened: open that address yourself")


def open_browser(url: str) -> bool:
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


@contextmanager
def shown_beside(record: str, wanted: bool) -> Iterator[None]:
    """Inside, the table of a tournament is on a page, if that is wanted."""
    if not wanted:
        yield
        return
    from zermelo.web.app import Settings, make_app
    from zermelo.web.server import PortError, beside, listening

    try:
        sock = listening(LOOPBACK, None)
    except PortError as error:
        raise BadUse(str(error)) from None
    note(f"the table is at http://{LOOPBACK}:{sock.getsockname()[1]}/tournament")
    with beside(make_app(Settings(records=[Path(record)])), sock):
        yield
        time.sleep(LAST_LOOK)
    note(f"zermelo serve --record {record} shows the table again")
