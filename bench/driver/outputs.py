"""Converts the reports of whole programs to lines of JSON, which other programs print themselves
(records.py)."""

import json
import re

# Keys of hpcc's summary: the name of the measurement and the nanoseconds of one unit of work in the
# figure's unit.
HPCC = {
    "HPL_Tflops": ("hpl_flop", 1e-3),
    "PTRANS_GBs": ("ptrans_byte", 1.0),
    "MPIRandomAccess_GUPs": ("random_access_update", 1.0),
    "MPIFFT_Gflops": ("fft_flop", 1.0),
    **{
        f"StarSTREAM_{kernel}": (f"stream_{kernel.lower()}_byte", 1.0)
        for kernel in ("Copy", "Scale", "Add", "Triad")
    },
}

_LINES = re.compile(r"^upcr: thread \d+: (.+): (\d+) messages? of (\d+) bytes$", re.MULTILINE)
LINES = "lines "  # prefix of a reader: what each source line sent, no times
_MESSAGES = re.compile(r"^upcr: thread \d+: (\d+) messages? of (\d+) bytes", re.MULTILINE)


class BadOutput(ValueError):
    """A report lacks a required line."""


def lines_of(reader, output, errors):
    """The measurements of a report. `reader`: json (already JSON), or one of READERS; `errors`: the
    program's standard error, with the runtime's counters."""
    if reader == "json":
        return output
    if reader.startswith(LINES):
        name = READERS[reader.removeprefix(LINES)](output)[0]["name"]
        return "\n".join(json.dumps(line) for line in _by_line(name, errors))
    found = READERS[reader](output)
    return "\n".join(json.dumps(line) for line in found + _counters(found[0]["name"], errors))


def _npb(output):
    title = re.search(r"^ (\w+) Benchmark Completed\.$", output, re.MULTILINE)
    size = re.search(r"^ Class +=\s+(\w)$", output, re.MULTILINE)
    seconds = re.search(r"^ Time in seconds =\s+([0-9.]+)$", output, re.MULTILINE)
    verified = re.search(r"^ Verification +=\s+SUCCESSFUL$", output, re.MULTILINE)
    if not (title and size and seconds and verified):
        raise BadOutput(f"not a report of NPB that is verified:\n{output}")
    return [{"name": f"{title[1].lower()}_{size[1]}", "n": 0, "ns": float(seconds[1]) * 1e9}]


def _hpcc(output):
    """The figures of the summary; a rate becomes the time of one unit."""
    values = dict(re.findall(r"^(\w+)=([0-9.e+-]+)$", output, re.MULTILINE))
    found = [
        {"name": name, "n": 0, "ns": factor / float(values[key])}
        for key, (name, factor) in HPCC.items()
        if key in values and float(values[key]) > 0
    ]
    if not found:
        raise BadOutput(f"not a report of HPC Challenge:\n{output}")
    return found


def _bfs(output):
    """The time of an edge, from the mean rate of traversed edges a second."""
    scale = re.search(r"^SCALE: (\d+)$", output, re.MULTILINE)
    rate = re.search(r"^bfs harmonic_mean_TEPS: ([0-9.e+]+)$", output, re.MULTILINE)
    if not (
        scale and rate and re.search(r"^validation: passed, breaches: 0$", output, re.MULTILINE)
    ):
        raise BadOutput(f"not a report of a search that is validated:\n{output}")
    return [{"name": f"bfs_{scale[1]}_edge", "n": 0, "ns": 1e9 / float(rate[1])}]


def _contigs(output):
    """The times to count the k-mers and to walk the contigs."""
    bases = re.search(r"^(\d+) bases: ", output, re.MULTILINE)
    times = re.search(r"^counted in ([0-9.]+) s, .* walked in ([0-9.]+) s$", output, re.MULTILINE)
    if not (
        bases and times and re.search(r"^validation: passed, errors: 0$", output, re.MULTILINE)
    ):
        raise BadOutput(f"not a report of contigs that are right:\n{output}")
    names = (f"genome_{bases[1]}_count", f"genome_{bases[1]}_walk")
    return [
        {"name": name, "n": 0, "ns": float(time) * 1e9} for name, time in zip(names, times.groups())
    ]


READERS = {"npb": _npb, "hpcc": _hpcc, "bfs": _bfs, "contigs": _contigs}


def _by_line(name, errors):
    """Messages and bytes of all threads from each line, as "NAME LINE"."""
    sums = {}
    for line, messages, size in _LINES.findall(errors):
        before = sums.get(line, (0, 0))
        sums[line] = (before[0] + int(messages), before[1] + int(size))
    return [
        {"name": f"{name} {line}", "n": 0, unit: amount}
        for line, amounts in sums.items()
        for unit, amount in zip(("messages", "bytes"), amounts)
    ]


def _counters(name, errors):
    """Messages and bytes of all threads, if the runtime counted any."""
    counted = [(int(messages), int(size)) for messages, size in _MESSAGES.findall(errors)]
    messages, size = (sum(column) for column in zip(*counted)) if counted else (0, 0)
    if messages == 0:
        return []
    return [
        {"name": f"{name}_messages", "n": 0, "messages": messages},
        {"name": f"{name}_bytes", "n": 0, "bytes": size},
    ]
