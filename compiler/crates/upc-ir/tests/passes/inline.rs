// SPDX-License-Identifier: Apache-2.0
//! Small functions taken into loops: the text that takes the place of calls.

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

const HEAD: &str = "shared [8] int a[8*THREADS][8]; shared double g[9*THREADS]; shared int s;\n\
    typedef struct { int x; } body; int n, f(int), *private; volatile int v;\n";

fn map_of(text: &str) -> LineMap {
    LineMap::new(text, "t.upc")
}

/// `text` with one blank between words, and none inside parentheses.
fn tight(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("( ", "(").replace(" )", ")")
}

/// The text after the pass without line markers, on one line, if it found a call; and what is said.
fn pass(unit: &str, options: &upc_ir::Options) -> (Option<String>, Vec<String>) {
    let text = format!("{HEAD}{unit}\n");
    let options = upc_ir::Options { remarks: true, ..options.clone() };
    let (mut done, mut said) = (None::<String>, Vec::new());
    loop {
        let text = done.as_ref().unwrap_or(&text);
        let map = map_of(text);
        let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
        let sema = upc_sema::Options { small_functions: true, ..Default::default() };
        let analysis =
            upc_sema::analyze(text, &map, Dialect::default(), &sema, &mut names, &mut diags);
        let errors: Vec<_> = diags.iter().map(|d| &d.message).collect();
        assert!(!diags.has_errors(), "{text}: {errors:?}");
        let facts = upc_ir::Facts::new(&analysis, text, &names);
        if let Some(inlined) = upc_ir::with_inlined(&facts, &map, &options) {
            said.extend(inlined.remarks.iter().map(|r| {
                let at = map_of(&inlined.text).locate(r.span.start);
                format!("{}:{} {}", at.line, at.column, r.text)
            }));
            done = Some(inlined.text);
            continue;
        }
        let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut diags);
        let remarks = upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {});
        let own = remarks.into_iter().filter(|r| r.pass == "inline").map(|r| r.text);
        said.extend(own);
        let words = |text: String| {
            let lines = text.lines().filter(|l| !l.starts_with('#'));
            tight(&lines.collect::<Vec<_>>().join(" "))
        };
        return (done.map(words), said);
    }
}

/// `call` in a loop becomes text with `wanted`.
#[track_caller]
fn becomes(functions: &str, call: &str, wanted: &str) {
    let unit =
        format!("{functions} void test(int i, int j) {{ s = 1; for (; i < n; i++) {{ {call} }} }}");
    let (text, _) = pass(&unit, &upc_ir::Options::default());
    let text = text.unwrap_or_else(|| panic!("{unit}: no call is replaced"));
    let wanted = tight(wanted);
    assert!(text.contains(&wanted), "{unit}: no\n{wanted}\nin\n{text}");
}

/// `call` in a loop stays, for a reason with the words `why`.
#[track_caller]
fn stays(functions: &str, call: &str, why: &str) {
    let unit =
        format!("{functions} void test(int i, int j) {{ s = 1; for (; i < n; i++) {{ {call} }} }}");
    let (text, said) = pass(&unit, &upc_ir::Options::default());
    assert_eq!(text, None, "{unit}");
    assert!(said.iter().any(|s| s.contains(why)), "{unit}: no '{why}' in {said:?}");
}

const GET: &str = "int get(int i, int j) { return a[i][j / 2] >> j; }";

#[test]
fn arguments_that_stay_the_same_replace_their_parameters() {
    becomes(GET, "n += get(i, j);", "n += ( (a[i][j / 2] >> j) );");
    becomes(GET, "n += get(i - 1, 3);", "n += ( (a[(i - 1)][3 / 2] >> 3) );");
    becomes(GET, "n += get(MYTHREAD, (i));", "( (a[MYTHREAD][(i) / 2] >> (i)) )");
    becomes("int one(void) { return s; }", "n = one();", "n = ( (s) );");
    becomes(
        "int of(shared [8] int *p, int k) { return p[k]; }",
        "n += of(a[0], i) + of(*a, i) + of((shared [8] int *)a, i);",
        "__extension__ ({ shared [8] int *p = ( a[0] ); (p[i]); })",
    );
    becomes(
        "double at(shared double *p, int k) { return p[k]; }",
        "at(g, i) > 0 ? n++ : 0;",
        "(g[i])",
    );
    becomes("double at(shared double p[], int k) { return p[k]; }", "n += at(g, i);", "(g[i])");
}

