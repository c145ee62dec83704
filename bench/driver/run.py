"""Runs the contenders of a point in turn, repeatedly; a run on a disturbed machine is discarded and
repeated."""

import os
import subprocess
import time

from . import hosts
from .build import BuildFailed
from .machine import Orphans
from .outputs import BadOutput, lines_of
from .records import Key, Value, parse

OURS = "partita"
ENOUGH = 20.0  # seconds of the repetitions of one contender at one point, after the first
MOST = 60.0  # seconds of one contender at one point, if fewer batches do not shorten its runs


class RunFailed(RuntimeError):
    """A program failed: a bug, not a disturbance."""


class NotDone(RunFailed):
    """A program did not end in its time. It may on a machine with less other work."""


def _words(bench, contender):
    which = f"{contender.system} {contender.variant}".strip()
    return f"{which} in {bench} with {contender.threads} threads"


def _words_of_one(bench, contender):
    """The same for one program of a point."""
    program = " ".join(contender.command).rpartition("{exe}")[2]
    if contender.build:
        program = contender.build.source + program
    return f"{_words(bench, contender)} as {contender.layout}: {program}"


def _batches_of_others(batches, seconds, runs):
    """Batches of each of `runs` further runs, if one with `batches` took `seconds`: together they
    should take no more than ENOUGH."""
    if seconds * runs <= ENOUGH:
        return batches
    return max(1, int(batches * ENOUGH / (seconds * runs)))


class Limits:
    """Numbers of repetitions, and the total time for repeating disturbed runs."""

    def __init__(self, repetitions, batches, attempts, patience, again=0):
        self.repetitions = repetitions
        self.batches = batches
        self.attempts = attempts  # of a run, before it counts as disturbed
        self.patience = patience  # seconds for repeated attempts and pauses, in all
        self.again = again  # seconds at the end, for points that stayed disturbed


class Runner:
    """Takes measurements; `machine` may be None, then no run is judged."""

    def __init__(self, builder, machine, limits, say):
        self.builder = builder
        self.machine = machine
        self.limits = limits
        self.say = say
        self.discarded = 0
        self.kept_disturbed = 0
        self.left_out = {}  # failures of rivals -> reason; ours must not fail
        self.missing = []  # runs of our programs that were not done in time, in words

    def point(self, bench, contenders, most=0, number=0):
        """The values of all contenders, each measured `repetitions` times, or `most` times if that
        is fewer and not 0. A long program repeats fewer batches: several runs at different times
        show disturbances that last longer than one run. The first contender changes with each
        repetition; `number` is that of the first one."""
        values = []
        taken = dict.fromkeys(range(len(contenders)), 0.0)
        batches = dict.fromkeys(range(len(contenders)), self.limits.batches)
        contenders = [contender for contender in contenders if self._compiles(bench, contender)]
        repetitions = min(most or self.limits.repetitions, self.limits.repetitions)
        for repetition in range(number, number + repetitions):
            first = repetition % len(contenders)
            for i in [*range(first, len(contenders)), *range(first)]:
                if (contenders[i].once and repetition > 0) or taken[i] >= MOST:
                    continue
                started = time.monotonic()
                values += self._one_if_it_can(bench, contenders[i], repetition, batches[i])
                seconds = time.monotonic() - started
                if not taken[i]:
                    batches[i] = _batches_of_others(batches[i], seconds, repetitions - 1)
                taken[i] += seconds
        return values

    def _compiles(self, bench, contender):
        """False for a rival that does not compile: its headers may be missing."""
        if contender.build is None:
            return True
        try:
            self.builder.executable(contender.build)
            return True
        except BuildFailed as error:
            if contender.system == OURS:
                raise
            what = _words(bench, contender)
            why = next(
                (line for line in str(error).splitlines() if "error" in line or "cannot" in line),
                "",
            )
            self.leave_out(what, f"it does not compile: {why.rpartition('error: ')[2]}")
            return False

    def leave_out(self, what, why):
        """Notes a rival without values, and says why."""
        self.left_out[what] = why
        self.say(f"left out: {what}: {why}")

    def _one_if_it_can(self, bench, contender, repetition, batches):
        """The values of one run; none of a rival that has failed here, or of one of ours that is
        not done in time."""
        what = _words(bench, contender)
        if what in self.left_out:
            return []
        try:
            return self._one(bench, contender, repetition, batches)
        except RunFailed as error:
            why = str(error).splitlines()[0].rpartition(": ")[2]
            if contender.system != OURS:
                self.leave_out(what, why)
            elif isinstance(error, NotDone):
                self._miss(f"{_words_of_one(bench, contender)} ({why})")
            else:
                raise
            return []

    def _miss(self, what):
        self.missing.append(what)
        self.say(f"missing: {what}")

    def _one(self, bench, contender, repetition, batches):
        """One run that counts: the first undisturbed one, or the last when attempts or patience are
        used up. Counts are the same on a disturbed machine."""
        if contender.once:
            return self._values(bench, contender, repetition, batches)
        for attempt in range(1, self.limits.attempts + 1):
            started = time.monotonic()
            values, reason = self._judged(bench, contender, repetition, batches)
            if not reason:
                return values
            if attempt == self.limits.attempts or self.limits.patience <= 0:
                break
            self.discarded += 1
            time.sleep(min(0.5 * attempt, 2.0))
            self.limits.patience -= time.monotonic() - started
        self.kept_disturbed += 1
        return [Value(v.key, v.repetition, v.least, v.median, v.most, reason) for v in values]

    def _judged(self, bench, contender, repetition, batches):
        if not self.machine:
            return self._values(bench, contender, repetition, batches), ""
        self.machine.before()
        values = self._values(bench, contender, repetition, batches)
        return values, self.machine.after()

    def _values(self, bench, contender, repetition, batches):
        executable = self.builder.executable(contender.build) if contender.build else ""
        command = [
            hosts.with_folder(word.replace("{exe}", executable)) for word in contender.command
        ]
        environment = dict(os.environ, BENCH_BATCHES=str(batches), **contender.environment)
        orphans = Orphans()
        start = time.monotonic_ns()
        try:
            done = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                timeout=contender.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise NotDone(
                f"{' '.join(command)}: not done after {contender.timeout} seconds"
            ) from error
        elapsed = float(time.monotonic_ns() - start)
        orphans.wait()
        if done.returncode != 0 and not (contender.crashes_at_end and done.stdout):
            raise RunFailed(
                f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}"
            )
        if not contender.wall:
            return self._parsed(done, bench, contender, repetition)
        key = Key(
            bench,
            contender.wall,
            contender.system,
            contender.layout,
            contender.variant,
            contender.threads,
            0,
        )
        return [Value(key, repetition, elapsed, elapsed, elapsed)]

    def _parsed(self, done, bench, contender, repetition):
        try:
            return parse(
                lines_of(contender.reader, done.stdout, done.stderr),
                bench,
                contender,
                repetition,
                "",
            )
        except BadOutput as error:
            raise RunFailed(f"{' '.join(contender.command)}: {error}") from error
