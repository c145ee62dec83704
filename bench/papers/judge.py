"""Compares the statements of a paper with the simulation.

A point is a figure that the paper prints. A statement is one of its sentences, about the ratio of
two times or bandwidths, which the simulation gives too. Points to which a platform is fitted are
shown but not judged."""

from dataclasses import dataclass, field

WITHIN = 0.25


def is_within(ratio):
    return 1 / (1 + WITHIN) <= ratio <= 1 + WITHIN


@dataclass
class Point:
    machine: str
    threads: int
    what: str
    n: int  # bytes, or 0
    paper: float
    ours: float
    fitted: bool = False

    @property
    def ratio(self):
        return self.ours / self.paper

    @property
    def good(self):
        return is_within(self.ratio)

    def row(self):
        note = "fitted" if self.fitted else "within" if self.good else ""
        size = str(self.n) if self.n else ""
        cells = [
            self.machine,
            self.threads,
            self.what,
            size,
            f"{self.paper:.4g}",
            f"{self.ours:.4g}",
            f"{self.ratio:.2f}",
            note,
        ]
        return "| " + " | ".join(str(cell) for cell in cells) + " |"


@dataclass
class Statement:
    """`words` of the paper, and the bounds `least` and `most` of the ratio that they describe."""

    words: str
    ours: float
    least: float = 0
    most: float = float("inf")

    @property
    def good(self):
        return self.least <= self.ours <= self.most

    @property
    def wanted(self):
        if self.most == float("inf"):
            return f"at least {self.least:.3g}"
        return (
            f"at most {self.most:.3g}"
            if self.least == 0
            else f"{self.least:.3g} to {self.most:.3g}"
        )

    def row(self):
        return (
            f"| {self.words} | {self.wanted} | {self.ours:.3g} | {'yes' if self.good else 'no'} |"
        )


def about(words, paper, ours):
    """A sentence that states the ratio."""
    return Statement(words, ours, paper / (1 + WITHIN), paper * (1 + WITHIN))


def less(words, smaller, larger):
    """A sentence that states which of two values is smaller."""
    return Statement(words, smaller / larger, most=1)


@dataclass
class Section:
    """A table or figure of a paper. `lines`: name -> [(x, ours)], for the picture; points go there
    too."""

    name: str
    title: str
    unit: str = ""
    points: list = field(default_factory=list)
    statements: list = field(default_factory=list)
    lines: dict = field(default_factory=dict)
    axis: str = "bytes"

    def page(self):
        page = [f"## {self.title}", ""]
        if self.points:
            page += [
                f"| machine | threads | what | bytes | paper, {self.unit} | simulated, {self.unit} "
                "| ratio | |"
            ]
            page += ["| --- | --- | --- | --- | --- | --- | --- | --- |"]
            page += [point.row() for point in self.points] + [""]
        if self.statements:
            page += [
                "| the paper says | ratio wanted | simulated | holds |",
                "| --- | --- | --- | --- |",
            ]
            page += [statement.row() for statement in self.statements] + [""]
        return "\n".join(page)

    def counts(self):
        """The number of points within 25 %, of judged points, of statements that hold, of all
        statements."""
        judged = [point for point in self.points if not point.fitted]
        return (
            sum(point.good for point in judged),
            len(judged),
            sum(statement.good for statement in self.statements),
            len(self.statements),
        )


def summary(sections):
    """A table: the numbers of points and statements that agree, by section and in all."""
    counts = [section.counts() for section in sections]
    rows = [(section.title, *count) for section, count in zip(sections, counts)]
    rows.append(("all", *(sum(column) for column in zip(*counts))))
    table = [
        "| table or figure | points within 25 % | statements that hold |",
        "| --- | --- | --- |",
    ]
    for title, good, judged, held, stated in rows:
        points = f"{good} of {judged}" if judged else ""
        statements = f"{held} of {stated}" if stated else ""
        table.append(f"| {title} | {points} | {statements} |")
    return "\n".join(table) + "\n"
