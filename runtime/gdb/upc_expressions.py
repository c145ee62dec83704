"""Expressions of UPC in gdb: `print a[i]`, `print *p`, `print p->member`, `$upc("a[i]")`.

gdb parses expressions as C and knows no shared objects. So an expression is read here, what is of
UPC in it is evaluated, and the rest goes to gdb as text: an object in shared memory as `*$_upcN`, N
a pointer to where it is in the selected process."""

import re

import gdb

import upc_types
from upc_job import OFFSET_BITS, bytes_at, job, program, value_at
from upc_types import Array, Base, Pointer, Unknown, block_of, c_type, element_of, elements_in

MOST = 4096  # elements of an array that are read to print it
TOKEN = re.compile(
    r"\s*(?:(?P<name>[$A-Za-z_\x80-\uffff][\w$]*)"
    r"|(?P<literal>\.?\d(?:[eEpP][-+]|[\w.])*|'(?:\\.|[^'\\])+'|\"(?:\\.|[^\"\\])*\")"
    r"|(?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|"
    r"[-+*/%&|^~!<>=?:.,@()\[\]]))"
)
BINARY = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("@",),
    ("+", "-"),
    ("*", "/", "%"),
)
ASSIGN = ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
TYPE_WORDS = (
    "shared strict relaxed const volatile struct union enum "
    "unsigned signed char short int long float double void _Bool"
).split()


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


