"""Strangers' programs: what is kept from them, what they may use, and that nothing of them is left."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from costs import HANG_SECONDS, eventually
from zermelo.match.setup import Engine
from zermelo.players.isolation import OWN, STRANGER, Isolation
from zermelo.players.player import Forfeit
from zermelo.players.protocols import supervisor
from zermelo.players.protocols.child_process import Program
from zermelo.players.spec import player_from

LINUX = sys.platform.startswith("linux")


def answer(code: str, folder: Path, isolation: Isolation = STRANGER, seconds: float = HANG_SECONDS) -> str:
    """The first line that a Python program prints."""
    file = folder / "stranger.py"
    file.write_text("import os, sys, time, socket\n" + code)
    program = Program([str(file)], isolation=isolation)
    try:
        return program.line(time.monotonic() + seconds)
    finally:
        program.close(at_once=True)


def protected() -> tuple[str, ...]:
    program = Program(["true"], isolation=STRANGER)
    program.close()
    return program.protected


PROTECTED = protected() if LINUX else ()


def needs(what: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(what not in PROTECTED, reason=f"this system cannot separate {what}")


@needs("network")
def test_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"""
try:
    socket.create_connection(("127.0.0.1", {port}), 1)
    print("connected")
except OSError as error:
    print(type(error).__name__)
"""
        assert answer(code, tmp_path) != "connected"
        assert answer(code, tmp_path, OWN) == "connected"


@needs("files")
def test_files_are_read_only_except_for_a_scratch_folder(tmp_path: Path) -> None:
    code = f"""
def tried(path):
    try:
        open(path, "w").write("x")
        return "written"
    except OSError as error:
        return error.strerror
print(tried({str(tmp_path / "new")!r}), "|", tried(os.path.expanduser("~/mine")), "|", tried("/etc/x"))
"""
    assert answer(code, tmp_path) == "Read-only file system | written | Read-only file system"
    assert not (tmp_path / "new").exists()
    writable = replace(STRANGER, write=(str(tmp_path),))
    assert answer(code, tmp_path, writable).startswith("written | written")
    assert (tmp_path / "new").read_text() == "x"


@needs("files")
def test_it_cannot_make_them_writable_again(tmp_path: Path) -> None:
    code = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
tries = [libc.mount(b"none", b"/", b"", 32 | 4096, b"")]
tries += [libc.unshare(0x10000000 | 0x20000), libc.mount(b"none", b"/", b"", 32 | 4096, b"")]
try:
    open(sys.argv[0] + ".new", "w")
    print("written", tries)
except OSError:
    print("refused")
"""
    assert answer(code, tmp_path) == "refused"


@needs("files")
def test_of_the_devices_only_the_harmless_are_there(tmp_path: Path) -> None:
    code = """
import multiprocessing, random
multiprocessing.Lock()
open("/dev/null", "w").write("x")
print(sorted(os.listdir("/dev")), len(open("/dev/urandom", "rb").read(4)))
"""
    assert answer(code, tmp_path) == "['fd', 'full', 'null', 'random', 'shm', 'urandom', 'zero'] 4"


@needs("files")
def test_folders_can_be_hidden(tmp_path: Path) -> None:
    for name in ("mine", "theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "secret").write_text(name)
    isolation = replace(STRANGER, hide=(str(tmp_path),), show=(str(tmp_path / "mine"),))
    code = f"print(os.listdir({str(tmp_path)!r}), open({str(tmp_path / 'mine' / 'secret')!r}).read())"
    assert answer(code, tmp_path / "mine", isolation) == "['mine'] mine"


@needs("processes")
def test_other_processes_are_out_of_reach(tmp_path: Path) -> None:
    code = f"""
try:
    os.kill({os.getpid()}, 0)
    print("there")
except OSError as error:
    print(error.strerror)
"""
    assert answer(code, tmp_path) == "No such process"


def test_the_environment_holds_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "123")
    assert answer("print(os.environ.get('SECRET_TOKEN'))", tmp_path) == "None"
    assert answer("print(os.environ.get('SECRET_TOKEN'))", tmp_path, OWN) == "123"


def test_memory_is_limited(tmp_path: Path) -> None:
    """By the kernel for one process, by the supervisor for all together."""
    small = replace(STRANGER, memory_mb=100)
    greedy = "try:\n    bytearray(300_000_000)\n    print('had it')\nexcept MemoryError:\n    print('refused')\n"
    assert answer(greedy, tmp_path, small) == "refused"
    together = "for _ in range(3): os.fork()\nhold = bytearray(os.urandom(1_000_000) * 60)\ntime.sleep(100)\n"
    if LINUX:
        with pytest.raises(Forfeit, match="was stopped: it used more than 100 MB of memory"):
            answer(together, tmp_path, small)


@pytest.mark.parametrize("isolation", [OWN, STRANGER], ids=["own", "stranger"])
def test_signals_are_as_usual(isolation: Isolation, tmp_path: Path) -> None:
    code = "import signal\nprint([each.name for each in signal.Signals if signal.getsignal(each) is signal.SIG_IGN])"
    assert answer(code, tmp_path, isolation) == "['SIGPIPE', 'SIGXFSZ']"  # by Python itself


