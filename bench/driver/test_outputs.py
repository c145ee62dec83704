"""Tests of outputs.py."""

import json
import unittest

from .outputs import BadOutput, lines_of

NPB = """
 FT Benchmark Completed.
 Class           =                        S
 Time in seconds =                   0.0643
 Verification    =               SUCCESSFUL
"""


def read(*arguments):
    return [json.loads(line) for line in lines_of(*arguments).splitlines()]


class Reports(unittest.TestCase):
    def test_npb_gives_its_time(self):
        self.assertEqual(read("npb", NPB, ""), [{"name": "ft_S", "n": 0, "ns": 0.0643 * 1e9}])

    def test_npb_must_be_verified(self):
        with self.assertRaises(BadOutput):
            lines_of("npb", NPB.replace("SUCCESSFUL", "UNSUCCESSFUL"), "")

    def test_messages_of_all_threads_add_up(self):
        errors = "".join(
            f"upcr: thread {t}: {t + 1} message{'s' if t else ''} of {10 * t} bytes to threads "
            "whose memory is not mapped\n"
            for t in range(2)
        )
        found = read("npb", NPB, errors)
        self.assertEqual(found[1], {"name": "ft_S_messages", "n": 0, "messages": 3})
        self.assertEqual(found[2], {"name": "ft_S_bytes", "n": 0, "bytes": 10})

    def test_lines_of_all_threads_add_up(self):
        errors = "".join(
            f"upcr: thread {t}: ft.upc:61 in put, upc_memput: 2 messages of {10 + t} bytes\n"
            for t in range(2)
        )
        found = read("lines npb", NPB, errors)
        name = "ft_S ft.upc:61 in put, upc_memput"
        self.assertEqual(
            found, [{"name": name, "n": 0, "messages": 4}, {"name": name, "n": 0, "bytes": 21}]
        )

    def test_rates_of_hpcc_become_times_of_a_unit(self):
        found = read(
            "hpcc",
            "Begin of Summary section.\nHPL_Tflops=0.02\nMPIRandomAccess_GUPs=0.5\n"
            "omp_get_num_procs=0\n",
            "",
        )
        self.assertEqual([line["name"] for line in found], ["hpl_flop", "random_access_update"])
        self.assertAlmostEqual(found[0]["ns"], 0.05)
        self.assertAlmostEqual(found[1]["ns"], 2.0)

    def test_a_report_without_figures_is_an_error(self):
        with self.assertRaises(BadOutput):
            lines_of("hpcc", "no memory\n", "")

    def test_a_search_gives_the_time_of_an_edge(self):
        report = "SCALE: 10\nbfs harmonic_mean_TEPS: 2e+07\nvalidation: passed, breaches: 0\n"
        self.assertEqual(read("bfs", report, ""), [{"name": "bfs_10_edge", "n": 0, "ns": 50.0}])
        with self.assertRaises(BadOutput):
            lines_of("bfs", report.replace("passed, breaches: 0", "failed, breaches: 3"), "")

    def test_a_genome_gives_two_times(self):
        report = (
            "500 bases: 400 k-mers, 390 distinct; tables doubled 2 times\n"
            "counted in 0.500000 s, 0.001 million a second; walked in 0.250000 s\n"
            "validation: passed, errors: 0\n"
        )
        found = read("contigs", report, "")
        self.assertEqual([line["name"] for line in found], ["genome_500_count", "genome_500_walk"])
        self.assertEqual([line["ns"] for line in found], [5e8, 2.5e8])
        with self.assertRaises(BadOutput):
            lines_of("contigs", report.replace("errors: 0", "errors: 1"), "")

    def test_json_stays_as_it_is(self):
        self.assertEqual(lines_of("json", "x\n", ""), "x\n")
