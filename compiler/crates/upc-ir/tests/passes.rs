// SPDX-License-Identifier: Apache-2.0
//! The results of the passes for small functions, read from the dump.

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
fn loops_that_wait_poll() {
    has("while (!s) ;", "loop poll=Condition");
    has("do i++; while (s == 0 && i < 3);", "loop poll=Condition");
    has("for (i = 0; b[i]; i++) ;", "loop poll=Condition");
    has("int j = 0; while (j < 9 && b[i]) j++;", "loop poll=Condition");
    has("for (;;) { if (s) break; }", "loop poll=Body");
    has("while (1) { if (f(s)) return 1; }", "loop poll=Body");
    has("while (1) { i = s; if (i) return 1; }", "loop poll=Body");
    has("int v; do { v = s; } while (v != 3);", "loop poll=Condition");
    has("int v = 0; while (v != 3) v = s + 1;", "loop poll=Condition");
    has("i = s; while (!test(0)) ;", "loop poll=Condition");
    has("int v; do upc_memget(&v, &s, sizeof v); while (v != 3);", "loop poll=Condition");
    has("int v; while (upc_memget ( & v, &s, sizeof v), v != 3) ;", "loop poll=Condition");
    has("int v; for (;;) { upc_memget(&v, &s, sizeof v); if (v) break; }", "loop poll=Body");
    has("int v; for (i = 0; i < 3; i++) upc_memget(&v, &s, sizeof v);", "loop poll=No");
    has("while (i < 3) { if (i == s) i++; }", "loop poll=Condition");
    has(
        "int v = 0; while (v < 3) { v = 0; for (i = 0; i < 3; i++) v += c[i]; }",
        "loop poll=Condition",
    );
    has("while (!k) for (i = 0; i < 3; i++) if (c[i] && i == 2) { k = 1; }", "loop poll=Condition");
    has("for (i = 0; !k; i++) if (i > 2) { if (!c[0]) i = 3; else k++; }", "loop poll=Condition");
}

#[test]
fn loops_that_compute_do_not() {
    has("for (i = 0; i < 10; i++) b[i] = i;", "loop poll=No");
    has("int t = 0; for (i = 0; i < 10; i++) t = t + b[i];", "loop poll=No");
    has("while (i < 3) { if (i == k) i++; b[i] = s; }", "loop poll=No");
    has("int j = 0; while (j < 9 && b[i + j]) j++;", "loop poll=No");
    has("for (i = 0; i < 3 && k; i++) if (b[i] == 7) k = 0;", "loop poll=No");
    count("for (i = 0; i < 10; i++) f(i);", "loop poll", 0);
}

#[test]
fn adjacent_fences_merge() {
    let fences = |body| dump(body).lines().filter(|l| l.trim() == "fence").count();
    assert_eq!(fences("upc_fence; upc_fence; upc_fence;"), 1);
    assert_eq!(fences("upc_barrier; upc_fence;"), 0);
    assert_eq!(fences("upc_fence; upc_barrier;"), 0);
    assert_eq!(fences("upc_fence; upc_barrier s;"), 1);
    assert_eq!(fences("upc_fence; i = 1; upc_fence;"), 2);
    assert_eq!(fences("if (i) upc_fence; upc_barrier;"), 1);
}

#[test]
fn constant_steps_fold() {
    has("i = *(q + 3);", "load [value Thin { block: 0 } . 12]");
    has("i = q[0];", "load [value Thin { block: 0 }]");
    has("i = ps[0].a[2];", ". 12]");
    has("i = ps[i].a[2];", "+ (1 steps + 0) block 1 elem 20 . 12]");
}

#[test]
fn multiples_of_threads_are_rows() {
    for step in [
        "p += THREADS",
        "p -= 2 * THREADS",
        "p += (long)THREADS * k",
        "p += -(k * 3 * THREADS)",
        "r++",
    ] {
        has(
            &format!("shared int *p = 0; shared int (*r)[THREADS] = 0; {step};"),
            "advance post=false used=false rows",
        );
    }
    has("c[i * THREADS] = 1;", "elem 4 rows");
    has("c[THREADS + k * THREADS]++;", "elem 4 rows");
    has("shared [4] int *p = b; i = p[4 * THREADS];", "block 4 elem 4 rows");
    has("shared int *p = c; i = *(p + THREADS * k);", "elem 4 rows");
    has("c[i * THREADS + MYTHREAD] = 1;", "(2 steps + 0) block 1");
}

#[test]
fn others_are_not() {
    // Half a row of blocks; a product that may wrap in 32 bits; a square; a remainder.
    let steps = [
        "q4 += 2 * THREADS",
        "p += (unsigned)k * THREADS",
        "p += THREADS * THREADS",
        "p += k % THREADS",
    ];
    for step in steps {
        count(&format!("shared int *p = 0; shared [4] int *q4 = b; {step};"), "rows", 0);
    }
    count("c[i * THREADS + k] = 1;", "rows", 0);
    count("q[2 * THREADS] = 1;", "rows", 0);
}

#[test]
fn rows_flatten_to_one_index() {
    let d = dump("shared [3] int (*m)[5] = 0; i = m[i][2] + (*m)[1];");
    assert!(d.contains("(1 steps + 2) block 3 elem 4"), "{d}");
}

#[test]
fn a_thread_goes_from_own_to_own() {
    let kinds = [
        ("int j = 0; j < k; j++; j", "Blocks { block: 1, unit: 1, backwards: false } step=1"),
        ("int j = k; j >= 0; j -= 3; &c[j]", "Cycle { threads: -3 } step=-3"),
        (
            "long j = MYTHREAD; j <= k * 2; j++; &b[j + k]",
            "Blocks { block: 4, unit: 1, backwards: false } step=1",
        ),
        (
            "int j = 0; j < k; j += 2; &b[k - j]",
            "Blocks { block: 2, unit: 2, backwards: true } step=2",
        ),
        (
            "int j = 0; j < THREADS; j++; &ps[j].a[1]",
            "Blocks { block: 1, unit: 1, backwards: false } step=1",
        ),
        ("int j = 0; j < k; j++; k", "Same step=1"),
    ];
    for (clauses, kind) in kinds {
        has(&format!("upc_forall ({clauses}) f(j);"), &format!("upc_forall {kind}"));
    }
    has("int j; upc_forall (j = 0; j < i; j++; j % THREADS) f(j);", "upc_forall Blocks");
    has(
        "shared [4] int *p = b; upc_forall (int j = 0; j < 9; j++; p + j) f(j);",
        "upc_forall Blocks { block: 4",
    );
}

#[test]
fn what_may_change_is_tested() {
    let clauses = [
        "i = 0; i < k; i++; i",                     // others see the counter
        "int j = 0; j != k; j++; j",                // it may pass its limit
        "unsigned j = 0; j <= (unsigned)k; j++; j", // it may wrap
        "unsigned j = 0; j < (unsigned)k; j += 2; j",
        "unsigned j = 0; j < (long)k; j++; j",
        "int j = k; j < (unsigned)k; j++; j", // it may begin below 0, which is large
        "int j = 0; j < s; j++; j",           // another thread may move the limit
        "int j = 0; j < f(k); j++; j",
        "int j = 0; j < k - j; j++; j",
        "int j = 0; j < k; j++, k--; j",
        "int j = 0; j < k; j++; j * j",
        "int j = 0; j < k; j++; j + i",
        "int j = 0; j < k; j++; &q[f(j)]",
        "int j = 0; j < i; j += 3; &b[j]", // others see the limit
        "volatile int j = 0; j < k; j++; j",
        "short j = 0; j < k; j++; j",
    ];
    for clauses in clauses {
        has(&format!("upc_forall ({clauses}) f(0);"), "upc_forall tested");
    }
    for body in ["j++", "f(*&j)", "m = 3", "{ if (k) { l: f(1); } if (i) goto l; }"] {
        has(
            &format!("int m = 0; upc_forall (int j = 0; j < k; j++; j + m) {body};"),
            "upc_forall tested",
        );
    }
}

