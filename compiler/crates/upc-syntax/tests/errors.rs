// SPDX-License-Identifier: Apache-2.0
//! The messages about wrong programs: place and words.

mod common;

use upc_syntax::Dialect;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let messages = common::parse(text, Dialect::default());
    let short: Vec<&str> = messages.iter().map(|m| m.strip_prefix("t.upc:").unwrap_or(m)).collect();
    assert_eq!(short, expected, "in\n{text}");
}

#[test]
fn missing_semicolons_are_reported_where_they_belong() {
    check(
        "int f(void) {\n  int a = 1\n  a = 2\n  return a\n}\n",
        &[
            "2:12: missing ';' after the declaration",
            "3:8: missing ';' after the expression",
            "4:11: missing ';' after 'return'",
        ],
    );
    check("int a\nint b;\n", &["1:6: missing ';' after the declaration"]);
    check(
        "struct S { int x; }\nint main(void) { return 0; }\n",
        &["1:20: missing ';' after the '}' of this type"],
    );
    check(
        "void f(void) {\n upc_barrier\n f();\n upc_fence\n}",
        &["2:13: missing ';' after 'upc_barrier'", "4:11: missing ';' after 'upc_fence'"],
    );
}

#[test]
fn several_errors_a_file() {
    check(
        "int x = ;\nint f(void) { if (x { } }\nint g(void) { return ); }\nint y = 3 +;\nint z;\n",
        &[
            "1:9: expected an expression before ';'",
            "2:21: expected ')', found '{'",
            "3:22: expected an expression before ')'",
            "4:12: expected an expression before ';'",
        ],
    );
}

#[test]
fn errors_in_conditions() {
    check(
        "void f(int i) { if (i + ) g(; while () { i = ; } }",
        &[
            "1:25: expected an expression before ')'",
            "1:29: expected an expression before ';'",
            "1:38: expected an expression before ')'",
            "1:46: expected an expression before ';'",
        ],
    );
    check(
        "void f(int i) { for (i = 0; i < ; i++) { i = ; } for (i = 0) ; }",
        &[
            "1:33: expected an expression before ';'",
            "1:46: expected an expression before ';'",
            "1:60: expected ';' after the first part of the loop, found ')'",
        ],
    );
}

#[test]
fn a_block_has_one_dimension() {
    check(
        "shared [2][3] int a[6]; int shared [4] [1][2] *p, f(shared [2][2] char *);",
        &[
            "1:11: a block has one dimension",
            "1:40: a block has one dimension",
            "1:63: a block has one dimension",
        ],
    );
    check("int shared[2][3];", &["1:5: 'shared' is a UPC keyword, not a name"]);
}

#[test]
fn upc_keywords_are_no_names() {
    check("int shared = 3;", &["1:5: 'shared' is a UPC keyword, not a name"]);
    check(
        "int strict;\nint relaxed[3];\n",
        &[
            "1:5: 'strict' is a UPC keyword, not a name",
            "2:5: 'relaxed' is a UPC keyword, not a name",
        ],
    );
    check("struct S { int shared; };", &["1:16: 'shared' is a UPC keyword, not a name"]);
    check(
        "int THREADS = 4; int MYTHREAD(void);",
        &[
            "1:5: 'THREADS' is a UPC keyword, not a name",
            "1:22: 'MYTHREAD' is a UPC keyword, not a name",
        ],
    );
}

#[test]
fn upc_keywords_are_no_names_in_expressions_and_pointers() {
    check(
        "int f(int a) { return a.shared + strict; }",
        &["1:25: 'shared' is a UPC keyword, not a name"],
    );
    check(
        "char *shared; int **strict = 0, *const relaxed;",
        &[
            "1:7: 'shared' is a UPC keyword, not a name",
            "1:21: 'strict' is a UPC keyword, not a name",
        ],
    );
    check(
        "int f(void) { int upc_wait; return 1 + upc_fence; }",
        &[
            "1:19: 'upc_wait' is a UPC keyword, not a name",
            "1:40: 'upc_fence' is a statement and cannot be part of an expression",
        ],
    );
}

#[test]
fn upc_statements() {
    check(
        "void f(int i) { upc_forall (i = 0; i < 3; i++) f(i); }",
        &["1:46: upc_forall needs four parts separated by ';': initialization; condition; step; \
            affinity"],
    );
    check(
        "void f(int i) { upc_forall (i = 0; i < 3) f(i); }",
        &["1:41: upc_forall needs four parts separated by ';': initialization; condition; step; \
            affinity"],
    );
    check(
        "void f(int i) { upc_forall (;;;i;) f(i); }",
        &["1:33: upc_forall has four parts; this one has more"],
    );
    check(
        "void f(void) { upc_barrier(); upc_fence 1; }",
        &["1:27: 'upc_barrier' is a statement, not a function", "1:41: 'upc_fence' takes no value"],
    );
}

