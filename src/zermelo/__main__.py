"""`python -m zermelo`: the command line."""

from zermelo.cli import main

main()
