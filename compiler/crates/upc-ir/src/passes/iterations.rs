// SPDX-License-Identifier: Apache-2.0
//! If the affinity of a upc_forall moves by a constant from one iteration to the next, a thread
//! goes from each own iteration to its next one, without tests of those in between (UPC 6.6.2).
//!
//! The loop has the form `for (...; i < e; i += s)` (also `<=`, `>`, `>=`, downwards), in which
//! - `i` is an integer variable of the function. Its address is not taken, and only the third
//!   clause changes it in the loop;
//! - `e` reads private memory and has no side effect. Nothing that could change it runs between two
//!   own iterations. So if the condition holds after the iterations between them, it held before
//!   each: `i` moves in one direction and does not wrap. For a signed `i` wrapping is undefined; an
//!   unsigned one moves by 1 towards a limit of its own width;
//! - the affinity, as a number or as the address of an element, is a constant multiple of `i` plus
//!   terms that the loop does not change; or it is the quotient of a non-negative `i` and terms
//!   that the loop does not change (`facts/quotient.rs`).
//!
//! The step may be a variable, as in `j += i`, if the loop changes neither it nor its limit and `i`
//! is signed. Such loops, and loops whose steps do not divide the blocks, ask the runtime for their
//! runs of own iterations. The runtime checks the step: if it is not positive, the loop tests each
//! iteration.
//!
//! All other loops test each iteration.
//!
//! Loops that are never executed in the extent of a controlling one (`facts/outermost.rs`) have no
//! code for that.

use upc_syntax::ast::{ExprId, ForInit, StmtId, StmtKind};

use super::Context;
use crate::abi::Entry;
use crate::facts::{Counter, Moving, Quotient};
use crate::ir::{Address, Forall, Ir, Iterations, Node, Origin, Own, Strides, Turn};
use crate::lower::{phased, thin};
use crate::visit::{part_or_text, walk_mut};
use crate::Facts;

/// The largest product of block size and step. Multiplied by THREADS it fits into 63 bits.
const MAX_STRIDE: u64 = 1 << 38;
/// The start of a loop takes some ten instructions longer by calls.
const MANY_ITERATIONS: u64 = 1024;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.checks {
        return; // the checks compare the affinities of all threads in each iteration
    }
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Forall(f) = n {
            f.outermost = cx.facts.is_outermost(f.stmt);
            let plain = |own: &Own| own.strides.is_none() || cx.options.threads != Some(1);
            if let Some(own) = own_iterations(f, cx.facts).filter(plain) {
                let at = cx.facts.stmt_node(f.stmt).span;
                cx.remarks.done(at, || {
                    "each thread goes from one of its own iterations to the next".into()
                });
                f.iterations = Iterations::Own(Box::new(own));
            }
        }
    });
}

/// A upc_forall whose affinity moves by a constant from one iteration to the next.
pub struct Regular {
    pub counter: Counter,
    pub moving: Moving,
    pub turn: Turn,
    pub affinity: ExprId,
    quotient: Option<Quotient>,
    /// The step of the counter, if it is known only when the loop runs; `None` for 1.
    by: Option<ExprId>,
}

/// The loop at `s`, if it has the form described at the head of this file.
pub fn regular(facts: &Facts, s: StmtId) -> Option<Regular> {
    constant(facts, s).or_else(|| strided(facts, s))
}

fn constant(facts: &Facts, s: StmtId) -> Option<Regular> {
    let (init, cond, step, affinity, body) = clauses(facts, s)?;
    let counter = facts.counter_of(init, cond, step, body)?;
    let quotient = facts.quotient_of(affinity, &counter);
    let moving = match quotient {
        Some(Quotient { block, .. }) => Moving { coefficient: 1, block },
        None => facts.affinity_of(affinity, &counter.variable)?,
    };
    let turn = match quotient {
        Some(Quotient { block: None, .. }) => (counter.step == 1).then_some(Turn::Slices)?,
        _ => {
            turn(&moving, if counter.down { -(counter.step as i64) } else { counter.step as i64 })?
        }
    };
    let fits = match turn {
        Turn::Blocks { block, .. } => {
            block.checked_mul(counter.step).is_some_and(|n| n <= MAX_STRIDE)
        }
        _ => true,
    };
    fits.then_some(Regular { counter, moving, turn, affinity, quotient, by: None })
}

