#!/usr/bin/env python3
"""Tables of the papers on simulated machines: python3 papers.py UPCC UPCRUN >page.md

Each point is the paper's, ours in virtual time (upcrun -sim), and their ratio. Columns to which a
platform is fitted are not judged."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = [256, 4096, 65536, 1048576]
FITTED = {256, 65536}
WITHIN = 0.25

# NUMACol, table 2: MB/s of all threads together, by machine and algorithm. Pull is the binomial
# tree, Pull-f-f the one with fragments of a fixed size and flat trees within a NUMA region.
PULL, PULL_F_F = "pull_binomial", "pull_binomial_flat_static"
NUMACOL = [
    ("finis_terrae", 1024, {PULL: [665.2, 9706, 63465, 48409], PULL_F_F: [650.5, 9865, 84944, 162280]}),
    ("superdome", 128, {PULL: [172.2, 2501, 7284, 7764], PULL_F_F: [172.6, 2610, 13003, 26265]}),
    ("svg", 192, {PULL: [11.86, 188.0, 1900, 4094], PULL_F_F: [11.83, 184.5, 1824, 3194]}),
    ("judge", 648, {PULL: [1550, 22493, 124537, 108300], PULL_F_F: [1521, 22881, 157871, 248346]}),
    ("juropa", 4096, {PULL: [4369, 68478, 476794], PULL_F_F: [4387, 66841, 582289]}),
]

# XL UPC, table 2: bytes a second of each thread on one and two supernodes, by a binomial tree that
# is not pipelined. The platform is fitted to none of these.
XL_UPC_SIZES = [8, 128, 2000, 16000, 98000]
XL_UPC = [
    ("power775", 1024, [97800, 2180000, 29370000, 103560000, 250510000]),
    ("power775", 2048, [82170, 2010000, 25980000, 90550000, 229530000]),
]


def broadcasts(upcrun, program, platform, threads, algorithm, sizes):
    """MB/s of all threads together, for each size."""
    command = [upcrun, "-sim", platform, "-shared-heap", "4M", "-n", str(threads), program] + [str(n) for n in sizes]
    lines = subprocess.run(
        command, env=dict(os.environ, UPC_COLL="broadcast:" + algorithm), capture_output=True, text=True, check=True
    ).stdout.split("\n")
    times = [int(line.split()[1]) for line in lines if line]
    return [threads * n / ns * 1000 for n, ns in zip(sizes, times)]


def is_within(ratio):
    return 1 / (1 + WITHIN) <= ratio <= 1 + WITHIN


def xl_upc(upcrun, program):
    """Prints the rows of XL UPC's table 2; how many of them are within the limit."""
    good = 0
    for platform, threads, paper in XL_UPC:
        ours = broadcasts(upcrun, program, platform, threads, PULL, XL_UPC_SIZES)
        for n, each, here in zip(XL_UPC_SIZES, paper, ours):
            theirs = each * threads / 1e6
            note = "within" if is_within(here / theirs) else ""
            good += note == "within"
            print(f"| {platform} | {threads} | {PULL} | {n} | {theirs:.4g} | {here:.4g} | {here / theirs:.2f} | {note} |")
    return good


def main():
    upcc, upcrun = sys.argv[1:3]
    program = os.path.join(tempfile.mkdtemp(), "broadcast")
    subprocess.run([upcc, "-O2", "-pthreads", "-o", program, os.path.join(HERE, "broadcast.upc")], check=True)
    print("| machine | threads | algorithm | bytes | paper, MB/s | simulated, MB/s | ratio | |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    judged = good = ordered = orders = 0
    for platform, threads, rows in NUMACOL:
        ours = {}
        for algorithm, paper in rows.items():
            ours[algorithm] = broadcasts(upcrun, program, platform, threads, algorithm, SIZES[: len(paper)])
            for n, theirs, here in zip(SIZES, paper, ours[algorithm]):
                note = "fitted" if algorithm == PULL and n in FITTED else "within" if is_within(here / theirs) else ""
                if note != "fitted":
                    judged += 1
                    good += note == "within"
                print(f"| {platform} | {threads} | {algorithm} | {n} | {theirs:g} | {here:.4g} | {here / theirs:.2f} | {note} |")
            sys.stdout.flush()
        for i, n in enumerate(SIZES[: len(rows[PULL])]):
            if abs(rows[PULL][i] / rows[PULL_F_F][i] - 1) > 0.05:
                orders += 1
                ordered += (rows[PULL][i] > rows[PULL_F_F][i]) == (ours[PULL][i] > ours[PULL_F_F][i])
    good += xl_upc(upcrun, program)
    judged += sum(len(paper) for _, _, paper in XL_UPC)
    print(f"\n{good} of {judged} judged points are within {WITHIN:.0%}; where the paper's algorithms differ by more than 5 %,")
    print(f"the order is the paper's at {ordered} of {orders} points.")


if __name__ == "__main__":
    main()
