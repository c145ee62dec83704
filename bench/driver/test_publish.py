"""Tests of what is published."""

import tempfile
import unittest
from pathlib import Path

from .__main__ import arguments, figures
from .catalogue import BENCHES


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


if __name__ == "__main__":
    unittest.main()
