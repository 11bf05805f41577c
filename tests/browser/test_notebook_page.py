"""The explorer in JupyterLab itself: shown, stepped through, searched again by Python."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from visiting import WIDE

pytest.importorskip("jupyterlab", reason="JupyterLab is missing: pip install jupyterlab")
pytest.importorskip("anywidget", reason="anywidget is missing: pip install 'zermelo[notebook]'")

CELL = {
    "cell_type": "code",
    "execution_count": None,
    "id": "show",
    "metadata": {},
    "outputs": [],
    "source": "import zermelo\nzermelo.show('[[9,8,7],[6,5,4],[3,2,1]]')",
}
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """JupyterLab with one notebook; its address."""
    told = {"cells": [CELL], "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "show.ipynb").write_text(json.dumps(told))
    port, folder = free_port(), str(tmp_path / "settings")
    words = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *words, f"--ServerApp.root_dir={tmp_path}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "JUPYTER_CONFIG_DIR": folder, "JUPYTER_DATA_DIR": folder, "JUPYTER_RUNTIME_DIR": folder},
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api", process)
        yield f"{address}/lab/tree/show.ipynb"
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, process: subprocess.Popen[bytes], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.3)
    raise AssertionError("JupyterLab did not start")


@pytest.mark.slow
def test_jupyterlab(lab: str, browser: Browser) -> None:
    page = browser.new_page(viewport=WIDE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(lab)
    page.locator(".jp-Notebook .jp-Cell .cm-content").first.click(timeout=90_000)
    page.keyboard.press("Shift+Enter")
    page.locator("[data-sentence]").wait_for(timeout=60_000)
    page.get_by_role("button", name="Next cut-off").click()
    expect(page.locator("[data-sentence]")).to_contain_text("α-cut-off: MIN already has 6 here")
    page.get_by_label("Method").select_option("minimax")
    expect(page.locator('[data-count="nodes"] td').last).to_have_text("13", timeout=30_000)
    assert problems == []
    page.close()
