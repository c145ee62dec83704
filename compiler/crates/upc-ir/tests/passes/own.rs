// SPDX-License-Identifier: Apache-2.0
//! Own iterations: streams, neighbours, elements in variables.

use super::{dump_of_loop, dump_with_threads, ITERATIONS};

/// The same of a upc_forall over `k`, without the pass runs.
fn dump_of_forall(affinity: &str, body: &str) -> String {
    let text = format!("upc_forall (int k = 0; k < n; k++; {affinity}) {{ {body} }}");
    dump_of_loop(&text, &["runs"])
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
fn rows_behind_a_pointer_that_move_as_the_affinity_are_streams() {
    let found = |pointer: &str, body: &str| {
        let text = format!(
            "shared [4] int (*w)[{pointer}] = 0; \
             upc_forall (int k = 0; k < n; k++; &w[k][0]) {{ {body} }}"
        );
        let d = dump_of_loop(&text, &["runs", "tables"]);
        (d.matches("streams=1").count(), d.matches("[stream ").count())
    };
    assert_eq!(found("4", "for (int l = 0; l < 4; l++) w[k][l] += w[k][3 - l];"), (1, 2));
    assert_eq!(found("4", "w[k][u2[k]] = 1;"), (1, 1));
    // Not if the pointer changes, or a row is not a block.
    assert_eq!(found("4", "w[k][1] = 1; w++;"), (0, 0));
    assert_eq!(found("8", "w[k][1] = 1;").0, 0);
}

#[test]
fn rows_that_move_as_the_affinity_are_streams_whatever_their_subscripts_are() {
    let found = |affinity: &str, body: &str| {
        let text = format!("upc_forall (int k = 0; k < n; k++; {affinity}) {{ {body} }}");
        let d = dump_of_loop(&text, &["runs", "tables"]);
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
fn elements_that_move_against_the_affinity_stay_on_a_thread() {
    let found = |affinity: &str, body: &str| {
        let text = format!("int l; upc_forall (int k = 0; k < n; k++; {affinity}) {{ {body} }}");
        let d = dump_of_loop(&text, &["runs", "tables"]);
        d.contains(" by -8]")
    };
    for affinity in ["k", "&y[k]", "&s[k][0]"] {
        for body in [
            "d += y[n - k];",
            "d += y[n - k - 1];",
            "l = n - k; d += y[l - 1];",
            "int h = n - k; d += y[h];",
            "if (m) d = 0; l = 3 - k; if (m) { d += y[2 + l]; }",
        ] {
            assert!(found(affinity, body), "{affinity} {body}");
        }
        for body in [
            "d += y[l - 1]; l = n - k;",    // the last iteration's value
            "if (m) l = n - k; d += y[l];", // in some iterations
            "l = n - k; l++; d += y[l];",   // two values
            "l = m - k; d += y[l]; m++;",   // others may change m
            "l = n - 2 * k; d += y[l];",    // other threads
            "int *a = &l; l = n - k; d += y[l + *a];",
            "short h = n - k; d += y[h];",
            "d += b[n - k];",
        ] {
            assert!(!found(affinity, body), "{affinity} {body}");
        }
    }
    assert!(!found("&b[k]", "d += y[n - k];"));
}

#[test]
fn where_all_memory_is_mapped_rows_of_streams_have_no_far_elements() {
    let near = |body: &str| dump_of_forall("&s[k][0]", body).matches("[near stream ").count();
    assert_eq!(near("s[k][m] = s[k][u2[k]] + 1;"), 2);
    assert_eq!(near("s[k][2] = 1;"), 0, "never outside the row");
    assert_eq!(near("m3[k][m] = 1;"), 0, "no stream");
    assert_eq!(near("rz[k % THREADS][m] = s[k][m];"), 1, "strict");
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
        "e[k] += e[(k + 1) % n];",
        "e[k] += e[(k + n - 1) % (128 * THREADS)];",
    ] {
        assert_eq!(rows("&e[k]", body).0, 1, "{body}");
    }
    assert_eq!(rows("&e[k]", "e[k] += e[k + n] * e[n + k] + e[k + i];").0, 2);
    for body in [
        "e[k] += b[k + i];",                          // short blocks
        "e[k] += e[(k + 1) % 31];",                   // soon another quotient
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
fn elements_in_blocks_beside_cyclic_ones_are_found_by_cursors() {
    let cursors = |clauses: &str, body: &str, threads| {
        let text = format!("upc_forall ({clauses}; &y[k]) {{ {body} }}");
        let d = dump_with_threads(&text, &["gather"], threads);
        let found = d.lines().find_map(|l| l.split_once(" cursors=")).map(|(_, rest)| {
            rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
        });
        found.unwrap_or(0)
    };
    let up = "int k = 0; k < n; k++";
    for threads in [None, Some(3), Some(128)] {
        assert_eq!(cursors(up, "y[k] += e[k] * e[k];", threads), 1, "{threads:?}");
    }
    assert_eq!(cursors(up, "y[k] += e[k + n] * e[2 * k + 1] + e[k];", Some(4)), 3);
    assert_eq!(cursors(up, "e[k] = y[k];", None), 1);
    assert_eq!(cursors(up, "y[k] += e[k];", Some(129)), 0, "a step leads over a block");
    for body in [
        "y[k] += b[k];",         // short blocks
        "y[k] += e[3 * k];",     // soon in another block
        "y[k] += e[n - k];",     // backwards
        "if (n) y[k] += e[k];",  // the first one need not exist
        "y[k] += e[u2[0] & k];", //
        "y[k] += e[m]; m++;",
    ] {
        assert_eq!(cursors(up, body, None), 0, "{body}");
    }
    assert_eq!(cursors("int k = n; k > 0; k--", "y[k] += e[k];", None), 0);
    let mixed = |body: &str| {
        dump_of_loop(&format!("for (int k = 0; k < n; k++) {{ {body} }}"), &[])
            .matches("owners streams=1")
            .count()
    };
    assert_eq!(mixed("y[k] += e[k];") + mixed("e[k] = y[k];"), 2);
    assert_eq!(mixed("if (n) y[k] += e[k];") + mixed("y[k] += e[-k];"), 0);
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
}

#[test]
fn all_iterations_are_the_only_threads() {
    let plain = |affinity: &str| {
        let text = format!("upc_forall (int k = 1; k < n; k += n; {affinity}) f(k);");
        !dump_with_threads(&text, &[], Some(1)).contains("upc_forall tested")
    };
    for affinity in ["k", "&y[k]", "&s[k][0]"] {
        assert!(plain(affinity), "{affinity}");
    }
    for affinity in ["f(k)", "m++", "c[k]"] {
        assert!(!plain(affinity), "{affinity}");
    }
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
