// SPDX-License-Identifier: Apache-2.0
//! Random loops over shared arrays, as the optimiser changes them: each phase occurs twice in the
//! program, in UPC and as plain C over private arrays, where one thread executes the parts of all
//! threads in turn. Both must compute the same values with any options of the compiler.
//!
//! In a phase a thread writes elements that no other thread reads or writes, so that the turns give
//! what the threads do at once; or the others read what they know that it writes, after it told
//! them by a strict access or by fences. All arithmetic is of `unsigned long`; what floating types
//! get is small, so that nothing is rounded.
//!
//! - [`array`]: the arrays, and how their elements are written down in both; [`statement`]: what
//!   loops do;
//!   [`phase`]: which loops there are.

mod array;
mod phase;
mod statement;

use crate::random::Random;
use crate::Both;
use array::Array;

/// A variable of type int of a loop, from 0 to `most`.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    most: usize,
}

/// What may be written, and is read by no other thread in the phase.
#[derive(Debug, Clone)]
struct Place {
    text: Both,
    is_float: bool,
}

/// The program under construction.
struct Kernels {
    random: Random,
    threads: usize,
    arrays: Vec<Array>,
    names: usize,
    variables: Vec<Variable>,
    places: Vec<Place>,
    phases: Vec<Both>,
}

/// The program of `seed`, compiled with `flags` besides a level of optimisation.
pub fn program(seed: u64, flags: &str) -> String {
    let mut random = Random::new(seed ^ 0x6c6f_6f70);
    let threads = *random.pick(&[1, 2, 2, 3, 4, 5]);
    let is_static = random.chance(40);
    let mode =
        *random.pick(&["process", "pthreads", "mixed", "far", "far", "nodes", "nodes-mixed"]);
    let level = *random.pick(&["-O1", "-O2", "-O2", "-O3"]);
    let mut kernels = Kernels::new(random, threads);
    kernels.declare_arrays();
    for _ in 0..3 + kernels.random.below(4) {
        kernels.phase();
    }
    let environment = if is_static { "static-only" } else { "dynamic-only" };
    let mut text = format!(
        "// Random loops {seed}.\n// threads: {threads}\n// modes: {mode}\n// {environment}\n\
         // cflags: {level} {flags}\n#include \"check.h\"\n\n"
    );
    kernels.write(&mut text);
    text
}

impl Kernels {
    fn new(random: Random, threads: usize) -> Kernels {
        Kernels {
            random,
            threads,
            arrays: Vec::new(),
            names: 0,
            variables: Vec::new(),
            places: Vec::new(),
            phases: Vec::new(),
        }
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn write(&self, text: &mut String) {
        for array in &self.arrays {
            *text += &array.declaration();
        }
        *text +=
            "static strict shared int said[THREADS];\nstatic relaxed shared int told[THREADS];\n";
        *text +=
            "\nstatic unsigned long mixed(unsigned long v) { return v * 2654435761ul >> 7; }\n";
        for (number, phase) in self.phases.iter().enumerate() {
            *text += &format!("\nstatic void phase{number}(void)\n{{\n{}}}\n", phase.upc);
            *text += &format!(
                "static void plain{number}(int me)\n{{\n    (void)me;\n{}}}\n",
                phase.plain
            );
        }
        *text += "\nstatic void compare(void)\n{\n";
        for array in &self.arrays {
            *text += &array.comparison();
        }
        *text += "}\n\nint main(void)\n{\n";
        for array in &self.arrays {
            *text += &array.set_up();
        }
        *text += "    upc_barrier;\n    compare();\n";
        for number in 0..self.phases.len() {
            *text += &format!(
                "    upc_barrier;\n    phase{number}();\n    for (int me = 0; me < THREADS; \
                 me++)\n        plain{number}(me);\n"
            );
            *text += "    upc_barrier;\n    compare();\n";
        }
        *text += "    upc_barrier;\n    check_done();\n    return 0;\n}\n";
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn programs_differ_and_have_both_forms() {
        let programs: std::collections::BTreeSet<String> =
            (0..60).map(|seed| super::program(seed, "")).collect();
        assert_eq!(programs.len(), 60);
        assert!(programs.iter().all(|text| text.contains("phase0") && text.contains("plain0")));
    }
}
