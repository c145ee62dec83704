"""A picture of a section: our lines with the paper's points, and their ratio below."""

import os


def draw(section, folder):
    """Writes folder/papers_NAME.svg where there is something to draw; needs matplotlib."""
    if not section.lines:
        return
    from matplotlib import pyplot

    figure, (above, below) = pyplot.subplots(2, 1, figsize=(8, 7), sharex=True, height_ratios=[3, 1])
    for name, values in section.lines.items():
        (line,) = above.plot(*zip(*values), label=name, linewidth=1, marker=".")
        points = [point for point in section.points if label(point) == name]
        x = [point.n if section.axis == "bytes" else point.threads for point in points]
        above.plot(x, [point.paper for point in points], "x", color=line.get_color())
        below.plot(x, [point.ratio for point in points], ".-", color=line.get_color(), linewidth=0.7)
    for axis in (above, below):
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.grid(True, linewidth=0.3)
    below.axhspan(0.8, 1.25, alpha=0.15)
    above.set_ylabel(section.unit + " (x: the paper)")
    below.set_ylabel("simulated / paper")
    below.set_xlabel(section.axis)
    above.set_title(section.title, fontsize=9)
    above.legend(fontsize=6)
    figure.savefig(os.path.join(folder, f"papers_{section.name}.svg"))
    pyplot.close(figure)


def label(point):
    """The line on which a point lies."""
    return f"{point.machine}, {point.what}"
