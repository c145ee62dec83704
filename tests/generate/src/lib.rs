// SPDX-License-Identifier: Apache-2.0
//! Random UPC programs that check themselves.
//!
//! A program is legal, free of races and deterministic, and its expectations come from an
//! independent [`model`] of shared memory, which places and moves by counting elements one at a
//! time. The number of threads is chosen with the program, so that its expectations are constants;
//! the directives at its head have it, so the program can be kept as a test.
//!
//! - [`random`]: random numbers.
//! - [`scalar`]: C's arithmetic.
//! - [`model`]: layouts, addresses, contents.
//! - [`kernels`]: loops; [`routes`]: several ways to the same elements.
//! - [`world`]: the program under construction, with the state of the model at its end so far.
//! - [`objects`]: declarations; [`expression`]: expressions; [`phases`]: what happens between
//!   barriers; [`others`]: constructs beyond the specification.

pub mod expression;
pub mod kernels;
pub mod model;
pub mod objects;
pub mod others;
pub mod phases;
pub mod random;
pub mod routes;
pub mod scalar;
pub mod world;

use random::Random;
use world::World;

/// More lines than this, and a program gets no further phase.
const LONG: usize = 110;

/// The same text in UPC and in plain C, where `me` is the thread whose turn it is.
#[derive(Debug, Clone)]
pub(crate) struct Both {
    pub(crate) upc: String,
    pub(crate) plain: String,
}

impl Both {
    pub(crate) fn same(text: impl Into<String>) -> Both {
        let upc = text.into();
        Both { plain: upc.clone(), upc }
    }

    /// The calling thread's number.
    pub(crate) fn me() -> Both {
        Both { upc: "MYTHREAD".to_owned(), plain: "me".to_owned() }
    }

    /// `parts` between the pieces of `pattern`, which `@` separates.
    pub(crate) fn format(pattern: &str, parts: &[&Both]) -> Both {
        let mut pieces = pattern.split('@');
        let first = pieces.next().unwrap_or_default();
        let mut both = Both::same(first);
        for (piece, part) in pieces.zip(parts) {
            both.upc += &format!("{}{piece}", part.upc);
            both.plain += &format!("{}{piece}", part.plain);
        }
        both
    }
}

/// The program of `seed`.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let threads = *random.pick(&[1, 2, 2, 3, 3, 4, 5, 7]);
    let is_static = random.chance(40);
    let mode =
        *random.pick(&["process", "process", "pthreads", "mixed", "far", "nodes", "nodes-mixed"]);
    let level = *random.pick(&["-O0", "-O1", "-O2", "-O3"]);
    let mut world = World::new(random, threads, is_static);
    write_endings(&mut world);
    write_body(&mut world);

    let environment = if is_static { "static-only" } else { "dynamic-only" };
    let mut text = format!(
        "// Random program {seed}.\n// threads: {threads}\n// modes: {mode}\n// {environment}\n"
    );
    // Subscripts walk on from one row to the next; the others are about what a program may have all
    // the same.
    let quiet = "-Wno-upc-array-bounds -Wno-upc-threads-product -Wno-upc-cast-qualifier \
         -Wno-implicit-function-declaration";
    text += &format!("// cflags: {level} {quiet}\n#include \"check.h\"\n\n");
    text += "/* For floating values, which `long` would cut. */\n";
    text += "#define CHECK_EQUAL(got, want) CHECK((got) == (want))\n\n";
    for line in world.declarations.iter() {
        text += &format!("{line}\n");
    }
    text += "static shared void *generic(shared void *p) { return p; }\n";
    for line in world.functions.iter() {
        text += &format!("{line}\n");
    }
    text += "\nint main(void)\n{\n";
    for line in world.body.iter() {
        text += &format!("{line}\n");
    }
    text += "    check_done();\n    return 0;\n}\n";
    for line in world.later.iter() {
        text += &format!("{line}\n");
    }
    text
}

/// Actions of threads at their end, and names that are not there.
fn write_endings(world: &mut World) {
    if world.random.chance(15) {
        world.exit_handlers();
    }
    if world.random.chance(10) {
        world.weak_name();
    }
}

fn write_body(world: &mut World) {
    for _ in 0..2 + world.random.below(3) {
        world.object();
    }
    for object in 0..world.state.objects.len() {
        if world.state.objects[object].form == model::Form::Allocated || world.random.chance(60) {
            world.fill(object);
        }
    }
    world.barrier();
    for _ in 0..3 + world.random.below(5) {
        if world.body.len() + world.functions.len() < LONG {
            world.phase();
            world.barrier();
        }
    }
    world.check_all();
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_seed_is_always_the_same_program() {
        let loops = |seed| super::kernels::program(seed, "");
        let kinds: [fn(u64) -> String; 3] = [super::program, loops, super::routes::program];
        for program in kinds {
            for seed in 0..20 {
                assert_eq!(program(seed), program(seed));
            }
        }
    }

    #[test]
    fn programs_are_short_and_differ() {
        let programs: std::collections::BTreeSet<String> = (0..60).map(super::program).collect();
        assert_eq!(programs.len(), 60);
        assert!(programs.iter().all(|text| text.lines().count() < 300));
    }
}
