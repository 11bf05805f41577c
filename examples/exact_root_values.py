"""Alpha-beta knows only bounds for moves that are not best. Ask for exact values when you want to compare them."""

import zermelo

tree = zermelo.tree([[9, 8, 7], [6, 5, 4], [3, 2, 1]])

one = zermelo.search(tree, method="alphabeta")
print("one best move:")
for line in (*one.lines, *one.others):
    print(f"  {line.move}  {line.score}   {'a bound only' if not line.score.exact else ''}".rstrip())

every = zermelo.search(tree, method="alphabeta", best="all")
print("all moves:")
for line in every.lines:
    print(f"  {line.move}  {line.score}")
print("nodes:", one.nodes, "and", every.nodes)
