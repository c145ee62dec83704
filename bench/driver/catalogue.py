"""The benchmarks. Each has points; the contenders of a point run in turn."""

import os
from dataclasses import dataclass
from typing import Callable

from . import hosts, programs
from .build import BENCH
from .launch import UNOPTIMISED, mpi, openmp, partita, plain

MIB = 1 << 20


@dataclass(frozen=True)
class Bench:
    """A benchmark: `points(full)` returns lists of contenders; the runs of one list are
    interleaved."""

    name: str
    title: str
    points: Callable
    # A table in place of a line for each value: over sizes for each way to call ("ways"), for each
    # way and layout ("layouts"), or one in all ("one"); of whole programs ("programs"), of
    # several forms of them ("forms"), and of the applications ("apps").
    grid: str = ""
    panels: bool = True  # one picture with a panel for each name; else a picture for each
    # Points of a smoke run, if not all: the programs have their own test, or further points differ
    # only in the number of threads.
    sample: int = 0
    # In a smoke run one contender in so many, of points with more: others differ only in the number
    # of threads.
    stride: int = 1
    repetitions: int = 0  # at most, if not 0; for long programs
    named: bool = False  # in a smoke run only if named


def counts(full):
    """Numbers of threads: powers of two up to the processors (in short: the largest), then two,
    four and eight times the processors."""
    processors = os.cpu_count()
    fitting = [1 << k for k in range(1, 16) if 1 << k <= processors] or [2]
    return (fitting if full else fitting[-1:]) + [fitting[-1] * factor for factor in (2, 4, 8)]


def sweep(full):
    """The numbers of threads for programs that measure every layout of processes and pthreads, or
    in which only two threads work."""
    return [2, 4, 8] if full else [2]


def _access(full):
    options = ("-fno-tree-vectorize",)
    dynamic = [partita("access", n, options=options) for n in (2, 3)]
    if not full:
        return dynamic
    static = [partita("access", n, options=options, static=True) for n in (2, 3)]
    wide = [partita("access", 4, options=options)]
    return [d + s for d, s in zip(dynamic, static)] + wide


def _stencil(full):
    dynamic = partita("stencil", 2)
    return [dynamic + partita("stencil", 2, static=True)] if full else [dynamic]


def _copy(full):
    return [partita("copy", n, heap=70) for n in sweep(full)]


def _messages(full):
    rivals = [mpi("messages_mpi", n) + plain("line", "c", n) for n in sweep(full)]
    return [
        partita("messages", n, far=True) + partita("messages", n) + r
        for n, r in zip(sweep(full), rivals)
    ]


def _ping_pong(full):
    far = [partita("ping_pong", n, far=True) for n in sweep(full)]
    rivals = [mpi("ping_pong_mpi", n) + plain("line", "c", n) for n in sweep(full)]
    return [partita("ping_pong", n) + f + r for n, f, r in zip(sweep(full), far, rivals)]


def _barrier(full):
    points = []
    for n in counts(full):
        rivals = plain("barrier_pthread", "pthread", n, arguments=[n]) + openmp("barrier_openmp", n)
        machine = plain("line", "c", n) if n == 2 else plain("yield", "c", n)
        points.append(partita("barrier", n) + rivals + mpi("barrier_mpi", n) + machine)
    return points


def _locks(full):
    points = [
        partita("locks", n) + plain("locks_pthread", "pthread_mutex", n, arguments=[n])
        for n in counts(full)
    ]
    points[0] += partita("locks", 2, far=True, only=[(2, 1)])
    return points


def _waits(full):
    return [partita("waits", n) + (plain("yield", "c", n) if n > 2 else []) for n in counts(full)]


def _atomics(full):
    points = [
        partita("atomics", n) + mpi("messages_mpi", n) for n in counts(full)[: None if full else 2]
    ]
    points[0] += partita("atomics", 2, far=True, only=[(2, 1)])
    return points


# Sizes of blocks in bytes, by the amount to measure.
EVERY_SIZE = "4,8,64,256,1024,4096,16384,65536,262144,1048576,4194304,16777216"
MOST_SIZES = "8,64,1024,4096,16384,65536,1048576"
FEW_SIZES = "8,1024,65536"
CROWDED_SIZES = "8,65536"  # in short, oversubscribed


OPERATIONS = (BENCH.parent / "tune/operations.txt").read_text().split()


