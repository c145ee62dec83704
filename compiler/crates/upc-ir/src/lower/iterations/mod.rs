//! Which iterations of a upc_forall a thread has to visit: where the affinity moves by a constant from one iteration to the next, the
//! thread goes from each of its own to the next one, and need not test those of the others (UPC 6.6.2).
//!
//! A loop that does is `for (...; i < e; i += s)` (also `<=`, `>`, `>=`, downwards) in which
//! - `i` is an integer variable that lives in the function, whose address nobody takes, and that only the third clause changes
//!   once the loop runs;
//! - `e` reads private memory and has no side effect. Between two iterations that the thread executes nothing runs that could change it,
//!   so where it holds after the iterations between, it held before each of them: `i` moves in one direction and does not wrap.
//!   A signed `i` would overflow; an unsigned one moves by 1 towards a limit of its own width that it does not reach;
//! - the affinity is a sum of a constant multiple of `i` and of what the loop does not change, as a number or as the place of
//!   an element.
//!
//! What cannot be shown to be so is tested iteration by iteration.

mod affinity;
mod clauses;
mod distance;
mod order;
mod rows;
mod runs;
mod statics;
mod streams;
mod writes;

use upc_syntax::ast::{ExprId, ForInit, StmtId};

use self::affinity::Moving;
pub(super) use self::order::Order;
pub(super) use self::rows::RowLoop;
pub(super) use self::runs::Runs;
pub(super) use self::streams::Version;
pub(super) use self::writes::Writes;
use super::Lower;
use crate::ir::{Address, Node, Origin, Own, Source, Turn};

/// The largest product of block size and step: times THREADS it fits into 63 bits.
const MAX_STRIDE: u64 = 1 << 38;

impl<'a> Lower<'a> {
    /// The own iterations of the loop, if they can be found without a test.
    pub(super) fn own_iterations(
        &mut self,
        clauses: &Source,
        (init, cond, step): (&'a ForInit, Option<ExprId>, Option<ExprId>),
        affinity: ExprId,
        body: StmtId,
    ) -> Option<Own> {
        if self.options.checks {
            return None; // the checks compare what all threads say of each iteration
        }
        let counter = self.counter_of(init, cond?, step?, body)?;
        let moving = self.affinity_of(affinity, &counter.variable)?;
        let turn = turn(&moving, if counter.down { -(counter.step as i64) } else { counter.step as i64 })?;
        let fits = match turn {
            Turn::Blocks { block, .. } => block.checked_mul(counter.step).is_some_and(|n| n <= MAX_STRIDE),
            _ => true,
        };
        if !fits || clauses.holes.iter().any(|h| h.span.start < counter.init_end && counter.init_end < h.span.end) {
            return None;
        }
        let origin = self.origin(affinity, &moving, &turn)?;
        let mut own = Own {
            variable: self.names.name(counter.name).to_string(),
            kind: counter.kind,
            down: counter.down,
            step: counter.step,
            declared: counter.declared,
            init_end: counter.init_end,
            cond: self.span(cond?),
            advance: self.span(step?),
            turn,
            origin,
            local: None,
        };
        own.local = self.local_version(counter, &moving, turn, affinity, body);
        Some(own)
    }

    /// Where the affinity is in the first iteration.
    fn origin(&mut self, affinity: ExprId, moving: &Moving, turn: &Turn) -> Option<Origin> {
        if moving.block.is_none() {
            let value = self.value(affinity);
            return Some(Origin::Integer { value, unsigned: self.is_unsigned_long(affinity) });
        }
        let address = self.pts(affinity);
        match turn {
            Turn::Blocks { block: 2.., .. } => phased(address, moving.block?).map(Origin::Phased),
            _ => Some(Origin::Thin(super::pointer::thin(address))),
        }
    }
}

/// The thread's turns where the affinity moves by `step` times `moving.coefficient` elements an iteration; `None`: they follow no
/// simple rule.
fn turn(moving: &Moving, step: i64) -> Option<Turn> {
    let elems = moving.coefficient.checked_mul(step)?;
    let block = moving.block.unwrap_or(1);
    let (size, backwards) = (elems.unsigned_abs(), elems < 0);
    Some(match (size, block) {
        (0, _) | (_, 0) => Turn::Same,
        _ if size == block => Turn::Blocks { block: 1, unit: 1, backwards },
        _ if size % block == 0 => Turn::Cycle { threads: elems / i64::try_from(block).ok()? },
        _ if block % size == 0 => Turn::Blocks { block: block / size, unit: size, backwards },
        _ => return None,
    })
}

/// The value of `address` with the phase in blocks of `block` elements, of an element or of a member of one.
fn phased(address: Address, block: u64) -> Option<Node> {
    use upc_sema::types::PtsRepr;
    let repr = PtsRepr::Phased { block: Some(block) };
    match address {
        Address::Member { base, .. } | Address::Element { base, block: 0, .. } => phased(*base, block),
        Address::Element { block: b, .. } if b == block => Some(super::pointer::pointer(address, repr)),
        Address::Pointer { repr: PtsRepr::Phased { block: Some(b) }, .. } if b == block => {
            Some(super::pointer::pointer(address, repr))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(coefficient: i64, block: Option<u64>, step: i64) -> Option<Turn> {
        turn(&Moving { coefficient, block }, step)
    }

    #[test]
    fn numbers_go_round_the_threads() {
        assert_eq!(of(1, None, 1), Some(Turn::Blocks { block: 1, unit: 1, backwards: false }));
        assert_eq!(of(-1, None, 1), Some(Turn::Blocks { block: 1, unit: 1, backwards: true }));
        assert_eq!(of(1, None, -2), Some(Turn::Cycle { threads: -2 }));
        assert_eq!(of(0, None, 1), Some(Turn::Same));
    }

    #[test]
    fn elements_go_block_by_block() {
        assert_eq!(of(1, Some(4), 1), Some(Turn::Blocks { block: 4, unit: 1, backwards: false }));
        assert_eq!(of(2, Some(4), -1), Some(Turn::Blocks { block: 2, unit: 2, backwards: true }));
        assert_eq!(of(4, Some(4), 1), Some(Turn::Blocks { block: 1, unit: 1, backwards: false }));
        assert_eq!(of(3, Some(4), 4), Some(Turn::Cycle { threads: 3 }));
        assert_eq!(of(3, Some(4), 1), None);
        assert_eq!(of(5, Some(0), 1), Some(Turn::Same));
    }
}
