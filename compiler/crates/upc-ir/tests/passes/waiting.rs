// SPDX-License-Identifier: Apache-2.0
//! Loops that wait, and fences.

use super::{count, dump, dump_of_loop, dump_of_unit, has};

#[test]
fn loops_that_wait_poll() {
    has("while (!s) ;", "loop poll=Condition");
    has("do i++; while (s == 0 && i < 3);", "loop poll=Condition");
    has("for (i = 0; b[i]; i++) ;", "loop poll=Condition");
    has("int j, m = 0; for (j = 0; j < b[k]; j++) k++;", "loop poll=Condition");
    has("int j, m = 0; for (j = 0; j < s + j; j++) m++;", "loop poll=Condition");
    has("int j, m = 0; for (j = 0; j < s; ) m++;", "loop poll=Condition");
    has("int j, m = 0; for (j = 0; j < 9 && !s; j++) m++;", "loop poll=Condition");
    has("int j, m = 0; for (j = 0; j != s; j++) m++;", "loop poll=Condition");
    has("int j, m = 0; for (j = 0; j < 3; m++) j = s;", "loop poll=Condition");
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
fn jumps_back_over_shared_memory_poll() {
    has("again: if (!s) goto again;", "jump back, polls");
    has("again: i = s; switch (i) { default: goto again; }", "jump back, polls");
    let d = dump("i = s; again: if (f(i)) goto again;");
    assert!(d.contains("jump back") && !d.contains("polls"), "{d}");
    let d = dump("if (!s) goto end; i = s; end: i++;");
    assert!(!d.contains("jump back"), "{d}");
}

#[test]
fn loops_that_wait_by_way_of_variables_poll() {
    for body in [
        "int e = 0; while (!e) { int r = s; if (r) e = 1; }",
        "int e = 0, r; do { r = s; e = r + 1; } while (e == 1);",
        "int e = 0; while (!e) switch (s) { case 1: e = 1; }",
        "int e = 0; while (!e) s && (e = 1);",
        "int e = 0; while (!e) { int r = s; e += r; }",
        "int e = 0; while (e < 1) { if (!s) continue; e++; }",
        "int e = 0; while (e < 1) { for (i = 0; i < 2; i++) { if (!s) break; e++; } }",
        "struct { int e; } t = {0}; while (!t.e) { int r = s; t.e = r; }",
        "int *e = &k; while (!*e) { int r = s; if (r) *e = 1; }",
        "int e = 0, *to = &e; while (!e) { int r = s; *to = r; }",
        "while (!i) if (s) f(1);",
        "int e = 0; while (!e) { int r; upc_memget(&r, &s, sizeof r); if (r) e = 1; }",
        "int *to = &k; while (!k) upc_memget(to, &s, sizeof k);",
    ] {
        has(body, "loop poll=Condition");
    }
    let poll = |function: &str, body: &str, poll: &str| {
        let d = dump_of_unit(function, body, &[], None);
        assert!(d.contains(&format!("poll={poll}")), "{function} {body} {d}");
    };
    let seen =
        "static int seen(void) { for (int l = 0; l < 3; l++) if (c[l]) return 1; return 0; }";
    poll(seen, "int e = 0; while (!e) e = seen();", "Condition");
    poll(seen, "int e = 0; while (!e) if (seen()) e = 1;", "Condition");
    poll(seen, "int e = 0; do { e = seen() ? 2 : 3; } while (e != 2);", "Condition");
    poll(seen, "for (;;) if (seen()) break;", "Body");
    let look = "static void look(int *e) { for (int l = 0; l < 3; l++) *e += c[l]; }";
    poll(look, "int e = 0; while (!e) look(&e);", "Condition");
    poll(look, "static int e; while (!e) look(&e);", "Condition");
    let by_call = format!("{seen} static int by_call(void) {{ return seen(); }}");
    poll(&by_call, "while (!by_call()) ;", "Condition");
}

#[test]
fn loops_in_functions_without_upc_poll() {
    let seen = "static int seen(void) { for (i = 0; i < 3; i++) if (c[i]) return 1; return 0; }";
    let by_call = "static int by_call(void) { return seen(); }";
    let wait = "static int seen(void), by_call(void); void wait(void) { while (!by_call()) ; }";
    let no = "static int seen(void), by_call(void); void wait(void) { while (i < 3) i++; }";
    for (unit, polls) in [
        (format!("{seen} {by_call} {wait}"), true),
        (format!("{by_call} {wait} {seen}"), true),
        (format!("{wait} {by_call} {seen}"), true),
        (format!("{wait} {seen} {by_call}"), true),
        (format!("{wait} {by_call} static int seen(void) {{ return 0; }}"), false),
        (format!("{no} {by_call} {seen}"), false),
    ] {
        let d = dump_of_unit(&unit, "", &[], None);
        assert_eq!(d.contains("poll=Condition"), polls, "{unit} {d}");
    }
}

#[test]
fn loops_that_another_thread_may_end_early_poll() {
    for body in [
        "for (int t = 0; t < 9; t++) if (s) break;",
        "int t = 0; while (t < 9) { if (s) return 1; t++; }",
        "for (int t = 0; t < 9; t++) { int r = c[k]; if (r) break; }",
        "for (int t = 0; t < 9; t++) { if (!s) continue; break; }",
        "for (int t = 0; t < 9; t++) switch (s) { case 2: return 1; }",
        "for (int t = 0; t < 9; t++) if (ps[0].a[1]) goto out; out: ;",
        "shared int *p = c; for (int t = 0; t < 9; t++) if (*p == 2) return 1;",
        "for (int t = 0; t < 9; t++) { shared int *p = &c[k]; if (*p) break; }",
        "int e = 0; for (int t = 0; t < 9; t++) { if (s) e = 1; if (e) break; }",
        "while (k) if (s) break;",
    ] {
        has(body, "loop poll=Condition");
    }
    for body in [
        "for (int t = 0; t < 9; t++) if (c[t]) break;",
        "for (int t = 0; t < 9; t++) if (ps[0].a[t]) break;",
        "for (int t = 0; t < 9; t++) { int r = 2 * t; if (c[r]) return 1; }",
        "int m = 0; for (int t = 0; t < 9; t++) { if (c[t]) break; m += s; }",
        "shared int *p = c; for (int t = 0; t < 9; t++, p++) if (*p) break;",
        "for (int t = 0; t < 9; t++) for (int r = 0; r < 3; r++) if (b[r]) return 1;",
        "for (int t = 0; t < 9; t++) { if (s) i++; if (t == k) break; }",
    ] {
        count(body, "loop poll=C", 0);
        has(body, "loop poll=No");
    }
    let seen = "static int seen(int k) { for (int l = 0; l < 3; l++) if (c[k + l]) return 1; \
                return 0; }";
    for (body, polls) in [
        ("for (int t = 0; t < 9; t++) if (seen(n)) break;", true),
        ("for (int t = 0; t < 9; t++) if (seen(t)) break;", false),
    ] {
        let d = dump_of_unit(seen, body, &[], None);
        assert_eq!(d.contains("poll=Condition"), polls, "{body} {d}");
    }
}

#[test]
fn constant_conditions_in_any_form_are_endless_or_end() {
    has("enum { ON = 1 }; while (ON) { if (s) break; }", "loop poll=Body");
    has("while (!0) { if (s) break; }", "loop poll=Body");
    for never in ["(0)", "((0))", "!1", "OFF"] {
        let body = format!("enum {{ OFF }}; do {{ if (s) break; i++; }} while ({never});");
        has(&body, "loop poll=No");
    }
}

#[test]
fn loops_whose_end_does_not_depend_on_what_they_find_do_not() {
    for body in [
        "int e = 0, t = 0; while (e < 9) { int r = b[e]; t += r; e += 2; }",
        "int t = 0; while (k) { int r = b[k]; if (r > t) t = r; k >>= 1; }",
        "int t = 0; while (k > 0) t += b[k--];",
        "int t = 0; while (k) { if (b[k] == 3) break; k >>= 1; t++; }",
        "int a[9]; while (k) { a[k] = b[k]; k >>= 1; }",
        "do { if (s) break; i++; } while (0);",
        "int e; for (e = 0; e < k; e += e + 1) if (b[e] > 3) f(e);",
    ] {
        has(body, "loop poll=No");
        count(body, "loop poll=C", 0);
    }
}

#[test]
fn loops_that_compute_do_not() {
    has("for (i = 0; i < 10; i++) b[i] = i;", "loop poll=No");
    has("int t = 0; for (i = 0; i < 10; i++) t = t + b[i];", "loop poll=No");
    has("while (i < 3) { if (i == k) i++; b[i] = s; }", "loop poll=No");
    has("int j = 0; while (j < 9 && b[i + j]) j++;", "loop poll=No");
    has("for (i = 0; i < 3 && k; i++) if (b[i] == 7) k = 0;", "loop poll=No");
    has("int j, m = 0; for (j = b[k]; j < 9; j++) m += b[j];", "loop poll=No");
    has("int j, m = 0; for (j = b[k]; j < b[k + 1]; j++) m += j;", "loop poll=No");
    has("int j, m = 0; for (j = s; j > 0; j--) m += b[j];", "loop poll=No");
    count("for (i = 0; i < 10; i++) f(i);", "loop poll", 0);
}

#[test]
fn loops_that_walk_to_an_element_do_not() {
    for walk in [
        "shared int *p = c; while (*p) p++;",
        "shared [4] int *p = b; for (; *p != 7; p += 2) i++;",
        "int m = 0; shared int *p = c; for (; p[1] && *p; p++, m++) ;",
        "shared struct P *p = ps; for (; p->x > 0 && p->a[2] > 0; p++) ;",
        "int j = 0; while (c[j] > 0) j++;",
        "int j, m = 0; for (j = 0; j < b[j]; j++) m++;",
        "int j; for (j = 9; c[j] > 0 && b[2 * j + i] > 0; j--) ;",
    ] {
        has(walk, "loop poll=No");
    }
    for ring in [
        "shared int *p = c; while (*p) { p++; if (p == c + 8) p = c; }",
        "shared int *p = c; while (*p && s) p++;",
        "shared int *p = c; for (; *p; p++, p--) ;",
        "shared int *p = c; for (; *p; p += k) ;",
        "shared int *p = c, **pp = &p; while (*p) { *pp = c; p++; }",
        "strict shared int *p = (strict shared int *)c; while (*p) p++;",
        "static shared int *p = c; while (*p) p++;",
        "int j = 0; while (c[j % 8]) j++;",
        "unsigned j = 0; while (c[j]) j++;",
        "char j = 0; while (c[j]) j++;",
        "int j = 0; while (c[k]) j++;",
    ] {
        has(ring, "loop poll=Condition");
    }
}

#[test]
fn loops_that_follow_links_count_their_polls() {
    let poll = |body: &str| {
        let unit =
            "struct Link { int key; shared struct Link *next; }; shared struct Link *shared first;";
        let d = dump_of_unit(unit, body, &[], None);
        d.split("loop poll=").nth(1).map(|d| d.split_whitespace().next().unwrap_or("").to_string())
    };
    for (body, place) in [
        ("for (shared struct Link *p = first; p; p = p->next) d += p->key;", "Links"),
        ("shared struct Link *p = first; while (p && p->key != n) p = p->next;", "Links"),
        ("shared struct Link *p = first; while (p == 0) p = p->next;", "Condition"),
        ("shared struct Link *p = first; while (!p) p = first;", "Condition"),
        (
            "shared struct Link *p = first; while (p) { p = p->next; if (n) continue; n++; }",
            "Condition",
        ),
    ] {
        assert_eq!(poll(body).as_deref(), Some(place), "{body}");
    }
}

#[test]
fn loops_of_links_in_several_forms_count_their_polls() {
    for body in [
        "int v = m; while (q2[v] != v) v = q2[v];",
        "int v = m; while (v > 0) { d += y[v]; v = y[v] > 0 ? q2[v] : q2[v + 1]; }",
        "for (int v = m; v > 0; v = q2[v], j++) if (y[v] > 0) break;",
        "int v = m; while (v > 0) if (y[v] > 0) { v = q2[v]; } else if (n) v = q2[v + 1]; else \
         break;",
        "int v = m; while (v > 0) { if (y[v] > d) v = q2[v], j++; else v = q2[v + 1]; }",
        "int v = m; while (v > 0) { v = q2[v]; j++; }",
        "int v = m, w; while (v > 0) { w = q2[v]; v = w; }",
        "int v = m; for (int w; v > 0; v = w) { w = q2[v]; y[v] = 0; }",
        "int v = m, w = m; while (v > 0) { w = q2[w]; v = w; }",
        "int v = m; do v = q2[v]; while (v > 0);",
        "int v = m; for (;;) { if (y[v] > 0) return; v = q2[v]; }",
        "int v = m; while (1) if (y[v] > 0) v = q2[v]; else if (n) return; else v = q2[v + 1];",
        "int v = m; for (;;) { int w = n > 0 ? q2[v] : q2[v + 1]; if (w > 0) v = w; else return; }",
    ] {
        let text = dump_of_loop(body, &[]);
        assert!(text.contains("poll=Links"), "{body}: {text}");
        assert!(!text.contains("poll=Cond") && !text.contains("poll=Body"), "{body}: {text}");
    }
    for body in [
        "int v = m; while (q2[v] == v) v = q2[v];",
        "int v = m; while (!(v > 0)) v = q2[v];",
        "int v = m; while (v > 0) v = q2[m];",
        "int v = m; while (v > 0) if (y[v] > 0) v = q2[v];",
        "int v = m; while (v > 0) { if (y[v] > 0) continue; v = q2[v]; }",
        "int v = m; while (v > 0) { if (y[v] > 0) v = q2[v]; else v = m; }",
        "int v = m; while (v > 0) { if (y[v] > 0) v = q2[v]; else v = v; }",
        "int v = m, *p = &v; while (v > 0) { *p = m; v = q2[v]; }",
        "int v = m, w = m; while (v > 0) { if (y[v] > 0) v = q2[v]; else w = q2[w]; }",
        "int v = m; for (;;) { int w = n > 0 ? q2[v] : v; if (w > 0) v = w; else return; }",
        "for (;;) { int w = q2[m]; w = q2[w]; if (w > 0) return; }",
    ] {
        let text = dump_of_loop(body, &[]);
        assert!(!text.contains("poll=Links"), "{body}: {text}");
        assert!(text.contains("poll=Cond") || text.contains("poll=Body"), "{body}: {text}");
    }
}

#[test]
fn functions_without_shared_data_do_not_wait() {
    let poll = |function: &str| {
        let d = dump_of_unit(function, "for (i = 0; i < end(n); i++) m = q[0][i];", &[], None);
        d.contains("poll=Condition")
    };
    assert!(!poll("int end(int n) { return n + i; }"));
    assert!(poll("int end(int n) { return n + c[0]; }"));
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
fn strictness_follows_qualifier_then_pragma() {
    has("s = 1;", "store [object 0] used=false");
    has("{\n#pragma upc strict\n s = 1; }", "store [object 0] strict");
    count("{\n#pragma upc strict\n s = 1; } s = 2;", "strict used", 1);
    has("strict shared int *p = 0; i = *p;", "strict");
}

#[test]
fn a_goto_may_be_a_loop() {
    let many = "s = 1; i = s; ps[0].x = 2; ".repeat(22);
    count(&format!("again: {many} if (k) goto again;"), "function calls", 0);
    has(&format!("if (k) goto out; {many} out: ;"), "function calls");
    count(&format!("void *to = &&again; again: {many} if (k) goto *to;"), "function calls", 0);
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
        ("", "for (int k = 0; k < n; k++, n += y[0] > 0) d += y[k];", 0),
        ("", "for (int k = 0; k + m <= n; k++) d += y[k];", 1),
        ("", "for (int k = 0; k + m <= n; k++, m--) d += y[k];", 0),
        ("", "for (unsigned k = 0; k + m <= n; k++) d += y[k];", 0), // may wrap
        ("", "int k = 0; while (k < n && y[k] != 0) k++;", 1),
        ("", "int k = 0; while (k < n && y[m + k] == x[k]) k++;", 1),
        ("", "for (int l = 0; l < 9; l++) for (int k = 0; k < n && u[k] > 0; k++) d += y[l];", 1),
        (
            "static void mix(int *k) { *k *= 5; }",
            "int l = 1; for (int k = 0; k < n && u[k] > 0; k++) { d += y[l % 9]; mix(&l); }",
            1,
        ),
        ("", "for (int k = 0; k < n && u[k] > 0; k++) d += y[f(k)];", 0),
        (
            "static int root(int v) { while (q2[v] != v) v = q2[v]; return v; }",
            "for (int k = 0; k < n; k++) for (int l = 0; l < 9 && u2[l] >= 0; l++) \
             y[k] += root(u2[l]);",
            2,
        ),
        (
            "static int next_of(int v) { m--; return q2[v]; }",
            "for (int k = 0; k < n && y[m + k] > 0; k++) u2[k % 9] = next_of(k);",
            0,
        ),
        ("", "int k = 0; while (k < n && y[m] != 0) k++;", 0), // may wait
        ("", "int k = 0; while (k < n && z[k] == 0) k++;", 0), // strict
        ("", "for (int k = 0, t = 0; k < n && !t; k++) t = y[0] > 0;", 0),
        ("", "for (int k = 0; k < n && y[k - m] > 0; k++) m++;", 0),
        ("", "int *p = u; for (int k = 0; k < n && u[k] > 0; k++) { *p = (int)y[0]; p++; }", 0),
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
        ("", "int v = m; while (q2[v] != v) v = q2[v];", 1),
        ("", "for (int v = q2[m]; v >= 0; v = q2[v % 8]) d += y[v];", 1),
        ("", "for (int v = q2[m]; v >= 0 && y[v] < 5; v = q2[v]) d += y[v];", 1),
        ("", "int v = m; while (v >= 0) { d += y[v]; v = u2[v]; }", 1),
        ("", "int v = m; while (v >= 0) v = y[v] > 0 ? q2[v] : q2[v + 1];", 1),
        ("", "int v = m; while (v >= 0) if (y[v] > 0) v = q2[v]; else v = q2[v + 1];", 1),
        ("", "int v = m; while (v >= 0) if (y[v] > 0) v = q2[v]; else v = m;", 0),
        ("", "int v = m, w = m; while (v >= 0) { if (y[m] > 0) w = q2[v]; v = w; }", 0), // may wait
        ("", "int v = m; while (v >= 0) v = q2[m];", 0),                                 // may wait
        ("", "int v = m; while (q2[v] == v) v = q2[v];", 0),                             // may wait
        ("", "int v = m; while (!(v > 0)) v = q2[v];", 0),
        ("", "int v = m; while (q2[m] != v) v = q2[v];", 0),
        ("", "int v = m; while (y[v] > 0) v = q2[v];", 0), // may go round
        ("", "int v = m; while (n > 0 && y[v] > 0) v = q2[v];", 0),
        ("", "int v = m; while (v >= 0) v = z[v];", 0), // strict
        ("", "int v = m; while (v >= 0) if (y[0] > 0) v = q2[v];", 0),
        ("", "int v = m; while (v >= 0) { if (v == 3) v = m; v = q2[v]; }", 0),
        ("", "int v = m, t = 0; while (v >= 0 && t < 1) { t = y[0] > 0; v = q2[v]; }", 0),
        ("", "for (int v = q2[m]; v >= 0; v = q2[v]) if (y[0] > 0) break;", 0),
        (
            "static int sum(int v) { return v < 0 ? 0 : v + sum(q2[v]); }",
            "for (int k = 0; k < n; k++) y[k] = sum(k);",
            1,
        ),
        (
            "static int sum(int v) { return v < 0 ? 0 : v + sum(q2[v]); }",
            "y[0] = 0; for (int k = 0; k < n; k++) d += sum(k);", // no access in the loop itself
            1,
        ),
        (
            "static int end(int v) { return v < 0 ? 0 : end(y[v] > 0 ? q2[v] : q2[v + 1]); }",
            "for (int k = 0; k < n; k++) y[k] = end(k);",
            1,
        ),
        (
            "static int end(int v) { return v < 0 ? 0 : end(y[v] > 0 ? q2[v] : v); }",
            "for (int k = 0; k < n; k++) y[k] = end(k);",
            0,
        ),
        (
            "static int least(int v, int m) { return v < m ? least(q2[m], m) : v; }",
            "for (int k = 0; k < n; k++) y[k] = least(k, m);",
            0,
        ),
        (
            "static int sum(int v) { while (y[v] > 0) ; return v < 0 ? 0 : v + sum(q2[v]); }",
            "for (int k = 0; k < n; k++) y[k] = sum(k);",
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
