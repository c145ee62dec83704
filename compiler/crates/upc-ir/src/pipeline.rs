//! The list of passes.

use crate::ir::Ir;
use crate::passes::{calls, checks, events, fences, fold, polls};

/// One pass over a unit's tree.
pub struct Pass {
    /// For dumps: the tree after this pass.
    pub letter: char,
    pub name: &'static str,
    run: fn(&mut Ir, &str),
}

/// In the order they run.
pub static PASSES: &[Pass] = &[
    Pass { letter: 'c', name: "constant steps", run: |ir, _| fold::run(ir) },
    Pass { letter: 'f', name: "adjacent fences", run: fences::run },
    Pass { letter: 'p', name: "polls of waiting loops", run: polls::run },
    Pass { letter: 'o', name: "calls out of line", run: |ir, _| calls::run(ir) },
    Pass { letter: 'k', name: "run-time checks", run: |ir, _| checks::run(ir) },
    Pass { letter: 'e', name: "events of accesses", run: |ir, _| events::run(ir) },
];

/// Runs all passes over `ir`, made from `text`. `dump` is called with the letter and the tree before the first pass ('b')
/// and after each. With `verify`, and always with debug assertions, the tree is checked each time; a broken one panics.
pub fn run_passes(ir: &mut Ir, text: &str, verify: bool, dump: &mut dyn FnMut(char, &mut Ir)) {
    let verify = verify || cfg!(debug_assertions);
    let mut after = |letter: char, name: &str, ir: &mut Ir| {
        if verify {
            check(ir, text, name);
        }
        dump(letter, ir);
    };
    after('b', "build", ir);
    for pass in PASSES {
        (pass.run)(ir, text);
        after(pass.letter, pass.name, ir);
    }
}

fn check(ir: &mut Ir, text: &str, after: &str) {
    if let Err(e) = crate::valid::check(ir, text) {
        panic!("the tree is broken after {after}: {e}");
    }
}
