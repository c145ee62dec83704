"""Compares contenders, and judges targets."""

import tomllib
from dataclasses import dataclass, field
from typing import Optional

from .records import Key
from .stats import Ratio, ratio, scaled, summary

FIELDS = {"name", "system", "layout", "shape", "variant", "threads", "n"}
OWN = {"layout", "shape", "variant"}  # fields that a rival need not share
TOLERANCE = 1.05  # for targets with a share


class BadTarget(ValueError):
    """An entry of bench/targets.toml is invalid."""


@dataclass(frozen=True)
class Target:
    """`ours` must take at most `limit` times as long as the best contender that `rival` selects,
    plus `plus`; without a rival at most `limit`. It is judged at each value of the fields `each`,
    and the worst point counts. With a `share` below 1, that share of the points must reach the
    limit within 5 %. `fastest`: the fastest batches of all runs are compared."""

    title: str
    bench: str
    ours: dict
    rival: Optional[dict]
    limit: float
    plus: float = 0.0  # nanoseconds
    each: tuple = ("layout",)
    share: float = 1.0
    rival_bench: str = ""  # if it is not `bench`
    same: tuple = ()  # further fields in which the rival must be like ours
    less: dict = field(
        default_factory=dict
    )  # by how much fields of the rival are smaller: {"threads": 1}
    fastest: bool = False


@dataclass(frozen=True)
class Point:
    """Ours and the best rival at one value of the target's `each`."""

    ours: Key
    rival: Optional[Key]
    ratio: Ratio


@dataclass(frozen=True)
class Outcome:
    """The result of a target; without points it was not measured."""

    target: Target
    points: list = field(default_factory=list)

    @property
    def worst(self):
        return max(self.points, key=lambda point: point.ratio.value, default=None)

    @property
    def reached(self):
        """The number of points that reach the limit."""
        slack = TOLERANCE if self.target.share < 1 else 1.0
        return sum(point.ratio.value <= self.target.limit * slack for point in self.points)

    @property
    def met(self):
        return bool(self.points) and self.reached >= self.target.share * len(self.points)


def load_targets(path):
    """The targets of a TOML file."""
    with open(path, "rb") as file:
        entries = tomllib.load(file).get("target", [])
    return [_target(entry) for entry in entries]


def _target(entry):
    fields = dict(entry)
    try:
        target = Target(
            fields.pop("title"),
            fields.pop("bench"),
            fields.pop("ours"),
            fields.pop("rival", None),
            float(fields.pop("limit")),
            float(fields.pop("plus", 0)),
            tuple(fields.pop("each", ("layout",))),
            float(fields.pop("share", 1)),
            fields.pop("rival_bench", ""),
            tuple(fields.pop("same", ())),
            dict(fields.pop("less", {})),
            bool(fields.pop("fastest", False)),
        )
    except KeyError as error:
        raise BadTarget(f"a target lacks {error}: {entry}") from error
    if fields:
        raise BadTarget(f"{target.title}: unknown {', '.join(sorted(fields))}")
    for selector in (target.ours, target.rival or {}, target.each, target.same, target.less):
        unknown = set(selector) - FIELDS
        if unknown:
            raise BadTarget(
                f"{target.title}: unknown {', '.join(sorted(unknown))}; known are "
                f"{', '.join(sorted(FIELDS))}"
            )
    return target


def _agrees(wanted, value):
    """True if a value matches: a value, a list of values, {from, to} for numbers, "*" for any but
    the empty one."""
    if isinstance(wanted, dict):
        return wanted.get("from", value) <= value <= wanted.get("to", value)
    if wanted == "*":
        return value not in ("", 0)
    return value in wanted if isinstance(wanted, list) else value == wanted


def selects(selector, key):
    """True if each field that the selector names has its value, or one of its values. A key with a
    variant matches only if the selector names the variant."""
    wanted = {"variant": "", **selector}
    return all(_agrees(value, getattr(key, name)) for name, value in wanted.items())


def figure(target, values):
    """The time of a series that the target compares."""
    whole = summary(values)
    return whole.least if target.fastest else whole.median


def _best(target, found, keys):
    """The key with the lowest figure."""
    return min(keys, key=lambda key: figure(target, found[key]), default=None)


def _rivals_at(target, ours, rivals):
    """The rivals of our key. They agree with it in the fields of `same`, and in the fields of
    `each` that the rival's selector leaves open; in the fields of `less` they are smaller by so
    much. A rival's name may be made from the parts of ours: "{0}_plain"."""
    alike = set(target.each) - OWN - set(target.rival) - set(target.less) | set(target.same)
    names = _template(target.rival)
    return [
        key
        for key in rivals
        if all(getattr(key, name) == getattr(ours, name) for name in alike)
        and all(getattr(key, name) == getattr(ours, name) - by for name, by in target.less.items())
        and (not names or key.name == names.format(*ours.name.split("_")))
    ]


def _template(selector):
    name = selector.get("name", "")
    return name if isinstance(name, str) and "{" in name else ""


def judge(target, found):
    """The outcome of a target for these series."""
    groups = {}
    selector = {"system": "partita", **target.ours}
    for key in found:
        if key.bench == target.bench and selects(selector, key):
            groups.setdefault(tuple(getattr(key, name) for name in target.each), []).append(key)
    theirs = dict(target.rival or {})
    if _template(theirs):
        del theirs["name"]
    rivals = [
        key
        for key in found
        if key.bench == (target.rival_bench or target.bench) and selects(theirs, key)
    ]
    points = []
    for keys in groups.values():
        ours = _best(target, found, keys)
        if target.rival is None:
            points.append(Point(ours, None, scaled(found[ours])))
            continue
        rival = _best(target, found, _rivals_at(target, ours, rivals))
        if not rival:
            continue
        measured = ratio(found[ours], found[rival], target.plus, target.fastest)
        if measured:
            points.append(Point(ours, rival, measured))
    return Outcome(target, points)


def orders(found):
    """Measurements that several systems share: (bench, name, threads, n) with their keys, fastest
    first."""
    groups = {}
    for key in found:
        groups.setdefault((key.bench, key.name, key.threads, key.n), []).append(key)
    systems = {what: {key.system for key in keys} for what, keys in groups.items()}
    contested = {
        what: keys
        for what, keys in groups.items()
        if "partita" in systems[what] and len(systems[what]) > 1
    }
    return {
        what: sorted(keys, key=lambda key: summary(found[key]).median)
        for what, keys in contested.items()
    }
