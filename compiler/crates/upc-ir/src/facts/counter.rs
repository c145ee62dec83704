// SPDX-License-Identifier: Apache-2.0
//! The clauses of a loop that counts.

use upc_sema::types::{IntKind, QualTy, Quals, TypeKind};
use upc_sema::unit::{DeclId, DeclKind, Linkage};
use upc_source::{Span, Symbol};
use upc_syntax::ast::{
    BinaryOp, DeclarationKind, ExprId, ExprKind, ForInit, InitDeclarator, Initializer, Stmt,
    StmtId, StmtKind, Storage, TypeSpec, UnaryOp,
};

use super::Facts;

/// The largest step of a loop.
pub(crate) const MAX_STEP: u64 = 1 << 16;

/// A variable that nothing changes in the loop's body.
#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub decl: DeclId,
    pub body: Span,
}

/// The variable that a loop counts with.
pub(crate) struct Counter {
    pub variable: Variable,
    pub name: Symbol,
    pub kind: IntKind,
    pub down: bool,
    /// More than 0.
    pub step: u64,
    /// Declared by the first clause: gone after the loop.
    pub declared: bool,
    /// The first clause sets it to a constant that is not negative.
    pub natural_start: bool,
    /// The end of the first clause.
    pub init_end: u32,
    pub limit: Limit,
    /// The number of iterations if nothing leaves the loop, if constants determine it.
    pub iterations: Option<u64>,
}

/// The limit with which a counter is compared.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    pub value: ExprId,
    /// The type of the comparison.
    pub compared: IntKind,
    /// The counter reaches the limit.
    pub inclusive: bool,
}

impl<'a> Facts<'a> {
    /// The counter of `for (init; cond; step) body`, if the loop is one that the head of this
    /// module describes.
    pub(crate) fn counter_of(
        &self,
        init: &'a ForInit,
        cond: ExprId,
        step: ExprId,
        body: StmtId,
    ) -> Option<Counter> {
        let step = self.step_of(step)?;
        self.counter_by(init, cond, step, body)
    }

    /// The counter of a loop as [`Facts::counter_of`] finds it whose step any number may be, and
    /// what that is, `None` for 1. [`Counter::step`] is 1. The loop ends if the step is more
    /// than 0.
    pub(crate) fn strider_of(
        &self,
        init: &'a ForInit,
        cond: ExprId,
        step: ExprId,
        body: StmtId,
    ) -> Option<(Counter, Option<ExprId>)> {
        let (variable, down, by) = self.increment_of(step)?;
        let counter = self.counter_by(init, cond, (variable, down, 1), body)?;
        let kind = by.map_or(Some(counter.kind), |by| self.int_kind(by));
        let fits = self.types.is_signed(counter.kind)
            && kind.map(|k| self.types.usual_int(counter.kind, k)) == Some(counter.kind)
            && by.map_or(true, |by| self.is_invariant(by, &counter.variable))
            && self.is_invariant(counter.limit.value, &counter.variable);
        fits.then_some((Counter { iterations: None, ..counter }, by))
    }

    /// The counter of the loop that moves `variable` by `step`, `down` or up.
    fn counter_by(
        &self,
        init: &'a ForInit,
        cond: ExprId,
        (variable, down, step): (ExprId, bool, u64),
        body: StmtId,
    ) -> Option<Counter> {
        let body = self.ast.stmts[body].span;
        let ExprKind::Ident(name) = self.expr_node(variable).kind else { return None };
        let (variable, kind) = self.counting_variable(variable, body)?;
        let (declared, init_end, natural_start) = self.start_of(init, variable.decl)?;
        let limit = self.limit_of(cond, variable.decl, kind)?;
        let (limit, below) = limit;
        let start = self.start_value(init, variable.decl).and_then(|e| self.signed_constant(e));
        let counter = Counter {
            variable,
            name,
            kind,
            down,
            step,
            declared,
            natural_start,
            init_end,
            limit,
            iterations: start.and_then(|start| self.iterations_from(start, limit, (down, step))),
        };
        self.ends(&counter, below).then_some(counter)
    }

