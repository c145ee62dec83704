// SPDX-License-Identifier: Apache-2.0
//! How an element moves from one iteration to the next.

use upc_sema::types::{ArrayLen, TypeKind};
use upc_syntax::ast::ExprId;

use super::finder::Finder;
use super::{is_short, Sought, MAX_ROUND, MIN_CONSTANT, MIN_ITERATIONS};
use crate::facts::{Remainder, Repeated, Steps};

/// The same in a row that is a block: the loop does not continue in the next block.
const MIN_IN_ROW: u64 = 4;
/// The largest step, in elements.
pub(super) const MAX_ELEMS: u64 = 1 << 20;
/// Columns that move by fewer blocks stay on a thread only for one or two values of THREADS.
const MIN_BLOCKS: u64 = 4;

/// An element along a block.
pub(super) struct Element<'x> {
    /// The subscripted array or pointer, as written; the subscript; by how many elements the
    /// subscript's increment moves.
    pub(super) pointer: &'x str,
    pub(super) index: ExprId,
    pub(super) of_index: i64,
    /// Elements of a block, 0 if indefinite; by how many of them an iteration moves; their size.
    pub(super) block: u64,
    pub(super) elems: i64,
    pub(super) elem_size: i64,
    pub(super) way: Way,
    /// The subscript is this remainder, whose dividend an iteration moves by so much.
    pub(super) remainder: Option<(Remainder, i64)>,
}

/// How an element moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Along its block.
    Block,
    /// By the same number of bytes on its thread for any number of threads.
    Thread(i64),
    /// As a [`Column`].
    Column,
    /// From thread to thread, by this many bytes in a round.
    Round(i64),
    /// Not at all.
    Fixed,
    /// Not at all: a pointer leads to it.
    Pointee,
}

impl<'x> Finder<'x> {
    /// How the element `e` moves; `None` if not along a block or a column.
    pub(super) fn element(&self, e: ExprId) -> Option<Element<'x>> {
        let (facts, counter) = (self.facts, self.counter);
        let (pointer, index) = facts.pointer_and_index(e)?;
        let stride =
            facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let effects = self.certain.contains(&text).then_some(&self.effects);
        let loop_ = Repeated { counter: &counter.variable, effects, tested: self.tested };
        let step = i64::try_from(counter.step).ok()?;
        let step = if counter.down { -step } else { step };
        let remainder = facts.remainder(index, &counter.variable);
        let moving = remainder.map_or(index, |r| r.value);
        let steps = facts.steps_of(pointer, moving, loop_)?.times(step)?;
        let remainder = match remainder {
            None => None,
            Some(r) => Some((r, self.step_of_remainder(r, step)?)),
        };
        if stride.block == 0 && steps.elems != 0 && self.is_looked_up_once(pointer) {
            return None;
        }
        let of_index = i64::try_from(stride.elems).ok()?;
        let elem_size = i64::try_from(stride.elem_size).ok()?;
        let least = if self.is_block(pointer, stride.block) { MIN_IN_ROW } else { MIN_ITERATIONS };
        let way = self.way(steps, stride.block, elem_size, least)?;
        Some(Element {
            pointer: text,
            index,
            of_index,
            block: stride.block,
            elems: steps.elems,
            elem_size,
            way,
            remainder,
        })
    }

    /// By how much an iteration moves the dividend, if the quotient stays the same for many.
    fn step_of_remainder(&self, r: Remainder, step: i64) -> Option<i64> {
        let facts = self.facts;
        let moves = facts.coefficient(r.value, &self.counter.variable, true)?;
        let moves = moves.checked_mul(step).filter(|n| n.unsigned_abs() <= MAX_ELEMS)?;
        let least = least_modulus(moves);
        let short = facts.natural_constant(r.modulus).is_some_and(|n| n < least);
        (!short && !is_short(self.counter)).then_some(moves)
    }

    /// Whether the loop is short and `pointer` is private, or an array that is a member of an
    /// object: `tables` looks it up as seldom as a run does, which takes 40 instructions more. Far
    /// elements are kept.
    fn is_looked_up_once(&self, pointer: ExprId) -> bool {
        let private = || !self.facts.is_shared_lvalue(pointer);
        is_short(self.counter) && (private() || self.facts.is_in_member(pointer))
    }

    /// Whether `pointer` is a row of an array whose rows are blocks, so that a loop along it has
    /// one run.
    fn is_block(&self, pointer: ExprId, block: u64) -> bool {
        let row = self.facts.bare(pointer);
        let length = self.facts.ty(row).map(|t| self.facts.types.kind(t.ty));
        let in_array = self.facts.pointer_and_index(row).is_some();
        in_array
            && matches!(
                length,
                Some(TypeKind::Array { len: ArrayLen::Const(n), .. }) if *n == block
            )
    }

    /// How an element with these `steps` for each iteration moves, if its block lasts for at least
    /// `least` iterations.
    fn way(&self, steps: Steps, block: u64, elem_size: i64, least: u64) -> Option<Way> {
        let Steps { elems, rows } = steps;
        let size = elems.unsigned_abs().max(rows.unsigned_abs());
        match size {
            0 => return Some(Way::Fixed),
            1..=MAX_ELEMS => {}
            _ => return None,
        }
        let whole = |n: i64, of: u64| block > 0 && of > 0 && n.unsigned_abs() % of == 0;
        match (elems, rows) {
            (0, _) => whole(rows, block).then(|| rows.checked_mul(elem_size).map(Way::Thread))?,
            (_, 0) if block == 0 => Some(Way::Block),
            (_, 0) if is_short(self.counter) => None,
            (_, 0) if block != 1 && lasts(block, elems, 0, least) => Some(Way::Block),
            (_, 0) => match self.threads.map(u64::from) {
                Some(t) if whole(elems, block.checked_mul(t)?) => {
                    (elems / t as i64).checked_mul(elem_size).map(Way::Thread)
                }
                Some(t) => {
                    let rounds = self.sought == Sought::Rounds
                        && whole(elems, block)
                        && t <= u64::from(MAX_ROUND);
                    rounds.then(|| elems.checked_mul(elem_size).map(Way::Round))?
                }
                None => {
                    let fits = self.sought > Sought::Blocks
                        && whole(elems, block)
                        && elems.unsigned_abs() / block >= MIN_BLOCKS;
                    fits.then_some(Way::Column)
                }
            },
            _ => None,
        }
    }
}

/// The least modulus for which a run pays that ends where the quotient changes.
pub(super) fn least_modulus(step: i64) -> u64 {
    MIN_CONSTANT * step.unsigned_abs()
}

/// Whether elements within `reach` of each other stay in a block of `block` elements (0:
/// indefinite) for `least` iterations that move by `elems`.
pub(super) fn lasts(block: u64, elems: i64, reach: u64, least: u64) -> bool {
    block == 0 || block > reach && (block - reach) / elems.unsigned_abs() >= least
}
