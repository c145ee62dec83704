"""Statistics of repeated runs: median, minimum and maximum."""

from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Summary:
    """Summary of a series: the median of the runs' medians, the fastest batch, the slowest run's
    median."""

    median: float
    least: float
    most: float
    runs: int
    disturbed: int  # how many of `runs` were taken on a disturbed machine: all or none


def series(values):
    """Values by key, in the order of their first appearance."""
    found = {}
    for value in values:
        found.setdefault(value.key, []).append(value)
    return found


def undisturbed(values):
    """The values that were taken on an undisturbed machine."""
    return [v for v in values if not v.disturbed]


def usable(values):
    """The undisturbed values of a series, or all values if there is none."""
    return undisturbed(values) or values


def summary(values):
    """The summary of one series, which must not be empty."""
    if not values:
        raise ValueError("a series without values has no summary")
    used = usable(values)
    return Summary(
        median(v.median for v in used),
        min(v.least for v in used),
        max(v.median for v in used),
        len(used),
        sum(bool(v.disturbed) for v in used),
    )


@dataclass(frozen=True)
class Ratio:
    """Our time over the rival's, and the least and the largest of the repetitions that both
    have."""

    value: float  # their median, or that of the fastest batches
    least: float
    most: float
    pairs: int


def ratio(ours, rivals, plus=0.0):
    """The ratio of ours to theirs plus `plus`, by repetition, so that a disturbance of both
    cancels; None without a pair."""
    theirs = {v.repetition: v.median + plus for v in usable(rivals)}
    ratios = [
        v.median / theirs[v.repetition] for v in usable(ours) if theirs.get(v.repetition, 0) > 0
    ]
    return _ratio_of(ratios) if ratios else None


def ratio_of_fastest(ours, rivals):
    """The ratio of the fastest batches of all runs, for programs that compute: a processor that
    shares a core of the host with other guests is slower for seconds, which no sign shows. The
    range is that of the repetitions' fastest batches. None without a pair."""
    theirs = {v.repetition: v.least for v in usable(rivals)}
    ratios = [
        v.least / theirs[v.repetition] for v in usable(ours) if theirs.get(v.repetition, 0) > 0
    ]
    if not ratios:
        return None
    fastest = min(v.least for v in usable(ours)) / min(theirs.values())
    return Ratio(fastest, min(ratios), max(ratios), len(ratios))


def scaled(ours):
    """The values as a ratio to 1, for limits without a rival."""
    return _ratio_of([v.median for v in usable(ours)])


def _ratio_of(ratios):
    return Ratio(median(ratios), min(ratios), max(ratios), len(ratios))
