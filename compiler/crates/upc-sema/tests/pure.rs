// SPDX-License-Identifier: Apache-2.0
//! Which functions are known to be pure.

mod support;

use support::{run, Env};

const HEAD: &str = "# 1 \"math.h\" 3\ntypedef double number; double sqrt(double); int abs(int); \
    extern char *environ;\n# 2 \"test.upc\"\n\
    int global; enum { MOST = 255 }; typedef int *pointer; shared int s; int other(int);\n\
    static int half(int x) { return x / 2; }\n";

/// Whether `definition` defines the pure function f.
fn pure(definition: &str) -> bool {
    let r = run(&format!("{HEAD}{definition}\n"), Env::Dynamic);
    assert!(!r.diags.has_errors(), "{definition}: {:?}", r.messages);
    r.analysis.unit.pure.iter().any(|&d| r.names.name(r.analysis.unit.decls[d].name) == "f")
}

/// Whether the function f that `definition` defines is known to access no shared object.
fn unshared(definition: &str) -> bool {
    let r = run(&format!("{HEAD}{definition}\n"), Env::Dynamic);
    assert!(!r.diags.has_errors(), "{definition}: {:?}", r.messages);
    r.analysis.unit.unshared.iter().any(|&d| r.names.name(r.analysis.unit.decls[d].name) == "f")
}

#[test]
fn functions_without_shared_data_call_only_such() {
    for definition in [
        "void f(int *p) { while (*p) p++; }",
        "static int g(int *p) { return abs(*p); } int f(int *p) { return g(p) + (int)(*p); }",
        "int f(int x) { if (x) (void)(x), x = half(x); return __builtin_expect(x, 0); }",
    ] {
        assert!(unshared(definition), "{definition}");
    }
    for definition in [
        "int f(int x) { return other(x); }",
        "int f(int (*g)(int)) { return g(1); }",
        "int f(int (*g)(int)) { return (*g)(1); }",
        "int f(int (*g[2])(int)) { return g[1](1); }",
        "int f(int x) { return x > 0 ? f(x - 1) : x; }",
        "int f(void) { return s; }",
        "void f(void) { __asm__ volatile (\"\"); }",
        "# 1 \"setjmp.h\" 3\nvoid longjmp(int *, int);\n# 9 \"test.upc\"\nvoid f(int *p) { \
         longjmp(p, 1); }",
        "# 1 \"unistd.h\" 3\nint usleep(unsigned);\n# 9 \"test.upc\"\nvoid f(int n) { usleep(n); }",
    ] {
        assert!(!unshared(definition), "{definition}");
    }
}

#[test]
fn functions_of_numbers_are_pure() {
    for definition in [
        "static int f(int x) { return x > MOST ? MOST : x; }",
        "static inline double f(int x, int y) { double size = sqrt((double)(x * x + y * y)); \
         return size; }",
        "static number f(number x) { for (int k = 0; k < 3; k++) { x += k * x; } return (number)x; \
         }",
        "static int f(int x) { int half_of = half(x); return half_of * half(half_of); }",
    ] {
        assert!(pure(definition), "{definition}");
    }
}

const OPEN: [&str; 18] = [
    "int f(int x) { return x; }",
    "static void f(int x) { (void)x; }",
    "static int f(int *x) { return *x; }",
    "static int f(int x) { return x + global; }",
    "static int f(int x) { global = x; return x; }",
    "static int f(int x) { static int n; n += x; return n; }",
    "static int f(int x) { volatile int n = x; return n; }",
    "static int f(int x) { return other(x); }",
    "static int f(int x) { return abs(x); }",
    "static int f(long x) { return *(int *)x; }",
    "static int f(long x) { return *(pointer)x; }",
    "static int f(long x) { int *p = (void *)x; return p[0]; }",
    "static int f(int x) { return x + s; }",
    "static int f(int x) { upc_barrier; return x; }",
    "static int f(int x) { __asm__ volatile (\"\" ::: \"memory\"); return x; }",
    "static int f(int x) { return x > 0 ? f(x - 1) : x; }",
    "static int f(int x) { struct { int n; } v = { x }; return v.n; }",
    "static int f(int x, ...) { return x; }",
];

#[test]
fn others_are_not() {
    for definition in OPEN {
        assert!(!pure(definition), "{definition}");
    }
}
