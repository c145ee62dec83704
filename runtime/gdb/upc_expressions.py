"""Expressions of UPC in gdb: `print a[i]`, `print *p`, `print p->member`, `$upc("a[i]")`.

gdb parses expressions as C and knows no shared objects. So an expression is read here, what is of
UPC in it is evaluated, and the rest goes to gdb as text: an object in shared memory as `*$_upcN`, N
a pointer to where it is in the selected process."""

import re

import gdb

import upc_types
from upc_job import job, program
from upc_names import (
    is_local,
    member_type,
    shared_object,
    symbol_of,
    type_of_object,
    variable_record,
)
from upc_types import Array, Base, Pointer, Unknown, block_of, element_of, elements_in
from upc_values import Address, C, Place, decoded, keep, thread_count, unreadable, with_block

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

QUERIES = {
    "upc_threadof": lambda p: p.thread,
    "upc_phaseof": lambda p: p.phase,
    "upc_addrfield": lambda p: p.offset,
}


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
        if known is not None and job() is not None:
            raise gdb.GdbError("'%s' has no place: no code of the program uses it." % name)
        symbol = symbol_of(name)
        record = symbol and variable_record(name, symbol)
        try:
            return C(name, record and upc_types.parse(record, 1))
        except Unknown:
            return C(name)


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
