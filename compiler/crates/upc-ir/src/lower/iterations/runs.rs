//! Loops along elements that lie one after the other in one thread's memory (loop versioning): `for (j = 1; j < n; j++)` with `a[i][j - 1]`
//! of an array whose rows are parts of blocks, `p[j]` of a pointer to indefinitely blocked data.
//!
//! An element moves by a constant number of elements from one iteration to the next. In a run of iterations that stay in its block it lies on
//! the same thread and moves by a constant number of bytes. So the body is written twice. Where a run begins that is worth it, the place of
//! each element is looked up, and it is counted how many iterations stay in all their blocks: these execute the one body, which finds its
//! elements by adding bytes. All others, and those with elements that are not mapped here, execute the other. What is proved here:
//! - what the loop compares its counter with does not change, so that the iterations can be counted;
//! - where an element is depends on the counter and on nothing else that the body changes;
//! - the body may be written twice. It has no loop in it: of nested loops the innermost one is so treated.
//!
//! Whether the elements are in one block is not proved but tested: a subscript beyond its row leads where it always did.

mod text;

use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, ForInit, StmtId, StmtKind, UnaryOp};

use super::clauses::{Counter, Variable};
use crate::ir::{Node, Start, Stream};
use crate::lower::Lower;

/// A body with more text is written once.
const MAX_TEXT: u32 = 2048;
/// Blocks that are left after fewer iterations are not looked for.
const MIN_ITERATIONS: u64 = 8;
/// The most elements that a loop moves by.
const MAX_ELEMS: u64 = 1 << 16;

/// The loop whose second body is being lowered.
pub(in crate::lower) struct Runs<'a> {
    number: u32,
    counter: Counter,
    rows: Vec<Row<'a>>,
}

/// Elements of one array or pointer, at constant distances from each other.
struct Row<'a> {
    /// The first that was met.
    element: Element<'a>,
    stream: Stream,
    start: Start,
    /// The other elements, each with its distance in elements.
    others: Vec<(i64, Stream)>,
}

/// An element that goes along a block.
struct Element<'a> {
    /// What is subscripted, as it is written, and the subscript; by how many elements 1 more of it moves.
    pointer: &'a str,
    index: ExprId,
    of_index: i64,
    /// Elements in a block, 0 if indefinite; by how many of them an iteration moves; their size.
    block: u64,
    elems: i64,
    elem_size: i64,
}

