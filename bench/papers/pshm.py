"""Hybrid PGAS runtime (Blagojevic et al., Hybrid PGAS Runtime Support for Multicore Nodes): the 16
threads of a node of Ranger as processes, pthreads and mixes. Threads of a process share a network
endpoint and wait for its lock. The text prints ratios of figures 2, 3, 6 and 8. Table 2 times
active messages between processes of a node; here such threads share memory and send no message."""

from judge import Point, Section, Statement, about, less
from simulated import at_once

NODE = 16
# Threads of a process -> microseconds for which a thread holds the lock. Where a process spans
# sockets it is fitted to the 27 us that a message of 8 bytes takes; within one it is assumed.
LOCKS = {16: 2.4, 8: 2.4, 4: 0.1, 1: 0}
SIZES = [8, 512, 4096, 32768, 262144]


def mix(threads):
    """The platform with so many threads in a process."""
    return f"ranger,process.threads={threads},process.lock={LOCKS[threads]}us"


def name_of(threads):
    return f"{threads}T-{NODE // threads}P"


def messages(machine):
    section = Section(
        "pshm_figure3",
        "Hybrid PGAS, figures 2 and 3: puts of 128 threads between pairs of nodes",
        "us",
    )
    program = machine.program("papers/injection.upc")
    runs = [(threads, n) for threads in LOCKS for n in SIZES]

    def run(threads, n):
        return [
            int(ns) for ns in machine.run(mix(threads), 8 * NODE, program, n, 10, NODE)[0].split()
        ]

    found = dict(zip(runs, at_once([lambda r=r: run(*r) for r in runs])))
    waited = {key: ns[0] for key, ns in found.items()}
    begun = {key: ns[1] for key, ns in found.items()}
    for threads in LOCKS:
        section.lines[name_of(threads)] = [(n, waited[threads, n] / 1000) for n in SIZES]
    section.points = [Point("ranger", 128, "injection, 16T-1P", 8, 27, begun[16, 8] / 1000, True)]
    gains = [waited[16, n] / waited[1, n] for n in SIZES]
    section.statements = [
        about(
            "beginning a put: pthreads take up to 8 times as long (32 KiB)",
            8,
            begun[16, 32768] / begun[1, 32768],
        ),
        about(
            "processes have up to 5 times the bandwidth for small and medium messages",
            5,
            max(gains[:3]),
        ),
        about("for large messages all are similar (256 KiB)", 1, gains[-1]),
        less(
            "4T-4P, whose processes do not span sockets, before 8T-2P (512 bytes)",
            waited[4, 512],
            waited[8, 512],
        ),
    ]
    return section


def collectives(machine):
    """Figure 8: broadcast and all-to-all; the best mix against pthreads only."""
    section = Section(
        "pshm_figure8", "Hybrid PGAS, figure 8: broadcast, 128 threads of Ranger", "us"
    )
    sizes = [8, 1024, 16384, 131072]

    def run(threads):
        return machine.collective(mix(threads), 8 * NODE, "broadcast", sizes)

    found = dict(zip(LOCKS, at_once([lambda t=t: run(t) for t in LOCKS])))
    for threads, times in found.items():
        section.lines[name_of(threads)] = [(n, ns / 1000) for n, ns in times.items()]
    gains = [found[16][n] / found[4][n] for n in sizes]
    section.statements = [
        Statement(
            "4T-4P has up to 2.3 times the performance of 16T-1P",
            max(gains),
            2.3 / 1.25,
            2.3 * 1.25,
        ),
        Statement(
            "processes are no worse than pthreads for large data (128 KiB)",
            found[1][131072] / found[16][131072],
            most=1,
        ),
        Statement(
            "processes are slightly worse than pthreads for small data (8 bytes)",
            found[1][8] / found[16][8],
            1,
            1.25,
        ),
    ]
    return section


SECTIONS = [messages, collectives]
