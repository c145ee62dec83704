"""UPC in gdb: pointers-to-shared print as thread, phase, offset and what they point to; `info upc-threads` lists the threads
of the job, `info upc-shared [NAME]` the shared objects or the elements of one with their threads.

upcrun -gdb loads it. By hand: source THIS_FILE, for instance in ~/.gdbinit.

Representation: docs/abi.md, sections 1 (pointers), 3 (static shared data), 6 (.upc.decl) and 8 (segments)."""

import struct

import gdb

OFFSET_BITS = 40
STATIC_BASE = 4096
ELEMENTS = 200  # as gdb's own limit of elements


def job():
    """The job's description, None: this program is no UPC job, or has no debug information."""
    try:
        pointer = gdb.parse_and_eval("upcr_job")
        return pointer.dereference() if int(pointer) else None
    except gdb.error:
        return None


def sections(data):
    """The sections of an ELF file of 64 bits: name -> (offset, bytes, header)."""
    if data[:5] != b"\x7fELF\x02":
        return {}
    order = "<" if data[5] == 1 else ">"
    start, = struct.unpack_from(order + "Q", data, 0x28)
    size, count, names = struct.unpack_from(order + "HHH", data, 0x3A)
    headers = [struct.unpack_from(order + "IIQQQQIIQQ", data, start + i * size) for i in range(count)]
    text = data[headers[names][4] :]
    return {text[h[0] : text.index(b"\0", h[0])].decode(): h for h in headers}


