"""Runs another program and ends all it started: `python -I -S supervisor.py SETTING=VALUE … -- COMMAND`.

It stands between us and another program, so that whatever that program starts ends with it: on Linux orphans come back
to the supervisor (it is their subreaper), or live in a process namespace that ends as a whole. The socket `lifeline` is
the connection to us: it reports what happened in lines, and when our end is closed, by whatever means, all is over.

For a stranger it first takes away what the kernel lets it take: the network, other processes, writing to files, and
memory, processor time, file sizes and processes beyond a limit. Each is tried; what was done is reported.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # typing takes a while to load
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterable

Setting = dict[str, list[str]]
SETTINGS = (
    "lifeline",
    "sandbox",
    "memory_mb",
    "cpu_seconds",
    "file_mb",
    "written_mb",
    "processes",
    "scratch",
    "hide",
    "show",
    "write",
)
BUBBLEWRAP = (
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
)
TICK_MS = 50  # between two measurements of memory and number of processes
DUTY = 20  # what takes long to measure is measured so many times less often than it takes
MOST_ENTRIES, MOST_DEPTH = 100_000, 100  # files and folders in what it may write
SHARED = ("/dev/zero", "/memfd:", "/SYSV", "/dev/shm/")  # mappings of memory that no process is charged with
NEW_MOUNTS, NEW_USER, NEW_IPC, NEW_PIDS, NEW_NET = 0x20000, 0x10000000, 0x8000000, 0x20000000, 0x40000000
READ_ONLY, NO_SUID, NO_DEV, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 4096, 16384, 1 << 18
DEVICES = ("null", "zero", "full", "random", "urandom")
MOUNT_SETATTR, HERE, WHOLE_TREE = 442, -100, 0x8000
DEATH_SIGNAL, SUBREAPER, NO_NEW_PRIVILEGES = 1, 36, 38
INSIDE_ID = 1000  # what root is called inside: somebody who may nothing
PAGE = os.sysconf("SC_PAGESIZE")
IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # by the supervisor, which ends when its lifeline does


def libc() -> ctypes.CDLL:
    """The C library, where there is something to ask it for."""
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def called(result: int) -> None:
    """OSError if a function of the C library failed."""
    if result != 0:
        import ctypes

        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        called(libc().prctl(option, value, 0, 0, 0))


# 1. What is taken away -----------------------------------------------------------------------------------------------


def separate() -> None:
    """Leaves the network, processes and mounts of the machine, as a user without rights. OSError if it may not."""
    uid, gid = os.getuid(), os.getgid()
    called(libc().unshare(NEW_USER | NEW_MOUNTS | NEW_IPC | NEW_PIDS | NEW_NET))
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{uid or INSIDE_ID} {uid} 1")
    write("/proc/self/gid_map", f"{gid or INSIDE_ID} {gid} 1")


def write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    encode = os.fsencode
    called(libc().mount(encode(source), encode(target), encode(kind), flags, encode(data)))


def set_flags(path: str, given: int, taken: int, whole_tree: int = 0) -> None:
    """Gives flags to a mount, or to all mounts below it, and takes flags away."""
    import ctypes

    change = (ctypes.c_uint64 * 4)(given, taken, 0, 0)
    size = ctypes.sizeof(change)
    called(libc().syscall(MOUNT_SETATTR, HERE, os.fsencode(path), whole_tree, ctypes.byref(change), size))


def restrict_files(setting: Setting) -> None:
    """A read-only view of all files, some of them hidden; small folders in memory, and what may be written."""
    mount("none", "/", "", RECURSIVE | PRIVATE)
    shown = {path: os.open(path, os.O_PATH | os.O_DIRECTORY) for path in setting["show"] + setting["write"]}
    for path in setting["hide"]:
        if os.path.isdir(path):
            mount("hidden", path, "tmpfs", NO_SUID | NO_DEV, "size=1m")
        elif os.path.exists(path):
            mount(os.devnull, path, "", BIND)
    for path, opened in shown.items():
        os.makedirs(path, exist_ok=True)
        show(opened, path)
    for path in setting["scratch"]:
        os.makedirs(path, exist_ok=True)  # it may have been hidden
    devices = own_devices()
    with contextlib.suppress(OSError):  # not where containers hide parts of it
        mount("proc", "/proc", "proc", READ_ONLY | NO_SUID | NO_DEV)
    set_flags("/", READ_ONLY | NO_SUID | NO_DEV, 0, WHOLE_TREE)
    for path in devices:
        set_flags(path, 0, NO_DEV)
    for path in setting["write"]:
        set_flags(path, 0, READ_ONLY)
    for path in [*setting["scratch"], "/dev/shm"]:
        mount("scratch", path, "tmpfs", NO_SUID | NO_DEV, f"size={number(setting, 'file_mb') or 64}m")


def show(opened: int, path: str) -> None:
    """What was opened before, at this path."""
    mount(f"/proc/self/fd/{opened}", path, "", BIND | RECURSIVE)
    os.close(opened)


def own_devices() -> list[str]:
    """A /dev with nothing in it but what every program may use; their paths."""
    opened = {f"/dev/{name}": os.open(f"/dev/{name}", os.O_PATH) for name in DEVICES}
    mount("devices", "/dev", "tmpfs", NO_SUID, "size=1m")
    for path, device in opened.items():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        show(device, path)
    os.symlink("/proc/self/fd", "/dev/fd")
    os.mkdir("/dev/shm")
    return list(opened)


def limit_resources(setting: Setting, alone: bool) -> None:
    """Limits of the one process that is about to become the program, inherited by what it starts."""
    import resource

    def limit(name: str, value: int) -> None:
        kind = getattr(resource, name, None)
        if kind is None or not value:
            return
        with contextlib.suppress(OSError, ValueError):
            _, most = resource.getrlimit(kind)
            value = value if most == resource.RLIM_INFINITY else min(value, most)
            resource.setrlimit(kind, (value, value))

    memory = number(setting, "memory_mb") << 20
    # A program alone meets its own limit first, and may say so: the rest of the memory is for what it has loaded.
    limit("RLIMIT_DATA" if sys.platform.startswith("linux") else "RLIMIT_AS", memory - memory // 8)
    limit("RLIMIT_CPU", number(setting, "cpu_seconds"))
    limit("RLIMIT_FSIZE", number(setting, "file_mb") << 20)
    if alone:  # elsewhere the kernel counts all that the user runs
        limit("RLIMIT_NPROC", 4 * number(setting, "processes"))  # threads count
    limit("RLIMIT_NOFILE", 256 if memory else 0)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# 2. The program ------------------------------------------------------------------------------------------------------


def start(command: list[str], setting: Setting, alone: bool) -> tuple[int | None, str]:
    """(the program's number, "") once it runs, or (None, why it cannot)."""
    ours, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            for each in (*IGNORED, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(each, signal.SIG_DFL)
            limit_resources(setting, alone)
            if setting["sandbox"]:
                prctl(NO_NEW_PRIVILEGES, 1)
            os.execvp(command[0], command)
        except BaseException as error:
            os.write(its, (getattr(error, "strerror", None) or str(error)).encode())
        os._exit(127)
    os.close(its)
    with open(ours, "rb") as heard:
        trouble = heard.read().decode()
    if trouble:
        os.waitpid(pid, 0)
    return (None, trouble) if trouble else (pid, "")


def family() -> dict[int, int]:
    """Everybody below us: {number: pages of memory in use, but for what is shared}. Empty where there is no /proc."""
    if os.getpid() == 1:
        below = [int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"]
    else:
        below = descendants()
    found = {}
    for pid in below:
        with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/status", "rb") as file:
            held = [int(line.split()[1]) for line in file if line.startswith((b"RssAnon:", b"RssFile:"))]
            found[pid] = sum(held) * 1024 // PAGE
    return found


def shared_bytes(pids: Iterable[int], scratch: Iterable[str]) -> int:
    """Memory that is no process's own: files in memory that are open or mapped, whether or not anybody has touched
    them lately, segments that may be attached to nobody, and what is in the folders in memory."""
    files: dict[tuple[str, int], int] = {}
    for pid in pids:
        with contextlib.suppress(OSError, ValueError):
            mapped(pid, files)
        with contextlib.suppress(OSError):
            opened(pid, files)
    folders = 0
    for path in scratch:
        with contextlib.suppress(OSError):
            found = os.statvfs(path)
            folders += (found.f_blocks - found.f_bfree) * found.f_frsize
    return sum(files.values()) + segments() + folders


def mapped(pid: int, files: dict[tuple[str, int], int]) -> None:
    """Adds the shared mappings of a process: each file in memory up to where it is mapped."""
    with open(f"/proc/{pid}/maps") as file:
        for line in file:
            area, flags, offset, device, inode, *name = line.split(maxsplit=5)
            if flags[3] == "s" and name and name[0].startswith(SHARED):
                low, high = (int(each, 16) for each in area.split("-"))
                key = (device, int(inode))
                files[key] = max(files.get(key, 0), int(offset, 16) + high - low)


def opened(pid: int, files: dict[tuple[str, int], int]) -> None:
    """Adds the files in memory that a process has open: by what they take."""
    for number in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{pid}/fd/{number}").startswith("/memfd:"):
                found = os.stat(f"/proc/{pid}/fd/{number}")
                key = (f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}", found.st_ino)
                files[key] = max(files.get(key, 0), found.st_blocks * 512)


def segments() -> int:
    """System V segments: only where they are the program's alone, in a namespace of its own."""
    if os.getpid() != 1:
        return 0
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/sysvipc/shm") as file:
        head, *lines = (line.split() for line in file)
        return sum(int(line[head.index("rss")]) + int(line[head.index("swap")]) for line in lines)
    return 0


def written_bytes(folders: Iterable[str]) -> int | None:
    """What is in these folders; None if they hold more files than anybody needs, or deeper folders."""
    total = entries = 0
    waiting = [(path, 0) for path in folders]
    while waiting:
        path, depth = waiting.pop()
        with contextlib.suppress(OSError), os.scandir(path) as found:
            for each in found:
                entries += 1
                if entries > MOST_ENTRIES or depth > MOST_DEPTH:
                    return None
                total += each.stat(follow_symlinks=False).st_blocks * 512
                if each.is_dir(follow_symlinks=False):
                    waiting.append((each.path, depth + 1))
    return total


def descendants() -> list[int]:
    found, new = [], [os.getpid()]
    while new:
        parent = new.pop()
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as file:
                    children = [int(word) for word in file.read().split()]
                found += children
                new += children
    return found


def end_all(first: int) -> None:
    """Kills whatever is below us until there is nothing left."""
    for _ in range(1000):
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGKILL) if os.getpid() == 1 else os.kill(first, signal.SIGKILL)
        for pid in family():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        select.select([], [], [], 0.001)


class Supervisor:
    """Watches the program until it ends, goes too far, or nobody is interested any more."""

    def __init__(self, first: int, setting: Setting, lifeline: int) -> None:
        self.first, self.lifeline = first, lifeline
        self.memory_pages = (number(setting, "memory_mb") << 20) // PAGE
        self.processes = number(setting, "processes")
        self.scratch = [*setting["scratch"], "/dev/shm"] if setting["sandbox"] and os.getpid() == 1 else []
        self.folders, self.written = setting["write"], number(setting, "written_mb") << 20
        self.next_shared = self.next_written = 0.0
        self.shared_pages = 0
        self.poll = select.poll()
        self.poll.register(lifeline, select.POLLIN)
        self.woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.poll.register(self.woken, select.POLLIN)

    def watch(self) -> None:
        limited = bool(self.memory_pages or self.processes or self.written)
        while True:
            if self.ended() or (limited and self.gone_too_far()):
                return
            for ready, _ in self.poll.poll(TICK_MS if limited else None):
                if ready == self.lifeline:
                    return
                os.read(ready, 1000)

    def ended(self) -> bool:
        """Takes leave of whoever has ended; True when the program itself has."""
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self.first:
                    self.tell_end(ended[1])
                    return True
        return False

    def tell_end(self, status: int) -> None:
        kind, code = ("signal", os.WTERMSIG(status)) if os.WIFSIGNALED(status) else ("exit", os.WEXITSTATUS(status))
        tell(self.lifeline, f"{kind} {code}")

    def gone_too_far(self) -> bool:
        """More memory, all its processes together, more processes, or more in its folders than allowed."""
        found = family()
        if self.memory_pages and sum(found.values()) + self.shared(found) > self.memory_pages:
            tell(self.lifeline, f"exceeded it used more than {self.memory_pages * PAGE >> 20} MB of memory")
        elif self.processes and len(found) > self.processes:
            tell(self.lifeline, f"exceeded it ran more than {self.processes} processes at a time")
        elif self.written and self.overwritten():
            tell(self.lifeline, f"exceeded it wrote more than {self.written >> 20} MB, or files without end")
        else:
            return False
        return True

    def shared(self, found: dict[int, int]) -> int:
        """Pages that are nobody's own, as they were when they were last counted."""
        began = time.monotonic()
        if began >= self.next_shared:
            self.shared_pages = shared_bytes(found, self.scratch) // PAGE
            self.next_shared = next_time(began)
        return self.shared_pages

    def overwritten(self) -> bool:
        began = time.monotonic()
        if began < self.next_written:
            return False
        total = written_bytes(self.folders)
        self.next_written = next_time(began)
        return total is None or total > self.written


def next_time(began: float) -> float:
    """When to measure again what was measured since then."""
    now = time.monotonic()
    return now + DUTY * (now - began)


def tell(lifeline: int, text: str) -> None:
    with contextlib.suppress(OSError):
        os.write(lifeline, text.encode() + b"\n")


def number(setting: Setting, name: str) -> int:
    return int(setting[name][0]) if setting[name] else 0


def let_go_of_its_streams(nothing: int | None = None) -> None:
    """`nothing`: os.devnull, if it was opened before."""
    nothing = os.open(os.devnull, os.O_RDWR) if nothing is None else nothing
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def main() -> None:
    at = sys.argv.index("--")
    setting: Setting = {name: [] for name in SETTINGS}
    for word in sys.argv[1:at]:
        name, _, value = word.partition("=")
        setting[name].append(value)
    command = sys.argv[at + 1 :]
    lifeline = number(setting, "lifeline")
    os.set_inheritable(lifeline, False)
    for each in IGNORED:
        signal.signal(each, signal.SIG_IGN)
    prctl(SUBREAPER, 1)
    nothing = os.open(os.devnull, os.O_RDWR)  # before anything is taken away
    done: list[str] = []
    if setting["sandbox"]:
        done, command = seal(setting, command, lifeline, nothing)
    pid, trouble = start(command, setting, "processes" in done)
    if pid is None:
        tell(lifeline, f"failed {trouble}")
        return
    let_go_of_its_streams(nothing)
    tell(lifeline, f"started {' '.join(done)}")
    supervisor = Supervisor(pid, setting, lifeline)
    supervisor.watch()
    end_all(pid)


def seal(setting: Setting, command: list[str], lifeline: int, nothing: int) -> tuple[list[str], list[str]]:
    """Takes away what can be taken; (what was done, the command to run in there)."""
    try:
        separate()
    except (OSError, AttributeError):
        from shutil import which

        outer = which("bwrap")
        wrap = [outer, *wrapped(setting), "--"] if outer else []
        return (["bubblewrap"], [*wrap, *command]) if wrap and works([*wrap, "true"]) else ([], command)
    inside = os.fork()
    if inside:
        let_go_of_its_streams(nothing)  # whose path is being taken away in the process inside
        os.close(lifeline)
        _, status = os.waitpid(inside, 0)
        os._exit(0 if status == 0 else 1)  # 1: somebody has killed it
    prctl(DEATH_SIGNAL, signal.SIGKILL)
    here, done = os.getcwd(), ["network", "processes"]
    with contextlib.suppress(OSError, AttributeError):
        restrict_files(setting)
        done.append("files")
    os.chdir(here)
    return done, command


def works(command: list[str]) -> bool:
    """Whether a command can be run here: what is installed need not be allowed."""
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            let_go_of_its_streams()
            os.execv(command[0], command)
        os._exit(127)
    return os.waitpid(pid, 0)[1] == 0


def wrapped(setting: Setting) -> list[str]:
    """The same by bubblewrap, which may be allowed to do what we are not."""
    words = list(BUBBLEWRAP)
    for path in setting["hide"]:
        if os.path.exists(path):
            words += ["--tmpfs", path] if os.path.isdir(path) else ["--ro-bind", os.devnull, path]
    for path in setting["show"]:
        words += ["--ro-bind", path, path]
    for path in setting["write"]:
        words += ["--bind", path, path]
    for path in setting["scratch"]:
        words += ["--tmpfs", path]
    return [*words, "--chdir", os.getcwd()]


if __name__ == "__main__":
    main()
