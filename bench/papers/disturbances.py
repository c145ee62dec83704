#!/usr/bin/env python3
"""The effect of a slow node, a slow link and jitter on each algorithm: python3 disturbances.py UPCC
UPCRUN

Writes a table: virtual time of a step (disturbed.upc) on 64 nodes of 4 threads, and its increase by
each disturbance."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
THREADS = 256
PLATFORM = "fat_tree,regions=1,cores=4"
# Node 32 has half of the other nodes below it in a binomial tree, and is a child of the root in
# trees over nodes; node 63 has none below it in any tree, and ends a chain.
DISTURBED = [
    ("node 32 computes 5 times slower", "slow.node=32:5"),
    ("link of node 32 8 times slower", "slow.link=32:8"),
    ("link of node 63 8 times slower", "slow.link=63:8"),
    ("jitter of 100 %", "jitter=100,seed=1"),
]
CASES = [
    (
        "broadcast",
        [8, 262144],
        [
            "pull",
            "pull_binomial",
            "push_binomial",
            "pull_knomial_placed",
            "pull_binary_static",
            "pull_chain",
        ]
        + ["scatter_ring_placed", "scatter_doubling_placed"],
    ),
    (
        "reduce",
        [8],
        [
            "pull_flat",
            "push_flat",
            "pull_binomial",
            "push_binomial",
            "pull_knomial_placed",
            "push_knomial_placed",
        ],
    ),
]


def step(upcrun, program, operation, n, algorithm, change):
    """Nanoseconds of a step; without an algorithm, by the library's choice."""
    platform = PLATFORM + ("," + change if change else "")
    command = [
        upcrun,
        "-sim",
        platform,
        "-shared-heap",
        "2M",
        "-n",
        str(THREADS),
        program,
        operation,
        str(n),
    ]
    environment = dict(os.environ, UPC_COLL=f"{operation}:{algorithm}" if algorithm else "")
    return int(
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    )


def main():
    upcc, upcrun = sys.argv[1:3]
    program = os.path.join(tempfile.mkdtemp(), "disturbed")
    subprocess.run(
        [upcc, "-O2", "-pthreads", "-o", program, os.path.join(HERE, "disturbed.upc")], check=True
    )
    print(
        "| operation | bytes | algorithm | step | "
        + " | ".join(name for name, _ in DISTURBED)
        + " |"
    )
    print("| --- | --- | --- | --- |" + " --- |" * len(DISTURBED))
    for operation, sizes, algorithms in CASES:
        for n in sizes:
            for algorithm in [None] + algorithms:
                whole = step(upcrun, program, operation, n, algorithm, "")
                longer = [
                    step(upcrun, program, operation, n, algorithm, change) - whole
                    for _, change in DISTURBED
                ]
                cells = " | ".join(f"{ns / 1000:+.3g} us" for ns in longer)
                print(
                    f"| {operation} | {n} | {algorithm or 'by itself'} | {whole / 1000:.4g} us | "
                    f"{cells} |"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
