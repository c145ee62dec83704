"""Contenders: a program of one system with a number of threads, and the command that runs it."""

import os
from dataclasses import dataclass, field
from typing import Optional

from .build import Build, tool


@dataclass(frozen=True)
class Contender:
    """One program to run; system, layout, variant and threads identify its values."""

    system: str
    layout: str
    variant: str
    threads: int
    build: Optional[Build]  # None: a program that is installed
    command: tuple  # "{exe}" stands for the executable
    environment: dict = field(default_factory=dict, hash=False, compare=False)
    wall: str = ""  # a name: measures the time of the whole command, in ns
    crashes_at_end: bool = False  # its exit status is ignored after output
    reader: str = "json"  # of its output: lines of measurements, or a report (outputs.py)
    timeout: int = 300  # seconds
    once: bool = False  # counts instead of times: one repetition suffices


UNOPTIMISED = "-fno-upc-opt"
SHIPPED = {"UPC_COLL_TABLE": "none"}  # not what upctune found on this machine


_missing = {}  # rivals that are not installed -> what there is not


def missing():
    """The rivals of the points made so far that are not installed -> what there is not."""
    return dict(_missing)


def installed(rival, *programs):
    """True if all programs of a rival are installed; notes it as missing if not."""
    absent = [name for name in programs if not tool(name)]
    if absent:
        _missing[rival] = f"not installed: there is no {' and no '.join(absent)}"
    return not absent


def bound(threads):
    """True if threads are bound to processors: if each can have its own."""
    return threads <= os.cpu_count()


def layouts(threads):
    """All (processes, threads of each) with `threads` threads in all, most processes first."""
    return [(threads // per, per) for per in range(1, threads + 1) if threads % per == 0]


def _upcrun(threads, per, far, nodes, heap):
    """The command that starts `threads` threads, `per` in a process; heap: MB a thread, 0: the
    default."""
    command = [tool("upcrun"), "-q", "-n", str(threads)]
    command += ["-p", str(per)] if per > 1 else []
    command += ["-bind-threads"] if bound(threads) else []
    command += ["-pshm-width", "1"] if far else []
    command += ["-nodes", str(nodes)] if nodes else []
    command += ["-shared-heap", str(heap)] if heap else []
    return command


def partita(
    program,
    threads,
    *,
    far=False,
    static=False,
    heap=0,
    options=(),
    wall="",
    only=None,
    folder="runtime",
    arguments=(),
    nodes=0,
    single=False,
):
    """Partita in each layout of processes and pthreads, or in the layouts of `only`. `single`: each
    far read is a message."""
    found = []
    environment = {**SHIPPED, "UPC_READ_AHEAD": "0"} if single else SHIPPED
    words = (
        ("static", static),
        ("far", far),
        ("nodes", nodes),
        ("unoptimised", UNOPTIMISED in options),
        ("single", single),
    )
    variant = " ".join(word for word, on in words if on)
    for processes, per in only or layouts(threads):
        pthreads = ("-pthreads",) if per > 1 else ()
        fixed = (f"-T{threads}",) if static else ()
        build = Build(f"{folder}/{program}.upc", "upcc", (*options, *pthreads, *fixed))
        whole = (*_upcrun(threads, per, far, nodes, heap), "{exe}", *arguments)
        layout = f"{processes}x{per}"
        found.append(
            Contender("partita", layout, variant, threads, build, whole, environment, wall)
        )
    return found


def plain(
    source, system, threads, *, layout="", arguments=(), wall="", options=(), folder="rivals"
):
    """A rival in plain C that makes its own threads or processes; `layout` says which, if it has a
    choice."""
    build = Build(f"{folder}/{source}.c", "cc", ("-pthread", *options))
    return [
        Contender(system, layout, "", threads, build, ("{exe}", *map(str, arguments)), wall=wall)
    ]


def openmp(source, threads, folder="rivals", options=(), arguments=()):
    """OpenMP of the C compiler."""
    environment = {"OMP_NUM_THREADS": str(threads), "OMP_DYNAMIC": "false"}
    if bound(threads):
        environment["OMP_PROC_BIND"] = "true"
    build = Build(f"{folder}/{source}.c", "cc", ("-fopenmp", *options))
    command = ("{exe}", *arguments)
    return [Contender("openmp", f"1x{threads}", "", threads, build, command, environment)]


def mpi(source, threads, wall="", folder="rivals", arguments=(), options=()):
    """Open MPI and MPICH, if installed. MPICH never yields a processor, so it runs only if not
    oversubscribed."""
    found = []
    for library in ("openmpi", "mpich"):
        runner, compiler = f"mpirun.{library}", f"mpicc.{library}"
        if not installed(library, runner, compiler) or (library == "mpich" and not bound(threads)):
            continue
        words, environment = _mpi_options(library, threads)
        build = Build(f"{folder}/{source}.c", compiler, tuple(options))
        command = (tool(runner), "-n", str(threads), *words, "{exe}", *arguments)
        found.append(
            Contender(library, f"{threads}x1", "", threads, build, command, environment, wall)
        )
    return found


def _mpi_options(library, threads):
    if library == "mpich":
        return ("-bind-to", "core"), {}
    options = ("--bind-to", "core") if bound(threads) else ("--oversubscribe", "--bind-to", "none")
    return options, openmpi_environment()


def openmpi_environment():
    """The environment in which Open MPI agrees to run as root."""
    return {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
