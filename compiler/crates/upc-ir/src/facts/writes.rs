// SPDX-License-Identifier: Apache-2.0
//! The places at which a unit changes and names its scalar variables, calls functions, and stores
//! through pointers.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::unit::{DeclId, Unit};
use upc_source::{Interner, Span};
use upc_syntax::ast::{
    Ast, Declaration, DeclarationKind, Expr, ExprId, ExprKind, Initializer, StmtKind, UnaryOp,
};

/// Expressions that change a variable by name, or let others change it.
#[derive(Default)]
pub(crate) struct Writes {
    /// Positions in the text, ascending.
    written: FxHashMap<DeclId, Vec<u32>>,
    /// The same, each with its variable, ascending.
    named: Vec<(u32, DeclId)>,
    /// The value assigned by each of these changes, and its place, the initialiser first; `None`:
    /// no value of an expression.
    values: FxHashMap<DeclId, Vec<(u32, Option<ExprId>)>>,
    /// A pointer to it may exist.
    addressed: FxHashSet<DeclId>,
    /// The places at which the unit names a declaration, ascending.
    mentioned: FxHashMap<DeclId, Vec<u32>>,
    /// The same in the order of the text.
    mentions: Vec<(u32, DeclId)>,
    /// Calls, and lvalues changed other than by a variable's name, each with its place, ascending.
    calls: Vec<(u32, ExprId)>,
    stores: Vec<(u32, ExprId)>,
    /// Subscripts and dereferences, each with its place, ascending.
    elements: Vec<(u32, ExprId)>,
    /// Assembler code, and declarations of objects with a cleanup function: they may change
    /// anything. Ascending.
    unknown: Vec<u32>,
    /// Compound literals, which are objects. Ascending.
    literals: Vec<u32>,
}

impl Writes {
    pub fn of(ast: &Ast, unit: &Unit, names: &Interner) -> Writes {
        let mut found = Finder { ast, unit, writes: Writes::default() };
        ast.declarations.iter().for_each(|d| found.initialised(d));
        for (id, e) in ast.exprs.iter_enumerated() {
            found.expression(id, e);
        }
        for s in ast.stmts.iter() {
            if let StmtKind::Asm { operands } = &s.kind {
                operands.iter().for_each(|&x| found.written(x, s.span, None));
                found.writes.unknown.push(s.span.start);
            }
        }
        let mut writes = found.writes;
        writes.unknown.extend(
            ast.declarations.iter().filter(|d| has_cleanup(d, names)).map(|d| d.span.start),
        );
        for (&e, &decl) in &unit.ident {
            let at = ast.exprs[e].span.start;
            writes.mentioned.entry(decl).or_default().push(at);
            writes.mentions.push((at, decl));
        }
        writes.sort();
        writes
    }

    fn sort(&mut self) {
        self.written
            .values_mut()
            .chain(self.mentioned.values_mut())
            .for_each(|places| places.sort_unstable());
        self.mentions.sort_unstable_by_key(|m| m.0);
        self.named.sort_unstable_by_key(|n| n.0);
        self.unknown.sort_unstable();
        self.literals.sort_unstable();
        self.calls.sort_unstable_by_key(|c| c.0);
        self.stores.sort_unstable_by_key(|s| s.0);
        self.elements.sort_unstable_by_key(|e| e.0);
    }

    /// Whether a pointer may point to `decl`.
    pub fn is_addressed(&self, decl: DeclId) -> bool {
        self.addressed.contains(&decl)
    }

    /// Whether text in `span` changes `decl` by name.
    pub fn is_written_in(&self, decl: DeclId, span: Span) -> bool {
        self.written.get(&decl).is_some_and(|places| !within(places, |&p| p, span).is_empty())
    }

    /// How often text in `span` changes `decl` by name.
    pub fn writes_in(&self, decl: DeclId, span: Span) -> usize {
        self.written.get(&decl).map_or(0, |places| within(places, |&p| p, span).len())
    }

    /// The first place in `span` that changes `decl` by name.
    pub fn first_write_in(&self, decl: DeclId, span: Span) -> Option<u32> {
        self.written.get(&decl).and_then(|places| within(places, |&p| p, span).first().copied())
    }

    /// All values assigned to `decl`, a variable with an initialiser, each with its place; `None`:
    /// some are unknown, or others may change it.
    pub fn values_of(&self, decl: DeclId) -> Option<Vec<(u32, ExprId)>> {
        let values = self.values.get(&decl).filter(|_| !self.is_addressed(decl))?;
        let changes = self.written.get(&decl).map_or(0, Vec::len);
        let all = values.iter().map(|&(at, value)| Some((at, value?))).collect::<Option<Vec<_>>>();
        all.filter(|all| all.len() == changes + 1)
    }

