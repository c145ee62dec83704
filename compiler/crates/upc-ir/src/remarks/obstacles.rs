// SPDX-License-Identifier: Apache-2.0
//! Obstacles to the optimisation of a loop, in the programmer's words. Asks the questions of the
//! passes (`facts/`), part by part, and names the first part that fails.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, Stmt, StmtId, StmtKind, UnaryOp};

use super::Obstacle;
use crate::facts::{is_ordinary, Variable};
use crate::ir::{Node, Place};
use crate::visit::{places_mut, walk_mut};
use crate::Facts;

impl Facts<'_> {
    pub(super) fn shown(&self, e: ExprId) -> String {
        super::quoted(self, [e])
    }

    fn name_of(&self, decl: DeclId) -> &str {
        self.names.name(self.unit.decls[decl].name)
    }

    /// The clauses and the body of a loop that may count.
    pub(super) fn clauses_of(&self, s: StmtId) -> Option<(Option<ExprId>, Option<ExprId>, Span)> {
        match self.ast.stmts[s].kind {
            StmtKind::For { cond, step, body, .. }
            | StmtKind::UpcForall { cond, step, body, .. } => {
                Some((cond, step, self.ast.stmts[body].span))
            }
            _ => None,
        }
    }

    /// Why the loop does not count by constant steps to a limit (`facts/counter.rs`). `by_rows`:
    /// the step may be a multiple of THREADS. `None`: it does count, as far as is known.
    pub(super) fn counting_obstacle(&self, s: StmtId, by_rows: bool) -> Option<Obstacle> {
        let write = "write it as 'for (i = ...; i < n; i++)' if it counts";
        let Some((cond, step, body)) = self.clauses_of(s) else {
            return Some(Obstacle::new(format!("the loop is no 'for' loop; {write}")));
        };
        let (Some(cond), Some(step)) = (cond, step) else {
            return Some(Obstacle::new(format!(
                "the loop has no condition or no third clause; {write}"
            )));
        };
        let Some((variable, _, by)) = self.increment_of(step) else {
            let why = format!(
                "the third clause, {}, does not move one counter as 'i++' or 'i += c' do",
                self.shown(step)
            );
            return Some(Obstacle::new(why));
        };
        let Some(&counter) = self.unit.ident.get(&self.bare(variable)) else {
            return Some(Obstacle::new(format!(
                "what the loop counts with, {}, is no variable",
                self.shown(variable)
            )));
        };
        self.variable_obstacle(counter, body)
            .or_else(|| by.filter(|_| !by_rows).and_then(|by| self.step_obstacle(counter, by)))
            .or_else(|| self.start_obstacle(s, counter))
            .or_else(|| self.limit_obstacle(cond, counter))
    }

    /// Why the variable is no counter of a loop with this body.
    fn variable_obstacle(&self, counter: DeclId, body: Span) -> Option<Obstacle> {
        let (d, name) = (&self.unit.decls[counter], self.name_of(counter));
        if !is_ordinary(&d.ty.quals) {
            return Some(Obstacle::new(format!(
                "the counter '{name}' is shared, volatile or atomic"
            )));
        }
        if !self.is_own_variable(counter) {
            let why = "is no local variable, so that other functions may change it; declare it in \
                this function";
            return Some(Obstacle::new(format!("the counter '{name}' {why}")));
        }
        if self.own_integer(counter).is_none() {
            let why = "is no integer of type int or wider; declare it as int or long";
            return Some(Obstacle::new(format!("the counter '{name}' {why}")));
        }
        if let Some(at) = self.address_of(counter) {
            let why = format!(
                "the address of the counter '{name}' is taken; count with a variable \
                of the loop's own"
            );
            return Some(Obstacle::new(why).at(at, "its address is taken here"));
        }
        if let Some(at) = self.writes().first_write_in(counter, body) {
            let at = Span::new(at, at);
            return Some(
                Obstacle::new(format!("the body changes the counter '{name}'"))
                    .at(at, "it is changed here"),
            );
        }
        (!self.is_entered_at_its_head(body)).then(|| {
            let label = |s: &&Stmt| {
                matches!(
                    s.kind,
                    StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default { .. }
                )
            };
            let why = Obstacle::new("a jump may enter the body at a label");
            match self.stmts_in(body).find(label) {
                Some(s) => why.at(s.span, "the label is here"),
                None => why,
            }
        })
    }

    /// The first place that takes the address of a variable.
    fn address_of(&self, decl: DeclId) -> Option<Span> {
        if !self.writes().is_addressed(decl) {
            return None;
        }
        let taken = |e: &&upc_syntax::ast::Expr| match e.kind {
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.is_name_of(operand, decl),
            _ => false,
        };
        Some(self.ast.exprs.iter().find(taken).map_or(self.unit.decls[decl].span, |e| e.span))
    }

    fn step_obstacle(&self, counter: DeclId, by: ExprId) -> Option<Obstacle> {
        let fits = self.natural_constant(by).is_some_and(|n| n > 0 && n <= crate::facts::MAX_STEP);
        let name = self.name_of(counter);
        let why = || {
            format!("'{name}' moves by {}, which is no constant from 1 to 65536", self.shown(by))
        };
        (!fits).then(|| Obstacle::new(why()))
    }

    fn start_obstacle(&self, s: StmtId, counter: DeclId) -> Option<Obstacle> {
        let (StmtKind::For { init, .. } | StmtKind::UpcForall { init, .. }) =
            &self.ast.stmts[s].kind
        else {
            return None;
        };
        let why = || {
            format!(
                "the first clause does not set '{}'; start the loop there",
                self.name_of(counter)
            )
        };
        self.start_of(init, counter).is_none().then(|| Obstacle::new(why()))
    }

    fn limit_obstacle(&self, cond: ExprId, counter: DeclId) -> Option<Obstacle> {
        let kind = self.own_integer(counter)?;
        if self.limit_of(cond, counter, kind).is_some() {
            return None;
        }
        let name = self.name_of(counter);
        let compared = match self.expr_node(self.bare(cond)).kind {
            ExprKind::Binary {
                op: BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
                left,
                right,
            } => {
                let sides = (self.is_name_of(left, counter), self.is_name_of(right, counter));
                [(sides.0 && !sides.1).then_some(right), (sides.1 && !sides.0).then_some(left)]
                    .into_iter()
                    .flatten()
                    .next()
            }
            _ => None,
        };
        let Some(limit) = compared else {
            let how = format!("does not compare '{name}' with a limit by <, <=, > or >=");
            return Some(Obstacle::new(format!(
                "the loop's condition, {}, {how}",
                self.shown(cond)
            )));
        };
        Some(self.quiet_obstacle(limit))
    }

    /// Why a limit is not evaluated once.
    fn quiet_obstacle(&self, limit: ExprId) -> Obstacle {
        let shown = self.shown(limit);
        let copy = "copy it to a local variable before the loop";
        let span = self.span(limit);
        let reads_shared = |&e: &ExprId| span.contains(self.span(e)) && self.is_shared_lvalue(e);
        let shared = self.ast.exprs.iter_enumerated().map(|(e, _)| e).find(reads_shared);
        match (self.writes().calls_in(span).next(), shared) {
            (Some(call), _) => {
                let why = format!("the limit {shown} calls a function in each iteration; {copy}");
                Obstacle::new(why).at(self.span(call), "the call is here")
            }
            (None, Some(_)) => Obstacle::new(format!(
                "the limit {shown} is read from shared memory in each iteration; {copy}"
            )),
            (None, None) => {
                Obstacle::new(format!("the limit {shown} may change while the loop runs; {copy}"))
            }
        }
    }

    /// Why a loop with valid parts may not end, or may wrap.
    pub(super) fn wrapping_obstacle(&self, s: StmtId) -> Obstacle {
        let step = self.clauses_of(s).and_then(|c| c.1);
        let counter =
            step.and_then(|step| self.unit.ident.get(&self.increment_of(step)?.0)).copied();
        let unsigned = |d: &DeclId| self.own_integer(*d).is_some_and(|k| !self.types.is_signed(k));
        match counter.filter(unsigned) {
            Some(d) => {
                let name = self.name_of(d);
                Obstacle::new(format!(
                    "the unsigned counter '{name}' may wrap; declare it, and the limit, as int or \
                     long"
                ))
            }
            None => Obstacle::new(
                "it is not certain that the counter reaches the limit without wrapping; compare \
                 signed numbers",
            ),
        }
    }

    /// Why the value of `e` may differ between iterations; `None`: it does not.
    pub(super) fn varying_obstacle(&self, e: ExprId, c: &Variable, what: &str) -> Option<Obstacle> {
        if self.is_invariant(e, c) {
            return None;
        }
        let shown = self.shown(e);
        let copy = "copy it to a local variable before the loop";
        let inside = |x: &ExprId| self.span(e).contains(self.span(*x));
        let names =
            self.unit.ident.keys().copied().filter(inside).filter(|&x| !self.is_invariant(x, c));
        let Some(x) = names.min_by_key(|&x| self.span(x).start) else {
            return Some(Obstacle::new(format!(
                "{what}{shown} is no sum of what stays the same; {copy}"
            )));
        };
        let decl = self.unit.ident.get(&x).copied()?;
        let name = self.name_of(decl);
        if decl == c.decl {
            return Some(Obstacle::new(format!("{what}{shown} changes with the counter '{name}'")));
        }
        if let Some(at) = self.writes().first_write_in(decl, c.body) {
            let at = Span::new(at, at);
            return Some(
                Obstacle::new(format!("{what}{shown} may change: the body changes '{name}'"))
                    .at(at, "here"),
            );
        }
        if self.unit.decls[decl].ty.quals.shared.is_some() {
            return Some(Obstacle::new(format!(
                "{what}{shown} is read from shared memory; {copy}"
            )));
        }
        if self.is_own_variable(decl) {
            let at = self.address_of(decl);
            let why = Obstacle::new(format!(
                "{what}{shown} may change: the address of '{name}' is taken; {copy}"
            ));
            return Some(at.map_or(why.clone(), |at| why.at(at, "its address is taken here")));
        }
        let why = |cause: &str| {
            format!("{what}{shown} may change: '{name}' is no local variable, and {cause}; {copy}")
        };
        Some(match self.unknown_call(c.body) {
            Some(call) => Obstacle::new(why(&format!("{} is called", self.callee(call))))
                .at(self.span(call), "the call is here"),
            None => Obstacle::new(why("the body stores through a pointer")),
        })
    }

    /// A call in `span` with unknown effects.
    fn unknown_call(&self, span: Span) -> Option<ExprId> {
        self.writes().calls_in(span).find(|&c| self.may_change_memory(c))
    }

    fn callee(&self, call: ExprId) -> String {
        match self.expr_node(call).kind {
            ExprKind::Call { callee, .. } => self.shown(callee),
            _ => self.shown(call),
        }
    }

    /// The part of `node`, at `span`, that orders accesses to shared memory, or may.
    pub(crate) fn order_obstacle(&self, node: &mut Node, span: Span) -> Option<Obstacle> {
        use StmtKind::{Asm, UpcBarrier, UpcFence, UpcNotify, UpcWait};
        if let Some(call) = self.unknown_call(span) {
            let why =
                format!("{} is called, which may synchronise or change it", self.callee(call));
            return Some(Obstacle::new(why).at(self.span(call), "the call is here"));
        }
        let orders =
            |s: &&Stmt| matches!(s.kind, UpcBarrier(_) | UpcFence | UpcNotify(_) | UpcWait(_));
        if let Some(s) = self.stmts_in(span).find(orders) {
            return Some(Obstacle::new("the loop synchronises").at(s.span, "it does so here"));
        }
        if let Some(s) = self.stmts_in(span).find(|s| matches!(s.kind, Asm { .. })) {
            return Some(
                Obstacle::new("assembler code may change anything").at(s.span, "it stands here"),
            );
        }
        let mut strict = None;
        walk_mut(node, &mut |n: &mut Node| {
            places_mut(n, &mut |p: &mut Place| {
                if p.strict {
                    strict.get_or_insert(p.expr);
                }
            });
        });
        strict.map(|e| {
            let why = format!("the loop has a strict access, of {}", self.shown(e));
            Obstacle::new(why).at(self.span(e), "the strict access is here")
        })
    }

    /// Why the body is not written twice (`facts/duplication.rs`), in text of at most `most` bytes.
    pub(super) fn body_obstacle(&self, body: Span, most: u32) -> Option<Obstacle> {
        if self.length(body) > most {
            return Some(Obstacle::new(format!(
                "the body is longer than {most} characters; move parts to functions"
            )));
        }
        if self.is_repeatable(body) {
            return None;
        }
        let word = |s: &Stmt| match s.kind {
            StmtKind::UpcForall { .. } => Some("a upc_forall"),
            StmtKind::Label { .. } | StmtKind::LocalLabels => Some("a label"),
            StmtKind::Asm { .. } => Some("assembler code"),
            StmtKind::NestedFunction(_) => Some("a nested function"),
            StmtKind::Passed => Some("a directive or attribute"),
            _ => None,
        };
        let found = self.stmts_in(body).find_map(|s| Some((word(s)?, s.span)));
        let leaves = || {
            Some((
                "a 'break' out of the loop",
                self.stmts_in(body).find(|s| matches!(s.kind, StmtKind::Break))?.span,
            ))
        };
        Some(match found.or_else(leaves) {
            Some((what, at)) => Obstacle::new(format!("the body has {what}")).at(at, "it is here"),
            None => Obstacle::new(
                "the body declares static or thread-local data; move the declaration \
                    out of the loop",
            ),
        })
    }
}
