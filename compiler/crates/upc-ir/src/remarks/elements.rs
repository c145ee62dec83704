// SPDX-License-Identifier: Apache-2.0
//! Why an element that a loop accesses is not found by adding bytes, in the programmer's words.

use upc_sema::types::PtsRepr;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::Obstacle;
use crate::facts::{Counter, Repeated, Variable};
use crate::ir::{Node, Turn};
use crate::passes::iterations::Regular;
use crate::passes::runs::{is_short, MIN_ITERATIONS};
use crate::Facts;

const COPY: &str = "copy it to a private variable around the loop";

impl Facts<'_> {
    /// In a loop that counts (`passes/runs/`), with the body `node`. `computed`: products find the
    /// element.
    pub(super) fn run_obstacle(
        &self,
        e: ExprId,
        c: &Counter,
        node: &mut Node,
        computed: bool,
    ) -> Obstacle {
        let Some((pointer, index)) = self.pointer_and_index(e) else {
            return self.pointer_obstacle(e, &c.variable);
        };
        if let Some(o) = self.subscript_obstacle(pointer, index, &c.variable, node) {
            return o;
        }
        let shown = self.shown(pointer);
        let Some(pointee) = self.pointee(pointer) else {
            return Obstacle::new("its place is not known before the loop");
        };
        let stride = self.stride(pointee);
        if stride.threads {
            return Obstacle::new(format!(
                "an iteration moves in {shown} by a number of elements that has THREADS in it"
            ));
        }
        let moved = self.coefficient(index, &c.variable, true).unwrap_or(0).unsigned_abs();
        let moved = moved.saturating_mul(c.step).saturating_mul(stride.elems).max(1);
        let is_blocked = stride.block > 0 && is_short(c);
        let obstacle = if computed && is_blocked && self.is_in_whole_row(pointer, stride.block) {
            Some(Obstacle::new(format!(
                "constants do not keep the subscript {} in its row, or the start of the row would \
                 be found once; give the variables in it constant limits",
                self.shown(index)
            )))
        } else {
            block_obstacle(&shown, stride.block, moved, c)
        };
        obstacle.unwrap_or_else(|| self.fixed_obstacle(pointer, &c.variable, node))
    }

    /// Whether `pointer` is a row of an array, and blocks of `block` elements contain whole rows.
    fn is_in_whole_row(&self, pointer: ExprId, block: u64) -> bool {
        let row = self.pointer_and_index(self.bare(pointer)).filter(|_| self.is_array(pointer));
        let length = row.and_then(|(array, _)| Some(self.stride(self.pointee(array)?).elems));
        length.is_some_and(|n| n > 1 && block % n == 0)
    }

    /// Why the subscript of `pointer` does not move by a constant other than 0.
    fn subscript_obstacle(
        &self,
        pointer: ExprId,
        index: ExprId,
        c: &Variable,
        node: &mut Node,
    ) -> Option<Obstacle> {
        let (shown, counter) = (self.shown(index), self.names.name(self.unit.decls[c.decl].name));
        match self.coefficient(index, c, true) {
            Some(_) if !self.is_known_outside(index, c.body) => {
                let why = format!(
                    "has a variable that the body declares; write it as a sum with \
                        '{counter}', if it is one"
                );
                Some(Obstacle::new(format!("the subscript {shown} {why}")))
            }
            Some(0) if !self.writes().mentions_in(c.decl, self.span(pointer)).is_empty() => {
                let how = format!(
                    "exchange loops, so that the innermost one moves the last subscript, {shown}"
                );
                let row = self.shown(pointer);
                Some(Obstacle::new(format!("each iteration meets another row, {row}; {how}")))
            }
            Some(0)
                if !self.is_fixed_pointer(
                    pointer,
                    Repeated { counter: c, effects: None, tested: false },
                ) =>
            {
                Some(self.fixed_obstacle(pointer, c, node))
            }
            Some(0) => {
                let still = "so that the element stays the same";
                let why = format!(
                    "the subscript {shown} does not move with '{counter}', {still}; {COPY}"
                );
                Some(Obstacle::new(why))
            }
            None if matches!(self.expr_node(self.bare(index)).kind, ExprKind::Ident(_)) => {
                self.varying_obstacle(index, c, "the subscript ")
            }
            None => {
                let sum = format!(
                    "is no sum of a constant multiple of '{counter}' and of what the loop \
                        does not change"
                );
                Some(Obstacle::new(format!("the subscript {shown} {sum}")))
            }
            Some(_) => None,
        }
    }

    /// Why the pointer or array that is subscripted may not be the same in each iteration.
    fn fixed_obstacle(&self, pointer: ExprId, c: &Variable, node: &mut Node) -> Obstacle {
        let load = "load it into a local pointer before the loop if it stays the same";
        let fixed = Repeated { counter: c, effects: None, tested: false };
        if self.is_fixed_pointer(pointer, fixed) {
            return Obstacle::new("its place is not known before the loop");
        }
        let e = self.bare(pointer);
        let shown = self.shown(e);
        let named =
            matches!(self.expr_node(e).kind, ExprKind::Ident(_)) && !self.is_shared_lvalue(e);
        if let Some(o) = named.then(|| self.varying_obstacle(e, c, "the pointer ")).flatten() {
            return o;
        }
        if self.is_array(e) {
            return Obstacle::new(format!("the row {shown} may be another one in each iteration"));
        }
        if self.is_shared_lvalue(e) && self.is_strict(e) {
            return Obstacle::new(format!(
                "the pointer {shown} is strict, so that each iteration reads it; {load}"
            ));
        }
        match self.order_obstacle(node, c.body) {
            Some(o) => Obstacle {
                text: format!(
                    "the pointer {shown} is read in each iteration, as {}; {load}",
                    o.text
                ),
                note: o.note,
            },
            None => Obstacle::new(format!(
                "the pointer {shown} may be another one in each iteration; {load}"
            )),
        }
    }

    /// Why the referent of a pointer, without a subscript, is looked up each time.
    pub(super) fn pointer_obstacle(&self, e: ExprId, c: &Variable) -> Obstacle {
        self.place_obstacle(e, c.body)
    }

    /// The same in a loop with this body, which may not count.
    pub(super) fn place_obstacle(&self, e: ExprId, body: Span) -> Obstacle {
        match self.dereferenced(e) {
            Some(pointer) => self.walk_obstacle(pointer, body),
            None => Obstacle::new(format!("it is the same object each time; {COPY}")),
        }
    }

    /// Why the segment of the pointer is not looked up once for a loop that moves it
    /// (`passes/walks/`).
    fn walk_obstacle(&self, pointer: ExprId, body: Span) -> Obstacle {
        let shown = self.shown(pointer);
        let Some(decl) = self.moved_variable(pointer) else {
            return Obstacle::new(format!(
                "the pointer {shown} is no variable; load it into a local one before the loop"
            ));
        };
        let name = self.names.name(self.unit.decls[decl].name);
        if !matches!(self.repr(pointer), Some(PtsRepr::Thin { block: 0 })) {
            let why = "leads to data in blocks, which another thread may have after each step";
            return Obstacle::new(format!(
                "'{name}' {why}; use a pointer to 'shared []' data where they are one thread's"
            ));
        }
        if !self.is_own_variable(decl) {
            return Obstacle::new(format!(
                "the pointer '{name}' is no local variable; copy it to one before the loop"
            ));
        }
        if self.writes().is_addressed(decl) {
            return Obstacle::new(format!(
                "the address of the pointer '{name}' is taken; move a copy of it"
            ));
        }
        if !self.writes().is_written_in(decl, body) {
            return Obstacle::new(format!("'{name}' leads to the same object each time; {COPY}"));
        }
        Obstacle::new(format!(
            "the loop assigns the pointer '{name}', so that it may lead to \
            another thread each time"
        ))
    }

    fn dereferenced(&self, e: ExprId) -> Option<ExprId> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.dereferenced(x)
            }
            ExprKind::Member { base: x, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => Some(x),
            ExprKind::Index { .. } => self.pointer_and_index(e).map(|p| p.0),
            _ => None,
        }
    }

    /// The variable of `p`, `p++` and the like.
    fn moved_variable(&self, e: ExprId) -> Option<DeclId> {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.unit.ident.get(&e).copied(),
            ExprKind::Paren(x)
            | ExprKind::PostInc(x)
            | ExprKind::PostDec(x)
            | ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, operand: x } => {
                self.moved_variable(x)
            }
            _ => None,
        }
    }

    /// In own iterations (`passes/streams/`).
    pub(super) fn stream_obstacle(&self, e: ExprId, r: &Regular, node: &mut Node) -> Obstacle {
        let c = &r.counter;
        let affinity = self.shown(r.affinity);
        let Some((pointer, index)) = self.pointer_and_index(e) else {
            return self.pointer_obstacle(e, &c.variable);
        };
        if let Some(o) = self.subscript_obstacle(pointer, index, &c.variable, node) {
            return o;
        }
        let Some(pointee) = self.pointee(pointer) else {
            return Obstacle::new("its place is not known before the loop");
        };
        let (stride, block) = (self.stride(pointee), r.moving.block.unwrap_or(1));
        let shown = self.shown(pointer);
        if stride.block != block {
            let blocks = format!(
                "{shown} has blocks of {} elements, and the affinity {affinity} goes by blocks of \
                 {block}",
                stride.block
            );
            return Obstacle::new(format!("{blocks}; divide both in the same way"));
        }
        if !self.stays(pointer, index, &c.variable) {
            return self.fixed_obstacle(pointer, &c.variable, node);
        }
        let moves = self
            .coefficient(index, &c.variable, true)
            .and_then(|n| n.checked_mul(i64::try_from(stride.elems).ok()?));
        if stride.threads || moves != Some(r.moving.coefficient) {
            return Obstacle::new(format!(
                "the subscript {} moves otherwise than the affinity {affinity}",
                self.shown(index)
            ));
        }
        Obstacle::new(format!(
            "it is too far from the affinity {affinity}, or at a distance that is not constant"
        ))
    }

    /// Why own elements of a loop whose iterations are known are not found by adding bytes.
    pub(super) fn version_obstacle(&self, r: &Regular) -> Option<Obstacle> {
        if !matches!(r.turn, Turn::Blocks { .. } | Turn::Strides { .. }) {
            let affinity = self.shown(r.affinity);
            return Some(Obstacle::new(format!(
                "with the affinity {affinity} a thread's iterations do not follow each other block \
                 by block"
            )));
        }
        let limit = self.varying_obstacle(r.counter.limit.value, &r.counter.variable, "the limit ");
        limit.or_else(|| {
            self.body_obstacle(r.counter.variable.body, crate::facts::MAX_REPEATED_TEXT)
        })
    }
}

/// Why blocks of `block` elements of the array `shown` do not pay for a run: an iteration moves by
/// `moved` elements.
fn block_obstacle(shown: &str, block: u64, moved: u64, c: &Counter) -> Option<Obstacle> {
    let why = match block {
        1.. if is_short(c) => {
            let n = c.iterations.unwrap_or(0);
            format!(
                "with {n} iterations of the loop it takes longer to look up where the blocks of \
                 {shown} end"
            )
        }
        1 => format!(
            "{shown} is cyclic, so that each iteration meets another thread; declare larger \
             blocks, as 'shared [*]', or go over a thread's own elements by upc_forall with their \
             address as affinity"
        ),
        2.. if block / moved < MIN_ITERATIONS => format!(
            "the loop leaves a block of {shown}, of {block} elements, after fewer than \
             {MIN_ITERATIONS} iterations; declare larger blocks"
        ),
        _ => return None,
    };
    Some(Obstacle::new(why))
}
