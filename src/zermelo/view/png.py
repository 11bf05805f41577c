"""SVG as PNG, by a converter that is there: the package cairosvg (extra `png`) or the program rsvg-convert."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec

from zermelo.errors import MissingExtra


def png(svg: str, scale: float = 2.0) -> bytes:
    """The drawing in pixels, `scale` for each pixel of the SVG; MissingExtra where nothing can convert it."""
    if find_spec("cairosvg") is not None:
        import cairosvg

        return bytes(cairosvg.svg2png(bytestring=svg.encode(), scale=scale))
    program = shutil.which("rsvg-convert")
    if program is None:
        raise MissingExtra(
            "PNG needs a converter: pip install 'zermelo[png]' (or the program rsvg-convert); "
            "SVG and HTML need nothing, and the explorer's own PNG button draws in the browser"
        )
    done = subprocess.run([program, "--zoom", f"{scale:g}"], input=svg.encode(), capture_output=True, timeout=60)
    if done.returncode:
        raise ValueError(f"rsvg-convert failed: {done.stderr.decode(errors='replace').strip()[:500]}")
    return done.stdout
