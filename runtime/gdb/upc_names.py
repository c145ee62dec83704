"""Names in UPC expressions: what the program, and the selected frame, know by a name."""

import re

import gdb

import upc_types
from upc_job import program
from upc_values import thread_count


def symbol_of(name):
    """What the selected frame, or the program, knows by the name in C."""
    try:
        found = gdb.lookup_symbol(name)[0]
    except gdb.error:  # no frame is selected
        found = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
    return (
        None
        if found is None or found.is_function or found.addr_class == gdb.SYMBOL_LOC_TYPEDEF
        else found
    )


def is_local(name):
    """It is a local variable or a parameter of the selected frame, which hides what is outside
    the function."""
    try:
        block = gdb.selected_frame().block()
    except (gdb.error, RuntimeError):  # no frame, or one without debug information
        return False
    while block is not None and not block.is_static and not block.is_global:
        if any(symbol.name == name for symbol in block):
            return True
        block = block.superblock
    return False


def variable_record(name, symbol):
    """The UPC type of a private variable as text, None: nothing is known."""
    place = (
        "%s:%d" % (symbol.symtab.filename.rsplit("/", 1)[-1], symbol.line) if symbol.symtab else ""
    )
    found = program().variables.get((name, place))
    return found and found[1]


def member_type(struct, name):
    """The UPC type of a member that holds a pointer-to-shared, None: it holds none."""
    for known in (struct.unqualified(), struct.strip_typedefs().unqualified()):
        found = program().members.get((str(known), name))
        if found:
            return upc_types.parse(found, 1)
    return None


def function_name():
    try:
        return gdb.selected_frame().name()
    except gdb.error:
        return None


def shared_object(name):
    """The static shared object of that name that is visible in the selected frame."""
    here, outer = function_name(), None
    for known in program().objects:
        if known.name == name:
            outer = known
        elif known.name.startswith(name + "."):
            record = program().variables.get((name, known.place.rsplit("/", 1)[-1]))
            if record and record[0] == here:
                return known
    return outer


def type_of_object(known):
    """The UPC type of a static shared object."""
    name = re.sub(r"\.\d+$", "", known.name)
    record = program().variables.get((name, known.place.rsplit("/", 1)[-1]))
    return upc_types.parse(record[1] if record else known.type, thread_count())
