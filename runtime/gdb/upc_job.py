"""The job in gdb's selected program: its description, its static shared objects, its shared memory.

Representation: docs/abi.md, sections 1 (pointers), 3 (static shared data), 6 (.upc.decl, .upc.type)
and 8 (segments)."""

import os
import struct

import gdb

OFFSET_BITS = 40
STATIC_BASE = 4096


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
    (start,) = struct.unpack_from(order + "Q", data, 0x28)
    size, count, names = struct.unpack_from(order + "HHH", data, 0x3A)
    headers = [
        struct.unpack_from(order + "IIQQQQIIQQ", data, start + i * size) for i in range(count)
    ]
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
            name, _, number = self.name.partition(".")  # NAME.N: a static in a function
            slot = gdb.parse_and_eval(
                "*(unsigned long *)&'__upcr_slot_%s'" % ((number and number + "_") + name)
            )
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
        """Index of the element that holds the offset of a thread's segment, and the bytes
        into it; None: none does."""
        start = self.locate()
        if (
            start is None
            or not start <= offset < start + max(self.local, 1)
            or (self.block == 0 and thread != 0)
        ):
            return None
        index, into = divmod(offset - start, self.size)
        if self.block:
            block, phase = divmod(index, self.block)
            index = (block * threads + thread) * self.block + phase
        return (index, into) if index < self.elements(threads) else None

    def element_type(self):
        """The C type of an element that is not an aggregate of arrays, None: gdb does not
        know it."""
        text = (
            self.type.split("[", 1)[0]
            if not self.type.startswith("shared [")
            else self.type.split("]", 1)[1]
        )
        text = text.split("[", 1)[0]
        words = [
            word
            for word in text.replace("*", " * ").split()
            if word not in ("shared", "strict", "relaxed", "const")
        ]
        if "*" in words:
            return gdb.lookup_type("upcr_pts_t") if self.size == 8 else None
        try:
            found = gdb.parse_and_eval("(%s *) 0" % " ".join(words)).type.target()
        except gdb.error:
            return None
        return found if found.sizeof == self.size else None


class Program:
    """What upcc left in an executable for debuggers."""

    def __init__(self, data):
        found = sections(data)
        objects = {}
        for fields in self.records(data, found.get(".upc.decl")):
            if len(fields) == 8 and fields[1] != "extern":
                objects.setdefault(fields[0], SharedObject(fields))
        self.objects = list(objects.values())
        self.variables, self.members = (
            {},
            {},
        )  # (name, "file:line") -> (function, type); (struct, member) -> type
        for fields in self.records(data, found.get(".upc.type")):
            kind, name, second, place, of = fields if len(fields) == 5 else [""] * 5
            if kind == "variable":
                self.variables[name, os.path.basename(place)] = second, of
            elif kind == "member":
                self.members[name, second] = of

    @staticmethod
    def records(data, header):
        lines = data[header[4] : header[4] + header[5]].decode().splitlines() if header else []
        return [line.strip("\0").split("\t") for line in lines]


_programs = {}  # file name -> (time of change, Program)


def program():
    """What is known of the selected program."""
    name = gdb.current_progspace().filename
    if name is None or not os.path.isfile(name):
        return Program(b"")
    changed = os.stat(name).st_mtime_ns
    if _programs.get(name, (None,))[0] != changed:
        with open(name, "rb") as file:
            _programs[name] = changed, Program(file.read())
    return _programs[name][1]


def shared_objects():
    """The static shared objects of the program."""
    return program().objects


def has_node_of(now, thread):
    """Does this job's description have the node of the thread? Nodes share no memory, and each
    has a description of its own."""
    config = now["config"]
    return int(config["nodes"]) <= 1 or int(config["first"]) <= thread < int(config["end"])


class Selected:
    """`with Selected(inferior)`: expressions are evaluated in it."""

    def __init__(self, inferior):
        self.inferior = inferior

    def __enter__(self):
        self.before = gdb.selected_thread()
        self.inferior.threads()[0].switch()

    def __exit__(self, *_):
        if self.before is not None and self.before.is_valid():
            self.before.switch()


def node_of(thread):
    """An inferior of the thread's node, the selected one if it is; None: gdb is attached to
    none."""
    now = job()
    if now is None or has_node_of(now, thread):
        return gdb.selected_inferior()
    for known in gdb.inferiors():
        if known.pid == 0 or not known.threads():
            continue
        with Selected(known):
            there = job()
            if there is not None and has_node_of(there, thread):
                return known
    return None


def on_node_of(thread, what):
    """what() as evaluated on the thread's node, None: gdb is not attached to it. What it returns
    must be read by then."""
    node = node_of(thread)
    if node is None or node == gdb.selected_inferior():
        return what() if node is not None else None
    with Selected(node):
        return what()


def address(thread, offset):
    """Where a thread's segment has the offset, in any process of its node."""
    now = job()
    if offset < STATIC_BASE or thread >= int(now["config"]["threads"]):
        return None
    return int(now["segments"]) + thread * int(now["segment_stride"]) + offset


def inferior_of(thread):
    """gdb's inferior that has the UPC thread, None: gdb is not attached to it."""
    pid = on_node_of(thread, lambda: int(job()["thread"][thread]["pid"]))
    return next((known for known in gdb.inferiors() if pid and known.pid == pid), None)


def read_from(inferior, at, size):
    """Bytes of an inferior, None: they cannot be read."""
    try:
        with Selected(inferior):
            return bytes(inferior.read_memory(at, size))
    except gdb.error:
        return None


def bytes_at(thread, offset, size):
    """The bytes there, of far memory from the process that has it. None: they cannot be read
    here."""
    if thread >= int(job()["config"]["threads"]):
        return None
    at = on_node_of(thread, lambda: address(thread, offset))
    if at is None:
        return None
    copy = read_from(node_of(thread), at, size)
    owner = inferior_of(thread) if copy is None else None
    return read_from(owner, at, size) if owner else copy


def value_at(thread, offset, of_type):
    """The value there, an lvalue if the selected process has it, else a copy. None: it cannot
    be read here."""
    at = address(thread, offset)
    if at is None or of_type is None:
        return None
    try:
        if not has_node_of(job(), thread):
            raise gdb.MemoryError("another node's")
        value = gdb.Value(at).cast(of_type.pointer()).dereference()
        value.fetch_lazy()
        return value
    except gdb.error:
        copy = bytes_at(thread, offset, of_type.sizeof)
        return None if copy is None else gdb.Value(copy, of_type)


def read(thread, offset, of_type):
    """The value there as text, None: it cannot be read here."""
    value = value_at(thread, offset, of_type)
    return None if value is None else value.format_string(max_elements=8, pretty_structs=False)
