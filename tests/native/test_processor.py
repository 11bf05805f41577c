"""What the processor says of itself is what Linux says of it. The module is compiled here, as portable builds do."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from zermelo import native

SOURCE = Path(__file__).parents[2] / "src" / "zermelo" / "bind" / "processor" / "processor.cpp"
CPUINFO = Path("/proc/cpuinfo")


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
@pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64") or not CPUINFO.exists(), reason="Linux on x86-64 only"
)
def test_the_flags_are_those_of_linux(tmp_path: Path) -> None:
    include = sysconfig.get_paths()["include"]
    if not (Path(include) / "Python.h").exists():
        pytest.skip("Python's headers are not installed")
    module = tmp_path / f"_processor{sysconfig.get_config_var('EXT_SUFFIX')}"
    warnings = ["-Wall", "-Wextra", "-Werror"]
    command = ["c++", "-std=c++20", "-shared", "-fPIC", *warnings, f"-I{include}", str(SOURCE), "-o", str(module)]
    subprocess.run(command, check=True)
    done = subprocess.run(
        [sys.executable, "-c", "import _processor; print(*_processor.flags())"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    line = next(each for each in CPUINFO.read_text(errors="replace").splitlines() if each.startswith("flags"))
    assert set(done.stdout.split()) == native.V4 & set(line.split(":", 1)[1].split())
