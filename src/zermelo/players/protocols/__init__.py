"""Programs that play by lines of text: this one for others (engines), and others for this one (players).

course: the course's `column row` lines. gtp: the Go Text Protocol, version 2. nboard: the NBoard protocol, version 2.
docs/protocols.md says what each side writes and when.
"""
