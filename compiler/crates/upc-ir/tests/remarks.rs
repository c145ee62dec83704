// SPDX-License-Identifier: Apache-2.0
//! The remarks of the passes: what they did, and why they did not do more.

use upc_ir::remarks::{Kind, Remark};
use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

const HEAD: &str = "shared double x[THREADS], y[8*THREADS], w[8*THREADS]; shared int s; shared \
    long c[THREADS];\n\
    strict shared double z[THREADS]; shared [16] double b[16*THREADS]; shared [2] double \
    b2[2*THREADS]; shared [4] double bb[4*THREADS][4], r[THREADS][4]; shared [] double w1[9];\n\
    shared struct L { shared [] double *row; } lines[THREADS]; shared [] double *q, **qq;\n\
    shared double g[8][8*THREADS]; int i, j, m, idx[9], f(int); double d, u[9], *v; shared \
    double *p; shared int limit;\n\
    # 1 \"stdlib.h\" 3\nvoid exit(int);\n# 1 \"t.upc\"\n";

/// The remarks on `void test(int n) { body }`, without the passes `off`, with the text that they
/// are of.
fn remarks_without(body: &str, off: &[&'static str]) -> (Vec<Remark>, String) {
    remarks_with(body, off, None)
}

/// The same with THREADS fixed.
fn remarks_with(body: &str, off: &[&'static str], threads: Option<u32>) -> (Vec<Remark>, String) {
    let text = format!("{HEAD}void test(int n) {{ (void)n; {body} }}\n");
    let map = LineMap::new(&text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let sema = upc_sema::Options { static_threads: threads, ..upc_sema::Options::default() };
    let analysis =
        upc_sema::analyze(&text, &map, Dialect::default(), &sema, &mut names, &mut diags);
    let mut options = upc_ir::Options { remarks: true, threads, ..upc_ir::Options::default() };
    off.iter().for_each(|flag| options.passes.set(flag, false));
    let facts = upc_ir::Facts::new(&analysis, &text, &names);
    let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut diags);
    let said: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(!diags.has_errors(), "{body}: {said:?}");
    (upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {}), text)
}

fn remarks(body: &str) -> Vec<Remark> {
    remarks_without(body, &[]).0
}

#[track_caller]
fn says(body: &str, kind: Kind, pass: &str, words: &str) -> Remark {
    let all = remarks(body);
    let fits = |r: &&Remark| r.kind == kind && r.pass == pass && r.text.contains(words);
    all.iter()
        .find(fits)
        .cloned()
        .unwrap_or_else(|| panic!("{body}: no '{words}' of {pass} in\n{all:#?}"))
}

#[track_caller]
fn missed(body: &str, pass: &str, words: &str) {
    says(body, Kind::Missed, pass, words);
}

/// The remark's note is at `at` in the body.
#[track_caller]
fn noted(body: &str, pass: &str, words: &str, at: &str) {
    let note = says(body, Kind::Missed, pass, words).note.expect("a note");
    let text = format!("{HEAD}void test(int n) {{ (void)n; {body} }}\n");
    assert!(
        text[note.span.start as usize..].starts_with(at),
        "{body}: the note is at {:?}",
        note.span
    );
}

#[test]
fn each_pass_says_what_it_did() {
    let cases = [
        (
            "shared [] double *r = q; for (int k = 0; k < n; k++) d += *r++;",
            "walks",
            "the segment of 'r' is looked up once",
        ),
        (
            "upc_forall (int k = 0; k < n; k++; k) f(k);",
            "iterations",
            "goes from one of its own iterations to the next",
        ),
        (
            "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = w[k];",
            "streams",
            "'y[k]', 'w[k]' are found by adding bytes",
        ),
        ("for (int k = MYTHREAD; k < n; k += THREADS) y[k] = 1;", "rows", "'y[k]'"),
        ("for (int k = 0; k < n; k++) b[k] = 1;", "runs", "'b[k]' is found by adding bytes"),
        (
            "for (int k = 0; k < n; k++) b[k] = 1;",
            "coalesce",
            "'b[k]' is put by whole rows where it is far",
        ),
        (
            "for (int k = 0; k < n; k++) x[MYTHREAD] += 1;",
            "own",
            "'x[MYTHREAD]' is a variable in this loop",
        ),
        (
            "for (int k = 0; k < n; k++) w1[idx[k]] += 1;",
            "indefinite",
            "'w1[idx[k]]' is found as in a private array in this loop",
        ),
        (
            "for (int k = 0; k < n; k++) r[MYTHREAD][idx[k]] += 1;",
            "own",
            "'r[MYTHREAD][idx[k]]': the thread's own data are found once for this loop",
        ),
        (
            "for (int k = 0; k < n; k++) p[idx[k]] += 1;",
            "updates",
            "'p[idx[k]]' is sent with others where it is far",
        ),
        (
            "for (int k = 0; k < n; k++) d += p[idx[k]];",
            "counted",
            "far data that the loop reads are kept until the thread synchronises",
        ),
        (
            "d = w1[m] + w1[m + 1];",
            "together",
            "'w1[m]', 'w1[m + 1]' are fetched together where they are far",
        ),
        ("d = lines[m].row[0]; d -= lines[m].row[1];", "together", "'lines[m].row' is read once"),
        ("d = p[i] + p[j];", "together", "where 'p[i]' is far, 'p[j]' is fetched meanwhile"),
        (
            "w1[m] = 1; w1[m + 1] = 2;",
            "together",
            "this store and its neighbours are sent together where they are far",
        ),
        (
            "for (int k = 0; k < n; k++) d += w[idx[k]];",
            "gather",
            "'w[idx[k]]' is read from a copy where it is far",
        ),
        (
            "for (int k = 0; k < n; k++) for (int l = 0; l < 9; l++) d += w[l];",
            "gather",
            "'w[l]' is read from a copy",
        ),
        (
            "for (int k = 0; k < n; k++) y[k * n & 7] = 1;",
            "tables",
            "'y[k * n & 7]' is found by products",
        ),
        (
            "for (int k = 0; k < n; k++) y[k] = w[k];",
            "independent",
            "no iteration needs what another one stores",
        ),
        (
            "for (int k = 0; k < n; k++) d += p[idx[k]];",
            "inspector",
            "'p[idx[k]]' is fetched before the loop",
        ),
    ];
    for (body, pass, words) in cases {
        says(body, Kind::Done, pass, words);
        assert!(remarks(body).iter().all(|r| r.kind == Kind::Done), "{body}: {:#?}", remarks(body));
    }
    // `owners` needs a known number of threads: columns_that_go_thread_by_thread_are_told. The
    // remarks of passes over the text are in passes/inline.rs and counting.rs.
    let elsewhere = ["owners", "inline", "pointers", "limits", "values"];
    let flags = upc_ir::PASSES.iter().filter_map(|p| p.flag).filter(|f| !elsewhere.contains(f));
    flags.for_each(|f| assert!(cases.iter().any(|c| c.1 == f), "a case for {f}"));
}

#[test]
fn loops_say_why_they_do_not_fetch_before_them() {
    for (body, words) in [
        ("if (n) d += p[idx[k]];", "an iteration may leave it out"),
        ("d += p[idx[k]]; if (d > 9) break;", "the loop may be left early"),
        ("d += p[idx[k]]; f(1);", "the loop calls a function or synchronises"),
        ("n = n * 5 + 1; d += p[n & 7];", "where it is depends on what the loop changes"),
        ("if (d > 9) y[k] = 1; d += p[idx[k]];", "the loop writes an object that may be the same"),
    ] {
        let body = format!("for (int k = 0; k < 9; k++) {{ {body} }}");
        missed(&body, "inspector", words);
    }
}

#[test]
fn arrays_that_the_loop_may_write_are_not_copied() {
    missed(
        "for (int k = 0; k < n; k++) { d += w[idx[k]]; *p = 1; }",
        "gather",
        "'w[idx[k]]' is read one by one",
    );
}

#[test]
fn nothing_is_said_unless_it_is_wanted_or_where_nothing_is_shared() {
    assert_eq!(remarks("for (int k = 0; k < n; k++) u[k] = f(k);"), []);
    assert_eq!(remarks("d = y[n]; f(1); d += s;"), []);
    assert_eq!(remarks("while (z[0] == 0) ;"), []);
}

#[test]
fn register_variables_count() {
    for body in [
        "register int k; for (k = 0; k < n; k++) b[k] = 1;",
        "for (register int k = 0; k < n; k++) b[k] = 1;",
    ] {
        says(body, Kind::Done, "runs", "as long as the loop stays in a block");
    }
}

#[test]
fn loops_say_why_they_do_not_count() {
    let cases = [
        ("while (m < n) { b[m] = 1; m++; }", "no 'for' loop"),
        ("for (int k = 0; ; k++) { b[k] = 1; }", "no condition or no third clause"),
        ("for (int k = 1; k < n; k *= 2) b[k] = 1;", "the third clause, 'k *= 2'"),
        ("for (i = 0; i < n; i++) b[i] = 1;", "'i' is no local variable"),
        ("for (volatile int k = 0; k < n; k++) b[k] = 1;", "shared, volatile or atomic"),
        ("for (short k = 0; k < n; k++) b[k] = 1;", "declare it as int or long"),
        ("for (int k = 0; k < n; k += m) b[k] = 1;", "'k' moves by 'm'"),
        ("int k = 0; for (; k < n; k++) b[k] = 1;", "the first clause does not set 'k'"),
        ("for (int k = 0; k != n; k++) b[k] = 1;", "does not compare 'k' with a limit"),
        (
            "for (int k = 0; k < limit; k++) b[k] = 1;",
            "the limit 'limit' is read from shared memory",
        ),
        (
            "for (unsigned k = 0; k < (unsigned)n; k += 2) b[k] = 1;",
            "the unsigned counter 'k' may wrap",
        ),
        ("for (int k = 0; k < m; k++) { b[k] = 1; f(k); }", "and 'f' is called"),
    ];
    for (body, words) in cases {
        missed(body, "runs", words);
        let misses = remarks(body).iter().filter(|r| r.kind == Kind::Missed).count();
        assert_eq!(misses, 1, "{body}: {:#?}", remarks(body));
    }
    noted(
        "for (int k = 0; k < n; k++) { b[k] = 1; f(*&k); }",
        "runs",
        "the address of the counter 'k'",
        "&k",
    );
    noted(
        "for (int k = 0; k < n; k++) { b[k] = 1; if (m) k++; }",
        "runs",
        "the body changes the counter 'k'",
        "k++; }",
    );
    noted(
        "for (int k = 0; k < f(n); k++) b[k] = 1;",
        "runs",
        "the limit 'f(n)' calls a function",
        "f(n)",
    );
    noted("for (int k = 0; k < n; k++) { b[k] = 1; l: if (m) goto l; }", "runs", "a label", "l:");
    noted(
        "for (int k = 0; k < n; k++) { b[k] = 1; if (m) break; }",
        "runs",
        "a 'break' out of the loop",
        "break",
    );
    noted(
        "for (int k = 0; k < n; k++) { b[k] = 1; n = 3; }",
        "runs",
        "the body changes 'n'",
        "n = 3",
    );
}

#[test]
fn columns_that_go_thread_by_thread_are_told() {
    let body = "for (int k = 0; k < 32; k++) { double t = 0; for (int l = 0; l < 8; l++) \
                t += g[l][k]; y[k] = t; }";
    let (all, _) = remarks_with(body, &[], Some(4));
    let said = |r: &&Remark| r.pass == "owners" && r.text.contains("'g[l][k]' is found by adding");
    assert_eq!(all.iter().filter(said).count(), 1, "{all:#?}");
}

#[test]
fn elements_say_why_they_do_not_move_along_a_block() {
    let loop_of = |body: &str| format!("for (int k = 0; k < n; k++) {{ {body} }}");
    says(&loop_of("y[k] = 1; b[k] = 1;"), Kind::Done, "tables", "'y[k]' is found by products");
    missed(&loop_of("b2[k] = 1;"), "runs", "declare larger blocks");
    missed(&loop_of("b[idx[k]] = 1;"), "runs", "the subscript 'idx[k]' is no sum");
    says(&loop_of("b[m] = 1;"), Kind::Done, "runs", "'b[m]' is found once for this loop");
    missed(&loop_of("f(m); b[m] = 1;"), "runs", "'m' is no local variable");
    missed(
        &loop_of("d += bb[k][m];"),
        "runs",
        "each iteration meets another row, 'bb[k]'; exchange loops",
    );
    missed(&loop_of("int l = f(k); d += bb[l][n];"), "runs", "'bb[l]' may be another one");
    let all = remarks(&loop_of("d += lines[m].row[k]; m = 2;"));
    let misses = all.iter().filter(|r| r.kind == Kind::Missed).count();
    assert_eq!(misses, 1, "the pointer that is read needs no remark");
    let all = remarks(&loop_of("y[k] = 1; for (int l = 0; l < n; l++) d++;"));
    assert!(
        all.iter().all(|r| ["updates", "counted"].contains(&r.pass)),
        "not innermost: {all:#?}"
    );
    noted(
        &loop_of("d += b[m]; f(k);"),
        "runs",
        "'m' is no local variable, and 'f' is called",
        "f(k)",
    );
    noted(&loop_of("int l = f(k); d += b[l]; l = 2;"), "runs", "the body changes 'l'", "l = 2");
    missed(
        &loop_of("int l = idx[k]; d += b[l];"),
        "runs",
        "'l' has a variable that the body declares",
    );
    missed(&loop_of("s++;"), "none", "it is one object, on one thread");
    missed(&loop_of("d += lines[m].row[k]; m = 2;"), "runs", "may be another one");
    noted(
        &loop_of("d += lines[m].row[k]; f(k);"),
        "runs",
        "'f' is called, which may synchronise",
        "f(k)",
    );
    noted(
        &loop_of("d += lines[0].row[k]; upc_fence;"),
        "runs",
        "the loop synchronises",
        "upc_fence",
    );
    noted(
        &loop_of("d += lines[0].row[k] + z[0];"),
        "runs",
        "the loop has a strict access, of 'z[0]'",
        "z[0]",
    );
    noted(
        &loop_of("d += q[k]; f(k);"),
        "runs",
        "'q' is no local variable, and 'f' is called",
        "f(k)",
    );
}

#[test]
fn rows_whose_start_is_computed_once_are_not_missed() {
    let once = "int up = n & 7; for (int k = 0; k < 4; k++) d += bb[up][k];";
    says(
        once,
        Kind::Done,
        "tables",
        "'bb[up][k]' is found from the start of the row, found by products",
    );
    let misses: Vec<_> = remarks(once).into_iter().filter(|r| r.kind == Kind::Missed).collect();
    assert_eq!(misses, []);
    missed(
        "for (int k = 0; k < n; k++) d += bb[k][n & 3];",
        "runs",
        "each iteration meets another row, 'bb[k]'; exchange loops",
    );
    says(
        "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = bb[n & 7][k & 3];",
        Kind::Done,
        "tables",
        "'bb[n & 7][k & 3]' is found from the start of the row",
    );
    // The neighbours of a point: with constant limits they are in the row.
    let around = |limit: &str| {
        format!(
            "for (int k = 1; k < {limit}; k++) for (int i = -1; i <= 1; i++) for (int j = -1; \
             j <= 1; j++) d += bb[n + i][k + j];"
        )
    };
    let found = "'bb[n + i][k + j]' is found from the start of the row";
    says(&around("3"), Kind::Done, "tables", found);
    assert!(remarks(&around("3")).iter().all(|r| r.kind != Kind::Missed));
    missed(&around("n"), "runs", "constants do not keep the subscript 'k + j' in its row");
}

#[test]
fn copies_of_a_loop_make_one_remark() {
    let body = "upc_forall (int k = 0; k < n; k++; &y[k]) { y[k] = p[k]; d += p[k] + p[k + 1]; }";
    let of_read = |r: &&Remark| r.pass == "together" && r.text.starts_with("where 'p[k]' is far");
    let (all, _) = remarks_without(body, &[]);
    assert!(all.iter().filter(of_read).count() <= 1, "{all:#?}");
    let body = "for (int k = 0; k < n; k++) b[k] = bb[n][k & 3] + b[k + 1];";
    let (all, _) = remarks_without(body, &[]);
    let rows: Vec<_> = all.iter().filter(|r| r.pass == "coalesce").collect();
    assert_eq!(rows.len(), 1, "{rows:#?}");
}

#[test]
fn what_an_inner_loop_sends_is_not_missed_in_the_outer_loop() {
    let body = "for (int k = 0; k < n; k++) { for (int l = 0; l < n; l++) p[idx[l]] += 1; f(k); }";
    says(body, Kind::Done, "updates", "'p[idx[l]]' is sent with others");
    let missed = |r: &Remark| r.kind == Kind::Missed && r.pass == "updates";
    assert!(!remarks(body).iter().any(missed), "{:#?}", remarks(body));
    says(
        "for (int k = 0; k < n; k++) { p[idx[k]] += 1; f(k); }",
        Kind::Missed,
        "updates",
        "'p[idx[k]]' is sent one by one where it is far: the loop calls a function",
    );
}

#[test]
fn foralls_say_why_all_iterations_are_tested_or_elements_looked_up() {
    missed("upc_forall (i = 0; i < n; i++; i) f(0);", "iterations", "'i' is no local variable");
    missed(
        "upc_forall (int k = 0; k < n; k++; idx[k]) f(0);",
        "iterations",
        "the affinity 'idx[k]' is no sum",
    );
    missed(
        "upc_forall (int k = 0; k < m; k += 3; &b[k]) f(0);",
        "iterations",
        "follow no simple rule",
    );
    missed(
        "upc_forall (int k = 0; k < n; k += m; &b[k]) f(0);",
        "iterations",
        "'k' moves by 'm', which is no constant from 1 to 65536",
    );
    missed(
        "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = b[k];",
        "streams",
        "divide both in the same way",
    );
    missed(
        "upc_forall (int k = 0; k < n; k++; &b[k]) b[k] = b[2 * k];",
        "streams",
        "moves otherwise than the affinity '&b[k]'",
    );
    missed(
        "upc_forall (int k = 0; k < n; k++; &y[k]) p[k] = f(k);",
        "streams",
        "the pointer 'p' may change",
    );
    missed(
        "upc_forall (int k = 0; k < m; k++; &y[k]) y[k] = f(k);",
        "streams",
        "the limit 'm' may change",
    );
    missed(
        "upc_forall (int k = 0; k < n; k++; 0) y[k] = 1;",
        "streams",
        "do not follow each other",
    );
    noted(
        "upc_forall (int k = 0; k < n; k++; &y[k]) { y[k] = 1; __asm__(\"\"); }",
        "streams",
        "assembler code",
        "__asm__",
    );
}

#[test]
fn loops_by_rows_say_which_step_would_do() {
    missed("for (int k = MYTHREAD; k < n; k += THREADS) b[k] = 1;", "rows", "step by 16 * THREADS");
    noted(
        "for (int k = MYTHREAD; k < n; k += THREADS) { y[k] = 1; if (m) k++; }",
        "rows",
        "changes the counter",
        "k++; }",
    );
}

#[test]
fn own_elements_say_why_they_are_no_variables() {
    let loop_of = |body: &str| format!("for (int k = 0; k < n; k++) {{ {body} }}");
    noted(&loop_of("x[MYTHREAD] += 1; f(k);"), "own", "'f' is called", "f(k)");
    noted(
        &loop_of("x[MYTHREAD] += 1; d += x[k];"),
        "own",
        "'x[k]' in this loop may be the same object",
        "x[k]",
    );
    missed(&loop_of("x[MYTHREAD] += 1; v[k] = 2;"), "own", "a pointer to private data");
    missed(&loop_of("x[MYTHREAD] += 1; if (k == m) return;"), "own", "'return' or 'goto'");
    let behind =
        loop_of("while (m) { for (int l = 0; l < n; l++) d += l; m--; } x[MYTHREAD] += 1; f(k);");
    noted(&behind, "own", "'f' is called", "f(k)");
    missed("while (m) { x[MYTHREAD] += 1; m--; }", "own", "may wait for another thread");
    missed("while (m) { r[MYTHREAD][m] += 1; m--; }", "own", "may wait for another thread");
}

#[test]
fn pointers_say_why_they_do_not_walk() {
    let loop_of = |body: &str| format!("for (int k = 0; k < n; k++) {{ {body} }}");
    missed(&loop_of("d += *p++;"), "walks", "'p' leads to data in blocks");
    missed(&loop_of("d += *q++;"), "walks", "'q' is no local variable");
    missed(
        &format!("shared [] double *r = q; qq = &r; {}", loop_of("d += *r++;")),
        "walks",
        "the address of the pointer 'r'",
    );
}

#[test]
fn a_body_that_is_written_twice_says_it_once() {
    let body =
        "upc_forall (int k = 0; k < n; k++; &y[k]) { y[k] = 0; for (int l = 0; l < n; l++) { y[k] \
         += b[l] + f(l); } }";
    let runs: Vec<_> = remarks(body).into_iter().filter(|r| r.pass == "runs").collect();
    assert_eq!(runs.len(), 1, "{runs:#?}");
}

#[test]
fn a_pass_that_is_off_is_named() {
    let (said, _) = remarks_without("for (int k = 0; k < n; k++) b[k] = 1;", &["runs"]);
    assert!(
        said.iter()
            .any(|r| r.kind == Kind::Missed && r.text.contains("-fno-upc-runs turns the pass off")),
        "{said:#?}"
    );
}

#[test]
fn rows_say_why_they_are_moved_element_by_element() {
    let cases = [
        ("if (k & 1) d += b[k];", "an iteration may leave it out"),
        ("b[k] += 1;", "the loop reads and writes it"),
        ("b[k] = f(k);", "the loop calls a function or synchronises"),
        ("if (k > m) exit(1); b[k] = 1;", "the loop may end the program"),
    ];
    for (body, why) in cases {
        says(&format!("for (int k = 0; k < n; k++) {{ {body} }}"), Kind::Missed, "coalesce", why);
    }
}