    /// The variable named by `e`, and its type, if only the loop's clauses change it while the loop
    /// runs.
    pub(crate) fn counting_variable(&self, e: ExprId, body: Span) -> Option<(Variable, IntKind)> {
        let decl = *self.unit.ident.get(&self.bare(e))?;
        let kind = self.own_integer(decl)?;
        let unchanged =
            !self.writes().is_addressed(decl) && !self.writes().is_written_in(decl, body);
        (unchanged && self.is_entered_at_its_head(body)).then_some((Variable { decl, body }, kind))
    }

    /// The variable of `i++`, `i -= c` and the like, whether it decreases, and by how much.
    fn step_of(&self, e: ExprId) -> Option<(ExprId, bool, u64)> {
        let (variable, down, by) = self.increment_of(e)?;
        let step = match by {
            Some(n) => self.natural_constant(n).filter(|&n| n > 0 && n <= MAX_STEP)?,
            None => 1,
        };
        Some((variable, down, step))
    }

    /// The same with the expression of the step, `None` for 1.
    pub(crate) fn increment_of(&self, e: ExprId) -> Option<(ExprId, bool, Option<ExprId>)> {
        let (variable, down, by) = match self.expr_node(e).kind {
            ExprKind::Paren(x) => return self.increment_of(x),
            ExprKind::PostInc(x) | ExprKind::Unary { op: UnaryOp::PreInc, operand: x } => {
                (x, false, None)
            }
            ExprKind::PostDec(x) | ExprKind::Unary { op: UnaryOp::PreDec, operand: x } => {
                (x, true, None)
            }
            ExprKind::Assign { op: Some(BinaryOp::Add), left, right } => (left, false, Some(right)),
            ExprKind::Assign { op: Some(BinaryOp::Sub), left, right } => (left, true, Some(right)),
            ExprKind::Assign { op: None, left, right } => {
                match self.expr_node(self.bare(right)).kind {
                    ExprKind::Binary { op: BinaryOp::Add, left: a, right: n }
                        if self.same_name(a, left) =>
                    {
                        (left, false, Some(n))
                    }
                    ExprKind::Binary { op: BinaryOp::Sub, left: a, right: n }
                        if self.same_name(a, left) =>
                    {
                        (left, true, Some(n))
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some((self.bare(variable), down, by))
    }

    /// `e` without parentheses.
    pub(crate) fn bare(&self, e: ExprId) -> ExprId {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.bare(x),
            _ => e,
        }
    }

    pub(crate) fn is_name_of(&self, e: ExprId, decl: DeclId) -> bool {
        let e = self.bare(e);
        matches!(self.expr_node(e).kind, ExprKind::Ident(_))
            && self.unit.ident.get(&e) == Some(&decl)
    }

    fn same_name(&self, a: ExprId, b: ExprId) -> bool {
        self.unit.ident.get(&self.bare(b)).is_some_and(|&decl| self.is_name_of(a, decl))
    }

    /// The type of a variable of the function's own, if it is int or wider.
    pub(crate) fn own_integer(&self, decl: DeclId) -> Option<IntKind> {
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        match self.types.kind(self.unit.decls[decl].ty.ty) {
            TypeKind::Int(k @ (Int | UInt | Long | ULong | LongLong | ULongLong)) => {
                self.is_own_variable(decl).then_some(*k)
            }
            _ => None,
        }
    }

    /// A variable of the function that no other agent may change.
    pub(crate) fn is_own_variable(&self, decl: DeclId) -> bool {
        let d = &self.unit.decls[decl];
        let automatic = is_automatic(d.storage)
            && !d.file_scope
            && !d.thread_local
            && d.linkage == Linkage::None
            && matches!(d.kind, DeclKind::Object | DeclKind::Parameter);
        automatic && is_ordinary(&d.ty.quals)
    }

    /// Whether no jump from outside may enter the body by a label.
    pub(crate) fn is_entered_at_its_head(&self, body: Span) -> bool {
        let is_switch = |s: &&Stmt| matches!(s.kind, StmtKind::Switch { .. });
        let switches: Vec<Span> = self.stmts_in(body).filter(is_switch).map(|s| s.span).collect();
        self.stmts_in(body).all(|s| match s.kind {
            StmtKind::Label { .. } | StmtKind::NestedFunction(_) => false,
            StmtKind::Case { .. } | StmtKind::Default { .. } => {
                switches.iter().any(|w| w.contains(s.span))
            }
            _ => true,
        })
    }

    /// The statements that lie in `span`.
    pub(crate) fn stmts_in(&self, span: Span) -> impl Iterator<Item = &'a Stmt> + '_ {
        self.order().stmts_in(self.ast, span)
    }

    /// Whether a loop lies in `span`.
    pub(crate) fn has_loop(&self, span: Span) -> bool {
        self.stmts_in(span).any(|s| s.kind.is_loop())
    }

    /// Whether the first clause declares the counter, where it ends, and whether it sets the
    /// counter to a constant that is not negative.
    pub(crate) fn start_of(&self, init: &ForInit, decl: DeclId) -> Option<(bool, u32, bool)> {
        let natural = || self.start_value(init, decl).and_then(|e| self.natural_constant(e));
        match init {
            ForInit::None => None,
            ForInit::Expr(e) => Some((false, self.span(*e).end, natural().is_some())),
            ForInit::Declaration(d) => {
                let DeclarationKind::Plain { specs, declarators } = &self.ast.declarations[*d].kind
                else {
                    return None;
                };
                if matches!(specs.type_spec, TypeSpec::Auto) || !is_automatic(specs.storage) {
                    return None;
                }
                let own = declarators.iter().any(|x| self.declares(x, decl));
                own.then_some((true, declarators.last()?.span.end, natural().is_some()))
            }
        }
    }

    /// The value that the first clause assigns to the counter.
    pub(crate) fn start_value(&self, init: &ForInit, decl: DeclId) -> Option<ExprId> {
        match init {
            ForInit::None => None,
            ForInit::Expr(e) => self.assigned_value(*e, decl),
            ForInit::Declaration(d) => {
                let DeclarationKind::Plain { declarators, .. } = &self.ast.declarations[*d].kind
                else {
                    return None;
                };
                match declarators.iter().find(|x| self.declares(x, decl))?.init {
                    Some(Initializer::Expr(e)) => Some(e),
                    _ => None,
                }
            }
        }
    }

    fn declares(&self, d: &InitDeclarator, decl: DeclId) -> bool {
        d.declarator.name.is_some_and(|(_, span)| self.unit.decl_at.get(&span) == Some(&decl))
    }

    fn assigned_value(&self, e: ExprId, decl: DeclId) -> Option<ExprId> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.assigned_value(x, decl),
            ExprKind::Comma { left, right } => {
                self.assigned_value(right, decl).or_else(|| self.assigned_value(left, decl))
            }
            ExprKind::Assign { op: None, left, right } => {
                self.is_name_of(left, decl).then_some(right)
            }
            _ => None,
        }
    }

    /// The number of values of a counter, from `start` by `step` up or `down`, until it passes
    /// `limit`.
    fn iterations_from(&self, start: i64, limit: Limit, (down, step): (bool, u64)) -> Option<u64> {
        let end = self.signed_constant(limit.value)?;
        let distance = if down { start.checked_sub(end) } else { end.checked_sub(start) }?;
        let values = u64::try_from(distance.checked_add(i64::from(limit.inclusive))?);
        Some(values.unwrap_or(0).div_ceil(step))
    }

    /// The limit that `cond` compares the counter with, and whether the counter is below it.
    pub(crate) fn limit_of(
        &self,
        cond: ExprId,
        counter: DeclId,
        kind: IntKind,
    ) -> Option<(Limit, bool)> {
        let (limit, below) = self.compared_with(cond, counter, kind)?;
        self.is_quiet(limit.value, counter).then_some((limit, below))
    }

    /// The same, whatever the limit does.
    pub(super) fn compared_with(
        &self,
        cond: ExprId,
        counter: DeclId,
        kind: IntKind,
    ) -> Option<(Limit, bool)> {
        let ExprKind::Binary { op, left, right } = self.expr_node(self.bare(cond)).kind else {
            return None;
        };
        let (value, op) = match (self.is_name_of(left, counter), self.is_name_of(right, counter)) {
            (true, false) => (right, op),
            (false, true) => (left, mirrored(op)),
            _ => return None,
        };
        let (below, inclusive) = match op {
            BinaryOp::Lt => (true, false),
            BinaryOp::Le => (true, true),
            BinaryOp::Gt => (false, false),
            BinaryOp::Ge => (false, true),
            _ => return None,
        };
        let compared = self.compared_as(kind, self.ty(value)?)?;
        Some((Limit { value, compared, inclusive }, below))
    }

    /// The same for `i + m <= n`, if `m` stays the same and the signed counter and it are of one
    /// type: the sum does not wrap. The limit is that of the sum.
    pub(super) fn sum_compared_with(
        &self,
        cond: ExprId,
        counter: &Variable,
        kind: IntKind,
    ) -> Option<(Limit, bool)> {
        let ExprKind::Binary { op, left, right } = self.expr_node(self.bare(cond)).kind else {
            return None;
        };
        let ExprKind::Binary { op: BinaryOp::Add, left: i, right: m } =
            self.expr_node(self.bare(left)).kind
        else {
            return None;
        };
        let added = if self.is_name_of(i, counter.decl) { m } else { i };
        let is_sum = self.is_name_of(i, counter.decl) != self.is_name_of(m, counter.decl);
        let stays = self.is_quiet(added, counter.decl) && self.is_invariant(added, counter);
        let sum = self.compared_as(kind, self.ty(added)?)?;
        let inclusive = match op {
            BinaryOp::Lt => false,
            BinaryOp::Le => true,
            _ => return None,
        };
        let compared = self.compared_as(sum, self.ty(right)?)?;
        let signed = self.types.is_signed(kind) && self.types.is_signed(sum);
        (is_sum && stays && signed).then_some((Limit { value: right, compared, inclusive }, true))
    }

    /// Whether the counter moves towards its limit without wrapping; `below` it as long as the loop
    /// runs, or above.
    fn ends(&self, c: &Counter, below: bool) -> bool {
        let Limit { compared, inclusive, .. } = c.limit;
        below != c.down
            && match (self.types.is_signed(c.kind), self.types.is_signed(compared)) {
                (false, _) => c.step == 1 && !inclusive && is_wide(c.kind) == is_wide(compared),
                (true, false) => below && c.natural_start,
                (true, true) => true,
            }
    }

    /// The type in which a counter is compared with a limit of the type `limit`; `None` where it
    /// has 128 bits.
    fn compared_as(&self, counter: IntKind, limit: QualTy) -> Option<IntKind> {
        let limit = self.types.int_kind(self.types.promote(limit.ty))?;
        Some(self.types.usual_int(counter, limit)).filter(|&k| self.types.int_bits(k) <= 64)
    }

    /// Whether `e` reads only constants and private memory that is not volatile, does not read
    /// `counter`, and has no side effect.
    pub(crate) fn is_quiet(&self, e: ExprId, counter: DeclId) -> bool {
        let plain = self.ty(e).is_some_and(|t| is_ordinary(&self.types.object_quals(t)));
        let quiet = |x: ExprId| self.is_quiet(x, counter);
        plain
            && match self.expr_node(e).kind {
                ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
                ExprKind::SizeofType { .. } => true,
                ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|&d| d != counter),
                ExprKind::Paren(x)
                | ExprKind::Cast { operand: x, .. }
                | ExprKind::Member { base: x, .. } => quiet(x),
                ExprKind::Unary { op, operand } => {
                    !matches!(op, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::AddressOf)
                        && quiet(operand)
                }
                ExprKind::Binary { left, right, .. }
                | ExprKind::Index { base: left, index: right } => quiet(left) && quiet(right),
                ExprKind::Conditional { cond, then, otherwise } => {
                    quiet(cond) && then.map_or(true, quiet) && quiet(otherwise)
                }
                _ => false,
            }
    }
}

/// Private, and changed only by the program's own actions.
pub(crate) fn is_ordinary(quals: &Quals) -> bool {
    quals.shared.is_none() && !quals.volatile && !quals.atomic
}

fn is_automatic(storage: Storage) -> bool {
    matches!(storage, Storage::None | Storage::Auto | Storage::Register)
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

fn is_wide(kind: IntKind) -> bool {
    !matches!(kind, IntKind::Int | IntKind::UInt)
}
