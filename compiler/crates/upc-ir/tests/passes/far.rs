// SPDX-License-Identifier: Apache-2.0
//! Far elements: copies of rows, expected reads, gathered and inspected subscripts.

use super::{dump_of_loop, dump_of_unit, ITERATIONS};

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
fn pointers_in_shared_memory_are_read_once_between_synchronisations() {
    let once = |body: &str| {
        let d = dump_of_unit("", body, &[], None);
        d.matches("declare __upcr_p").count()
    };
    for body in [
        "d = lines[n].row[0] + lines[n].row[1];",
        "d = lines[n].row[0]; d += lines[n].row[m];",
        "d = lines[MYTHREAD].row[0]; lines[MYTHREAD].row[m] = d;",
        "if (lines[n].row[0] > 0) d = lines[n].row[1];",
        "if (m) d = lines[n].row[0] * lines[n].row[1];",
        "double t = lines[n].row[0]; if (t > 0) return; d = lines[n].row[1];",
        "lines[n].row[0] = 1; d = lines[n].row[1];",
        "d = lines[n].row[0]; *v = d; d += lines[n].row[1];",
        "d = lines[n].row[0]; p = 0; d += lines[n].row[1];",
        "while (m) { m--; d += lines[m].row[0] * lines[m].row[1]; }",
    ] {
        assert_eq!(once(body), 1, "{body}");
    }
    assert!(once("for (int k = 0; k < n; k++) d += lines[k].row[0] * lines[k].row[1];") > 0);
    for body in [
        "d = lines[n].row[0];",
        "d = lines[n].row[0]; upc_fence; d += lines[n].row[1];",
        "d = lines[n].row[0]; d += z[0]; d += lines[n].row[1];",
        "d = lines[n].row[0]; n++; d += lines[n].row[1];",
        "d = lines[n].row[0]; lines[m].row = 0; d += lines[n].row[1];",
        "d = lines[n].row[0]; f(m); d += lines[n].row[1];",
        "d = lines[u2[n]].row[0]; u2[m] = 0; d += lines[u2[n]].row[1];",
        "if (m) d = lines[n].row[0]; d += lines[n].row[1];",
        "d = m ? lines[n].row[0] : lines[n].row[1];",
        "d = (m++, lines[m].row[0]) + lines[m].row[1];",
        "while (lines[n].row[0] > lines[n].row[1]) m++;",
        "for (d = lines[n].row[0]; m; m--) d += lines[n].row[1];",
        "d = lines[n].row[0]; again: d += lines[n].row[1]; if (m--) goto again;",
        "{ int n = m; d = lines[n].row[0]; } d += lines[n].row[1];",
        "if (m) { d = lines[n].row[0]; } else d = lines[n].row[1];",
    ] {
        assert_eq!(once(body), 0, "{body}");
    }
}
