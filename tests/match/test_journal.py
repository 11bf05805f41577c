"""The file of games: whole after every crash, and clear about what went wrong."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys

import pytest

from zermelo.match.journal import Journal, JournalError, entry_of, line_of, read_record

HEAD = {"setup": {"game": "tictactoe"}}


def test_what_is_added_is_read_back(tmp_path):
    file = tmp_path / "games.record"
    with Journal(file, HEAD) as journal:
        journal.add([{"id": "1"}, {"id": "2", "text": "äöü ✂\n"}])
        journal.add([{"id": "3"}])
    found = read_record(file)
    assert [each["id"] for each in found.entries] == ["1", "2", "3"]
    assert found.entries[1]["text"] == "äöü ✂\n"
    assert found.head["setup"] == HEAD["setup"]
    assert (found.notes, found.size) == ((), file.stat().st_size)
    with Journal(file, {"setup": "another"}) as journal:
        assert (len(journal.entries), journal.head["setup"]) == (3, HEAD["setup"])


def test_cut_anywhere_it_is_readable_and_goes_on(tmp_path):
    file = tmp_path / "games.record"
    with Journal(file, HEAD) as journal:
        journal.add([{"id": str(number)} for number in range(5)])
    whole = file.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    for cut in range(len(whole)):
        file.write_bytes(whole[:cut])
        kept = max(sum(end <= cut for end in ends) - 1, 0)
        with Journal(file, HEAD) as journal:
            assert len(journal.entries) == kept
            assert bool(journal.notes) == (cut > ends[0] and cut not in ends)
            journal.add([{"id": "new"}])
        assert [each["id"] for each in read_record(file).entries] == [*map(str, range(kept)), "new"]


def test_a_damaged_line_is_left_out_and_told(tmp_path):
    file = tmp_path / "games.record"
    with Journal(file, HEAD) as journal:
        journal.add([{"id": str(number)} for number in range(5)])
    whole = file.read_bytes()
    rng = random.Random(1)
    begin = whole.index(b"\n") + 1
    for _ in range(200):
        at = rng.randrange(begin, len(whole))
        file.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << rng.randrange(8))]) + whole[at + 1 :])
        found = read_record(file)
        assert 3 <= len(found.entries) < 5
        assert found.notes


def test_a_line_is_known_by_its_checksum():
    line = line_of({"a": 1})
    assert entry_of(line.rstrip(b"\n")) == {"a": 1}
    for bad in (b"", b" ", b"00000000 {}", line[1:-1], line[:-2], b"8e1f2b00 \xff"):
        assert entry_of(bad) is None


def test_what_is_no_record_is_refused_and_left_alone(tmp_path):
    for name, data in {
        "text": b"hello\nyou\n",
        "short": b"hello",
        "words": b"a long first line that is not ours at all",
    }.items():
        file = tmp_path / name
        file.write_bytes(data)
        with pytest.raises(JournalError, match="is not a record"):
            Journal(file, HEAD)
        assert file.read_bytes() == data
    with pytest.raises(JournalError, match="No such file"):
        read_record(tmp_path / "nowhere")
    newer = tmp_path / "newer"
    newer.write_bytes(line_of({"format": 9, "kind": "zermelo record"}))
    with pytest.raises(JournalError, match="format 9"):
        Journal(newer, HEAD)


def test_two_runners_on_one_record(tmp_path):
    file = tmp_path / "games.record"
    with Journal(file, HEAD) as journal:
        with pytest.raises(JournalError, match="another run is writing"):
            Journal(file, HEAD)
        journal.add([{"id": "1"}])
    with Journal(file, HEAD) as again:
        assert len(again.entries) == 1


def test_a_full_disk_leaves_the_record_whole(tmp_path):
    """A limit on the size of files stands in for a disk that is full; /dev/full is one."""
    file = tmp_path / "games.record"
    with Journal(file, HEAD) as journal:
        journal.add([{"id": "1"}])
        size = file.stat().st_size
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50, before[1]))
        try:
            with pytest.raises(JournalError, match=r"cannot be written.*what was in it before is whole"):
                journal.add([{"id": "2", "text": "x" * 1000}])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        assert file.stat().st_size == size
        journal.add([{"id": "3"}])
    assert [each["id"] for each in read_record(file).entries] == ["1", "3"]
    with pytest.raises(JournalError, match="the disk is full"):
        Journal("/dev/full", HEAD)


@pytest.mark.skipif(os.geteuid() == 0, reason="everything may be written by root")
def test_a_file_that_may_not_be_written(tmp_path):
    file = tmp_path / "games.record"
    Journal(file, HEAD).close()
    file.chmod(0o444)
    with pytest.raises(JournalError, match="cannot be written: Permission denied"):
        Journal(file, HEAD)
    assert read_record(file).entries == ()


def test_a_folder_is_no_record(tmp_path):
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path, HEAD)


WRITER = """
import sys
from zermelo.match.journal import Journal
with Journal(sys.argv[1], {}) as journal:
    number = len(journal.entries)
    while True:
        journal.add([{"id": number + i, "text": "x" * 300} for i in range(3)])
        number += 3
        print(number, flush=True)
"""


def test_kill_9_loses_nothing_that_was_told(tmp_path):
    file = tmp_path / "games.record"
    rng = random.Random(5)
    for _ in range(8):
        child = subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True)
        told = [child.stdout.readline() for _ in range(rng.randrange(1, 30))]
        child.kill()
        told += child.stdout.readlines()
        child.wait()
        child.stdout.close()
        numbers = [each["id"] for each in read_record(file).entries]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= int([line for line in told if line.endswith("\n")][-1])
