"""Draws a section: our lines with the paper's points, and their ratio below."""

import os


def draw(section, folder):
    """Writes folder/papers_NAME.svg if there is something to draw; needs matplotlib."""
    if not section.lines:
        return
    from matplotlib import pyplot, rcParams, ticker

    rcParams["svg.hashsalt"] = section.name  # equal values make equal files

    heights = [3, 1] if section.points else [1]
    figure, axes = pyplot.subplots(
        len(heights), 1, figsize=(8, 7), sharex=True, height_ratios=heights, squeeze=False
    )
    axes = list(axes.flat)
    for name, values in section.lines.items():
        (line,) = axes[0].plot(*zip(*values), label=name, linewidth=1, marker=".")
        points = [point for point in section.points if label(point) == name]
        x = [point.n if section.axis == "bytes" else point.threads for point in points]
        axes[0].plot(x, [point.paper for point in points], "x", color=line.get_color())
        axes[-1].plot(
            x, [point.ratio for point in points], ".-", color=line.get_color(), linewidth=0.7
        )
    for axis in axes:
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axis.yaxis.set_minor_locator(ticker.NullLocator())
        for numbers in (axis.xaxis, axis.yaxis):
            numbers.set_major_formatter(lambda value, _: plain(value))
        axis.grid(True, linewidth=0.3)
    if section.points:
        axes[1].axhspan(0.8, 1.25, alpha=0.15)
        axes[1].set_ylabel("simulated / paper")
    axes[0].set_ylabel(section.unit + (" (x: the paper)" if section.points else ""))
    axes[-1].set_xlabel(section.axis)
    axes[0].set_title(section.title, fontsize=9)
    axes[0].legend(fontsize=6)
    path = os.path.join(folder, f"papers_{section.name}.svg")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def plain(value):
    """A number of an axis: 0.5, 64, 4K, 1M."""
    for unit, name in ((1 << 20, "M"), (1 << 10, "K")):
        if value >= unit and value % unit == 0:
            return f"{value / unit:g}{name}"
    return f"{value:g}" if value < 1e6 else f"{value:.0e}"


def label(point):
    """The line on which a point lies."""
    return f"{point.machine}, {point.what}"
