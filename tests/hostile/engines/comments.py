"""Talks for ever, and never about a move."""

import sys

while True:
    sys.stdout.write("# I am thinking\n")
