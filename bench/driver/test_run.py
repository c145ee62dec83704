"""Tests of run.py."""

import dataclasses
import sys
import unittest
from itertools import count
from types import SimpleNamespace
from unittest import mock

from . import hosts, launch, machine, run
from .build import Build, BuildFailed
from .launch import Contender
from .run import Limits, Runner, RunFailed


class Absent(unittest.TestCase):
    def test_a_rival_that_is_not_installed_is_named(self):
        with (
            mock.patch.dict(launch._missing, clear=True),
            mock.patch.object(launch, "tool", lambda name: None),
        ):
            self.assertEqual(launch.mpi("barrier_mpi", 2), [])
            self.assertEqual(
                launch.missing()["openmpi"],
                "not installed: there is no mpirun.openmpi and no mpicc.openmpi",
            )


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

    def test_ours_that_is_not_done_in_time_is_missing(self):
        slow = dataclasses.replace(
            self.contender("partita", "import time; time.sleep(60)"), timeout=0.1
        )
        good = self.contender("openmpi", 'print(\'{"name":"x","n":0,"ns":1}\')')
        values = self.runner.point("b", [slow, good])
        self.assertEqual([value.key.system for value in values], ["openmpi", "openmpi"])
        self.assertIn("partita in b with 2 threads as 2x1: x", self.runner.missing[0])
        self.assertIn("not done after 0.1 seconds", self.runner.missing[0])

    def test_the_time_of_what_a_command_leaves_behind_counts_as_its_own(self):
        """A grandchild that outlives the command, as Open MPI's daemons on other hosts do."""
        burn = "import time\nwhile time.process_time() < 0.2: pass"
        program = (
            "import os, sys\n"
            "if os.fork() == 0:\n"
            f" os.setsid(); os.closerange(0, 3); exec({burn!r}); os._exit(0)\n"
            'print(\'{"name":"x","n":0,"ns":1}\')'
        )
        before = machine._children()
        self.runner.point("b", [self.contender("openmpi", program)], 1)
        self.assertGreater(machine._children() - before, 0.19)

    def test_a_long_program_repeats_fewer_batches(self):
        program = (
            "import os; b = os.environ['BENCH_BATCHES']; "
            'print(\'{"name":"x","n":0,"ns":%s}\' % b)'
        )
        long = self.contender("partita", program)
        runner = Runner(self.runner.builder, None, Limits(3, 10, 1, 0), self.said.append)
        ticks = count(0, 10)  # two for each run
        clock = SimpleNamespace(monotonic=lambda: next(ticks), monotonic_ns=lambda: 0)
        with mock.patch.object(run, "time", clock):
            values = runner.point("b", [long])
        self.assertEqual([value.median for value in values], [10, 5, 5])

    def test_a_command_gets_the_folder_of_the_hosts_when_it_runs(self):
        program = 'import sys; print(\'{"name":"%s","n":0,"ns":1}\' % sys.argv[1])'
        contender = self.contender("partita", program)
        contender = dataclasses.replace(
            contender, command=(*contender.command, f"{hosts.FOLDER}/ssh")
        )
        with mock.patch.object(hosts, "_made", [SimpleNamespace(folder="/here")]):
            values = self.runner.point("b", [contender], 1)
        self.assertEqual(values[0].key.name, "/here/ssh")

    def test_a_rival_that_does_not_compile_is_left_out(self):
        class Builder:
            def executable(self, build):
                if build.compiler == "mpicc":
                    raise BuildFailed(
                        "mpicc x\nx.c:1: fatal error: mpi.h: No such file or directory"
                    )
                return sys.executable

        runner = Runner(Builder(), None, Limits(1, 1, 1, 0), self.said.append)
        good = self.contender("partita", 'print(\'{"name":"x","n":0,"ns":1}\')')
        bad = Contender("openmpi", "2x1", "", 2, Build("x", "mpicc"), ("{exe}",))
        self.assertEqual(
            [value.key.system for value in runner.point("b", [bad, good])], ["partita"]
        )
        why = "it does not compile: mpi.h: No such file or directory"
        self.assertEqual(runner.left_out, {"openmpi in b with 2 threads": why})

    def test_the_status_of_one_that_crashes_at_its_end_does_not_count(self):
        program = 'print(\'{"name":"x","n":0,"ns":1}\', flush=True); raise SystemExit(3)'
        contender = dataclasses.replace(self.contender("openshmem", program), crashes_at_end=True)
        self.assertEqual(len(self.runner.point("b", [contender])), 2)
        self.assertEqual(self.runner.left_out, {})
