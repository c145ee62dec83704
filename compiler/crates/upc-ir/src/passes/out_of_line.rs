// SPDX-License-Identifier: Apache-2.0
//! Decides which accesses are calls of libupcr. An inline access takes the C compiler five times as
//! long as a call, since every pass visits its branch for far memory. It saves a nanosecond or two
//! at each execution. That pays in loops, and in short functions, which a loop may call. It does
//! not pay outside loops in `main`, or in a function with many accesses outside loops.

use crate::ir::{Function, Ir, Node};
use crate::visit::{children_mut, walk_mut};

/// More accesses than this outside loops are many. A function for a point of a stencil has fewer.
pub const MANY_ACCESSES: usize = 64;

pub fn run(ir: &mut Ir) {
    if ir.inline {
        return;
    }
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Function(f) = n {
            f.calls = !f.jumps_back && (f.once || outside_loops(f) > MANY_ACCESSES);
        }
    });
}

fn outside_loops(f: &mut Function) -> usize {
    let mut count = 0;
    f.source.holes.iter_mut().for_each(|h| count += accesses(&mut h.node));
    count
}

/// The number of accesses and moves of pointers in `n`, without those in loops.
fn accesses(n: &mut Node) -> usize {
    if matches!(n, Node::Loop(_) | Node::Forall(_)) {
        return 0;
    }
    let own = matches!(
        n,
        Node::Load(_)
            | Node::Store { .. }
            | Node::Copy { .. }
            | Node::Update { .. }
            | Node::Advance(_)
            | Node::Local { .. }
    );
    let mut count = usize::from(own);
    children_mut(n, &mut |c| count += accesses(c));
    count
}
