// SPDX-License-Identifier: Apache-2.0
//! Loops restated so that they count: limits that are read once.

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

const HEAD: &str =
    "shared [] int row[99], *q; shared int s, *p; strict shared int flag; shared long big;\n\
    shared [] double x[99], y[99]; shared [] struct G { int n; unsigned b : 5; } g;\n\
    shared [] struct G *shared [] dir[9]; int own[9], *private, global, f(int);\n";

type Pass = fn(&upc_ir::Facts, &LineMap, &upc_ir::Options) -> Option<upc_ir::NewText>;

/// The text after the pass without line markers, on one line, if it changes anything; and the
/// remarks.
fn restated(pass: Pass, body: &str, options: &upc_ir::Options) -> (Option<String>, Vec<String>) {
    let text = format!(
        "{HEAD}void test(int i, int n, shared int *t, shared int *a, shared [4] int *c)\n\
         {{ int j; double d = 0; shared int *p = a; {body} }}\n"
    );
    let map = LineMap::new(&text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let sema = upc_sema::Options::default();
    let analysis =
        upc_sema::analyze(&text, &map, Dialect::default(), &sema, &mut names, &mut diags);
    let errors: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(!diags.has_errors(), "{text}: {errors:?}");
    let facts = upc_ir::Facts::new(&analysis, &text, &names);
    let Some(new) = pass(&facts, &map, options) else {
        return (None, Vec::new());
    };
    let again = LineMap::new(&new.text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    upc_sema::analyze(&new.text, &again, Dialect::default(), &sema, &mut names, &mut diags);
    assert!(!diags.has_errors(), "{body}: {}", new.text);
    let said = new.remarks.iter().map(|r| {
        let at = again.locate(r.span.start);
        format!("{}:{} {}", at.line, at.column, r.text)
    });
    let said = said.collect();
    let lines = new.text.lines().skip(3).filter(|l| !l.starts_with('#'));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    (Some(words.join(" ")), said)
}

#[track_caller]
fn becomes(body: &str, wanted: &str) {
    gives(upc_ir::with_limits, body, wanted);
}

#[track_caller]
fn stays(body: &str) {
    keeps(upc_ir::with_limits, body);
}

#[track_caller]
fn gives(pass: Pass, body: &str, wanted: &str) {
    let (text, _) = restated(pass, body, &upc_ir::Options::default());
    let (text, tight) = (text.unwrap_or_default(), |text: &str| text.replace(' ', ""));
    assert!(tight(&text).contains(&tight(wanted)), "{body}: no '{wanted}' in\n{text}");
}

#[track_caller]
fn keeps(pass: Pass, body: &str) {
    let (text, _) = restated(pass, body, &upc_ir::Options::default());
    assert_eq!(text, None, "{body}");
}

#[test]
fn limits_in_memory_are_read_once() {
    becomes(
        "for (j = row[i]; j < row[i + 1]; j++) d += x[j];",
        "{ int __upcr_v1_limit; for (j = row[i] , __upcr_v1_limit = (row[i + 1]) ; \
         j < __upcr_v1_limit ; j++) d += x[j]; }",
    );
    becomes(
        "for (int k = row[i]; k < row[i + 1]; k++) d += x[k];",
        "for (int k = row[i] , __upcr_v1_limit = (row[i + 1]) ; k < __upcr_v1_limit ; k++)",
    );
    becomes(
        "for (long k = 0; k < g.n; k++) d += x[k];",
        "for (long k = 0 , __upcr_v1_limit = (g.n) ; k < __upcr_v1_limit ; k++)",
    );
    becomes(
        "for (int k = 0; k < big; k++) d += x[k];",
        "{ long __upcr_v1_limit; __upcr_v1_limit = (big); for (int k = 0; k < __upcr_v1_limit ;",
    );
}

#[test]
fn while_loops_become_for_loops() {
    becomes(
        "j = 0; while (j < s) { d += x[j]; j++; }",
        "j = 0; { int __upcr_v1_limit; for (__upcr_v1_limit = (s); j < __upcr_v1_limit ; j++ ) \
         { d += x[j]; ; } }",
    );
    stays("j = 0; while (j < s) { if (x[j] > 0) continue; j++; }");
}

#[test]
fn limits_that_may_change_are_not() {
    for body in [
        "for (j = 0; j < s; j++) f(j);",
        "for (j = 0; j < s; j++) s = 3;",
        "for (j = 0; j < s; j++) *p = 3;",
        "for (j = 0; j < s; j++) q[j] = 3;",
        "for (j = 0; j < s; j++) *private = x[j];",
        "for (j = 0; j < row[2]; j++) row[j] = 3;",
        "for (j = 0; j < dir[2]->n; j++) dir[j] = 0;",
        "for (j = 0; j < *private; j++) { d += x[j]; global = 3; }",
        "struct G z, *pz = &z, zz; for (j = 0; j < pz->n; j++) { d += x[j]; z = zz; }",
        "for (j = 0; j < s; j++) { d += x[j]; upc_fence; }",
        "for (j = 0; j < s; j++) d += flag;",
        "for (j = 0; j < flag; j++) d += x[j];",
        "for (j = 0; j != s; j++) d += x[j];",
        "for (j = 0; j < row[i]; j++) { d += x[j]; i++; }",
        "for (j = 0; j < row[j]; j++) d += x[j];",
        "for (j = 0; j < s && x[j]; j++) d += x[j];",
        "for (j = 0; j < g.b; j++) d += x[j];",
        "for (j = 0; j < s; j++) while (x[j] == 0) ;",
        "for (j = 0; j < s; j++) do d += x[j]; while (x[j] == 0);",
        "\n#pragma omp simd\nfor (j = 0; j < s; j++) d += x[j];",
        "for (j = 0; j < own[2]; j++) d++;",
        "for (j = 0; j < n; j++) d += x[j];",
        "for (int m = f(3); m < big; m++) d += x[m];",
    ] {
        stays(body);
    }
    for body in [
        "for (j = 0; j < row[2]; j++) y[j] = 3;",
        "for (j = 0; j < *private; j++) x[j] = 3;",
        "for (j = 0; j < own[i]; j++) x[j] = own[j];",
        "for (j = 0; j < row[i]; j++) own[j] = row[j];",
        "for (j = 0; j < s; j++) for (i = 0; i < 3; i++) d += x[i];",
        "for (j = 0; j < s; j++) { if (x[j] > 0) continue; if (x[j] < 0) break; d++; }",
        "upc_forall (j = 0; j < s; j++; j) d += x[j];",
    ] {
        becomes(body, "__upcr_v1_limit");
    }
}

#[test]
fn what_is_restated_is_said() {
    let (_, said) = restated(
        upc_ir::with_limits,
        "\n  for (j = 0; j <\n s; j++)\n for (i = 0; i < g.n; i++) d += x[i];",
        &upc_ir::Options::default(),
    );
    assert_eq!(said, ["6:3 the limit 's' is read once", "8:2 the limit 'g.n' is read once"]);
    let mut off = upc_ir::Options::default();
    off.passes.set("limits", false);
    assert_eq!(restated(upc_ir::with_limits, "for (j = 0; j < s; j++) d += x[j];", &off).0, None);
}
