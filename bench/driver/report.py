"""The page and the tables, in Markdown."""

import textwrap
from dataclasses import dataclass

from .applications import applications
from .compare import figure, orders
from .forms import forms
from .grid import grids
from .speedup import programs
from .words import label, quantity
from .stats import series, summary


TABLES = {"programs": programs, "forms": forms, "apps": applications}  # by the benchmark's grid

COLUMNS = 100  # of a line of text


@dataclass(frozen=True)
class Circumstances:
    """Circumstances of a run that the page states."""

    machine: dict
    repetitions: int
    batches: int
    discarded: int
    pictures: tuple = ()
    quick: bool = False
    left_out: tuple = ()  # rivals that failed, in words
    missing: tuple = ()  # programs of ours that were not done in time, in words


def page(benches, values, outcomes, circumstances):
    """The page: the state of the machine, the targets if any, and the comparisons."""
    found = series(values)
    parts = ["# Performance", _circumstances(values, circumstances)]
    if outcomes:
        parts += ["## Targets", _targets(outcomes, found)]
    parts += ["## Comparison", _ORDER_NOTE]
    ranked = orders(found)
    for bench in benches:
        if bench.grid:
            parts += TABLES.get(bench.grid, grids)(bench, found)
            continue
        lines = [
            _order(what, keys, found)
            for what, keys in ranked.items()
            if what[0] == bench.name and _headline(what, ranked)
        ]
        if lines:
            parts += [f"### {bench.title}", "\n".join(lines)]
    if circumstances.pictures:
        parts.append("Pictures, in bench/results/: " + ", ".join(circumstances.pictures) + ".")
    return fit("\n\n".join(parts) + "\n")


def fit(text):
    """The page with lines of at most 100 columns, except those of tables."""
    return "\n".join(
        line if len(line) <= COLUMNS or line.startswith("|") else _wrapped(line)
        for line in text.split("\n")
    )


