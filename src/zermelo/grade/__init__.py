"""Programs of a class, graded: built, checked, played with, and reported on."""

from zermelo.grade.assignment import Assignment, read_assignment
from zermelo.grade.run import grade

__all__ = ["Assignment", "grade", "read_assignment"]
