"""Whole programs with their own reports and classes of sizes: the NAS Parallel Benchmarks, HPC
Challenge, breadth-first search, and a genome."""

import functools
import os
import shutil
import subprocess
from dataclasses import replace

from .build import BENCH
from .launch import (
    UNOPTIMISED,
    Contender,
    bound,
    installed,
    mpi,
    openmp,
    openmpi_environment,
    partita,
    tool,
)
from .outputs import LINES

NPB = ("ep", "is", "cg", "mg", "ft", "sp", "bt", "lu")
BY_SUBSCRIPTS = ("ep", "is", "cg", "mg", "ft")  # also written by subscripts, as a beginner does
HEAP = {"S": 64, "W": 128, "A": 640, "B": 2600}  # megabytes a thread
ORDER = {
    "S": 500,
    "W": 2000,
    "A": 4000,
    "B": 10000,
}  # order of HPL's matrix; hpcc derives the other sizes
LONG = ("sp", "bt", "lu")  # in short a class smaller, which takes about a second
SMALLER = {"B": "A", "A": "W"}
SCALE = {"S": 10, "W": 16, "A": 20, "B": 22}  # of the graph: 2^SCALE vertices
SEARCHES = 8
PHAGE = str(BENCH / "genome" / "lambda.fa")
GENOME = {
    "S": PHAGE,
    "W": 500000,
    "A": 4600000,
    "B": 20000000,
}  # a file, or bases of a generated genome; A as E. coli
TIMEOUT = {"S": 300, "W": 300, "A": 900, "B": 7200}  # seconds for a program
HPL_BLOCK = 128
TASKS = "hpl_tasks"  # HPL in asynchronous tasks: a variant, as it reports the same figures
# Libraries by pkg-config's and the linker's name: with cblas.h, with fftw3.h.
BLAS = ("openblas", "blis")
FFT = ("fftw3",)
ALONE = {
    "OPENBLAS_NUM_THREADS": "1",
    "BLIS_NUM_THREADS": "1",
}  # each thread of ours and each rank has a processor
COUNTED = {"UPC_COUNT_MESSAGES": "1"}
BY_LINE = {"UPC_COUNT_LINES": "1"}


class NoLibrary(RuntimeError):
    """A requested library is not installed."""


def class_of(full):
    """The class of sizes: BENCH_CLASS, else A, in short W."""
    name = os.environ.get("BENCH_CLASS") or ("A" if full else "W")
    if name not in HEAP:
        raise ValueError(f"CLASS is S, W, A or B, not {name}")
    return name


def threads(full):
    """Numbers of threads: powers of two up to the processors, then twice the processors, in
    processes of several pthreads; in short the processors, and one thread for the speed-up."""
    processors = os.cpu_count() or 1
    fitting = [1 << k for k in range(16) if 1 << k <= processors]
    return [*fitting, 2 * fitting[-1]] if full else sorted({1, fitting[-1]}, reverse=True)


def _read_as(reader, name, contenders, environment=None, word=""):
    """The contenders, with a report as output; `word` is added to their variant."""
    timeout = TIMEOUT[name]
    return [
        replace(
            c,
            reader=reader,
            timeout=timeout,
            variant=f"{c.variant} {word}".strip(),
            environment={**c.environment, **(environment or {})},
        )
        for c in contenders
    ]


def _between_nodes(reader, size, program, count, options, environment=None, **shared):
    """Over two nodes of this host: timed, and once more to count the messages of each source
    line."""
    more = environment or {}
    place = {"nodes": 2, "only": [(count, 1)], **shared}
    ours = partita(program, count, options=options, **place)
    counting = _read_as(LINES + reader, size, ours, {**more, **BY_LINE}, word="lines")
    return _read_as(reader, size, ours, {**more, **COUNTED}) + [
        replace(c, once=True) for c in counting
    ]


def _npb_near(program, count, size):
    options = ("-O3", f"-DCLASS={size}")
    found = partita(program, count, heap=HEAP[size], folder="npb", options=options)
    if program in BY_SUBSCRIPTS and size in ("S", "W") and bound(count):
        plain = partita(
            f"{program}_plain", count, static=True, heap=HEAP[size], folder="npb", options=options
        )
        found += _read_as("npb", size, plain, word="plain")
    found += openmp(f"{program}_openmp", count, folder="npb", options=options)
    found += mpi(f"{program}_mpi", count, folder="npb", options=options)
    return _read_as("npb", size, found)


