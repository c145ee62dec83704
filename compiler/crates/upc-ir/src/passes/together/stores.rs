// SPDX-License-Identifier: Apache-2.0
//! Far stores of straight-line code to neighbouring members of one object are sent together: the
//! far half of the first store begins to keep far stores, that of the last one ends it, as a loop
//! that counts does (`passes/counted.rs`). Both are executed, in this order, and both objects are
//! on one thread:
//! - the stores are full expressions in statements that follow each other without branches, labels,
//!   loops, calls and synchronisation;
//! - the addresses begin with the same text of private variables, which nothing in between changes,
//!   and are members of one element, or elements of indefinitely blocked data.

use super::{Entry, Read, MOST_BYTES};
use crate::ir::Kept;

/// The far halves of the stores of `log`, by their numbers, in ascending order.
pub(super) fn kept(log: &[Entry]) -> Vec<(usize, Kept)> {
    let puts: Vec<(usize, Option<&Read>)> = (log.iter().enumerate())
        .filter_map(|(at, e)| match e {
            Entry::Put(put) => Some((at, put.as_ref())),
            _ => None,
        })
        .collect();
    let (mut found, mut i) = (Vec::new(), 0);
    while i < puts.len() {
        let last = puts[i].1.and_then(|first| last_of(first, i, &puts, log));
        if let Some(last) = last {
            found.extend([(i, Kept::Opens), (last, Kept::Closes)]);
        }
        i = last.unwrap_or(i) + 1;
    }
    found
}

/// The last store that is sent together with `first`, which is number `of`.
fn last_of(
    first: &Read,
    of: usize,
    puts: &[(usize, Option<&Read>)],
    log: &[Entry],
) -> Option<usize> {
    let mut last = None;
    if first.key.memory || !first.key.simple {
        return None;
    }
    let mut number = of;
    // So many bytes are not stored one by one; and the search must not take the log's length.
    for entry in log[puts[of].0 + 1..].iter().take(MOST_BYTES as usize) {
        match entry {
            Entry::Orders | Entry::Edge | Entry::Enter | Entry::Leave | Entry::Store => break,
            Entry::Write(d) if first.key.variables.contains(d) => break,
            Entry::Put(put) => {
                number += 1;
                if put.as_ref().is_some_and(|put| is_neighbour(first, put)) {
                    last = Some(number);
                }
            }
            Entry::Write(_) | Entry::Read(_) => {}
        }
    }
    last
}

fn is_neighbour(first: &Read, put: &Read) -> bool {
    let (low, high) = (first.low.min(put.low), first.high.max(put.high));
    first.key.words == put.key.words
        && first.key.variables == put.key.variables
        && first.key.blocked == put.key.blocked
        && (first.low, first.high) != (put.low, put.high)
        && high.checked_sub(low).is_some_and(|n| n <= MOST_BYTES)
}
