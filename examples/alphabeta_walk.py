"""The walk of alpha-beta over [[9,8,7],[6,5,4],[3,2,1]], one sentence a step, read from the trace."""

import zermelo

NAMES = {0: "MAX", 1: "MIN"}


def show(number):
    return {float("inf"): "∞", float("-inf"): "-∞"}.get(number, f"{number:g}")


def sentence(node):
    """What happens when the walk comes back from `node`."""
    edge = node.move or "the root"
    if node.kind == "terminal":
        return f"{edge} is a leaf: {show(node.value)}"
    if node.cut:
        side = "MAX above already has" if node.turn == 1 else "MIN above already has"
        reason = f"{side} {show(node.alpha if node.turn == 1 else node.beta)}"
        return f"{edge} is {node.bound} {show(node.value)}, and {reason}: the rest is cut off"
    return f"{edge} is {show(node.value)}"


def walk(trace):
    """Every step in order: a node is entered or left."""
    events = []
    for node in trace.visited():
        window = f"({show(node.alpha)}, {show(node.beta)})"
        if node.kind != "terminal":
            events.append(
                (node.enter, node.ply, f"{node.move or 'the root'}: {NAMES[node.turn]} to move, window {window}")
            )
        events.append((node.leave, node.ply, sentence(node)))
    for _, ply, text in sorted(events):
        yield "   " * ply + text


def main():
    result = zermelo.search([[9, 8, 7], [6, 5, 4], [3, 2, 1]], method="alphabeta", trace=True)
    for line in walk(result.trace):
        print(line)
    print("never visited:", ", ".join(node.move for node in result.trace.pruned()))


if __name__ == "__main__":
    main()
