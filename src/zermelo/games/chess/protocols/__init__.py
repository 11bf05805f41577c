"""The protocol of xboard, as an engine and as a client. docs/protocols.md says what each side writes and when."""
