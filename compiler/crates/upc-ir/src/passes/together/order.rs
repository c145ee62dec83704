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
    /// Lvalue conversion of a shared object, a [`Node::Load`], in the statement at this position.
    Read(&'x mut Node, u32),
    /// A relaxed store to a shared object, a full expression, in the statement at this position.
    Put(&'x mut Place, u32),
    /// Changes a variable by its name.
    Write(DeclId),
    /// Changes private memory otherwise, by this lvalue.
    Store(ExprId),
    /// Changes shared memory: this object, if it is known.
    Change(Option<&'x Place>),
    /// Orders accesses, or may do so.
    Orders,
    /// A target of jumps, or a loop.
    Edge,
    /// Jumps elsewhere.
    Jump,
    /// What follows may be evaluated more or less often than what comes before, or earlier.
    Part,
    /// A statement begins, or ends.
    Begin(Statement),
    End(&'x mut Node),
    /// Conditional code begins, or ends.
    Enter,
    Leave,
}

/// A statement that is no loop.
pub(super) struct Statement {
    pub span: Span,
    /// It is a part of a block.
    pub in_block: bool,
    /// Another statement may be put before it, with it in a block if need be.
    pub follows_others: bool,
}

/// Loops that other passes have made several versions of, for near and far memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Versions {
    /// Those that are executed if other passes fetch nothing.
    Unfetched,
    /// Each by itself.
    All,
}

/// Calls `f` for the events of the function, the same at each call.
pub(super) fn in_order(
    function: &mut Function,
    versions: Versions,
    facts: &Facts,
    f: &mut dyn FnMut(Event),
) {
    let statement = function.source.span.start;
    let mut walk = Walk { facts, versions, statement, inside: false, in_block: false, f };
    function.source.holes.iter_mut().for_each(|h| walk.node(&mut h.node));
}

struct Walk<'x> {
    facts: &'x Facts<'x>,
    versions: Versions,
    /// The start of the innermost statement.
    statement: u32,
    /// In an expression.
    inside: bool,
    /// The next node is a part of a block.
    in_block: bool,
    f: &'x mut dyn FnMut(Event),
}

impl Walk<'_> {
    fn node(&mut self, n: &mut Node) {
        let in_block = std::mem::replace(&mut self.in_block, false);
        if self.versions == Versions::All && self.all_versions(n) {
            return;
        }
        match n {
            Node::Source(source) => {
                let Form::Stmt(s) = source.form else { return self.source(source) };
                let begun = self.begun(s, source.span, in_block);
                (self.f)(Event::Begin(begun));
                self.source(source);
                (self.f)(Event::End(n));
            }
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

    /// Whether `n` has several versions, for the events of which `f` is called then.
    fn all_versions(&mut self, n: &mut Node) -> bool {
        let versions = match n {
            Node::Runs(r) => vec![&mut r.near, &mut r.general],
            Node::Gather(g) => vec![&mut g.far, &mut g.near],
            Node::Inspected(i) => vec![&mut i.far, &mut i.near],
            Node::Tables { near, general } => vec![&mut **near, &mut **general],
            Node::Long(l) => vec![&mut l.long, &mut l.short],
            Node::Indefinite { near, general, .. } => {
                [Some(near), general.as_mut()].into_iter().flatten().map(|n| &mut **n).collect()
            }
            _ => return false,
        };
        for version in versions {
            (self.f)(Event::Edge);
            self.node(version);
        }
        (self.f)(Event::Edge);
        true
    }

    fn begun(&self, s: StmtId, span: Span, in_block: bool) -> Statement {
        let follows_others = match self.facts.ast.stmts[s].kind {
            StmtKind::Compound(_) => false,
            StmtKind::Declaration(_) => in_block,
            _ => true,
        };
        Statement { span, in_block, follows_others }
    }

    fn other(&mut self, n: &mut Node) {
        let inside = std::mem::replace(&mut self.inside, true);
        let in_order = is_in_order(n);
        children_mut(n, &mut |c| {
            if !in_order {
                (self.f)(Event::Part);
            }
            self.node(c);
        });
        if !in_order {
            (self.f)(Event::Part);
        }
        self.inside = inside;
        if let Some(place) = changed(n) {
            (self.f)(Event::Change(Some(place)));
        }
        match n {
            Node::Load(p) if p.strict => (self.f)(Event::Orders),
            n @ Node::Load(_) => (self.f)(Event::Read(n, self.statement)),
            Node::Store { place, .. } | Node::Update { place, .. } if place.strict => {
                (self.f)(Event::Orders);
            }
            Node::Store { place, used: false, .. } if !inside => {
                (self.f)(Event::Put(place, self.statement));
            }
            Node::Copy { to, from } if to.strict || from.strict => (self.f)(Event::Orders),
            Node::Advance(a) => match a.lvalue {
                Node::Source(Source { form: Form::Expr(e), .. }) => self.written(e),
                _ => (self.f)(Event::Change(None)),
            },
            Node::Barrier { .. } | Node::Fence | Node::Event(_) => (self.f)(Event::Orders),
            Node::Call { entry, .. } => match entry.info().effect {
                Effect::Sync | Effect::End => (self.f)(Event::Orders),
                Effect::Write => (self.f)(Event::Change(None)),
                Effect::Pure | Effect::Read => {}
            },
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
        children_mut(n, &mut |c| {
            (self.f)(Event::Part);
            self.node(c);
        });
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
                self.repeated(source, None);
                (self.f)(Event::Edge);
            }
            StmtKind::Compound(_) => {
                for hole in &mut source.holes {
                    self.in_block = true;
                    self.node(&mut hole.node);
                }
                self.in_block = false;
            }
            StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::GotoComputed(_) => {
                self.parts(source);
                (self.f)(Event::Jump);
            }
            _ => self.parts(source),
        }
        self.statement = around;
    }

    /// The third clause of a loop is evaluated after the body.
    fn counting(&mut self, source: &mut Source, step: Option<ExprId>) {
        (self.f)(Event::Edge);
        let step = step.map(|e| self.facts.span(e));
        self.repeated(source, step);
        step.into_iter().for_each(|at| self.part(source, at));
        (self.f)(Event::Edge);
    }

    /// The parts but the one at `last`, which follows them.
    fn repeated(&mut self, source: &mut Source, last: Option<Span>) {
        for hole in source.holes.iter_mut().filter(|h| Some(h.span) != last) {
            (self.f)(Event::Part);
            self.node(&mut hole.node);
        }
        (self.f)(Event::Part);
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
            _ => (self.f)(Event::Store(lvalue)),
        }
    }
}

/// Whether `n` evaluates all its parts, once each and in their order, before it does more.
fn is_in_order(n: &Node) -> bool {
    use Node::{Event, Inspect, Otherwise, Owners, Record};
    !matches!(n, Otherwise { .. } | Owners(_) | Inspect(_) | Record(_) | Event(_))
}

/// The shared object that `n` itself changes.
fn changed(n: &Node) -> Option<&Place> {
    match n {
        Node::Store { place, .. } | Node::Update { place, .. } | Node::Copy { to: place, .. } => {
            Some(place)
        }
        _ => None,
    }
}
