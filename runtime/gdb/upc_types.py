"""UPC types, from the text that upcc leaves in .upc.decl and .upc.type (docs/abi.md section 6)."""

import re

import gdb

QUALIFIERS = ("strict", "relaxed", "const", "volatile", "restrict", "_Atomic")


class Unknown(Exception):
    """A type that gdb does not know, or an expression that is not understood here."""


class Base:
    """A type of C: what is shared of it is in `block`, the block size, None: private, 0:
    indefinite."""

    def __init__(self, c, block=None):
        self.c, self.block = c, block

    def size(self):
        return self.c.sizeof


class Pointer:
    """A pointer to shared or private data."""

    def __init__(self, target, block=None):
        self.target, self.block = target, block

    def to_shared(self):
        """It is a pointer-to-shared."""
        return block_of(self.target) is not None

    def phased(self):
        """It has a phase beside thread and offset."""
        return block_of(self.target) not in (None, 0, 1)

    def size(self):
        return 16 if self.phased() else 8

    @property
    def c(self):
        """The type in debug information."""
        if self.to_shared():
            return gdb.lookup_type("upcr_ppts_t" if self.phased() else "upcr_pts_t")
        return c_type(self.target).pointer()


class Array:
    """`count` elements, times THREADS if `times`."""

    def __init__(self, element, count, times):
        self.element, self.count, self.times = element, count, times


def block_of(of):
    """The block size of a shared type, None: it is private."""
    return block_of(of.element) if isinstance(of, Array) else of.block


def element_of(of):
    """The type of the innermost elements."""
    return element_of(of.element) if isinstance(of, Array) else of


def elements_in(of, threads):
    """How many of the innermost elements an object of the type has."""
    if not isinstance(of, Array):
        return 1
    return of.count * (threads if of.times else 1) * elements_in(of.element, threads)


def c_type(of, threads=1):
    """The type in C: arrays as if all elements lay side by side."""
    if not isinstance(of, Array):
        return of.c
    return c_type(of.element, threads).array(of.count * (threads if of.times else 1) - 1)


def lookup(name):
    """The C type of a name; upcc writes void for what a generic pointer-to-shared points to."""
    try:
        return gdb.parse_and_eval("(%s *) 0" % name).type.target()
    except gdb.error as failure:
        raise Unknown(
            "gdb knows no type '%s': no unit with it was compiled with -g" % name
        ) from failure


def parse(text, threads):
    """The type that upcc writes as `text`: `shared [4] double (*)[2*THREADS]`, each block size
    written out."""
    tokens = re.findall(r"\w+|[^\s\w]", text)
    words, block = [], None
    while tokens and tokens[0] not in ("*", "(", "["):
        if tokens[0] == "shared":
            block = _block(tokens)
        else:
            word = tokens.pop(0)
            words += [] if word in QUALIFIERS else [word]
    of = _declarator(tokens, Base(lookup(" ".join(words)), block), threads)
    if tokens:
        raise Unknown("the type '%s' is not understood" % text)
    return of


def _block(tokens):
    """`shared [N]` or `shared []`, N in elements; `shared` alone is `shared [1]`."""
    tokens.pop(0)
    if tokens[:1] != ["["]:
        return 1
    inside = tokens[1 : tokens.index("]")]
    del tokens[: len(inside) + 2]
    return int(inside[0]) if inside else 0


def _declarator(tokens, of, threads):
    """Pointers, then what is grouped, then lengths."""
    while tokens[:1] == ["*"]:
        tokens.pop(0)
        block = None
        while tokens and (tokens[0] == "shared" or tokens[0] in QUALIFIERS):
            if tokens[0] == "shared":
                block = _block(tokens)
            else:
                tokens.pop(0)
        of = Pointer(of, block)
    group = None
    if tokens[:1] == ["("]:
        depth, end = 0, 0
        for end, token in enumerate(tokens):
            depth += (token == "(") - (token == ")")
            if depth == 0:
                break
        group = tokens[1:end]
        del tokens[: end + 1]
    lengths = []
    while tokens[:1] == ["["]:
        inside = tokens[1 : tokens.index("]")]
        del tokens[: len(inside) + 2]
        numbers = [int(word) for word in inside if word.isdigit()]
        lengths.append((numbers[0] if numbers else 0 if not inside else 1, "THREADS" in inside))
    for count, times in reversed(lengths):
        of = Array(of, count, times)
    if group is None:
        return of
    if tokens:
        raise Unknown("a function")
    of = _declarator(group, of, threads)
    if group:
        raise Unknown("the declarator is not understood")
    return of
