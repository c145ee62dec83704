"""UPC in gdb. `print` takes expressions of UPC: shared objects, pointers-to-shared, MYTHREAD,
THREADS; pointers-to-shared print as thread, phase, offset and what they point to; `info
upc-threads` lists the threads of the job, `info upc-shared [NAME]` the shared objects or the
elements of one with their threads.

upcrun -gdb loads it. Without upcrun: source THIS_FILE, for instance in ~/.gdbinit.
docs/debugging.md shows its use."""

import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
import upc_expressions
from upc_job import OFFSET_BITS, job, on_node_of, read, shared_objects

ELEMENTS = 200  # as gdb's own limit of elements


def describe(word, phase=None):
    """The text of a pointer-to-shared."""
    if word == 0:
        return "null" if not phase else "null, phase %d" % phase
    thread, offset = word >> OFFSET_BITS, word & ((1 << OFFSET_BITS) - 1)
    text = (
        "thread %d, " % thread
        + ("" if phase is None else "phase %d, " % phase)
        + "offset 0x%x" % offset
    )
    now = job()
    if now is None:
        return text
    threads = int(now["config"]["threads"])
    if thread >= threads:
        return text + " (no such thread)"
    for known in shared_objects():
        element = known.element_at(thread, offset, threads)
        if element is None:
            continue
        index, into = element
        one = (
            known.elements(threads) == 1
            and "[" not in known.type.rsplit("]", 1)[-1]
            and "]" not in known.type
        )
        text += (
            " = &%s" % known.name
            + ("" if one else "[%d]" % index)
            + (" + %d bytes" % into if into else "")
        )
        value = None if into else referent(thread, offset, known.element_type())
        return text + ("" if value is None else ": " + value)
    return text


# An object that a pointer points to is being printed.
inside = False


def referent(thread, offset, of_type):
    """The object that a pointer points to, on one line. None: it cannot be read here, or the
    pointer is itself in such an object: lists may be long or circular."""
    global inside
    if inside:
        return None
    inside = True
    try:
        return read(thread, offset, of_type)
    finally:
        inside = False


class PointerPrinter:
    """upcr_pts_t: without phase."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return describe(int(self.value) & (2**64 - 1))


class PhasePointerPrinter:
    """upcr_ppts_t: with phase."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return describe(
            int(self.value["p"].cast(gdb.lookup_type("unsigned long"))), int(self.value["phase"])
        )


def printer_of(value):
    """For gdb: the printer of a value, None: not one of ours."""
    if value.type.name == "upcr_pts_t":
        return PointerPrinter(value)
    if (
        value.type.name in ("upcr_ppts_t", "upcr_ppts")
        or str(value.type.strip_typedefs()) == "struct upcr_ppts"
    ):
        return PhasePointerPrinter(value)
    return None


class InfoThreads(gdb.Command):
    """List the UPC threads of the job: process and gdb's thread, state, what each waits for. A
    star marks the selected one."""

    def __init__(self):
        super().__init__("info upc-threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now = job()
        if now is None:
            raise gdb.GdbError(
                "No UPC job: the program does not run yet, or libupcr has no debug information."
            )
        selected = gdb.selected_thread()
        for t in range(int(now["config"]["threads"])):
            if not on_node_of(t, lambda t=t: InfoThreads.show(t, selected)):
                print("  UPC thread %d  of another node, of which gdb has no process" % t)

    @staticmethod
    def show(t, selected):
        """Prints a thread of the node of the selected inferior; true."""
        states = ["starts", "runs", "has ended, waits for the others", "has ended"]
        thread = job()["thread"][t]
        pid, state = int(thread["pid"]), int(thread["state"])
        what = thread["wait"]["what"]
        text = states[state]
        if state == 1 and int(what):
            text = (
                "waits for " + what.string()
                if int(thread["wait"]["kind"]) != 2
                else "waits in " + what.string()
            )
        number, current = InfoThreads.gdb_thread(t, pid, selected)
        where = "" if number is None else " (thread %s)" % number
        print("%s UPC thread %d  process %d%s  %s" % ("*" if current else " ", t, pid, where, text))
        return True

    @staticmethod
    def gdb_thread(thread, pid, selected):
        """Number of the thread in gdb ("2.1"), None: gdb is not attached to it; and whether
        it is the selected one."""
        tid = int(gdb.parse_and_eval("thread_stacks.of[%d].tid" % thread))
        for inferior in gdb.inferiors():
            for known in inferior.threads() if inferior.pid == pid else ():
                if known.ptid[1] == tid:
                    return "%d.%d" % (inferior.num, known.num), known == selected
        return None, False


class InfoShared(gdb.Command):
    """List the static shared objects, or the elements of one with the threads that have them:
    info upc-shared [NAME]."""

    def __init__(self):
        super().__init__("info upc-shared", gdb.COMMAND_STATUS, gdb.COMPLETE_SYMBOL)

    def invoke(self, argument, from_tty):
        name = argument.strip()
        chosen = [known for known in shared_objects() if name in ("", known.name)]
        if not chosen:
            raise gdb.GdbError("No static shared object%s." % (" '%s'" % name if name else ""))
        if name:
            self.elements(chosen[0])
            return
        for known in chosen:
            print("%s: %s, %s" % (known.name, known.type, known.place))

    @staticmethod
    def elements(known):
        now = job()
        if now is None or known.locate() is None:
            raise gdb.GdbError(
                "'%s' has no place: the program does not run, or does not use it." % known.name
            )
        threads = int(now["config"]["threads"])
        count = known.elements(threads)
        print("%s: %s, %s" % (known.name, known.type, known.place))
        for i in range(min(count, ELEMENTS)):
            thread, offset = known.place_of(i, threads)
            value = read(thread, offset, known.element_type())
            print("[%d] thread %d: %s" % (i, thread, "(not readable)" if value is None else value))
        if count > ELEMENTS:
            print("... %d more elements" % (count - ELEMENTS))


gdb.pretty_printers.insert(0, printer_of)
InfoThreads()
InfoShared()
upc_expressions.install()
print(
    "UPC: print takes a[i], *p, p->m, MYTHREAD, THREADS; "
    "info upc-threads, info upc-shared [NAME]; see docs/debugging.md"
)