class SharedObject:
    """A static shared object, from its record in .upc.decl."""

    def __init__(self, fields):
        self.name, _, local, block, size, total, self.type, self.place = fields
        self.local, self.block, self.size = int(local), int(block), int(size)
        self.total = total
        self.offset = None  # in each segment; known once the program runs

    def elements(self, threads):
        """Number of elements."""
        count, _, times = self.total.partition("*")
        return int(count) * (threads if times else 1)

    def locate(self):
        """Offset in each segment, None: the program does not use it, or does not run yet."""
        try:
            slot = gdb.parse_and_eval("*(unsigned long *)&'__upcr_slot_%s'" % self.name)
            return int(slot) & ((1 << OFFSET_BITS) - 1)
        except gdb.error:
            return None

    def place_of(self, i, threads):
        """Thread and offset of element i."""
        if self.block == 0:
            return 0, self.locate() + i * self.size
        block, phase = divmod(i, self.block)
        return block % threads, self.locate() + (block // threads * self.block + phase) * self.size

    def element_at(self, thread, offset, threads):
        """Index of the element that holds the offset of a thread's segment, and the bytes into it; None: none does."""
        start = self.locate()
        if start is None or not start <= offset < start + max(self.local, 1) or (self.block == 0 and thread != 0):
            return None
        index, into = divmod(offset - start, self.size)
        if self.block:
            block, phase = divmod(index, self.block)
            index = (block * threads + thread) * self.block + phase
        return (index, into) if index < self.elements(threads) else None

    def element_type(self):
        """The C type of an element that is not an aggregate of arrays, None: gdb does not know it."""
        text = self.type.split("[", 1)[0] if not self.type.startswith("shared [") else self.type.split("]", 1)[1]
        text = text.split("[", 1)[0]
        words = [word for word in text.replace("*", " * ").split() if word not in ("shared", "strict", "relaxed", "const")]
        if "*" in words:
            return gdb.lookup_type("upcr_pts_t") if self.size == 8 else None
        try:
            found = gdb.parse_and_eval("(%s *) 0" % " ".join(words)).type.target()
        except gdb.error:
            return None
        return found if found.sizeof == self.size else None


_objects = {}  # file name -> list of SharedObject


def shared_objects():
    """The static shared objects of the program."""
    name = gdb.current_progspace().filename
    if name is None:
        return []
    if name not in _objects:
        with open(name, "rb") as file:
            data = file.read()
        header = sections(data).get(".upc.decl")
        lines = data[header[4] : header[4] + header[5]].decode().splitlines() if header else []
        records = [line.strip("\0").split("\t") for line in lines]
        known = {}
        for fields in records:
            if len(fields) == 8 and fields[1] != "extern":
                known.setdefault(fields[0], SharedObject(fields))
        _objects[name] = list(known.values())
    return _objects[name]


def address(thread, offset):
    """Where a thread's segment has the offset, in any process of the job."""
    now = job()
    if offset < STATIC_BASE or thread >= int(now["config"]["threads"]):
        return None
    return int(now["segments"]) + thread * int(now["segment_stride"]) + offset


def read(thread, offset, of_type):
    """The value there as text, None: it cannot be read here (far memory)."""
    at = address(thread, offset)
    if at is None or of_type is None:
        return None
    try:
        return gdb.Value(at).cast(of_type.pointer()).dereference().format_string(max_elements=8)
    except gdb.error:
        return None


def describe(word, phase=None):
    """A pointer-to-shared in words."""
    if word == 0:
        return "null" if not phase else "null, phase %d" % phase
    thread, offset = word >> OFFSET_BITS, word & ((1 << OFFSET_BITS) - 1)
    text = "thread %d, " % thread + ("" if phase is None else "phase %d, " % phase) + "offset 0x%x" % offset
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
        one = known.elements(threads) == 1 and "[" not in known.type.rsplit("]", 1)[-1] and "]" not in known.type
        text += " = &%s" % known.name + ("" if one else "[%d]" % index) + (" + %d bytes" % into if into else "")
        value = read(thread, offset - into, known.element_type())
        return text + ("" if value is None or into else ": " + value)
    return text


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
        return describe(int(self.value["p"].cast(gdb.lookup_type("unsigned long"))), int(self.value["phase"]))


def printer_of(value):
    """For gdb: the printer of a value, None: not one of ours."""
    if value.type.name == "upcr_pts_t":
        return PointerPrinter(value)
    if value.type.name in ("upcr_ppts_t", "upcr_ppts") or str(value.type.strip_typedefs()) == "struct upcr_ppts":
        return PhasePointerPrinter(value)
    return None


class InfoThreads(gdb.Command):
    """List the UPC threads of the job: process and gdb's thread, state, what each waits for. A star marks the selected one."""

    def __init__(self):
        super().__init__("info upc-threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now = job()
        if now is None:
            raise gdb.GdbError("No UPC job: the program does not run yet, or libupcr has no debug information.")
        states = ["starts", "runs", "has ended, waits for the others", "has ended"]
        for t in range(int(now["config"]["threads"])):
            thread = now["thread"][t]
            pid, state = int(thread["pid"]), int(thread["state"])
            what = thread["wait"]["what"]
            text = states[state]
            if state == 1 and int(what):
                text = "waits for " + what.string() if int(thread["wait"]["kind"]) != 2 else "waits in " + what.string()
            number, current = InfoThreads.gdb_thread(t, pid)
            where = "" if number is None else " (thread %s)" % number
            print("%s UPC thread %d  process %d%s  %s" % ("*" if current else " ", t, pid, where, text))

    @staticmethod
    def gdb_thread(thread, pid):
        """Number of the thread in gdb ("2.1"), None: gdb is not attached to it; and whether it is the selected one."""
        tid = int(gdb.parse_and_eval("thread_places.of[%d].tid" % thread))
        for inferior in gdb.inferiors():
            for known in inferior.threads() if inferior.pid == pid else ():
                if known.ptid[1] == tid:
                    return "%d.%d" % (inferior.num, known.num), known == gdb.selected_thread()
        return None, False


class InfoShared(gdb.Command):
    """List the static shared objects, or the elements of one with the threads that have them: info upc-shared [NAME]."""

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
            raise gdb.GdbError("'%s' has no place: the program does not run, or does not use it." % known.name)
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
