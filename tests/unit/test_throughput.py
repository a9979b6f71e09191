"""The thousand questions of the throughput benchmark, and how its rate is reckoned."""

import threading
import time

from evaluation.benches import throughput
from evaluation.benches.throughput import CLIENTS, Rush, put, questions, rows

DOCUMENT = {
    "macro_events": [
        {
            "micro_events": [{"label": "rabbit wakes up"}, {"label": "apple drops"}],
            "entities": [{"name": "rabbit"}],
        },
        {"micro_events": [{"label": "apple drops"}], "entities": [{"name": "nut"}]},
    ]
}


def test_every_question_is_another() -> None:
    asked = questions(DOCUMENT, 1_000)
    assert len(asked) == len(set(asked)) == 2 * 6 + 2 * 4
    assert "What happens right after the apple drops?" in asked
    assert "Where is the nut first seen?" in asked


def test_a_draw_is_always_the_same_and_no_longer_than_asked() -> None:
    assert questions(DOCUMENT, 5) == questions(DOCUMENT, 1_000)[:5]


def test_the_rate_is_what_all_of_them_took_together() -> None:
    assert Rush((2.0, 2.0, 2.0, 2.0), whole=4.0).rate == 1.0


def test_clients_ask_at_the_same_time_and_each_question_once() -> None:
    asked: list[str] = []
    together = threading.Barrier(CLIENTS, timeout=10)

    def ask(question: str) -> None:
        asked.append(question)
        together.wait()  # breaks unless so many ask at once

    numbers = [str(number) for number in range(2 * CLIENTS)]
    rush = put(numbers, ask, clients=CLIENTS)
    assert sorted(asked) == numbers
    assert len(rush.seconds) == len(numbers)


def test_warming_up_is_not_measured() -> None:
    asked: list[str] = []

    def ask(question: str) -> None:
        time.sleep(0.001)
        asked.append(question)

    found = rows(["a", "b"], ask, {}, alone=["c"], warm_up=["d"])
    assert asked[:2] == ["d", "c"]
    assert sorted(asked[2:]) == ["a", "b"]
    assert [row.unit for row in found] == ["questions/s", "s", "questions/s"]
    assert found[0].bar == throughput.BAR
