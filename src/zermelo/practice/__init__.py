"""Practice: problems with answers, printable sheets, answers checked with reasons, a student's own search checked."""

from zermelo.practice.answers import Answers, Mistake, check_answers
from zermelo.practice.own_search import SearchReport, check_search
from zermelo.practice.problem import Problem, problem, problem_of, problems
from zermelo.practice.sheet import sheet

__all__ = [
    "Answers",
    "Mistake",
    "Problem",
    "SearchReport",
    "check_answers",
    "check_search",
    "problem",
    "problem_of",
    "problems",
    "sheet",
]
