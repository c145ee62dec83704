#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes runtime/src/coll/select.def, docs/collectives-model.md and the table of all points,
bench/published/collectives-model.md.

    rules.py PREDICT [--check]

PREDICT is runtime/test/coll/predict.c, built: the cost model. Of each operation, class of modes and
number of threads the choice is what the model predicts to be best, but where tune/measured/ has
another that gains: a run of sizes keeps one where it gains 10 % at one of them at least. What was
chosen when that was measured stays unless others gain a half. Rules that neither knows are in
tune/given.tsv, each with its reason. --check: is what is in the tree what would be made?
"""

import argparse
import collections
import itertools
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "runtime/src/coll/select.def"
PAGE = ROOT / "docs/collectives-model.md"
POINTS = ROOT / "bench/published/collectives-model.md"

OPERATIONS = (
    "broadcast scatter gather gather_all exchange permute reduce prefix_reduce reduce_all"
    " reduce_scatter reduce_vector"
).split()
GAIN = 1.10  # of a measured correction, at one of its sizes at least
GAIN_ALONE = 1.25  # where it is for one size: no noise
STRANGER = 0.4  # logarithm of what others than the shipped choice, or else the model's, must gain
CHANGE = 0.05  # of algorithm from one size to the next
DEDICATED = 16  # threads with a processor each, for which rules are made; beyond, the model

# The rules to make, in their order: class, threads, processors, most threads of the rule (0:
# any), conditions.
# Threads with a processor each beyond the measured machine's are the model's alone.
PLACES = [
    ("strong", 2, 2, 2, "CLOSE"),
    ("strong", 4, 4, 0, "CLOSE"),
    ("strong", 4, 2, 4, "OVERSUBSCRIBED | STRONG"),
    ("strong", 8, 2, 0, "OVERSUBSCRIBED | STRONG"),
    ("loose", 2, 2, 2, "LOOSE | DEDICATED"),
    ("loose", 4, 4, 0, "LOOSE | DEDICATED"),
    ("loose", 4, 2, 4, "LOOSE"),
    ("loose", 8, 2, 0, "LOOSE"),
]

SHIPPED = ""  # among the times of algorithms: the name of what was chosen

Place = collections.namedtuple("Place", "cls threads processors most when")
Cell = collections.namedtuple("Cell", "bytes predicted measured shipped")
Rule = collections.namedtuple("Rule", "operation bytes threads when algorithm reason")


def samples():
    """(operation, class, threads, processors) -> bytes -> algorithm -> [ns of each layout]."""
    found = collections.defaultdict(
        lambda: collections.defaultdict(lambda: collections.defaultdict(list))
    )
    for path in sorted((ROOT / "tune/measured").glob("*.txt")):
        for line in path.read_text().splitlines():
            if line.startswith("#"):
                continue
            _, threads, processors, operation, cls, size, *times = line.split()
            key = operation, cls, int(threads), int(processors)
            for algorithm, ns in (word.split("=") for word in times):
                found[key][int(size)][algorithm.rstrip("*")].append(float(ns))
                if algorithm.endswith("*"):
                    found[key][int(size)][SHIPPED] = algorithm.rstrip("*")
    return found


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def predictions(program, asked):
    """As samples; a number of ns, below 0 where the model is silent."""
    lines = "".join(" ".join(map(str, (*key, size))) + "\n" for key, size in asked)
    said = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    for line in said.splitlines():
        operation, cls, threads, processors, size, algorithm, ns = line.split()
        found[operation, cls, int(threads), int(processors)][int(size)][algorithm] = float(ns)
    return found


def sizes(operation, threads):
    """Of the model's own lines; of reduce and prefix_reduce all elements count."""
    times = threads if operation in ("reduce", "prefix_reduce") else 1
    return [times * 8 * 4**k for k in range(10)]


def asked_for(measured):
    keys = {(key, size) for key, by_size in measured.items() for size in by_size}
    for operation in OPERATIONS:
        for cls, threads, processors, _, _ in PLACES:
            key = operation, cls, threads, processors
            keys |= {(key, size) for size in sizes(operation, threads)}
    return sorted(keys)


