"""Searches as students write them: right ones, and wrong ones each with one mistake."""

import math


def good(node, alpha=-math.inf, beta=math.inf):
    if node.is_leaf:
        return node.value, None
    best, chosen = None, None
    for move in node.moves():
        value, _ = good(node.play(move), alpha, beta)
        if best is None or (value > best if node.is_max else value < best):
            best, chosen = value, move
        if node.is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best, chosen


def textbook(state, depth, alpha, beta, maximizing_player):
    """With the methods of a State, and all five parameters."""
    if depth == 0 or state.is_over:
        return state.payoff(0)
    best = -math.inf if maximizing_player else math.inf
    for move in state.moves():
        value = textbook(state.play(move), depth - 1, alpha, beta, not maximizing_player)
        best = max(best, value) if maximizing_player else min(best, value)
        if maximizing_player:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return best


def hard(tree, alpha, beta, maximizing):
    """On nested lists; results never leave the window."""
    if not isinstance(tree, list):
        return max(alpha, min(beta, tree))
    for child in tree:
        value = hard(child, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return beta if maximizing else alpha
    return alpha if maximizing else beta


def by_index(tree, maximizing, alpha=-math.inf, beta=math.inf):
    if isinstance(tree, (int, float)):
        return tree
    best = -math.inf if maximizing else math.inf
    for i in range(len(tree)):
        value = by_index(tree[i], not maximizing, alpha, beta)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def strict(node, alpha=-math.inf, beta=math.inf):
    """Cuts on > only."""
    if node.is_leaf:
        return node.value
    best = -math.inf if node.is_max else math.inf
    for child in node.children:
        value = strict(child, alpha, beta)
        best = max(best, value) if node.is_max else min(best, value)
        alpha, beta = (max(alpha, value), beta) if node.is_max else (alpha, min(beta, value))
        if alpha > beta:
            break
    return best


def minimax(tree, maximizing):
    if not isinstance(tree, list):
        return tree
    return (max if maximizing else min)(minimax(child, not maximizing) for child in tree)


def shallow(node, alpha=-math.inf, beta=math.inf):
    """Forgets the window of its grandparents: no deep cut-offs."""
    if node.is_leaf:
        return node.value
    best = -math.inf if node.is_max else math.inf
    for child in node.children:
        value = shallow(child, best if node.is_max else -math.inf, best if not node.is_max else math.inf)
        best = max(best, value) if node.is_max else min(best, value)
        if best >= beta if node.is_max else best <= alpha:
            break
    return best


def eager(node, alpha=-math.inf, beta=math.inf):
    """Prunes too much: cuts off when the window is merely small."""
    if node.is_leaf:
        return node.value
    best = -math.inf if node.is_max else math.inf
    for child in node.children:
        value = eager(child, alpha, beta)
        best = max(best, value) if node.is_max else min(best, value)
        alpha, beta = (max(alpha, value), beta) if node.is_max else (alpha, min(beta, value))
        if alpha + 12 >= beta:
            break
    return best


def backwards(node, alpha=-math.inf, beta=math.inf):
    if node.is_leaf:
        return node.value
    best = -math.inf if node.is_max else math.inf
    for child in reversed(node.children):
        value = backwards(child, alpha, beta)
        best = max(best, value) if node.is_max else min(best, value)
        alpha, beta = (max(alpha, value), beta) if node.is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return best


def last_move(node):
    value, _ = good(node)
    return value, node.moves()[-1]


def broken(node):
    return node.nothing


def endless(node):
    while True:
        pass


def forever(node):
    return forever(node)


def staring(node):
    while True:
        node.moves()


def silent(node):
    good(node)


def always_seven(node):
    good(node)
    return 7
