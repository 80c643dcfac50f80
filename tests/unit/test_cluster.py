"""A cluster: the same figures as here, whoever dies; rule files that are sent along; who is
refused."""

from __future__ import annotations

import os
import pkgutil
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import rulewright.cluster
from rulewright.analysis.compare import compare
from rulewright.analysis.simulate import GameSpec, Simulation, simulate
from rulewright.check.modules import brought_for
from rulewright.cluster import Cluster, _stop, _working, connected
from rulewright.diagnostics import LimitError, PlayError, UsageError
from rulewright.limits import OutOfTime
from rulewright.playtest.plan import Measures, Plan, Setting
from rulewright.playtest.run import playtest
from rulewright.playtest.tournament import tournament
from rulewright.resources import fingerprint
from rulewright.testing.properties.campaign import Orders, judge_all
from rulewright.workers import Reply, work_on

pytest.importorskip("distributed")

WORKERS = int(os.environ.get("RULEWRIGHT_CLUSTER", "1"))
slow = pytest.mark.skipif(
    WORKERS < 2, reason="workers take seconds to begin: RULEWRIGHT_CLUSTER=2 for so many"
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
    with connected(f"local:{WORKERS}", 1) as found:
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
    """Tells when it begins and when it is stopped, and does not end by itself; 0 does at once."""

    def work(task: int) -> Iterator[int]:
        if task == 0:
            yield task
            return
        Path(folder, f"begun {task}").touch()
        try:
            while True:
                os.stat(folder)
        finally:
            Path(folder, f"ended {task}").touch()

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


def test_games_are_the_same(cluster: Cluster) -> None:
    spec = GameSpec("kuhn_poker")
    plain = simulate(spec, games=500, seed=5, traced=20, rows=True)
    assert same(plain, simulate(spec, games=500, seed=5, traced=20, rows=True, jobs=cluster))


def test_a_playtest_is_the_same_row_for_row_whoever_dies(cluster: Cluster, tmp_path: Path) -> None:
    """A worker is killed in the middle, then the whole is interrupted, and gone on with."""
    kuhn = Setting(
        GameSpec("kuhn_poker", seats=2), ("greedy", "random"), 150, Measures(3, 2, 2, 1, 4)
    )
    plan = Plan((kuhn, replace(kuhn, players=("flat:2", "random"))), seed=4)
    victims, store = [*cluster.client.run(os.getpid).values()][:1], str(tmp_path / "a.sqlite")

    def disturb(done: int, of: int) -> None:
        if victims and done > 6:
            os.kill(victims.pop(), signal.SIGKILL)
        if done > 40:
            raise KeyboardInterrupt

    part = playtest(plan, store=store, jobs=cluster, on_progress=disturb)
    rest = playtest(plan, store=store, jobs=cluster)
    assert not part.complete and not victims and 40 < rest.found < 300 and rest.complete
    assert rest.rows == playtest(plan).rows


@slow
def test_a_tournament_and_a_comparison_are_the_same(cluster: Cluster) -> None:
    spec, names = GameSpec("kuhn_poker", seats=2), ["random", "greedy"]
    one = tournament([spec], names, rounds=25, seed=2).standings[0]
    two = tournament([spec], names, rounds=25, seed=2, jobs=cluster).standings[0]
    assert (one.ratings, one.pairs, one.rounds) == (two.ratings, two.pairs, two.rounds)
    other = replace(spec, options={"bet": 2})
    a, b = (compare(spec, other, games=40, traced=4, watched=1, jobs=jobs) for jobs in (1, cluster))
    assert (a.results, a.play, a.uses, a.rows) == (b.results, b.play, b.uses, b.rows)


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
    settings = [GameSpec(spec.name, seats=2)] * 2
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
    def there(what: str) -> int:
        return len(list(tmp_path.glob(f"{what} *")))

    with closing(work_on(endless, (str(tmp_path),), tasks(0, 1, 2, 3), jobs=cluster)) as replies:
        assert next(replies) == Reply(0, 0)
        for _ in range(1000):  # questions that are answered one after the other
            if there("begun"):
                break
            cluster.client.run(os.getpid)
    for _ in range(1000):
        if there("begun") == there("ended"):
            break
        cluster.client.run(os.getpid)
    assert 1 <= there("begun") == there("ended")


def test_a_task_that_comes_after_its_run_was_stopped_is_not_begun() -> None:
    """A worker may hear of the end before it has got to what was sent earlier."""
    _stop("a run")
    with pytest.raises(OutOfTime), _working("a run"):
        pytest.fail("it was begun")
    with _working("another"):
        pass


def test_who_is_late_is_waited_for_no_longer(cluster: Cluster, tmp_path: Path) -> None:
    late = work_on(endless, (str(tmp_path),), tasks(1), jobs=cluster, patience=lambda *_: 0.01)
    assert results(late) == [(1, None)]


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
