"""Tests of compare.py, report.py and targets.toml."""

import unittest
from dataclasses import replace

from .build import BENCH
from .catalogue import APPS, BENCHES, Bench
from .compare import BadTarget, Target, _target, judge, load_targets, orders, selects
from .plots_layouts import curves
from .plots_testbed import lines_of
from .report import Circumstances, fit, page, tables
from .stats import series
from .test_stats import key, values
from .words import quantity

MACHINE = {
    "processor": "P",
    "processors": 2,
    "system": "S",
    "compiler": "C",
    "round_trip_shortest": 150.0,
    "round_trip_longest": 160.0,
}
BARRIER = Target(
    "barrier", "b", {"name": "barrier"}, {"name": "barrier", "system": ["openmp", "mpich"]}, 1.0
)


def taken():
    return (
        values([200, 210])
        + values([300, 310], system="openmp")
        + values([900, 900], system="mpich")
    )


def made(found, targets=(BARRIER,), **further):
    outcomes = [judge(target, series(found)) for target in targets]
    circumstances = Circumstances(MACHINE, 2, 10, 4, **further)
    return page([Bench("b", "Barriers", None)], found, outcomes, circumstances)


class Targets(unittest.TestCase):
    def test_the_best_rival_counts(self):
        outcome = judge(BARRIER, series(taken()))
        self.assertEqual(outcome.worst.rival.system, "openmp")
        self.assertTrue(outcome.met)

    def test_a_missed_target(self):
        outcome = judge(
            BARRIER, series(taken() + values([100, 100], system="openmp", layout="1x2"))
        )
        self.assertFalse(outcome.met)
        self.assertAlmostEqual(outcome.worst.ratio.value, 2.05)

    def test_the_fastest_batches_are_compared_if_the_target_says_so(self):
        found = values([200, 900]) + values([300, 150], system="openmp")
        fastest = replace(BARRIER, fastest=True, limit=1.4)
        self.assertFalse(judge(BARRIER, series(found)).met)
        outcome = judge(fastest, series(found))
        self.assertTrue(outcome.met)
        self.assertAlmostEqual(outcome.worst.ratio.value, 199 / 149)
        text = made(found, [fastest])
        self.assertIn("| 199 ns (partita 2x1: barrier) | 149 ns", text)
        self.assertIn("those of the fastest batches", text)

    def test_every_layout_must_reach_it(self):
        outcome = judge(BARRIER, series(taken() + values([400, 400], layout="1x2")))
        self.assertEqual((outcome.reached, len(outcome.points), outcome.met), (1, 2, False))
        self.assertEqual(outcome.worst.ours.layout, "1x2")

    def test_rivals_of_the_same_size_and_a_share_of_the_points(self):
        found = [
            v
            for n in range(1, 11)
            for v in values([100], n=n) + values([50 if n == 10 else 98], system="mpich", n=n)
        ]
        target = Target(
            "t", "b", {"name": "barrier"}, {"system": "mpich"}, 1.0, each=("name", "n"), share=0.9
        )
        outcome = judge(target, series(found))
        self.assertEqual((outcome.reached, len(outcome.points), outcome.met), (9, 10, True))
        self.assertEqual((outcome.worst.ours.n, outcome.worst.rival.n), (10, 10))

    def test_an_allowance_and_a_limit_without_a_rival(self):
        found = series(values([12]) + values([10], system="c"))
        self.assertTrue(judge(Target("t", "b", {}, {"system": "c"}, 1.0, plus=2.0), found).met)
        self.assertFalse(judge(Target("t", "b", {}, {"system": "c"}, 1.0, plus=1.0), found).met)
        self.assertTrue(judge(Target("t", "b", {}, None, 12.0), found).met)
        self.assertFalse(judge(Target("t", "b", {}, None, 11.0), found).met)

    def test_a_rival_by_the_parts_of_our_name_in_the_same_layout(self):
        found = [
            v
            for layout in ("2x1", "1x2")
            for v in values([20], name="read_walk_far", layout=layout)
        ]
        found += values([10], system="c", name="read_walk_plain") + values(
            [5], system="c", name="read_walk_plain", layout="1x2"
        )
        found += values([1], system="c", name="read_index_plain")
        target = Target(
            "t",
            "b",
            {"name": "read_walk_far"},
            {"name": "{0}_{1}_plain", "system": "c"},
            2.0,
            same=("layout",),
        )
        outcome = judge(target, series(found))
        self.assertEqual([point.ratio.value for point in outcome.points], [2, 4])

    def test_a_rival_with_a_thread_less_in_a_layout_of_the_same_shape(self):
        times = {("2x1", 2): 100, ("1x2", 2): 50, ("3x1", 3): 120, ("1x3", 3): 90, ("5x1", 5): 900}
        found = [
            v
            for (layout, threads), time in times.items()
            for v in values([time], layout=layout, threads=threads)
        ]
        target = Target(
            "t",
            "b",
            {"name": "barrier"},
            {"system": "partita"},
            1.5,
            each=("shape", "threads"),
            same=("shape",),
            less={"threads": 1},
        )
        outcome = judge(target, series(found))
        self.assertEqual(
            {(p.ours.shape, p.ours.threads): p.ratio.value for p in outcome.points},
            {("processes", 3): 1.2, ("pthreads", 3): 1.8},
        )
        self.assertFalse(outcome.met)

    def test_ranges_and_any_variant(self):
        self.assertTrue(selects({"n": {"from": 8, "to": 9}}, key(n=9)))
        self.assertFalse(selects({"n": {"from": 8}}, key(n=7)))
        self.assertTrue(selects({"variant": "*"}, key(variant="post")))
        self.assertFalse(selects({"variant": "*"}, key()))

    def test_without_a_rival_nothing_is_said_to_be_met(self):
        outcome = judge(BARRIER, series(values([200])))
        self.assertFalse(outcome.met)
        self.assertIsNone(outcome.worst)

    def test_variants_must_be_asked_for(self):
        self.assertFalse(selects({"name": "barrier"}, key(variant="far")))
        self.assertTrue(selects({"name": "barrier", "variant": "far"}, key(variant="far")))

    def test_a_selector_with_an_unknown_field_is_refused(self):
        entry = {"title": "t", "bench": "b", "ours": {"size": 1}, "rival": {}, "limit": 1}
        self.assertRaisesRegex(BadTarget, "unknown size; known are layout", _target, entry)
        self.assertRaisesRegex(
            BadTarget, "lacks 'limit'", _target, {k: v for k, v in entry.items() if k != "limit"}
        )

    def test_the_targets_are_of_benchmarks_that_exist(self):
        targets = load_targets(BENCH / "targets.toml")
        self.assertLessEqual(
            {target.bench for target in targets}, {bench.name for bench in BENCHES}
        )
        self.assertGreater(len(targets), 10)

    def test_every_form_of_an_application_is_there_and_takes_part(self):
        apps = next(bench for bench in BENCHES if bench.name == "apps")
        measured = {contender.build.source for point in apps.points(True) for contender in point}
        there = {
            str(path.relative_to(BENCH))
            for ending in ("upc", "c")
            for path in BENCH.glob(f"apps/*/*.{ending}")
        }
        without_mpi = {source for source in there if not source.endswith("/mpi.c")}
        self.assertLessEqual(without_mpi, measured)
        self.assertLessEqual(measured, there)

    def test_the_targets_of_applications_name_their_forms(self):
        forms = {f"{name}_{form}" for name, app in APPS.items() for form in app.forms}
        for target in load_targets(BENCH / "targets.toml"):
            if target.bench == "apps":
                for name in target.ours["name"]:
                    self.assertIn("_".join(name.split("_")[:2]), forms, target.title)