@pytest.mark.skipif(not LINUX, reason="the supervisor counts in /proc")
def test_processes_are_limited(tmp_path: Path) -> None:
    code = "for _ in range(20):\n    if os.fork() == 0: time.sleep(100)\ntime.sleep(100)\n"
    with pytest.raises(Forfeit, match="it ran more than 8 processes at a time"):
        answer(code, tmp_path, replace(STRANGER, processes=8))


def test_processor_time_and_file_size_are_limited(tmp_path: Path) -> None:
    with pytest.raises(Forfeit, match=r"killed by signal \d+"):
        answer("while True: pass\n", tmp_path, replace(STRANGER, cpu_seconds=1))
    code = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open(os.path.expanduser("~/big"), "wb") as file:
        for _ in range(40): file.write(bytes(1_000_000))
    print("written")
except OSError as error:
    print(error.strerror)
"""
    assert answer(code, tmp_path, replace(STRANGER, file_mb=8)) in ("File too large", "No space left on device")


@needs("files")
def test_the_disk_cannot_be_filled_with_many_files(tmp_path: Path) -> None:
    code = """
try:
    for i in range(100):
        with open(os.path.expanduser(f"~/{i}"), "wb") as file: file.write(bytes(1_000_000))
    print("written")
except OSError as error:
    print(error.strerror)
"""
    assert answer(code, tmp_path, replace(STRANGER, file_mb=8)) == "No space left on device"


BREEDS = """
def breed(depth):
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            if depth: breed(depth - 1)
            open(f"{sys.argv[1]}/{os.getpid()}", "w").close()
            if depth == 0: os.execve("/bin/sleep", [sys.argv[2], "600"], {})
            os._exit(0)
breed(2)
time.sleep(600)
"""


MARKER = f"hostile-{os.getpid()}"  # another run of these tests may be under way


def sleeping() -> list[int]:
    """Processes that call themselves so."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if place.read_bytes().startswith(MARKER.encode()):
                found.append(int(place.parent.name))
        except OSError:
            pass
    return found


def awaited(number: int) -> int:
    """How many of them there are, once there are so many or it takes too long."""
    eventually(lambda: len(sleeping()) == number)
    return len(sleeping())


@pytest.mark.skipif(not LINUX, reason="reads /proc")
@pytest.mark.parametrize("isolation", [OWN, STRANGER], ids=["own", "stranger"])
def test_children_without_session_parent_and_environment_end_too(isolation: Isolation, tmp_path: Path) -> None:
    """No mark is left on them: orphans come back to the supervisor, or end with their namespace."""
    file = tmp_path / "breeds.py"
    file.write_text("import os, sys, time\n" + BREEDS)
    program = Program([str(file), str(tmp_path), MARKER], isolation=replace(isolation, write=(str(tmp_path),)))
    assert awaited(8) == 8
    program.close(at_once=True)
    assert awaited(0) == 0


@pytest.mark.skipif(not LINUX, reason="reads /proc")
def test_a_supervisor_that_was_stopped_ends_all_the_same(tmp_path: Path) -> None:
    """Killed in its stead, it would leave behind what nobody else knows of."""
    file = tmp_path / "breeds.py"
    stops = "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(600)"
    file.write_text("import os, signal, sys, time\n" + BREEDS.replace("\ntime.sleep(600)", "\n" + stops))
    program = Program([str(file), str(tmp_path), MARKER], isolation=replace(OWN, write=(str(tmp_path),)))
    assert awaited(8) == 8
    program.close(at_once=True)
    assert awaited(0) == 0


@pytest.mark.skipif(not LINUX, reason="reads /proc")
@pytest.mark.parametrize("kind", ["OWN", "STRANGER"])
def test_nothing_outlives_a_killed_runner(kind: str, tmp_path: Path) -> None:
    code = f"""
import time
from zermelo.players.isolation import OWN, STRANGER
from zermelo.players.protocols.child_process import Program
from zermelo.players.spec import player_from
program = Program(["bash", "-c", "exec -a {MARKER} sleep 600"], isolation={kind})
print("running", flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as runner:
        try:
            assert runner.stdout is not None
            assert runner.stdout.readline() == b"running\n"
            assert awaited(1) == 1
        finally:
            runner.send_signal(signal.SIGKILL)
    assert awaited(0) == 0


@pytest.fixture
def _without_rights(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a system that refuses namespaces to us."""
    broken = tmp_path_factory.mktemp("supervisor") / "supervisor.py"
    text = Path(supervisor.__file__).read_text()
    broken.write_text(text.replace("def separate() -> None:\n", "def separate() -> None:\n    raise OSError\n"))
    monkeypatch.setattr("zermelo.players.isolation.SUPERVISOR", broken)


