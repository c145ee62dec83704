"""Who is faster than whom, and which targets are met."""

import tomllib
from dataclasses import dataclass
from typing import Optional

from .records import Key
from .stats import Ratio, ratio, summary

FIELDS = {"name", "system", "layout", "variant", "threads", "n"}


class BadTarget(ValueError):
    """bench/targets.toml says what nothing can be."""


@dataclass(frozen=True)
class Target:
    """`ours` must take at most `limit` times as long as the best of what `rival` selects."""

    title: str
    bench: str
    ours: dict
    rival: dict
    limit: float


@dataclass(frozen=True)
class Outcome:
    """What became of a target: not measured when `ratio` is None."""

    target: Target
    ours: Optional[Key] = None
    rival: Optional[Key] = None
    ratio: Optional[Ratio] = None

    @property
    def met(self):
        return self.ratio is not None and self.ratio.median <= self.target.limit


def load_targets(path):
    """The targets of a TOML file."""
    with open(path, "rb") as file:
        entries = tomllib.load(file).get("target", [])
    return [_target(entry) for entry in entries]


def _target(entry):
    try:
        target = Target(entry["title"], entry["bench"], entry["ours"], entry["rival"], float(entry["limit"]))
    except KeyError as error:
        raise BadTarget(f"a target lacks {error}: {entry}") from error
    for selector in (target.ours, target.rival):
        unknown = set(selector) - FIELDS
        if unknown:
            raise BadTarget(f"{target.title}: unknown {', '.join(sorted(unknown))}; known are {', '.join(sorted(FIELDS))}")
    return target


def selects(selector, key):
    """Whether each field that the selector names has its value, or one of its values. Variants must be asked for."""
    wanted = {"variant": "", **selector}
    for field, value in wanted.items():
        allowed = value if isinstance(value, list) else [value]
        if getattr(key, field) not in allowed:
            return False
    return True


def _best(found, bench, selector):
    """The key with the lowest median among those selected."""
    keys = [key for key in found if key.bench == bench and selects(selector, key)]
    return min(keys, key=lambda key: summary(found[key]).median, default=None)


def judge(target, found):
    """The outcome of a target for these series."""
    ours = _best(found, target.bench, {"system": "partita", **target.ours})
    rival = _best(found, target.bench, target.rival)
    if ours is None or rival is None:
        return Outcome(target, ours, rival)
    return Outcome(target, ours, rival, ratio(found[ours], found[rival]))


def orders(found):
    """What several systems did alike: (bench, name, threads, n) with the keys of it, fastest first."""
    groups = {}
    for key in found:
        groups.setdefault((key.bench, key.name, key.threads, key.n), []).append(key)
    contested = {what: keys for what, keys in groups.items() if len({key.system for key in keys}) > 1}
    return {what: sorted(keys, key=lambda key: summary(found[key]).median) for what, keys in contested.items()}
