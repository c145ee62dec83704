"""Tables of whole programs: time by number of threads, speed-up, ratio to rivals, messages."""

from .stats import summary
from .words import quantity

OURS = "partita"
LINES_MOST = 6  # of a program
_NOTE = (
    "Times of the timed part, or of one unit of work (a flop, a byte, an update) where the name "
    "says so; in parentheses the speed-up\n"
    "over one thread of the same system. *rival / ours*: the time of the fastest rival over ours "
    "with the same number of threads in the same\n"
    "place; above 1 ours is faster. `nodes`: between two nodes of this host, MPI by TCP."
)


def programs(bench, found):
    """The parts of the page for a benchmark: a table for each program."""
    names = list(
        dict.fromkeys(key.name for key in found if key.bench == bench.name and key.unit == "ns")
    )
    parts = [f"### {bench.title}", _NOTE]
    for name in names:
        keys = [key for key in found if key.bench == bench.name and key.name == name]
        parts += [f"**{name}**", _table(keys, found)]
        lines = _lines(bench, name, found)
        parts += [lines] if lines else []
    return parts if names else []


def _lines(bench, name, found):
    """What each source line sends between two nodes, most bytes first."""
    sent = {}
    for key in found:
        if key.bench == bench.name and key.name.startswith(f"{name} "):
            sent.setdefault(key.name.removeprefix(f"{name} "), {})[key.unit] = summary(
                found[key]
            ).median
    rows = sorted(sent.items(), key=lambda row: -row[1].get("bytes", 0))[:LINES_MOST]
    if not rows:
        return ""
    head = ["| source line, between two nodes | messages | bytes |", "| --- | --- | --- |"]
    return "\n".join(
        head
        + [
            f"| {line} | {of['messages']:.0f} | {quantity(of['bytes'], 'bytes')} |"
            for line, of in rows
        ]
    )


def row_of(key):
    """The contender without its number of threads: system, shape of the layout, variant."""
    return " ".join(
        word for word in (key.system, key.shape if key.system == OURS else "", key.variant) if word
    )


def _table(keys, found):
    counts = sorted({key.threads for key in keys})
    rows = {}
    for key in keys:
        rows.setdefault(row_of(key), {})[key.threads] = key
    head = " | ".join(f"{n} thread" + ("s" if n > 1 else "") for n in counts)
    lines = [f"| | {head} | rival / ours | messages, bytes |", "| --- " * (len(counts) + 3) + "|"]
    for row, of in rows.items():
        alone = alone_of(of, keys)
        cells = [_time(of.get(n), alone, found) for n in counts]
        lines.append(
            f"| {row} | "
            + " | ".join(cells)
            + f" | {_beside(of, keys, found)} | {_messages(of, found)} |"
        )
    return "\n".join(lines)


def alone_of(of, keys):
    """The key on one thread for a row, threads -> key: processes and pthreads are the same
    there."""
    if 1 in of:
        return of[1]
    some = next(iter(of.values()))
    same = [key for key in keys if key.threads == 1 and key.system == some.system]
    return next(
        (key for key in same if key.variant == some.variant),
        next((key for key in same if not key.variant), None),
    )


def _time(key, alone, found):
    if key is None:
        return ""
    s = summary(found[key])
    text = quantity(s.median) + ("*" if s.disturbed else "")
    if alone is None or key.threads == 1 or s.median <= 0:
        return text
    return f"{text} ({summary(found[alone]).median / s.median:.2f})"


def _place(key):
    return "nodes" in key.variant.split()


def _beside(of, keys, found):
    """For ours: the fastest rival's time over ours, at the largest number of threads with a
    rival."""
    for key in sorted(of.values(), key=lambda k: -k.threads):
        rivals = [
            k
            for k in keys
            if k.system != OURS and k.threads == key.threads and _place(k) == _place(key)
        ]
        if key.system == OURS and rivals:
            best = min(rivals, key=lambda k: summary(found[k]).median)
            ratio = summary(found[best]).median / summary(found[key]).median
            return f"{ratio:.2f} ({best.system}, {key.threads})"
    return ""


def _messages(of, found):
    for key in of.values():
        counts = [
            k
            for k in found
            if k.bench == key.bench and k.layout == key.layout and k.variant == key.variant
        ]
        sent = next((k for k in counts if k.name == f"{key.name}_messages"), None)
        size = next((k for k in counts if k.name == f"{key.name}_bytes"), None)
        if sent and size and key.system == OURS:
            volume = quantity(summary(found[size]).median, "bytes")
            return f"{summary(found[sent]).median:.0f}, {volume}"
    return ""