impl<'a> Lower<'a> {
    /// The body of `for (clauses) body`, which is `general` where each element is found by itself; and what is declared before the loop.
    pub(super) fn in_runs(
        &mut self,
        (init, cond, step): (&'a ForInit, Option<ExprId>, Option<ExprId>),
        body: StmtId,
        general: Node,
    ) -> (Option<Node>, Node) {
        let known = self.runs_of(init, cond, step, body).filter(|_| !general.is_copy());
        let Some(runs) = known else { return (None, general) };
        self.runs = Some(runs);
        let (_, near) = self.child(body);
        match (self.runs.take(), step) {
            (Some(runs), Some(step)) if !runs.rows.is_empty() => {
                let declared = runs.declarations();
                (Some(declared), self.body_in_runs(runs, step, near, general))
            }
            _ => (None, general),
        }
    }

    /// The loop, if its body may be written twice and its iterations can be counted.
    fn runs_of(
        &mut self,
        init: &'a ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Option<Runs<'a>> {
        if self.options.checks || self.instrumented.is_some() || self.runs.is_some() {
            return None; // the first two ask for the address of each access
        }
        let span = self.ast.stmts[body].span;
        let innermost = span.end - span.start <= MAX_TEXT && !self.stmts_in(span).any(|s| is_loop(&s.kind));
        let counter = innermost.then(|| self.counter_of(init, cond?, step?, body))??;
        let fits = self.is_invariant(counter.limit.value, &counter.variable) && self.is_repeatable(span);
        fits.then(|| Runs { number: self.fresh(), counter, rows: Vec::new() })
    }

    /// The stream of the element `e` in the loop at hand, which may be a new one.
    pub(super) fn run_stream(&mut self, e: ExprId) -> Option<Stream> {
        let element = self.run_element(e)?;
        let bytes = element.elems.checked_mul(element.elem_size)?;
        let stream = Stream { version: self.runs.as_ref()?.number, number: self.fresh(), bytes };
        match self.row_of(&element) {
            Some((at, far)) => self.runs.as_mut().map(|runs| runs.rows[at].at(far, stream)),
            None => {
                let row = self.new_row(e, element, stream)?;
                self.runs.as_mut()?.rows.push(row);
                Some(stream)
            }
        }
    }

    /// How the element `e` moves; `None` where it does not go along a block.
    fn run_element(&self, e: ExprId) -> Option<Element<'a>> {
        let counter = &self.runs.as_ref()?.counter;
        let (pointer, index) = self.pointer_and_index(e)?;
        let stride = self.stride(self.pointee(pointer).filter(|p| self.types.pts_repr(*p).is_some())?);
        let step = i64::try_from(counter.step).ok()?;
        let of_index = i64::try_from(stride.elems).ok()?;
        let elems = self
            .coefficient(index, &counter.variable, true)?
            .checked_mul(if counter.down { -step } else { step })?
            .checked_mul(of_index)
            .filter(|n| *n != 0 && n.unsigned_abs() <= MAX_ELEMS)?;
        let stays =
            self.is_fixed_pointer(pointer, &counter.variable) && self.is_known_outside(index, counter.variable.body);
        let (block, elem_size) = (stride.block, i64::try_from(stride.elem_size).ok()?);
        let text = self.span(self.bare(pointer)).slice(self.text);
        (stays && !stride.threads && block != 1 && lasts(block, elems, 0)).then_some(Element {
            pointer: text,
            index,
            of_index,
            block,
            elems,
            elem_size,
        })
    }

    /// The row that the element is in, and how far from its first stream.
    fn row_of(&self, element: &Element) -> Option<(usize, i64)> {
        self.runs.as_ref()?.rows.iter().enumerate().find_map(|(at, row)| {
            let alike = row.element.pointer == element.pointer;
            let far = alike.then(|| self.distance(element.index, row.element.index))??;
            let far = far.checked_mul(element.of_index)?;
            let (low, high) = row.reaches(far)?;
            lasts(element.block, element.elems, low + high).then_some((at, far))
        })
    }

    /// The place of `e` is found as any other, before the run.
    fn new_row(&mut self, e: ExprId, element: Element<'a>, stream: Stream) -> Option<Row<'a>> {
        let runs = self.runs.take();
        let address = self.place(e).address;
        self.runs = runs;
        let start = match element.block {
            0 => Start::Thin(crate::lower::pointer::thin(address)),
            block => Start::Phased(super::phased(address, block)?),
        };
        Some(Row { element, stream, start, others: Vec::new() })
    }

    /// Whether the pointer-to-shared, or array, is the same in each iteration, and evaluating it does nothing else.
    fn is_fixed_pointer(&self, e: ExprId, c: &Variable) -> bool {
        if self.is_shared_lvalue(e) && self.is_array(e) {
            return self.is_fixed_place(e, c);
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.is_fixed_pointer(x, c),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => {
                self.is_shared_lvalue(operand) && self.is_fixed_place(operand, c)
            }
            ExprKind::Cast { operand, .. } if self.repr(operand).is_some() => self.is_fixed_pointer(operand, c),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, right } if self.repr(e).is_some() => {
                let (pointer, index) = if self.repr(left).is_some() { (left, right) } else { (right, left) };
                self.is_fixed_pointer(pointer, c) && self.is_fixed_number(index, c)
            }
            _ => self.is_fixed_number(e, c),
        }
    }

    /// The same of where a shared lvalue is.
    fn is_fixed_place(&self, e: ExprId, c: &Variable) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.is_known_outside(e, c.body),
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => self.is_fixed_place(x, c),
            ExprKind::Member { base: x, .. } | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => {
                self.repr(x).is_some() && self.is_fixed_pointer(x, c)
            }
            ExprKind::Index { .. } => self
                .pointer_and_index(e)
                .is_some_and(|(pointer, index)| self.is_fixed_pointer(pointer, c) && self.is_fixed_number(index, c)),
            _ => false,
        }
    }

    fn is_fixed_number(&self, e: ExprId, c: &Variable) -> bool {
        self.is_invariant(e, c) && self.is_known_outside(e, c.body)
    }
}

impl Row<'_> {
    /// How many elements before the first stream's and behind it are the least and the greatest, with one at the distance `far`.
    fn reaches(&self, far: i64) -> Option<(u64, u64)> {
        let all = || self.others.iter().map(|o| o.0).chain([0, far]);
        let (low, high) = (all().min()?.unsigned_abs(), all().max()?.unsigned_abs());
        (low.max(high) <= MAX_ELEMS).then_some((low, high))
    }

    /// The stream at the distance `far`, which is `fresh` if there is none yet.
    fn at(&mut self, far: i64, fresh: Stream) -> Stream {
        let known = if far == 0 { Some(self.stream) } else { self.others.iter().find(|o| o.0 == far).map(|o| o.1) };
        known.unwrap_or_else(|| {
            self.others.push((far, fresh));
            fresh
        })
    }
}

/// Whether elements that reach over `reach` others stay in a block of `block` (0: indefinite) for a number of iterations that move by `elems`.
fn lasts(block: u64, elems: i64, reach: u64) -> bool {
    block == 0 || block > reach && (block - reach) / elems.unsigned_abs() >= MIN_ITERATIONS
}

fn is_loop(s: &StmtKind) -> bool {
    use StmtKind::{DoWhile, For, UpcForall, While};
    matches!(s, While { .. } | DoWhile { .. } | For { .. } | UpcForall { .. })
}
