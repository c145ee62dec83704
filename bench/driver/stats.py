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
    pairs: int  # repetitions that both have; without any, least and most are `value`


def ratio(ours, rivals, plus=0.0, fastest=False):
    """The ratio of ours to theirs plus `plus`, by repetition, so that a disturbance of both
    cancels; None without a pair. `fastest`: that of the fastest batches of all runs, for programs
    that compute (bench/README.md, "How it measures"); it needs no pair: a long rival runs less
    often, and the repetition that both ran may be a disturbed one of ours."""

    def time(value):
        return value.least if fastest else value.median

    own = {v.repetition: time(v) for v in usable(ours)}
    theirs = {v.repetition: time(v) + plus for v in usable(rivals) if time(v) + plus > 0}
    ratios = [own[k] / theirs[k] for k in own if k in theirs]
    if fastest and own and theirs:
        value = min(own.values()) / min(theirs.values())
    elif ratios:
        value = median(ratios)
    else:
        return None
    return Ratio(value, min(ratios, default=value), max(ratios, default=value), len(ratios))


def scaled(ours):
    """The values as a ratio to 1, for limits without a rival."""
    times = [v.median for v in usable(ours)]
    return Ratio(median(times), min(times), max(times), len(times))
