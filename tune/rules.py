#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes runtime/src/coll/choice/select.def, docs/collectives-model.md and the table of all points,
bench/published/collectives-model.md.

    rules.py PREDICT [--check]

PREDICT is runtime/test/coll/predict.c, built: the cost model. The choices are those that
tune/measured/ has as the fastest, with few changes from size to size, and others than the model's
only if they gain 10 %; where nothing was measured, the model's. Rules that neither knows are in
tune/given.tsv, each with its reason.

--check: is what is in the tree what would be made?
"""

import argparse
import collections
import itertools
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "runtime/src/coll/choice/select.def"
PAGE = ROOT / "docs/collectives-model.md"
POINTS = ROOT / "bench/published/collectives-model.md"

OPERATIONS = (ROOT / "tune/operations.txt").read_text().split()
GAIN = 1.10  # of others than the model's choice
CHANGE = 0.2  # of algorithm from one size to the next: a logarithm of times
LAST = 2  # sizes that the last one counts for: its choice is that of all beyond
SLOWEST = 2  # of the least time: what tune/measured/ leaves out takes longer
EXCLUSIVE = (
    ({"FREE"}, {"LOOSE"}, {"STRONG", "CLOSE", "ENTRY"}),
    ({"OVERSUBSCRIBED"}, {"DEDICATED", "CLOSE"}),
)
ELSEWHERE = {"tiers", "leaders", "buffered", "packets"}  # of several nodes, or of the papers alone
OPEN = 2  # multiple of the least predicted time up to which upctune measures (tune/measure.upc)
DEDICATED = 16  # threads with a processor each, for which rules are made; beyond, the model

# The rules to make, in their order: conditions, most threads of the rule (0: any), and what they
# are made from: class of modes, threads, processors. Several places count alike. Threads with a
# processor each beyond the measured machine's are the model's alone.
PLACES = [
    ("CLOSE", 2, [("strong", 2, 2)]),
    ("CLOSE", 0, [("strong", 4, 4)]),
    ("OVERSUBSCRIBED | STRONG", 0, [("strong", 4, 2), ("strong", 8, 2)]),
    ("LOOSE | DEDICATED", 2, [("loose", 2, 2)]),
    ("LOOSE | DEDICATED", 0, [("loose", 4, 4)]),
    ("LOOSE", 0, [("loose", 4, 2), ("loose", 8, 2)]),
    ("FREE | DEDICATED", 2, [("free", 2, 2)]),
    ("FREE | DEDICATED", DEDICATED, [("free", 4, 4)]),
    ("FREE | OVERSUBSCRIBED", 0, [("free", 4, 2), ("free", 8, 2)]),
]

Cell = collections.namedtuple("Cell", "bytes predicted measured")
Rule = collections.namedtuple("Rule", "operation bytes threads when algorithm reason")


def samples():
    """Of each run: (operation, class, threads, processors) -> bytes -> algorithm -> ns."""
    found = []
    for path in sorted((ROOT / "tune/measured").glob("*.txt")):
        run = collections.defaultdict(dict)
        for line in path.read_text().splitlines():
            if not line.startswith("#"):
                threads, processors, operation, cls, size, *times = line.split()
                key = operation, cls, int(threads), int(processors)
                times = [word.split("=") for word in times]
                run[key][int(size)] = {name: float(ns) for name, ns in times}
        found.append(run)
    return found


def of_all(runs):
    """The same of all runs together."""
    keys = {key for run in runs for key in run}
    return {key: {size: together([run[key].get(size) for run in runs])
                  for size in set().union(*(run[key] for run in runs))} for key in keys}


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def predictions(program, asked):
    """As samples, below 0 where the model is silent."""
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
        for _, _, places in PLACES:
            for place in places:
                keys |= {((operation, *place), size) for size in sizes(operation, place[1])}
    return sorted(keys)


def cells_of(key, measured, predicted):
    """By size: what is known of each algorithm that there is."""
    of_measured, of_model = measured.get(key, {}), predicted[key]

    def cell(size):
        described = {name: ns for name, ns in of_model[size].items()
                     if ns >= 0 and name not in ELSEWHERE}
        times = of_measured.get(size, {})
        known = {name: ns for name, ns in times.items()
                 if name in of_model[size] and name not in ELSEWHERE}
        return Cell(size, described, known)

    cells = [cell(size) for size in sorted(of_measured or of_model)]
    return [cell for cell in cells if cell.predicted or cell.measured]


def together(tables):
    """Of each algorithm the mean of its times in several tables."""
    tables = [table for table in tables if table]
    names = dict.fromkeys(name for table in tables for name in table)
    slow = [SLOWEST * min(table.values()) for table in tables]
    return {name: mean([table.get(name, most) for table, most in zip(tables, slow)])
            for name in names}


def joined(operation, places, measured, predicted):
    """The cells of several places, by size."""
    by_size = collections.defaultdict(list)
    for place in places:
        for cell in cells_of((operation, *place), measured, predicted):
            by_size[cell.bytes].append(cell)
    return [Cell(size, together([able(cell) for cell in cells]),
                 together([cell.measured for cell in cells]))
            for size, cells in sorted(by_size.items())]


def best(times):
    return min(times, key=times.get)


def able(cell):
    """Predicted times of those that can serve: what could not was not measured."""
    return {k: ns for k, ns in cell.predicted.items() if not cell.measured or k in cell.measured}


def model_choice(cell):
    return best(able(cell) or cell.measured)


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
            cost = math.log(ns / least * (1 if name == own else GAIN))
            cost *= LAST if cell is cells[-1] else 1
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
    return "model" if is_own else "as beside"


def rules_of(operation, place, measured, predicted):
    when, most_threads, places = place
    cells = joined(operation, places, measured, predicted)
    chosen = path(cells)
    rules = []
    for first, end in runs(cells, chosen):
        last = end == len(cells)
        most = 0 if last else crossing(cells[end - 1], cells[end], chosen[end - 1], chosen[end])
        why = reason(cells, chosen, first, end)
        rules.append(Rule(operation, most, most_threads, when, chosen[first], why))
    return rules


def given():
    rules = []
    for line in (ROOT / "tune/given.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            operation, size, threads, when, algorithm, why = line.split("\t")
            if operation not in OPERATIONS:
                sys.exit(f"tune/given.tsv: '{operation}' is not in tune/operations.txt")
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
            made += rules_of(operation, place, measured, predicted)
        rules += first + made + [rule for rule in of_it if rule not in first]
    return rules


def rows_of(rules):
    """Rules that differ in size alone are a row, unless a later one has the same choices wherever
    it holds, and none between them holds there."""
    places = itertools.groupby(rules, lambda rule: (rule.operation, rule.threads, rule.when))
    rows = [list(row) for _, row in places]
    return [row for i, row in enumerate(rows) if not is_repeated(row, rows[i + 1 :])]


def is_repeated(row, later):
    following = next((other for other in later if not are_apart(row[0], other[0])), None)
    return following is not None and covers(following, row)


def are_apart(one, other):
    """Never do both rules hold."""
    holding = conditions(one) | conditions(other)
    return one.operation != other.operation or any(
        sum(bool(holding & words) for words in exclusive) > 1 for exclusive in EXCLUSIVE)


def covers(row, before):
    def choices(of):
        return [(rule.bytes, rule.algorithm) for rule in without_repeats(of)]

    (wide, limit), (narrow, most) = ((conditions(of[0]), of[0].threads) for of in (row, before))
    return choices(row) == choices(before) and wide <= narrow and (not limit or 0 < most <= limit)


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
 * many bytes; as beside: that of other sizes, about as fast as the model's; or another.
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


def holding(key):
    """The conditions that hold there, as far as PLACES and tune/given.tsv have them."""
    _, cls, threads, processors = key
    place = "OVERSUBSCRIBED" if threads > processors else "DEDICATED"
    return {cls.upper(), place} | ({"CLOSE"} if (cls, place) == ("strong", "DEDICATED") else set())


def by_model(_, cell):
    return model_choice(cell)


def by_table(rules):
    """As select.c chooses."""

    def choice(key, cell):
        return next(rule.algorithm for rule in rules
                    if rule.operation == key[0] and (not rule.bytes or cell.bytes <= rule.bytes)
                    and (not rule.threads or key[2] <= rule.threads)
                    and conditions(rule) <= holding(key))

    return choice


def hits(measured, predicted, choice):
    """Of the cells that were measured: choices within 10 % of the best, by class and threads."""
    found = collections.Counter()
    for key in measured:
        for cell in cells_of(key, measured, predicted):
            ns = cell.measured.get(choice(key, cell), math.inf)
            found[key[1:]] += ns <= GAIN * min(cell.measured.values())
    return found


def again(runs, predicted):
    """How often, on average, the best of one run is good in another; and a table made from it."""
    best_of, table_of = collections.Counter(), collections.Counter()
    pairs = list(itertools.permutations(runs, 2))
    for made, at in pairs:
        best_of += hits(at, predicted, lambda key, cell: best(made[key][cell.bytes]))
        table_of += hits(at, predicted, by_table(all_rules(made, predicted)))
    return [collections.Counter({place: count // len(pairs) for place, count in of.items()})
            for of in (table_of, best_of)]


def among_open(measured, predicted):
    """Points at which upctune would measure an algorithm within 10 % of the best."""
    found = 0
    for key in measured:
        for cell in cells_of(key, measured, predicted):
            most = OPEN * min(able(cell).values(), default=math.inf)
            found += any(ns <= GAIN * min(cell.measured.values())
                         and cell.predicted.get(name, 0) <= most
                         for name, ns in cell.measured.items())
    return found


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


def hit_rows(runs, measured, predicted):
    count = collections.Counter(key[1:] for key, by_size in measured.items() for _ in by_size)
    found = [hits(measured, predicted, by_model),
             hits(measured, predicted, by_table(all_rules(measured, predicted))),
             *again(runs, predicted)]
    for place in sorted(count):
        shares = " | ".join(str(of[place]) for of in found)
        yield "| " + " | ".join(map(str, place)) + f" | {count[place]} | {shares} |"
    all_points = sum(count.values())
    totals = (sum(of.values()) for of in found)
    shares = " | ".join(f"{total} ({100 * total / all_points:.0f} %)" for total in totals)
    yield f"| all | | | {all_points} | {shares} |"


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

PAGE_AGAIN = """
All points were measured in two runs, each in rounds, in which the program writes and reads the data
between calls, and in bare calls. A time is their geometric mean. *Another's table*: by a table made
from one run, at the points of the other. *Another's best*: the algorithm that was the fastest in
one run, in the other. That is how far a measurement agrees with itself.

upctune measures the algorithms that the model puts within {} times the best. At {} of {} points
({:.0f} %) one of them is good.
"""

POINTS_HEAD = """\
# The cost model of the collectives at each measured point

Made by `make select` (tune/rules.py); docs/collectives-model.md has the summary. `threads` are
those of a job and processors. `choice` is the model's. The last column is the measured time of that
choice over the least time.

"""


def page(runs, measured, predicted):
    rows = [PAGE_HEAD, "## How often a choice is good\n\n"]
    heads = "by the model alone", "by select.def", "another's table", "another's best"
    heads = "class threads processors points".split() + list(heads)
    rows.append("| " + " | ".join(heads) + " |\n" + "| --- " * len(heads) + "|\n")
    rows += [row + "\n" for row in hit_rows(runs, measured, predicted)]
    count, good = sum(map(len, measured.values())), among_open(measured, predicted)
    rows.append(PAGE_AGAIN.format(OPEN, good, count, 100 * good / count))
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
    runs = samples()
    measured = of_all(runs)
    predicted = predictions(options.predict, asked_for(measured))
    made = {
        RULES: text_of(all_rules(measured, predicted)),
        PAGE: page(runs, measured, predicted),
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
