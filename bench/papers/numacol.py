"""NUMACol (Mallon et al., Scalable PGAS Collective Operations in NUMA Clusters): table 2, and the
text's statements on push and pull, fragments, trees, the ring and scaling. The paper prints no
numbers for the points of its figures."""

from judge import Point, Section, Statement, about, less
from simulated import at_once

SIZES = [256, 4096, 65536, 1048576]
PULL, PULL_F_F = "pull_binomial", "pull_binomial_flat_static"
FITTED = {256, 65536}  # of Pull, on all machines; what is left judges
CACHED = {"finis_terrae", "judge"}  # their bandwidth beyond the caches is fitted to 1 MiB of Pull
# MB/s of all threads together. Pull is the binomial tree, Pull-f-f the one with fragments of a
# fixed size and flat trees within a NUMA region. Of JuRoPA 1 MiB would need 4 GiB of memory.
TABLE_2 = [
    (
        "finis_terrae",
        1024,
        {PULL: [665.2, 9706, 63465, 48409], PULL_F_F: [650.5, 9865, 84944, 162280]},
    ),
    ("superdome", 128, {PULL: [172.2, 2501, 7284, 7764], PULL_F_F: [172.6, 2610, 13003, 26265]}),
    ("svg", 192, {PULL: [11.86, 188.0, 1900, 4094], PULL_F_F: [11.83, 184.5, 1824, 3194]}),
    ("judge", 648, {PULL: [1550, 22493, 124537, 108300], PULL_F_F: [1521, 22881, 157871, 248346]}),
    ("juropa", 4096, {PULL: [4369, 68478, 476794], PULL_F_F: [4387, 66841, 582289]}),
]


def bandwidth(threads, times):
    """MB/s of all threads together by size, from nanoseconds by size."""
    return {n: threads * n / ns * 1000 for n, ns in times.items()}


def table_2(machine):
    section = Section("numacol_table2", "NUMACol, table 2: broadcast", "MB/s")
    runs = [
        (platform, threads, name, paper)
        for platform, threads, rows in TABLE_2
        for name, paper in rows.items()
    ]

    def broadcast(platform, threads, name, paper):
        return bandwidth(
            threads, machine.collective(platform, threads, "broadcast", SIZES[: len(paper)], name)
        )

    ours = at_once([lambda run=run: broadcast(*run) for run in runs])
    for (platform, threads, name, paper), here in zip(runs, ours):
        section.lines[f"{platform}, {name}"] = sorted(here.items())
        for n, theirs in zip(SIZES, paper):
            fitted = name == PULL and (n in FITTED or (n == 1048576 and platform in CACHED))
            section.points.append(Point(platform, threads, name, n, theirs, here[n], fitted))
    section.statements = list(orders(section.points))
    return section


def orders(points):
    """Which of two algorithms is faster, if they differ by more than 5 % in the paper."""
    found = {(p.machine, p.n, p.what): p for p in points}
    for platform, _, _ in TABLE_2:
        for n in SIZES:
            pull, fixed = found.get((platform, n, PULL)), found.get((platform, n, PULL_F_F))
            if not pull or abs(pull.paper / fixed.paper - 1) <= 0.05:
                continue
            slow, fast = sorted([pull, fixed], key=lambda p: p.paper)
            yield less(
                f"{platform}, {n} bytes: {fast.what} is faster than {slow.what}",
                slow.ours,
                fast.ours,
            )


def fragments(machine):
    """Figure 10, with 1024 threads in place of 4096; table 2 prints 3.6 for 1 MiB."""
    sizes = [8192, 16384, 65536, 262144, 1048576]
    names = [PULL, "pull_binomial_dynamic", "pull_binomial_static"]
    section = Section(
        "numacol_figure10", "NUMACol, figure 10: fragments, JuRoPA, 1024 threads", "MB/s"
    )
    times = at_once(
        [
            lambda name=name: machine.collective("juropa", 1024, "broadcast", sizes, name)
            for name in names
        ]
    )
    for name, here in zip(names, times):
        section.lines[name] = sorted(bandwidth(1024, here).items())
    whole, halves, fixed = times
    section.statements = [
        about("all three perform the same up to 8 KiB", 1, whole[8192] / fixed[8192]),
        about(
            "halves perform twice as well as whole blocks (256 KiB)",
            2,
            whole[262144] / halves[262144],
        ),
        about(
            "fixed fragments, 1 MiB: 3.6 times whole blocks (table 2)",
            3.6,
            whole[1048576] / fixed[1048576],
        ),
        less(
            "fixed fragments perform even better than halves (1 MiB)",
            fixed[1048576],
            halves[1048576],
        ),
    ]
    return section


def trees(machine):
    """Figure 11: 512 nodes of 6 processes; a tree by levels of the machine against a binomial tree
    by thread number."""
    sizes, names = [8, 1024, 16384, 65536], [PULL, "pull_knomial:2"]
    section = Section(
        "numacol_figure11", "NUMACol, figure 11: trees, JuRoPA, 3072 threads on 512 nodes", "us"
    )
    platform = "juropa,cores=3"
    times = at_once(
        [
            lambda name=name: machine.collective(platform, 3072, "broadcast", sizes, name)
            for name in names
        ]
    )
    for name, here in zip(names, times):
        section.lines[name] = [(n, ns / 1000) for n, ns in sorted(here.items())]
    section.statements = [
        less(
            "a tree over the levels is at least as fast above 16 bytes (1 KiB)",
            times[0][1024],
            times[1][1024],
        ),
        Statement(
            "the difference is small up to 1 MiB (64 KiB)",
            times[1][65536] / times[0][65536],
            1,
            1.25,
        ),
    ]
    return section


