"""What a program prints and what the driver keeps of it: lines of JSON (bench/README.md)."""

import json
from dataclasses import asdict, dataclass


AMOUNTS = ("bytes", "messages")  # what a program measures other than time


@dataclass(frozen=True, order=True)
class Key:
    """What a value measures. Values of one key, from repeated runs, are one series."""

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
        """What layouts of different numbers of threads have in common: processes, pthreads (of one
        process), mixed; "" without one."""
        if not self.layout:
            return ""
        processes, per = map(int, self.layout.split("x"))
        return "processes" if per == 1 else "pthreads" if processes == 1 else "mixed"


@dataclass(frozen=True)
class Value:
    """One run's batches, and in which state of the machine it was taken."""

    key: Key
    repetition: int
    least: float
    median: float
    most: float
    disturbed: str = ""  # why, when no repetition came through undisturbed


class BadLine(ValueError):
    """A program printed something that is not a measurement."""


def parse(text, bench, contender, repetition, disturbed):
    """The values in what a program of `contender` printed; other lines than JSON are a mistake of
    the program."""
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
