"""Tests of stats.py, records.py and machine.py's judgement."""

import tempfile
import unittest
from pathlib import Path

from .launch import layouts, partita
from .machine import foreign_reason, unusual_trip
from .records import BadLine, Key, Value, parse, read, write
from .stats import ratio, series, summary


def key(name="barrier", system="partita", **fields):
    defaults = {"bench": "b", "layout": "2x1", "variant": "", "threads": 2, "n": 0}
    return Key(name=name, system=system, **{**defaults, **fields})


def values(medians, disturbed=(), **fields):
    k = key(**fields)
    return [
        Value(k, i, m - 1, m, m + 1, "load" if i in disturbed else "")
        for i, m in enumerate(medians)
    ]


class Summaries(unittest.TestCase):
    def test_median_fastest_batch_and_slowest_run(self):
        s = summary(values([30, 10, 20]))
        self.assertEqual((s.median, s.least, s.most, s.runs, s.disturbed), (20, 9, 30, 3, 0))

    def test_disturbed_runs_do_not_count_beside_others(self):
        s = summary(values([10, 900, 12], disturbed=[1]))
        self.assertEqual((s.median, s.most, s.runs, s.disturbed), (11, 12, 2, 0))

    def test_only_disturbed_runs_count_and_show(self):
        s = summary(values([10, 20], disturbed=[0, 1]))
        self.assertEqual((s.median, s.disturbed), (15, 2))

    def test_an_empty_series_is_refused(self):
        self.assertRaises(ValueError, summary, [])


class Ratios(unittest.TestCase):
    def test_pairs_are_of_one_repetition(self):
        r = ratio(values([10, 40, 30]), values([5, 20, 10], system="c"))
        self.assertEqual((r.value, r.least, r.most, r.pairs), (2, 2, 3, 3))

    def test_a_repetition_that_one_side_lacks_is_left_out(self):
        r = ratio(values([10, 400], disturbed=[1]), values([5, 20], system="c"))
        self.assertEqual((r.value, r.pairs), (2, 1))

    def test_none_without_a_pair(self):
        self.assertIsNone(
            ratio(values([1, 2], disturbed=[0]), values([1, 2], disturbed=[1], system="c"))
        )

    def test_the_fastest_batches_need_no_pair(self):
        r = ratio(
            values([21, 2, 11], disturbed=[1]),
            values([900, 6, 900], disturbed=[0, 2], system="c"),
            fastest=True,
        )
        self.assertEqual((r.value, r.least, r.most, r.pairs), (2, 2, 2, 0))

    def test_the_fastest_batches_of_all_runs(self):
        r = ratio(values([31, 11, 21]), values([21, 6, 11], system="c"), fastest=True)
        self.assertEqual((r.value, r.least, r.most, r.pairs), (2, 1.5, 2, 3))

    def test_the_fastest_batch_of_a_disturbed_run_does_not_count(self):
        r = ratio(values([2, 11], disturbed=[0]), values([3, 6], system="c"), fastest=True)
        self.assertEqual((r.value, r.pairs), (5, 1))

    def test_what_is_added_to_the_rival_counts_for_the_fastest_batches_too(self):
        r = ratio(values([11, 31]), values([4, 6], system="c"), plus=2, fastest=True)
        self.assertEqual((r.value, r.pairs), (2, 2))


class Lines(unittest.TestCase):
    class contender:
        system, layout, variant, threads = "partita", "1x2", "far", 2

    def test_a_line_may_name_its_system_and_its_unit(self):
        text = (
            '{"name":"copy","system":"c","n":8,"ns":1.5,"median":2,"max":3}\n'
            '{"name":"memory","n":0,"bytes":4096}\n'
        )
        first, second = parse(text, "b", self.contender, 3, "")
        self.assertEqual(
            (first.key.system, first.key.unit, first.least, first.most), ("c", "ns", 1.5, 3)
        )
        self.assertEqual(
            (second.key.system, second.key.unit, second.median, second.repetition),
            ("partita", "bytes", 4096, 3),
        )

    def test_a_line_of_messages(self):
        (value,) = parse(
            '{"name":"sobel_plain_messages","n":0,"messages":124.5}', "b", self.contender, 0, ""
        )
        self.assertEqual((value.key.unit, value.median, value.most), ("messages", 124.5, 124.5))

    def test_a_line_of_a_collective(self):
        text = (
            '{"system":"x","operation":"reduce","mode":"streamed","bytes":64,"threads":2,'
            '"ns_least":5,"ns_median":7}'
        )
        (value,) = parse(text, "b", self.contender, 0, "")
        self.assertEqual(
            (value.key.name, value.key.n, value.key.unit), ("reduce_streamed", 64, "ns")
        )
        self.assertEqual((value.key.system, value.least, value.median), ("partita", 5, 7))

    def test_anything_else_is_an_error(self):
        for text in ("hello", "[]", '{"name":"x"}', "3"):
            self.assertRaises(BadLine, parse, text, "b", self.contender, 0, "")

    def test_a_file_holds_what_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "values"
            write(values([1, 2], disturbed=[1]), path)
            self.assertEqual(read(path), values([1, 2], disturbed=[1]))


class Machines(unittest.TestCase):
    def test_own_work_is_no_disturbance(self):
        self.assertEqual(foreign_reason(2.0, 2.0, 1.0, 2), "")

    def test_others_work_is(self):
        self.assertIn("50 %", foreign_reason(2.0, 1.0, 1.0, 2))

    def test_a_few_ticks_of_a_short_run_are_none(self):
        self.assertEqual(foreign_reason(0.05, 0.02, 0.02, 2), "")

    def test_one_short_round_trip_does_not_make_the_usual_ones_long(self):
        trips = [35] + [117] * 9
        self.assertEqual(unusual_trip(117, trips), "")
        self.assertEqual(unusual_trip(35, trips), "round trip of a cache line 35 ns, else 117")
        self.assertEqual(unusual_trip(450, trips), "round trip of a cache line 450 ns, else 117")


class Layouts(unittest.TestCase):
    def test_all_divisors(self):
        self.assertEqual(layouts(4), [(4, 1), (2, 2), (1, 4)])
        self.assertEqual(layouts(3), [(3, 1), (1, 3)])


class Variants(unittest.TestCase):
    def test_a_word_for_each_way_to_run(self):
        for words, ways in (
            ("", {}),
            ("static far", {"static": True, "far": True}),
            ("nodes unoptimised", {"nodes": 2, "options": ("-fno-upc-opt",)}),
        ):
            self.assertEqual([c.variant for c in partita("p", 2, only=[(2, 1)], **ways)], [words])

    def test_single_reads_are_without_reading_ahead(self):
        alone, usual = (
            partita("p", 2, only=[(2, 1)], single=single)[0] for single in (True, False)
        )
        self.assertEqual((alone.variant, alone.environment["UPC_READ_AHEAD"]), ("single", "0"))
        self.assertNotIn("UPC_READ_AHEAD", usual.environment)


class Series(unittest.TestCase):
    def test_one_for_each_key(self):
        found = series(values([1, 2]) + values([3], system="c"))
        self.assertEqual([len(v) for v in found.values()], [2, 1])
