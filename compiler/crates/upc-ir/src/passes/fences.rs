// SPDX-License-Identifier: Apache-2.0
//! Drops a upc_fence next to another statement that fences: upc_fence, upc_barrier, upc_notify and
//! upc_wait (UPC 6.6.1p5, p6: each is, or contains, a null strict access). Only white space may
//! stand between them.

use crate::ir::{Hole, Ir, Node};
use crate::visit::walk_mut;

/// `text` is the unit's.
pub fn run(ir: &mut Ir, text: &str) {
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Source(s) = n {
            merge(&mut s.holes, text);
        }
    });
}

fn merge(holes: &mut [Hole], text: &str) {
    for i in 1..holes.len() {
        let between = &text[holes[i - 1].span.end as usize..holes[i].span.start as usize];
        if !between.trim().is_empty() {
            continue;
        }
        let fences = |n: &Node| matches!(n, Node::Fence | Node::Barrier { .. });
        let (a, b) = (&holes[i - 1].node, &holes[i].node);
        if matches!(a, Node::Fence) && fences(b) && !has_value(b) {
            holes[i - 1].node = Node::text(";");
        } else if fences(a) && matches!(b, Node::Fence) {
            holes[i].node = Node::text(";");
        }
    }
}

/// A barrier's value may read shared memory before the barrier fences.
fn has_value(n: &Node) -> bool {
    matches!(n, Node::Barrier { value: Some(_), .. })
}