def _wrapped(line):
    return textwrap.fill(
        line,
        COLUMNS,
        subsequent_indent="  " if line.startswith("- ") else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


_ORDER_NOTE = (
    "Medians, fastest first, each with its ratio to the fastest. `2x1` is two processes of one "
    "thread,\n"
    "`1x2` one process of two pthreads; `far` is without mapping each other's memory, so every "
    "access is an active message."
)


def _circumstances(values, c):
    m = c.machine
    disturbed = sum(bool(v.disturbed) for v in values)
    text = [
        "Made by `make bench` (bench/README.md says how it measures)."
        + (" In its short form: few sizes, numbers of threads and repetitions." if c.quick else ""),
        f"{m['processor']}, {m['processors']} processors; {m['system']}; {m['compiler']}.",
    ]
    if m.get("libraries"):
        text.append(f"{m['libraries']}.")
    if m.get("round_trip_shortest"):
        text.append(
            f"A cache line's round trip between two processors took {m['round_trip_shortest']:.0f} "
            "to"
            f" {m['round_trip_longest']:.0f} ns."
        )
    text.append(
        f"Each program ran {c.repetitions} times with {c.batches} batches, in turn with its "
        f"rivals. {c.discarded} runs were"
        " thrown away because the machine was disturbed, and repeated."
    )
    if c.left_out:
        text.append(
            "Left out, because they are missing, failed or did not end: "
            + "; ".join(c.left_out)
            + "."
        )
    if c.missing:
        text.append(f"**Missing, as they were not done in time:** {'; '.join(c.missing)}.")
    if disturbed:
        text.append(
            f"**Provisional: {disturbed} of {len(values)} values were taken on a disturbed "
            "machine, because it did not come to"
            " rest.** Figures that rest on such values alone are marked with *."
        )
    return "\n".join(text)


def _targets(outcomes, found):
    rows = [
        "| what | worst of the points | compared with | ratio (least to largest) | limit | points "
        "| |",
        "| --- " * 7 + "|",
    ]
    rows += [_target_row(outcome, found) for outcome in outcomes]
    if any(outcome.target.fastest for outcome in outcomes):
        rows.append(
            "\nTimes and ratios in this table are those of the fastest batches of all runs where "
            "whole programs are compared, medians elsewhere."
        )
    met, judged = sum(o.met for o in outcomes), sum(bool(o.points) for o in outcomes)
    rows.append(f"\n{met} of {judged} targets are met; {len(outcomes) - judged} were not measured.")
    missed = [o for o in outcomes if o.points and not o.met]
    if missed:
        rows.append("\nMissed, with the points that are farthest behind:\n")
        rows += [_miss(outcome) for outcome in missed]
    return "\n".join(rows)


def _target_row(outcome, found):
    target, worst = outcome.target, outcome.worst
    limit = f"{target.limit:g}" + (f" + {target.plus:g} ns" if target.plus else "")
    if worst is None:
        return f"| {target.title} | | | | {limit} | | not measured |"
    r, unit = worst.ratio, worst.ours.unit
    figures = f"{r.value:.2f} ({r.least:.2f} to {r.most:.2f})"
    if target.rival is None:
        limit, figures = quantity(target.limit, unit), ""
    points = f"{outcome.reached} of {len(outcome.points)}"
    if target.share < 1:
        points += f" within 5 %, {100 * target.share:g} % needed"
    verdict = "met" if outcome.met else "**not met**"
    both = f"{_cell(target, worst.ours, found)} | {_cell(target, worst.rival, found)}"
    return f"| {target.title} | {both} | {figures} | {limit} | {points} | {verdict} |"


def _miss(outcome):
    """The worst points in words."""
    beyond = [point for point in outcome.points if point.ratio.value > outcome.target.limit]
    behind = sorted(beyond, key=lambda point: -point.ratio.value)
    said = [f"{_where(point.ours)} {_times(point, outcome.target)}" for point in behind[:6]]
    return f"- {outcome.target.title}: " + ", ".join(said)


def _where(key):
    return f"{key.name} {key.layout}" + (f" {key.n} bytes" if key.n else "")


def _times(point, target):
    if target.rival is None:
        return quantity(point.ratio.value, point.ours.unit)
    return f"{point.ratio.value:.2f} ({label(point.rival)})"


def _cell(target, key, found):
    if key is None:
        return ""
    time = quantity(figure(target, found[key]), key.unit) + _star(found[key])
    return f"{time} ({label(key)}: {key.name})"


def _figure(key, found):
    return quantity(summary(found[key]).median, key.unit) + _star(found[key])


def _star(values):
    return "*" if summary(values).disturbed else ""


def _headline(what, ranked):
    """Of the sizes of one name: the smallest, the middle and the largest."""
    sizes = sorted(other[3] for other in ranked if other[:3] == what[:3])
    return what[3] in (sizes[0], sizes[len(sizes) // 2], sizes[-1])


def _order(what, keys, found):
    _, name, threads, n = what
    best = summary(found[keys[0]]).median
    entries = []
    for key in keys:
        times = summary(found[key]).median / best if best > 0 else 1.0
        entries.append(
            f"{label(key)} {_figure(key, found)}" + (f" ({times:.2f})" if key != keys[0] else "")
        )
    size = f", {n} bytes" if n else ""
    if name.endswith("_quantile"):
        size = f", {n} of 1000 trips take at most"
    return f"- {name}, {threads} threads{size}: " + ", ".join(entries)


def tables(benches, values):
    """Every series of every benchmark."""
    found = series(values)
    parts = [
        "# All measurements",
        "Median of the runs, fastest batch, slowest run. * : taken on a disturbed machine.",
    ]
    for bench in benches:
        rows = [_row(key, summary(vs)) for key, vs in found.items() if key.bench == bench.name]
        if rows:
            head = (
                "| name | contender | threads | n | median | minimum | maximum | runs |\n"
                + "| --- " * 8
                + "|"
            )
            parts += [f"## {bench.title}", head + "\n" + "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _row(key, s):
    figures = " | ".join(quantity(x, key.unit) for x in (s.median, s.least, s.most))
    star = "*" if s.disturbed else ""
    point = f"{key.name} | {label(key)} | {key.threads} | {key.n or ''}"
    return f"| {point} | {figures} | {s.runs}{star} |"