def cells_of(key, measured, predicted):
    """By size: what is known of each algorithm that there is."""
    of_measured, of_model = measured.get(key, {}), predicted[key]

    def cell(size):
        described = {name: ns for name, ns in of_model[size].items() if ns >= 0}
        times = of_measured.get(size, {})
        known = {name: mean(ns) for name, ns in times.items() if name in of_model[size]}
        return Cell(size, described, known, times.get(SHIPPED))

    return [cell(size) for size in sorted(of_measured or of_model)]


def best(times):
    return min(times, key=times.get)


def model_choice(cell):
    """Of those that can serve: what could not was not measured."""
    able = {k: ns for k, ns in cell.predicted.items() if not cell.measured or k in cell.measured}
    return best(able) if able else best(cell.measured)


def path(cells):
    """The cheapest way through the sizes: a step costs the logarithm of how far its algorithm is
    behind, and each change a little more (Viterbi)."""

    def change(way, name):
        return CHANGE if way[1] and way[1][-1] != name else 0

    ways = {None: (0.0, [])}
    for cell in cells:
        times = cell.measured or cell.predicted
        least, own = min(times.values()), model_choice(cell)
        step = {}
        for name, ns in times.items():
            cost = math.log(ns / least) + (0 if name == (cell.shipped or own) else STRANGER)
            before = min(ways.values(), key=lambda way: way[0] + change(way, name))
            step[name] = (before[0] + change(before, name) + cost, before[1] + [name])
        ways = step
    return min(ways.values(), key=lambda way: way[0])[1]


def gain(cell, name):
    """How many times as long the model's choice takes."""
    return cell.measured[model_choice(cell)] / cell.measured[name] if cell.measured else 1.0


def runs(cells, chosen):
    """Runs of sizes with one choice: (first, end)."""
    starts = [i for i in range(len(cells)) if i == 0 or chosen[i] != chosen[i - 1]]
    return list(zip(starts, starts[1:] + [len(cells)]))


def keep_gains(cells, chosen):
    """A run that gains too little at each of its sizes goes back to the model's choice; one that
    was chosen on an idle machine stays."""
    for first, end in runs(cells, chosen):
        if all(cells[i].shipped == chosen[i] for i in range(first, end)):
            continue
        least = GAIN_ALONE if end - first == 1 else GAIN
        if max(gain(cells[i], chosen[i]) for i in range(first, end)) < least:
            chosen[first:end] = [model_choice(cell) for cell in cells[first:end]]
    return chosen


def crossing(cell, following, one, other):
    """The size up to which `one` serves: where their times cross, as straight lines in logarithms;
    else halfway."""
    share = 0.5
    tables = [c.measured or c.predicted for c in (cell, following)]
    if all(one in t and other in t for t in tables):
        before, after = (math.log(t[one] / t[other]) for t in tables)
        if before < 0 < after:
            share = before / (before - after)
    size = cell.bytes * (following.bytes / cell.bytes) ** share
    unit = 2 ** max(0, int(math.log2(size)) - 2)  # 8, 10, 12, 14, 16: two bits are enough
    return min(max(int(size / unit) * unit, cell.bytes), following.bytes - 1)


def reason(cells, names, first, end):
    at = max(range(first, end), key=lambda i: gain(cells[i], names[i]))
    most, size = gain(cells[at], names[at]), cells[at].bytes
    if most >= GAIN:
        return f"{model_choice(cells[at])} {most:.2f} at {size}"
    is_own = all(names[i] == model_choice(cells[i]) for i in range(first, end))
    return "model" if is_own else "kept"


def rules_of(operation, place, measured, predicted):
    key = (operation, place.cls, place.threads, place.processors)
    cells = [cell for cell in cells_of(key, measured, predicted) if cell.predicted or cell.measured]
    if not cells:
        return []
    chosen = keep_gains(cells, path(cells))
    rules = []
    for first, end in runs(cells, chosen):
        last = end == len(cells)
        most = 0 if last else crossing(cells[end - 1], cells[end], chosen[end - 1], chosen[end])
        why = reason(cells, chosen, first, end)
        rules.append(Rule(operation, most, place.most, place.when, chosen[first], why))
    return rules