#[test]
fn other_arguments_are_evaluated_once() {
    becomes(
        GET,
        "n += get(f(i), v);",
        "n += ( __extension__ ({ int i = ( f(i) ); int j = ( v ); (a[i][j / 2] >> j); }) );"
            .replace("int i = ( f(i) )", "int __upcr_v1_i = ( f(i) )")
            .replace("a[i]", "a[__upcr_v1_i]")
            .as_str(),
    );
    becomes(GET, "int k = 0; n += get(k++, 1);", "({ int i = ( k++ ); (a[i][1 / 2] >> 1); })");
    becomes(GET, "int k = 0, *p = &k; n += get(k, *p);", "({ int i = ( k ); int j = ( *p );");
    becomes(GET, "n += get(n, s);", "({ int i = ( n ); int j = ( s ); (a[i][j / 2] >> j); })");
    becomes(
        "int wrap(int k) { k = (k + n) % n; return a[k][0]; }",
        "n += wrap(j - 1);",
        "({ int k = ( j - 1 ); k = (k + n) % n; (a[k][0]); })",
    );
}

#[test]
fn values_are_converted_as_by_a_call() {
    becomes("char at(int k) { return a[k][0]; }", "n += at(i);", "( (char)(a[i][0]) )");
    becomes(GET, "n += get(i, 2.5);", "a[i][((int)2.5) / 2] >> ((int)2.5)");
    becomes(GET, "long k = 1; n += get(k + 1, j);", "a[((int)(k + 1))][j / 2]");
    becomes("void put(char k, int x) { a[k][0] = x; }", "put(i, j);", "{ a[((char)i)][0] = j; }");
    becomes("_Bool any(int k) { return a[k][1]; }", "n += any(i);", "(_Bool)(a[i][1])");
    becomes(
        "void put(int k, double x) { g[k] = x; }",
        "put(i, f(j));",
        "{ double x = ( f(j) ); g[i] = x; }",
    );
}

#[test]
fn branches_and_variables() {
    becomes(
        "int in(int k) { if (k < 0 || k >= n) return 0; return a[k][0]; }",
        "n += in(i);",
        "((i < 0 || i >= n) ? (0) : (a[i][0]))",
    );
    becomes(
        "char in(int k) { if (k) { return 1; } else return a[k][0]; }",
        "n += in(i);",
        "(char)(( i) ? (char)( 1) : (char)( a[i][0]))".replace("( ", "(").as_str(),
    );
    becomes(
        "void put(int k, int x) { if (k < 0) return; int old = a[k][0]; a[k][0] = old + x; }",
        "put(i, j);",
        "{if (i < 0) ; else { int old = a[i][0]; a[i][0] = old + j; } }",
    );
    becomes(
        "int far(int k) { int old = s; if (k) old++; return old + a[k][0]; }",
        "int old = 2; n += far(old) + far(i);",
        "int __upcr_v1_old = s; if (old) __upcr_v1_old++; (__upcr_v1_old + a[old][0]); })",
    );
    becomes(
        "void mark(int k) { s = k; upc_fence; }",
        "if (i) mark(i); else n++;",
        "if (i) { s = i; upc_fence; } else n++;",
    );
}

#[test]
fn structures_of_numbers() {
    let bodies = "shared body b[9*THREADS]; body get(int k) { return b[k]; }
        void put(int k, body v) { b[k] = v; }";
    becomes(bodies, "n += get(i).x;", "n += ( (b[i]) ).x;");
    becomes(bodies, "put(i, get(j));", "{ body v = ( ( (b[j]) ) ); b[i] = v; }");
    becomes(
        "shared body b[9*THREADS]; body get(int k) { body v = b[k]; v.x++; return v; }",
        "n += get(i).x;",
        "({ body v = b[i]; v.x++; (v); }) ).x",
    );
}

const INDEX: &str = "int idx(int i, int j) { return i * 8 + j; }
    static int wrap(int k) { if (k < 0) return k + n; return k; }";

#[test]
fn functions_that_compute_subscripts() {
    becomes(INDEX, "n += g[idx(i, j - 1)];", "g[( (i * 8 + (j - 1)) )]");
    becomes(INDEX, "n += *(g + idx(i, 1));", "*(g + ( (i * 8 + 1) ))");
    becomes(INDEX, "n += a[i][wrap(j + 1)];", "((int)(((j + 1) < 0) ? ((j + 1) + n) : ((j + 1))))");
    becomes(INDEX, "n += g[idx(private[i], n)];", "g[( ((private[i]) * 8 + n) )]");
    becomes(INDEX, "n += g[idx(wrap(j), i)];", "g[(((((int)((j < 0) ? (j + n) : (j)))) * 8 + i))]");
    becomes(INDEX, "int k = idx(i, j); g[k] = 1;", "int k = ( (i * 8 + j) ); g[k] = 1;");
    becomes(INDEX, "int k; k = idx(i, j); g[k] = 1;", "k = ( (i * 8 + j) ); g[k] = 1;");
    becomes("char low(int k) { return k; }", "n += g[low(i)];", "g[( (char)(i) )]");
    becomes(
        &format!("{INDEX} int get(int i) {{ return g[idx(i, 0)]; }}"),
        "n += get(j);",
        "n += ( (int)(g[( (j * 8 + 0) )]) );",
    );
}

