"""Tables of the applications: each form in UPC, and the fastest of the same program in C."""

from .stats import summary
from .words import quantity

OURS = "partita"
SHAPES = ("processes", "pthreads", "mixed")
APART = ("far", "nodes")  # words of a variant: between processes, between nodes
FORMS = ("", "unoptimised", "unoptimised single")  # further words of such a variant
_NOTE = (
    "Times of an element, or of what bench/README.md names for the program. *rival / ours*: the "
    "time of the fastest rival over that of our "
    "fastest layout; above 1 ours is faster. Without *any THREADS* the number of threads is a "
    "constant."
)
_NOTE_APART = (
    "On small data, two threads. `far`: two processes that do not map each other's memory; "
    "`nodes`: two nodes of this host. *without*: "
    "`-fno-upc-opt`; *single*: also a message for each far read. Messages are those of all threads "
    "in a round."
)


def program_of(name, system):
    """(program, form, data) of a measurement: ("uts", "tasks", "t1"). A rival has no form."""
    program, *rest = name.split("_")
    if system == OURS and rest:
        return program, rest[0], "_".join(rest[1:])
    return program, "", "_".join(rest)


def applications(bench, found):
    """The parts of the page for a benchmark: a table of what runs near, one of what runs apart."""
    keys = [key for key in found if key.bench == bench.name]
    parts = [f"### {bench.title}"]
    near, apart = _near(keys, found), _apart(keys, found)
    parts += [_NOTE, near] if near else []
    parts += [_NOTE_APART, apart] if apart else []
    return parts if len(parts) > 1 else []


def _place(key):
    return next((word for word in APART if word in key.variant.split()), "")


def _table(head, rows):
    lines = [f"| {' | '.join(cells)} |" for cells in (head, *rows)]
    lines.insert(1, "| --- " * len(head) + "|")
    return "\n".join(lines)


def _time(key, found):
    if key is None:
        return ""
    s = summary(found[key])
    return quantity(s.median, key.unit) + ("*" if s.disturbed else "")


def _fastest(keys, found):
    return min(keys, key=lambda key: summary(found[key]).median, default=None)


def _same_problem(key):
    """What a rival has in common with ours."""
    program, _, data = program_of(key.name, key.system)
    return program, data, key.n, key.threads


def _near(keys, found):
    """A row for each form, its data and number of threads; a column for each shape of layout."""
    rows, rivals = {}, {}
    for key in keys:
        if key.unit != "ns" or _place(key):
            continue
        if key.system == OURS:
            what = (key.name, key.n, key.variant, key.threads)
            rows.setdefault(what, {})[key.shape] = key
        else:
            rivals.setdefault(_same_problem(key), []).append(key)
    head = ("program", "threads", *SHAPES, "fastest rival", "rival / ours")
    return _table(head, [_near_row(*row, rivals, found) for row in rows.items()]) if rows else ""


def _near_row(what, of, rivals, found):
    name, n, variant, threads = what
    ours = _fastest(of.values(), found)
    rival = _fastest(rivals.get(_same_problem(ours), ()), found)
    title = name + (f", {n} bytes" if n else "") + ("" if variant else ", any THREADS")
    beside = ["", ""]
    if rival:
        times = summary(found[rival]).median / summary(found[ours]).median
        beside = [f"{_time(rival, found)} ({rival.system})", f"{times:.2f}"]
    return [title, str(threads), *(_time(of.get(shape), found) for shape in SHAPES), *beside]


def _apart(keys, found):
    """A row for each form and place; time and messages with and without optimisations."""
    rows = {}
    for key in keys:
        if _place(key) and key.system == OURS:
            words = [w for w in key.variant.split() if w not in ("static", *APART)]
            row = rows.setdefault((key.name.removesuffix("_messages"), _place(key)), {})
            row[" ".join(words), key.unit] = key
    head = ("program", "", "time", "messages", "without", "messages", "single", "messages")
    return _table(head, [_apart_row(*row, found) for row in rows.items()]) if rows else ""


def _apart_row(what, of, found):
    cells = []
    for form in FORMS:
        sent = of.get((form, "messages"))
        number = f"{summary(found[sent]).median:.0f}" if sent else ""
        cells += [_time(of.get((form, "ns")), found), number]
    return [*what, *cells]
