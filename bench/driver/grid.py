"""Tables over sizes for benchmarks with many names: ours and the best rival, or the fastest
algorithm."""

from .stats import summary
from .words import label

OURS = "partita"


def grids(bench, found):
    """The parts of the page for a benchmark: a table for each number of threads and, if bench.grid
    is "ways" or "layouts", for each way of calling; of "layouts" for each layout."""
    groups = {}
    for key in found:
        operation, _, way = key.name.rpartition("_")
        if key.bench != bench.name or not operation or "_overall_" in key.name:
            continue
        title, row = (
            ("", f"{operation}, {way}") if bench.grid == "one" else (f"{way}, ", operation)
        )
        where = f"{key.threads} threads" if bench.grid != "layouts" else key.layout
        groups.setdefault(f"{title}{where}", {}).setdefault(row, []).append(key)
    parts = [f"### {bench.title}", _NOTES[bench.grid]]
    for title, rows in groups.items():
        table = _table(rows, found)
        if table:
            parts += [f"**{title}**", table]
    return parts if len(parts) > 2 else []


_CELLS = (
    "Microseconds: ours (the fastest layout) / the fastest rival; or the choice / the fastest "
    "other algorithm, with its name. Bold: ours\n"
    "takes more than 1.05 times as long."
)
_NOTES = {
    "ways": _CELLS
    + " *synchronised*: ALLSYNC on both sides, against the call and a barrier, timed as UOMS does; "
    "*streamed*: MYSYNC in a\n"
    "loop, against the bare call, timed as IMB does; *nosync*: four calls between two barriers; "
    "*round*: ALLSYNC in a loop, with the writing of\n"
    "the source and the reading of the result. The ways of teams are forms of a call, streamed.",
    "layouts": _CELLS
    + " 2x4 is two nodes of four threads. *synchronised*: ALLSYNC on both sides, against the call "
    "and a barrier; *streamed*:\n"
    "MYSYNC in a loop, against the bare call.",
    "one": _CELLS
    + " bench/README.md has the cases. Data are not rewritten between calls here: they stay in the "
    "caches.",
}


def _table(operations, found):
    sizes = sorted({key.n for keys in operations.values() for key in keys})
    rows = []
    for operation, keys in operations.items():
        cells = [_cell([key for key in keys if key.n == n], found) for n in sizes]
        if any(cells):
            rows.append(f"| {operation} | " + " | ".join(cells) + " |")
    if not rows:
        return ""
    return "\n".join(
        [
            "| bytes | " + " | ".join(map(str, sizes)) + " |",
            "| --- " * (len(sizes) + 1) + "|",
            *rows,
        ]
    )


def _sides(keys):
    """Our key, and the one that it is compared with."""
    if any(key.variant == "default" for key in keys):
        return [key for key in keys if key.variant == "default"], [
            key for key in keys if key.variant != "default"
        ]
    return [key for key in keys if key.system == OURS], [key for key in keys if key.system != OURS]


def _cell(keys, found):
    ours, others = _sides(keys)
    if not ours or not others:
        return ""

    def time(key):
        return summary(found[key]).median

    mine, other = min(ours, key=time), min(others, key=time)
    name = other.variant or label(other).split()[0]
    text = f"{_short(time(mine))} / {_short(time(other))} {name}"
    return f"**{text}**" if time(mine) > 1.05 * time(other) else text


def _short(ns):
    return f"{ns / 1000:.3g}"