#[test]
fn functions_that_compute_affinities_and_bounds() {
    becomes(
        INDEX,
        "upc_forall (int k = idx(1, 0); k < wrap(j); k++; idx(0, k)) g[k] = 1;",
        "(int k = ( (1 * 8 + 0) ); k < ( (int)((j < 0) ? (j + n) : (j)) ); k++; ( (0 * 8 + k) ))",
    );
    becomes(
        INDEX,
        "for (int k = 0; k < idx(1, i); k++) n += g[k];",
        "for (int k = 0; k < ( (1 * 8 + i) ); k++)",
    );
}

#[test]
fn functions_of_functions() {
    becomes(
        "int row(int i) { return a[i][0]; } static int sum(int i) { return row(i) + row(i + 1); }",
        "n += sum(j);",
        "n += ( (( (a[j][0]) ) + ( (a[(j + 1)][0]) )) );",
    );
    becomes(
        "double at(int k) { return g[k]; } void put(int k, double x) { g[k] = x; }",
        "put(i, at(i - 1) + at(i + 1));",
        "{ double x = ( ( (g[(i - 1)]) ) + ( (g[(i + 1)]) ) ); g[i] = x; }",
    );
    // The variable x of the outer one must not be the object x that the inner one names.
    becomes(
        "shared int x[9*THREADS]; int in(int k) { return x[k]; }
         int get(int x) { x++; return a[x][0]; }",
        "n += get(in(i));",
        "({ int __upcr_v1_x = ( ( (x[i]) ) ); __upcr_v1_x++; (a[__upcr_v1_x][0]); })",
    );
}

#[test]
fn static_functions_may_lose_their_last_call() {
    becomes(
        "static int one(int k) { return a[k][0]; }",
        "n += one(i);",
        "__attribute__((__unused__)) static int one(int k)",
    );
}

#[test]
fn a_remark_for_each_loop_and_function() {
    let loops = "void test(int i) {\n for (; n;) n -= get(i, 1) + get(i, 2);\n \
                 for (; n;) n -= get(i, 3); s = 1;\n}";
    let (_, said) = pass(&format!("{GET}\n{loops}"), &upc_ir::Options::default());
    let text = "the body of 'get' is taken into the loop";
    assert_eq!(said, [format!("5:18 {text}"), format!("6:18 {text}")]);
}

#[test]
fn calls_in_conditions_of_loops() {
    let unit = "int set(void) { return s; } void test(void) { while (!set()) ; }";
    let text = pass(unit, &upc_ir::Options::default()).0.expect("replaced");
    assert!(text.contains("while (!((s))) ;"), "{text}");
}

#[test]
fn calls_that_are_left_without_a_word() {
    for body in [
        "n += get(1, 2);",
        "for (; n;) n -= sizeof get(1, 2);",
        "for (; n;) { int t[get(1, 2)]; n -= t[0]; }",
        "for (; n;) n -= (&get)(1, 2);",
        "int (*p)(int, int) = get; for (; n;) n -= p(1, 2);",
        "upc_forall (int i = 0; i < n; i++; get(i, 0)) n++;",
        "for (; n;) n -= idx(1, 2) + s;",
        "for (; n;) n -= private[idx(1, 2)] + s;",
        "for (int i = 0; i < idx(1, 2); i++) s = n;",
        "g[idx(1, 2)] = 1;",
        "for (int i = 0; i < n; i++) g[wrap(i + 1)] = 1;",
    ] {
        let unit = format!("{GET} {INDEX} void test(void) {{ {body} }}");
        let (text, said) = pass(&unit, &Default::default());
        assert!(text.is_none() && said.is_empty(), "{body}: {text:?} {said:?}");
    }
}

