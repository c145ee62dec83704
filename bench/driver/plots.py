"""Pictures of a run: for each benchmark, times by size, or by threads if there are no sizes."""

from .stats import series, summary

COLUMNS = 3


def draw(values, bench, path):
    """Draws the benchmark's series to `path` (SVG); False if no line has two points."""
    from matplotlib import pyplot

    curves = _curves({k: v for k, v in series(values).items() if k.bench == bench.name})
    if not curves:
        return False
    rows = -(-len(curves) // COLUMNS)
    figure, axes = pyplot.subplots(rows, COLUMNS, figsize=(5 * COLUMNS, 3.6 * rows), squeeze=False)
    for axis in axes.flat[len(curves) :]:
        axis.set_visible(False)
    for axis, (title, lines) in zip(axes.flat, curves.items()):
        _panel(axis, title, lines)
    figure.suptitle(bench.title)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
    return True


def _curves(found):
    """Panels: title -> line's label -> points (x, summary). A panel needs two places on its x
    axis."""
    panels = {}
    for key, values in found.items():
        sized = sum(k.name == key.name and k.n != key.n for k in found) > 0
        title = (
            f"{key.name}, {key.threads} threads: {key.unit} over bytes"
            if sized
            else f"{key.name}: {key.unit} over threads"
        )
        parts = [key.system, key.variant]
        if key.system == "partita":
            parts.append(key.layout if sized else f"{_shape(key)}")
        label = " ".join(part for part in parts if part)
        x = key.n if sized else key.threads
        panels.setdefault(title, {}).setdefault(label, []).append((x, summary(values)))
    return {
        title: lines
        for title, lines in panels.items()
        if len({x for line in lines.values() for x, _ in line}) > 1
    }


def _shape(key):
    """Layouts with the same number of threads per process make one line."""
    return f"{key.layout.split('x')[1]} a process" if key.layout else ""


def _panel(axis, title, lines):
    for label, points in lines.items():
        points.sort(key=lambda point: point[0])
        x = [point[0] for point in points]
        middle = [point[1].median for point in points]
        low = [max(0.0, point[1].median - point[1].least) for point in points]
        high = [max(0.0, point[1].most - point[1].median) for point in points]
        axis.errorbar(
            x,
            middle,
            yerr=(low, high),
            label=label,
            marker="o",
            markersize=3,
            capsize=2,
            linewidth=1,
        )
    axis.set_xscale("log", base=2)
    axis.set_yscale("log")
    axis.set_title(title, fontsize=9)
    axis.legend(fontsize=6)
    axis.grid(True, linewidth=0.3)