fn strided(facts: &Facts, s: StmtId) -> Option<Regular> {
    let (init, cond, step, affinity, body) = clauses(facts, s)?;
    let (counter, by) = facts.strider_of(init, cond, step, body)?;
    let moving = facts.affinity_of(affinity, &counter.variable)?;
    let elems = if counter.down { moving.coefficient.checked_neg()? } else { moving.coefficient };
    let turn = match moving.block {
        Some(0) => Turn::Strides { block: 1, elems: 0 },
        block => Turn::Strides { block: block.unwrap_or(1), elems },
    };
    Some(Regular { counter, moving, turn, affinity, quotient: None, by })
}

fn clauses<'a>(
    facts: &Facts<'a>,
    s: StmtId,
) -> Option<(&'a ForInit, ExprId, ExprId, ExprId, StmtId)> {
    match &facts.ast.stmts[s].kind {
        StmtKind::UpcForall {
            init,
            cond,
            step,
            affinity: upc_syntax::ast::Affinity::Expr(a),
            body,
        } => Some((init, (*cond)?, (*step)?, *a, *body)),
        _ => None,
    }
}

fn own_iterations(f: &Forall, facts: &Facts) -> Option<Own> {
    let (_, cond, step, ..) = clauses(facts, f.stmt)?;
    let regular = regular(facts, f.stmt)?;
    let origin = origin(f, facts, &regular)?;
    let strides = strides(f, facts, &regular);
    let Regular { counter, turn, .. } = regular;
    let long = is_long(f, facts, &counter);
    let splits =
        |at: u32| f.clauses.generated().iter().any(|h| h.span.start < at && at < h.span.end);
    if splits(counter.init_end) {
        return None;
    }
    Some(Own {
        variable: facts.names.name(counter.name).to_string(),
        kind: counter.kind,
        down: counter.down,
        step: counter.step,
        declared: counter.declared,
        init_end: counter.init_end,
        cond: facts.span(cond),
        advance: facts.span(step),
        turn,
        origin,
        strides: strides.map(Box::new),
        long,
        local: None,
    })
}

fn is_long(f: &Forall, facts: &Facts, counter: &Counter) -> bool {
    let StmtKind::UpcForall { body, .. } = facts.ast.stmts[f.stmt].kind else { return false };
    let has_loops = facts.has_loop(facts.ast.stmts[body].span);
    has_loops || counter.iterations.is_some_and(|n| n >= MANY_ITERATIONS)
}

fn strides(f: &Forall, facts: &Facts, regular: &Regular) -> Option<Strides> {
    let Regular { counter, turn: Turn::Strides { .. }, by, .. } = regular else { return None };
    let Iterations::Tested(mine) = &f.iterations else { return None };
    let text = |e: ExprId| part_or_text(&f.clauses, facts.span(e));
    Some(Strides {
        step: by.map_or(Node::text("1"), text),
        limit: text(counter.limit.value),
        compared: counter.limit.compared,
        inclusive: counter.limit.inclusive,
        mine: mine.clone(),
    })
}

/// The affinity in the first iteration.
fn origin(f: &Forall, facts: &Facts, regular: &Regular) -> Option<Origin> {
    let &Regular { affinity, moving, turn, quotient, .. } = regular;
    let Iterations::Tested(Node::Call { entry, args }) = &f.iterations else { return None };
    let [Node::Paren(tested)] = args.as_slice() else { return None };
    let tested = (**tested).clone();
    if let Some(Quotient { of_threads, divisor, block }) = quotient {
        let Node::Source(source) = &tested else { return None };
        let divisor = part_or_text(source, facts.span(divisor));
        return Some(block.map_or(Origin::Quotient { of_threads, divisor }, Origin::Block));
    }
    if *entry != Entry::MineP {
        return Some(Origin::Integer { value: tested, unsigned: facts.is_unsigned_long(affinity) });
    }
    let address = match tested {
        Node::Thin(address) => *address,
        value => Address::Pointer { value: Box::new(value), repr: facts.converted_repr(affinity)? },
    };
    match turn {
        Turn::Blocks { block: 2.., .. } | Turn::Strides { block: 2.., .. } => {
            phased(address, moving.block?).map(Origin::Phased)
        }
        _ => Some(Origin::Thin(thin(address))),
    }
}

/// The rule of the thread's own iterations if each iteration moves the affinity by `step` times
/// `moving.coefficient` elements; `None`: no simple rule.
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
