#!/usr/bin/env python3
"""Makes docs/options.md, docs/variables.md and docs/library.md.

    reference.py BIN FOLDER

BIN has the tools, whose --help and -show-env the first two come from; the third comes from the
texts of the language server and the headers' prototypes. The pages are written to FOLDER.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Headers in the order of the page, with their headings.
HEADERS = {
    "upc.h": "The language's own library",
    "upc_collective.h": "Collectives",
    "upc_nb.h": "Non-blocking transfers",
    "upc_atomic.h": "Atomic operations",
    "upc_castable.h": "Pointers to other threads' memory",
    "upc_tick.h": "Clock",
    "upc_io.h": "Parallel files",
}
# Those whose text is the reference.
EXTENSIONS = {
    "upcx_collective.h": "Extension: teams, and more collectives",
    "upcx_tasks.h": "Extension: asynchronous tasks",
    "upcx_messages.h": "Extension: counted messages",
    "upcx_sim.h": "Extension: simulated machines",
}


def output_of(*command):
    """Both outputs of a command, run without the caller's variables."""
    keep = ("PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR")
    clean = {name: os.environ[name] for name in keep if name in os.environ}
    clean["LC_ALL"] = "C"
    run = subprocess.run(
        command, env=clean, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return run.stdout


def paragraph(text):
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False) + "\n\n"


def options(tools):
    page = "# Options\n\n" + paragraph(
        "A reference for users: the help of the commands (`--help`). `man upcc`, `man upcrun`, "
        "`man upctune` and `man upc-lsp` have more details. `make reference` makes this page."
    )
    for name in ("upcc", "upcrun", "upctune", "upc-lsp"):
        page += f"## {name}\n\n```text\n{output_of(tools / name, '--help').rstrip()}\n```\n\n"
    return page


def variables(tools):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "a.upc"
        source.write_text("int main(void) { return 0; }\n")
        output_of(tools / "upcc", "-o", source.with_suffix(""), source)
        lines = output_of(tools / "upcrun", "-norc", "-n", "1", "-show-env", source.with_suffix(""))
    page = "# Variables of the environment\n\n" + paragraph(
        "A reference for users: the variables that a program reads when it starts. `upcrun "
        "-show-env` prints them with their values in a job and the origin of each. An option of "
        "upcrun overrides its variable. `upcc --help` lists the variables of the compiler, `man "
        "upcrun` those of the launcher. `make reference` makes this page."
    )
    table = False
    for line in lines.splitlines():
        if heading := re.fullmatch(r"# (.*)", line):
            page += ("\n" if table else "") + f"## {heading[1].capitalize()}\n\n"
            page += "| variable | default | what it sets |\n| --- | --- | --- |\n"
            table = True
        elif setting := re.match(r"(\w+)\s+= .*?; default: (.*)\)$|(\w+)\s+= ", line):
            name, default = setting[1] or setting[3], setting[2] or ""
        elif line.startswith("    "):
            meaning = line.strip().replace("|", "\\|")
            page += f"| `{name}` | {default} | {meaning} |\n"
    return page


def prototypes(header):
    """The declarations of functions, by name."""
    text = (ROOT / "runtime/include" / header).read_text()
    text = re.sub(r"/\*.*?\*/|^#.*?(?<!\\)$", " ", text, flags=re.S | re.M)
    found = {}
    for statement in text.split(";"):
        statement = re.sub(r"__attribute__\s*\(\(.*?\)\)+", "", statement)
        statement = " ".join(statement.split()).replace("__restrict ", "")
        statement = statement.replace("__SIZE_TYPE__", "size_t")
        if match := re.fullmatch(r"[\w *]+?\b(\w+) ?\(.*\)", statement):
            found.setdefault(match[1], statement)
    return found


def whole(header):
    """A header without the lines that only compilers need."""
    text = (ROOT / "runtime/include" / header).read_text()
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"^#(?!define UPCX_\w+ .).*\n|^/\* SPDX.*\n", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def entries():
    """Name, section and text of each entry of the language server's table."""
    for line in (ROOT / "compiler/crates/upc-lsp/src/library.tsv").read_text().splitlines():
        yield line.split("\t")


def entry(name, section, text, declared):
    code = f"```c\n{declared[name]};\n```\n\n" if name in declared else ""
    return f"### {name}\n\n{code}" + paragraph(f"{text} ({section})")


def library():
    page = "# The language and its library\n\n" + paragraph(
        "A reference for programmers: the words of UPC and the functions of its library, in short."
        " An editor shows the same texts ([editors.md](editors.md)). Sections are those of the UPC"
        " specifications, version 1.3. All threads call a collective function, in the same order; a"
        " single-valued argument is the same on all of them. A name that ends with `*` is a family."
        " `make reference` makes this page."
    )
    rest = list(entries())
    declared = {header: prototypes(header) for header in HEADERS}

    def belongs(name, header):
        stem = name.rstrip("*")
        return any(
            f == name or (name.endswith("*") and f.startswith(stem)) for f in declared[header]
        )

    def of_library(name):
        return re.fullmatch("UPC_.*|upc_.*_t", name)

    words = [e for e in rest if not any(belongs(e[0], h) for h in HEADERS)]
    language = [e for e in words if not of_library(e[0]) or e[0] == "UPC_MAX_BLOCK_SIZE"]
    page += "## Words of the language\n\n" + "".join(entry(*e, {}) for e in language)
    page += "## Types and constants of the library\n\n| name | meaning |\n| --- | --- |\n"
    for name, section, text in words:
        if (name, section, text) not in map(tuple, language):
            text = text.replace("|", "\\|")
            page += f"| `{name}` | {text} ({section}) |\n"
    page += "\n"
    for header, about in HEADERS.items():
        mine = [e for e in rest if belongs(e[0], header)]
        page += f"## {about}: `<{header}>`\n\n" + "".join(entry(*e, declared[header]) for e in mine)
    for header, about in EXTENSIONS.items():
        page += f"## {about}: `<{header}>`\n\n```c\n{whole(header)}\n```\n\n"
    return page


def main():
    tools, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    pages = {"options": options(tools), "variables": variables(tools), "library": library()}
    for name, page in pages.items():
        (folder / f"{name}.md").write_text(page.rstrip() + "\n")


main()
