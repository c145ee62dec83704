// SPDX-License-Identifier: Apache-2.0
//! The events of a function, in the order of evaluation.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

use crate::abi::Effect;
use crate::ir::{Form, Function, Node, Place, Source};
use crate::visit::children_mut;
use crate::Facts;

/// An event that restricts reads before and after it.
pub(super) enum Event<'x> {
    /// Lvalue conversion of a shared object, in the statement at this position.
    Read(&'x mut Place, u32),
    /// A relaxed store to a shared object, a full expression, in the statement at this position.
    Put(&'x mut Place, u32),
    /// Changes a variable by its name.
    Write(DeclId),
    /// Changes private memory otherwise.
    Store,
    /// Orders accesses, or may do so.
    Orders,
    /// A jump, a target of jumps, or a loop.
    Edge,
    /// Conditional code begins, or ends.
    Enter,
    Leave,
}

/// Calls `f` for the events of the function, the same at each call. Loops with a version for far
/// memory by other passes are left out.
pub(super) fn in_order(function: &mut Function, facts: &Facts, f: &mut dyn FnMut(Event)) {
    let statement = function.source.span.start;
    let mut walk = Walk { facts, statement, inside: false, f };
    function.source.holes.iter_mut().for_each(|h| walk.node(&mut h.node));
}

struct Walk<'x> {
    facts: &'x Facts<'x>,
    /// The start of the innermost statement.
    statement: u32,
    /// In an expression.
    inside: bool,
    f: &'x mut dyn FnMut(Event),
}

impl Walk<'_> {
    fn node(&mut self, n: &mut Node) {
        match n {
            Node::Source(source) => self.source(source),
            Node::Loop(l) => self.source(&mut l.source),
            Node::Forall(_) => self.between_edges(n),
            Node::Runs(_) => (self.f)(Event::Edge),
            Node::Gather(g) => self.node(&mut g.near),
            Node::Inspected(i) => self.node(&mut i.near),
            Node::Tables { general: n, .. } => self.node(n),
            Node::Long(l) => self.node(&mut l.short),
            Node::Indefinite { general: Some(general), .. } => self.node(general),
            Node::Indefinite { near, .. } => self.node(near),
            n => self.other(n),
        }
    }

    fn other(&mut self, n: &mut Node) {
        let inside = std::mem::replace(&mut self.inside, true);
        children_mut(n, &mut |c| self.node(c));
        self.inside = inside;
        match n {
            Node::Load(p) if p.strict => (self.f)(Event::Orders),
            Node::Load(p) => (self.f)(Event::Read(p, self.statement)),
            Node::Store { place, .. } | Node::Update { place, .. } if place.strict => {
                (self.f)(Event::Orders);
            }
            Node::Store { place, used: false, .. } if !inside => {
                (self.f)(Event::Put(place, self.statement));
            }
            Node::Copy { to, from } if to.strict || from.strict => (self.f)(Event::Orders),
            Node::Advance(a) => {
                if let Node::Source(Source { form: Form::Expr(e), .. }) = a.lvalue {
                    self.written(e);
                }
            }
            Node::Barrier { .. } | Node::Fence | Node::Event(_) => (self.f)(Event::Orders),
            Node::Call { entry, .. } => {
                if matches!(entry.info().effect, Effect::Sync | Effect::End) {
                    (self.f)(Event::Orders);
                }
            }
            _ => {}
        }
    }

    fn source(&mut self, source: &mut Source) {
        match source.form {
            Form::Stmt(s) => self.statement(source, s),
            Form::Expr(e) => {
                let inside = std::mem::replace(&mut self.inside, true);
                self.expression(source, e);
                self.inside = inside;
            }
            Form::Initial(d) => {
                self.parts(source);
                (self.f)(Event::Write(d));
            }
            Form::Declaration(_) | Form::Opaque => self.parts(source),
        }
    }

    fn parts(&mut self, source: &mut Source) {
        source.holes.iter_mut().for_each(|h| self.node(&mut h.node));
    }

    fn part(&mut self, source: &mut Source, at: Span) {
        source.holes.iter_mut().filter(|h| h.span == at).for_each(|h| self.node(&mut h.node));
    }

    fn between_edges(&mut self, n: &mut Node) {
        (self.f)(Event::Edge);
        children_mut(n, &mut |c| self.node(c));
        (self.f)(Event::Edge);
    }

    /// Conditional code, at `at`.
    fn branch(&mut self, source: &mut Source, at: Span) {
        (self.f)(Event::Enter);
        self.part(source, at);
        (self.f)(Event::Leave);
    }

    fn statement(&mut self, source: &mut Source, s: StmtId) {
        let facts = self.facts;
        let span = |s: StmtId| facts.ast.stmts[s].span;
        let kind = &facts.ast.stmts[s].kind;
        let around = self.statement;
        if !matches!(kind, StmtKind::Compound(_)) {
            self.statement = source.span.start;
        }
        match *kind {
            StmtKind::If { cond, then, otherwise } => {
                self.part(source, facts.span(cond));
                self.branch(source, span(then));
                otherwise.into_iter().for_each(|o| self.branch(source, span(o)));
            }
            StmtKind::For { step, .. } | StmtKind::UpcForall { step, .. } => {
                self.counting(source, step);
            }
            StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Switch { .. }
            | StmtKind::Label { .. }
            | StmtKind::Case { .. }
            | StmtKind::Default { .. }
            | StmtKind::Asm { .. } => {
                (self.f)(Event::Edge);
                self.parts(source);
                (self.f)(Event::Edge);
            }
            StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::GotoComputed(_) => {
                self.parts(source);
                (self.f)(Event::Edge);
            }
            _ => self.parts(source),
        }
        self.statement = around;
    }

    /// The third clause of a loop is evaluated after the body.
    fn counting(&mut self, source: &mut Source, step: Option<ExprId>) {
        (self.f)(Event::Edge);
        let step = step.map(|e| self.facts.span(e));
        for hole in source.holes.iter_mut().filter(|h| Some(h.span) != step) {
            self.node(&mut hole.node);
        }
        step.into_iter().for_each(|at| self.part(source, at));
        (self.f)(Event::Edge);
    }

    fn expression(&mut self, source: &mut Source, e: ExprId) {
        let facts = self.facts;
        match facts.expr_node(e).kind {
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, left, right } => {
                self.part(source, facts.span(left));
                self.branch(source, facts.span(right));
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.part(source, facts.span(cond));
                then.into_iter().for_each(|x| self.branch(source, facts.span(x)));
                self.branch(source, facts.span(otherwise));
            }
            ExprKind::Assign { left: x, .. }
            | ExprKind::PostInc(x)
            | ExprKind::PostDec(x)
            | ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, operand: x } => {
                self.parts(source);
                self.written(x);
            }
            ExprKind::Call { .. } => {
                self.parts(source);
                if !facts.computes_only(e) {
                    (self.f)(Event::Orders);
                }
            }
            _ => self.parts(source),
        }
    }

    fn written(&mut self, lvalue: ExprId) {
        let facts = self.facts;
        let lvalue = facts.bare(lvalue);
        match facts.expr_node(lvalue).kind {
            ExprKind::Ident(_) => {
                facts.unit.ident.get(&lvalue).into_iter().for_each(|&d| (self.f)(Event::Write(d)));
            }
            _ if facts.is_shared_lvalue(lvalue) => {}
            _ => (self.f)(Event::Store),
        }
    }
}
