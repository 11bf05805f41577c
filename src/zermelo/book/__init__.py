"""Opening books: what a long search said about the first moves of a game, kept in a file to be played at once."""

from zermelo.book.book import Book, Entry, Growth
from zermelo.book.file import own_book, read_book, write_book
from zermelo.book.grow import grow

__all__ = ["Book", "Entry", "Growth", "grow", "own_book", "read_book", "write_book"]
