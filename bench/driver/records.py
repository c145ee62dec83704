"""The output of a program, and the records that the driver keeps: lines of JSON
(bench/README.md)."""

import json
from dataclasses import asdict, dataclass


AMOUNTS = ("bytes", "messages")  # units other than time


@dataclass(frozen=True, order=True)
class Key:
    """The identity of a measurement. Values of one key, from repeated runs, are one series."""

    bench: str
    name: str
    system: str  # partita, c, pthread, pthread_mutex, mcs, openmp, openmpi, mpich
    layout: str  # processes x threads of each: "2x1"; "" where a system has none
    # "", or words: "static" (upcc -T), "far" (upcrun -pshm-width 1), "nodes", ...; or the algorithm
    # of a collective.
    variant: str
    threads: int
    n: int  # bytes; 0 where sizes have no meaning
    unit: str = "ns"  # or one of AMOUNTS

    @property
    def shape(self):
        """The shape of a layout, for any number of threads: processes, pthreads (of one process),
        mixed; "" without a layout."""
        if not self.layout:
            return ""
        processes, per = map(int, self.layout.split("x"))
        return "processes" if per == 1 else "pthreads" if processes == 1 else "mixed"


@dataclass(frozen=True)
class Value:
    """The batches of one run, and the machine's state during it."""

    key: Key
    repetition: int
    least: float
    median: float
    most: float
    disturbed: str = ""  # reason, if no attempt was undisturbed


class BadLine(ValueError):
    """A program printed something that is not a measurement."""


def parse(text, bench, contender, repetition, disturbed):
    """The values in the output of `contender`. BadLine if a line is not JSON."""
    return [
        _value(line, bench, contender, repetition, disturbed)
        for line in text.splitlines()
        if line.strip()
    ]


def _value(line, bench, contender, repetition, disturbed):
    try:
        fields = _plain(json.loads(line))
        unit = next((amount for amount in AMOUNTS if amount in fields), "ns")
        key = Key(
            bench,
            fields["name"],
            fields.get("system", contender.system),
            contender.layout,
            fields.get("variant", contender.variant),
            contender.threads,
            fields["n"],
            unit,
        )
        median = fields.get("median", fields[unit])
        return Value(key, repetition, fields[unit], median, fields.get("max", median), disturbed)
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BadLine(f"not a line of a measurement: {line!r} ({error!r})") from error


def _plain(fields):
    """The same in the form of include/measure.h: collectives/measure.h names operation, mode and
    size of a collective."""
    if "operation" not in fields:
        return fields
    return {
        "name": f"{fields['operation']}_{fields['mode']}",
        "n": fields["bytes"],
        "ns": fields["ns_least"],
        "median": fields["ns_median"],
        "max": fields.get("ns_most", fields["ns_median"]),
        **{name: fields[name] for name in ("variant",) if name in fields},
        **({"system": "c"} if fields["system"] == "c" else {}),
    }


def write(values, path):
    """Writes the values to `path`, a line of JSON each."""
    with open(path, "w", encoding="utf-8") as file:
        for value in values:
            flat = asdict(value)
            flat.update(flat.pop("key"))
            file.write(json.dumps(flat) + "\n")


def read(path):
    """The values that `write` wrote."""
    values = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = json.loads(line)
            key = Key(**{name: fields.pop(name) for name in Key.__dataclass_fields__})
            values.append(Value(key=key, **fields))
    return values
