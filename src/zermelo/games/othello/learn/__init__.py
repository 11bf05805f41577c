"""How the numbers of the evaluation are learned: pattern tables and the constants of ProbCut (recipes/othello)."""
