"""Tables over sizes for benchmarks of many names: ours beside the best rival, or which algorithm is the fastest."""

from .stats import summary
from .words import label

OURS = "partita"


def grids(bench, found):
    """The parts of the page for a benchmark: a table for each number of threads and way of calling."""
    keys = [key for key in found if key.bench == bench.name and key.unit == "ns" and "_" in key.name]
    groups = {}
    for key in keys:
        operation, _, way = key.name.rpartition("_")
        groups.setdefault((key.threads, way), {}).setdefault(operation, []).append(key)
    parts = [f"### {bench.title}", _NOTE]
    for (threads, way), operations in groups.items():
        table = _table(operations, found)
        if table:
            parts += [f"**{way}, {threads} threads**", table]
    return parts if len(parts) > 2 else []


_NOTE = (
    "Microseconds: ours, the fastest layout, / the fastest rival; or the choice / the fastest of our algorithms, with its name. Bold: ours takes\n"
    "more than 1.05 times as long. *synchronised*: ALLSYNC on both sides beside the call and a barrier, timed as UOMS does; *streamed*: MYSYNC in a\n"
    "loop beside the bare call, timed as IMB does; *nosync*: four calls between two barriers."
)


def _table(operations, found):
    sizes = sorted({key.n for keys in operations.values() for key in keys})
    rows = []
    for operation, keys in operations.items():
        cells = [_cell([key for key in keys if key.n == n], found) for n in sizes]
        if any(cells):
            rows.append(f"| {operation} | " + " | ".join(cells) + " |")
    if not rows:
        return ""
    return "\n".join(["| bytes | " + " | ".join(map(str, sizes)) + " |", "| --- " * (len(sizes) + 1) + "|", *rows])


def _sides(keys):
    """Ours and what it stands beside."""
    if any(key.variant == "default" for key in keys):
        return [key for key in keys if key.variant == "default"], [key for key in keys if key.variant != "default"]
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
