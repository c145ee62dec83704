"""Values of UPC expressions: an expression of C, the value of a pointer-to-shared, and an object in
shared memory."""

import gdb

from upc_job import OFFSET_BITS, bytes_at, job, value_at
from upc_types import Array, Base, Pointer, block_of, c_type, element_of, elements_in

MOST = 4096  # elements of an array that are read to print it


class C:
    """An expression of C. `of`: its UPC type, if it holds a pointer-to-shared. `steady`: gdb
    may evaluate it twice."""

    def __init__(self, text, of=None, steady=True):
        self.text, self.of, self.steady = text, of, steady


class Address:
    """The value of a pointer-to-shared; `target`: the type it points to."""

    def __init__(self, thread, offset, phase, target):
        self.thread, self.offset, self.phase, self.target = thread, offset, phase, target

    def word(self):
        return self.thread << OFFSET_BITS | self.offset

    def plus(self, count):
        """The pointer moved by `count` objects of its target's type (UPC 6.4.2)."""
        threads, block = thread_count(), block_of(self.target)
        size = element_of(self.target).size()
        count *= elements_in(self.target, threads)
        if not block:
            return Address(self.thread, self.offset + count * size, 0, self.target)
        blocks, phase = divmod(self.phase + count, block)
        rows, thread = divmod(self.thread + blocks, threads)
        offset = self.offset + (rows * block + phase - self.phase) * size
        return Address(thread, offset, phase, self.target)

    def minus(self, other):
        """How many objects of its target's type this pointer is behind the other."""
        threads, block = thread_count(), block_of(self.target)
        size = element_of(self.target).size()
        bytes_on = self.offset - other.offset
        if not block:
            return bytes_on // (size * elements_in(self.target, threads))
        rows = (bytes_on - (self.phase - other.phase) * size) // (block * size)
        elements = (rows * threads + self.thread - other.thread) * block + self.phase - other.phase
        return elements // elements_in(self.target, threads)

    def value(self):
        """As gdb has a pointer-to-shared."""
        of = Pointer(self.target)
        word = self.word().to_bytes(8, "little")
        return gdb.Value(word + self.phase.to_bytes(8, "little") if of.phased() else word, of.c)


class Place:
    """An object in shared memory: an address without the pointer."""

    def __init__(self, address):
        self.address, self.of = address, address.target

    def value(self):
        if isinstance(self.of, Array):
            return self.array()
        address, of = self.address, c_type(self.of)
        value = value_at(address.thread, address.offset, of)
        if value is None:
            raise gdb.GdbError(unreadable(address))
        return value

    def array(self):
        threads, element, at = thread_count(), element_of(self.of), self.address
        count = elements_in(self.of, threads)
        if count > MOST:
            raise gdb.GdbError(
                "The array has %d elements: print one, or 'info upc-shared NAME' (the first ones)."
                % count
            )
        first, parts = Address(at.thread, at.offset, at.phase, element), []
        for one in (first.plus(i) for i in range(count)):
            parts.append(bytes_at(one.thread, one.offset, element.size()))
            if parts[-1] is None:
                raise gdb.GdbError(unreadable(one))
        return gdb.Value(b"".join(parts), c_type(self.of, threads))


def thread_count():
    now = job()
    if now is None:
        raise gdb.GdbError("The UPC job does not run yet, or libupcr has no debug information.")
    return int(now["config"]["threads"])


def unreadable(address):
    if address.word() == 0:
        return "It is a null pointer-to-shared."
    if address.thread >= thread_count():
        return "There is no thread %d: THREADS is %d." % (address.thread, thread_count())
    return (
        "Offset 0x%x of thread %d is not readable: no process that gdb is attached to has it."
        % (address.offset, address.thread)
    )


_kept = 0


def keep(value):
    """The text by which gdb finds a value."""
    global _kept
    _kept += 1
    gdb.set_convenience_variable("_upc%d" % _kept, value)
    return "$_upc%d" % _kept


def with_block(of, block):
    """The type as that of a part of a shared object."""
    if isinstance(of, Array):
        return Array(with_block(of.element, block), of.count, of.times)
    return Pointer(of.target, block) if isinstance(of, Pointer) else Base(of.c, block)


def decoded(value, of):
    """The address that a pointer-to-shared of gdb's holds."""
    word, phase = value, 0
    if of.phased():
        word, phase = value["p"], int(value["phase"])
    word = int(word) & (2**64 - 1)
    return Address(word >> OFFSET_BITS, word & ((1 << OFFSET_BITS) - 1), phase, of.target)
