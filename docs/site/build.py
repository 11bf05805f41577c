"""Builds the documentation site: `python docs/site/build.py build/docs` (make docs).

The documents stay where they are and are read as they are: the folder that Sphinx reads mirrors the repository, so that
every link between documents, examples and sources works. Added are a front page, a page for each game, a gallery, the
reference of the package from its typed sources, and searches to step through, each a page of one file.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import zermelo
from zermelo.game import BuiltIn
from zermelo.view.explorer import explorer_page
from zermelo.view.svg import board_svg
from zermelo.view.tree_svg import tree_svg
from zermelo.view.walk import walk

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COPIED = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "docs",
    "examples",
    "recipes",
    "bench",
    "tests",
    "src",
    ".github",
)
KEPT = {
    ".md",
    ".py",
    ".svg",
    ".png",
    ".ipynb",
    ".hpp",
    ".cpp",
    ".toml",
    ".txt",
    ".kif",
    ".sh",
    ".ts",
    ".cmake",
    ".java",
    ".yml",
}

# Searches that can be stepped through, by name: title, tree, method.
LECTURE = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
WALKS = {
    "alphabeta": ("Alpha-beta on nine leaves", LECTURE, "alphabeta"),
    "minimax": ("Minimax on the same tree", LECTURE, "minimax"),
    "textbook": ("Alpha-beta on the tree of the textbooks", TEXTBOOK, "alphabeta"),
}
# Where they stand in the documents: after the first heading of the file.
EMBEDDED = {"docs/explorer.md": "alphabeta", "docs/curriculum.md": "textbook", "docs/tutorial.md": "minimax"}

EXAMPLE = """```python
import zermelo

state = zermelo.start("{name}")
state = state.play({move!r})
print(state)
```"""
TOCTREE = "```{{toctree}}\n:hidden:\n\n{pages}\n```"
CONSTANTS = """# zermelo

The public names.

