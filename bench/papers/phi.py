"""MPI and UPC on Xeon Phi (Mallon et al., MPI and UPC Broadcast, Scatter and Gather Algorithms in
Xeon Phi): forms of MPI libraries, each thread a process, beside those of UPC with the 60 threads of
a card in one process. The paper prints no numbers for the points of its figures."""

from judge import Section, Statement, about, less
from simulated import at_once

# A slow core's time to match a message is not printed: it is fitted to the order of gather.
MPI = "xeon_phi,process.threads=1,receive.overhead=8us"
UPC = "xeon_phi,eager.most=0"  # its collectives copy
NAMES = {
    "binomial": (MPI, "push_knomial:2"),
    "topology aware binomial": (MPI, "push_knomial_placed:2"),
    "recursive doubling": (MPI, "scatter_doubling"),
    "topology aware recursive doubling": (MPI, "scatter_doubling_placed"),
    "pull flat": (UPC, "pull_binomial_flat"),
    "pull dynamic": (UPC, "pull_binomial_dynamic"),
    "pull dynamic flat": (UPC, "pull_binomial_flat_dynamic"),
}
CARD = 60
COUNTS = [CARD * cards for cards in (1, 2, 4, 8, 16, 32, 64)]
LARGE = 480  # threads of broadcasts of 1 MiB
BLOCKS = 1920  # threads of scatter and gather


def broadcasts(machine):
    """Figures 2, 5 and 8."""
    section = Section(
        "phi_figure2", "Xeon Phi, figures 2 and 5: broadcast of 16 KiB", "us", axis="threads"
    )

    def run(name, threads, n=16384, platform=None):
        here, algorithm = NAMES[name]
        return machine.collective(platform or here, threads, "broadcast", [n], algorithm)[n] / 1000

    runs = [(name, threads) for name in NAMES for threads in COUNTS] + [
        (name, LARGE, 1048576) for name in NAMES
    ]
    split = f"{UPC},process.threads=30"
    runs += [
        ("pull dynamic flat", LARGE, 1048576, split),
        ("pull dynamic flat", LARGE, 16384, split),
    ]
    found = dict(zip(runs, at_once([lambda r=r: run(*r) for r in runs])))
    for name in NAMES:
        section.lines[name] = [(threads, found[name, threads]) for threads in COUNTS]
    section.statements = _broadcast_statements(found, split)
    return section


def _broadcast_statements(found, split):
    """What the paper says of its figures. found: us by (form, threads), by (form, threads, bytes)
    for 1 MiB, and with the platform `split` for two processes of 30 threads."""
    most = COUNTS[-1]
    medium = {name: found[name, most] for name in NAMES}
    large = {name: found[name, LARGE, 1048576] for name in NAMES}
    upc = [name for name in NAMES if NAMES[name][0] == UPC]
    return [
        less(
            "MPI, 16 KiB: topology aware binomial before binomial",
            medium["topology aware binomial"],
            medium["binomial"],
        ),
        less(
            "MPI, 16 KiB: binomial before topology aware recursive doubling",
            medium["binomial"],
            medium["topology aware recursive doubling"],
        ),
        less(
            "MPI, 1 MiB: recursive doubling comes closer to binomial",
            large["topology aware recursive doubling"] / large["binomial"],
            medium["topology aware recursive doubling"] / medium["binomial"],
        ),
        less(
            "UPC, 16 KiB: flat trees in the card before binomial ones",
            medium["pull flat"],
            medium["pull dynamic"],
        ),
        Statement(
            "UPC, 16 KiB: a plateau from 960 threads on",
            found["pull flat", most] / found["pull flat", 960],
            0.8,
            1.25,
        ),
        about(
            "UPC, 1 MiB: all about the same",
            1,
            max(large[name] for name in upc) / min(large[name] for name in upc),
        ),
        less(
            "UPC, 1 MiB: dynamic fragments are the best",
            min(large["pull dynamic"], large["pull dynamic flat"]),
            large["pull flat"],
        ),
        less(
            "1 MiB: topology aware binomial of MPI before UPC",
            large["topology aware binomial"],
            min(large[name] for name in upc),
        ),
        about(
            "1 MiB: two processes of 30 threads take half the time of one",
            2,
            large["pull dynamic flat"] / found["pull dynamic flat", LARGE, 1048576, split],
        ),
    ]


def scatter_gather(machine):
    """Figures 3, 4, 6 and 7: with 1920 threads in place of 15360."""
    section = Section(
        "phi_figure6",
        "Xeon Phi, figures 3, 4, 6 and 7: scatter and gather of 8 bytes and 1 KiB",
        "us",
    )
    forms = [
        ("scatter", MPI, "push_knomial:2"),
        ("scatter", UPC, "pull_binomial"),
        ("scatter", UPC, "pull_binomial_dynamic"),
    ]
    forms += [
        ("gather", MPI, "push_knomial:2"),
        ("gather", UPC, "pull_binomial"),
        ("gather", UPC, "push_binomial_static"),
    ]

    def run(operation, platform, name):
        return machine.collective(platform, BLOCKS, operation, [8, 1024], name, heap="8M")

    found = dict(zip(forms, at_once([lambda f=f: run(*f) for f in forms])))
    for (operation, platform, name), times in found.items():
        section.lines[f"{operation}, {'MPI' if platform == MPI else 'UPC'} {name}"] = [
            (n, ns / 1000) for n, ns in times.items()
        ]
    mpi_scatter, pull, dynamic, mpi_gather, pull_gather, fixed = found.values()
    section.statements = [
        Statement(
            "scatter, 1 KiB: UPC has up to 75 % more bandwidth",
            mpi_scatter[1024] / min(pull[1024], dynamic[1024]),
            1,
            1.75 * 1.25,
        ),
        Statement(
            "gather, 8 bytes: MPI takes up to 17 times as long",
            mpi_gather[8] / pull_gather[8],
            1,
            17 * 1.25,
        ),
        Statement(
            "gather, 1 KiB: MPI has down to a fifth of the bandwidth",
            mpi_gather[1024] / pull_gather[1024],
            1,
            5 * 1.25,
        ),
        less("gather, 1 KiB: whole blocks before fixed fragments", pull_gather[1024], fixed[1024]),
    ]
    return section


SECTIONS = [broadcasts, scatter_gather]
