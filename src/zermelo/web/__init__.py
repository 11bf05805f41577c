"""The server behind the browser's pages: games, searches and tournaments over HTTP."""