def given():
    rules = []
    for line in (ROOT / "tune/given.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            operation, size, threads, when, algorithm, why = line.split("\t")
            rules.append(Rule(operation, int(size), int(threads), when, algorithm, why))
    return rules


def all_rules(measured, predicted):
    """Of an operation: given ones for nodes and one side's ALLSYNC, made ones, the rest."""
    rules, own = [], given()
    for operation in OPERATIONS:
        of_it = [rule for rule in own if rule.operation == operation]
        before = ("NODES", "ONE_PER_NODE", "ENTRY")
        first = [rule for rule in of_it if any(word in rule.when for word in before)]
        made = []
        for place in PLACES:
            made += rules_of(operation, Place(*place), measured, predicted)
        rules += first + made + [rule for rule in of_it if rule not in first]
    return rules


def rows_of(rules):
    """Rules that differ in size alone are a row, unless the next one has the same choices wherever
    it holds."""
    places = itertools.groupby(rules, lambda rule: (rule.operation, rule.threads, rule.when))
    rows = [list(row) for _, row in places]
    return [row for row, following in zip(rows, rows[1:] + [None]) if not covers(following, row)]


def covers(row, before):
    def choices(of):
        return [(rule.operation, rule.bytes, rule.algorithm) for rule in without_repeats(of)]

    if not row or choices(row) != choices(before):
        return False
    (wide, limit), (narrow, most) = ((conditions(of[0]), of[0].threads) for of in (row, before))
    return wide <= narrow and (not limit or 0 < most <= limit)


def conditions(rule):
    return set(rule.when.split(" | ")) - {"ANY"}


def without_repeats(row):
    """A choice that the next larger size has too is that one's."""
    following = row[1:] + [None]
    return [rule for rule, other in zip(row, following)
            if not other or other.algorithm != rule.algorithm]


HEAD = """\
/* Made by tune/rules.py (make select) from the cost model (cost_node.c), measured corrections
 * (tune/measured/) and given rules (tune/given.tsv): edit those.
 *
 * SELECT(operation, most threads, when, {most bytes, algorithm}...): the first choice of the first
 * line that holds, and whose algorithm fits, serves the call. 0: any. Bytes are nbytes of the call;
 * those of a reduction are all its elements'. when: ANY, or conditions of select.c joined by |. The
 * last line of an operation always holds. Behind a line are the reasons of its choices, or the one
 * of all: model; direct 1.34 at 32768: that choice of the model takes so many times as long at so
 * many bytes; kept: measured before, on an idle machine; or another.
 *
 * With more threads or nodes than UPCR_MEASURED_ (constants.h) the model for many chooses (cost.h),
 * but for NOSYNC. */
"""


def text_of(rules):
    lines = []
    for row in rows_of(rules):
        head, row = row[0], without_repeats(row)
        choices = "".join(f', {{{rule.bytes}, "{rule.algorithm}"}}' for rule in row)
        reasons = [rule.reason for rule in row]
        reasons = "; ".join(reasons if len(set(reasons)) > 1 else reasons[:1])
        place = f"{head.operation.upper()}, {head.threads}, {head.when}"
        lines.append(f"SELECT({place}{choices}) /* {reasons} */\n")
    return HEAD + "".join(lines) + "#undef SELECT\n"


def hits(measured, predicted, chosen_by):
    """Of the cells that were measured: choices within 10 % of the best, and all, by class and
    number of threads."""
    found = collections.defaultdict(lambda: [0, 0])
    for key in measured:
        for cell, name in chosen_by(key, cells_of(key, measured, predicted)):
            place = (key[1], key[2], key[3])
            found[place][1] += 1
            found[place][0] += cell.measured[name] <= GAIN * min(cell.measured.values())
    return found


def by_model(_, cells):
    return [(cell, model_choice(cell)) for cell in cells]


def by_rules(_, cells):
    return list(zip(cells, keep_gains(cells, path(cells))))


def accuracy(measured, predicted):
    """Of each algorithm that the model describes: predicted by measured time, in order."""
    ratios = collections.defaultdict(list)
    for key in measured:
        for cell in cells_of(key, measured, predicted):
            for name, ns in cell.predicted.items():
                if name in cell.measured:
                    ratios[name].append(ns / cell.measured[name])
    return {name: sorted(values) for name, values in ratios.items()}


def time(ns):
    for unit, word in ((1e6, "ms"), (1e3, "us")):
        if ns >= unit:
            return f"{ns / unit:.3g} {word}"
    return f"{ns:.0f} ns"


def size_word(size):
    for unit, word in ((1 << 20, "M"), (1 << 10, "K")):
        if size >= unit and size % unit == 0:
            return f"{size // unit}{word}"
    return str(size)


def hit_rows(measured, predicted):
    model, rules = hits(measured, predicted, by_model), hits(measured, predicted, by_rules)
    for cls, threads, processors in sorted(model):
        row, other = model[cls, threads, processors], rules[cls, threads, processors]
        yield f"| {cls} | {threads} | {processors} | {row[1]} | {row[0]} | {other[0]} |"
    total, total_rules = (sum(row[0] for row in of.values()) for of in (model, rules))
    count = sum(row[1] for row in model.values())
    shares = [f"{part} ({100 * part / count:.0f} %)" for part in (total, total_rules)]
    yield f"| all | | | {count} | {shares[0]} | {shares[1]} |"


def time_rows(measured, predicted):
    for key in sorted(measured, key=lambda key: (OPERATIONS.index(key[0]), key[1:])):
        operation, cls, threads, processors = key
        for cell in cells_of(key, measured, predicted):
            own, least = model_choice(cell), best(cell.measured)
            said = cell.predicted.get(own)
            yield (
                f"| {operation} | {cls} | {threads}/{processors} | {size_word(cell.bytes)}"
                f" | {own} |"
                f" {time(said) if said is not None else ''} | {time(cell.measured[own])} |"
                f" {least} | {time(cell.measured[least])} |"
                f" {cell.measured[own] / cell.measured[least]:.2f} |"
            )


PAGE_HEAD = """\
# The cost model of the collectives compared with measurements

Made by `make select` (tune/rules.py) from `tune/measured/`. [collectives.md](collectives.md) says
what the model is and how a call's algorithm is chosen.

A point is an operation, a class of modes (strong: ALLSYNC on both sides; loose: MYSYNC; free:
NOSYNC), a number of threads on a number of processors and a size. A choice is good if its time
is within 10 % of the least that any algorithm took there. `bench/published/collectives-model.md`
has all points.

"""

POINTS_HEAD = """\
# The cost model of the collectives at each measured point

Made by `make select` (tune/rules.py); docs/collectives-model.md has the summary. `threads` are
those of a job and processors. `choice` is the model's. The last column is the measured time of that
choice over the least time.

"""


def page(measured, predicted):
    rows = [PAGE_HEAD, "## How often a choice is good\n\n"]
    rows.append("| class | threads | processors | points | by the model alone | by select.def |\n")
    rows.append("| --- | --- | --- | --- | --- | --- |\n")
    rows += [row + "\n" for row in hit_rows(measured, predicted)]
    rows.append("\n## Predicted by measured time, of each algorithm\n\n")
    rows.append("| algorithm | points | first decile | median | last decile |\n")
    rows.append("| --- | --- | --- | --- | --- |\n")
    for name, values in sorted(accuracy(measured, predicted).items()):
        deciles = [values[int(share * (len(values) - 1))] for share in (0.1, 0.5, 0.9)]
        words = " | ".join(f"{value:.2f}" for value in deciles)
        rows.append(f"| {name} | {len(values)} | {words} |\n")
    return "".join(rows)


def points(measured, predicted):
    rows = [POINTS_HEAD]
    heads = "operation class threads bytes choice predicted measured best measured ratio".split()
    rows.append("| " + " | ".join(heads) + " |\n" + "| --- " * len(heads) + "|\n")
    rows += [row + "\n" for row in time_rows(measured, predicted)]
    return "".join(rows)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("predict")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    measured = samples()
    predicted = predictions(options.predict, asked_for(measured))
    made = {
        RULES: text_of(all_rules(measured, predicted)),
        PAGE: page(measured, predicted),
        POINTS: points(measured, predicted),
    }
    stale = [
        str(path.relative_to(ROOT))
        for path, text in made.items()
        if not path.exists() or path.read_text() != text
    ]
    if options.check:
        if stale:
            sys.exit(f"out of date: {', '.join(stale)}: make select")
        return
    for path, text in made.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
