"""The points of an unfinished run: a line of JSON for each, in the folder of the results. A run of
the same library, programs and limits continues there, so a long run may be interrupted."""

import hashlib
import json
from dataclasses import asdict

from .records import Key, Value


class Store:
    """The finished points, by their contenders."""

    def __init__(self, path, head, restart=False):
        """`head` identifies the run: points under another head are ignored."""
        self.path = path
        self.done = {} if restart else _read(path, head)
        if not self.done:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"head": head}) + "\n", encoding="utf-8")
        elif not path.read_bytes().endswith(b"\n"):
            with open(path, "a", encoding="utf-8") as file:
                file.write("\n")  # the line that was cut off ends here

    def find(self, bench, point):
        """The values of a point and its failed rivals, or None."""
        return self.done.get(_name(bench, point))

    def add(self, bench, point, values, left_out):
        """Stores a finished point. `left_out`: failures of rivals so far -> reason."""
        line = json.dumps(
            {
                "point": _name(bench, point),
                "left_out": left_out,
                "values": [asdict(v) for v in values],
            }
        )
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(line + "\n")

    def remove(self):
        """The run is finished."""
        self.path.unlink(missing_ok=True)


def digest_of(paths):
    """A digest of files' contents, in the order of their names."""
    found = hashlib.sha1()
    for path in sorted(paths):
        found.update(f"{path.name} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _name(bench, point):
    return f"{bench} {hashlib.sha1(repr(point).encode()).hexdigest()}"


def _read(path, head):
    """The points of the file, without an incomplete last line."""
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        if json.loads(first) != {"head": head}:
            return {}
    except (OSError, ValueError):
        return {}
    done = {}
    for line in lines:
        try:
            fields = json.loads(line)
            done[fields["point"]] = (
                [_value(flat) for flat in fields["values"]],
                fields["left_out"],
            )
        except (ValueError, KeyError, TypeError):
            continue
    return done


def _value(fields):
    return Value(key=Key(**fields.pop("key")), **fields)
