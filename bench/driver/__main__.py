"""`make bench`: builds, runs and compares the programs, and writes bench/results/."""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

from . import programs, targets_picture
from .build import BENCH, TREE, Build, Builder, BuildFailed
from .catalogue import BENCHES
from .compare import BadTarget, judge, load_targets
from .machine import Machine
from .measure import measure
from .records import BadLine, write
from .report import Circumstances, page, tables
from .run import Limits, Runner, RunFailed
from .stats import series
from .store import Store, digest_of

INTERRUPTED = 130  # status after Ctrl-C, as of a shell
CONTINUES = (
    "the same command goes on after the last point that it finished, with RESTART=1 from the start"
)
DISTURBED_MOST = 0.25  # largest share of values on a published page, which marks them


def arguments(argv):
    names = ", ".join(bench.name for bench in BENCHES)
    parser = argparse.ArgumentParser(prog="driver", description=__doc__)
    parser.add_argument(
        "--only", default="", metavar="NAMES", help=f"benchmarks, separated by commas: {names}"
    )
    parser.add_argument("--quick", action="store_true", help="fewer threads, sizes and repetitions")
    parser.add_argument(
        "--smoke",
        action="store_true",
        help="--quick without MPI, each program once, of the applications one, whatever the "
        "machine's state",
    )
    parser.add_argument(
        "--class",
        dest="size",
        choices=("S", "W", "A", "B"),
        help="sizes of npb, hpcc, graph and genome (A; in short W), which are then part of apps",
    )
    parser.add_argument(
        "--blas",
        choices=(*programs.BLAS, "plain"),
        help="the library of HPL's products (the first of these that is installed)",
    )
    parser.add_argument(
        "--fft",
        choices=(*programs.FFT, "plain"),
        help="the library of the Fourier transform's lines (fftw3, if it is installed)",
    )
    parser.add_argument(
        "--restart", action="store_true", help="forget what an interrupted run measured"
    )
    parser.add_argument(
        "--results", type=Path, default=BENCH / "results", help="the folder to write (%(default)s)"
    )
    parser.add_argument("--no-pictures", action="store_true", help="do without matplotlib")
    parser.add_argument(
        "--publish",
        action="store_true",
        help="copy the page of a quiet run to bench/published/performance.md, or of some "
        "benchmarks to performance-NAMES.md there, and draw its picture for the book",
    )
    options = parser.parse_args(argv)
    options.page = page_name(options.only)
    if options.size and "apps" in options.only.split(","):
        options.only += "".join(f",{bench.name}" for bench in BENCHES if bench.named)
    return options


def page_name(only):
    """The published page of the benchmarks that the user named: performance.md is that of all."""
    return "-".join(["performance", *(bench.name for bench in chosen(only) if only)]) + ".md"


def chosen(only):
    """The benchmarks with these names; ends the program if a name is unknown."""
    wanted = [name for name in only.split(",") if name]
    unknown = set(wanted) - {bench.name for bench in BENCHES}
    if unknown:
        known = ", ".join(bench.name for bench in BENCHES)
        sys.exit(f"bench: no benchmark is called {', '.join(sorted(unknown))}; there are {known}")
    return [bench for bench in BENCHES if not wanted or bench.name in wanted]


def limits(options):
    if options.smoke:
        return Limits(repetitions=1, batches=1, attempts=1, patience=0)
    if options.quick:
        if options.publish:
            return Limits(repetitions=6, batches=5, attempts=2, patience=60, again=500)
        return Limits(repetitions=3, batches=10, attempts=2, patience=30, again=30)
    return Limits(repetitions=5, batches=30, attempts=4, patience=200, again=600)


def machine_of(builder, options):
    """Judges the machine's state; with one processor there is no round trip to measure."""
    probe = None
    if (os.cpu_count() or 1) > 1:
        probe = [builder.executable(Build("rivals/line.c", "cc", ("-pthread",)))]
    return None if options.smoke else Machine(probe)


def unfinished(options, runner):
    """The store of an unfinished run's points; None for a smoke run."""
    if options.smoke:
        return None
    sources = [path for ending in ("*.upc", "*.c", "*.h") for path in BENCH.rglob(ending)]
    code = digest_of([*sources, *(TREE / "lib").glob("*.a")])
    head = f"{code}, {runner.limits.repetitions} times {runner.limits.batches} batches"
    store = Store(options.results / "unfinished.jsonl", head, options.restart)
    if store.done:
        runner.say(
            f"goes on after {len(store.done)} points of an interrupted run (RESTART=1 forgets them)"
        )
    return store