@pytest.mark.usefixtures("_without_rights")
@pytest.mark.parametrize("bwrap", ["", "#!/bin/sh\nexit 1\n"], ids=["none", "forbidden"])
def test_without_rights_a_sandbox_still_limits(bwrap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where namespaces are refused, what is left is said and done; a bubblewrap that may not work is not used."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("true", "env", "python3"):
        (tools / name).symlink_to(shutil.which(name) or name)
    if bwrap:
        (tools / "bwrap").write_text(bwrap)
        (tools / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tools))
    program = Program(["true"], isolation=STRANGER)
    assert program.protected == ()
    program.close()
    greedy = "try:\n    bytearray(300_000_000)\n    print('had it')\nexcept MemoryError:\n    print('refused')\n"
    assert answer(greedy, tmp_path, replace(STRANGER, memory_mb=100)) == "refused"


@pytest.fixture
def _bubblewrap(_without_rights: None) -> None:
    """Where namespaces are refused to us, but not to bubblewrap."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    program = Program(["true"], isolation=STRANGER)
    program.close()
    if program.protected != ("bubblewrap",):
        pytest.skip("bubblewrap may not work here")


@pytest.mark.usefixtures("_bubblewrap")
def test_bubblewrap_takes_away_the_same(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"""
def tried(what):
    try:
        what()
        return "done"
    except OSError as error:
        return error.strerror
print("|".join(map(tried, [
    lambda: socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 1),
    lambda: open({str(tmp_path / "new")!r}, "w"), lambda: open("/etc/x", "w"),
    lambda: open(os.path.expanduser("~/mine"), "w").write("x"), lambda: os.kill({os.getpid()}, 0),
])), sorted(set(os.listdir("/dev")) & {{"sda", "mem", "kvm", "null"}}))
"""
        told = "Connection refused|Read-only file system|Read-only file system|done|No such process ['null']"
        assert answer(code, tmp_path) == told
    assert not (tmp_path / "new").exists()
    (tmp_path / "hidden" / "mine").mkdir(parents=True)
    (tmp_path / "hidden" / "secret").write_text("secret")
    place = str(tmp_path / "hidden")
    isolation = replace(STRANGER, hide=(place,), show=(f"{place}/mine",))
    assert answer(f"print(os.listdir({place!r}))", tmp_path / "hidden" / "mine", isolation) == "['mine']"


@pytest.mark.usefixtures("_bubblewrap")
def test_bubblewrap_leaves_nothing_behind_and_says_how_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "breeds.py"
    file.write_text("import os, sys, time\n" + BREEDS)
    program = Program([str(file), str(tmp_path), MARKER], isolation=replace(STRANGER, write=(str(tmp_path),)))
    assert awaited(8) == 8
    program.close(at_once=True)
    assert awaited(0) == 0
    with pytest.raises(Forfeit, match="ended with exit code 3"):
        answer("sys.exit(3)", tmp_path)
    with pytest.raises(Forfeit, match="it ran more than 8 processes"):
        answer(
            "for _ in range(20):\n    if os.fork() == 0: time.sleep(20)\ntime.sleep(20)\n",
            tmp_path,
            replace(STRANGER, processes=8),
        )
    small = replace(STRANGER, memory_mb=100)
    greedy = "try:\n    bytearray(300_000_000)\n    print('had it')\nexcept MemoryError:\n    print('refused')\n"
    assert answer(greedy, tmp_path, small) == "refused"


def test_bubblewrap_is_asked_for_the_same() -> None:
    setting: supervisor.Setting = {name: [] for name in supervisor.SETTINGS}
    setting |= {"hide": ["/run"], "show": ["/usr"], "write": ["/tmp/x"], "scratch": ["/tmp/y"]}
    words = " ".join(supervisor.wrapped(setting))
    assert words.startswith("--unshare-all --die-with-parent")
    for part in ("--ro-bind / /", "--ro-bind /usr /usr", "--bind /tmp/x /tmp/x", "--tmpfs /tmp/y", "--chdir "):
        assert part in words


def test_programs_of_other_languages_run_in_the_sandbox(tmp_path: Path) -> None:
    for command in (["sh", "-c", "echo 1"], ["node", "-e", "console.log(1)"], ["gcc", "-dumpversion"]):
        if subprocess.run(["which", command[0]], capture_output=True).returncode == 0:
            program = Program(command, isolation=STRANGER)
            assert program.line(time.monotonic() + HANG_SECONDS)
            program.close()


def test_an_engine_of_a_tournament_has_the_usual_limits_in_its_sandbox() -> None:
    engine = Engine("anna", "cmd:true", isolation={"sandbox": True, "memory_mb": 300})
    assert engine.make(0).isolation == replace(STRANGER, memory_mb=300)
    assert Engine("ben", "cmd:true", isolation={"memory_mb": 300}).make(0).isolation == replace(OWN, memory_mb=300)


def test_a_player_is_put_into_a_sandbox_by_its_name() -> None:
    isolation = player_from("cmd:seconds=2,sandbox=yes,memory_mb=300:true {color}").isolation
    assert (isolation.sandbox, isolation.memory_mb, isolation.processes) == (True, 300, STRANGER.processes)
    assert player_from("cmd:true").isolation == OWN
    for wrong in ("cmd:sandbox=perhaps:true", "cmd:memory_mb=much:true"):
        with pytest.raises(ValueError, match="expected"):
            player_from(wrong)