#[test]
fn unknown_types() {
    check(
        "uint32_t x; foo_t *y; foo_t z; int f(bar q);",
        &[
            "1:1: unknown type name 'uint32_t'",
            "1:13: unknown type name 'foo_t'",
            "1:38: unknown type name 'bar'",
        ],
    );
    check(
        "void f(void) { g((foo_t *)1, sizeof(bar **)); }",
        &["1:19: unknown type name 'foo_t'", "1:37: unknown type name 'bar'"],
    );
    check("void f(void) { foo_t x; g(); }", &["1:16: unknown type name 'foo_t'"]);
}

#[test]
fn specifiers_that_make_no_type() {
    check(
        "long char c; short double d; unsigned float u;",
        &[
            "1:1: 'long char' is not a type",
            "1:14: 'short double' is not a type",
            "1:30: 'unsigned float' is not a type",
        ],
    );
    check(
        "void int x; struct S int y;",
        &["1:6: two types in one declaration", "1:22: two types in one declaration"],
    );
    check("static extern int x;", &["1:8: a declaration has at most one storage class"]);
}

#[test]
fn braces() {
    check("int x; } int y;", &["1:8: this '}' has no matching '{'"]);
    check(
        "int f(void) {\n if (1) {\n return 0;\n}\n",
        &["1:13: the '{' of 'f' is never closed: a '}' is missing"],
    );
    check(
        "int f(void) { else ; int a[3; return 1; }",
        &["1:15: 'else' without an 'if' before it", "1:29: expected ']', found ';'"],
    );
    check(
        "void f(void) { if (1) int x = 1; }",
        &["1:23: a declaration cannot be the body of 'if'"],
    );
}

#[test]
fn pragmas() {
    check("#pragma upc fast\nint x;\n", &["1:1: unknown '#pragma upc' is ignored"]);
    check(
        "void f(void) {\n f();\n#pragma upc strict\n f();\n}\n",
        &["3:1: '#pragma upc' belongs outside functions, or at the start of a block"],
    );
    check(
        "struct s {\n#pragma upc strict\n int x; };\n",
        &["2:1: '#pragma upc' belongs outside functions, or at the start of a block"],
    );
}

/// The messages, on the stack of a main thread.
fn on_small_stack(text: String) -> Vec<String> {
    let run = move || common::parse(&text, Dialect::default());
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap().join().unwrap()
}

const EXPRESSIONS: [(&str, &str); 13] = [
    ("(", ")"),
    ("!", ""),
    ("- ", ""),
    ("(int)", ""),
    ("f(", ")"),
    ("x[", "]"),
    ("1 ? 1 : ", ""),
    ("x = ", ""),
    ("sizeof ", ""),
    ("({", ";})"),
    ("(int[]){", "}"),
    ("_Generic(1, default: ", ")"),
    ("(typeof(", "))1"),
];

#[test]
fn nesting_is_limited_in_expressions() {
    for (open, close) in EXPRESSIONS {
        let text =
            format!("int f(int x) {{ x = {}1{}; }}", open.repeat(50_000), close.repeat(50_000));
        let messages = on_small_stack(text);
        assert_eq!(messages.len(), 1, "{open}: {:?}", &messages[..messages.len().min(4)]);
        assert!(messages[0].contains("nested more than"), "{messages:?}");
    }
}

const STATEMENTS: [(&str, &str); 14] = [
    ("{", "}"),
    ("if (x) ", ""),
    ("if (x) ; else { ", "}"),
    ("while (x) ", ""),
    ("for (;;) ", ""),
    ("do ", "while (x);"),
    ("struct {", "int i; } x;"),
    ("int (*f(", "))(void);"),
    ("l: {", "}"),
    ("typeof(int (*)(", ")) x;"),
    ("switch (x) case 1: ", ""),
    ("upc_forall (;;;) ", ""),
    ("int y[] = { ({", ";}) };"),
    ("void f(int a, void (*g)(", "));"),
];

#[test]
fn nesting_is_limited_in_statements() {
    for (open, close) in STATEMENTS {
        let text = format!("int f(int x) {{ {} ; {} }}", open.repeat(20_000), close.repeat(20_000));
        let messages = on_small_stack(text);
        assert!(
            messages.iter().any(|m| m.contains("nested more than")),
            "{open}: {:?}",
            messages.first()
        );
    }
}

#[test]
fn long_chains_are_no_nesting() {
    const DERIVATIONS: usize = 512; // a declarator's limit
    let chain = |unit: &str| unit.repeat(20_000);
    for text in [
        format!("int x = 1{};", chain(" + 1")),
        format!("void f(int x) {{ if (x) ; {} }}", chain("else if (x) ;")),
        format!("void f(int x) {{ switch (x) {{ {} ; }} }}", chain("case 1:")),
        format!("int x {};", "[2]".repeat(DERIVATIONS)),
        format!("int {}x;", "*".repeat(DERIVATIONS)),
        format!("void f(int x) {{ x{}; }}", chain("[0]")),
        format!("int x[] = {{ {} }};", chain("1,")),
    ] {
        assert_eq!(common::parse(&text, Dialect::default()), Vec::<String>::new());
    }
}