def pictures(benches, values, options):
    if options.no_pictures:
        return ()
    import matplotlib

    matplotlib.use("Agg")
    from .plots import draw
    from .plots_layouts import draw_layouts
    from .plots_collectives import draw_operations, draw_winners
    from .plots_programs import draw_programs
    from .plots_testbed import draw_testbed

    names = [(bench, f"{bench.name}.svg") for bench in benches if bench.panels]
    drawn = [name for bench, name in names if draw(values, bench, options.results / name)]
    whole = [(bench, f"{bench.name}.svg") for bench in benches if bench.grid == "programs"]
    drawn += [name for bench, name in whole if draw_programs(values, bench, options.results / name)]
    drawn += draw_operations(values, options.results)
    drawn += draw_testbed(values, options.results)
    if draw_layouts(values, options.results / "layouts.svg"):
        drawn.append("layouts.svg")
    if draw_winners(values, options.results / "algorithms.svg"):
        drawn.append("algorithms.svg")
    return tuple(drawn)


def missing(runner):
    """The programs that were not done in time, each once."""
    return tuple(dict.fromkeys(runner.missing))


def save(benches, values, runner, machine, options):
    """Writes all results; returns the text of the page."""
    options.results.mkdir(parents=True, exist_ok=True)
    write(values, options.results / "values.jsonl")
    described = (machine or Machine(None)).description()
    if any(bench.name == "hpcc" for bench in benches):
        described["libraries"] = programs.libraries()
    (options.results / "machine.json").write_text(
        json.dumps(described, indent=1) + "\n", encoding="utf-8"
    )
    targets = [
        t
        for t in load_targets(BENCH / "targets.toml")
        if t.bench in {bench.name for bench in benches}
    ]
    outcomes = [judge(target, series(values)) for target in targets]
    drawn = pictures(benches, values, options)
    circumstances = Circumstances(
        described,
        runner.limits.repetitions,
        runner.limits.batches,
        runner.discarded,
        drawn,
        options.quick,
        tuple(f"{what} ({why})" for what, why in runner.left_out.items()),
        missing(runner),
    )
    text = page(benches, values, outcomes, circumstances)
    (options.results / "performance.md").write_text(text, encoding="utf-8")
    (options.results / "tables.md").write_text(tables(benches, values), encoding="utf-8")
    return text


def figures(benches, results, folder):
    """Copies the pictures of whole programs to `folder`/figures; returns the lines of the page that
    show them."""
    lines = []
    for bench in benches:
        picture = results / f"{bench.name}.svg"
        if bench.grid == "programs" and picture.exists():
            (folder / "figures").mkdir(exist_ok=True)
            shutil.copy(picture, folder / "figures" / picture.name)
            lines.append(
                f"\n![{bench.title}: time and speed-up by threads](figures/{picture.name})\n"
            )
    return "".join(lines)


def publish(text, values, options):
    """Copies the page to bench/published/ if the machine was quiet."""
    disturbed = sum(bool(v.disturbed) for v in values) / len(values)
    if options.smoke:
        sys.exit("bench: --smoke measures nothing that could be published: leave out --publish")
    if disturbed > DISTURBED_MOST:
        sys.exit(
            f"bench: {100 * disturbed:.0f} % of the values were taken on a disturbed machine, at "
            f"most {100 * DISTURBED_MOST:.0f} % may be in a published page; the same command, when "
            "the machine is quiet, repeats only what was disturbed"
        )
    target = targets_picture.PUBLISHED / options.page
    target.write_text(
        text + figures(chosen(options.only), options.results, target.parent), encoding="utf-8"
    )
    print(f"bench: wrote {target}")
    targets_picture.main()


def main(argv):
    options = arguments(argv)
    benches = [
        bench
        for bench in chosen(options.only)
        if options.only or not (options.smoke and bench.named)
    ]
    if options.size:
        os.environ["BENCH_CLASS"] = options.size
    if options.blas:
        os.environ["BENCH_BLAS"] = options.blas
    if options.fft:
        os.environ["BENCH_FFT"] = options.fft
    builder = Builder(os.environ.get("BENCH_FOLDER") or TREE / "bench")
    try:
        machine = machine_of(builder, options)
        runner = Runner(
            builder, machine, limits(options), lambda text: print(f"bench: {text}", file=sys.stderr)
        )
        if any(bench.name == "hpcc" for bench in benches):
            runner.say(programs.libraries())
        store = unfinished(options, runner)
        values = measure(benches, options, runner, store)
        text = save(benches, values, runner, machine, options)
    except (BuildFailed, RunFailed, BadLine, BadTarget, programs.NoLibrary) as error:
        sys.exit(f"bench: {error}")
    except KeyboardInterrupt:
        print(f"\nbench: interrupted; {CONTINUES}", file=sys.stderr)
        sys.exit(INTERRUPTED)
    print(text)
    print(f"bench: {options.results} has the page, the tables, the pictures and every value")
    if runner.missing:
        sys.exit(
            f"bench: missing: {'; '.join(missing(runner))}; the same command measures only these "
            "points again"
        )
    if options.publish:
        publish(text, values, options)
    if store:
        store.remove()


if __name__ == "__main__":
    main(sys.argv[1:])
