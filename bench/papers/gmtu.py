"""GMTU (Mishra and Seidel, High Performance UPC Collectives for Linux/Myrinet Platforms,
CS-TR-04-05): its test bed (bench/testbed) on its cluster, with our counterparts of GMTU's forms and
of the reference implementation's. The paper prints no numbers for the points of its figures; its
text says which form is faster. Of its two runtimes this is Berkeley's, in which all three use the
same messages."""

import json

from judge import Section, Statement, about, less
from simulated import at_once

# The forms of GMTU's library with registered memory (sections 5.3.1 to 5.3.6).
GMTU = {
    "broadcast": "push_knomial:2",
    "scatter": "push",
    "gather": "push",
    "gather_all": "push",
    "exchange": "push_partners",
    "permute": "push",
}
SIZES = [8, 1000, 4096, 65536]
COUNTS = [2, 16]
SHORT, NORMAL, SKEWED = 0, 1, 3  # of the test matrix, figure 21


class Testbed:
    """Nanoseconds of a call by threads, operation, case, algorithm and size."""

    def __init__(self, machine):
        program = machine.program("testbed/testbed.upc", "-DSIMULATED", "-I", machine.include())
        coll = ",".join(f"{operation}:{name}" for operation, name in GMTU.items())
        cases = f"cases={SHORT},{NORMAL},{SKEWED}"
        sizes = "sizes=" + ",".join(str(n) for n in SIZES)

        def run(threads, platform):
            return machine.run(platform, threads, program, sizes, cases, coll=coll, heap="8M")

        # GMTU's messages have the data with them; the reference implementation copies.
        platforms = {"myrinet": True, "myrinet,eager.most=0": False}
        runs = [(threads, platform) for threads in COUNTS for platform in platforms]
        self.times = {}
        for (threads, platform), lines in zip(runs, at_once([lambda r=r: run(*r) for r in runs])):
            for record in map(json.loads, lines):
                operation, case = record["name"].rsplit("_case", 1)
                is_gmtu = record["variant"] == "default"
                name = "gmtu" if is_gmtu else record["variant"]
                if is_gmtu == platforms[platform]:
                    self.times[threads, operation, int(case), name, record["n"]] = record["ns"]

    def __getitem__(self, key):
        return self.times[key]

    def ratio(self, threads, operation, n, one, other, case=NORMAL):
        return self[threads, operation, case, one, n] / self[threads, operation, case, other, n]


def operations(testbed):
    """Section 7.4, figures 31 to 52: computation of twice the call's time on all threads."""
    for operation in GMTU:
        name = f"gmtu_{operation}"
        section = Section(name, f"GMTU, section 7.4: upc_all_{operation}, 16 threads", "us")
        for form in ("gmtu", "pull", "push"):
            if (16, operation, NORMAL, form, SIZES[0]) in testbed.times:
                section.lines[form] = [
                    (n, testbed[16, operation, NORMAL, form, n] / 1000) for n in SIZES
                ]
        section.statements = list(STATEMENTS[operation](testbed))
        yield section


def broadcast(testbed):
    yield Statement(
        "2 threads, 4096 bytes: push is faster than pull",
        testbed.ratio(2, "broadcast", 4096, "push", "pull"),
        most=1,
    )
    for n in SIZES:
        yield Statement(
            f"16 threads, {n} bytes: GMTU is faster than push",
            testbed.ratio(16, "broadcast", n, "gmtu", "push"),
            most=1,
        )
        yield Statement(
            f"16 threads, {n} bytes: GMTU is faster than pull",
            testbed.ratio(16, "broadcast", n, "gmtu", "pull"),
            most=1,
        )


def scatter(testbed):
    yield Statement(
        "2 threads, 4096 bytes: push is faster than pull",
        testbed.ratio(2, "scatter", 4096, "push", "pull"),
        most=1,
    )
    yield about(
        "16 threads, 1000 bytes: GMTU's is comparable to push",
        1,
        testbed.ratio(16, "scatter", 1000, "gmtu", "push"),
    )
    small, large = (testbed.ratio(16, "scatter", n, "pull", "push") for n in (8, 65536))
    yield less("16 threads: pull does better beside push for large data", large, small)


def gather(testbed):
    yield about(
        "16 threads, 4096 bytes: GMTU's is comparable to push",
        1,
        testbed.ratio(16, "gather", 4096, "gmtu", "push"),
    )
    yield Statement(
        "16 threads, 4096 bytes: GMTU is no slower than pull",
        testbed.ratio(16, "gather", 4096, "gmtu", "pull"),
        most=1,
    )


def all_to_all(operation):
    def statements(testbed):
        for n in SIZES:
            yield Statement(
                f"16 threads, {n} bytes: GMTU is faster than push",
                testbed.ratio(16, operation, n, "gmtu", "push"),
                most=1,
            )
            yield Statement(
                f"16 threads, {n} bytes: push is faster than pull",
                testbed.ratio(16, operation, n, "push", "pull"),
                most=1,
            )

    return statements


def permute(testbed):
    yield about(
        "16 threads, 4096 bytes: GMTU's is comparable to push",
        1,
        testbed.ratio(16, "permute", 4096, "gmtu", "push"),
    )


STATEMENTS = {
    "broadcast": broadcast,
    "scatter": scatter,
    "gather": gather,
    "gather_all": all_to_all("gather_all"),
    "exchange": all_to_all("exchange"),
    "permute": permute,
}


def computation(testbed):
    """Section 7.5: computation of a tenth of the call's time, and one thread that computes ten
    times as long."""
    section = Section(
        "gmtu_computation", "GMTU, section 7.5: computation and skew, 16 threads", "us"
    )
    for operation in ("broadcast", "exchange"):
        for case, words in ((SHORT, "short"), (NORMAL, "long"), (SKEWED, "unequal")):
            section.lines[f"{operation}, {words}"] = [
                (n, testbed[16, operation, case, "gmtu", n] / 1000) for n in SIZES
            ]
        for form in ("gmtu", "push", "pull"):
            normal, short, skewed = (
                testbed[16, operation, case, form, 4096] for case in (NORMAL, SHORT, SKEWED)
            )
            section.statements.append(
                about(f"{operation}, {form}: short computation changes little", 1, short / normal)
            )
            section.statements.append(
                Statement(
                    f"{operation}, {form}: unequal computation makes calls longer",
                    skewed / normal,
                    1.25,
                )
            )
    return section


def all_sections(machine):
    testbed = Testbed(machine)
    return [*operations(testbed), computation(testbed)]


SECTIONS = [all_sections]