#[test]
fn strictness_follows_qualifier_then_pragma() {
    has("s = 1;", "store [object 0] used=false");
    has("{\n#pragma upc strict\n s = 1; }", "store [object 0] strict");
    count("{\n#pragma upc strict\n s = 1; } s = 2;", "strict used", 1);
    has("strict shared int *p = 0; i = *p;", "strict");
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
fn a_goto_may_be_a_loop() {
    let many = "s = 1; i = s; ps[0].x = 2; ".repeat(22);
    count(&format!("again: {many} if (k) goto again;"), "function calls", 0);
    has(&format!("if (k) goto out; {many} out: ;"), "function calls");
    count(&format!("void *to = &&again; again: {many} if (k) goto *to;"), "function calls", 0);
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
            } else if path.file_name().is_some_and(|n| n != "abi.rs") {
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
                shared struct A one; strict shared [] int wz[16]; shared [] int *q2; \
                shared [128] double e[128*THREADS]; shared [32] double r32[THREADS][32]; \
                int i, j, m, u2[9], f(int); double d, u[9], *v; shared double *p; \
                static double twice(double t) { return t * 2; } static int next(void) { return \
                m++; }\n";
    let text = format!("{head}{functions}\nvoid test(int n) {{ (void)n; {body} }}\n");
    let map = LineMap::new(&text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let sema = upc_sema::Options { static_threads: threads, ..upc_sema::Options::default() };
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

/// The same of a upc_forall over `k`, without the pass runs.
fn dump_of_forall(affinity: &str, body: &str) -> String {
    let text = format!("upc_forall (int k = 0; k < n; k++; {affinity}) {{ {body} }}");
    dump_of_loop(&text, &["runs"])
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
    let flags = upc_ir::PASSES.iter().filter(|p| p.flag.is_some()).count();
    assert_eq!(flags, 16, "a case for each");
}

#[test]
fn arrays_are_copied_for_loops_across_their_rows() {
    let copies = |body: &str| dump_of_loop(body, &[]).matches("gather of 1").count();
    let of = |element: &str| {
        format!("upc_forall (int k = 0; k < 8; k++; k) for (int l = 0; l < n; l++) d += {element};")
    };
    assert_eq!(copies(&of("r2[l][k]")), 1);
    assert_eq!(copies(&of("r2[l + 1][k - 1]")), 1);
    for along in ["r2[k][l]", "r2[m][k]", "r2[l][m]", "r2[l * 2][k]"] {
        assert_eq!(copies(&of(along)), 0, "{along}");
    }
}

#[test]
fn a_loop_with_a_barrier_is_not_written_twice() {
    let inner = "for (int l = 0; l < n; l++) w[m][l] = k;";
    let dump = dump_of_loop(&format!("{ITERATIONS} {{ {inner} upc_barrier; }}"), &[]);
    assert_eq!(dump.matches("indefinite objects 1").count(), 1, "{dump}");
    assert_eq!(dump.matches("upcr_barrier").count(), 1, "{dump}");
    let dump = dump_of_loop(&format!("{ITERATIONS} {{ {inner} {inner} }}"), &[]);
    assert_eq!(dump.matches("indefinite objects 1").count(), 1, "{dump}");
}

#[test]
fn updates_of_loops_that_neither_wait_nor_synchronise_are_held() {
    let held = |body: &str| dump_of_loop(body, &[]).matches("held").count();
    for body in [
        "for (int k = 0; k < n; k++) xs[u2[k]].k++;",
        "for (int k = 0; k < n; k++) for (int l = 0; l < k; l++) y[u2[l]] -= d;",
        "for (int k = 0; k < n; k++) { if (u2[k]) continue; q2[u2[k]] ^= k; if (k > 7) break; }",
        "upc_forall (int k = 0; k < n; k++; k) q2[u2[k]] += k;",
        "for (int k = 0; k < n; k++) { upc_fence; for (int l = 0; l < k; l++) p[u2[l]] += 2; }",
        "for (int k = 0; k < n; k++) p[u2[k]] = k;",
        "for (int k = 0; k < n; k++) for (int l = 0; l < n; l++) y[k * n + l] = k;",
        "int m = 0; for (int k = 0; k < n; k++) for (int l = 0; l < k; l++, m++) y[m] = k;",
        "for (int k = 0; k < n; k++) ps[u2[k]].y = (int)b[k];",
    ] {
        assert_eq!(held(body), 1, "{body}");
    }
    for body in [
        "for (int k = 0; k < n; k++) { q2[u2[k]] += k; f(k); }",
        "for (int k = 0; k < n; k++) { q2[u2[k]] += k; z[1] = 2; }",
        "for (int k = 0; k < n; k++) { q2[u2[k]] += k; while (!one.k) ; }",
        "while (n) { q2[u2[n]] += n; n = next(); }",
        "for (int k = 0; k < n; k++) i = q2[u2[k]]++;",
        "for (int k = 0; k < n; k++) q2[u2[k]] *= 2;",
        "for (int k = 0; k < n; k++) wz[u2[k]] += 2;",
        "shared [] char *t = 0; for (int k = 0; k < n; k++) t[u2[k]] += 2;",
        "for (int k = 0; k < n; k++) x[MYTHREAD] += 2;",
        "for (int k = 0; k < n; k++) { p[u2[k]] = k; upc_fence; }",
        "for (int k = 0; k < n; k++) b[k] = d;",
        "for (int k = MYTHREAD; k < n; k += THREADS) y[k] = d;",
    ] {
        assert_eq!(held(body), 0, "{body}");
    }
}

/// The expectations that the reads of the body announce.
fn expectations(body: &str) -> Vec<String> {
    let dump = dump_of_loop(body, &[]);
    dump.lines().filter_map(|l| Some(l.split_once(" expects ")?.1.to_string())).collect()
}

#[test]
fn the_first_read_of_a_range_expects_all_of_it() {
    assert_eq!(expectations("j = ps[m].x + ps[m].y;"), ["-0 +8 others 0"]);
    assert_eq!(expectations("j = ps[m].y; i = ps[m].x;"), ["-4 +4 others 0"]);
    assert_eq!(expectations("j = q2[i + 1] + q2[i] + q2[i + 5];"), ["-4 +20 others 0"]);
    assert_eq!(expectations("if (ps[m].x > n) j = ps[m].y; else j = 0;"), ["-0 +8 others 0"]);
    assert_eq!(expectations("while (ps[m].x > n) { j = ps[m].y; m++; }"), ["-0 +8 others 0"]);
    assert_eq!(expectations("j = ps[m].x; i = ps[m + 200].y;"), ["others 1"], "too far");
    for apart in [
        "j = ps[m].x; upc_fence; i = ps[m].y;",
        "j = ps[m].x; f(j); i = ps[m].y;",
        "j = ps[m].x; m = 3; i = ps[m].y;",
        "j = ps[m++].x; i = ps[m].y;",
        "j = ps[m].x; d = z[1]; i = ps[m].y;",
        "j = wz[m] + wz[m + 1];",
        "j = ps[m].x; i = ps[m].x;",
        "j = xs[MYTHREAD].k + xs[MYTHREAD].a[1];",
    ] {
        assert_eq!(expectations(apart), Vec::<String>::new(), "{apart}");
    }
}

#[test]
fn neighbouring_stores_are_sent_together() {
    let kept = |body: &str| {
        let dump = dump_of_loop(body, &[]);
        (dump.matches(" opens").count(), dump.matches(" closes").count())
    };
    for together in [
        "ps[m].x = 1; ps[m].y = 2;",
        "ps[m].y = 1; d = p[i]; ps[m].x = d;",
        "ps[m].x = 1; p[j] = d; ps[m].y = j; ps[m].x = 3;",
        "q2[i] = 1; q2[i + 1] = 2; q2[i + 2] = 3;",
        "ps[m].x = f(1); ps[m].y = 2;",
    ] {
        assert_eq!(kept(together), (1, 1), "{together}");
    }
    for apart in [
        "ps[m].x = 1; ps[n].y = 2;",
        "ps[m].x = 1; ps[m + 1].y = 2;",
        "ps[m].x = 1; ps[m].x = 2;",
        "ps[m].x = 1; upc_fence; ps[m].y = 2;",
        "ps[m].x = 1; m++; ps[m].y = 2;",
        "ps[m].x = 1; { int m = 2; ps[m].y = 2; }",
        "ps[m].x = 1; if (n) ps[m].y = 2;",
        "ps[m].x = 1; if (n) return; ps[m].y = 2;",
        "ps[m].x = 1; ps[m].y = f(2);",
        "ps[m].x = ps[m].y = 2;",
        "ps[m].x = 1; u2[0] = 2; ps[m].y = 2;",
        "ps[u2[0]].x = 1; ps[u2[0]].y = 2;",
        "b[m] = 1; b[m + 1] = 2;",
        "wz[m] = 1; wz[m + 1] = 2;",
        "q2[i] = 1; q2[i + 1000] = 2;",
    ] {
        assert_eq!(kept(apart), (0, 0), "{apart}");
    }
}

#[test]
fn reads_that_follow_for_sure_are_expected() {
    assert_eq!(expectations("d = p[i] + p[j];"), ["others 1"]);
    assert_eq!(
        expectations("d = p[i]; int k = n; d += p[j]; d += p[k];"),
        ["others 1", "others 1"]
    );
    assert_eq!(expectations("d = p[i] + p[j] + p[m] + p[n] + p[0];").first().unwrap(), "others 3");
    assert_eq!(
        expectations("j = ps[m].x + ps[n].y + ps[m].y + ps[n].x;"),
        ["-0 +8 others 1", "-4 +4 others 0"]
    );
    assert_eq!(expectations("if (n) d = p[i]; d += p[j];"), ["others 1"]);
    assert_eq!(expectations("d = p[i]; d += p[q2[1]];"), ["others 1"], "q2[1] alone");
    assert_eq!(expectations("d = p[i - 1] + p[i + 1];"), ["others 1"], "on different threads");
    for apart in [
        "d = p[i]; if (n) d += p[j];",
        "d = n ? p[i] : p[j];",
        "d = p[i]; if (d > 1) return; d += p[j];",
        "d = p[i]; i = 3; d += p[i];",
        "d = p[i]; int k = 2; d += p[k];",
        "d = p[i]; u2[0] = 3; d += p[u2[0]];",
        "int k = 1; { int j = 2; d = p[k]; } d += p[j];",
        "d = p[i]; for (int k = 0; k < n; k++) u[k] = 1; d += p[j];",
        "d = p[f(1)]; d += p[j + f(2)];",
        "d = p[i]; d += p[f(1)];",
        "d = z[i] + z[j];",
    ] {
        let told = expectations(apart).into_iter().filter(|e| !e.ends_with("others 0"));
        assert_eq!(told.collect::<Vec<_>>(), Vec::<String>::new(), "{apart}");
    }
}

#[test]
fn own_elements_are_variables_where_nothing_else_may_be_them() {
    let variables = |body: &str| {
        dump_of_loop(&format!("{ITERATIONS} {{ {body} }}"), &[]).matches("variable").count()
    };
    assert_eq!(variables("x[MYTHREAD] += u[k]; c[MYTHREAD]++; y[k] = d;"), 2);
    assert_eq!(variables("x[MYTHREAD] += 1; v[k] = 2;"), 0);
    assert_eq!(variables("c[MYTHREAD] += 1; v[k] = 2;"), 1);
    assert_eq!(variables("x[MYTHREAD] += 1; d += x[k];"), 0);
    assert_eq!(variables("x[MYTHREAD] += 1; d += *p;"), 0);
    assert_eq!(variables("x[MYTHREAD] += 1; j = 0; while (j < 3) { x[MYTHREAD] += j; j++; }"), 0);
    // Around it a loop may synchronise.
    assert_eq!(variables("for (int l = 0; l < n; l++) x[MYTHREAD] += u[l]; upc_barrier;"), 1);
    assert_eq!(
        variables("x[MYTHREAD] = 0; for (int l = 0; l < n; l++) x[MYTHREAD] += u[l]; upc_barrier;"),
        1
    );
    assert_eq!(variables("for (int l = 0; l < n; l++) { x[MYTHREAD] += u[l]; upc_fence; }"), 0);
    for end in ["f(k);", "upc_fence;", "z[0] = 1;", "if (k == m) return;", "upc_barrier;"] {
        assert_eq!(variables(&format!("x[MYTHREAD] += 1; {end}")), 0, "{end}");
    }
}

#[test]
fn rows_that_move_as_the_affinity_are_streams_whatever_their_subscripts_are() {
    let found = |affinity: &str, body: &str| {
        let d = dump_of_forall(affinity, body);
        (d.matches("streams=1").count(), d.matches("[stream ").count())
    };
    for affinity in ["&s[k][0]", "&s[k + 1][2]", "k", "&y[k]"] {
        assert_eq!(found(affinity, "s[k][u2[k]] = 1;"), (1, 1), "{affinity}");
        assert_eq!(
            found(affinity, "for (int l = 0; l < 4; l++) s[k][l] += s[k][3 - l];"),
            (1, 2),
            "{affinity}"
        );
        assert_eq!(
            found(affinity, "d += s[k][2]; s[k + 0][i] = 1; j = o3[k][m];"),
            (0, 3),
            "{affinity}"
        );
        // Along a row with a limit that is not known the pass runs is better.
        assert_eq!(
            found(affinity, "for (int l = 0; l < m; l++) s[k][l] += 1;"),
            (0, 0),
            "{affinity}"
        );
        for body in [
            "s[m][k] = 1;",
            "s2[k][i][m] = 1;",
            "s[2 * k][m] = 1;",
            "s[u2[k]][m] = 1;",
            "w[k][m] = 1;",
        ] {
            assert_eq!(found(affinity, body), (0, 0), "{affinity} {body}");
        }
    }
    assert_eq!(found("&b[k]", "s[k][m] = 1;"), (0, 0));
}

#[test]
fn rows_of_blocks_that_are_larger_by_their_length_are_streams() {
    let found = |affinity: &str, body: &str| {
        let d = dump_of_forall(affinity, body);
        (d.matches("streams=1").count(), d.matches("[stream ").count())
    };
    for body in [
        "m3[k][2] += 1;",
        "for (int l = 0; l < 3; l++) m3[k][l] = l;",
        "for (int l = 2; l >= 0; l--) m3[k][l] = l;",
    ] {
        assert_eq!(found("&b[k]", body), (1, 1), "{body}");
    }
    assert_eq!(found("&b[k]", "m3[k][0] = b[k];"), (0, 2));
    // Beyond a row, another one, and another number of elements a row.
    for body in ["m3[k][m] = 1;", "m3[k][3] = 1;", "m3[k + 1][0] = 1;", "o3[k][0] = 1;"] {
        assert_eq!(found("&b[k]", body), (0, 0), "{body}");
    }
    let dump =
        dump_with_threads("upc_forall (int k = 0; k < n; k++; &b[k]) m3[k][2] = 1;", &[], Some(2));
    assert!(dump.contains("[stream "), "a number is no row of all threads: {dump}");
}

#[test]
fn a_row_that_stays_is_an_array_whose_elements_move_as_the_affinity() {
    let streams = |affinity: &str, body: &str| {
        let d = dump_of_forall(affinity, body);
        d.matches("[stream ").count()
    };
    for affinity in ["&h[m][k]", "&h[0][k]", "&y[k]", "k"] {
        assert_eq!(streams(affinity, "h[m][k] += h[m + 1][k];"), 2, "{affinity}");
        assert_eq!(streams(affinity, "h[!m][k] = h[1 - m][k];"), 2, "{affinity}");
        assert_eq!(streams(affinity, "y[k] = h[1][k];"), 2, "{affinity}");
        assert_eq!(streams(affinity, "int l = f(k); d += h[l][k] + h[k][0];"), 0, "{affinity}");
    }
    // The next row of all threads is on the same thread.
    assert_eq!(streams("&h[k][m]", "h[k][m] = 1;"), 0);
    assert!(!dump_of_loop("upc_forall (int k = 0; k < n; k++; &h[k][m]) d += k;", &[])
        .contains("tested"));
}

#[test]
fn elements_within_a_known_distance_are_beside_the_affinity() {
    let streams = |clauses: &str, body: &str| {
        let body = format!("upc_forall ({clauses}) {{ {body} }}");
        dump_of_loop(&body, &["runs", "gather"]).matches("[stream ").count()
    };
    let up = "int k = 0; k < n; k++; &b[k]";
    for body in [
        "int l = 0; while (l < 5 && b[k + l] > 0) l++; c[0] = l;",
        "for (int l = 0; l < 4; l++) d += b[k + l - 2];",
        "for (int l = 0; l < 4; l++) d += o[l + k];",
        "int l = 0; if (d > 0) l = 3; d += b[k + l];",
    ] {
        assert_eq!(streams(up, body), 1, "{body}");
    }
    assert_eq!(streams("int k = n; k > 0; k--; &b[k + 1]", "int l = 1; d += b[1 + l + k];"), 1);
    assert_eq!(streams(up, "for (int l = 0; l < 4; l++) d += b[k + l] + b[k + l + 1] + b[k];"), 3);
    for (clauses, body) in [
        (up, "for (int l = 0; l < m; l++) d += b[k + l];"), // any distance
        (up, "for (int l = 0; l < 10; l++) d += b[k + l];"), // beyond half a block
        (up, "for (int l = 0; l < 4; l++) d += b[k - l];"),
        (up, "for (int l = 0; l < 4; l++) d += b[2 * k + l];"),
        (up, "int k = 2; for (int l = 0; l < 4; l++) d += b[k + l];"), // another `k`
        (up, "d += b[k + (u2[0] & 1)];"),
        ("int k = 0; k < n; k++; &y[k]", "int l = 1; d += y[k + l];"), // blocks of one
        ("int k = 0; k < n; k++; &ps[k].x", "int l = 1; d += s[0][k + l];"),
    ] {
        assert_eq!(streams(clauses, body), 0, "{body}");
    }
}

#[test]
fn neighbours_of_iterations_with_a_step_are_beside_the_affinity() {
    let streams = |body: &str| {
        let clauses = "int k = m; k < n; k += 2; &e[k]";
        let text = format!("upc_forall ({clauses}) {body}");
        dump_of_loop(&text, &["gather", "tables", "inspector"]).matches("[stream ").count()
    };
    assert_eq!(streams("d += e[k] + e[k + 1] + e[k - 3];"), 3);
    assert_eq!(streams("d += e[k] + e[k + 64];"), 2);
    assert_eq!(streams("d += e[k] + b[k + 1];"), 1, "in blocks of another size");
}

#[test]
fn elements_in_other_places_of_long_blocks_are_looked_up_once_a_run() {
    let rows = |affinity: &str, body: &str| {
        let d = dump_of_loop(
            &format!("upc_forall (int k = 0; k < n; k++; {affinity}) {{ {body} }}"),
            &["runs", "gather"],
        );
        let rows = d.lines().find_map(|l| l.split_once(" rows=")).map_or(0, |(_, rest)| {
            rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
        });
        (rows, d.matches("[stream ").count())
    };
    for body in [
        "e[k] += e[k + i];",
        "e[k] += e[k + 100];",
        "if (k >= n) e[k] += e[k - n];",
        "int l = k + i; e[k] += e[l] * e[l];",
        "e[k] += e[2 * k];",
    ] {
        assert_eq!(rows("&e[k]", body).0, 1, "{body}");
    }
    assert_eq!(rows("&e[k]", "e[k] += e[k + n] * e[n + k] + e[k + i];").0, 2);
    for body in [
        "e[k] += b[k + i];",                          // short blocks
        "e[k] += e[k + i]; i = 2;",                   // another distance each time
        "int l = k + i; if (n) l = k; e[k] += e[l];", // any element
        "int l = k + i; l++; e[k] += e[l];",
        "e[k] += e[k + u2[i]];", // `i` may be any number
        "e[k] += y[k + i];",     // cyclic
        "e[k] += e[8 * k];",     // soon in another block
        "for (int l = 0; l < n; l++) e[k] += e[k + l];",
    ] {
        assert_eq!(rows("&e[k]", body).0, 0, "{body}");
    }
    assert_eq!(rows("&b[k]", "b[k] += e[k + i];").0, 0, "short turns");
    assert_eq!(rows("&y[k]", "y[k] += e[k + i];").0, 0);
}

#[test]
fn elements_of_private_arrays_stay_where_nothing_changes_them() {
    let streams = |body: &str| {
        let own = format!("upc_forall (int k = 0; k < n; k++; &y[k]) {{ {body} }}");
        let text = format!("for (int l = 0; l < 9; l++) {own} for (int o = 0; o < 10; o++) {own}");
        dump_of_loop(&text, &["gather", "tables", "inspector"]).matches("[stream ").count()
    };
    assert_eq!(streams("y[k] = h[0][k + u2[0]];"), 4);
    assert_eq!(streams("y[k] = h[0][k - u2[m & 7]];"), 4);
    for body in [
        "y[k] = h[0][k + u2[m]];",
        "y[k] = h[0][k + u2[k & 7]];",
        "y[k] = h[0][k + u2[0]]; u2[1] = 2;",
        "y[k] = h[0][k + u2[0]]; *v = 2;",
        "y[k] = h[0][k + u2[0]] + f(1);",
    ] {
        assert_eq!(streams(body), 2, "{body}");
    }
}

#[test]
fn quotients_of_the_counter_are_blocks_or_slices() {
    let turn = |clauses: &str, affinity: &str| {
        let d = dump_of_loop(&format!("upc_forall (int k = {clauses}; {affinity}) d += k;"), &[]);
        let kinds = ["Same", "Blocks", "Cycle", "Slices", "tested"];
        kinds.into_iter().find(|kind| d.contains(&format!("upc_forall {kind}"))).unwrap_or("none")
    };
    let up = "0; k < n; k++";
    for affinity in ["k / 4", "(k / 4) % THREADS"] {
        assert_eq!(turn(up, affinity), "Blocks", "{affinity}");
    }
    for affinity in ["k / m", "k * THREADS / n", "(THREADS * k) / (n + 1)", "k / (n / THREADS)"] {
        assert_eq!(turn(up, affinity), "Slices", "{affinity}");
    }
    assert_eq!(turn("0; k < n; k += 8", "k / 4"), "Cycle");
    // Other affinities, and those that may be negative, are tested in each iteration.
    for affinity in ["k / u2[k]", "k / m++", "2 * k / 4", "k / (unsigned)m", "k * m / THREADS"] {
        assert_eq!(turn(up, affinity), "tested", "{affinity}");
    }
    for clauses in ["m; k < n; k++", "9; k >= 0; k--", "0; k < n; k += 2"] {
        assert_eq!(turn(clauses, "k / m"), "tested", "{clauses}");
    }
}

#[test]
fn arrays_on_one_thread_are_found_once() {
    let of = |body: &str| {
        let d = dump_of_loop(body, &[]);
        (d.matches("indefinite objects").count(), d.matches("[start ").count())
    };
    let loop_of = |body: &str| of(&format!("{ITERATIONS} {{ {body} }}"));
    assert_eq!(loop_of("w[m][u2[k]]++;"), (1, 1));
    assert_eq!(loop_of("w[m][k] += w[k][m]; f(k);"), (1, 2));
    assert_eq!(loop_of("one.a[k & 3] = k; j = one.k;"), (1, 1));
    assert_eq!(loop_of("for (int l = 0; l < 4; l++) w[k][l] = 1;"), (1, 1));
    assert_eq!(
        of("upc_forall (int i = 0; i < n; i++; i) for (int l = 0; l < 4; l++) w[i][l] = 1;"),
        (1, 1)
    );
    // A loop that may wait, and one around which nothing counts.
    assert_eq!(loop_of("d += w[k][m]; while (w[k][1] == 0) ;"), (1, 1));
    for body in ["while (w[m][1] == 0) ;", "while (m) m = w[m][1];", "w[m][1] = 2;"] {
        assert_eq!(of(body), (0, 0), "{body}");
    }
    for body in
        ["wz[k] = 1;", "j = one.k;", "d += q2[k];", "d += w[1][k]; l: m++; if (m < 5) goto l;"]
    {
        assert_eq!(loop_of(body), (0, 0), "{body}");
    }
    assert!(!dump_with_threads(&format!("{ITERATIONS} w[m][k] = 1;"), &[], Some(1))
        .contains("indefinite"));
}

#[test]
fn own_rows_are_found_once_whatever_their_subscripts_are() {
    let found = |body: &str| {
        dump_of_loop(&format!("{ITERATIONS} {{ {body} }}"), &[]).matches("[own ").count()
    };
    for body in [
        "r[MYTHREAD][u2[k]]++;",
        "r[MYTHREAD][u2[k]] += u[k]; f(k);",
        "d += r[MYTHREAD][u2[k]]; upc_barrier;",
        "d += r3[MYTHREAD][i][u2[k]];",
        "r2[k * THREADS + MYTHREAD][u2[k]] = d;",
        "d += xs[MYTHREAD].a[u2[k]];",
        "for (int l = 0; l < 8; l++) r[MYTHREAD][l] += 1;",
    ] {
        assert_eq!(found(body), 1, "{body}");
    }
    for body in [
        "d += r[i][u2[k]];",
        "d += r2[2 * MYTHREAD][u2[k]];",
        "d += r4[MYTHREAD][u2[k]];",
        "rz[MYTHREAD][u2[k]] = d;",
    ] {
        assert_eq!(found(body), 0, "{body}");
    }
    // Along the row with bounds that are not known the pass runs is better.
    let runs = |body: &str| dump_of_loop(body, &[]).matches("runs of").count();
    assert_eq!(runs("for (int k = 0; k < n; k++) r[MYTHREAD][k] = d;"), 1);
    assert_eq!(runs("for (int k = 0; k < 8; k++) r[MYTHREAD][k] = d;"), 0);
    assert_eq!(runs("for (int k = m; k < 8; k++) r[MYTHREAD][k] = d;"), 1);
}

#[test]
fn a_body_that_is_executed_once_is_no_loop() {
    let runs = |body: &str| dump_of_loop(body, &[]).matches("runs of").count();
    assert_eq!(runs("for (int k = 0; k < n; k++) do { b[k] = 1; } while (0);"), 1);
    assert_eq!(runs("for (int k = 0; k < n; k++) do { b[k] = 1; } while (d > 0);"), 0);
    let waits = "for (;;) { do { if (z[0] > 0) return; } while (0); }";
    assert!(dump_of_loop(waits, &[]).contains("loop poll=Body"));
}

#[test]
fn loops_with_few_iterations_are_no_runs() {
    let runs = |clauses: &str, body: &str| {
        let loop_ = format!("for (int k = {clauses}) {{ {body} }}");
        dump_of_loop(&loop_, &["own"]).matches("runs of").count()
    };
    for body in ["d += b[m + k];", "r[MYTHREAD][k + 2] = d;"] {
        for clauses in ["-2; k <= 2; k++", "0; k < 15; k++", "14; k >= 0; k--", "0; k < 30; k += 2"]
        {
            assert_eq!(runs(clauses, body), 0, "{clauses} {body}");
        }
        for clauses in ["0; k < 16; k++", "m; k < 5; k++", "0; k < n; k++"] {
            assert_eq!(runs(clauses, body), 1, "{clauses} {body}");
        }
    }
    // One look at the segment serves all. That of a private pointer does without a run.
    assert_eq!(runs("0; k < 3; k++", "d += w[m][k];"), 1);
    assert_eq!(runs("0; k < 15; k++", "d += q2[k];"), 0);
    assert_eq!(runs("0; k < 16; k++", "d += q2[k];"), 1);
}

#[test]
fn own_elements_stay_as_they_are_in_loops_that_may_wait() {
    for body in [
        "for (;;) if (x[MYTHREAD] > 0) break;",
        "while (m) { if (x[MYTHREAD] > 0) m = 0; }",
        "for (i = 0; i < 1; i += c[MYTHREAD]) f(1);",
        "for (int k = 0; k < n; k += m) if (x[MYTHREAD] > 0) break;",
        "for (int k = 0; k < n; k++) z[MYTHREAD] += 1;",
        "while (r[MYTHREAD][m] > 0) ;",
        "for (int k = 0; k < n; k++) while (r[MYTHREAD][u2[k]] > 0) ;",
    ] {
        assert!(!dump_of_loop(body, &[]).contains("own "), "{body}");
    }
}

#[test]
fn pointers_to_rows_are_kept_only_where_they_stay() {
    let runs = |body: &str| {
        dump_of_loop(&format!("{ITERATIONS} {{ {body} }}"), &[]).matches(" by 8]").count()
    };
    assert_eq!(runs("d += lines[m].row[k];"), 1);
    assert_eq!(runs("lines[m].row[k] = u[k];"), 1);
    assert_eq!(runs("d += lines[m].row[k]; lines[m].row = 0;"), 0);
    assert_eq!(runs("d += lines[m].row[k]; m = 2;"), 0);
    assert_eq!(runs("d += lines[m].row[k]; upc_fence;"), 0);
    assert_eq!(runs("d += lines[m].row[k]; f(k);"), 0);
    assert_eq!(runs("d += twice(lines[m].row[k]);"), 1);
    assert_eq!(runs("d += lines[m].row[k]; next();"), 0);
    assert_eq!(runs("if (m) d += lines[m].row[k];"), 0);
    assert_eq!(runs("d += m ? lines[m].row[k] : 0;"), 0);
}

/// The number of rows in the runs of a loop with this body, and how far ones are copied.
fn rows_of_runs(functions: &str, body: &str) -> String {
    let dump = dump_of_unit(functions, &format!("{ITERATIONS} {{ {body} }}"), &[], None);
    // The last: where all is near, which may be written first, none are copied.
    let line = dump.lines().rfind(|l| l.contains("runs of")).unwrap_or_default();
    line.trim_start().trim_start_matches("runs of ").to_owned()
}

#[test]
fn far_rows_are_copied_where_each_iteration_accesses_them_and_nothing_orders_or_aliases() {
    let rows = |body: &str| rows_of_runs("", body);
    assert_eq!(rows("d += b[k];"), "1 read");
    assert_eq!(rows("b[k] = d;"), "1 written");
    assert_eq!(rows("o[k] = b[k + 1] + b[k];"), "2 written read");
    assert_eq!(rows("d += lines[m].row[k];"), "1 read");
    assert_eq!(rows("u[k % 9] = b[k]; *v = 2;"), "1 read");
    // Elements that an iteration might not access, and elements of which it writes a part.
    assert_eq!(rows("if (m) d += b[k];"), "1");
    assert_eq!(rows("if (m) b[k] = d;"), "1");
    assert_eq!(rows("ps[k].x = 1;"), "1");
    assert_eq!(rows("d += ps[k].x + ps[k].y;"), "1 read");
    assert_eq!(rows("b[2 * k] = d;"), "1");
    assert_eq!(rows("b[k] = b[k + 1] = d;"), "1");
    // The same row, or what may be it.
    assert_eq!(rows("b[k] = b[k - 1];"), "1");
    assert_eq!(rows("b[k] += d;"), "1");
    assert_eq!(rows("d += b[k]; y[j] = 1;"), "1 read");
    assert_eq!(rows("d += b[k]; *p = 1;"), "1");
    assert_eq!(rows("b[k] = *p;"), "1");
    assert_eq!(rows("d += b[k]; c[j] = 1;"), "1 read");
    // Orders, and ways to leave.
    assert_eq!(rows("d += b[k]; upc_fence;"), "1");
    assert_eq!(rows("d += b[k]; z[0] = 1;"), "1");
    assert_eq!(rows("d += b[k]; f(m);"), "1");
}

#[test]
fn far_rows_are_read_as_a_whole_by_loops_that_may_end_the_program() {
    let head =
        "\n# 1 \"stdlib.h\" 3\nvoid exit(int); int printf(const char *, ...);\n# 1 \"t.upc\"\n";
    let rows = |body: &str| rows_of_runs(head, body);
    assert_eq!(rows("if (b[k] < 0) { printf(\"negative\"); exit(1); } d += b[k];"), "1 read");
    assert_eq!(rows("if (k > m) exit(1); else d = 1; d += b[k];"), "1 read");
    // What was written before the end would be lost.
    assert_eq!(rows("if (k > m) exit(1); b[k] = d;"), "1");
    assert_eq!(rows("o[k] = b[k]; if (k > m) exit(1);"), "2 read");
    // The loop goes on after other calls; the program synchronises by itself.
    assert_eq!(rows("if (k > m) { exit(1); printf(\"\"); } d += b[k];"), "1");
    assert_eq!(rows("if (k > m) exit(1); f(k); d += b[k];"), "1");
    assert_eq!(rows("if (k > m) { upc_fence; exit(1); } d += b[k];"), "1");
}

#[test]
fn columns_stay_on_a_thread_where_rows_are_whole() {
    let streams = |body: &str, threads| {
        dump_with_threads(&format!("{ITERATIONS} {{ {body} }}"), &[], threads)
    };
    let has = |body: &str, threads, mark: &str| {
        let d = streams(body, threads);
        assert!(d.contains(mark), "{body}: no '{mark}' in\n{d}");
    };
    let none = |body: &str, threads| {
        let d = streams(body, threads);
        assert!(!d.contains("stream"), "{body}: a stream in\n{d}");
    };
    has("d += g[k][m];", None, "of a column");
    has("d += g[k][m];", Some(3), "by 64");
    has("d += h[k][m];", None, "by 192");
    has("i += q[k][m];", None, "of a column");
    has("i += q[k][m];", Some(2), "by 48");
    has("i += q[k][m];", Some(4), "by 96 a round"); // 6 blocks are on another thread
    has("i += w[k][m];", None, "by 96");
    has("d += p[24 * k + m];", None, "of a column");
    for (body, threads) in [
        ("d += g[k][m];", Some(9)),         // 24 is not a multiple of 9
        ("d += g[k][m]; m++;", None),       // the column changes
        ("d += g[k + m][m]; m++;", None),   // the row, too
        ("int r = k; d += g[r][m];", None), // known in the loop only
        ("d += g[i][m]; i = f(k);", None),
        ("d += g[k * k][m];", None),
        ("d += p[k];", None), // for one thread only
        ("d += p[24 * k]; p = 0;", None),
    ] {
        none(body, threads);
    }
}

#[test]
fn where_columns_change_threads_blocks_are_runs_still() {
    let d = dump_of_loop(&format!("{ITERATIONS} d += b[k] * g[k][m];"), &[]);
    assert_eq!((d.matches("runs of 2").count(), d.matches("runs of 1").count()), (1, 1), "{d}");
    let d = dump_of_loop(&format!("{ITERATIONS} d += b[k] * h[k][m];"), &[]);
    assert_eq!((d.matches("runs of 2").count(), d.matches("runs of").count()), (1, 1), "{d}");
}

#[test]
fn elements_that_stay_the_same_have_a_pointer() {
    let still = |body: &str| {
        let d = dump_with_threads(&format!("{ITERATIONS} {{ {body} }}"), &["tables"], None);
        (d.matches(" by 0").count(), d.matches(" variable]").count())
    };
    for body in [
        "y[n] += b[k];",
        "ps[n].x = k; ps[n].y = u2[k];",
        "d = h[n][m] + o[k];",
        "y[n] += twice(b[k]); if (y[n] > 9) d++;",
    ] {
        let (pointers, kept) = still(body);
        assert!(pointers + kept > 0, "{body}");
    }
    assert_eq!(still("y[n] += b[k];"), (0, 1));
    for body in [
        "y[n] += p[k];",                    // p may lead to it
        "y[n] += y[n + 1];",                // this is the array's, too
        "y[n] += b[k]; *v = 1;",            // so may v
        "if (k & 1) y[n] += b[k];",         // it may not exist
        "y[n] += b[k]; if (d > 1) return;", // the loop is left
        "y[n] += b[k]; f(1);",
        "y[n] += b[k] + z[0];",
    ] {
        assert_eq!(still(body).1, 0, "{body}");
    }
    for body in ["x[MYTHREAD] += b[k];", "d += y[m++];", "int l = k; d += y[l];"] {
        assert_eq!(still(body), (0, 0), "{body}");
    }
}

#[test]
fn elements_that_go_round_all_threads_have_a_pointer_for_each() {
    let rounds = |body: &str, threads| {
        let d = dump_with_threads(&format!("{ITERATIONS} {{ {body} }}"), &[], threads);
        (d.matches("in rounds").count(), d.matches(" a round").count())
    };
    assert_eq!(rounds("d += y[k];", Some(2)), (1, 1));
    assert_eq!(rounds("y[3 * k + m] += p[k];", Some(4)), (1, 2));
    assert_eq!(rounds("d += y[k] * y[k + 1];", Some(3)), (1, 2));
    assert_eq!(rounds("d += q[k][m] + s[k][0];", Some(4)), (1, 2), "whole blocks");
    assert_eq!(rounds("d += r2[3 * k][m];", Some(2)), (1, 1));
    for (body, threads) in [
        ("d += y[k];", None),                      // it is not known how many pointers
        ("d += y[k];", Some(16)),                  // too many
        ("d += y[k] * y[k + 1] * p[k];", Some(4)), // too many in all
        ("d += y[2 * k];", Some(2)),               // on one thread
        ("d += s2[k][0][m];", Some(2)),            // the same
        ("d += s[k][m];", Some(17)),               // too many
        ("d += y[u2[k]];", Some(2)),               // anywhere
    ] {
        assert_eq!(rounds(body, threads).0, 0, "{body}");
    }
    for (clauses, loops) in [
        ("int k = m; k < n; k++", 1),
        ("int k = n; k >= 0; k -= 3", 1),
        ("int k = f(0); k < n; k++", 0), // the call is made once
        ("int k = 0; k < 31; k++", 0),   // short
        ("int k = 0; k < 32; k++", 1),
    ] {
        let d = dump_with_threads(&format!("for ({clauses}) d += s[k][m];"), &[], Some(2));
        assert_eq!(d.matches("long from").count(), loops, "{clauses}: {d}");
        assert_eq!(d.matches("in rounds").count(), loops, "{clauses}: {d}");
    }
    let d = dump_with_threads(&format!("{ITERATIONS} d += b[k] * y[k];"), &[], Some(2));
    assert_eq!(d.matches("runs of 2 in rounds").count(), 1, "{d}");
    assert_eq!(d.matches("runs of 1 read").count(), 1, "where y is far: {d}");
}

#[test]
fn loops_over_any_elements_have_a_near_version() {
    let near = |body: &str, threads| {
        let d = dump_with_threads(body, &["runs"], threads);
        (d.matches("tables").count(), d.matches("[near ").count())
    };
    let any = "for (int k = 0; k < n; k++) ";
    for body in [
        "b[u2[k]] += 1;",
        "d += ps[u2[k]].y;",
        "ps[u2[k]] = ps[0];",
        "q[u2[k]][1] = 1;",
        "x[u2[k]] = 1;",
        "{ f(1); b[m] = 2; }",
    ] {
        assert_eq!(near(&format!("{any}{body}"), None), (1, 1), "{body}");
    }
    let d = dump_with_threads(&format!("{any}x[u2[k]] += b[u2[k]];"), &[], Some(3));
    assert_eq!(d.matches("tables of one row").count(), 1, "{d}");
    assert_eq!(d.matches("near in one row").count(), 2, "{d}");
    assert_eq!(near(&format!("{any}q[u2[k]][1] = 1;"), Some(3)).0, 0, "several rows");
    let own = "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = b[u2[k]];";
    assert_eq!(near(own, None), (1, 3));
    assert_eq!(near(&format!("{any}lines[u2[k]].row[u2[k]] = 1;"), None), (1, 2), "by pointers");
    let nest = |n: &str| format!("for (int k = 0; k < {n}; k++) for (int l = 0; l < 3; l++) ");
    let tests = |body: String| {
        let d = dump_with_threads(&body, &["runs"], None);
        let at = |what: &str| d.lines().position(|l| l.contains(what));
        (d.matches("tables").count(), at("tables") < at("loop"))
    };
    assert_eq!(tests(nest("3") + "y[(k + l) & 7] += 1;"), (1, true), "before the nest");
    assert_eq!(tests(nest("9") + "y[(k + l) & 7] += 1;"), (1, false), "in a longer loop");
    assert_eq!(tests(nest("3") + "for (int o = 0; o < n; o++) y[o * o & 7] = 1;"), (1, false));
    let scan = "int k = 0; while (k < n && b[k + i] > 0) k++;";
    let d = dump_with_threads(scan, &["runs"], None);
    assert_eq!((d.matches("tables").count(), d.matches("poll=No").count()), (1, 2), "{d}");
    assert_eq!(near(&format!("{ITERATIONS} y[m & 7] += 1;"), None), (1, 1));
    assert_eq!(near(&format!("{ITERATIONS} d += p[y[m & 7] > 0];"), Some(4)), (1, 2));
    assert_eq!(
        near("for (i = 0; i < 4; i++) f(1); for (int k = n; k > 0; k--) y[f(k) & 7] = 1;", None),
        (1, 1)
    );
    assert_eq!(
        near("for (i = 0; i < 4; i++) for (int k = 0; k < n; k++) if (y[k * m] > 0) return;", None),
        (1, 1)
    );
    for body in [
        "y[m & 7] += 1;",                                                 // in no loop
        "while (y[m & 7] > 0) m = f(m);",                                 // it may wait
        "for (int k = 0; k != n; k++) y[m & 7] += 1;",                    // and this for ever
        "for (int k = 0; k < y[m]; k++) y[m & 7] += 1;", // its end is another thread's
        "for (int k = 0; k < n; k++) { static int s; y[s++ & 7] += 1; }", // there is one of `s`
        "for (int k = 0; k < n; k++) x[MYTHREAD]++;",    // no arithmetic
        "int k = 0; while (k < n && b[m & 7] > 0) k++;", // it may wait for that one
        "int k = 0; while (b[k] > 0) k++;",
    ] {
        assert_eq!(near(body, None).0, 0, "{body}");
    }
    assert_eq!(near(&format!("{ITERATIONS} y[m & 7] += 1;"), Some(3)).0, 0);
}

#[test]
fn rows_in_a_block_are_found_where_constants_keep_subscripts_in_them() {
    let in_row = |element: &str, threads| {
        let body = format!("for (int k = 0; k < 60; k++) d += {element};");
        let d = dump_with_threads(&body, &["runs"], threads);
        d.lines().any(|l| l.contains("[near ") && l.contains(" block 0"))
    };
    for element in ["r[u2[k]][(k + 7) % 8]", "r2[u2[k]][k & 7]", "r[k % 3 + 1][7 - k % 8]"] {
        assert!(in_row(element, None), "{element}");
    }
    assert!(in_row("s2[u2[k]][1][k % 4]", Some(4)), "a row is a block");
    let inside = |around: &str, element: &str| {
        let nest = format!("{around} for (int k = 0; k < 3; k++) d += {element};");
        let d = dump_with_threads(&nest, &["runs"], None);
        d.lines().any(|l| l.contains("[near ") && l.contains(" block 0"))
    };
    let counts = "for (int l = 1; l < 14 / 2; l++)";
    assert!(inside(counts, "r[u2[k]][l + k - 1]"), "a counter of an outer loop");
    assert!(inside("upc_forall (int l = 0; l < 8; l++; &y[l])", "r[u2[k]][l]"));
    assert!(!inside(counts, "r[u2[k]][l + k]"));
    assert!(!inside("int l; for (l = 1; l < 7; l++) f(l);", "r[u2[k]][l]"), "after the loop");
    for element in [
        "r[u2[k]][k]",
        "r[u2[k]][k % 9]",
        "r[u2[k]][(k - 1) % 8]",
        "r4[u2[k]][k % 8]",
        "r[1][k % 8]",
    ] {
        assert!(!in_row(element, None), "{element}");
    }
}

#[test]
fn rows_whose_start_stays_need_no_runs_where_all_is_mapped() {
    let runs = |element: &str, bound: u32| {
        let body = format!("for (int k = 0; k < {bound}; k++) d += r32[m][k] + {element};");
        let d = dump_with_threads(&body, &["gather", "inspector"], Some(2));
        (d.matches("tables").count(), d.matches("runs of").count())
    };
    assert_eq!(runs("r2[n][(k + 7) % 8]", 32), (1, 1), "in the other half only");
    assert_eq!(runs("r2[n][(k + 7) % 8]", 33), (1, 2), "beyond the row");
    assert_eq!(runs("b[k] + y[u2[k]]", 32), (1, 2), "one that runs find better");
}

#[test]
fn few_iterations_are_left_to_bodies_beside_long_runs() {
    let rare = |loop_: &str| dump_of_loop(&format!("{loop_} d += e[k];"), &[]);
    let is_rare = |loop_: &str| rare(loop_).contains("else rarely");
    assert!(is_rare("for (int k = 0; k < 100; k++)"));
    assert!(is_rare("for (int k = 1; k < 10 * (10 + 1) - 1; k++)"));
    assert!(!is_rare("for (int k = 1; k < 10u * 10; k++)"), "arithmetic modulo 2^32");
    assert!(!is_rare("for (int k = 0; k < 60; k++)"), "few of them");
    assert!(!is_rare("for (int k = 0; k < n; k++)"), "perhaps few");
    assert!(!is_rare("for (int k = 0; k < 512; k += 4)"), "blocks of 32 iterations");
}

#[test]
fn steps_that_are_known_when_the_loop_runs() {
    let dump = |clauses: &str, affinity: &str| {
        dump_of_loop(&format!("upc_forall (int k = 1; {clauses}; {affinity}) b[k] = 1;"), &[])
    };
    let strides = "upc_forall Strides { block: 16, elems: 1 } step=1 streams=1";
    for step in ["k += j2", "k = k + j2", "k += 2 * j2 + 1", "k += 3", "k += THREADS", "k += 70000"]
    {
        let d = dump_of_loop(
            &format!("int j2 = n; upc_forall (int k = 1; k < n; {step}; &b[k]) b[k] = 1;"),
            &[],
        );
        assert!(d.contains(strides), "{step}:\n{d}");
    }
    let down = dump("k > 0; k -= n", "&b[2 * k]");
    assert!(down.contains("Strides { block: 16, elems: -2 } step=-1\n"), "{down}");
    assert!(dump("k < n; k += n", "k").contains("Strides { block: 1, elems: 1 }"));
    for (clauses, why) in [
        ("k < n; k += m", "not the function's own, after a call"),
        ("k < m; k += n", "the limit"),
        ("k < n; k += k", "the counter itself"),
        ("k < n; k += (long)n", "converted"),
        ("k < n; k += u2[0]", "in memory"),
    ] {
        let text = format!("upc_forall (int k = 1; {clauses}; &b[k]) b[k] = f(1);");
        assert!(dump_of_loop(&text, &[]).contains("upc_forall tested"), "{why}");
    }
    let unsigned = "upc_forall (unsigned k = 1; k < 9u; k += n; &b[k]) b[k] = 1;";
    assert!(dump_of_loop(unsigned, &[]).contains("upc_forall tested"), "may wrap");
    let one = dump_with_threads("upc_forall (int k = 1; k < n; k += n; k) f(k);", &[], Some(1));
    assert!(one.contains("upc_forall tested"), "all are the only thread's");
}

#[test]
fn elements_that_stay_are_read_once_for_own_iterations() {
    let once = |body: &str| {
        let loop_ = format!("upc_forall (int k = 0; k < n; k++; &y[k]) {{ {body} }}");
        dump_of_loop(&format!("int l = n; {loop_}"), &[]).contains(" once=1")
    };
    for body in [
        "y[k] = x[n];",
        "y[k] = x[n] + x[n];",
        "y[k] = x[n]; if (k > 3) y[k] += x[n];",
        "c[k] = 1; y[k] = x[n];",   // another array
        "p[k].x = 1; y[k] = x[n];", // another type
        "y[k] = twice(x[n]);",      // computes a number
        "for (int t = 0; t < 3; t++) y[k] += t * x[n]; y[k] -= x[n];",
    ] {
        let fits = once(&body.replace("p[k].x", "xs[k].k"));
        assert!(fits, "{body}");
    }
    for (body, why) in [
        ("y[k] = 1; if (k > 3) y[k] += x[n];", "not in each iteration"),
        ("if (k < l) continue; y[k] = x[n];", "an iteration may end before"),
        ("x[k] = 2; y[k] = x[n];", "the same array"),
        ("p[k] = 2; y[k] = x[n];", "a pointer may lead to it"),
        ("*v = 2; y[k] = x[n];", "a private pointer, too"),
        ("y[k] = x[l]; l++;", "moves"),
        ("int t = k; y[k] = x[t];", "a variable of the body"),
        ("y[k] = z[n];", "strict"),
        ("y[k] = x[n]; upc_fence;", "ordered"),
        ("y[k] = x[n]; f(1);", "a call"),
        ("y[k] = gv[n][n];", "volatile"),
        ("y[k] = x[MYTHREAD];", "the pass own keeps it"),
        ("y[k] = (l++, x[n * l]);", "changes"),
    ] {
        assert!(!once(body), "{why}: {body}");
    }
}

#[test]
fn own_iterations_that_read_copies_have_one_body() {
    let alone = |affinity: &str, body: &str| {
        let d =
            dump_of_loop(&format!("upc_forall (int k = 0; k < n; k++; {affinity}) {body}"), &[]);
        assert!(d.contains("gather of"), "{d}");
        d.contains("gather of 1 alone")
    };
    assert!(alone("&y[k]", "y[k] = b[u2[k]];"));
    assert!(!alone("&p[k]", "p[k] = c[u2[k]];"), "a pointer may lead anywhere");
    assert!(!alone("&y[k]", "d += b[u2[k]];"), "no own element");
}

#[test]
fn far_arrays_that_are_read_by_arbitrary_subscripts_are_copied() {
    let gathered = |body: &str| {
        let d = dump_of_loop(body, &[]);
        (d.matches("gather of").count(), d.matches("gathered ").count())
    };
    for body in [
        "d += b[u2[k]];",
        "u[k] = b[u2[k]];",          // a private array by its name
        "o[k] = b[u2[k]];",          // another array
        "c[k] = 1; d += b[u2[k]];",  // another type
        "int t = u2[k]; d += b[t];", // a variable of the loop
        "d += b[k * m % 7];",        // a remainder
        "d += sqrt(b[u2[k]]);",      // a function that computes a number
        "for (j = u2[k]; j < u2[k + 1]; j++) d += b[u2[k]];",
        "if (d > 0) break; d += b[u2[k]];",
    ] {
        let body = body.replace("sqrt", "twice");
        assert_eq!(gathered(&format!("int j; {ITERATIONS} {{ {body} }}")).0, 1, "{body}");
    }
    assert_eq!(gathered("upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = b[u2[k]];").0, 1);
    assert_eq!(gathered(&format!("{ITERATIONS} m += ps[u2[k]].y;")), (1, 1));
    for body in [
        "d += b[k];",                                                    // a row
        "d += z[u2[k]];",                                                // strict
        "d += b[u2[k]]; b[k] = 1;",                                      // written
        "d += b[u2[k]]; *p = 1;",                                        // perhaps written
        "d += b[u2[k]]; *v = 1;",                                        // its own part perhaps
        "d += b[u2[k]]; upc_fence;", // what others write must be seen
        "d += b[u2[k]]; f(1);",      // and here
        "d += b[u2[k]]; j = 0; while (b[j] > 0) ;", // this waits
        "d += b[u2[k]]; for (j = 0; j < u2[0]; j++) u2[k] += b[j] > 0;", // and this may
        "d += b[u2[k]]; again: ;",   // a label there is once
        "static int t; d += b[u2[k] + t];", // a variable there is once
        "d += p[u2[k]];",            // any array
    ] {
        assert_eq!(gathered(&format!("int j; {ITERATIONS} {{ {body} }}")).0, 0, "{body}");
    }
    assert_eq!(gathered("while (b[u2[m]] > 0) m++;").0, 0, "it waits");
}

#[test]
fn far_arrays_of_which_each_iteration_reads_the_same_elements_are_copied() {
    let gathered = |body: &str| {
        let d = dump_of_loop(&format!("int j, l; {ITERATIONS} {{ {body} }}"), &[]);
        (d.matches("gather of").count(), d.matches("gathered ").count())
    };
    assert_eq!(gathered("for (j = 0; j < m; j++) d += b[j];"), (1, 1));
    assert_eq!(
        gathered("for (j = 0; j < m; j++) for (l = 1; l < 9; l++) d += q[j][l - 1];"),
        (1, 1)
    );
    assert_eq!(
        gathered("for (j = 0; j < m; j++) for (l = 0; l < 8; l++) u[l] += b[j] * h[j][l + 1];"),
        (1, 2)
    );
    assert_eq!(gathered("for (j = 0; j < m; j++) d += q[j][k];"), (1, 1), "across the rows");
    for body in [
        "for (j = 0; j < m; j++) d += q[k][j];", // another row each time
        "for (j = 0; j < m; j++) d += b[k];",    // one element
        "for (j = 0; j < m; j++) d += b[j + k];", // others each time
        "for (j = 0; j < m; j++) { d += b[j]; b[j] = d; }", // written
        "for (j = 0; j < m; j++) { d += b[j]; upc_fence; }", // others may write
        "for (j = 0; b[j] > 0; j++) d += b[j];", // this may wait
    ] {
        assert_eq!(gathered(body).0, 0, "{body}");
    }
}

/// How many loops fetch what they read before them, and how many reads of them do so.
fn fetched(body: &str) -> (usize, usize) {
    let d = dump_of_loop(body, &[]);
    (d.matches("inspect ").count(), d.matches("fetched ").count())
}

#[test]
fn far_elements_that_are_read_by_arbitrary_subscripts_are_fetched_before_the_loop() {
    let head = "shared double *r = p; shared [5] double *r5 = 0; int j; (void)j;";
    for (body, reads) in [
        ("d += r[u2[k]];", 1),
        ("d += p[u2[k]];", 1), // a pointer at file scope
        ("d += r5[u2[k]] * r[u2[k + 1]];", 2),
        ("d += *(r + u2[k]);", 1),
        ("int t = u2[k]; const int t2 = t % 7; d += r[t2];", 1), // variables of the iteration
        ("d += r[u2[k] * m % 7];", 1),
        ("d += r[(int)twice(u2[k])];", 1), // a function that computes a number
        ("u[k] = r[u2[k]];", 1),           // a private array by its name
        ("*v = r[u2[k]];", 1),             // private memory is mapped
        ("c[k] = 1; d += r[u2[k]];", 1),   // another type
        ("y[k] = r[u2[k]];", 1),           // tested when the program runs
        ("if (m) d = 1; d += r[u2[k]];", 1),
        ("if (r[u2[k]] > d) d = 1;", 1),
        ("d += m ? r[u2[k]] : r[u2[k + 1]];", 0), // either may be left out
        ("if (m) d += r[u2[k]];", 0),
        ("d += m && r[u2[k]] > 0;", 0),
        ("d += r[u2[k]]; if (d > 9) break;", 0),
        ("d += r[u2[k]]; if (d > 9) return;", 0),
        ("if (m) continue; d += r[u2[k]];", 0),
        ("d += r[u2[k]]; upc_fence;", 0), // what others write must be seen
        ("d += r[u2[k]] + z[0];", 0),     // and here
        ("d += r[u2[k]]; f(1);", 0),
        ("d += r[u2[k]]; for (j = 0; j < 3; j++) m++;", 0), // the inner loop is the one
        ("m = m * 5 + 1; d += r[m & 7];", 0), // where it is depends on the iteration before
        ("u2[k + 1] = m; d += r[u2[k]];", 0), // the subscripts change
        ("j = u2[k]; d += r[j];", 0),         // a variable of more than the iteration
        ("int t = u2[k]; t++; d += r[t];", 0),
        ("d += r[m]; int m = u2[k]; d += r[m];", 0), // two variables of one name
        ("r++; d += r[u2[k]];", 0),
        ("if (m) y[k] = r[u2[k]]; d += r[u2[k]];", 0), // where it writes is not known
        ("d += r[u2[k]]; again: ;", 0),
        ("d += r[k];", 0), // no arbitrary subscript
    ] {
        let found = fetched(&format!("{head} {ITERATIONS} {{ {body} }}"));
        assert_eq!(found, (usize::from(reads > 0), reads), "{body}");
    }
    for clauses in ["int k = f(1); k < n; k++", "int k = 0; r[k] > 0; k++", "; k < n; k++"] {
        let body = format!("{head} int k = 0; for ({clauses}) d += r[u2[k]];");
        assert_eq!(fetched(&body), (0, 0), "{clauses}");
    }
    for (iterations, loops) in [(7, 0), (8, 1)] {
        let body = format!("{head} for (int k = 0; k < {iterations}; k++) d += r[u2[k]];");
        assert_eq!(fetched(&body), (loops, loops), "{iterations} iterations");
    }
    assert_eq!(fetched(&format!("{head} while (r[u2[m]] > 0) m++;")), (0, 0), "it waits");
}

#[test]
fn own_iterations_are_inspected_too() {
    let body = "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = p[u2[k]];";
    let d = dump_of_loop(body, &[]);
    assert_eq!(d.matches("inspected ").count(), 1, "{d}");
    assert!(d.contains("fetched ") && d.contains("inspect "), "{d}");
}

#[test]
fn one_thread_has_ordinary_arrays() {
    let dump = |threads| {
        dump_with_threads(
            &format!("{ITERATIONS} d += b[k] + q[0][k] * h[0][k] + b[u2[k]];"),
            &[],
            Some(threads),
        )
    };
    assert!(dump(2).contains("runs of") && dump(2).contains("gather of"));
    for found in ["runs of", "gather", "tables", "stream", "indefinite", "inspected"] {
        assert!(!dump(1).contains(found), "{found} in\n{}", dump(1));
    }
}

#[test]
fn rows_that_are_small_blocks_are_runs() {
    let runs = |body: &str| {
        dump_of_loop(&format!("{ITERATIONS} {{ {body} }}"), &[]).matches("runs of").count()
    };
    assert_eq!(runs("d += s[i][k];"), 1);
    assert_eq!(runs("d += s2[i][m][k];"), 1);
    assert_eq!(runs("d += o3[i][k];"), 0);
    assert_eq!(runs("d += q[i][k];"), 0);
    assert_eq!(runs("d += s[i][2 * k];"), 0);
}

#[test]
fn loops_whose_iterations_store_to_different_elements_are_independent() {
    let told = |body: &str| dump_of_loop(body, &[]).contains(" independent");
    for body in [
        "y[k] = 1;",
        "b[k] += o[k + 1] * 2;",
        "b[k + 1] = twice(b[k + 1]);",
        "g[k][3] = o[k];",
        "if (o[k] > 0) break; b[k] = u[k] + d;",
        "double t = 0; for (int l = 0; l < 24; l++) t += g[l][k]; y[k] = t;",
        "w[n & 7][k] = (int)b[k];",
    ] {
        assert!(told(&format!("{ITERATIONS} {{ {body} }}")), "{body}");
    }
    assert!(told("for (int k = n; k > 0; k -= 2) b[k] = o[k];"));
    let inner = "for (int l = 0; l < n; l++) for (int k = 0; k < n; k++) w[l][k] = 1;";
    assert!(told(inner));
    assert!(!told(&format!("\n#pragma omp for collapse(2)\n{inner}")));
    assert!(!told(&format!("\n#pragma GCC unroll 4\n{ITERATIONS} b[k] = 1;")));
}

#[test]
fn loops_over_columns_of_cyclic_matrices_go_thread_by_thread() {
    let owners = |body: &str, threads| {
        dump_with_threads(body, &[], threads).matches("owners streams=").count()
    };
    let sum = "t += g[l][k];";
    for body in [
        column_sums("k < 24; k++", sum),
        column_sums("k <= n; k += 1", "t += g[l][k + 1] * o[l];"),
        column_sums("k < 24; ++k", "t += g[24 * n - l][2 * k + n] - g[l][k];"),
        column_sums("k < 24; k++", "t += g[u2[l]][k];"),
    ] {
        assert_eq!(owners(&body, Some(4)), 1, "{body}");
    }
    for threads in [None, Some(1), Some(5), Some(12)] {
        assert_eq!(owners(&column_sums("k < 24; k++", sum), threads), 0, "{threads:?}");
    }
    for body in [
        column_sums("k < 12; k++", sum),             // few for each thread
        column_sums("k < 24; k += 2", sum),          //
        column_sums("k < 24; k++", "t += g[k][l];"), // along a row
        column_sums("k < 8; k++", "t += r2[l][k];"), // blocks
        column_sums("k < 24; k++", "t += g[l][k * l];"), //
        column_sums("k < 24; k++", "t += gv[l][k];"), // volatile
        column_sums("k < 24; k++", "t += g[l][k] + y[k + 1];"), // needs a neighbour
        column_sums("k < 24; k++", "t += g[l][k]; j = l;"), // the last iteration's
        column_sums("k < 24; k++", "if (t > 9) break; t += g[l][k];"),
        "double t = 0; for (int k = 0; k < 24; k++) for (int l = 0; l < n; l++) { t += g[l][k]; \
         y[k] = t; }"
            .to_string(), // in this order
        "int k; for (k = 0; k < 24; k++) for (int l = 0; l < n; l++) y[k] = g[l][k];".to_string(),
    ] {
        assert_eq!(owners(&body, Some(4)), 0, "{body}");
    }
}

#[test]
fn others_are_not_independent() {
    for body in [
        "y[k] = y[k + 1];",                                    // a neighbour
        "b[k] = 1; b[k + 1] = 2;",                             // two stores
        "y[m] += 1;",                                          // the same in each iteration
        "x[MYTHREAD] += o[k];",                                // so is one's own
        "b[u2[k]] = 1;",                                       // any element
        "w[k][24 * -k] = 1;",                                  // stays, after all
        "int t = k / 2; b[t] = 1;",                            // of another variable
        "ps[k].x = 1;",                                        // a member
        "b[k] = *p;",                                          // pointers to the type
        "b[k] = *v;",                                          //
        "b[k] = 1; *v = 2;",                                   // private data
        "b[k] = 1; u[k] = 2;",                                 //
        "d += b[k]; b[k] = d;",                                // a variable at file scope
        "double t[2] = {1, 2}; b[k] = t[k & 1];",              // an array
        "double t = 1, *r = &t; *r += 1; b[k] = t;",           // a number that has an address
        "static int t; b[k] = t++;",                           // there is one of it
        "b[k] = ((double[]){1, 2})[k & 1];",                   // an object without a name
        "b[k] = z[k];",                                        // strict
        "b[k] = 1; upc_fence;",                                // orders
        "b[k] = f(k);",                                        // may do anything
        "upc_forall (int l = 0; l < n; l++; l) b[k] += o[l];", // counts its depth
    ] {
        let d = dump_of_loop(&format!("{ITERATIONS} {{ {body} }}"), &[]);
        assert!(!d.contains(" independent"), "{body}:\n{d}");
    }
    let d = dump_of_loop("for (i = 0; i < n; i++) b[i] = 1; while (m < n) b[m++] = 1;", &[]);
    assert!(!d.contains(" independent"), "{d}");
}

#[test]
fn loops_that_do_not_wait_keep_what_they_read() {
    let marked = |functions: &str, body: &str| {
        let off = ["iterations", "runs", "rows", "gather", "inspector", "tables"];
        dump_of_unit(functions, body, &off, None).matches("counted").count()
    };
    let read =
        "static double at(int k) { double t = 0; for (int l = 0; l < 3; l++) t += y[k + l]; \
                return t; }";
    for (functions, body, loops) in [
        ("", "for (int k = 0; k < n; k++) d += y[k * 3];", 1),
        ("", "for (int k = 0; k < n; k++) { d += y[k * 3]; upc_barrier; }", 1),
        ("", "for (int k = 0; k < n; k++) for (int l = 0; l < k; l++) d += y[l * k];", 1),
        ("", "for (int k = 0; k < n; k++) while (y[k] == 0) ;", 0),
        ("", "while (d == 0) for (int k = 0; k < n; k++) d += y[k * 3];", 1),
        ("", "for (int k = 0; k < n; k++) u[k] = k;", 0),
        ("", "for (int k = 0; k < n; k++) y[k * 3] = k;", 1),
        ("", "for (int k = 0; k < n; k++) z[k] = k;", 0),
        ("static int same(int k) { return k; }", "for (int k = 0; k < same(n); k++) d += y[k];", 1),
        ("", "for (int k = 0, l = 0; k < n; k++, l++) d += y[l];", 1),
        ("", "for (int k = 0, l = 0; k < n; k++, l++, k -= l) d += y[l];", 0),
        ("", "for (int k = (int)y[m]; k < y[m + 1]; k++) d += y[k];", 0), // a limit of doubles
        ("", "for (int k = q2[m]; k < q2[m + 1]; k++) d += y[k];", 1),
        ("", "for (int k = 0; k < q2[m]; k++) { d += y[k]; m--; }", 0),
        ("", "for (int k = 0; k < q2[m]; k++) { d += y[k]; upc_barrier; }", 0),
        ("", "for (int k = 0; k < z[m]; k++) d += y[k];", 0), // strict
        ("", "for (int k = 0; k < n; k++) d += y[k * 3] + f(k);", 0),
        ("", "int k = 0; again: d += y[k]; if (d == 0) goto again;", 0),
        ("", "for (int k = 0; k < n; k++) if (y[0] != 0) break;", 0),
        ("", "for (int k = 0; k < n; k++) switch (k & 1) { case 0: d += y[k * 3]; break; }", 1),
        (
            "static int seen(void) { for (int k = 0; k < 9; k++) if (y[0]) return 1; return 0; }",
            "for (int k = 0; k < n; k++) d += seen();",
            0,
        ),
        (read, "for (int k = 0; k < n; k++) y[k] = at(k);", 2),
        ("static int same(int k) { return k; }", "for (int k = 0; k < n; k++) d += same(k);", 0),
        (
            "static double at(int k) { double t; while ((t = y[k]) == 0) ; return t; }",
            "for (int k = 0; k < n; k++) y[k] = at(k);",
            0,
        ),
        (
            "static double at(int k) { return k > 0 ? at(k - 1) : y[k]; }",
            "for (int k = 0; k < n; k++) y[k] = at(k);",
            0,
        ),
    ] {
        assert_eq!(marked(functions, body), loops, "{functions} {body}");
    }
}

#[test]
fn updates_that_are_read_on_are_reads_and_stores() {
    for (body, used) in [
        ("for (int k = 1; k < n; k++) y[k] += y[k - 1];", true),
        ("for (int k = 1; k < n; k++) { d += y[k + 1]; y[k] -= 2; }", true),
        ("for (int k = 1; k < n; k++) y[k] += x[k];", false),
        ("for (int k = 1; k < n; k++) y[u2[k]] += y[k];", false),
        ("for (int k = 1; k < n; k++) y[m] += y[k];", false),
    ] {
        let text = dump_of_loop(body, &["runs", "rows", "gather", "inspector", "tables"]);
        let update = text.lines().find(|l| l.contains("update ")).unwrap_or_default();
        assert_eq!(update.contains("used=true"), used, "{body}: {text}");
    }
}
