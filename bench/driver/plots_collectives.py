"""Pictures of the collectives: latency and bandwidth of each operation by size, for ours and the
rivals, and the fastest algorithms."""

from collections import defaultdict

from .stats import series, summary


WAYS = ("synchronised", "streamed", "nosync")


def draw_operations(values, folder):
    """Draws a figure for each operation of the benchmark `collectives`; returns the names of the
    files."""
    found = {key: summary(vs) for key, vs in series(values).items() if key.bench == "collectives"}
    operations = defaultdict(dict)
    for key, s in found.items():
        operation, _, way = key.name.rpartition("_")
        if way in WAYS:
            operations[operation][key] = (way, s)
    names = []
    for operation, keys in operations.items():
        name = f"collectives-{operation}.svg"
        _operation(operation, keys, folder / name)
        names.append(name)
    return names


def _operation(operation, keys, path):
    from matplotlib import pyplot

    columns = sorted({(key.threads, way) for key, (way, _) in keys.items()})
    figure, axes = pyplot.subplots(
        2, len(columns), figsize=(3.6 * len(columns), 6.4), squeeze=False
    )
    for column, (threads, way) in enumerate(columns):
        lines = defaultdict(list)
        for key, (its_way, s) in keys.items():
            if (key.threads, its_way) == (threads, way):
                lines[f"{key.system} {key.layout}"].append((key.n, s.median))
        for label, points in sorted(lines.items()):
            points.sort()
            sizes, times = zip(*points)
            style = "-o" if label.startswith("partita") else "--x"
            axes[0][column].plot(
                sizes, [t / 1000 for t in times], style, markersize=3, linewidth=1, label=label
            )
            axes[1][column].plot(
                sizes, [n / t for n, t in points], style, markersize=3, linewidth=1, label=label
            )
        axes[0][column].set_title(f"{way}, {threads} threads", fontsize=9)
        for axis in (axes[0][column], axes[1][column]):
            axis.set_xscale("log", base=2)
            axis.set_yscale("log")
            axis.grid(True, linewidth=0.3)
            axis.legend(fontsize=5)
        axes[1][column].set_xlabel("bytes of a thread", fontsize=8)
    axes[0][0].set_ylabel("microseconds", fontsize=8)
    axes[1][0].set_ylabel("GB/s", fontsize=8)
    figure.suptitle(operation)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def draw_winners(values, path):
    """Draws the fastest algorithm of each point, and the library's choice relative to it; False if
    nothing was measured."""
    from matplotlib import pyplot

    rows = _winners(values)
    if not rows:
        return False
    sizes = sorted({n for cells in rows.values() for n in cells})
    figure, axis = pyplot.subplots(figsize=(2 + 1.5 * len(sizes), 0.5 + 0.28 * len(rows)))
    names = sorted({name for cells in rows.values() for name, _ in cells.values()})
    colours = pyplot.get_cmap("tab20")
    for y, (row, cells) in enumerate(rows.items()):
        for n, (name, behind) in cells.items():
            x = sizes.index(n)
            axis.add_patch(
                pyplot.Rectangle((x, y), 1, 1, color=colours(names.index(name) % 20), alpha=0.6)
            )
            axis.text(
                x + 0.5, y + 0.5, f"{name}\n{behind:.2f}", ha="center", va="center", fontsize=5
            )
    axis.set_xlim(0, len(sizes))
    axis.set_ylim(len(rows), 0)
    axis.set_xticks([x + 0.5 for x in range(len(sizes))], [str(n) for n in sizes], fontsize=6)
    axis.set_yticks([y + 0.5 for y in range(len(rows))], list(rows), fontsize=6)
    axis.set_title("the fastest algorithm, and how many times as long the choice takes", fontsize=8)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
    return True


def _winners(values):
    """Row -> size -> (the fastest algorithm, the choice's time over its)."""
    found = {
        key: summary(vs).median
        for key, vs in series(values).items()
        if key.bench == "algorithms" and key.variant
    }
    groups = defaultdict(dict)
    for key, median in found.items():
        groups[f"{key.name}, {key.layout}", key.n][key.variant] = median
    rows = defaultdict(dict)
    for (row, n), times in groups.items():
        choice = times.pop("default", None)
        if choice and times:
            name = min(times, key=times.get)
            rows[row][n] = (name, choice / times[name])
    return rows