def _collectives(full):
    def point(n, sizes, *words, only=None):
        shared = {"folder": "collectives", "arguments": (f"sizes={sizes}", *words)}
        return partita("collectives", n, heap=128, only=only, **shared) + mpi("rival", n, **shared)

    synchronising = "mode=synchronised,streamed"
    every = "mode=synchronised,streamed,nosync"
    if full:
        points = [
            point(n, sizes, every)
            for n, sizes in {2: EVERY_SIZE, 4: EVERY_SIZE, 8: MOST_SIZES}.items()
        ]
        points.append(point(16, MOST_SIZES, every, only=_corners(16)))
    else:
        many = [point(n, CROWDED_SIZES, synchronising, only=_corners(n)) for n in (8, 16)]
        points = [point(2, MOST_SIZES, every), point(4, FEW_SIZES, synchronising), *many]
    points[0] += plain("line", "c", 2)
    return points


def _corners(n):
    """Only processes, and only pthreads."""
    return [(n, 1), (1, n)]


def _teams(full):
    def point(n, sizes):
        shared = {"folder": "collectives", "arguments": (f"sizes={sizes}",)}
        return partita("teams", n, heap=64, only=_corners(n), **shared) + mpi(
            "teams_rival", n, **shared
        )

    return [point(n, f"{FEW_SIZES},{MIB}" if full else FEW_SIZES) for n in (2, 4)]


def _cliffs(full):
    """Calls of n and of n + 1 bytes; calls that move the same amount of data by as many threads as
    processors, by one more, and so on."""

    def point(n, words):
        return partita(
            "cliffs", n, heap=20, folder="collectives", arguments=(words,), only=_corners(n)
        )

    largest = {2: MIB, 4: MIB, 8: 65536} if full else {2: 65536, 4: 16384}
    processors = max(os.cpu_count(), 2)
    numbers = [
        *range(processors, processors + 8),
        *((8 * processors, 8 * processors + 1) if full else ()),
    ]
    totals = "totals=8,4096,65536,1048576" if full else "totals=8,1048576"
    limits = [
        c
        for n in numbers
        if processors < n <= processors + 7
        for c in _limit(n, "totals=8", "mode=streamed,half")
    ]
    limits += _limit(processors + 1, f"totals={MIB}", "mode=synchronised,nosync")
    return [point(n, f"most={most}") for n, most in largest.items()] + [
        [c for n in numbers for c in point(n, totals)] + limits
    ]


def _limit(n, *words):
    """Plain C that moves the same data, by processes and by threads."""
    forms = (("processes", f"{n}x1"), ("threads", f"1x{n}"))
    shared = {"options": ("-O3",), "folder": "collectives"}
    return [
        c
        for form, layout in forms
        for c in plain(
            "limit", "c", n, layout=layout, arguments=(n, f"as={form}", *words), **shared
        )
    ]


def _algorithms(full):
    """In the full form a point for each operation: many algorithms take long with many threads."""

    def point(n, *words):
        return partita(
            "collectives",
            n,
            heap=128,
            folder="collectives",
            arguments=("algorithms=all", *words),
            only=_corners(n),
        )

    if not full:
        return [point(2, "sizes=8,4096,262144", "mode=synchronised,round")]
    few = ("mode=synchronised,round,streamed", f"sizes={FEW_SIZES}")
    sweeps = {2: (f"sizes={EVERY_SIZE}",), 4: (f"sizes={MOST_SIZES}",), 8: few, 16: few}
    return [
        point(n, *words, f"op={operation}")
        for n, words in sweeps.items()
        for operation in OPERATIONS
    ]


def _testbed(full):
    def point(n):
        words = () if full else ("sizes=8,1000,65536",)
        ours = partita("testbed", n, heap=16, folder="testbed", arguments=words, only=_corners(n))
        return ours + mpi("rival", n, folder="testbed", arguments=words)

    return [point(n) for n in sweep(full)]


def _mpp(full):
    return [partita("mpp", n, heap=16, folder="mpp") + mpi("mpp_mpi", n) for n in sweep(full)]


def _alloc(full):
    return [partita("alloc", n) + plain("alloc_c", "c", n) for n in sweep(full)]


def _start(full):
    def point(n, rivals):
        own = partita("start", n, wall="start", only=[(n, 1), (1, n)])
        return own + plain("start_fork", "c", n, arguments=[n], wall="start") + rivals

    return [point(4, mpi("start_mpi", 4, wall="start")), point(300, [])]


