"""Tests of speedup.py and progress.py."""

import unittest

from .catalogue import BENCHES
from .plots_programs import curves
from .progress import Progress
from .records import Key, Value
from .speedup import programs
from .stats import series

NPB = next(bench for bench in BENCHES if bench.name == "npb")


def value(system, layout, variant, threads, ns, name="cg_S", unit="ns"):
    return Value(Key("npb", name, system, layout, variant, threads, 0, unit), 0, ns, ns, ns)


class Tables(unittest.TestCase):
    def setUp(self):
        self.values = values = [
            value("partita", "1x1", "", 1, 8e9),
            value("partita", "2x1", "", 2, 4e9),
            value("partita", "1x2", "", 2, 5e9),
            value("openmp", "1x2", "", 2, 6e9),
            value("partita", "2x1", "nodes", 2, 10e9),
            value("openmpi", "2x1", "nodes", 2, 5e9),
            value("partita", "2x1", "nodes", 2, 70, "cg_S_messages", "messages"),
            value("partita", "2x1", "nodes", 2, 2e6, "cg_S_bytes", "bytes"),
            value("partita", "2x1", "nodes lines", 2, 3, "cg_S cg.upc:9 in dot", "messages"),
            value("partita", "2x1", "nodes lines", 2, 24, "cg_S cg.upc:9 in dot", "bytes"),
        ]
        self.text = "\n".join(programs(NPB, series(values)))

    def test_times_have_speedups(self):
        self.assertIn(
            "| partita processes | 8.00 s | 4.00 s (2.00) | 1.50 (openmp, 2) |", self.text
        )

    def test_pthreads_are_compared_with_the_same_single_thread(self):
        self.assertIn("| partita pthreads |  | 5.00 s (1.60) |", self.text)

    def test_between_nodes_the_rival_is_there_too_and_messages_are_told(self):
        self.assertIn("10.0 s (0.80) | 0.50 (openmpi, 2) | 70, 2.00 MB |", self.text)

    def test_source_lines_have_messages_and_bytes(self):
        self.assertIn("| cg.upc:9 in dot | 3 | 24.0 B |", self.text)


    def test_a_line_of_the_picture_begins_at_one_thread(self):
        rows = curves(self.values, "npb")["cg_S"]
        self.assertEqual(rows["partita processes"], [(1, 8), (2, 4)])
        self.assertEqual(rows["partita pthreads"], [(1, 8), (2, 5)])
        self.assertEqual(rows["partita processes nodes"], [(1, 8), (2, 10)])
        self.assertEqual(rows["openmp"], [(2, 6)])


class TimeLeft(unittest.TestCase):
    def test_it_goes_by_what_was_measured(self):
        now = iter((0.0, 0.0, 60.0))
        progress = Progress(8, lambda: next(now))
        self.assertEqual(progress.words(), "0 %")
        progress.start()
        progress.end(4, False)  # known from an interrupted run
        self.assertEqual(progress.words(), "50 %")
        progress.start()
        progress.end(2, True)
        self.assertEqual(progress.words(), "75 %, about 60 s left")
