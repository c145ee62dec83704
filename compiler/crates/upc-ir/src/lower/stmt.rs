// SPDX-License-Identifier: Apache-2.0
//! Statements and function definitions.

use upc_sema::types::TypeKind;
use upc_source::{Span, Symbol};
use upc_syntax::ast::{
    Affinity, ExprId, ExprKind, ForInit, FunctionDef, Stmt, StmtId, StmtKind, UnaryOp,
};

use super::Lower;
use crate::abi::Entry;
use crate::ir::{Form, Function, JumpBack, Loop, Node, Poll, Source};
use crate::visit::is_plain;

impl<'a> Lower<'a> {
    /// A function definition; a body without nodes was not analysed and is copied.
    pub(super) fn function(&mut self, f: &'a FunctionDef, body: Option<StmtId>) -> Node {
        let mut children = Vec::new();
        let header = f.specs.span.to(f.declarator.span);
        self.in_function = true;
        self.function_span = Some(f.span);
        self.result = self
            .declared_type(&f.declarator)
            .and_then(|t| self.types.function(t.ty))
            .map(|t| t.ret);
        if self.is_void_main(f) {
            self.void_main = true;
        }
        self.hoists = body.is_some() && !self.places.start_up.within(f.body_span).is_empty();
        if self.hoists || body.is_some() && !self.places.literals.within(f.body_span).is_empty() {
            self.move_types_of_statics();
        }
        if let Some(node) = self.function_header(f) {
            children.push((header, node));
        }
        for &d in &f.kr_params {
            children.push((self.ast.declarations[d].span, self.declaration(d)));
        }
        self.labels.clear();
        self.jumps_back = false;
        if let Some(statement) = body {
            self.in_body = true;
            let body = self.stmt(statement);
            self.in_body = false;
            children.push((f.body_span, self.notified_function(f.body_span, body)));
        }
        self.in_function = false;
        self.function_span = None;
        self.hoists = false;
        self.result = None;
        match (self.source(f.span, children), body) {
            (Node::Source(mut source), Some(body)) if !source.is_copy() => {
                let (once, jumps_back) = (self.is_main(f), self.jumps_back);
                let plain = source.holes.iter_mut().all(|h| is_plain(&mut h.node));
                let function = Function { source, body, once, jumps_back, calls: false, plain };
                Node::Function(Box::new(function))
            }
            (node, _) => node,
        }
    }

    fn is_main(&self, f: &FunctionDef) -> bool {
        f.declarator.name.is_some_and(|(name, _)| self.names.name(name) == "main")
    }

    /// Whether `f` is a `main` that returns nothing: C does not define its status (C 5.1.2.2.3),
    /// the runtime uses 0.
    fn is_void_main(&self, f: &FunctionDef) -> bool {
        self.is_main(f)
            && self.result.is_some_and(|t| matches!(self.types.kind(t.ty), TypeKind::Void))
    }

