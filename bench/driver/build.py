"""Compiles the programs of the benchmarks, each once, into one folder."""

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
TREE = BENCH.parent / os.environ.get("BUILD", "build")


@dataclass(frozen=True)
class Build:
    """A source under bench/ with its compiler and options."""

    source: str
    compiler: str  # upcc, cc, mpicc.openmpi, mpicc.mpich
    options: tuple = ()


class BuildFailed(RuntimeError):
    """A program does not compile."""


def tool(name):
    """The path of a tool of the built tree, or of a compiler; None if it is not installed."""
    if name in ("upcc", "upcrun"):
        return os.environ.get(name.upper(), str(TREE / "bin" / name))
    if name == "cc":
        return shutil.which(os.environ.get("CC", "cc"))
    return shutil.which(name)


class Builder:
    """Makes executables in `folder`."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.made = {}

    def executable(self, build):
        """The path of the executable of `build`."""
        if build not in self.made:
            self.made[build] = self._compile(build)
        return self.made[build]

    def _compile(self, build):
        code = hashlib.sha1(repr(build).encode()).hexdigest()[:8]
        target = str(self.folder / f"{Path(build.source).stem}-{code}")
        command = [tool(build.compiler), "-O2", f"-I{BENCH / 'include'}", *build.options]
        command += [str(BENCH / build.source), "-o", target, "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BuildFailed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return target