    /// The values assigned to `decl` that are known.
    pub fn known_values(&self, decl: DeclId) -> impl Iterator<Item = ExprId> + '_ {
        self.values.get(&decl).into_iter().flatten().filter_map(|v| v.1)
    }

    /// The value of the only change of `decl` by name in `span`, or of its initialiser there.
    pub fn only_value_in(&self, decl: DeclId, span: Span) -> Option<ExprId> {
        let inside = |at: u32| span.start <= at && at < span.end;
        let mut values = self.values.get(&decl)?.iter().filter(|v| inside(v.0));
        let only = values.next()?.1;
        only.filter(|_| values.next().is_none())
    }

    /// Whether outside `span` all values assigned to `decl`, a variable with an initialiser,
    /// satisfy `fits`, and its address is not taken.
    pub fn are_values_but_in(
        &self,
        decl: DeclId,
        span: Span,
        fits: &dyn Fn(ExprId) -> bool,
    ) -> bool {
        let inside = |at: u32| span.start <= at && at < span.end;
        let changes = self.written.get(&decl).map_or(0, Vec::len);
        self.values.get(&decl).filter(|_| !self.is_addressed(decl)).is_some_and(|values| {
            values.len() == changes + 1
                && values.iter().all(|&(at, value)| inside(at) || value.is_some_and(fits))
        })
    }

    /// The calls in `span`.
    pub fn calls_in(&self, span: Span) -> impl Iterator<Item = ExprId> + '_ {
        within(&self.calls, |c| c.0, span).iter().map(|c| c.1)
    }

    /// The subscripts and dereferences in `span`.
    pub fn elements_in(&self, span: Span) -> impl Iterator<Item = ExprId> + '_ {
        within(&self.elements, |e| e.0, span).iter().map(|e| e.1)
    }

    /// The lvalues that text in `span` changes other than by a variable's name.
    pub fn stores_in(&self, span: Span) -> impl Iterator<Item = ExprId> + '_ {
        within(&self.stores, |s| s.0, span).iter().map(|s| s.1)
    }

    /// The variables that text in `span` changes by name.
    pub fn named_in(&self, span: Span) -> impl Iterator<Item = DeclId> + '_ {
        within(&self.named, |n| n.0, span).iter().map(|n| n.1)
    }

    /// Whether text in `span` may change anything.
    pub fn is_unknown_in(&self, span: Span) -> bool {
        !within(&self.unknown, |&p| p, span).is_empty()
    }

    /// Whether text in `span` contains a compound literal.
    pub fn has_literal_in(&self, span: Span) -> bool {
        !within(&self.literals, |&p| p, span).is_empty()
    }

    /// Whether the unit names `decl` in an expression.
    pub fn is_mentioned(&self, decl: DeclId) -> bool {
        self.mentioned.contains_key(&decl)
    }

    /// The variables named in `span`, as often as they are named.
    pub fn mentioned_in(&self, span: Span) -> impl Iterator<Item = DeclId> + '_ {
        within(&self.mentions, |m| m.0, span).iter().map(|m| m.1)
    }

    /// The places in `span` that name `decl`.
    pub fn mentions_in(&self, decl: DeclId, span: Span) -> &[u32] {
        self.mentioned.get(&decl).map_or(&[], |places| within(places, |&p| p, span))
    }
}

/// The part of `places`, ascending by `place`, that lies in `span`.
pub(crate) fn within<T>(places: &[T], place: impl Fn(&T) -> u32, span: Span) -> &[T] {
    let before = |offset: u32| places.partition_point(|p| place(p) < offset);
    &places[before(span.start)..before(span.end)]
}

fn has_cleanup(d: &Declaration, names: &Interner) -> bool {
    let DeclarationKind::Plain { specs, declarators } = &d.kind else { return false };
    let attributes = specs.attrs.iter().chain(declarators.iter().flat_map(|d| &d.declarator.attrs));
    attributes.into_iter().any(|a| names.name(a.name) == "cleanup")
}

struct Finder<'a> {
    ast: &'a Ast,
    unit: &'a Unit,
    writes: Writes,
}

impl Finder<'_> {
    fn expression(&mut self, id: ExprId, e: &Expr) {
        match e.kind {
            ExprKind::Call { .. } => self.writes.calls.push((e.span.start, id)),
            ExprKind::CompoundLiteral { .. } => self.writes.literals.push(e.span.start),
            ExprKind::Assign { op: None, left, right } => self.written(left, e.span, Some(right)),
            ExprKind::Assign { left: x, .. }
            | ExprKind::PostInc(x)
            | ExprKind::PostDec(x)
            | ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, operand: x } => {
                self.written(x, e.span, None)
            }
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.addressed(operand),
            ExprKind::Index { .. }
            | ExprKind::Member { arrow: true, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, .. } => {
                self.writes.elements.push((e.span.start, id))
            }
            _ => {}
        }
    }

    fn initialised(&mut self, d: &Declaration) {
        let DeclarationKind::Plain { declarators, .. } = &d.kind else { return };
        for x in declarators {
            let decl = x.declarator.name.and_then(|(_, span)| self.unit.decl_at.get(&span));
            if let (Some(&decl), Some(Initializer::Expr(e))) = (decl, &x.init) {
                let at = x.span.start;
                self.writes.values.entry(decl).or_default().push((at, Some(*e)));
            }
        }
    }

    fn written(&mut self, lvalue: ExprId, span: Span, value: Option<ExprId>) {
        match self.named(lvalue) {
            Some(decl) => {
                self.writes.written.entry(decl).or_default().push(span.start);
                self.writes.named.push((span.start, decl));
                self.writes.values.entry(decl).or_default().push((span.start, value));
            }
            None => self.writes.stores.push((span.start, lvalue)),
        }
    }

    fn addressed(&mut self, lvalue: ExprId) {
        if let Some(decl) = self.named(lvalue) {
            self.writes.addressed.insert(decl);
        }
    }

    /// The scalar variable that the lvalue is.
    fn named(&self, e: ExprId) -> Option<DeclId> {
        match self.ast.exprs[e].kind {
            ExprKind::Ident(_) => self.unit.ident.get(&e).copied(),
            ExprKind::Paren(x)
            | ExprKind::Unary {
                op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag,
                operand: x,
            } => self.named(x),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                self.named(*self.unit.selected.get(&e)?)
            }
            _ => None,
        }
    }
}