#[test]
fn functions_with_effects_are_no_subscripts() {
    for function in [
        "int at(int k) { return n += k; }",
        "int at(int k) { return f(k); }",
        "int at(int k) { return v + k; }",
        "int at(int k) { int x = k; return x; }",
        "int at(int k) { while (k > 9) k -= 9; return k; }",
        "int at(int k) { return *({ &k; }); }",
        "__attribute__((noinline)) int at(int k) { return k; }",
        "double at(int k) { return k; }",
        "int at(int *p) { return p - &n; }",
    ] {
        let arg = if function.contains("int *p") { "&n" } else { "1" };
        let unit = format!("{function} void test(void) {{ while (n--) g[(int)at({arg})] = 1; }}");
        assert_eq!(pass(&unit, &Default::default()).0, None, "{function}");
    }
}

#[test]
fn functions_that_stay_called() {
    let get = |head: &str| format!("{head} {{ return a[i][0]; }}");
    stays(
        &get("__attribute__((noinline)) int get(int i)"),
        "n += get(i);",
        "declared with 'noinline'",
    );
    stays(
        &format!("int get(int) __attribute__((weak)); {}", get("int get(int i)")),
        "n += get(i);",
        "declared with 'weak'",
    );
    stays(&get("int get(int i, ...)"), "n += get(i);", "variable number of arguments");
    stays(&get("int get(i) int i;"), "n += get(i);", "no numbers, pointers");
    stays(&get("int get(volatile int i)"), "n += get(i);", "no numbers, pointers");
    let body = |body: &str| format!("int get(int i) {{ {body} return a[i][0]; }}");
    stays(&body("static int t; t++;"), "n += get(i);", "more than expressions");
    stays(&body("switch (i) { case 1: i++; }"), "n += get(i);", "more than expressions");
    stays(&body("upc_barrier;"), "n += get(i);", "more than expressions");
    stays(&body("if (i) { n++; return 2; }"), "n += get(i);", "returns from a branch");
    stays(&body("i = __func__[0];"), "n += get(i);", "depends on the function");
    stays(&body("private = (int[]){ i };"), "n += get(i);", "depends on the function");
    stays(&body("if (i > 1) get(i - 1);"), "n += get(i);", "depends on the function");
    stays(&body("\n#pragma upc strict\n"), "n += get(i);", "a directive");
    stays(
        &body(&"private[i * 1000000 + n] = 100000000; ".repeat(40)),
        "n += get(i);",
        "bytes of text",
    );
    stays(
        "typedef struct { int x[2]; } pair; pair get(int i) { pair p; p.x[0] = s; return p; }",
        "n += get(i).x[0];",
        "returns no number",
    );
}

#[test]
fn calls_that_stay() {
    stays(GET, "int a[9]; n += get(i, a[0]);", "'a' in it is another one here");
    stays(GET, "get(i, j);", "its value is not used");
    stays(GET, "{\n#pragma upc strict\n n += get(i, j); }", "'#pragma upc strict'");
    stays("void put(int i) { s = i; }", "n ? put(i) : put(j);", "part of an expression");
    stays("void put(int i) { s = i; }", "for (;; put(i)) break;", "part of an expression");
    stays(
        "int of(shared [] int *p) { return *p; }",
        "n += of(0);",
        "converted to a pointer of another type",
    );
    stays(INDEX, "n += g[idx(i++, j)];", "'idx' hides its value from the loop: an argument has an");
    stays(INDEX, "i += g[wrap(n)];", "used twice");
    stays(INDEX, "n += g[idx(s, j)];", "has an effect");
    let unit = format!("int get(int, int); void test(void) {{ for (;;) n += get(1, 2); }} {GET}");
    let (text, said) = pass(&unit, &Default::default());
    assert!(text.is_none() && said.iter().all(|s| s.contains("comes after the call")), "{said:?}");
}

#[test]
fn external_functions_of_libraries_may_be_replaced() {
    let options = upc_ir::Options { interposed: true, ..Default::default() };
    let unit = |head: &str| {
        format!(
            "{head} int get(int i) {{ return a[i][0]; }} void t(void) {{ for (; n;) n = get(n); }}"
        )
    };
    let (text, said) = pass(&unit(""), &options);
    assert!(text.is_none() && said[0].contains("may replace it"), "{said:?}");
    assert!(pass(&unit("static"), &options).0.is_some());
}

#[test]
fn nothing_is_replaced_where_accesses_are_checked() {
    let unit = format!("{GET} void test(int i) {{ for (; n;) n = get(i, 1); }}");
    let checks = upc_ir::Options { checks: true, ..Default::default() };
    assert_eq!(pass(&unit, &checks).0, None);
    let mut off = upc_ir::Options::default();
    off.passes.set("inline", false);
    assert_eq!(pass(&unit, &off).0, None);
}
