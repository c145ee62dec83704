"""Pictures of targets: what they read of a page, and that the book's are those of the published
pages."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from .targets_picture import Bar, bars, made, picture

PAGE = """# Performance

## Targets

| what | worst of the points | compared with | ratio (least to largest) | limit | points | |
| --- | --- | --- | --- | --- | --- | --- |
| a lock & a key | 12.6 ns (partita 1x2: lock) | 4.53 ns (c 2x1: add) | 2.40 (2.1 to 3.07) | 3 | 2 of 2 | met |
| small copies | 2.99 ns (partita 2x1: copy) | 2.73 ns (c: memcpy) | 1.50 (0.6 to 0.7) | 1 + 2 ns | 1 of 2 | **not met** |
| start | 3.0 ms (partita 4x1: start) |  |  | 30.0 ms | 2 of 2 | met |

2 of 3 targets are met; 0 were not measured.

## Comparison

| what | met |
"""


class Targets(unittest.TestCase):
    def test_each_row_is_a_share_of_its_limit(self):
        found = bars(PAGE)
        self.assertEqual([bar.what for bar in found], ["a lock & a key", "small copies", "start"])
        self.assertEqual([round(bar.share, 2) for bar in found], [0.8, 1.5, 0.1])
        self.assertEqual([bar.met for bar in found], [True, False, True])

    def test_a_page_without_targets_is_an_error(self):
        with self.assertRaises(ValueError):
            bars("# Performance\n")

    def test_a_page_that_judges_no_target_has_no_picture(self):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "performance-forms.md"
            path.write_text("# Performance\n\n## Comparison\n", encoding="utf-8")
            self.assertEqual(list(made(Path(folder))), [])

    def test_text_is_escaped_and_shares_beyond_the_axis_stay_on_it(self):
        text = picture("a < b", [Bar("x & y", 1e6, False), Bar("tiny", 1e-9, True)])
        self.assertIn("a &lt; b", text)
        self.assertIn("x &amp; y", text)
        self.assertIn('width="320"', text)
        self.assertIn('width="1"', text)

    def test_the_pictures_of_the_book_are_those_of_the_published_pages(self):
        for path, text in made():
            self.assertEqual(
                path.read_text(encoding="utf-8"),
                text,
                f"{path}: make it anew: python3 -m driver.targets_picture",
            )