```{eval-rst}
.. py:module:: zermelo

.. py:data:: CHANCE

   The turn of chance.

.. py:data:: OVER

   The turn when the game is over.

.. py:data:: METHODS

   Methods of search by name: what each is put together from.

"""

GUIDES = {
    "Begin": ["README", "docs/tutorial", "docs/curriculum", "docs/glossary"],
    "Guides": [
        *("docs/viewing", "docs/explorer", "docs/browser", "docs/engines", "docs/tournament", "docs/endgames"),
        *("docs/chance", "docs/hidden", "docs/equilibria", "docs/learning", "docs/tuning", "docs/grading"),
        *("docs/adaptors", "docs/cluster", "docs/serving", "docs/isolation", "docs/protocols"),
    ],
    "Games": ["games/index", "gallery", "docs/chess", "docs/checkers", "docs/bridge"],
    "Reference": ["docs/reference", "api/index", "docs/json"],
    "Project": [
        "docs/design",
        "docs/testing",
        "docs/building",
        "docs/performance/README",
        "docs/releasing",
        "CONTRIBUTING",
        "CHANGELOG",
    ],
}


def mirror(target: Path) -> None:
    """Copies documents and what they link to."""
    for name in COPIED:
        for file in [ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*"):
            wanted = file.suffix in KEPT or name == "examples" or file.name in ("LICENSE", "Makefile")
            hidden = any(part in ("__pycache__", "bundle", "node_modules", "site") for part in file.parts)
            if file.is_file() and wanted and not hidden:
                copy = target / file.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
    for file in (ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "CMakeLists.txt"):
        shutil.copyfile(file, target / file.name)
    extra = ROOT / "build_backend" / "zermelo_build.py"
    (target / "build_backend").mkdir(exist_ok=True)
    shutil.copyfile(extra, target / "build_backend" / extra.name)


FOLDER_LINK = re.compile(r"\]\(([^)#:\s]+)\)")


def folder_pages(target: Path) -> None:
    """Links to folders lead to a page that lists what is in them."""
    for file in list(target.rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        for link in set(FOLDER_LINK.findall(text)):
            folder = file.parent / link
            if folder.is_dir():
                page = "README.md" if (folder / "README.md").exists() else "listing.md"
                text = text.replace(f"]({link})", f"]({link.rstrip('/')}/{page})")
                if page == "listing.md":
                    write(folder / page, listing(folder, target))
        write(file, text)


def listing(folder: Path, target: Path) -> str:
    files = sorted(each.name for each in folder.iterdir() if each.is_file() and each.name != "listing.md")
    return "\n".join(
        [f"# {folder.resolve().relative_to(target.resolve())}", "", *(f"- [{name}]({name})" for name in files), ""]
    )


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def walks(target: Path) -> None:
    """The searches as pages of one file, and where documents show them."""
    for name, (title, tree, method) in WALKS.items():
        page = explorer_page(walk(zermelo.tree(tree), method=method), title=title)
        write(target / "_static" / f"{name}.html", page)
    for document, name in EMBEDDED.items():
        file = target / document
        head, _, rest = file.read_text(encoding="utf-8").partition("\n")
        up = "../" * document.count("/")
        write(file, f"{head}\n\n{frame(up, name)}\n{rest}")


def frame(up: str, name: str) -> str:
    title = WALKS[name][0]
    return (
        f"<p><em>{title}: press play, or step with the arrow keys.</em></p>\n"
        f'<iframe class="explorer" src="{up}_static/{name}.html" title="{title}" loading="lazy"></iframe>\n'
    )


def picture(game: BuiltIn) -> str:
    """The first position as SVG; a tree as a tree."""
    state = game.start()
    return tree_svg(state) if game.name == "tree" else board_svg(state)


def game_page(game: BuiltIn) -> str:
    """Rules, a picture, options, levels, an example, and where everything about it is."""
    options = [f"| `{name}` | {each.default} | {each.help} |" for name, each in game.options.items()]
    levels = [f"| {level} | {game.ratings.get(level, '')} |" for level in game.levels]
    first = game.start().moves()[0]
    parts = [
        f"# {game.title}",
        f"{game.summary[:1].upper()}{game.summary[1:]}.",
        f"![The first position of {game.title}](../_static/boards/{game.name}.svg)",
        game.rules,
        "## Example",
        EXAMPLE.format(name=game.name, move=first),
        f"`zermelo play {game.name}` plays it in the terminal, `zermelo serve` in the browser.",
        *(["## Options", "\n".join(["| option | usual | |", "|---|---|---|", *options])] if options else []),
        *(["## Strength", "\n".join(["| level | Elo where measured |", "|---|---|", *levels])] if levels else []),
        "## More",
        f"[Notation, facts and sources](../src/zermelo/games/{game.name}/README.md)",
    ]
    return "\n\n".join(parts) + "\n"


def games(target: Path) -> None:
    rows, figures = [], []
    for name, game in zermelo.all_games().items():
        write(target / "_static" / "boards" / f"{name}.svg", picture(game))
        write(target / "games" / f"{name}.md", game_page(game))
        rows.append(f"| [{game.title}]({name}.md) | {game.summary} |")
        figures.append(
            f'<figure><a href="games/{name}.html"><img src="_static/boards/{name}.svg" alt="{game.title}"></a>'
            f"<figcaption>{game.title}</figcaption></figure>"
        )
    listed = "\n".join(zermelo.all_games())
    table = "\n".join(["| game | |", "|---|---|", *rows])
    readmes = "\n".join(f"../src/zermelo/games/{name}/README" for name in zermelo.all_games())
    hidden = "\n\n".join(TOCTREE.format(pages=pages) for pages in (listed, readmes))
    write(target / "games" / "index.md", f"# Games\n\n{table}\n\n{hidden}\n")
    boards = '<div class="boards">\n' + "\n".join(figures) + "\n</div>"
    live = "\n\n".join(f"## {WALKS[name][0]}\n\n{frame('', name)}" for name in WALKS)
    write(target / "gallery.md", f"# Gallery\n\n{boards}\n\n{live}\n")


def public_modules() -> Iterable[str]:
    """Modules with a reference page: those of the package that people import, without the parts of single games."""
    left_out = ("zermelo.games.", "zermelo.cli", "zermelo.__main__", "zermelo._", "zermelo.web.", "zermelo.jit")
    for found in pkgutil.walk_packages(zermelo.__path__, "zermelo.", onerror=lambda name: None):
        if not found.name.startswith(left_out):
            yield found.name


def importable(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:  # an optional package is missing here
        return False
    return True


def reference(target: Path) -> None:
    """A page for the public names, and one for each module that can be imported here."""
    names = [name for name in zermelo.__all__ if name not in ("CHANCE", "OVER", "METHODS", "__version__")]
    entries = "\n".join(map(documented, names))
    write(target / "api" / "zermelo.md", f"{CONSTANTS}{entries}\n```\n")
    modules = [name for name in public_modules() if importable(name)]
    for name in modules:
        write(
            target / "api" / f"{name}.md", f"# {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :no-index:\n```\n"
        )
    entries = "\n".join(["zermelo", *modules])
    write(target / "api" / "index.md", f"# Package reference\n\n```{{toctree}}\n:maxdepth: 1\n\n{entries}\n```\n")


def documented(name: str) -> str:
    found = getattr(zermelo, name)
    kind = "autoexception" if isinstance(found, type) and issubclass(found, Exception) else "autoclass"
    return f".. {kind if isinstance(found, type) else 'autofunction'}:: zermelo.{name}\n"


def front(target: Path) -> None:
    parts = ["# Zermelo", (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n")[1], frame("", "alphabeta")]
    for caption, pages in GUIDES.items():
        there = [page for page in pages if (target / f"{page}.md").exists()]
        parts.append(f"```{{toctree}}\n:caption: {caption}\n:maxdepth: 1\n\n" + "\n".join(there) + "\n```")
    rest = [
        file.relative_to(target).with_suffix("").as_posix()
        for file in sorted(target.rglob("*.md"))
        if file.relative_to(target).parts[0] not in ("api", "games")
    ]
    known = {page for pages in GUIDES.values() for page in pages}
    others = [page for page in rest if page not in known and not page.startswith("src/zermelo/games/")]
    parts.append("```{toctree}\n:hidden:\n\n" + "\n".join(others) + "\n```")
    write(target / "index.md", "\n\n".join(parts) + "\n")


def assemble(target: Path) -> None:
    """Everything that Sphinx reads, in a folder of its own."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    mirror(target)
    for name in ("conf.py", "docstrings.py"):
        shutil.copyfile(HERE / name, target / name)
    (target / "_static").mkdir()
    shutil.copyfile(HERE / "site.css", target / "_static" / "site.css")
    folder_pages(target)
    walks(target)
    games(target)
    reference(target)
    front(target)


def main() -> int:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs")
    source = out / "source"
    assemble(source)
    from sphinx.cmd.build import build_main

    return build_main(["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", str(source), str(out / "html")])


if __name__ == "__main__":
    sys.exit(main())
