#!/usr/bin/env python3
"""Tables and figures of the papers on simulated machines: python3 papers.py UPCC UPCRUN FOLDER
[--quick] [--publish] [PAPER...]

Writes FOLDER/papers.md and a picture of each section; progress goes to the terminal. PAPER is
numacol, xl_upc, gmtu, phi or pshm: those alone. --quick: a test run with few threads; its ratios
mean nothing. --publish: the tables go to bench/published, the pictures to docs/pictures, and the
table of agreement to docs/papers.md."""

import os
import re
import sys
import time

import gmtu
import numacol
import phi
import pictures
import pshm
import xl_upc
from judge import summary
from simulated import Machine

QUICK_MOST = 64  # threads of a job of --quick
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PUBLISHED = os.path.join(ROOT, "bench", "published")
PICTURES = os.path.join(ROOT, "docs", "pictures")
BOOK = os.path.join(ROOT, "docs", "papers.md")
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


def renew_book(table):
    """Replaces the table below the heading Agreement by `table`."""
    with open(BOOK) as file:
        text = file.read()
    text = re.sub(r"(?s)(## Agreement\n\n).*?\n\n", lambda m: m[1] + table + "\n", text, count=1)
    with open(BOOK, "w") as file:
        file.write(text)


def main():
    upcc, upcrun, folder, *names = sys.argv[1:]
    quick, publish = "--quick" in names, "--publish" in names
    names = [name for name in names if name not in ("--quick", "--publish")]
    unknown = set(names) - set(PAPERS)
    if unknown:
        sys.exit(f"{', '.join(sorted(unknown))}: not one of {', '.join(PAPERS)}")
    if publish and (quick or names):
        sys.exit("all papers are published together, with all their threads")
    machine = Machine(upcc, upcrun, most=QUICK_MOST if quick else None)
    sections = list(sections_of(machine, names or PAPERS))
    for section in sections:
        pictures.draw(section, PICTURES if publish else folder)
    page = f"Jobs have at most {QUICK_MOST} threads: no ratio means anything.\n\n" if quick else ""
    if publish:
        page += "# The papers' tables on simulated machines\n\n"
        renew_book(summary(sections))
    page += summary(sections) + "\n" + "\n".join(section.page() for section in sections)
    with open(os.path.join(PUBLISHED if publish else folder, "papers.md"), "w") as file:
        file.write(page)
    print(page)


if __name__ == "__main__":
    main()