def _npb_apart(program, count, size):
    """Over two nodes of this host: ours, and Open MPI by TCP alone."""
    options = ("-O3", f"-DCLASS={size}")
    ours = _between_nodes("npb", size, program, count, options, heap=HEAP[size], folder="npb")
    return ours + _read_as(
        "npb",
        size,
        _by_tcp(mpi(f"{program}_mpi", count, folder="npb", options=options)),
        word="nodes",
    )


def _forms_of(program, count, size, environment=None, **place):
    """A benchmark with bulk communication, by subscripts, and both without optimisations."""
    options = ("-O3", f"-DCLASS={size}")
    shared = {"heap": HEAP[size], "folder": "npb", "only": [(count, 1)], **place}
    found = _read_as("npb", size, partita(program, count, options=options, **shared), environment)
    for more in ((), (UNOPTIMISED,)):
        plain = partita(
            f"{program}_plain", count, static=True, options=(*options, *more), **shared
        )
        found += _read_as("npb", size, plain, environment, word="plain")
    return found


def forms(full):
    """A point for each program and place: one thread, two threads, two nodes. Class S by default,
    and always in short: at class A those over two nodes take many minutes."""
    size = (full and os.environ.get("BENCH_CLASS")) or "S"
    places = ((1, {}), (2, {}), (2, {"environment": COUNTED, "nodes": 2}))
    return [
        _forms_of(program, count, size, **place)
        for program in BY_SUBSCRIPTS
        for count, place in (places if full else places[1:])
        if bound(count)
    ]


BY_TCP = ("--mca", "pml", "ob1", "--mca", "btl", "tcp,self")


def _by_tcp(contenders):
    return [
        replace(c, command=(c.command[0], *BY_TCP, *c.command[1:]))
        for c in contenders
        if c.system == "openmpi"
    ]


def _npb_point(program, count, size):
    apart = _npb_apart(program, count, size) if bound(count) and count > 1 else []
    return _npb_near(program, count, size) + apart


def npb(full):
    """A point for each program and number of threads. In short one MPI, and smaller long programs,
    so that all take some minutes."""
    size = class_of(full)
    if full:
        return [_npb_point(program, count, size) for program in NPB for count in threads(full)]
    sizes = {program: SMALLER.get(size, size) if program in LONG else size for program in NPB}
    points = [_npb_point(name, count, sizes[name]) for name in NPB for count in threads(full)]
    return [[c for c in point if c.system != "mpich"] for point in points]


@functools.cache
def options_of_library(name):
    """Options that compile and link with a library: those of pkg-config, else its name for the
    linker (Debian's BLIS has only that); None if it is not installed."""
    if shutil.which("pkg-config"):
        command = ["pkg-config", "--cflags", "--libs", name]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return tuple(found.stdout.split())
    compiler = tool("cc")
    command = [compiler, "-shared", "-o", os.devnull, f"-l{name}"]
    if compiler and subprocess.run(command, capture_output=True, check=False).returncode == 0:
        return (f"-l{name}",)
    return None


def _library(kind, names):
    """The library that the variable BENCH_`kind` names, else the first one installed; "plain" is
    the form in plain C."""
    wanted = os.environ.get(f"BENCH_{kind}")
    if wanted and wanted != "plain" and options_of_library(wanted) is None:
        raise NoLibrary(f"{kind}={wanted}: neither pkg-config nor the linker finds it")
    return wanted or next((name for name in names if options_of_library(name)), "plain")


def blas():
    """The library of HPL's products."""
    return _library("BLAS", BLAS)


def fft():
    """The library of the Fourier transform's lines."""
    return _library("FFT", FFT)


def kernels_of(program):
    """Options with which a program of hpcc uses the libraries of this machine; without them it is
    plain C."""
    if program in ("hpl", TASKS) and blas() != "plain":
        return ("-DHPCC_BLAS", "-Wl,--no-as-needed", *options_of_library(blas()))
    if program == "fft" and fft() != "plain":
        return ("-DHPCC_FFTW", "-Wl,--no-as-needed", *options_of_library(fft()))
    return ()


