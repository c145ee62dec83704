"""Tests of what is published."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from . import __main__ as driver
from .__main__ import arguments, figures
from .catalogue import BENCHES
from .test_stats import values


class Figures(unittest.TestCase):
    def test_pictures_of_programs_are_copied_and_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            results, docs = Path(folder) / "results", Path(folder) / "docs"
            results.mkdir()
            docs.mkdir()
            for name in ("npb", "locks"):
                (results / f"{name}.svg").write_text(name, encoding="utf-8")
            lines = figures(BENCHES, results, docs)
            self.assertIn("(figures/npb.svg)", lines)
            self.assertNotIn("locks", lines)
            self.assertEqual([path.name for path in (docs / "figures").iterdir()], ["npb.svg"])


class Page(unittest.TestCase):
    def test_a_page_has_the_names_that_the_user_gave(self):
        for given, page in (
            ([], "performance.md"),
            (["--only", "network"], "performance-network.md"),
            (["--only", "apps", "--class", "A"], "performance-apps.md"),
            (["--only", "hpcc,npb"], "performance-npb-hpcc.md"),
        ):
            self.assertEqual(arguments(given).page, page)


class Missing(unittest.TestCase):
    def test_a_run_that_lacks_a_program_has_a_page_and_fails(self):
        def measure(benches, options, runner, store):
            runner.missing += ["barrier as 2x1"] * 2
            return values([1])

        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(driver, "measure", measure),
            mock.patch.object(driver, "machine_of", lambda builder, options: None),
            mock.patch.dict(os.environ, {"BENCH_FOLDER": folder}),
            contextlib.redirect_stdout(io.StringIO()),
            self.assertRaises(SystemExit) as end,
        ):
            try:
                driver.main(
                    ["--smoke", "--no-pictures", "--only", "barrier", "--results", folder]
                )
            finally:
                page = (Path(folder) / "performance.md").read_text(encoding="utf-8")
        self.assertIn("barrier as 2x1.", page)
        self.assertEqual(str(end.exception.code).count("barrier as 2x1"), 1)


class Interrupted(unittest.TestCase):
    def test_ctrl_c_says_how_the_run_goes_on(self):
        def measure(benches, options, runner, store):
            raise KeyboardInterrupt

        said = io.StringIO()
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(driver, "measure", measure),
            mock.patch.object(driver, "machine_of", lambda builder, options: None),
            mock.patch.dict(os.environ, {"BENCH_FOLDER": folder}),
            contextlib.redirect_stderr(said),
            self.assertRaises(SystemExit) as end,
        ):
            driver.main(["--no-pictures", "--only", "barrier", "--results", folder])
        self.assertEqual(end.exception.code, 130)
        self.assertIn("bench: interrupted; the same command goes on after", said.getvalue())


def table_sizes(environment):
    """The options with the sizes of tables in short applications."""
    apps = next(bench for bench in BENCHES if bench.name == "apps")
    with mock.patch.dict(os.environ, environment, clear=True):
        contenders = [c for point in apps.points(False) for c in point]
    return {o for c in contenders for o in c.build.options if o.startswith("-DAPP_LOG")}


class Sizes(unittest.TestCase):
    def test_a_short_page_of_whole_programs_has_the_largest_table_too(self):
        self.assertEqual(table_sizes({}), {"-DAPP_LOG=21"})
        self.assertEqual(table_sizes({"BENCH_CLASS": "A"}), {"-DAPP_LOG=21", "-DAPP_LOG=25"})


if __name__ == "__main__":
    unittest.main()
