#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures all algorithms of the collectives for tune/measured/. Nothing else may run meanwhile.

    times.py BIN [MILLISECONDS] >FILE

BIN has upcc and upcrun. MILLISECONDS: of one operation in rounds, 6000 by default. A time is the
geometric mean of a round, in which the program writes and reads the data (tune/measure.upc), and of
a bare call (bench/collectives). Two runs take some five minutes; rules.py wants both.
"""

import collections
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rules import OPERATIONS, ROOT, SLOWEST, sizes

THREADS = (2, 4, 8)
CLASSES = {"synchronised": "strong", "streamed": "loose", "nosync": "free"}
BATCHES = "4"  # of bare calls


def run(upcrun, threads, *words):
    environment = dict(os.environ, UPC_COLL_TABLE="none", BENCH_BATCHES=BATCHES)
    command = [upcrun, "-q", "-n", str(threads), "-shared-heap", "128M", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def in_rounds(upcrun, program, threads, milliseconds):
    """(operation, class, bytes) -> algorithm -> ns. Other values of parameters are left out."""
    found = collections.defaultdict(dict)
    for operation in OPERATIONS:
        words = [operation, milliseconds, "1048576", "all", "free"]
        for line in run(upcrun, threads, program, *words):
            _, size, cls, algorithm, ns = line.split()[:5]
            if ":" not in algorithm:
                found[operation, cls, int(size)][algorithm] = float(ns)
    return found


def bare(upcrun, program, threads):
    """The same; of reduce and prefix_reduce all elements count."""
    found = collections.defaultdict(dict)
    words = ["sizes=" + ",".join(map(str, sizes("", threads)[:-1])), "mode=" + ",".join(CLASSES)]
    for line in run(upcrun, threads, program, *words, "algorithms=all"):
        value = json.loads(line)
        if value["system"] == "partita":
            operation, size = value["operation"], value["bytes"]
            size *= sizes(operation, threads)[0] // sizes("", threads)[0]
            key = operation, CLASSES[value["mode"]], size
            found[key][value["variant"]] = float(value["ns_median"])
    return found


def means(one, other):
    """Of the algorithms that both have, up to SLOWEST times the least."""
    both = {name: math.sqrt(ns * other[name]) for name, ns in one.items() if name in other}
    most = SLOWEST * min(both.values())
    return sorted((ns, name) for name, ns in both.items() if ns <= most)


def build(upcc, folder, source):
    program = f"{folder}/{source.stem}"
    subprocess.run([upcc, "-O2", f"-I{ROOT}/bench/include", source, "-o", program], check=True)
    return program


def main():
    upcc, upcrun = (str(Path(sys.argv[1]) / tool) for tool in ("upcc", "upcrun"))
    milliseconds = sys.argv[2] if len(sys.argv) > 2 else "6000"
    print("# Times of the collectives' algorithms, by tune/times.py: threads, processors,")
    print("# operation, class, bytes, then ns of each algorithm up to twice the best.")
    with tempfile.TemporaryDirectory() as folder:
        rounds = build(upcc, folder, ROOT / "tune/measure.upc")
        calls = build(upcc, folder, ROOT / "bench/collectives/collectives.upc")
        for threads in THREADS:
            of_rounds = in_rounds(upcrun, rounds, threads, milliseconds)
            of_calls = bare(upcrun, calls, threads)
            for key in of_rounds:
                if key in of_calls:
                    place = threads, min(threads, os.cpu_count()), *key
                    times = means(of_rounds[key], of_calls[key])
                    print(*place, *(f"{name}={ns:.0f}" for ns, name in times))


if __name__ == "__main__":
    main()
