"""Tests of store.py."""

import tempfile
import unittest
from pathlib import Path

from .store import Store, digest_of
from .test_stats import values


class Unfinished(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "results" / "unfinished.jsonl"

    def test_a_run_of_the_same_head_goes_on(self):
        store = Store(self.path, "library 1")
        self.assertIsNone(store.find("barrier", ["a"]))
        store.add("barrier", ["a"], values([1, 2], disturbed=[1]), {"mpich": "status 3"})
        again = Store(self.path, "library 1")
        self.assertEqual(
            again.find("barrier", ["a"]), (values([1, 2], disturbed=[1]), {"mpich": "status 3"})
        )
        self.assertIsNone(again.find("barrier", ["b"]))
        self.assertIsNone(again.find("locks", ["a"]))

    def test_another_head_and_a_restart_begin_anew(self):
        Store(self.path, "library 1").add("barrier", ["a"], values([1]), {})
        self.assertIsNone(Store(self.path, "library 1", restart=True).find("barrier", ["a"]))
        Store(self.path, "library 1").add("barrier", ["a"], values([1]), {})
        self.assertIsNone(Store(self.path, "library 2").find("barrier", ["a"]))

    def test_a_line_that_was_cut_off_does_not_count(self):
        store = Store(self.path, "h")
        store.add("barrier", ["a"], values([1]), {})
        store.add("barrier", ["b"], values([2]), {})
        self.path.write_text(self.path.read_text()[:-20])
        again = Store(self.path, "h")
        self.assertIsNotNone(again.find("barrier", ["a"]))
        self.assertIsNone(again.find("barrier", ["b"]))
        again.add("barrier", ["b"], values([3]), {})
        self.assertEqual(Store(self.path, "h").find("barrier", ["b"]), (values([3]), {}))

    def test_a_finished_run_leaves_nothing(self):
        Store(self.path, "h").remove()
        self.assertFalse(self.path.exists())

    def test_a_digest_is_of_names_and_contents(self):
        self.path.parent.mkdir()
        one, other = self.path.with_name("one"), self.path.with_name("other")
        one.write_text("x")
        other.write_text("y")
        before = digest_of([one, other])
        self.assertEqual(digest_of([other, one]), before)
        other.write_text("z")
        self.assertNotEqual(digest_of([one, other]), before)