def _memory(full):
    counted = (4, 300) if full else (4,)
    rivals = {4: mpi("start_mpi", 4)}
    return [partita("memory", n, only=[(n, 1), (1, n)]) + rivals.get(n, []) for n in counted]


@dataclass(frozen=True)
class App:
    """An application of apps/: its forms in UPC and in C, and the sizes to measure."""

    forms: tuple
    rivals: tuple = ("openmp",)  # forms in C: openmp, mpi, pthread
    crowded: bool = False  # also oversubscribed
    logs: tuple = ()  # base-2 logarithms of table sizes in words
    arguments: tuple = ()
    dynamic: tuple = ()  # forms that are also compiled for any number of threads


PICTURE = str(BENCH.parent / "examples/sobel/astronaut.pgm")
# Forms that leave the compiler nothing to do.
BY_HAND = ("fast", "halo", "single", "tasks", "lifelines")
# The programs and forms that the targets for far memory judge.
JUDGED_APART = {
    "sobel": ("plain", "fast"),
    "heat2d": ("plain", "fast"),
    "sparse": ("plain", "fast"),
    "histogram": ("plain", "fast"),
    "guppie": ("plain", "single"),
}

APPS = {
    "sobel": App(
        ("plain", "rows", "chunks", "fast", "halo"), ("openmp", "mpi"), arguments=(PICTURE,)
    ),
    "heat2d": App(("plain", "fast")),
    "matmul": App(("plain", "fast")),
    "gups": App(("plain", "fast"), ("openmp", "mpi"), logs=(21, 22, 25)),
    "kmeans": App(("plain", "fast"), dynamic=("plain",)),
    "triad": App(("cyclic", "blocks", "blocked", "own", "fast")),
    "histogram": App(("plain", "updates", "fast"), ("openmp", "mpi")),
    "sparse": App(("plain", "fast", "pointers"), ("openmp", "mpi")),
    "transpose": App(("plain", "fast")),
    "guppie": App(("plain", "single", "fast")),
    "mcop": App(("plain", "fast")),
    "uts": App(("plain", "fast", "tasks", "lifelines"), ("pthread",), crowded=True),
    "kmers": App(("plain", "fast")),
    "nbody": App(("plain",)),
    "floyd": App(("plain",)),
    "life": App(("plain",)),
    "lu": App(("plain",)),
    "search": App(("plain",)),
}


def _app_near(name, app, threads, log=None):
    """All forms at full size, and the forms in C."""
    folder = f"apps/{name}"
    options = (f"-DAPP_LOG={log}",) if log else ()
    shared = {"static": True, "folder": folder, "options": options, "arguments": app.arguments}
    found = [c for form in app.forms for c in partita(form, threads, heap=64, **shared)]
    for form in app.dynamic:
        found += partita(form, threads, heap=64, **{**shared, "static": False})
    if "openmp" in app.rivals:
        found += openmp("openmp", threads, folder=folder, options=options, arguments=app.arguments)
    if "pthread" in app.rivals:
        found += plain("pthread", "pthread", threads, folder=folder, arguments=[threads])
    if "mpi" in app.rivals and log in (None, *app.logs[:1]):
        found += mpi("mpi", threads, folder=folder, arguments=app.arguments)
    return found


def _app_apart(name, app, forms, **where):
    """`forms` on small data between two far threads: as they are; without the compiler's
    optimisations; and also without the runtime's read-ahead."""
    shared = {"static": True, "heap": 64, "folder": f"apps/{name}", "only": [(2, 1)]}
    shared |= {"arguments": app.arguments, **where}
    found = []
    for form in forms:
        found += partita(form, 2, options=("-DAPP_SMALL",), **shared)
        if form not in BY_HAND:
            found += partita(form, 2, options=("-DAPP_SMALL", UNOPTIMISED), **shared)
            found += partita(form, 2, options=("-DAPP_SMALL", UNOPTIMISED), single=True, **shared)
    return found


def _logs(app, full, of_programs):
    """The table sizes to measure: in short the first, on a page of whole programs also the last."""
    if full:
        return app.logs or (None,)
    return app.logs[:1] + (app.logs[-1:] if of_programs else ()) or (None,)


