"""A sheet of practice problems: trees to prune by hand, left to right, and the answers."""

import zermelo

problems = [zermelo.practice_tree(depth=3, prunings=n, seed=i) for i, n in enumerate((1, 1, 2))]
for number, problem in enumerate(problems, 1):
    print(f"{number}. {problem.root.text}")
    print("   MAX moves first. Which first move is best? Which edges does alpha-beta never examine?")
print("Answers (edges are numbered level by level; a branch is cut as soon as its value is >= beta or <= alpha):")
for number, problem in enumerate(problems, 1):
    print(f"{number}. {problem.best}, value {problem.value:g}; never examined: {', '.join(problem.unexamined)}")
