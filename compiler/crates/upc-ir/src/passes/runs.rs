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

use upc_syntax::ast::{ExprId, StmtKind};

use super::elements::replace_elements;
use super::iterations::phased;
use super::Context;
use crate::facts::{Counter, Effects, Repeated};
use crate::ir::{Address, Apart, Form, Ir, Loop, Node, RunRow, Runs, Start, Stream};
use crate::lower::thin;
use crate::remarks::subject;
use crate::visit::{part_at, walk_mut};
use crate::Facts;

/// A body with more text is written once.
pub const MAX_TEXT: u32 = 2048;
/// Blocks that are left after fewer iterations are not looked for.
pub const MIN_ITERATIONS: u64 = 8;
/// The most elements that a loop moves by.
const MAX_ELEMS: u64 = 1 << 16;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let mut number = ir.next_number;
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Loop(l) = n {
            in_runs(l, cx, &mut number);
        }
    });
    ir.next_number = number;
}

/// The loop whose second body is being made.
struct Finder<'x> {
    facts: &'x Facts<'x>,
    /// The last number given.
    last: &'x mut u32,
    number: u32,
    counter: Counter,
    effects: Effects,
    /// What each iteration subscripts, as it is written.
    certain: Vec<&'x str>,
    /// Pointers may be kept where it is tested that no store changes them.
    tested: bool,
    rows: Vec<Row<'x>>,
    /// The elements that streams lead to, each with its row and distance.
    found: Vec<(ExprId, usize, i64)>,
}

struct Row<'x> {
    /// The first element that was met.
    element: Element<'x>,
    found: RunRow,
}

/// An element that goes along a block.
struct Element<'x> {
    /// What is subscripted, as it is written, and the subscript; by how many elements 1 more of it moves.
    pointer: &'x str,
    index: ExprId,
    of_index: i64,
    /// Elements in a block, 0 if indefinite; by how many of them an iteration moves; their size.
    block: u64,
    elems: i64,
    elem_size: i64,
}

/// Gives the loop the body with runs, if it has elements that go along blocks.
fn in_runs(l: &mut Loop, cx: &Context, last: &mut u32) {
    let facts = cx.facts;
    let span = l.body;
    let Some(body) = l.source.part(span).filter(|b| !b.is_copy() && l.rows.is_none()) else { return };
    if facts.follows_pragma(l.source.span) {
        return;
    }
    let Some(counter) = counter_of(l, facts) else { return };
    let mut copy = body.clone();
    let effects = facts.effects(&mut copy, span);
    let certain = certain_pointers(&mut copy, facts);
    *last += 1;
    let mut finder = Finder {
        facts,
        number: *last,
        last,
        counter,
        effects,
        certain,
        tested: true,
        rows: Vec::new(),
        found: Vec::new(),
    };
    let mut near = copy.clone();
    finder.replace(&mut near);
    let mut apart = finder.apart();
    if apart.is_none() {
        (finder.tested, near) = (false, copy);
        finder.rows.clear();
        finder.replace(&mut near);
        apart = Some(Vec::new());
    }
    if finder.rows.is_empty() {
        return;
    }
    let Finder { number, counter, rows, found, .. } = finder;
    let Some(advance) = step_of(l, facts) else { return };
    cx.remarks.done(l.source.span, || {
        let found = subject(facts, found.iter().map(|f| facts.span(f.0)));
        format!("{found} found by adding bytes, as long as the loop stays in a block")
    });
    let limit = facts.span(counter.limit.value);
    let limit =
        l.cond.and_then(|c| l.source.part(c)).and_then(|c| part_at(c, limit)).cloned().unwrap_or(Node::copy(limit));
    let Some(hole) = l.source.holes.iter_mut().find(|h| h.span == span) else { return };
    let general = std::mem::replace(&mut hole.node, Node::empty());
    hole.node = Node::Runs(Box::new(Runs {
        number,
        variable: counter.name,
        kind: counter.kind,
        down: counter.down,
        step: counter.step,
        limit,
        compared: counter.limit.compared,
        inclusive: counter.limit.inclusive,
        rows: rows.into_iter().map(|r| r.found).collect(),
        apart: apart.unwrap_or_default(),
        advance,
        near,
        general,
    }));
    l.runs = Some(number);
}

/// The counter of the loop, if its body may be written twice and its iterations can be counted.
fn counter_of(l: &Loop, facts: &Facts) -> Option<Counter> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { ref init, cond, step, body } = facts.ast.stmts[s].kind else { return None };
    let span = facts.ast.stmts[body].span;
    let innermost = span.end - span.start <= MAX_TEXT && !facts.stmts_in(span).any(|s| is_loop(&s.kind));
    let counter = innermost.then(|| facts.counter_of(init, cond?, step?, body))??;
    let fits = facts.is_invariant(counter.limit.value, &counter.variable) && facts.is_repeatable(span);
    fits.then_some(counter)
}

/// What the elements that each iteration accesses are subscripts of.
fn certain_pointers<'x>(body: &mut Node, facts: &Facts<'x>) -> Vec<&'x str> {
    let elements = facts.certain_elements(body);
    let pointers = elements.into_iter().filter_map(|e| facts.pointer_and_index(e));
    pointers.map(|(pointer, _)| facts.span(facts.bare(pointer)).slice(facts.text)).collect()
}

