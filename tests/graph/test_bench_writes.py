"""The writes benchmark at the size of a toy, on a server of its own."""

from collections.abc import Sequence

import pytest

from evaluation.benches.own_server import new_server
from evaluation.benches.peers.graph_writers import GRAPHRAG, LANGCHAIN, Rows, apoc, installed
from evaluation.benches.store_writes import BARE, OURS, Sizes, contest, measure
from runtime.settings import Settings

TOY = Sizes(nodes=100, documents=2, embedded=4, rounds=1, twice=6)


@pytest.mark.own_server
def test_ours_is_right_and_every_writer_is_timed(settings: Settings) -> None:
    with new_server(settings, "writes", plugins=apoc() if installed() else ()) as own:
        rows = measure(own, TOY)
    timed, right = rows[:-4], rows[-4:]
    assert [row.unit for row in timed] == ["s"] * 4
    assert all(row.ours > 0 and row.floor for row in timed)
    assert [row.ours for row in right] == [6, 6, 12, 6]
    assert [row.bar for row in right] == ["= 6", "= 6", "= 12", "= 6"]
    if not installed():
        assert "make bench" in timed[0].bar
        pytest.skip("the extra bench (langchain-neo4j, neo4j-graphrag) is absent")
    assert set(timed[0].peers) == set(timed[1].peers) == {LANGCHAIN, GRAPHRAG}
    assert [row.peers[LANGCHAIN] for row in right] == [6, 0, 0, 6], "it keeps old values"
    assert [row.peers[GRAPHRAG] for row in right] == [0, 0, 0, 0], "it duplicates and loses"


def test_each_batch_counts_by_its_fastest_round(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def advance(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("evaluation.benches.store_writes.time.perf_counter", lambda: now[0])
    seconds = {
        OURS: iter([9.0, 1.0, 5.0, 3.0, 4.0]),  # one to warm up, then two rounds of two batches
        BARE: iter([9.0, 2.0, 2.0, 2.0, 2.0]),
    }

    def writer(name: str):  # type: ignore[no-untyped-def]
        return lambda nodes, edges: lambda: advance(next(seconds[name]))

    def batches(base: str) -> Sequence[tuple[Rows, Rows]]:
        return [((), ()), ((), ())]

    best = contest({name: writer(name) for name in seconds}, batches, rounds=2)
    assert best == {OURS: 1.0 + 4.0, BARE: 4.0}
