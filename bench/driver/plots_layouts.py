"""A picture of processes against pthreads: for each number of threads, the time of each layout
relative to processes only (as in Figures 6 to 8 of the paper on hybrid runtimes)."""

from collections import defaultdict

from .stats import series, summary

SHOWN = {  # benchmark -> its representative names and sizes
    "access": {("read_walk_cyclic", 0)},
    "copy": {("upc_memput", 65536)},
    "ping_pong": {("ping_pong", 8), ("ping_pong", 65536)},
    "barrier": {("barrier", 0)},
    "locks": {("lock_alone", 0), ("lock_contended", 0)},
    "atomics": {("atomic_add_contended", 8)},
    "mpp": {("mpp_alltoall", 8192), ("mpp_allreduce", 8), ("mpp_broadcast", 32768)},
    "alloc": {("alloc_free", 64)},
    "start": {("start", 0)},
    "collectives": {
        (f"{operation}_{way}", n)
        for operation in ("broadcast", "gather_all", "exchange", "reduce_all")
        for way in ("synchronised", "streamed")
        for n in (8, 65536)
    },
}


def curves(values):
    """Threads -> label -> points (pthreads of a process, time relative to processes only); lines of
    one layout are left out."""
    found = {
        k: summary(vs).median
        for k, vs in series(values).items()
        if k.system == "partita" and k.layout
    }
    lines = defaultdict(dict)
    for key, median in found.items():
        if (key.name, key.n) in SHOWN.get(key.bench, ()) and key.variant in ("", "rotated"):
            label = key.name + (f" {key.n}" if key.n else "")
            lines[key.threads, label][int(key.layout.split("x")[1])] = median
    panels = defaultdict(dict)
    for (threads, label), times in lines.items():
        if len(times) > 1 and times.get(1, 0) > 0:
            panels[threads][label] = [(per, times[per] / times[1]) for per in sorted(times)]
    return panels


def draw_layouts(values, path):
    """Draws the curves to `path` (SVG); False if no program ran in several layouts."""
    from matplotlib import pyplot

    panels = {threads: lines for threads, lines in curves(values).items() if len(lines) > 1}
    if not panels:
        return False
    figure, axes = pyplot.subplots(1, len(panels), figsize=(5 * len(panels), 6), squeeze=False)
    for axis, (threads, lines) in zip(axes.flat, sorted(panels.items())):
        for number, (label, points) in enumerate(lines.items()):
            pers, ratios = zip(*points)
            axis.plot(
                pers, ratios, "-o" if number < 10 else "--x", markersize=3, linewidth=1, label=label
            )
        axis.axhline(1, color="black", linewidth=0.5)
        axis.set_xscale("log", base=2)
        axis.set_yscale("log", base=2)
        axis.set_xlabel("pthreads of a process")
        axis.set_title(f"{threads} threads: time relative to processes only", fontsize=9)
        axis.legend(fontsize=5)
        axis.grid(True, linewidth=0.3)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
    return True
