"""Runs programs on simulated machines. Virtual times are the same in each run, so each is taken
once. Jobs are independent of each other and use one processor each; two run at a time."""

import concurrent.futures
import os
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 600  # seconds of real time of one job


class Machine:
    """The compiler, the launcher and the programs that were compiled."""

    def __init__(self, upcc, upcrun, most=None):
        """`most` limits the threads of every job."""
        self.upcc, self.upcrun, self.most = upcc, upcrun, most
        self.folder = tempfile.TemporaryDirectory(prefix="papers-")
        self.compiled = {}
        self.lock = threading.Lock()

    def program(self, source, *options):
        """The executable of a source file below bench/."""
        key = (source, options)
        with self.lock:
            if key not in self.compiled:
                path = os.path.join(self.folder.name, str(len(self.compiled)))
                command = [
                    self.upcc,
                    "-O2",
                    "-pthreads",
                    *options,
                    "-o",
                    path,
                    os.path.join(HERE, "..", source),
                ]
                subprocess.run(command, check=True)
                self.compiled[key] = path
            return self.compiled[key]

    def include(self):
        """The include options of the programs below bench/."""
        return os.path.join(HERE, "..", "include")

    def run(self, platform, threads, program, *arguments, coll="", heap="4M"):
        """Lines of the program's output."""
        threads = min(threads, self.most or threads)
        command = [self.upcrun, "-sim", platform, "-shared-heap", heap, "-n", str(threads), program]
        command += [str(argument) for argument in arguments]
        begin = time.monotonic()
        environment = dict(os.environ, UPC_COLL=coll, BENCH_BATCHES="1")
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=LONGEST
        )
        if result.returncode:
            sys.exit(f"{' '.join(command)} with UPC_COLL={coll}:\n{result.stderr}")
        label = " ".join(
            [os.path.basename(platform), str(threads), coll] + [str(a) for a in arguments]
        )
        print(f"  {label}: {time.monotonic() - begin:.1f} s", file=sys.stderr, flush=True)
        return result.stdout.split("\n")[:-1]

    def collective(self, platform, threads, operation, sizes, algorithm="", heap="4M"):
        """Nanoseconds of an operation by size; algorithm "": the library's choice."""
        program = self.program("papers/collective.upc")
        coll = f"{operation}:{algorithm}" if algorithm else ""
        lines = self.run(platform, threads, program, operation, *sizes, coll=coll, heap=heap)
        return {int(line.split()[0]): int(line.split()[1]) for line in lines}


def at_once(calls):
    """Calls functions without arguments concurrently; returns the results in order."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [task.result() for task in [pool.submit(call) for call in calls]]
