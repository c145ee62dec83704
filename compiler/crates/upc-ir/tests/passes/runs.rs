// SPDX-License-Identifier: Apache-2.0
//! Runs: loops along rows and columns, and loops that are independent of their order.

use super::{column_sums, dump_of_loop, dump_with_threads, ITERATIONS};

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
    // One look at the segment serves all. That of a private pointer, or of an object with an array,
    // does without a run; nor does an element that stays the same need one.
    assert_eq!(runs("0; k < 3; k++", "d += w[m][k];"), 1);
    for body in ["d += q2[k];", "d += xs[m].a[k];", "d += b[m];"] {
        assert_eq!(runs("0; k < 15; k++", body), 0, "{body}");
        assert_eq!(runs("0; k < 16; k++", body), 1, "{body}");
    }
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
    let d = dump_of_loop(&format!("{ITERATIONS} d += b[k] * g[k][m];"), &["tables"]);
    assert_eq!((d.matches("runs of 2").count(), d.matches("runs of 1").count()), (1, 1), "{d}");
    let d = dump_of_loop(&format!("{ITERATIONS} d += b[k] * h[k][m];"), &["tables"]);
    assert_eq!((d.matches("runs of 2").count(), d.matches("runs of").count()), (1, 1), "{d}");
}

#[test]
fn pointers_that_stay_the_same_are_followed_once() {
    let followed = |body: &str| {
        let d = dump_of_loop(&format!("{ITERATIONS} {{ {body} }}"), &[]);
        (d.contains(" by 0 . "), d)
    };
    for body in [
        "i += as[n]->k;",
        "as[n]->k += k;",
        "as[n]->k = u2[k] + as[n]->j;",
        "i += aone->k;",
        "if (k & 1) i += aone->k;",
        "i += pa->k;",
        "if (k & 1) i += (*pa).k;",
        "upc_fence; pa->k = k;",            // the access stays in its place
        "i += as[n]->k; x[n] = k; *v = 1;", // no pointers
    ] {
        let (once, d) = followed(body);
        assert!(once, "{body}: {d}");
    }
    for body in [
        "if (k & 1) i += as[n]->k;", // it may not exist
        "i += as[k]->k; as[n] = as[k];",
        "as[n]->k += k; upc_fence;",
        "as[n]->k += f(k);",
        "i += as[n]->k + (int)z[0];",
        "i += av[n]->k; z[0] = 1;",
        "i += av[n]->k;",
        "i += pa->k; pa++;",
        "i += aone->k; as[n] = aone;",
        "struct { shared struct M *p; } *o = 0; i += aone->k; o->p = aone;",
    ] {
        let (once, d) = followed(body);
        assert!(!once, "{body}: {d}");
    }
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
    assert_eq!(d.matches("tables").count(), 1, "{d}");
    assert_eq!(d.matches("near in one row").count(), 2, "{d}");
    assert_eq!(near(&format!("{any}q[u2[k]][1] = 1;"), Some(3)).0, 1, "several rows");
    let own = "upc_forall (int k = 0; k < n; k++; &y[k]) y[k] = b[u2[k]];";
    assert_eq!(near(own, None), (1, 3));
    // Where rows are no whole rows of THREADS elements, a column is found by products.
    let columns =
        [("d += g[k][m];", 1), ("d += p[24 * k + m];", 1), ("d += b[k] * p[24 * k + m];", 3)];
    for (column, found) in columns {
        let d = dump_of_loop(&format!("{any}{column}"), &[]);
        assert_eq!((d.matches("tables").count(), d.matches("[near ").count()), (1, found), "{d}");
    }
    assert_eq!(near(&format!("{any}lines[u2[k]].row[u2[k]] = 1;"), None), (1, 2), "by pointers");
    let member = "shared struct A *o = xs; for (int k = 0; k < 3; k++) ";
    assert_eq!(near(&format!("{member} d += o->a[k];"), None), (1, 1), "of an object");
    let nest = |n: &str| format!("for (int k = 0; k < {n}; k++) for (int l = 0; l < 3; l++) ");
    let tests = |body: String| {
        let d = dump_with_threads(&body, &["runs"], None);
        let at = |what: &str| d.lines().position(|l| l.contains(what));
        (d.matches("tables").count(), at("tables") < at("loop"))
    };
    assert_eq!(tests(nest("3") + "y[(k + l) & 7] += 1;"), (1, true), "before the nest");
    assert_eq!(tests(nest("n") + "y[(k + l) & 7] += 1;"), (1, true), "around short loops");
    let inner = "for (int k = 0; k < 3; k++) for (int l = 0; l < 9; l++) y[(k + l) & 7] += 1;";
    assert_eq!(tests(inner.to_owned()), (1, false), "in a longer loop");
    assert_eq!(tests(nest("3") + "for (int o = 0; o < n; o++) y[o * o & 7] = 1;"), (1, false));
    let scan = "int k = 0; while (k < n && b[k + i] > 0) k++;";
    let d = dump_with_threads(scan, &["runs"], None);
    assert_eq!((d.matches("tables").count(), d.matches("poll=No").count()), (1, 2), "{d}");
    assert_eq!(near(&format!("{ITERATIONS} y[m & 7] += 1;"), None), (1, 1));
    let strides = |body: &str| near(&format!("for (int k = m; k < n; k += m) {body}"), None);
    assert_eq!(strides("y[k] = 0;"), (1, 1));
    assert_eq!(strides("{ y[k] = 0; m++; }"), (0, 0), "the step changes");
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
    let update =
        |threads| dump_with_threads(&format!("{ITERATIONS} y[m & 7] += 1;"), &["runs"], threads);
    for threads in [None, Some(3)] {
        let d = update(threads);
        assert_eq!(d.matches("tables").count(), 1, "{d}");
    }
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
        format!("volatile double t2 = 1; {}", column_sums("k < 24; k++", "t += g[l][k] * t2;")),
    ] {
        assert_eq!(owners(&body, Some(4)), 0, "{body}");
    }
    let outlives = "int k; for (k = 0; k < 24; k++) for (int l = 0; l < n; l++) y[k] = g[l][k];";
    assert_eq!(owners(outlives, Some(4)), 1);
}

