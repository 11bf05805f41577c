"""Examples at the end of every command's help."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "games": ("zermelo games", "zermelo games othello", "zermelo games --json"),
    "play": ("zermelo play connect4 --level hard", "zermelo play backgammon", "zermelo play my_games.py:Kayles"),
    "serve": ("zermelo serve --open", "zermelo serve my_games.py:Kayles --port 8001"),
    "analyze": ("zermelo analyze chess --seconds 5", 'zermelo analyze connect4 --moves "4 4 3" --depth 12 --json'),
    "review": ("zermelo review chess game.pgn", "zermelo review othello game.ggf --json"),
    "solve": ("zermelo solve tictactoe", "zermelo solve connect4:width=5,height=4"),
    "endgames": ("zermelo endgames tictactoe", "zermelo endgames checkers --pieces 3 --out three"),
    "perft": ("zermelo perft chess --depth 4", "zermelo perft connect4 --depth 6 --distinct"),
    "compare": ('zermelo compare "[[9,8,7],[6,5,4],[3,2,1]]"', "zermelo compare connect4 --depth 6"),
    "show": ("zermelo show othello", "zermelo show chess --svg board.svg"),
    "tree": ('zermelo tree "[[9,8,7],[6,5,4],[3,2,1]]" --html walk.html', "zermelo tree tictactoe --depth 2 --svg -"),
    "practice": ("zermelo practice", "zermelo practice --sheet sheet.html --problems 6"),
    "check-search": ("zermelo check-search my_search.py:alphabeta",),
    "equilibrium": ("zermelo equilibrium kuhn", "zermelo equilibrium leduc --iterations 2000 --json"),
    "engine": ("zermelo engine chess --protocol uci", "zermelo engine othello --protocol nboard"),
    "book": ("zermelo book show othello", "zermelo book grow connect4 --file book.txt --positions 100"),
    "match": ("zermelo match level:5 level:3 --game connect4", "zermelo match auto random --game othello --pairs 20"),
    "tournament": ("zermelo tournament class.toml", "zermelo tournament class.toml --workers 4"),
    "rating": ("zermelo rating class.record", "zermelo rating class.record --json"),
    "learn": ("zermelo learn connect4", "zermelo learn othello"),
    "tune": ("zermelo tune connect4", "zermelo tune connect4 --json"),
    "experiment": ("zermelo experiment branching",),
    "check": ("zermelo check connect4", "zermelo check my_games.py:Kayles --games 100"),
    "check-engine": ('zermelo check-engine "uci:stockfish"',),
    "grade": ("zermelo grade class.toml",),
    "bench": ("zermelo bench", "zermelo bench --signature"),
    "completion": (
        'eval "$(zermelo completion bash)"',
        "zermelo completion fish > ~/.config/fish/completions/zermelo.fish",
    ),
}


def epilog(command: str) -> str:
    """The examples of a command as click shows them: a line each."""
    return "\b\nExamples:\n" + "\n".join(f"  {each}" for each in EXAMPLES[command])
