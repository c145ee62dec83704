"""Pictures of the test bed, one an operation, after those of the GMTU thesis (Figures 22 to 56):
the time of a call by size, for the forms of the reference implementation and the memory schemes;
with little and much computation between calls; with threads that compute unequally or start late;
and with MYSYNC and NOSYNC."""

from collections import defaultdict

from .stats import series, summary

# Title, the cases whose forms are in one panel: "default" is the same in all, and drawn once.
FORMS = (
    ("forms and memory schemes", (1, 2, 6)),
    ("element by element", (4, 5)),
    ("MYSYNC", (7, 9, 11)),
    ("NOSYNC", (8, 10, 12)),
)
CONDITIONS = (  # title, the cases whose conditions are compared for each form
    ("little (0) and much computation (1)", (0, 1)),
    ("computation alike (1), unequal (3), with a late start (13)", (1, 3, 13)),
)


def lines_of(values):
    """(operation, threads) -> title of a panel -> label -> points (n, median), for processes."""
    pictures = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for key, vs in series(values).items():
        operation, _, number = key.name.rpartition("_case")
        if key.bench != "testbed" or key.shape != "processes" or operation.endswith("_overall"):
            continue
        case, form, point = int(number), key.variant or key.system, (key.n, summary(vs).median)
        panels = pictures[operation, key.threads]
        for title, cases in FORMS:
            if case in cases and (form != "default" or case == cases[0]):
                panels[title][form].append(point)
        for title, cases in CONDITIONS:
            if case in cases:
                panels[title][f"{form}, {case}"].append(point)
    return {
        what: {title: lines for title, lines in panels.items() if len(lines) > 1}
        for what, panels in pictures.items()
        if panels
    }


def draw_testbed(values, folder):
    """Draws the panels to testbed-OPERATION-THREADS.svg; returns the names of the files."""
    from matplotlib import pyplot

    names = []
    for (operation, threads), panels in lines_of(values).items():
        figure, axes = pyplot.subplots(
            1, len(panels), figsize=(4.2 * len(panels), 3.8), squeeze=False
        )
        for axis, (title, lines) in zip(axes.flat, panels.items()):
            for label, points in lines.items():
                sizes, times = zip(*sorted(points))
                axis.plot(
                    sizes,
                    [t / 1000 for t in times],
                    "-o" if label.startswith("default") else "--x",
                    markersize=3,
                    linewidth=1,
                    label=label,
                )
            axis.set_xscale("log", base=2)
            axis.set_yscale("log")
            axis.set_title(title, fontsize=9)
            axis.set_xlabel("bytes", fontsize=8)
            axis.legend(fontsize=5)
            axis.grid(True, linewidth=0.3)
        axes[0][0].set_ylabel("microseconds a call", fontsize=8)
        figure.suptitle(f"{operation}, {threads} processes")
        figure.tight_layout()
        names.append(f"testbed-{operation}-{threads}.svg")
        figure.savefig(folder / names[-1])
        pyplot.close(figure)
    return names