class Pages(unittest.TestCase):
    def test_a_target_and_its_verdict(self):
        text = made(taken())
        self.assertIn(
            "| barrier | 205 ns (partita 2x1: barrier) | 305 ns (openmp 2x1: barrier) | 0.67 (0.67 "
            "to 0.68) | 1 | 1 of 1 | met |",
            text,
        )
        self.assertIn("1 of 1 targets are met; 0 were not measured.", text)
        self.assertNotIn("Provisional", text)

    def test_a_page_without_targets_has_no_table_of_them(self):
        self.assertIn("## Targets", made(taken()))
        self.assertNotIn("Targets", made(taken(), targets=()))

    def test_lines_fit_but_for_tables(self):
        item, row = "- " + "word " * 30, "| " + "word " * 30 + "|"
        lines = fit(f"{item}\n{row}\nshort\n").split("\n")
        self.assertEqual(lines[2:], [row, "short", ""])
        self.assertTrue(all(len(line) <= 100 for line in lines[:2]))
        self.assertEqual(" ".join(lines[:2]).split(), item.split())

    def test_who_is_faster(self):
        self.assertIn(
            "- barrier, 2 threads: partita 2x1 205 ns, openmp 2x1 305 ns (1.49), mpich 2x1 900 ns "
            "(4.39)",
            made(taken()),
        )

    def test_rivals_alone_are_in_the_tables_only(self):
        self.assertEqual(
            orders(series(values([1], system="mpich") + values([2], system="openmpi"))), {}
        )

    def test_disturbed_values_are_marked(self):
        found = values([200], disturbed=[0]) + values([300], system="openmp")
        text = made(found)
        self.assertIn("**Provisional: 1 of 2 values", text)
        self.assertIn("200 ns*", text)

    def test_what_is_missing_is_said(self):
        self.assertIn(
            "**Missing, as they were not done in time:** barrier as 2x1.",
            made(taken(), missing=("barrier as 2x1",)),
        )
        self.assertNotIn("Missing", made(taken()))

    def test_what_was_not_measured(self):
        text = made(values([200]))
        self.assertIn("| 1 | | not measured |", text)
        self.assertIn("0 of 0 targets are met; 1 were not measured.", text)

    def test_systems_that_stand_alone_are_in_the_tables_only(self):
        found = values([200], name="split")
        self.assertEqual(orders(series(found)), {})
        self.assertIn(
            "| split | partita 2x1 | 2 |  | 200 ns | 199 ns | 200 ns | 1 |",
            tables([Bench("b", "Barriers", None)], found),
        )

    def test_of_many_sizes_three_are_on_the_page(self):
        found = [
            v
            for n in (1, 8, 64, 512, 4096)
            for s in ("partita", "c")
            for v in values([n + 1], name="copy", system=s, n=n)
        ]
        text = made(found)
        self.assertEqual(
            [n for n in (1, 8, 64, 512, 4096) if f", {n} bytes:" in text], [1, 64, 4096]
        )


