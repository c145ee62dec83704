// SPDX-License-Identifier: Apache-2.0
//! Elements of static arrays in blocks in own iterations of a cyclic affinity, `b[i]` beside
//! `a[i]`, where all memory is mapped: a pointer that goes from block to block finds them.
//!
//! This proves:
//! - an own iteration moves the element by a constant times THREADS elements, forwards, and by at
//!   most a block; if THREADS is not known, the program tests it;
//! - each iteration accesses the element, so the first one exists;
//! - it is a number, whose accesses are relaxed.

use upc_syntax::ast::ExprId;

use crate::facts::Counter;
use crate::ir::{Address, Cursor, Forall, Iterations, Stream, Turn};
use crate::passes::elements::{is_relaxed_number, replace_elements};
use crate::passes::iterations::{regular, Regular};
use crate::Facts;

/// The fewest elements of a block, in units of an element's step for each iteration of the loop:
/// own iterations then stay in a block for some time, unless THREADS is large.
const MIN_STEPS: u64 = 64;

/// Lets cursors find such elements in the local version of the loop, which is executed only if all
/// memory is mapped. Returns them.
pub fn add(f: &mut Forall, facts: &Facts, threads: Option<u32>, last: &mut u32) -> Vec<ExprId> {
    let stmt = f.stmt;
    let Iterations::Own(own) = &mut f.iterations else { return Vec::new() };
    let Some(local) = own.local.as_mut() else { return Vec::new() };
    let Some(Regular { counter, turn: Turn::Blocks { block: 1, .. }, .. }) = regular(facts, stmt)
    else {
        return Vec::new();
    };
    let certain = facts.certain_elements(&mut local.body.clone());
    let search = Search { facts, threads, counter: &counter, certain, version: local.number };
    let (mut found, mut cursors) = (Vec::new(), Vec::new());
    replace_elements(&mut local.body, &mut |e, address| {
        let Some(stream) = search.stream(e, address, &mut cursors, last) else { return false };
        *address = Address::Stream(stream);
        found.push(e);
        true
    });
    if !cursors.is_empty() {
        (local.always, local.alone) = (false, false);
        local.cursors = cursors.into_iter().map(|x| x.cursor).collect();
    }
    found
}

struct Search<'x> {
    facts: &'x Facts<'x>,
    threads: Option<u32>,
    counter: &'x Counter,
    /// The elements that each iteration accesses.
    certain: Vec<ExprId>,
    version: u32,
}

/// An element that a cursor finds: the subscripted array, as written, and the subscript.
struct Found<'x> {
    pointer: &'x str,
    index: ExprId,
    cursor: Cursor,
}

impl<'x> Search<'x> {
    /// The stream of the element `e`; adds a cursor if it is new.
    fn stream(
        &self,
        e: ExprId,
        address: &Address,
        cursors: &mut Vec<Found<'x>>,
        last: &mut u32,
    ) -> Option<Stream> {
        let (facts, variable) = (self.facts, &self.counter.variable);
        let (pointer, index) = facts.pointer_and_index(e)?;
        let stride = facts.stride(facts.pointee(pointer)?);
        let step = i64::try_from(self.counter.step).ok()?;
        let step = if self.counter.down { -step } else { step };
        let steps = facts.coefficient(index, variable, true)?.checked_mul(step)?;
        let elems = steps.checked_mul(i64::try_from(stride.elems).ok()?)?;
        let fits = !stride.threads
            && facts.stays(pointer, index, variable)
            && self.certain.contains(&e)
            && is_relaxed_number(facts, e);
        if !fits {
            return None;
        }
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it = |x: &&Found| x.pointer == text && facts.distance(index, x.index) == Some(0);
        if let Some(known) = cursors.iter().find(is_it) {
            return Some(known.cursor.stream);
        }
        let cursor = cursor(address, elems, self.threads, (self.version, *last + 1))?;
        *last += 1;
        let stream = cursor.stream;
        cursors.push(Found { pointer: text, index, cursor });
        Some(stream)
    }
}

/// A cursor at an element of a static array that each iteration of all threads moves by `elems`
/// elements, with the numbers of the loop's version and of a new stream, if blocks are large
/// enough.
pub fn cursor(
    address: &Address,
    elems: i64,
    threads: Option<u32>,
    (version, number): (u32, u32),
) -> Option<Cursor> {
    let Address::Element { base, block, elem_size, .. } = address else { return None };
    let elems = u64::try_from(elems).ok().filter(|&n| n > 0)?;
    let least = elems.checked_mul(threads.map_or(0, u64::from).max(MIN_STEPS))?;
    let stream = Stream { version, number, bytes: 0, column: false, round: 0, scalar: None };
    (*block >= least && matches!(**base, Address::Object(_))).then(|| Cursor {
        stream,
        first: address.clone(),
        block: *block,
        elems,
        elem_size: *elem_size,
    })
}
