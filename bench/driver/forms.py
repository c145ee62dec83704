"""Tables of programs in several forms: with bulk communication, by subscripts, and both without the
compiler's optimisations."""

from .stats import summary
from .words import quantity

_NOTE = (
    "*bulk*: communication in bulk; *fine-grained*: shared arrays by subscripts, as a beginner "
    "writes them; *without*: the same with `-fno-upc-opt`.\n"
    "In parentheses how many times as long as the bulk form. Messages are those of all threads in "
    "the whole run, preparation included."
)
_FORMS = ("bulk", "fine-grained", "without")


def form_of(key):
    """The form of a contender."""
    words = key.variant.split()
    if "plain" not in words:
        return "bulk"
    return "without" if "unoptimised" in words else "fine-grained"


def _place_of(key):
    if "nodes" in key.variant.split():
        return f"{key.threads} nodes"
    return f"{key.threads} thread" + ("s" if key.threads > 1 else "")


def forms(bench, found):
    """The parts of the page for a benchmark: a row for each program and place."""
    rows = {}
    for key, values in found.items():
        if key.bench == bench.name and key.unit in ("ns", "messages"):
            place = rows.setdefault((key.name.removesuffix("_messages"), _place_of(key)), {})
            place[form_of(key), key.unit] = summary(values)
    if not rows:
        return []
    head = ["program", "", *_FORMS, *(f"messages, {form}" for form in _FORMS)]
    lines = [_line(head), "| --- " * len(head) + "|"]
    lines += [_line([*what, *_cells(of)]) for what, of in sorted(rows.items())]
    return [f"### {bench.title}", _NOTE, "\n".join(lines)]


def _line(cells):
    return "| " + " | ".join(cells) + " |"


def _cells(of):
    bulk = of.get(("bulk", "ns"))
    times = [_time(of.get((form, "ns")), bulk) for form in _FORMS]
    counts = [of.get((form, "messages")) for form in _FORMS]
    return times + [f"{count.median:.0f}" if count else "" for count in counts]


def _time(own, bulk):
    if own is None:
        return ""
    text = quantity(own.median) + ("*" if own.disturbed else "")
    if bulk is None or own is bulk or bulk.median <= 0:
        return text
    return f"{text} ({own.median / bulk.median:.3g})"
