"""Transposition tables: what they save, who gives way when they are full, and how to keep one between searches."""

import zermelo

state = zermelo.start("connect4")
without = zermelo.search(state, method="alphabeta", depth=9)
print(f"no table:         {without.nodes:9,} nodes")
for policy in ("full", "always", "depth", "lru", "ageing"):
    result = zermelo.search(state, method="alphabeta+table", depth=9, replacement=policy, memory_mb=0.05)
    print(f"50 kB, {policy:10} {result.nodes:9,} nodes, value {result.score}")

table = zermelo.Table(8)
for moves in ("", "4", "44"):
    result = zermelo.search(zermelo.start("connect4", moves), method="alphabeta+table", depth=9, table=table)
    print(f"one table, after {moves or 'nothing':8} {result.nodes:9,} nodes, {table.fullness:.0%} of it in use")
