// SPDX-License-Identifier: Apache-2.0
//! The results of the passes for small functions, read from the dump.

mod counting;
mod far;
mod inline;
mod own;
mod rows;
mod runs;
mod waiting;

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

const HEAD: &str = "shared int s; shared [4] int b[4*THREADS]; shared [] int *q; shared int \
    c[8*THREADS]; struct P { int x; int a[4]; }; \
                    shared struct P ps[THREADS]; int i; int f(int); \
                    void upc_memget(void *, shared const void *, unsigned long);\n";

fn dump(body: &str) -> String {
    let text = format!("{HEAD}int test(int k) {{ (void)k; {body} ; return 0; }}\n");
    let map = LineMap::new(&text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let options = upc_sema::Options::default();
    let analysis =
        upc_sema::analyze(&text, &map, Dialect::default(), &options, &mut names, &mut diags);
    let facts = upc_ir::Facts::new(&analysis, &text, &names);
    let mut ir = upc_ir::build(&analysis, &facts, &map, &upc_ir::Options::default(), &mut diags);
    let said: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(!diags.has_errors(), "{body}: {said:?}");
    upc_ir::run_passes(&mut ir, &facts, &upc_ir::Options::default(), true, &mut |_, _| {});
    upc_ir::print::dump(&mut ir, &text, &|_| true)
}

#[track_caller]
fn has(body: &str, wanted: &str) {
    let d = dump(body);
    assert!(d.contains(wanted), "{body}: no '{wanted}' in\n{d}");
}

#[track_caller]
fn count(body: &str, what: &str, n: usize) {
    let d = dump(body);
    assert_eq!(d.matches(what).count(), n, "{body}: '{what}' in\n{d}");
}

#[test]
fn functions_without_upc_are_copied() {
    let d = dump("i = f(i) + 1; for (;;) if (i) break;");
    assert!(!d.contains("loop") && !d.contains("load"), "{d}");
}

#[test]
fn long_functions_without_loops_call() {
    let many = "s = 1; i = s; ps[0].x = 2; ".repeat(22);
    has(&many, "function calls");
    count("s = 1; i = s; ps[0].x = 2;", "function calls", 0);
    count(&format!("for (i = 0; i < 3; i++) {{ {many} }}"), "function calls", 0);
    count(&format!("upc_forall (i = 0; i < 3; i++; i) {{ {many} }}"), "function calls", 0);
}

#[test]
fn loops_that_another_one_controls_are_plain() {
    let inner = |affinity: &str| {
        dump(&format!(
            "upc_forall (i = 0; i < 9; i++; i) upc_forall (int j = 0; j < 9; j++; {affinity}) \
             b[j] = i;"
        ))
    };
    let plain = dump("upc_forall (i = 0; i < 9; i++; i) for (int j = 0; j < 9; j++) b[j] = i;");
    let foralls = |d: &str| d.matches("upc_forall tested").count() + d.matches(" step=").count();
    for affinity in ["j", "&b[j]", "b + j % 3", "&ps[0].a[j]", "&q[i]", "continue", ""] {
        assert_eq!(foralls(&inner(affinity)), foralls(&plain), "{affinity}");
    }
    for affinity in ["f(j)", "i++", "s", "c[j]", "&q[s]", "(volatile int){1}"] {
        assert_eq!(foralls(&inner(affinity)), foralls(&plain) + 1, "{affinity}");
    }
}

/// Every call of the runtime goes through the table of entry points, and C text is upc-emit's: no
/// source file of this crate has the name of a function or type of the runtime in a string.
#[test]
fn the_tree_has_no_names_of_the_runtime() {
    fn files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, found);
            } else if !path.ends_with("abi/entries.rs") {
                found.push(path);
            }
        }
    }
    let mut all = Vec::new();
    files(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    assert!(all.len() > 20);
    for path in all {
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in
            text.lines().enumerate().filter(|(_, l)| !l.trim_start().starts_with("//"))
        {
            let named = line.match_indices("upcr_").any(|(at, _)| {
                let inside = line[..at].matches('"').count() % 2 == 1;
                inside && !line[..at].ends_with("__")
            });
            assert!(!named, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// The tree after the passes with flags, for a body with `shared double *p, *v` and the like.
fn dump_of_loop(body: &str, off: &[&'static str]) -> String {
    dump_with_threads(body, off, None)
}

fn dump_with_threads(body: &str, off: &[&'static str], threads: Option<u32>) -> String {
    dump_of_unit("", body, off, threads)
}

/// The tree of `functions` and of one with `body`.
fn dump_of_unit(functions: &str, body: &str, off: &[&'static str], threads: Option<u32>) -> String {
    let head = "shared double x[THREADS], y[8*THREADS]; strict shared double z[THREADS]; shared \
        long c[THREADS]; \
                shared [16] double b[16*THREADS], o[16*THREADS]; \
                shared [16] struct P { int x, y; } ps[16*THREADS]; shared struct L { shared [] \
                double *row; } lines[THREADS]; \
                volatile shared double gv[8][24*THREADS]; \
                shared double g[16*THREADS][24], h[16][24*THREADS]; shared [4] int \
                q[16*THREADS][24]; shared [] int w[16][24]; \
                shared [4] int s[16*THREADS][4], s2[16*THREADS][2][4]; shared [3] int \
                o3[16*THREADS][3]; shared [48] int m3[16*THREADS][3]; \
                shared [8] double r[THREADS][8], r2[2*THREADS][8]; shared [8] double \
                r3[THREADS][2][4]; shared [4] double r4[THREADS][8]; \
                strict shared [8] double rz[THREADS][8]; shared struct A { int k, a[4]; } \
                xs[THREADS]; \
                shared struct M { int j, k; } *shared as[THREADS], \
                *shared volatile av[THREADS], *shared aone, *pa; \
                shared struct A one; strict shared [] int wz[16]; shared [] int *q2; \
                shared [128] double e[128*THREADS]; shared [32] double r32[THREADS][32]; \
                int i, j, m, u2[9], f(int); double d, u[9], *v; shared double *p; \
                static double twice(double t) { return t * 2; } static int next(void) { return \
                m++; }\n";
    let text = format!("{head}{functions}\nvoid test(int n) {{ (void)n; {body} }}\n");
    let map = LineMap::new(&text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let sema =
        upc_sema::Options { static_threads: threads, small_functions: true, ..Default::default() };
    let analysis =
        upc_sema::analyze(&text, &map, Dialect::default(), &sema, &mut names, &mut diags);
    let mut options = upc_ir::Options { threads, ..upc_ir::Options::default() };
    off.iter().for_each(|flag| options.passes.set(flag, false));
    let facts = upc_ir::Facts::new(&analysis, &text, &names);
    let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut diags);
    let said: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(!diags.has_errors(), "{body}: {said:?}");
    upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {});
    upc_ir::print::dump(&mut ir, &text, &|_| true)
}

const ITERATIONS: &str = "for (int k = 0; k < n; k++)";

/// A loop that sums up columns.
fn column_sums(clauses: &str, sum: &str) -> String {
    format!(
        "for (int k = 0; {clauses}) {{ double t = 0; for (int l = 0; l < n; l++) {{ {sum} }} \
        y[k] = t; }}"
    )
}

#[test]
fn each_pass_with_a_flag_can_be_turned_off() {
    let cases = [
        (
            "walks",
            "shared [] double *q = 0; for (int k = 0; k < n; k++) d += *q++;".to_string(),
            "__upcr_start",
        ),
        ("iterations", "upc_forall (int k = 0; k < n; k++; k) f(k);".to_string(), "step=1"),
        ("streams", "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = 1;".to_string(), "streams=1"),
        ("rows", "for (int k = MYTHREAD; k < n; k += THREADS) y[k] = 1;".to_string(), "rows=1"),
        ("runs", format!("{ITERATIONS} b[k] = 1;"), "runs of 1"),
        ("indefinite", format!("{ITERATIONS} w[m][k] = 1;"), "indefinite objects 1"),
        ("coalesce", format!("{ITERATIONS} b[k] = 1;"), "runs of 1 written"),
        ("own", format!("{ITERATIONS} x[MYTHREAD] += 1;"), "own elements of 1"),
        ("gather", format!("{ITERATIONS} d += b[u2[k]];"), "gather of 1"),
        ("tables", format!("{ITERATIONS} y[k * m & 7] += 1;"), "tables"),
        ("independent", format!("{ITERATIONS} y[k] = 1;"), "independent"),
        ("inspector", format!("{ITERATIONS} d += p[u2[k]];"), "inspected"),
        ("updates", format!("{ITERATIONS} p[u2[k]] += 1;"), "held"),
        ("owners", column_sums("k < 24; k++", "t += g[l][k];"), "owners streams=1"),
        ("counted", format!("{ITERATIONS} d += p[u2[k]];"), "counted"),
        ("together", "j = ps[m].x + ps[m].y;".to_string(), "expects"),
    ];
    for (flag, body, mark) in cases {
        let dump = |off: &[&'static str]| {
            dump_with_threads(&body, off, if flag == "owners" { Some(4) } else { None })
        };
        assert!(dump(&[]).contains(mark), "{flag}: no '{mark}' in\n{}", dump(&[]));
        assert!(!dump(&[flag]).contains(mark), "{flag} is off");
        assert!(upc_ir::PASSES.iter().any(|p| p.flag == Some(flag)));
    }
    let others = |flag: &str| !["inline", "pointers", "limits", "values"].contains(&flag);
    let flags = upc_ir::PASSES.iter().filter_map(|p| p.flag).filter(|f| others(f)).count();
    assert_eq!(flags, 16, "a case for each; inline.rs and counting.rs have others");
}
