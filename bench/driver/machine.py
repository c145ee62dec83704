"""The state of the machine: unchanged, and free of other work?

Two signs. The round trip of a cache line between two processors (rivals/line.c) takes several times
as long, for seconds, when a hypervisor moves the processors. The share of the processors' time that
others had during a run, from /proc/stat, shows other programs and time that the hypervisor took."""

import ctypes
import json
import os
import platform
import resource
import subprocess
import time

ROUND_TRIP_LIMIT = 1.75  # times the usual one
FOREIGN_LIMIT = 0.10  # of all processors' time
FOREIGN_SLACK = 0.04  # seconds: /proc/stat counts ticks of a hundredth
ORPHANS_END = 5.0  # seconds that a command's orphans have to end

PR_SET_CHILD_SUBREAPER = 36  # of prctl


class Machine:
    """Judges runs: call `before()`, run, then `after()` returns what was wrong, or ""."""

    def __init__(self, probe):
        """`probe` is the command of rivals/line.c, or None on a machine with one processor."""
        self.probe = probe
        self._trips = []
        self._start = None
        self._before = ""
        for _ in range(5 if probe else 0):
            self._round_trip()

    def before(self):
        self._before = self._slow_line()
        self._start = (_busy(), _children(), _now())

    def after(self):
        busy, own, now = _busy(), _children(), _now()
        busy0, own0, now0 = self._start
        reason = foreign_reason(busy - busy0, own - own0, now - now0, os.cpu_count())
        return self._before or reason or self._slow_line()

    def _slow_line(self):
        if not self.probe:
            return ""
        return unusual_trip(self._round_trip(), self._trips)

    def _round_trip(self):
        environment = dict(os.environ, BENCH_BATCHES="30")
        text = subprocess.run(
            self.probe, env=environment, check=True, capture_output=True, text=True
        ).stdout
        trip = json.loads(text.splitlines()[0])["median"]
        self._trips.append(trip)
        return trip

    def description(self):
        """The report's description of the machine."""
        return {
            "processor": _processor(),
            "processors": os.cpu_count(),
            "system": f"{platform.system()} {platform.release()}",
            "compiler": _first_line([os.environ.get("CC", "cc"), "--version"]),
            "round_trip_shortest": min(self._trips, default=None),
            "round_trip_longest": max(self._trips, default=None),
        }


class Orphans:
    """What a command leaves behind when it ends, such as Open MPI's daemons on other hosts. The
    kernel counts a process's time as its parent's only if the parent waits for it: so the driver
    becomes the parent of orphans, and waits for those that came during a run."""

    def __init__(self):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._before = _pids_of_children()

    def wait(self):
        """Waits until they have ended, at most ORPHANS_END seconds."""
        left, end = _pids_of_children() - self._before, time.monotonic() + ORPHANS_END
        while left and time.monotonic() < end:
            ended = {pid for pid in left if os.waitpid(pid, os.WNOHANG)[0] != 0}
            left -= ended
            if not left:  # their children are orphans now
                left = _pids_of_children() - self._before
            elif not ended:
                time.sleep(0.001)


def _parent(pid):
    """0 if the process has ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return int(file.read().rpartition(") ")[2].split()[1])
    except OSError:
        return 0


def _pids_of_children():
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return {pid for pid in pids if _parent(pid) == os.getpid()}


def unusual_trip(trip, trips):
    """Why a round trip of a cache line shows a disturbed machine; "" if it does not. `trips` are
    all so far. The usual one is their lower quartile: longer ones are common, and the shortest may
    come from a moment when the host had both processors on one core."""
    usual = sorted(trips)[len(trips) // 4]
    if usual / ROUND_TRIP_LIMIT <= trip <= usual * ROUND_TRIP_LIMIT:
        return ""
    return f"round trip of a cache line {trip:.0f} ns, else {usual:.0f}"


def foreign_reason(busy, own, elapsed, processors):
    """Why a run with `busy - own` seconds of other programs' processor time counts as disturbed; ""
    if it does not."""
    foreign = busy - own
    if foreign <= FOREIGN_LIMIT * elapsed * processors + FOREIGN_SLACK:
        return ""
    return f"other work took {100 * foreign / (elapsed * processors):.0f} % of the processors"


def _busy():
    """Seconds since the machine started in which processors worked or the hypervisor had taken
    them."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _idle, _iowait, irq, softirq, steal = map(
            int, file.readline().split()[1:9]
        )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def _children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _now():
    return os.times().elapsed


def _processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [
                line.split(":", 1)[1].strip() for line in file if line.startswith("model name")
            ]
    except OSError:
        names = []
    return names[0] if names else platform.machine()


def _first_line(command):
    try:
        return subprocess.run(
            command, capture_output=True, text=True, check=True
        ).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"