/// The third clause.
fn step_of(l: &Loop, facts: &Facts) -> Option<Node> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { step, .. } = facts.ast.stmts[s].kind else { return None };
    let span = facts.span(step?);
    Some(l.source.part(span).cloned().unwrap_or_else(|| Node::copy(span)))
}

impl<'x> Finder<'x> {
    fn replace(&mut self, body: &mut Node) {
        replace_elements(body, &mut |e, address| match self.stream(e, address) {
            Some(stream) => {
                *address = Address::Stream(stream);
                true
            }
            None => false,
        });
    }

    /// The stream of the element `e` at `address`, which may be a new one.
    fn stream(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let element = self.element(e)?;
        let bytes = element.elems.checked_mul(element.elem_size)?;
        *self.last += 1;
        let stream = Stream { version: self.number, number: *self.last, bytes };
        let (at, far) = match self.row_of(&element) {
            Some(known) => known,
            None => {
                let row = new_row(address, element, stream)?;
                self.rows.push(row);
                (self.rows.len() - 1, 0)
            }
        };
        self.found.push((e, at, far));
        Some(self.rows[at].at(far, stream))
    }

    /// What must be apart so that pointers which are read where a run starts stay as they are in it; `None` where it is
    /// not known how to test that.
    fn apart(&mut self) -> Option<Vec<Apart>> {
        let mut kept = Vec::new();
        for row in &mut self.rows {
            walk_mut(row.found.start.node_mut(), &mut |n: &mut Node| {
                if let Node::Load(place) = n {
                    kept.push((place.ty.ty, place.address.clone()));
                }
            });
        }
        let mut apart = Vec::new();
        for (ty, address) in kept {
            for lvalue in self.effects.keep(self.facts, ty, true)? {
                let element = self.facts.record(lvalue);
                let &(_, row, far) = self.found.iter().find(|f| f.0 == element)?;
                let size = self.facts.types.fixed_size(ty)?;
                apart.push(Apart { kept: thin(address.clone()), size, row, far });
            }
        }
        Some(apart)
    }

    /// How the element `e` moves; `None` where it does not go along a block.
    fn element(&self, e: ExprId) -> Option<Element<'x>> {
        let (facts, counter) = (self.facts, &self.counter);
        let (pointer, index) = facts.pointer_and_index(e)?;
        let stride = facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let step = i64::try_from(counter.step).ok()?;
        let of_index = i64::try_from(stride.elems).ok()?;
        let elems = facts
            .coefficient(index, &counter.variable, true)?
            .checked_mul(if counter.down { -step } else { step })?
            .checked_mul(of_index)
            .filter(|n| *n != 0 && n.unsigned_abs() <= MAX_ELEMS)?;
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let effects = self.certain.contains(&text).then_some(&self.effects);
        let loop_ = Repeated { counter: &counter.variable, effects, tested: self.tested };
        let stays = facts.is_fixed_pointer(pointer, loop_) && facts.is_known_outside(index, counter.variable.body);
        let (block, elem_size, pointer) = (stride.block, i64::try_from(stride.elem_size).ok()?, text);
        let fits = stays && !stride.threads && block != 1 && lasts(block, elems, 0);
        fits.then_some(Element { pointer, index, of_index, block, elems, elem_size })
    }

    /// The row that the element is in, and how far from its first stream.
    fn row_of(&self, element: &Element) -> Option<(usize, i64)> {
        self.rows.iter().enumerate().find_map(|(at, row)| {
            let alike = row.element.pointer == element.pointer;
            let far = alike.then(|| self.facts.distance(element.index, row.element.index))??;
            let far = far.checked_mul(element.of_index)?;
            let (low, high) = row.found.reaches(far);
            let fits = low.max(high) <= MAX_ELEMS && lasts(element.block, element.elems, low + high);
            fits.then_some((at, far))
        })
    }
}

/// The place of the element is found as any other, before the run.
fn new_row<'x>(address: &Address, element: Element<'x>, stream: Stream) -> Option<Row<'x>> {
    let start = match element.block {
        0 => Start::Thin(thin(address.clone())),
        block => Start::Phased(phased(address.clone(), block)?),
    };
    let Element { block, elems, elem_size, .. } = element;
    Some(Row { element, found: RunRow { stream, start, block, elems, elem_size, others: Vec::new(), copied: None } })
}

impl Row<'_> {
    /// The stream at the distance `far`, which is `fresh` if there is none yet.
    fn at(&mut self, far: i64, fresh: Stream) -> Stream {
        let RunRow { stream, others, .. } = &mut self.found;
        let known = if far == 0 { Some(*stream) } else { others.iter().find(|o| o.0 == far).map(|o| o.1) };
        known.unwrap_or_else(|| {
            others.push((far, fresh));
            fresh
        })
    }
}

/// Whether elements that reach over `reach` others stay in a block of `block` (0: indefinite) for a number of iterations that move by `elems`.
fn lasts(block: u64, elems: i64, reach: u64) -> bool {
    block == 0 || block > reach && (block - reach) / elems.unsigned_abs() >= MIN_ITERATIONS
}

pub fn is_loop(s: &StmtKind) -> bool {
    use StmtKind::{DoWhile, For, UpcForall, While};
    matches!(s, While { .. } | DoWhile { .. } | For { .. } | UpcForall { .. })
}
