"""Par: known deals, its laws, and DDS's par through endplay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo.cli.commands import run
from zermelo.games.bridge import game as bridge
from zermelo.games.bridge.par import Tricks, par_of

TABLES = Path(__file__).parent.parent / "data" / "bridge_tables.txt"
DEAL = "N:J63.KQJ852.53.J3 AKQT4.AT6.9.K976 752.74.KT764.AT8 98.93.AQJ82.Q542"


def known_tricks(number: int) -> tuple[str, Tricks]:
    row = TABLES.read_text(encoding="ascii").splitlines()[number].split()
    tricks = [int(x) for x in row[4:]]
    by_strain = {
        strain: dict(zip(bridge.SEATS, tricks[4 * i : 4 * i + 4], strict=True))
        for i, strain in enumerate(bridge.STRAINS)
    }
    return "N:" + " ".join(row[:4]), by_strain


@pytest.mark.parametrize(
    ("number", "vulnerable", "dealer", "wanted"),  # as DDS has them
    [
        (0, "none", "N", "-430: 3NTE+1 3NTW+1"),  # overtricks: slam fails
        (1, "both", "N", "-1440: 6NTE= 6NTW="),
        (2, "none", "N", "-100: 4CXN-1 4CXS-1"),  # a sacrifice
        (2, "both", "N", "-140: 3HE= 3HW="),  # which costs too much
        (3, "both", "N", "+110: 2HN= 2HS= 2DN+1 2DS+1"),  # two contracts
        (4, "none", "N", "+140: 2SN+1 2SS+1"),  # no higher than needed
        (4, "both", "N", "+140: 1SN+2 1SS+2"),
        (5, "both", "N", "-110: 3DW="),  # only one declarer takes the tricks
    ],
)
def test_known_pars(number: int, vulnerable: str, dealer: str, wanted: str) -> None:
    assert str(par_of(known_tricks(number)[1], vulnerable, dealer)) == wanted


def even(tricks: int) -> Tricks:
    """North-south take so many tricks whoever declares, in every strain."""
    return {strain: {"N": tricks, "S": tricks, "E": 13 - tricks, "W": 13 - tricks} for strain in bridge.STRAINS}


def test_nobody_can_make_anything() -> None:
    nothing = {strain: dict.fromkeys("NESW", 6) for strain in bridge.STRAINS}
    assert str(par_of(nothing, "both", "N")) == "0: passed out"


def test_who_bids_first_gets_what_both_can_make() -> None:
    both = {strain: dict.fromkeys("NESW", 6) for strain in bridge.STRAINS} | {"NT": dict.fromkeys("NESW", 7)}
    assert [par_of(both, "both", dealer).score for dealer in "NESW"] == [90, -90, 90, -90]
    assert par_of(even(13), "ns", "E").score == 2220


def test_a_deal_a_table_and_bad_questions() -> None:
    found = bridge.par(DEAL, "ew", "N")
    assert str(found) == "-630: 3NTE+1 3NTW+1"
    assert found == bridge.par(bridge.table(DEAL), "ew", "S")
    for options in ({"vulnerable": "all"}, {"dealer": "X"}):
        with pytest.raises(ValueError, match=next(iter(options))):
            bridge.par(bridge.Table(even(7), 0), **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="13 cards, not 3"):
        bridge.par("N:AQ.3.. KJ.4.. T9.7.. 87.9..")


def test_tables_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bridge", "table", DEAL, "--vulnerable", "ew"]) == 0
    shown = capsys.readouterr().out
    assert "E   10  8 10 11 10" in shown
    assert "par -630: 3NTE+1 3NTW+1" in shown
    file = tmp_path / "boards.pbn"
    file.write_text(f'[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n[Deal "{DEAL}"]\n', encoding="utf-8")
    assert run(["bridge", "table", str(file), "--json"]) == 0
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert (board["board"], board["dealer"], board["vulnerable"]) == ("7", "S", "both")
    assert (board["tricks"]["S"]["E"], board["par"]["score"]) == (10, -630)
    text = file.read_text(encoding="utf-8")
    file.write_text(text + text.replace("AKQ", "AAQ").replace('"7"', '"8"'), encoding="utf-8")
    assert run(["bridge", "table", str(file), "--json"]) == 0
    shown = capsys.readouterr()
    assert len(json.loads(shown.out)["boards"]) == len(json.loads(shown.out)["faulty"]) == 1
    assert shown.err.startswith("not read: board 8: ")
    assert run(["bridge", "table", str(tmp_path / "none.pbn")]) == 2
    assert run(["bridge", "table", "N:AKQ... J... T... 9..."]) != 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
def test_pars_are_those_of_dds() -> None:
    types = pytest.importorskip("endplay.types")
    dds = pytest.importorskip("endplay.dds")
    vulnerable = {"none": types.Vul.none, "ns": types.Vul.ns, "ew": types.Vul.ew, "both": types.Vul.both}
    players = {seat: types.Player.find(seat) for seat in "NESW"}
    for seed in range(1000):
        table = dds.calc_dd_table(types.Deal(bridge.deal(seed)))
        rows = zip(bridge.STRAINS, table.to_list(), strict=True)
        tricks = {strain: dict(zip(bridge.SEATS, row, strict=True)) for strain, row in rows}
        for name, vul in vulnerable.items():
            for seat, player in players.items():
                wanted, found = dds.par(table, vul, player), par_of(tricks, name, seat)
                assert found.score == wanted.score, (seed, name, seat)
                assert {written(str(each)) for each in found.contracts} == set(map(dds_written, wanted))


def written(contract: str) -> str:
    """`4CXN-1` as endplay writes it, in letters."""
    return contract.replace("X", "")


def dds_written(contract: object) -> str:
    return str(contract).translate(str.maketrans("♠♥♦♣", "SHDC")).replace("x", "")