class Reader:
    """Reads an expression and evaluates what is of UPC: the result is a C, a Place or an
    Address."""

    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise Unknown("not an expression of C: " + text[at:])
            self.tokens.append(found.group(found.lastgroup))
            at = found.end()
        self.at = 0
        self.upc = False  # something of UPC was met

    def read(self):
        result = self.comma()
        if self.at < len(self.tokens):
            raise Unknown("not understood: " + " ".join(self.tokens[self.at :]))
        return result

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or wanted not in (None, token):
            raise Unknown("'%s' is missing" % wanted)
        self.at += 1
        return token

    def text(self, node):
        """The node as C."""
        if isinstance(node, C):
            return node.text
        self.upc = True
        if isinstance(node, Address):
            return keep(node.value())
        value = node.value()
        # An lvalue where it is in this process; the pointer is kept, not the object.
        return keep(value) if value.address is None else "(*%s)" % keep(value.address)

    def joined(self, form, *nodes):
        """C made of nodes."""
        texts = [self.text(node) for node in nodes]
        return C(form % tuple(texts), None, all(not isinstance(n, C) or n.steady for n in nodes))

    def comma(self):
        node = self.assignment()
        while self.peek() == ",":
            self.take()
            node = self.joined("%s, %s", node, self.assignment())
        return node

    def assignment(self):
        node = self.conditional()
        if self.peek() in ASSIGN:
            operator = self.take()
            value = self.assignment()
            if operator != "=":
                self.steps(node, operator)
            if isinstance(node, Place) and node.value().address is None:
                raise gdb.GdbError(
                    "This process has no access to it: select thread %d's first."
                    % node.address.thread
                )
            node = self.joined(
                "%s " + operator.replace("%", "%%") + " %s", node, self.settled(value)
            )
            node.steady = False
        return node

    def conditional(self):
        node = self.binary(0)
        if self.peek() == "?":
            self.take()
            yes = self.comma()
            self.take(":")
            node = self.joined(
                "(%s ? %s : %s)",
                self.truth(node),
                self.settled(yes),
                self.settled(self.conditional()),
            )
        return node

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        node = self.binary(level + 1)
        while self.peek() in BINARY[level]:
            operator = self.take()
            right = self.settled(self.binary(level + 1))
            if operator == "@" and isinstance(node, Place):
                at, count = node.address, self.number(right)
                node = Place(
                    Address(at.thread, at.offset, at.phase, Array(at.target, max(count, 1), False))
                )
            else:
                node = self.operation(operator, self.settled(node), right)
        return node

    def operation(self, operator, left, right):
        if isinstance(left, Address) and operator in ("+", "-") and isinstance(right, C):
            return left.plus(self.number(right) * (1 if operator == "+" else -1))
        if isinstance(right, Address) and operator == "+":
            return right.plus(self.number(left))
        if isinstance(left, Address) and isinstance(right, Address) and operator == "-":
            return C(str(left.minus(right)))
        if isinstance(left, Address) or isinstance(right, Address):
            return self.comparison(operator, left, right)
        return self.joined("(%s " + operator.replace("%", "%%") + " %s)", left, right)

    def comparison(self, operator, left, right):
        if operator in ("&&", "||"):
            return self.joined("(%s " + operator + " %s)", self.truth(left), self.truth(right))
        if operator in ("==", "!="):
            words = [n.word() if isinstance(n, Address) else self.number(n) for n in (left, right)]
            return C(str(int((words[0] == words[1]) == (operator == "=="))))
        if (
            operator in ("<", ">", "<=", ">=")
            and isinstance(left, Address)
            and isinstance(right, Address)
        ):
            return C("(%d %s 0)" % (left.minus(right), operator))
        raise Unknown("'%s' is not for pointers-to-shared" % operator)

    def truth(self, node):
        node = self.settled(node)
        return C("1" if node.word() else "0") if isinstance(node, Address) else node

    def number(self, node):
        return int(gdb.parse_and_eval(self.text(node)))

    def settled(self, node):
        """The value of a node: arrays as the address of their first element,
        pointers-to-shared as what they hold."""
        if isinstance(node, Place) and isinstance(node.of, Array):
            self.upc = True
            return Address(
                node.address.thread, node.address.offset, node.address.phase, node.of.element
            )
        if isinstance(node, Place) and isinstance(node.of, Pointer) and node.of.to_shared():
            self.upc = True
            return decoded(node.value(), node.of)
        if isinstance(node, C) and isinstance(node.of, Pointer) and node.of.to_shared():
            self.upc = True
            return decoded(gdb.parse_and_eval(node.text), node.of)
        return node

    def unary(self):
        token = self.peek()
        if token == "*":
            self.take()
            return self.pointed_at(self.unary())
        if token == "&":
            self.take()
            node = self.unary()
            if isinstance(node, Place):
                self.upc = True
                return node.address
            return C("(&%s)" % node.text, Pointer(node.of) if node.of else None, node.steady)
        if token == "!":
            self.take()
            return self.joined("(!%s)", self.truth(self.unary()))
        if token in ("-", "+", "~"):
            self.take()
            return self.joined("(%s%%s)" % token, self.unary())
        if token in ("++", "--"):
            self.take()
            node = self.joined("(%s%%s)" % token, self.steps(self.unary(), token))
            node.steady = False
            return node
        if token == "sizeof":
            return self.size_of()
        if token == "(" and self.starts_type(1):
            return self.cast()
        return self.postfix()

    @staticmethod
    def steps(node, operator):
        """The node, if gdb may apply ++, += and their like to it: to a pointer-to-shared it
        would add to its bits."""
        of = getattr(node, "of", None)
        if isinstance(of, Pointer) and of.to_shared():
            raise gdb.GdbError(
                "'%s' is not for pointers-to-shared here: write p = p + 1." % operator
            )
        return node

    def size_of(self):
        self.take()
        if self.peek() == "(" and self.starts_type(1):
            start = self.at + 1
            self.skip_group()
            return C("sizeof (%s)" % " ".join(self.tokens[start : self.at - 1]))
        node = self.unary()
        if isinstance(node, Place):
            self.upc = True
            return C(str(element_of(node.of).size() * elements_in(node.of, thread_count())))
        return self.joined("sizeof (%s)", node)

    def skip_group(self):
        """Past what is in parentheses from here."""
        depth = 0
        while True:
            token = self.take()
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return

    def starts_type(self, ahead):
        word = self.peek(ahead)
        if word in TYPE_WORDS:
            return True
        if (
            not re.match(r"[A-Za-z_]", word)
            or symbol_of(word) is not None
            or self.peek(ahead + 1) not in ("*", ")")
        ):
            return False
        try:
            gdb.lookup_type(word)
            return True
        except gdb.error:
            return False

    def cast(self):
        start = self.at + 1
        self.skip_group()
        words = self.tokens[start : self.at - 1]
        text = " ".join(words)
        operand = self.settled(self.unary())
        if "shared" in words:
            to = upc_types.parse(text, thread_count())
            if not isinstance(to, Pointer) or not isinstance(operand, Address):
                raise Unknown("only a pointer-to-shared is cast to '%s'" % text)
            phase = operand.phase if block_of(to.target) == block_of(operand.target) else 0
            return Address(operand.thread, operand.offset, phase, to.target)
        if isinstance(operand, Address) and words[-1] == "*":
            of = upc_types.parse(text, thread_count())
            where = Place(
                Address(operand.thread, operand.offset, 0, with_block(of.target, 0))
            ).value()
            if where.address is None:
                raise gdb.GdbError(unreadable(operand))
            return C(keep(where.address.cast(of.c)))
        if isinstance(operand, Address):
            return C("((%s) %d)" % (text, operand.word()))
        return self.joined("((%s) %%s)" % text.replace("%", "%%"), operand)

    def pointed_at(self, node):
        node = self.settled(node)
        if isinstance(node, Address):
            self.upc = True
            return Place(node)
        inner = getattr(node, "of", None)
        below = (
            inner.target
            if isinstance(inner, Pointer)
            else inner.element
            if isinstance(inner, Array)
            else None
        )
        made = self.joined("(*%s)", node)
        made.of = below
        return made

    def postfix(self):
        node = self.primary()
        while True:
            token = self.peek()
            if token == "[":
                self.take()
                index = self.comma()
                self.take("]")
                node = self.element(self.settled(node), index)
            elif token in (".", "->"):
                self.take()
                node = self.member(self.pointed_at(node) if token == "->" else node, self.take())
            elif token in ("++", "--"):
                self.take()
                node = self.joined("(%s" + token + ")", self.steps(node, token))
                node.steady = False
            elif token == "(":
                node = self.call(node)
            else:
                return node

    def element(self, node, index):
        if isinstance(node, Address):
            return self.pointed_at(node.plus(self.number(index)))
        inner = getattr(node, "of", None)
        made = self.joined("%s[%s]", node, index)
        if inner is not None:
            made.of = inner.target if isinstance(inner, Pointer) else inner.element
        return made

    def member(self, node, name):
        if isinstance(node, Place) and isinstance(node.of, Base):
            fields = {f.name: f for f in node.of.c.strip_typedefs().fields()}
            known = member_type(node.of.c, name)
            if name not in fields or fields[name].bitsize:
                return self.joined("%s." + name, node)
            field, at = fields[name], node.address
            of = with_block(known, 0) if known is not None else Base(field.type, 0)
            return Place(Address(at.thread, at.offset + field.bitpos // 8, 0, of))
        made = self.joined("%s." + name, node)
        if made.steady and program().members:
            try:
                made.of = member_type(gdb.parse_and_eval(self.text(node)).type, name)
            except gdb.error:
                pass  # gdb says so when it prints the whole
        return made

    def call(self, node):
        self.take("(")
        arguments = []
        while self.peek() != ")":
            arguments.append(self.assignment())
            if self.peek() != ")":
                self.take(",")
        self.take(")")
        if isinstance(node, C) and len(arguments) == 1 and node.text in QUERIES:
            pointer = self.settled(arguments[0])
            if isinstance(pointer, Address):
                return C(str(QUERIES[node.text](pointer)))
        made = self.joined(
            "%s(" + ", ".join(["%s"] * len(arguments)) + ")", node, *map(self.settled, arguments)
        )
        made.steady = False
        return made

    def primary(self):
        token = self.take()
        if token == "(":
            node = self.comma()
            self.take(")")
            if isinstance(node, C):
                node = C("(%s)" % node.text, node.of, node.steady)
            return node
        if re.match(r"[A-Za-z_\x80-\uffff]", token):
            return self.name(token)
        if re.match(r"[$\w'\".]", token):
            return C(token)
        raise Unknown("an operand is missing before '%s'" % token)

    def name(self, name):
        known = None if is_local(name) else shared_object(name)
        if known is not None and known.locate() is not None:
            self.upc = True
            return Place(Address(0, known.locate(), 0, type_of_object(known)))
        symbol = symbol_of(name)
        record = symbol and variable_record(name, symbol)
        try:
            return C(name, record and upc_types.parse(record, 1))
        except Unknown:
            return C(name)


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


QUERIES = {
    "upc_threadof": lambda p: p.thread,
    "upc_phaseof": lambda p: p.phase,
    "upc_addrfield": lambda p: p.offset,
}


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


def translated(text):
    """An expression of UPC as one of C, None: it is one."""
    found = program()
    if not found.objects and not found.variables:
        return None
    reader = Reader(text)
    if job() is None:
        for token in reader.tokens:
            if (
                re.match(r"[A-Za-z_]", token)
                and not is_local(token)
                and shared_object(token) is not None
            ):
                raise gdb.GdbError(
                    "'%s' is shared: it has a place and values once the job runs." % token
                )
        return None
    try:
        result = reader.read()
        text = reader.text(result)
        return text if reader.upc else None
    except gdb.error as failure:
        raise gdb.GdbError(str(failure)) from failure
    except RecursionError as failure:
        raise gdb.GdbError("The expression nests too deeply.") from failure


class Print(gdb.Command):
    """Print the value of an expression of C or UPC: print [[OPTION]... --] [/FMT] [EXP].

    As gdb's own print; besides, in UPC programs that run, EXP may have shared objects,
    pointers-to-shared, their subscripts, `*`, `->`, `&`, `+`, `-` and comparisons, assignments
    to what is in this process, upc_threadof, upc_phaseof and upc_addrfield."""

    def __init__(self):
        super().__init__("print", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        options, expression = re.match(
            r"(?s)((?:-.*?\s--(?=\s))?\s*(?:/\w+)?\s*)(.*)", argument
        ).groups()
        try:
            expression = translated(expression) or expression
        except Unknown:
            pass  # what is wrong with it, gdb says as of old
        try:
            # `call` is gdb's print but for functions without a value.
            gdb.execute("call %s%s" % (options, expression), from_tty)
        except gdb.error as failure:  # as gdb says it, without Python's words
            raise gdb.GdbError(str(failure)) from failure


class Upc(gdb.Function):
    """$upc("EXP"): the value of an expression of UPC, where gdb takes an expression of C:
    display, printf, conditions."""

    def __init__(self):
        super().__init__("upc")

    def invoke(self, expression):
        text = expression.string()
        try:
            return gdb.parse_and_eval(translated(text) or text)
        except Unknown as failure:
            raise gdb.GdbError(str(failure)) from failure


def install():
    """Makes gdb understand."""
    Print()
    Upc()
    for name, member in (("MYTHREAD", "mythread"), ("THREADS", "threads")):
        gdb.execute("macro define %s upcr_self.%s" % (name, member), to_string=True)
