// SPDX-License-Identifier: Apache-2.0
//! Programs that nest, repeat or grow without end.

/// `{n}` is a number that differs each time.
struct Bomb {
    before: &'static str,
    repeated: &'static str,
    core: &'static str,
    closing: &'static str,
    after: &'static str,
}

const fn bomb(
    before: &'static str,
    repeated: &'static str,
    core: &'static str,
    closing: &'static str,
    after: &'static str,
) -> Bomb {
    Bomb { before, repeated, core, closing, after }
}

const IN_FUNCTION: &str = "shared int s; int a[9], *p; int f(int x) { ";

const BOMBS: &[Bomb] = &[
    // expressions
    bomb("int x = ", "(", "1", ")", ";"),
    bomb("int x = ", "- ", "1", "", ";"),
    bomb("int x = ", "1 + ", "1", "", ";"),
    bomb("int x = ", "1 ? 2 : ", "3", "", ";"),
    bomb("int x = ", "(int)", "1", "", ";"),
    bomb("int x = ", "sizeof ", "1", "", ";"),
    bomb("int x = ", "sizeof(int[", "1", "])", ";"),
    bomb("int x = ", "(1, ", "1", ")", ";"),
    bomb("char *x = ", "\"a\" ", "\"\"", "", ";"),
    bomb(IN_FUNCTION, "x = ", "1", "", "; }"),
    bomb(IN_FUNCTION, "s += ", "1", "", "; }"),
    bomb(IN_FUNCTION, "s, ", "1", "", "; }"),
    bomb(IN_FUNCTION, "s && ", "1", "", "; }"),
    bomb(IN_FUNCTION, "f(", "s", ")", "; }"),
    bomb(IN_FUNCTION, "a[", "s", "]", "; }"),
    bomb(IN_FUNCTION, "*&", "s", "", "; }"),
    bomb(IN_FUNCTION, "({ ", "s;", " })", "; }"),
    bomb(IN_FUNCTION, "_Generic(1, int: ", "s", ")", "; }"),
    bomb("struct t { struct t *n; } *t; int f(void) { return t", "->n", "== 0", "", "; }"),
    bomb("int *********m; int f(void) { return m", "[0]", "", "", "; }"),
    // declarations
    bomb("int ", "*", "x", "", ";"),
    bomb("int ", "(", "x", ")", ";"),
    bomb("int ", "(*", "x", ")(void)", ";"),
    bomb("int x", "[1]", "", "", ";"),
    bomb("shared int x", "[1]", "[THREADS]", "", ";"),
    bomb("int f(", "int (*)(", "", ")", ");"),
    bomb("", "struct { ", "int x; ", "} y; ", ";"),
    bomb("", "shared ", "int x;", "", ""),
    bomb("", "long ", "x;", "", ""),
    bomb("int x[] = ", "{", "1", "}", ";"),
    bomb("int x[] = {", "1, ", "", "", "};"),
    bomb("int x[9] = {", "[1] = 1, ", "", "", "};"),
    bomb("", "int x{n};\n", "", "", ""),
    bomb("", "struct t{n} { int x; };\n", "", "", ""),
    bomb("enum e {", "e{n}, ", "last", "", "};"),
    bomb("", "__attribute__((unused)) ", "int x;", "", ""),
    bomb("int x __attribute__((", "a(", "", ")", ")) ;"),
    bomb("__typeof__(", "__typeof__(", "int", ")", ") x;"),
    bomb("typedef int t0;", "typedef shared [2] int t{n}[THREADS];", "", "", ""),
    // statements
    bomb(IN_FUNCTION, "{", "s++;", "}", "}"),
    bomb(IN_FUNCTION, "if (s) ", "s++;", "", "}"),
    bomb(IN_FUNCTION, "if (s) s++; else ", "s++;", "", "}"),
    bomb(IN_FUNCTION, "while (s) ", "s++;", "", "}"),
    bomb(IN_FUNCTION, "upc_forall (;;; s) ", "s++;", "", "}"),
    bomb(IN_FUNCTION, "do ", "s++;", " while (s);", "}"),
    bomb(IN_FUNCTION, "switch (s) case {n}: ", "s++;", "", "}"),
    bomb("int f(int x) { switch (x) {", "case {n}: ", "x++;", "", "}}"),
    bomb(IN_FUNCTION, "l{n}: ", "s++;", "", "}"),
    bomb(IN_FUNCTION, "s++; ", "", "", "}"),
    bomb(IN_FUNCTION, "upc_barrier; ", "", "", "}"),
    bomb(IN_FUNCTION, "p = p + s * s; ", "", "", "}"),
    // what is no C
    bomb("", ") ", "", "", ""),
    bomb("", "} ", "", "", ""),
    bomb("", "@ ", "", "", ""),
    bomb("", "\n#pragma upc strict", "", "", ""),
    bomb("", "\n# 1 \"f{n}\"", "", "", ""),
    bomb("", "\\\n", "", "", ""),
    bomb("", "undeclared{n} x{n};\n", "", "", ""),
];

/// Every bomb, and what it is made of; the repeated part comes `depth` times.
pub fn all(depth: usize) -> impl Iterator<Item = (&'static str, String)> {
    BOMBS.iter().map(move |b| {
        let part = |n: usize| {
            if b.repeated.contains("{n}") {
                b.repeated.replace("{n}", &n.to_string())
            } else {
                b.repeated.to_string()
            }
        };
        let repeated: String = (1..=depth).map(part).collect();
        (b.repeated, [b.before, &repeated, b.core, &b.closing.repeat(depth), b.after].concat())
    })
}
