"""Tests of applications.py."""

import unittest

from .applications import applications, program_of
from .catalogue import BENCHES
from .records import Key, Value
from .stats import series

APPS = next(bench for bench in BENCHES if bench.name == "apps")


def value(system, layout, variant, threads, amount, name, unit="ns", n=0):
    key = Key("apps", name, system, layout, variant, threads, n, unit)
    return Value(key, 0, amount, amount, amount)


class Tables(unittest.TestCase):
    def setUp(self):
        values = [
            value("partita", "4x1", "static", 4, 90, "uts_tasks_t1"),
            value("partita", "1x4", "static", 4, 80, "uts_tasks_t1"),
            value("pthread", "", "", 4, 60, "uts_t1"),
            value("pthread", "", "", 2, 10, "uts_t1"),
            value("partita", "2x1", "static", 2, 3, "sobel_chunks"),
            value("openmp", "1x2", "", 2, 6, "sobel"),
            value("openmpi", "2x1", "", 2, 9, "sobel"),
            value("partita", "2x1", "", 2, 7, "kmeans_plain"),
            value("partita", "2x1", "static far", 2, 5, "sobel_plain"),
            value("partita", "2x1", "static far", 2, 12, "sobel_plain_messages", "messages"),
            value("partita", "2x1", "static far unoptimised", 2, 50, "sobel_plain"),
            value("partita", "2x1", "static far unoptimised single", 2, 99, "sobel_plain"),
        ]
        self.text = "\n".join(applications(APPS, series(values)))

    def test_a_form_is_compared_with_the_program_in_c_on_the_same_data(self):
        self.assertIn(
            "| uts_tasks_t1 | 4 | 90.0 ns | 80.0 ns |  | 60.0 ns (pthread) | 0.75 |", self.text
        )

    def test_the_fastest_rival_counts(self):
        self.assertIn("| sobel_chunks | 2 | 3.00 ns |  |  | 6.00 ns (openmp) | 2.00 |", self.text)

    def test_a_form_without_rival_or_static_threads_is_there_too(self):
        self.assertIn("| kmeans_plain, any THREADS | 2 | 7.00 ns |  |  |  |  |", self.text)

    def test_apart_there_are_messages_and_the_program_without_optimisations(self):
        self.assertIn("| sobel_plain | far | 5.00 ns | 12 | 50.0 ns |  | 99.0 ns |  |", self.text)

    def test_near_and_apart_are_two_tables(self):
        near, _, apart = self.text.partition("On small data")
        self.assertNotIn("sobel_plain", near)
        self.assertNotIn("sobel_chunks", apart)

    def test_nothing_without_measurements(self):
        self.assertEqual(applications(APPS, {}), [])


class Names(unittest.TestCase):
    def test_parts(self):
        self.assertEqual(program_of("uts_tasks_t1", "partita"), ("uts", "tasks", "t1"))
        self.assertEqual(program_of("uts_t1", "pthread"), ("uts", "", "t1"))
        self.assertEqual(program_of("sobel", "openmp"), ("sobel", "", ""))