#[test]
fn innermost_loops_over_cyclic_arrays_go_thread_by_thread() {
    let owners = |body: &str, threads| {
        dump_with_threads(body, &[], threads).matches("owners streams=").count()
    };
    for body in [
        "y[k] = 1;",
        "y[k] = y[k] * n + c[k + 1];",
        "y[2 * k - n] += c[7 - k] * c[0];",
        "double t = y[k]; if (t > n) y[k] = t * k;",
        "g[n][k] = c[k];",
    ] {
        for threads in [None, Some(9), Some(16)] {
            assert_eq!(owners(&format!("{ITERATIONS} {{ {body} }}"), threads), 1, "{body}");
        }
    }
    for body in [
        "y[k] = u[k];",         // private elements lie between those of each thread
        "y[k] = v[n];",         // maybe an element of y
        "y[k] = b[k];",         // blocks
        "y[k] = c[u2[0] & 7];", //
        "y[k] = x[MYTHREAD];",  // found once by the pass for own elements
        "y[k] = p[k];",         //
        "d += y[k];",           // in this order
        "y[k] = y[k + 1];",     // a neighbour
        "if (n > 7) break; y[k] = 1;",
        "volatile int t = k; y[k] = t;",
        "y[k] = k; j = k;",
        "y[n] = k;",
        "y[k] = z[k];", // strict
    ] {
        assert_eq!(owners(&format!("{ITERATIONS} {{ {body} }}"), None), 0, "{body}");
    }
    let tested = |clauses: &str, threads| {
        let dump = dump_with_threads(&format!("for ({clauses}) y[k] = 1;"), &[], threads);
        dump.split("owners streams=1").nth(1).map(|rest| rest.starts_with(" from 8"))
    };
    assert_eq!(tested("int k = 0; k < n; k++", Some(9)), Some(true));
    assert_eq!(tested("int k = 0; k < 99; k++", None), Some(true));
    assert_eq!(tested("int k = 0; k < 99; k++", Some(9)), Some(false));
    assert_eq!(tested("int k = 0; k < 99; k++", Some(8)), None, "rounds");
    for clauses in [
        "int k = 0; k < 71; k++", // few for each thread
        "int k = f(n); k < n; k++",
        "int k = n, l = 0; k < n; k++",
        "int k = 0; k < n; k += 2",
        "int k = n; k > 0; k--",
        "unsigned k = 0; k < 64u; k++",
    ] {
        assert_eq!(tested(clauses, Some(9)), None, "{clauses}");
    }
    assert!(owners("for (m = 0; m < n; m++) y[m] = 1;", None) == 0, "no variable of its own");
    assert!(owners("int k; for (k = 0; k < n; k++) y[k] = 1; j = k;", None) == 1);
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
fn remainders_move_until_their_quotient_changes() {
    let runs = |body: &str, threads| {
        let text = format!("for (int k = 0; k < n; k++) {{ {body} }}");
        let d = dump_with_threads(&text, &["gather", "tables", "inspector"], threads);
        d.lines().find_map(|l| l.split_once("runs of ")).map_or(0, |(_, rest)| {
            rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
        })
    };
    for body in [
        "d += b[(k + 1) % n];",
        "d += b[(k + n - 1) % (16 * THREADS)];",
        "d += b[(n - k) % 64];",
        "b[(3 + k) % n] = b[(3 + k) % n] * 2;",
        "d += e[2 * k % n];",
        "d += q2[(k + 1) % n];",
    ] {
        assert_eq!(runs(body, None), 1, "{body}");
    }
    assert_eq!(runs("d += b[k] + b[(k + 1) % n] + b[(k + n - 1) % n];", None), 3);
    assert_eq!(runs("d += y[(k + 1) % n];", Some(2)), 1, "rounds");
    for body in [
        "d += b[k % 8];",      // soon another quotient
        "d += b[2 * k % 31];", //
        "d += b[k * k % n];",  // no sum
        "d += b[k % n + 1];",  //
        "d += b[(k + 1) % (m + k)];",
        "int t = n + k; d += b[k % t];",
        "d += b[(unsigned)k % 64u];",
    ] {
        assert_eq!(runs(body, None), 0, "{body}");
    }
}
