"""Tests of measure.py."""

import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from . import hosts
from .build import Build
from .catalogue import BENCHES
from .launch import Contender
from .measure import Taken, measure, repeat_disturbed
from .run import Limits, Runner
from .store import Store


class Builder:
    def executable(self, build):
        return sys.executable


class Moods:
    """A machine whose state in each run is the next of `moods`, then quiet."""

    def __init__(self, *moods):
        self.moods = list(moods)
        self.runs = 0

    def before(self):
        self.runs += 1

    def after(self):
        return self.moods.pop(0) if self.moods else ""


def contender(system, name="x"):
    program = f'print(\'{{"name":"{name}","n":0,"ns":1}}\')'
    return Contender(system, "2x1", "", 2, Build("x", "cc"), ("{exe}", "-c", program))


def runner(machine, again=60):
    limits = Limits(repetitions=2, batches=1, attempts=1, patience=0, again=again)
    return Runner(Builder(), machine, limits, lambda text: None)


BENCH = SimpleNamespace(name="b", repetitions=0, sample=0)


def taken(running, point):
    return Taken(BENCH, point, running.point("b", point))


class Repeating(unittest.TestCase):
    def test_a_time_without_an_undisturbed_run_is_measured_again_with_its_rival(self):
        machine = Moods("noise", "", "", "", "", "noise")
        running = runner(machine)
        one = taken(running, [contender("partita"), contender("openmp"), contender("c", "y")])
        self.assertEqual(one.scarce(1), {"x"})
        repeat_disturbed([one], running, None)
        self.assertEqual(one.scarce(1), set())
        again = [v for v in one.values if v.repetition == 2]
        self.assertEqual([v.key.system for v in again], ["partita", "openmp"])
        self.assertFalse(any(v.disturbed for v in one.values if v.key.name == "x"))

    def test_a_quiet_run_repeats_nothing(self):
        machine = Moods()
        running = runner(machine)
        repeat_disturbed([taken(running, [contender("partita")])], running, None)
        self.assertEqual(machine.runs, 2)

    def test_repetition_ends_by_its_time(self):
        machine = Moods(*["noise"] * 100)
        running = runner(machine, again=3)
        one = taken(running, [contender("partita")])
        now = iter(range(100))
        repeat_disturbed([one], running, None, clock=lambda: next(now))
        self.assertEqual(one.scarce(1), {"x"})
        self.assertLess(machine.runs, 10)

    def test_a_time_with_few_undisturbed_runs_is_measured_again(self):
        machine = Moods("noise", "", "", "")
        running = runner(machine)
        one = taken(running, [contender("partita"), contender("openmp")])
        repeat_disturbed([one], running, None)
        self.assertEqual(machine.runs, 6)
        self.assertEqual(one.scarce(2), set())

    def test_counts_are_not_judged(self):
        machine = Moods("noise")
        one = taken(runner(machine), [replace(contender("partita"), once=True)])
        self.assertEqual((machine.runs, one.scarce(1)), (0, set()))


class Resuming(unittest.TestCase):
    def run_once(self, folder, machine, again):
        bench = SimpleNamespace(
            name="b", repetitions=0, sample=0, points=lambda full: [[contender("partita")]]
        )
        options = SimpleNamespace(quick=True, smoke=False)
        store = Store(Path(folder) / "unfinished.jsonl", "h")
        return measure([bench], options, runner(machine, again), store)

    def test_the_next_run_repeats_only_what_was_disturbed(self):
        with tempfile.TemporaryDirectory() as folder:
            values = self.run_once(folder, Moods("noise", "noise"), 0)
            self.assertTrue(all(v.disturbed for v in values))
            machine = Moods()
            values = self.run_once(folder, machine, 60)
            self.assertEqual((machine.runs, len(values)), (2, 2))
            self.assertFalse(any(v.disturbed for v in values))

    def test_the_next_run_measures_what_is_missing(self):
        slow = replace(contender("partita"), command=("sleep", "60"), timeout=0.1)
        points = [[contender("openmp"), slow]]
        bench = SimpleNamespace(name="b", repetitions=0, sample=0, points=lambda full: points)
        options = SimpleNamespace(quick=True, smoke=False)
        with tempfile.TemporaryDirectory() as folder:
            for patience in (0, 60):
                store = Store(Path(folder) / "unfinished.jsonl", "h")
                running = runner(Moods("noise", "noise"), patience)
                values = measure([bench], options, running, store)
                self.assertEqual({v.key.system for v in values}, {"openmp"})
                self.assertTrue(running.missing)
            self.assertEqual(Store(Path(folder) / "unfinished.jsonl", "h").done, {})


class Identity(unittest.TestCase):
    def points(self, folder):
        """The points between hosts in that folder, as the store knows them."""
        there = hosts.Hosts.__new__(hosts.Hosts)
        there.__dict__.update(real=True, ssh=True, folder=folder, missing={})
        with mock.patch.object(hosts, "_made", [there]), tempfile.TemporaryDirectory() as results:
            store = Store(Path(results) / "unfinished.jsonl", "h")
            for name in ("network", "nodes"):
                for point in next(b for b in BENCHES if b.name == name).points(False):
                    store.add(name, point, [], {})
            return set(Store(store.path, "h").done)

    def test_a_point_between_hosts_is_the_same_in_the_next_run(self):
        self.assertEqual(self.points("/tmp/bench-hosts.1"), self.points("/tmp/bench-hosts.2"))


if __name__ == "__main__":
    unittest.main()
