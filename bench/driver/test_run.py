"""Tests of run.py."""

import sys
import unittest

from .build import Build
from .launch import Contender
from .run import Limits, Runner, RunFailed


class Failing(unittest.TestCase):
    def setUp(self):
        class Builder:
            def executable(self, build):
                return sys.executable

        self.said = []
        self.runner = Runner(Builder(), None, Limits(2, 1, 1, 0), self.said.append)

    def contender(self, system, program):
        return Contender(system, "2x1", "", 2, Build("x", "cc"), ("{exe}", "-c", program))

    def test_a_rival_that_fails_is_left_out_and_said_once(self):
        good = self.contender("partita", 'print(\'{"name":"x","n":0,"ns":1}\')')
        bad = self.contender("mpich", "import sys; sys.exit(3)")
        values = self.runner.point("b", [good, bad])
        self.assertEqual([value.key.system for value in values], ["partita", "partita"])
        self.assertEqual(self.runner.left_out, {"mpich in b with 2 threads": "status 3"})
        self.assertEqual(len(self.said), 1)

    def test_ours_must_not_fail(self):
        with self.assertRaises(RunFailed):
            self.runner.point("b", [self.contender("partita", "raise SystemExit(1)")])
