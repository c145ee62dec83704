"""Measures the points of benchmarks, and once more those that a disturbed machine spoilt."""

import time

from . import hosts, launch
from .progress import Progress
from .stats import series, undisturbed, usable

PAIRS = 3  # undisturbed repetitions that a ratio should have

SPINNING = (
    "openmpi",
    "mpich",
    "openshmem",
    "hpcc",
)  # not in a smoke run: on a loaded machine they spin for many time slices


def points_of(bench, options):
    """The points of a benchmark, each a list of contenders."""
    points = bench.points(not (options.quick or options.smoke))
    if not options.smoke:
        return points
    if bench.sample:
        points = points[: bench.sample]
    points = [[c for c in point if c.system not in SPINNING] for point in points]
    return [point[:: bench.stride] if len(point) > bench.stride > 1 else point for point in points]


class Taken:
    """A point, its contenders and their values so far."""

    def __init__(self, bench, point, values, is_whole=True):
        self.bench = bench
        self.point = point
        self.values = values
        self.is_whole = is_whole  # no program failed to end in its time

    def scarce(self, wanted):
        """The names of times with fewer than `wanted` undisturbed repetitions."""
        return {
            key.name
            for key, taken in series(self.values).items()
            if key.unit == "ns" and len(undisturbed(taken)) < wanted
        }

    def to_repeat(self, wanted):
        """The contenders with such a time, and the others that have one of the same name: a ratio
        is of one repetition."""
        names = self.scarce(wanted)
        whose = {_contender(v.key) for v in self.values if v.key.name in names}
        timed = [c for c in self.point if not c.once]
        return [c for c in timed if _contender(c) in whose] or timed

    def add(self, values):
        """Adds repetitions. Disturbed values of a series with others no longer count."""
        together = series([*self.values, *values])
        self.values = [value for taken in together.values() for value in usable(taken)]

    def repetitions(self):
        """Repetitions so far."""
        return 1 + max((v.repetition for v in self.values), default=-1)


def _contender(of):
    return of.system, of.layout, of.variant, of.threads


def _measure_point(bench, point, runner, store):
    """One point, taken from an interrupted run if that has it."""
    found = store.find(bench.name, point) if store else None
    if found:
        values, left_out = found
        runner.left_out.update(left_out)
        return Taken(bench, point, values)
    missing = len(runner.missing)
    values = runner.point(bench.name, point, bench.repetitions)
    taken = Taken(bench, point, values, len(runner.missing) == missing)
    _keep(taken, runner, store)
    return taken


def _keep(taken, runner, store):
    """Stores a point, unless the next run has to measure it again."""
    if store and taken.is_whole:
        store.add(taken.bench.name, taken.point, taken.values, runner.left_out)


def _measure_bench(bench, points, runner, store, progress):
    taken = []
    for number, point in enumerate(points, 1):
        what = f"{point[0].threads} threads, {len(point)} contenders"
        runner.say(f"{bench.name}: {number} of {len(points)} ({what}); {progress.words()}")
        progress.start()
        known = bool(store and store.find(bench.name, point))
        taken.append(_measure_point(bench, point, runner, store))
        progress.end(len(point), not known)
    return taken


def _repeat(one, wanted, runner, store):
    """One more repetition of what is scarce in a point."""
    names = ", ".join(sorted(one.scarce(wanted)))
    runner.say(f"{one.bench.name}: again, as it was disturbed: {names}")
    one.add(runner.point(one.bench.name, one.to_repeat(wanted), 1, one.repetitions()))
    _keep(one, runner, store)


def _repeat_all(taken, wanted, runner, store, is_over):
    left = [one for one in taken if one.scarce(wanted)]
    while left and not is_over():
        for one in left:
            if not is_over():
                _repeat(one, wanted, runner, store)
        left = [one for one in left if one.scarce(wanted)]


def repeat_disturbed(taken, runner, store, clock=time.monotonic):
    """Repeats the points with disturbed times, in turn, for limits.again seconds or until each
    time has PAIRS undisturbed repetitions, or as many as all have; first those that have none."""
    end = clock() + runner.limits.again
    for wanted in range(1, min(PAIRS, runner.limits.repetitions) + 1):
        _repeat_all(taken, wanted, runner, store, lambda: clock() >= end)


def measure(benches, options, runner, store):
    """The values of all points of the benchmarks. `store`: those of an interrupted run, or None."""
    planned = [(bench, points_of(bench, options)) for bench in benches]
    for what, why in {**hosts.missing(), **launch.missing()}.items():
        runner.leave_out(what, why)
    progress = Progress(sum(len(point) for _, points in planned for point in points))
    taken = []
    for bench, points in planned:
        start = time.monotonic()
        taken += _measure_bench(bench, points, runner, store, progress)
        runner.say(f"{bench.name}: {time.monotonic() - start:.0f} s")
    repeat_disturbed(taken, runner, store)
    return [value for one in taken for value in one.values]