def _in_words(name, names):
    """A library in words; of plain C, why."""
    absent = name == "plain" and not any(options_of_library(one) for one in names)
    return f"plain C, as there is no {' or '.join(names)}" if absent else name


def libraries():
    """The libraries of the programs of hpcc, in words."""
    products, lines = _in_words(blas(), BLAS), _in_words(fft(), FFT)
    return f"HPL's products: {products}; the Fourier transform's lines: {lines}"


def hpcc_sizes(size, count):
    """Arguments with which our programs solve the problems of hpcc, for HPL's order in this
    class."""
    order = ORDER[size]
    words = order * order
    log_words = words.bit_length() - 1
    return {
        "hpl": (order, HPL_BLOCK, *_grid(count)),
        TASKS: (order, HPL_BLOCK),
        "ptrans": (order // 2, HPL_BLOCK),
        "random_access": (log_words,),
        "fft": (log_words - 3,),
        "stream": (words // 3 // count,),
    }


def _grid(count):
    rows = max(i for i in range(1, count + 1) if i * i <= count and count % i == 0)
    return rows, count // rows


def _hpcc_rival(size, count):
    """Debian's hpcc with Open MPI, over shared memory and over TCP only; one run has all
    figures."""
    if not installed("hpcc", "hpcc", "mpirun.openmpi") or not bound(count):
        return []
    runner = tool("mpirun.openmpi")
    arguments = (ORDER[size], HPL_BLOCK, *_grid(count))
    command = ("bash", str(BENCH / "rivals" / "hpcc.sh"), *map(str, arguments), runner)
    ranks = ("-n", str(count), "--bind-to", "core")
    environment = {**openmpi_environment(), **ALONE}
    return [
        Contender(
            "hpcc",
            f"{count}x1",
            variant,
            count,
            None,
            (*command, *words, *ranks),
            environment,
            reader="hpcc",
            timeout=TIMEOUT[size],
        )
        for variant, words in (("", ()), ("nodes", BY_TCP))[: min(count, 2)]
    ]


def _hpcc_point(size, count):
    heap = ORDER[size] ** 2 * 8 * 3 // 2 // 1000000 // count + 64
    found = []
    for program, arguments in hpcc_sizes(size, count).items():
        options = ("-O3", *kernels_of(program))  # for the least processor, as Debian builds hpcc
        shared = {"heap": heap, "folder": "hpcc", "arguments": tuple(map(str, arguments))}
        word = "tasks" if program == TASKS else ""
        near = partita(program, count, options=options, **shared)
        found += _read_as("hpcc", size, near, ALONE, word)
        if bound(count) and count > 1:
            apart = _between_nodes("hpcc", size, program, count, options, ALONE, **shared)
            found += [replace(c, variant=f"{c.variant} {word}".strip()) for c in apart]
    return found + _hpcc_rival(size, count)


def hpcc(full):
    """A point for each number of threads: one run of hpcc, and all our programs."""
    size = class_of(full)
    return [_hpcc_point(size, count) for count in threads(full)]


def _ours_only(size, count, program, folder, arguments, heap):
    """A program without a rival: near in each layout, and between two nodes."""
    options = ("-O3",)
    shared = {"heap": heap, "folder": folder, "arguments": tuple(map(str, arguments))}
    found = _read_as(program, size, partita(program, count, options=options, **shared))
    if bound(count) and count > 1:
        found += _between_nodes(program, size, program, count, options, **shared)
    return found


def graph(full):
    """Breadth-first searches by Graph500's rules."""
    size = class_of(full)
    heap = (8 << SCALE[size]) // 1000000 * 2 + 64
    return [
        _ours_only(size, count, "bfs", "hpcc", (SCALE[size], SEARCHES), heap)
        for count in threads(full)
    ]


def genome(full):
    """k-mers and contigs of a genome."""
    size = class_of(full)
    genome = GENOME[size]
    heap = (0 if genome == PHAGE else genome) * 100 // 1000000 + 64
    return [
        _ours_only(size, count, "contigs", "genome", (genome,), heap)
        for count in threads(full)
    ]
