"""Where the nodes of a drawn tree stand: each level a row, parents above the middle of their children, nothing touches.

Subtrees are put side by side as closely as their outlines allow (after Reingold and Tilford, 1981).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zermelo.view.outline import Twig

Contour = list[tuple[float, float]]  # (left, right) of each level, seen from the node itself


def place(twigs: Sequence[Twig], width: Callable[[Twig], float], gap: float) -> tuple[float, float]:
    """Sets every twig's x, given level by level with the root first; gives the leftmost and rightmost edge."""
    contours: dict[int, Contour] = {}
    offsets: dict[int, float] = {}  # of a node, seen from its parent
    for twig in reversed(twigs):
        half = width(twig) / 2
        contour: Contour = [(-half, half)]
        if twig.children:
            below = beside([contours.pop(id(each)) for each in twig.children], gap)
            for child, x in zip(twig.children, below[0], strict=True):
                offsets[id(child)] = x
            contour += below[1]
        contours[id(twig)] = contour
    twigs[0].x = 0.0
    for twig in twigs:
        for child in twig.children:
            child.x = twig.x + offsets[id(child)]
    whole = contours[id(twigs[0])]
    return min(left for left, _ in whole), max(right for _, right in whole)


def beside(contours: Sequence[Contour], gap: float) -> tuple[list[float], Contour]:
    """(where the subtrees stand, seen from the middle above them; the outline of all together)."""
    places, whole = [0.0], list(contours[0])
    for contour in contours[1:]:
        shift = max(right + gap - left for (_, right), (left, _) in zip(whole, contour, strict=False))
        places.append(shift)
        for level, (left, right) in enumerate(contour):
            if level < len(whole):
                whole[level] = min(whole[level][0], left + shift), max(whole[level][1], right + shift)
            else:
                whole.append((left + shift, right + shift))
    middle = (places[0] + places[-1]) / 2
    return [x - middle for x in places], [(left - middle, right - middle) for left, right in whole]