def _apps(full):
    """Near, on one and two threads at full size; far and over two nodes on small data. The forms
    take turns. In short with a class of sizes the page is one of whole programs: far, only what a
    target judges."""
    points = []
    of_programs = not full and "BENCH_CLASS" in os.environ
    for name, app in APPS.items():
        threads = ((1, 2) if full else (2,)) + ((4,) if app.crowded else ())
        logs = _logs(app, full, of_programs)
        points += [_app_near(name, app, n, log) for n in threads for log in logs]
        apart = JUDGED_APART.get(name) if of_programs else app.forms
        if apart:
            points += [_app_apart(name, app, apart, far=True)]
            points += [_app_apart(name, app, apart, nodes=2)]
    return points


def _network(full):
    """All contenders in one point, so that all are interleaved."""
    there = hosts.of_this_run(4)
    point = []
    for conduit in hosts.CONDUITS:
        point += [
            hosts.partita(there, "network/network.upc", 2, 1, conduit, heap=10),
            hosts.yardstick(there, conduit),
        ]
        point += [
            hosts.partita(there, "runtime/barrier.upc", n, per, conduit)
            for n, per in ((4, 1), (2, 4))
        ]
        point += [hosts.partita(there, "network/gups.upc", 2, 1, conduit, heap=10)]
    return [
        point
        + hosts.rivals(there, "network")
        + hosts.rivals(there, "gups")
        + hosts.start_by_ssh(there)
    ]


def _nodes(full):
    """The collectives on hosts of one processor each, and puts of as many bytes."""
    there = hosts.of_this_run(4)
    sizes = "8,512,4096,32768,262144,1048576" if full else "8,4096,32768,1048576"
    arguments = (f"sizes={sizes}", "mode=synchronised,streamed")

    def point(nodes, per):
        shared = (nodes, per)
        ours = hosts.partita(
            there,
            "collectives/collectives.upc",
            *shared,
            "tcp",
            heap=96,
            arguments=(*arguments, "bounds=yes"),
        )
        return [ours, *hosts.openmpi(there, "collectives/rival.c", *shared, arguments=arguments)]

    return [point(nodes, per) for nodes in (2, 4) for per in (1, 2, 4)]


def _whole_programs(name, title, points):
    """Long programs: measured only if named, or with a class of sizes."""
    long = {"grid": "programs", "panels": False, "sample": 1, "repetitions": 3, "named": True}
    return Bench(name, title, points, **long)


BENCHES = [
    Bench("access", "Shared arrays, element by element", _access),
    Bench("stencil", "Stencils", _stencil),
    Bench("copy", "Copies by size", _copy),
    Bench("messages", "Active messages: round trip and injection", _messages),
    Bench("ping_pong", "Ping-pong", _ping_pong),
    Bench("barrier", "Barriers", _barrier, sample=2),
    Bench("locks", "Locks", _locks, sample=2),
    Bench("waits", "Waiting loops of a program", _waits, sample=2),
    Bench("atomics", "Atomics", _atomics),
    Bench("collectives", "Collectives", _collectives, grid="ways", panels=False, sample=2),
    Bench("teams", "Collectives of teams", _teams, grid="ways", panels=False),
    Bench("algorithms", "Algorithms of the collectives", _algorithms, grid="ways", panels=False),
    Bench(
        "cliffs",
        "Cliffs of the collectives: a byte more, a thread more",
        _cliffs,
        panels=False,
        stride=5,
    ),
    Bench(
        "testbed",
        "Collectives with computation, skew and late threads",
        _testbed,
        grid="one",
        panels=False,
    ),
    Bench("apps", "Applications as users write them", _apps, grid="apps", sample=3),
    _whole_programs("npb", "NAS Parallel Benchmarks", programs.npb),
    _whole_programs("hpcc", "HPC Challenge", programs.hpcc),
    _whole_programs("graph", "Breadth-first search of a graph", programs.graph),
    _whole_programs("genome", "k-mers and contigs of a genome", programs.genome),
    Bench(
        "forms",
        "Fine-grained forms of the NAS Parallel Benchmarks",
        programs.forms,
        grid="forms",
        panels=False,
        sample=1,
        repetitions=3,
        named=True,
    ),
    Bench("mpp", "The MPP set", _mpp),
    Bench("network", "Two nodes, each of a processor", _network),
    Bench(
        "nodes",
        "Collectives between nodes, each of a processor",
        _nodes,
        grid="layouts",
        panels=False,
        sample=1,
        repetitions=3,
    ),
    Bench("alloc", "Allocation", _alloc),
    Bench("start", "Start and end of a job", _start),
    Bench("memory", "Memory a thread", _memory),
]
