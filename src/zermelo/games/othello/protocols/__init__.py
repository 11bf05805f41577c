"""Protocols that Othello programs speak: GTP 2 and NBoard 2. docs/protocols.md says what each side writes and when."""