class Grids(unittest.TestCase):
    def test_ours_and_the_best_rival_over_sizes(self):
        found = [
            v
            for n in (8, 64)
            for system, time in (
                ("partita", 400 * n),
                ("openmpi", 700 * n),
                ("mpich", 300 * n * (n // 8)),
            )
            for v in values([time], bench="b", name="reduce_all_streamed", system=system, n=n)
        ]
        text = page(
            [Bench("b", "Collectives", None, grid="ways")],
            found,
            [],
            Circumstances(MACHINE, 1, 1, 0),
        )
        self.assertIn("**streamed, 2 threads**\n\n| bytes | 8 | 64 |\n", text)
        self.assertIn("| reduce_all | **3.2 / 2.4 mpich** | 25.6 / 44.8 openmpi |", text)

    def test_a_table_for_each_layout(self):
        found = [
            v
            for layout, time in (("2x4", 1000), ("4x2", 3000))
            for system, factor in (("partita", 1), ("openmpi", 2))
            for v in values(
                [factor * time],
                bench="b",
                name="gather_streamed",
                system=system,
                layout=layout,
                threads=8,
                n=8,
            )
        ]
        text = page(
            [Bench("b", "Collectives", None, grid="layouts")],
            found,
            [],
            Circumstances(MACHINE, 1, 1, 0),
        )
        for layout, cell in (("2x4", "1 / 2 openmpi"), ("4x2", "3 / 6 openmpi")):
            self.assertIn(f"**streamed, {layout}**\n\n| bytes | 8 |\n", text)
            self.assertIn(f"| gather | {cell} |", text)

    def test_the_choice_and_the_best_algorithm(self):
        found = [
            v
            for name, time in (("default", 1000), ("post", 990), ("pull", 2000))
            for v in values([time], name="gather_streamed", variant=name, n=8)
        ]
        text = page(
            [Bench("b", "Algorithms", None, grid="ways")],
            found,
            [],
            Circumstances(MACHINE, 1, 1, 0, quick=True),
        )
        self.assertIn("| gather | 1 / 0.99 post |", text)
        self.assertIn("In its short form", text)

    def test_cases_are_rows_of_one_table(self):
        found = [
            v
            for name in ("gather_case1", "gather_overall_case1", "scatter_case2")
            for variant in ("default", "pull")
            for v in values([1000], name=name, variant=variant, n=8)
        ]
        text = page(
            [Bench("b", "Test bed", None, grid="one")], found, [], Circumstances(MACHINE, 1, 1, 0)
        )
        self.assertIn(
            "**2 threads**\n\n| bytes | 8 |\n| --- | --- |\n| gather, case1 | 1 / 1 pull |\n| "
            "scatter, case2 | 1 / 1 pull |\n",
            text,
        )


class TestBed(unittest.TestCase):
    def test_forms_and_conditions_are_panels(self):
        names = {
            ("broadcast_case1", "default"): 2,
            ("broadcast_case2", "default"): 9,
            ("broadcast_case2", "buffered"): 3,
            ("broadcast_case3", "default"): 4,
        }
        found = [
            v
            for (name, form), time in names.items()
            for v in values([time], bench="testbed", name=name, variant=form, n=8)
        ]
        found += values(
            [7], bench="testbed", name="broadcast_case1", system="openmpi", n=8
        ) + values([1], bench="testbed", name="broadcast_overall_case1", n=8)
        panels = lines_of(found)["broadcast", 2]
        self.assertEqual(
            dict(panels["forms and memory schemes"]),
            {"default": [(8, 2)], "buffered": [(8, 3)], "openmpi": [(8, 7)]},
        )
        self.assertEqual(
            sorted(panels["computation alike (1), unequal (3), with a late start (13)"]),
            ["default, 1", "default, 3", "openmpi, 1"],
        )


class Layouts(unittest.TestCase):
    def test_times_beside_processes_alone(self):
        found = [
            v
            for layout, time in (("4x1", 200), ("2x2", 100), ("1x4", 50))
            for v in values([time], bench="barrier", layout=layout, threads=4)
        ]
        found += values([10], bench="barrier", layout="2x1") + values(
            [10], bench="barrier", system="openmp", layout="1x4", threads=4
        )
        self.assertEqual(dict(curves(found)), {4: {"barrier": [(1, 1.0), (2, 0.5), (4, 0.25)]}})


class Quantities(unittest.TestCase):
    def test_three_digits_and_a_unit(self):
        self.assertEqual(
            [quantity(x) for x in (0.277, 2.5, 14.04, 162.3, 1300, 999.9, 5.81e6, 2e9)],
            ["0.28 ns", "2.50 ns", "14.0 ns", "162 ns", "1.30 us", "1.00 us", "5.81 ms", "2.00 s"],
        )
        self.assertEqual(quantity(4.2e6, "bytes"), "4.20 MB")
        self.assertEqual(quantity(124.4, "messages"), "124 messages")
