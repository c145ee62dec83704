#!/usr/bin/env python3
"""Tables and figures of the papers on simulated machines: python3 papers.py UPCC UPCRUN FOLDER
[--quick] [PAPER...]

Writes FOLDER/papers.md and a picture of each section; progress goes to the terminal. PAPER is
numacol, xl_upc, gmtu, phi or pshm: those alone. --quick: whether all of it runs, with few threads:
the ratios mean nothing."""

import os
import sys
import time

import gmtu
import numacol
import phi
import pictures
import pshm
import xl_upc
from simulated import Machine

QUICK_MOST = 64  # threads of a job of --quick
PAPERS = {"numacol": numacol, "xl_upc": xl_upc, "gmtu": gmtu, "phi": phi, "pshm": pshm}


def sections_of(machine, names):
    for name in names:
        for make in PAPERS[name].SECTIONS:
            begin = time.monotonic()
            print(f"{name}: {make.__name__}", file=sys.stderr, flush=True)
            made = make(machine)
            yield from made if isinstance(made, list) else [made]
            print(
                f"{name}: {make.__name__} took {time.monotonic() - begin:.0f} s",
                file=sys.stderr,
                flush=True,
            )


def main():
    upcc, upcrun, folder, *names = sys.argv[1:]
    quick = "--quick" in names
    names = [name for name in names if name != "--quick"]
    unknown = set(names) - set(PAPERS)
    if unknown:
        sys.exit(f"{', '.join(sorted(unknown))}: not one of {', '.join(PAPERS)}")
    machine = Machine(upcc, upcrun, most=QUICK_MOST if quick else None)
    sections = list(sections_of(machine, names or PAPERS))
    for section in sections:
        pictures.draw(section, folder)
    table = [
        "| table or figure | points within 25 % | statements that hold |",
        "| --- | --- | --- |",
    ]
    page = f"Jobs have at most {QUICK_MOST} threads: no ratio means anything.\n\n" if quick else ""
    page += "\n".join(table + [section.summary() for section in sections]) + "\n\n"
    page += "\n".join(section.page() for section in sections)
    with open(os.path.join(folder, "papers.md"), "w") as file:
        file.write(page)
    print(page)


if __name__ == "__main__":
    main()
