"""A cluster: the same figures as here, whoever dies; rule files that are sent along; who is
refused."""

from __future__ import annotations

import os
import pkgutil
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import rulewright.cluster
from rulewright.analysis.simulate import GameSpec, Simulation, simulate
from rulewright.check.modules import brought_for
from rulewright.cluster import Cluster, connected
from rulewright.diagnostics import LimitError, PlayError, UsageError
from rulewright.resources import fingerprint
from rulewright.testing.properties import Setting
from rulewright.testing.properties.campaign import Orders, judge_all
from rulewright.workers import Reply, work_on

pytest.importorskip("distributed")

slow = pytest.mark.skipif(
    not os.environ.get("RULEWRIGHT_CLUSTER"),
    reason="workers that begin anew take seconds: RULEWRIGHT_CLUSTER=1",
)

TABLES = """library tables
type card from "cards.csv" named by name
  worth: 1..9
"""
GAME = """game sums "Sums"
  players 2
  uses tables
mark sum: 0..60, starts 0
phase sums
  turns until sum > 40
    choose main
      take(c in card)
        gain worth of c sum
        set last to me
mark last: seat or nobody
score odd of p: 1 when last is p else 0
winner most score
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with connected("local:2", 2) as found:
        yield found


def killing_once(folder: str) -> Callable[[int], Iterator[int]]:
    """The task twice; each kills the first worker that has it, 0 all of them."""

    def work(task: int) -> Iterator[int]:
        mark = Path(folder, str(task))
        if task == 0 or not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield task
        yield task

    return work


def failing(error: Exception) -> Callable[[int], Iterator[int]]:
    def work(task: int) -> Iterator[int]:
        raise error
        yield

    return work


def endless(folder: str) -> Callable[[int], Iterator[int]]:
    """Tells when it begins and when it is stopped, and does not end by itself."""

    def work(task: int) -> Iterator[int]:
        Path(folder, f"begun {task}").touch()
        try:
            while True:
                os.stat(folder)
        finally:
            Path(folder, f"ended {task}").touch()
        yield

    return work


def tasks(*tasks: int) -> Callable[[object], int | None]:
    waiting = list(tasks)[::-1]
    return lambda _: waiting.pop() if waiting else None


def results(replies: Iterable[Reply[int, int]]) -> list[tuple[int, int | None]]:
    return sorted((reply.task, reply.result) for reply in replies)


class Pretended:
    """The digest of other rules here, and the real one elsewhere."""

    def __call__(self) -> str:
        return "012345abcdef"

    def __reduce__(self) -> tuple[object, ...]:
        return pkgutil.resolve_name, ("rulewright.resources:fingerprint",)


def same(one: Simulation, other: Simulation) -> bool:
    return (one.figures, one.rows) == (other.figures, other.rows)


def test_games_are_the_same_though_a_worker_is_killed(cluster: Cluster) -> None:
    spec, victims = GameSpec("kuhn_poker"), [*cluster.client.run(os.getpid).values()][:1]

    def kill(done: int, of: int) -> None:
        if victims and done > 100:
            os.kill(victims.pop(), signal.SIGKILL)

    plain = simulate(spec, games=3000, seed=5, traced=20, rows=True)
    there = simulate(spec, games=3000, seed=5, traced=20, rows=True, jobs=cluster, on_progress=kill)
    assert there.complete and same(plain, there) and not victims


@slow
def test_a_task_is_done_by_another_if_its_worker_dies(cluster: Cluster, tmp_path: Path) -> None:
    replies = work_on(killing_once, (str(tmp_path),), tasks(1), jobs=cluster)
    assert results(replies) == [(1, 1), (1, 1)]


@slow
def test_a_task_that_kills_all_is_given_up(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = cluster.client.cluster.scheduler
    monkeypatch.setattr(scheduler, "allowed_failures", 0)
    with pytest.raises(LimitError, match="1 worker of the cluster went down with the same task"):
        list(work_on(killing_once, (str(tmp_path),), tasks(0), jobs=cluster))


def test_rule_files_that_lie_here_alone_are_sent_along(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("here/rules", "there"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "here/rules/sums.game").write_text(GAME)
    (tmp_path / "here/rules/tables.game").write_text(TABLES)
    (tmp_path / "here/rules/cards.csv").write_text("name,worth\nlow,1\nhigh,9\n")
    (tmp_path / "here/rules/other.csv").write_text("nobody,asked\n")
    monkeypatch.chdir(tmp_path / "here")
    cluster.client.run(os.chdir, str(tmp_path / "there"))
    spec = GameSpec("rules/sums.game")
    assert sorted(map(str, brought_for(spec.names))) == [
        "rules/cards.csv", "rules/sums.game", "rules/tables.game",
    ]  # fmt: skip
    plain = simulate(spec, games=40, seed=2, traced=40, rows=True)
    assert same(plain, simulate(spec, games=40, seed=2, traced=40, rows=True, jobs=cluster))
    settings = [Setting(spec.name, options={}, seats=2)] * 2
    orders = Orders(("ends",), games=2)
    assert [report.error for report in judge_all(settings, orders, jobs=cluster)] == ["", ""]


@pytest.mark.parametrize(
    ("error", "raised", "message"),
    [
        (PlayError("too many cards"), PlayError, "too many cards"),
        (LimitError("too long"), LimitError, "too long"),
        (MemoryError(), MemoryError, "^$"),
        (ZeroDivisionError("ours"), RuntimeError, "ZeroDivisionError: ours"),
    ],
)
def test_what_goes_wrong_there_is_told(
    cluster: Cluster, error: Exception, raised: type[Exception], message: str
) -> None:
    with pytest.raises(raised, match=message):
        list(work_on(failing, (error,), tasks(1), jobs=cluster))


def test_what_is_under_way_is_stopped(cluster: Cluster, tmp_path: Path) -> None:
    late = work_on(
        endless, (str(tmp_path),), tasks(1, 2), jobs=cluster, patience=lambda task, last: 1.0
    )
    with closing(late) as replies:
        assert next(replies).result is None
    begun = len(list(tmp_path.glob("begun *")))
    for _ in range(1000):  # questions that are answered one after the other
        cluster.client.run(os.getpid)
        if len(list(tmp_path.glob("ended *"))) == begun:
            break
    assert 1 <= begun == len(list(tmp_path.glob("ended *")))


def test_ctrl_c_keeps_what_is_finished(cluster: Cluster) -> None:
    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    found = simulate(GameSpec("pig"), games=100_000, jobs=cluster, on_progress=interrupt)
    assert not found.complete and found.figures is not None and found.figures["games"] == 1


def test_workers_with_other_rules_are_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = fingerprint()
    monkeypatch.setattr("rulewright.cluster.fingerprint", Pretended())
    with pytest.raises(UsageError, match=f"has other rules .*{ours}, here 012345abcdef"):
        rulewright.cluster._examine(cluster.client, "tcp://host:1")
    with pytest.raises(UsageError, match=f"has other rules .*{ours}, here 012345abcdef"):
        simulate(GameSpec("pig"), games=2, jobs=cluster)


@pytest.mark.parametrize("where", ["local:", "local:0", "local:x", "here", "", "local:257", "\x1b"])
def test_what_is_no_cluster_is_refused(where: str) -> None:
    with pytest.raises(UsageError, match="a cluster is local, local:4 or tcp://HOST:PORT, not"):
        with connected(where, 2):
            pass


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cluster.CONNECTING", 0.2)
    with pytest.raises(UsageError, match="no Dask scheduler answers at tcp"):
        with connected("tcp://127.0.0.1:9", 2):
            pass


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cluster.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'rulewright\[cluster\]'"):
        with connected("local", 2):
            pass
