"""Pictures of published pages for the book: the distance of each target's worst point from its
limit. Without matplotlib, so a test can make them anywhere and compare: `python3 -m
driver.targets_picture`."""

import re
import sys
from collections import namedtuple
from html import escape
from math import log10
from pathlib import Path
from textwrap import wrap

BENCH = Path(__file__).resolve().parents[1]
PUBLISHED = BENCH / "published"
PICTURES = BENCH.parent / "docs" / "pictures"

Bar = namedtuple(
    "Bar", "what share met"
)  # share: the worst point's ratio, or value, over its limit

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
BYTES = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}

LABELS, BARS, RIGHT = 460, 320, 60  # pixels
LINE, GAP, TOP = 14, 8, 34
LEAST, MOST = 0.01, 4.0  # the axis; values beyond are drawn at its ends
MET, MISSED = "#2a7f8e", "#c8641e"


def bars(page):
    """The rows of the page's table of targets, in its order. ValueError if none was measured."""
    rows = re.findall(
        r"^\| (.*) \|$", page.split("## Targets", 1)[-1].split("\n## ", 1)[0], re.MULTILINE
    )
    found = [
        bar for bar in (_bar([cell.strip() for cell in row.split(" | ")]) for row in rows) if bar
    ]
    if not found:
        raise ValueError("the page has no measured target")
    return found


def _bar(cells):
    what, verdict = cells[0], cells[-1].strip("*")
    if verdict not in ("met", "not met"):
        return None  # the head of the table, or a target that was not measured
    ratio, limit = cells[3].split(" ")[0], cells[4]
    share = (
        float(ratio) / float(limit.split(" ")[0])
        if ratio
        else _quantity(cells[1]) / _quantity(limit)
    )
    return Bar(what, share, verdict == "met")


def _quantity(text):
    """A time or size with its unit, "3.67 ms (partita 4x1: start)": in nanoseconds or bytes."""
    number, unit = text.split(" ")[:2]
    return float(number) * {**NANOSECONDS, **BYTES}[unit.rstrip("*")]


def picture(title, found):
    """The SVG text: a bar a target on a logarithmic axis, with a line at the limit."""
    out, y = [], TOP
    for bar in found:
        lines = wrap(bar.what, 72)
        colour = MET if bar.met else MISSED
        for number, line in enumerate(lines):
            out.append(
                f'<text x="{LABELS - 8}" y="{y + 11 + number * LINE}" '
                f'text-anchor="end">{escape(line)}</text>'
            )
        width = max(1, _x(bar.share) - LABELS)
        out.append(
            f'<rect x="{LABELS}" y="{y}" width="{width:.0f}" height="{LINE}" fill="{colour}"/>'
        )
        out.append(
            f'<text x="{LABELS + width + 4:.0f}" y="{y + 11}">'
            f"{bar.share:.2f}{'' if bar.met else ' missed'}</text>"
        )
        y += LINE * len(lines) + GAP
    limit = _x(1)
    line = f'<line x1="{limit:.0f}" y1="{TOP - 6}" x2="{limit:.0f}" y2="{y}" stroke="#bbb"/>'
    caption = f'<text x="{limit:.0f}" y="{TOP - 10}" text-anchor="middle">limit</text>'
    head = f'<text x="4" y="16" font-weight="bold">{escape(title)}</text>'
    size = f'width="{LABELS + BARS + RIGHT}" height="{y + GAP}"'
    box = f'viewBox="0 0 {LABELS + BARS + RIGHT} {y + GAP}"'
    style = 'font-family="sans-serif" font-size="11"'
    body = "\n".join([head, caption, line, *out])
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {style}>'
    return f'{head}\n<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'


def _x(share):
    inside = min(max(share, LEAST), MOST)
    return LABELS + BARS * log10(inside / LEAST) / log10(MOST / LEAST)


def made(folder=PUBLISHED):
    """Pairs of a picture's path and its text, one for each page of the folder that has targets."""
    titles = {
        "performance": "On one machine",
        "performance-apps": "Whole programs",
        "performance-network": "Between nodes",
        "performance-nodes": "Collectives between nodes",
    }
    for page in sorted(folder.glob("performance*.md")):
        title = f"{titles.get(page.stem, page.stem)}: worst point of each target over its limit"
        text = page.read_text(encoding="utf-8")
        if "\n## Targets\n" in text:
            found = bars(text)
            yield PICTURES / f"{page.stem}.svg", picture(title, found)


def main():
    for path, text in made():
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    sys.exit(main())