    pub(super) fn stmt(&mut self, s: StmtId) -> Node {
        let Stmt { span, kind } = self.stmt_node(s);
        match kind {
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                let children = vec![(self.span(*cond), self.condition(*cond)), self.child(*body)];
                self.looping(s, children, Some(*cond), *body)
            }
            StmtKind::UpcForall { init, cond, step, affinity: Affinity::Expr(affinity), body } => {
                let clauses = self.clauses(init, *cond, *step);
                let forall = self.forall(s, clauses, *cond, *affinity, *body);
                self.notified_forall(*span, forall)
            }
            StmtKind::For { init, cond, step, body }
            | StmtKind::UpcForall { init, cond, step, body, .. } => {
                self.for_loop(s, init, *cond, *step, *body)
            }
            StmtKind::UpcBarrier(e) => self.barrier(*span, Entry::Barrier, *e),
            StmtKind::UpcNotify(e) => self.barrier(*span, Entry::Notify, *e),
            StmtKind::UpcWait(e) => self.barrier(*span, Entry::Wait, *e),
            StmtKind::UpcFence => self.fence(*span),
            StmtKind::Goto(label) => self.goto(*span, *label),
            _ => {
                self.note_jump(*span, kind);
                let parts = self.parts(kind);
                self.formed(Form::Stmt(s), *span, parts)
            }
        }
    }

    fn goto(&mut self, span: Span, label: Symbol) -> Node {
        match self.labels.iter().find(|l| l.0 == label) {
            Some(&(_, label)) => {
                self.jumps_back = true;
                Node::JumpBack(JumpBack { jump: span, label, polls: false })
            }
            None => Node::copy(span),
        }
    }

    /// Notes a label, and a jump that may go back.
    fn note_jump(&mut self, span: Span, kind: &StmtKind) {
        match kind {
            StmtKind::Label { name, .. } => self.labels.push((*name, span.start)),
            StmtKind::GotoComputed(_) => self.jumps_back = true,
            _ => {}
        }
    }

    /// The parts of a statement that stays one of C: they may change.
    fn parts(&mut self, kind: &StmtKind) -> Vec<(Span, Node)> {
        match kind {
            StmtKind::Expr(e) => vec![(self.span(*e), self.discarded(*e))],
            StmtKind::Compound(list) => list.iter().map(|&x| self.child(x)).collect(),
            StmtKind::Declaration(d) => {
                vec![(self.ast.declarations[*d].span, self.declaration(*d))]
            }
            StmtKind::If { cond, then, otherwise } => {
                let mut parts = vec![(self.span(*cond), self.condition(*cond)), self.child(*then)];
                parts.extend(otherwise.map(|o| self.child(o)));
                parts
            }
            StmtKind::Switch { cond, body } => {
                vec![(self.span(*cond), self.value(*cond)), self.child(*body)]
            }
            StmtKind::DoOnce { body, .. }
            | StmtKind::Label { body, .. }
            | StmtKind::Default { body } => vec![self.child(*body)],
            StmtKind::Case { value, upper, body } => {
                let values = [Some(*value), *upper].into_iter().flatten();
                let mut parts: Vec<_> = values.map(|v| (self.span(v), self.value(v))).collect();
                parts.push(self.child(*body));
                parts
            }
            StmtKind::GotoComputed(e) => vec![(self.span(*e), self.value(*e))],
            StmtKind::Return(e) => {
                e.iter().map(|&e| (self.span(e), self.value_as(e, self.result))).collect()
            }
            StmtKind::Asm { operands } => {
                operands.iter().map(|&e| (self.span(e), self.value(e))).collect()
            }
            StmtKind::Empty
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::LocalLabels
            | StmtKind::Passed
            | StmtKind::NestedFunction(_)
            | StmtKind::Error => Vec::new(),
            // `stmt` lowers loops, synchronisation and goto.
            StmtKind::Goto(_)
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. }
            | StmtKind::UpcForall { .. }
            | StmtKind::UpcBarrier(_)
            | StmtKind::UpcNotify(_)
            | StmtKind::UpcWait(_)
            | StmtKind::UpcFence => Vec::new(),
        }
    }

    /// A statement with its place. A label's empty body has an empty span and stays as it is.
    pub(super) fn child(&mut self, s: StmtId) -> (Span, Node) {
        (self.stmt_node(s).span, self.stmt(s))
    }

    /// UPC 6.6.1; the value is converted to int as by assignment.
    fn barrier(&mut self, span: Span, kind: Entry, value: Option<ExprId>) -> Node {
        let value = value.map(|e| self.value(e));
        match self.notified_barrier(span, kind, value) {
            Ok(node) => node,
            Err(value) => Node::Barrier { kind, value: value.map(Box::new) },
        }
    }

    pub(super) fn looping(
        &mut self,
        s: StmtId,
        children: Vec<(Span, Node)>,
        cond: Option<ExprId>,
        body: StmtId,
    ) -> Node {
        let source = Source::formed(Form::Stmt(s), self.stmt_node(s).span, children);
        let goes_on = self.goes_on(cond);
        let (cond, body) = (cond.map(|c| self.span(c)), self.stmt_node(body).span);
        let mut repeated = cond.into_iter().chain([body]);
        if source.is_copy() && !repeated.any(|part| self.facts.calls_shared_in(part)) {
            return Node::Source(source);
        }
        Node::Loop(Box::new(Loop {
            source,
            rows: None,
            runs: Vec::new(),
            cond,
            body,
            goes_on,
            poll: Poll::No,
            independent: false,
        }))
    }

    /// What the controlling expression says each time, if it is a constant.
    fn goes_on(&self, cond: Option<ExprId>) -> Option<bool> {
        let Some(cond) = cond else { return Some(true) };
        match self.expr_node(cond).kind {
            ExprKind::Paren(x) => self.goes_on(Some(x)),
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                self.goes_on(Some(operand)).map(|b| !b)
            }
            ExprKind::True => Some(true),
            ExprKind::False => Some(false),
            ExprKind::Number | ExprKind::Char => Some(self.facts.natural_constant(cond) != Some(0)),
            _ => self.facts.natural_constant(cond).map(|n| n != 0),
        }
    }

    /// The first three clauses of for and upc_forall.
    pub(super) fn clauses(
        &mut self,
        init: &'a ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
    ) -> Vec<(Span, Node)> {
        let mut children = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(e) => children.push((self.span(*e), self.discarded(*e))),
            ForInit::Declaration(d) => {
                children.push((self.ast.declarations[*d].span, self.for_declaration(*d)))
            }
        }
        if let Some(c) = cond {
            children.push((self.span(c), self.condition(c)));
        }
        if let Some(s) = step {
            children.push((self.span(s), self.discarded(s)));
        }
        children
    }

    /// `({ ... })`: the last expression statement is the value.
    pub(super) fn statement_expression(&mut self, body: StmtId) -> Node {
        let StmtKind::Compound(list) = &self.stmt_node(body).kind else { return self.stmt(body) };
        let mut children = Vec::new();
        for (i, &s) in list.iter().enumerate() {
            children.push(match self.stmt_node(s).kind {
                StmtKind::Expr(e) if i + 1 == list.len() => {
                    let n = self.value(e);
                    (
                        self.stmt_node(s).span,
                        self.formed(Form::Stmt(s), self.stmt_node(s).span, [(self.span(e), n)]),
                    )
                }
                _ => self.child(s),
            });
        }
        self.formed(Form::Stmt(body), self.stmt_node(body).span, children)
    }
}
