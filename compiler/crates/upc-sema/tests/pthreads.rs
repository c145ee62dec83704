// SPDX-License-Identifier: Apache-2.0
//! Which private objects are per UPC thread under -pthreads, and which bodies are analysed for it.

mod support;

use support::{run, Env};
use upc_sema::unit::{DeclKind, Privatised};

/// `name=storage` of each object and function-scope static, in the order of the text.
fn privatised(source: &str) -> Vec<String> {
    let r = run(source, Env::Pthreads);
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let mut found: Vec<(u32, String)> = Vec::new();
    for d in r.analysis.unit.decls.iter().filter(|d| d.kind == DeclKind::Object) {
        let storage = match d.privatised {
            Privatised::No => "no",
            Privatised::Tls => "tls",
            Privatised::Block => "block",
            Privatised::Getter => "getter",
        };
        found.push((d.span.start, format!("{}={storage}", r.names.name(d.name))));
    }
    found.sort();
    found.into_iter().map(|(_, s)| s).collect()
}

const PRIVATISED: [&str; 18] = [
    "small=tls",
    "limit=tls",
    "big=block",
    "open=getter",
    "known=block",
    "s=no",
    "c=no",
    "names=no",
    "to=tls",
    "moving=tls",
    "t=no",
    "environ=no",
    "labelled=no",
    "optind=getter",
    "n=tls",
    "buf=block",
    "local=no",
    "k=no",
];

#[test]
fn sizes_and_exceptions() {
    let source = "
int small; static double limit[512]; char big[4097]; extern int open[]; extern long known[1000]; \
shared int s;
const int c = 1; const char *const names[] = { \"a\" }; int *const to = &small; const int *moving; \
_Thread_local int t;
extern char **environ; int labelled __asm__(\"x\"); extern int optind;
void f(void) { static int n; static char buf[8192]; int local; static const int k = 2; }
";
    assert_eq!(privatised(source), PRIVATISED);
}

#[test]
fn completed_arrays_and_plain_c() {
    let source = "
extern int a[]; int a[5000]; int b[] = { 1, 2 };
#pragma upc c_code
int plain;
#pragma upc upc_code
int ours;
# 1 \"/usr/include/y.h\" 1 3
extern int theirs;
# 9 \"t.upc\" 2
int after;
";
    assert_eq!(
        privatised(source),
        ["a=block", "b=tls", "plain=no", "ours=tls", "theirs=no", "after=tls"]
    );
}

#[test]
fn bodies_with_statics_or_large_objects_are_analysed() {
    let source = "
int small; char big[9000]; extern int open[];
int a(void) { return small; }
int b(void) { static int n; return n++; }
int c(void) { return big[1]; }
int d(void) { return open[1]; }
";
    let r = run(source, Env::Pthreads);
    let analysed: Vec<bool> = r
        .analysis
        .externals
        .iter()
        .filter_map(|(e, b)| {
            matches!(e, upc_syntax::ast::External::Function(_)).then_some(b.is_some())
        })
        .collect();
    assert_eq!(analysed, [false, true, true, true]);
    assert!(!r.analysis.has_upc);
}

#[test]
fn addresses_of_per_thread_objects_are_set_at_start() {
    let source = "
int n; int *p = &n; int **pp = &p; char big[9000]; char *b = big + 3; shared int s; shared int *sp \
= &s; int f(void); int (*fp)(void) = f;
struct S { int *a; int b; } st = { &n, 2 }; struct S plain = { 0, 2 }; const char *text = \"x\"; \
shared int *null = 0;
void g(void) { static int *q = &n; static int k = 3; }
";
    let r = run(source, Env::Pthreads);
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let mut names: Vec<&str> = r
        .analysis
        .unit
        .decls
        .iter()
        .filter(|d| r.analysis.unit.runtime_init.contains(&d.span))
        .map(|d| r.names.name(d.name))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["b", "p", "pp", "q", "sp", "st"]);
}

#[test]
fn structures_completed_later() {
    let source = "
extern struct Big b; extern struct Small s; struct Big { char c[5000]; }; struct Small { int x; };
int f(void) { return b.c[0]; }
";
    assert_eq!(privatised(source), ["b=block", "s=tls"]);
    let r = run(source, Env::Pthreads);
    assert!(r.analysis.externals.iter().any(|(_, body)| body.is_some()));
}

#[test]
fn extern_declarations_in_blocks_are_rewritten() {
    let r =
        run("int f(void) { extern int x; return x; }\nint g(void) { return 1; }\n", Env::Pthreads);
    let analysed: Vec<bool> = r.analysis.externals.iter().map(|(_, body)| body.is_some()).collect();
    assert_eq!(analysed, [true, false]);
}
