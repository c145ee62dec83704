"""Pictures of whole programs: time by threads, and speed-up with the ideal line."""

from .speedup import alone_of, row_of
from .stats import series, summary

COLUMNS = 4


def curves(values, bench):
    """Program -> contender -> points (threads, seconds), if there are at least two numbers of
    threads."""
    found = series(values)
    programs = {}
    for key in found:
        if key.bench == bench and key.unit == "ns":
            rows = programs.setdefault(key.name, {})
            rows.setdefault(row_of(key), {})[key.threads] = key
    return {
        name: {label: _points(of, rows, found) for label, of in rows.items()}
        for name, rows in programs.items()
        if len({threads for of in rows.values() for threads in of}) > 1
    }


def _points(of, rows, found):
    """The points of a contender; its line begins at one thread, which all layouts share."""
    alone = alone_of(of, [key for row in rows.values() for key in row.values()])
    of = {**({1: alone} if alone else {}), **of}
    return [(threads, summary(found[key]).median * 1e-9) for threads, key in of.items()]


def draw_programs(values, bench, path):
    """Draws the curves to `path` (SVG), times above and speed-ups below; False if no line has two
    points."""
    from matplotlib import pyplot

    programs = curves(values, bench.name)
    if not programs:
        return False
    bands = -(-len(programs) // COLUMNS)
    pyplot.rcParams["svg.fonttype"] = "none"  # text stays text: a tenth of the bytes
    figure, axes = pyplot.subplots(
        2 * bands, COLUMNS, figsize=(4 * COLUMNS, 6 * bands), squeeze=False
    )
    for axis in axes.flat:
        axis.set_visible(False)
    for number, (name, rows) in enumerate(programs.items()):
        band, column = divmod(number, COLUMNS)
        _panel(axes[2 * band][column], f"{name}: seconds", rows)
        _panel(axes[2 * band + 1][column], f"{name}: speed-up", _speedups(rows), straight=True)
    figure.suptitle(bench.title)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
    return True


def _speedups(rows):
    """Speed-ups over one thread of the same contender, or of the same system."""
    found = {}
    for label, points in rows.items():
        system = label.split()[0]
        own = dict(points).get(1)
        others = [dict(p).get(1) for other, p in rows.items() if other.split()[0] == system]
        alone = own or next((t for t in others if t), None)
        if alone:
            found[label] = [(x, alone / t) for x, t in points if t > 0]
    return found


def _panel(axis, title, rows, straight=False):
    axis.set_visible(True)
    for label, points in rows.items():
        xs, ys = zip(*sorted(points))
        axis.plot(xs, ys, "-o", markersize=3, linewidth=1, label=label)
    if straight and rows:
        most = max(x for points in rows.values() for x, _ in points)
        axis.plot([1, most], [1, most], color="black", linewidth=0.5)
    axis.set_xscale("log", base=2)
    axis.set_yscale("log", base=2)
    axis.set_title(title, fontsize=9)
    if rows:
        axis.legend(fontsize=5)
    axis.grid(True, linewidth=0.3)
