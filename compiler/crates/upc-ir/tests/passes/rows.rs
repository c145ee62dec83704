// SPDX-License-Identifier: Apache-2.0
//! Subscripts: rows, steps, and pointers to rows.

use super::{count, dump, dump_of_loop, dump_with_threads, has, ITERATIONS};

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