def pushes(machine):
    """Sections 3 and 4.2.1: push against pull."""
    section = Section(
        "numacol_push", "NUMACol, section 4.2.1: push and pull, Finis Terrae, 1024 threads", "us"
    )
    names = [PULL, "push_binomial", PULL_F_F, "push_binomial_flat_static"]
    sizes = [256, 16384, 262144]
    times = at_once(
        [
            lambda name=name: machine.collective("finis_terrae", 1024, "broadcast", sizes, name)
            for name in names
        ]
    )
    for name, here in zip(names, times):
        section.lines[name] = [(n, ns / 1000) for n, ns in sorted(here.items())]
    section.statements = [
        less(
            "the best are variations of pull (16 KiB)",
            min(times[0][16384], times[2][16384]),
            min(times[1][16384], times[3][16384]),
        ),
        less(
            "the best are variations of pull (256 KiB)",
            min(times[0][262144], times[2][262144]),
            min(times[1][262144], times[3][262144]),
        ),
    ]
    return section


def scaling(machine):
    """Figure 3: 16 KiB, by the number of threads."""
    section = Section(
        "numacol_figure3",
        "NUMACol, figure 3: broadcast of 16 KiB by threads",
        "MB/s",
        axis="threads",
    )
    counts = {
        "finis_terrae": [16, 64, 256, 1024],
        "juropa": [64, 256, 1024, 4096],
        "svg": [24, 48, 96, 192],
    }
    runs = [(platform, threads) for platform, numbers in counts.items() for threads in numbers]
    size = {"svg": 1048576}

    def broadcast(platform, threads):
        n = size.get(platform, 16384)
        name = "pull_binomial_dynamic" if platform == "svg" else PULL
        return bandwidth(threads, machine.collective(platform, threads, "broadcast", [n], name))[n]

    found = dict(zip(runs, at_once([lambda run=run: broadcast(*run) for run in runs])))
    for platform, numbers in counts.items():
        section.lines[platform] = [(threads, found[platform, threads]) for threads in numbers]
    section.statements = [
        Statement(
            "Finis Terrae, 256 to 1024 threads: almost linear",
            found["finis_terrae", 1024] / found["finis_terrae", 256],
            3,
            4,
        ),
        Statement(
            "JuRoPA, 1024 to 4096 threads: keeps scaling",
            found["juropa", 4096] / found["juropa", 1024],
            3,
            4,
        ),
        about(
            "SVG, halves, 1 MiB: 192 processes have 28 % more than 96",
            1.28,
            found["svg", 192] / found["svg", 96],
        ),
    ]
    return section


def scatters(machine):
    """Figure 5: the reference's pull, the ring, the tree. All blocks lie in the heap of one thread,
    and all heaps have one size, so 64 KiB has fewer threads than in the paper."""
    section = Section("numacol_figure5", "NUMACol, figure 5: scatter", "us")
    names = {"MTU": "pull", "ring": "pull_ring", "tree": "pull_binomial_dynamic"}
    cases = [("finis_terrae", 1024, 16384), ("finis_terrae", 256, 65536), ("superdome", 128, 65536)]
    cases += [("judge", 648, 16384), ("judge", 324, 65536)]
    runs = [(*case, name) for case in cases for name in names]

    def scatter(platform, threads, n, name):
        return machine.collective(platform, threads, "scatter", [n], names[name], heap="22M")[n]

    times = dict(zip(runs, at_once([lambda run=run: scatter(*run) for run in runs])))

    def ratio(platform, n, one, other):
        case = next(case for case in cases if case[0] == platform and case[2] == n)
        return times[*case, one] / times[*case, other]

    section.statements = [
        Statement(
            "Finis Terrae, 16 KiB: MTU is faster than the tree",
            ratio("finis_terrae", 16384, "MTU", "tree"),
            most=1,
        ),
        Statement(
            "Finis Terrae, 16 KiB: the tree is faster than the ring",
            ratio("finis_terrae", 16384, "tree", "ring"),
            most=1,
        ),
        about(
            "Finis Terrae, 64 KiB (256 threads): the ring follows MTU closely",
            1,
            ratio("finis_terrae", 65536, "ring", "MTU"),
        ),
        about(
            "Superdome, 64 KiB: MTU has 54 / 37 of the ring's bandwidth",
            54 / 37,
            ratio("superdome", 65536, "ring", "MTU"),
        ),
        about(
            "Superdome, 64 KiB: the ring has 37 / 2.75 of the tree's",
            37 / 2.75,
            ratio("superdome", 65536, "tree", "ring"),
        ),
        about("JUDGE, 16 KiB: ring and MTU within 1 %", 1, ratio("judge", 16384, "ring", "MTU")),
        about(
            "JUDGE, 64 KiB (324 threads): ring and MTU within 1 %",
            1,
            ratio("judge", 65536, "ring", "MTU"),
        ),
    ]
    return section


SECTIONS = [table_2, fragments, trees, pushes, scaling, scatters]
