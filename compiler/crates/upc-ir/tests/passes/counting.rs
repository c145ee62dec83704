// SPDX-License-Identifier: Apache-2.0
//! Loops restated so that they count: limits that are read once, pointers that move, variables in
//! subscripts.

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
fn one_of_two_counters_that_meet_is_enough() {
    becomes(
        "for (int k = 0, l = n - 1; k < l; k++, l--) d += x[k] + x[l];",
        "for (int k = 0, l = n - 1, __upcr_v1_start = k, \
         __upcr_v1_half = (int)(((long)k + l + 1) >> 1); k < __upcr_v1_half; k++) \
         d += x[k] + x[(l - (k - __upcr_v1_start))];",
    );
    becomes(
        "for (i = 1, j = n; j > i; --j, i += 1) x[j] = 0;",
        "__upcr_v1_half > i; i += 1) x[(j - (i - __upcr_v1_start))] = 0; \
         j -= i - __upcr_v1_start; }",
    );
    for body in [
        "for (i = 0, j = n; i <= j; i++, j--) x[j] = 0;",
        "for (i = 0, j = n; i < j; i++, j -= 2) x[j] = 0;",
        "for (i = 0, j = n; i < j; i++, j++) x[j] = 0;",
        "for (i = 0, j = n; i < j; i++, j--) x[i] = j;", // finds nothing by it
        "for (i = 0, j = n; i < j; i++, j--) own[j] = 0;",
        "for (i = 0, j = n; i < j; i++, j--) if (x[j] > 0) j--;",
        "for (i = 0, j = n; i < j; i++, j--) { int i = 3; x[j] = i; }",
        "for (i = 0, j = n; i < j; i++, j--) if (x[j] > 0) goto end; end: ;",
        "for (i = 0, j = n; i < j; i++, j--) { x[j] = f(*&j); }",
        "for (i = 0, j = n; i < j; i++, j--) for (int k = 0; k < 3; k++) x[j] += k;",
        "j = n; for (int k = 0; k < j; k++, j--) x[j] = 0;",
        "long k, l; for (k = 0, l = n; k < l; k++, l--) x[l] = 0;",
        "i = 0, j = n; for (; i < j; i++, j--) x[j] = 0;",
    ] {
        stays(body);
    }
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
fn sums_with_the_counter_are_limits_of_the_counter() {
    becomes(
        "for (j = 0; j + 1 < n - i; j++) if (x[j] > x[j + 1]) x[j] = x[j + 1];",
        "for (j = 0; j < ((long)( n - i ) - 1); j++)",
    );
    becomes("for (j = i; (j + 3) <= n; j += 2) d += x[j];", "j <= ((long)( n ) - 3); j += 2");
    becomes("upc_forall (j = 0; j + 1 < n; j++; j) d += x[j];", "j < ((long)( n ) - 1); j++; j");
    let (_, said) = restated(
        upc_ir::with_limits,
        "\n for (j = 0; j + 1 < n; j++) d += x[j];",
        &upc_ir::Options::default(),
    );
    assert_eq!(said, ["6:2 'j + 1 < n' counts as a limit of 'j'"]);
    for body in [
        "for (j = 0; j + 1 < n; j++) d++;",
        "for (j = 0; j + i < n; j++) d += x[j];",
        "for (j = 0; j + 1u < n; j++) d += x[j];",
        "for (j = 0; j + 1 < (long)n; j++) d += x[j];",
        "for (long k = 0; k + 1 < n; k++) d += x[k];",
        "for (j = 0; j + 1 < n; j++) { d += x[j]; n--; }",
        "for (j = 0; j + 1 < n; j++) { d += x[j]; j++; }",
        "for (j = 0; j + 1 < n; i++) d += x[j];",
        "for (j = n; j + 1 > i; j--) d += x[j];",
        "for (j = n; j + 1 < i; j--) d += x[j];",
        "\n#pragma omp simd\nfor (j = 0; j + 1 < n; j++) d += x[j];",
    ] {
        stays(body);
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

#[track_caller]
fn moves(body: &str, wanted: &str) {
    gives(upc_ir::with_subscripts, body, wanted);
}

#[test]
fn pointers_to_an_end_become_subscripts() {
    moves(
        "for (p = a; p < a + n; p++) d += *p;",
        "{ long __upcr_v1_n, __upcr_v1_i; p = a; __upcr_v1_n = (a + n) - p; for (__upcr_v1_i = 0; \
         __upcr_v1_i < __upcr_v1_n ; __upcr_v1_i++) d += *(p + __upcr_v1_i) ; \
         p += __upcr_v1_i; }",
    );
    moves(
        "while (t != p) d += *p++ + t[n];",
        "{ long __upcr_v1_n, __upcr_v1_i; __upcr_v1_n = (t) - p; \
         for (__upcr_v1_i = 0; __upcr_v1_i < __upcr_v1_n ; \
         __upcr_v1_i++) d += (p + __upcr_v1_i) + t[n];"
            .replace("+= (p", "+= *(p")
            .as_str(),
    );
    moves(
        "for (shared int *z = t; z >= a; z -= 2, p += 2) { d += z[0]; d -= p[1]; }",
        "{ long __upcr_v1_n, __upcr_v1_i; shared int *z = t ; __upcr_v1_n = z - (a); \
         for (__upcr_v1_i = 0; __upcr_v1_i <= __upcr_v1_n ; __upcr_v1_i += 2) \
         { d += (z + -__upcr_v1_i) [0]; \
         d -= (p + __upcr_v1_i) [1]; } p += __upcr_v1_i; }",
    );
    moves(
        "while (p < t) { d += *p; p++; d -= *p; }",
        "{ d += *(p + __upcr_v1_i) ; (void)0 ; d -= *(p + (__upcr_v1_i + 1)) ; }",
    );
}

#[test]
fn pointers_beside_a_counter_become_subscripts() {
    moves(
        "for (j = 0; j < n; j++) d += *p++;",
        "{ for (j = 0; j < n; j++ ) d += *(p + j) ; p += j; }",
    );
    moves(
        "for (int k = 2; k < n; k++, --p) d += *p;",
        "{ int k; for ( k = 2; k < n; k++ ) d += *(p + (-((long)k - 2))) ; \
         p += -((long)k - 2); }",
    );
    moves(
        "for (j = i; j < n; j++) *++p = 3;",
        "{ long __upcr_v1_first; for (j = i , __upcr_v1_first = j ; j < n; j++ ) \
         *(p + ((long)j - __upcr_v1_first + 1)) = 3; p += (long)j - __upcr_v1_first; }",
    );
}

/// The pointer may lead further than an int counts.
#[test]
fn distances_are_longs() {
    moves("for (j = 0; j < n; j++) { d += *p; p += 65536; }", "*(p + ((long)j * 65536))");
    moves("for (j = 0; j > n; j--) d += *p++;", "*(p + -(long)j)");
    moves("for (j = 2; j > n; j--) d += *p--;", "*(p + ((long)j - 2))");
    moves("for (long k = 0; k < n; k++, p += 2) d += *p;", "*(p + (k * 2))");
}

#[test]
fn pointers_that_move_otherwise_do_not() {
    for body in [
        "for (p = a; p < a + n; p++) d += *p, f(3);",
        "for (p = a; p < a + n; p++) { d += *p; upc_fence; }",
        "for (p = a; p < a + n; p++) d += flag + *p;",
        "for (p = a; p < a + n; p++) { d += *p; if (d > 3) p++; }",
        "for (p = a; p < a + n; p++) { d += *p; n--; }",
        "for (p = a; p < a + n; p += i) d += *p;",
        "for (p = a; p != a + 6; p += 2) d += *p;",
        "for (p = a; p > a + n; p++) d += *p;",
        "for (p = a; p < a + n && d < 9; p++) d += *p;",
        "for (p = a; p < (shared int *)c; p++) { d += *p; t = p; goto end; } end: ;",
        "while (p < t) { if (*p) p++; }",
        "while (p < t) { if (*p == 3) break; p++; }",
        "while (p < t) { if (*p == 3) continue; p++; }",
        "while (p < t) d += *p + *p++;",
        "while (p < t) d += n ? *p++ : 0;",
        "while (p < t) { d += *p; n = sizeof *p++; }",
        "while (p < t) { for (j = 0; j < 3; j++) d += *p; p++; }",
        "while (p < t) { shared int **z = &p; d += *p; p++; }",
        "while (p < (shared int *)c) f(*p++);",
        "for (unsigned k = 0; k < n; k++) d += *p++;",
        "for (j = 0; j < n; j += 2) d += *p++;",
        "for (j = 0; j < n; j++) { int j = 3; d += *p++ * j; }",
        "for (j = 0; j < n; j++) { d += *p++; if (d > 3) j++; }",
        "\n#pragma omp simd\nfor (p = a; p < a + n; p++) d += *p;",
    ] {
        keeps(upc_ir::with_subscripts, body);
    }
    let mut off = upc_ir::Options::default();
    off.passes.set("pointers", false);
    let body = "while (p < t) d += *p++;";
    assert_eq!(restated(upc_ir::with_subscripts, body, &off).0, None);
}

#[test]
fn moving_pointers_are_said() {
    let (_, said) = restated(
        upc_ir::with_subscripts,
        "\n  while (p != t) d += *p++ * *a++;\n for (j = 0; j < n; j++) d += *p++;",
        &upc_ir::Options::default(),
    );
    assert_eq!(
        said,
        [
            "6:3 'p', 'a' are pointers that stay, with a subscript that the loop moves",
            "7:2 'p' is a pointer that stays, with a subscript that the loop moves"
        ]
    );
}

#[test]
fn sums_take_the_place_of_variables_in_subscripts() {
    let values = upc_ir::with_values;
    let loops = |body: &str| format!("int k; for (j = 0; j < n; j++) {{ {body} }}");
    gives(
        values,
        &loops("k = i * n + j; x[k] = y[k + 1]; f(k);"),
        "{ k = i * n + j; x[(i * n + j) ] = y[(i * n + j) + 1]; f(k); }",
    );
    gives(values, &loops("int m = j - i; x[m * 2] = m;"), "x[(j - i) * 2] = m;");
    for body in [
        "k = i * n + j; x[k] = 3; k++;",
        "x[k] = 3; k = i * n + j;",
        "if (n) k = i * n + j; x[k] = 3;",
        "k = f(j); x[k] = 3;",
        "k = i * 2; x[k] = 3;",
        "k = i + j; i++; x[k] = 3;",
        "k = own[j] + j; x[k] = 3;",
        "int r = f(j); k = r + j; x[k] = 3;",
        "k = i + j; { int i = 3; x[k] = i; }",
        "k = i + j; own[k] = 3;",
        "int *z = &k; k = i + j; x[k] = *z;",
        "k = i + j; for (int l = 0; l < 3; l++) x[k + l] = 3;",
        "short l = i + j; x[l] = 3;",
    ] {
        keeps(values, &loops(body));
    }
    let body = loops("k = i * n + j; x[k] = 3;");
    let (_, said) = restated(values, &body, &upc_ir::Options::default());
    assert_eq!(said, ["5:50 in subscripts of this loop sums take the place of 'k'"]);
    let one = upc_ir::Options { threads: Some(1), ..upc_ir::Options::default() };
    assert_eq!(restated(values, &body, &one).0, None);
    let mut off = upc_ir::Options::default();
    off.passes.set("values", false);
    assert_eq!(restated(values, &body, &off).0, None);
}
