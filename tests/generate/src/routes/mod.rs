// SPDX-License-Identifier: Apache-2.0
//! Random accesses to the same elements by several routes: names, pointers-to-shared with any block
//! size, casts, members, rows behind pointers, pointers-to-local, parameters of functions that
//! overlap. Loops walk along some of them, in all forms of C, and in upc_forall with all forms of
//! affinity. What the optimiser assumes of aliases is wrong in some case if it is wrong at all.
//!
//! Each case occurs twice in its program: in UPC, and as plain C with the pointers of the
//! specification's formulae (`oracle.h`). The plain case runs first, for one thread after the
//! other. It finds out whether the case has a race, leaves its objects, or does what is undefined,
//! and is left out for that. So cases may be written without much care.
//!
//! - [`objects`]: what is accessed; [`element`]: by which routes; [`pointers`]: variables that walk
//!   through them;
//! - [`statement`]: what cases do; [`loops`]: how they repeat it; [`value`]: what they compute;
//!   [`handed`]: how threads hand elements to each other.

mod element;
mod handed;
mod loops;
mod objects;
mod pointers;
mod statement;
mod value;

use crate::random::Random;
use crate::Both;
use objects::Object;

/// A variable of some integer type, from 0 to `most`.
#[derive(Debug, Clone)]
struct Number {
    name: String,
    most: usize,
}

/// A pointer variable, to elements of type `ty`; with no block size, a pointer-to-local.
#[derive(Debug, Clone)]
struct Pointer {
    name: String,
    ty: usize,
    block: Option<usize>,
    object: Option<usize>,
    /// It may be at any element from `low` on, with `high` behind it.
    low: usize,
    high: usize,
}

/// Which thread does what in a case.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Share {
    /// One thread does everything, or each part of a case.
    One,
    /// Iterations of upc_forall change elements with the variable of the loop as subscript.
    Divided,
    /// Each thread changes elements that have affinity to it.
    Own,
}

/// The program under construction.
struct Routes {
    random: Random,
    threads: usize,
    objects: Vec<Object>,
    /// The objects that the case changes.
    hot: Vec<usize>,
    share: Share,
    /// The variable of the upc_forall around.
    divided_by: Option<String>,
    in_function: bool,
    numbers: Vec<Number>,
    pointers: Vec<Pointer>,
    names: usize,
    cases: usize,
    functions: Vec<Both>,
}

/// Levels, and what changes which passes act.
const FLAGS: [&str; 8] = ["-O2", "-O2", "-O1", "-O3", "-O1", "-O1", "-g", "-O1 -fno-upc-opt"];

/// The program of `seed`.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0072_6f75_7465);
    let threads = *random.pick(&[1, 2, 2, 3, 4, 4, 5]);
    let is_static = random.chance(50);
    let mode =
        *random.pick(&["process", "process", "pthreads", "mixed", "far", "nodes", "nodes-mixed"]);
    let level = *random.pick(&FLAGS);
    let mut routes = Routes {
        random,
        threads,
        objects: Vec::new(),
        hot: Vec::new(),
        share: Share::One,
        divided_by: None,
        in_function: false,
        numbers: Vec::new(),
        pointers: Vec::new(),
        names: 0,
        cases: 0,
        functions: Vec::new(),
    };
    for _ in 0..3 + routes.random.below(4) {
        routes.object();
    }
    let cases: Vec<Both> = (0..10).map(|_| routes.case()).collect();
    let environment = if is_static { "static-only" } else { "dynamic-only" };
    let mut text = format!(
        "// Random routes {seed}.\n// threads: {threads}\n// modes: {mode}\n// {environment}\n\
         // cflags: {level} -Wno-upc-array-bounds -Wno-unused -Wno-upc-cast-qualifier\n\
         #define OBJECTS {}\n#define THREADS_HERE {threads}\n",
        routes.objects.len()
    );
    text += include_str!("oracle.h");
    text += objects::TYPES_TEXT;
    for object in &routes.objects {
        text += &object.declaration();
    }
    text += handed::SIGNALS;
    text += "static shared int lookup[2 * THREADS];\nstatic int lookup_plain[2 * THREADS_HERE];\n\
             static int limit = 5;\nstatic upc_lock_t *lock;\n\
             static word mine[16], mine_plain[THREADS_HERE][16];\n";
    for function in routes.functions.iter().chain(&cases) {
        text += &function.upc;
        text += &function.plain;
    }
    routes.write_main(&mut text, cases.len());
    text
}

impl Routes {
    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn write_main(&self, text: &mut String, cases: usize) {
        *text += "\nstatic void compare(int number)\n{\n";
        for object in &self.objects {
            *text += &object.comparison();
        }
        *text += "}\n\nint main(void)\n{\n";
        for object in &self.objects {
            *text += &object.set_up();
        }
        *text += "    lock = upc_global_lock_alloc();\n    for (int k = MYTHREAD; k < PARTS; k += \
                  THREADS)\n        posts[k] = bupc_sem_alloc(BUPC_SEM_INTEGER);\n";
        *text +=
            "    for (int i = 0; i < 2 * THREADS; i++) {\n        lookup_plain[i] = i * 7 % 5;\n\
                  \x20       if (MYTHREAD == 0)\n            lookup[i] = i * 7 % 5;\n    }\n\
                  \x20   upc_barrier;\n    compare(-1);\n";
        for case in 0..cases {
            *text += &format!(
                "    {{\n        word results[THREADS_HERE];\n        new_case();\n\
                 \x20       plain{case}(results);\n\
                 \x20       if (is_case_open({case}))\n            goto end{case};\n\
                 \x20       upc_barrier;\n        CHECK_EQ(case{case}(), results[MYTHREAD]);\n\
                 \x20       upc_barrier;\n        compare({case});\n    end{case}:;\n    }}\n"
            );
        }
        *text += "    check_done();\n    return 0;\n}\n";
    }
}
