// SPDX-License-Identifier: Apache-2.0
//! Which pointers walk, and where they are assigned and moved.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::table::Types;
use upc_sema::types::{PtsRepr, TypeKind};
use upc_sema::unit::{Decl, DeclId, DeclKind, Linkage, Unit};
use upc_source::Span;
use upc_syntax::ast::{
    Ast, BinaryOp, DeclarationKind, Declarator, ExprId, ExprKind, InitDeclarator, Initializer,
    StmtKind, Storage, UnaryOp,
};

use crate::facts::Loops;
use crate::Facts;

/// Pointers of functions that walk in some loop.
pub(super) struct Walks<'a> {
    pointers: FxHashMap<DeclId, Pointer>,
    /// The positions of their declarations, ascending.
    declared: Vec<(u32, DeclId)>,
    loops: &'a Loops,
}

/// Positions in the text.
#[derive(Default)]
struct Pointer {
    assigned: Vec<u32>,
    moved: Vec<u32>,
}

impl<'a> Walks<'a> {
    pub fn of(facts: &'a Facts) -> Walks<'a> {
        let Facts { ast, unit, types, text, .. } = *facts;
        let mut finder = Finder {
            ast,
            unit,
            types,
            pointers: FxHashMap::default(),
            unknown: FxHashSet::default(),
        };
        finder.expressions();
        finder.statements();
        finder.declarations();
        let Finder { mut pointers, unknown, .. } = finder;
        let directives = ["#pragma omp", "#pragma acc"].iter().any(|d| text.contains(d));
        let loops = facts.loops();
        pointers.retain(|pointer, p| {
            p.assigned.sort_unstable();
            p.moved.sort_unstable();
            !directives
                && !unknown.contains(pointer)
                && p.moved.iter().any(|&m| p.walks_at(m, loops))
        });
        let mut declared: Vec<_> =
            pointers.keys().map(|&p| (unit.decls[p].span.start, p)).collect();
        declared.sort_unstable();
        Walks { pointers, declared, loops }
    }

    pub fn is_empty(&self) -> bool {
        self.pointers.is_empty()
    }

    pub fn contains(&self, pointer: DeclId) -> bool {
        self.pointers.contains_key(&pointer)
    }

    /// Whether some loop around `place` moves `pointer` and does not assign it.
    pub fn walks_at(&self, pointer: DeclId, place: u32) -> bool {
        self.pointers.get(&pointer).is_some_and(|p| p.walks_at(place, self.loops))
    }

    /// The pointers declared in `span`, and whether they are parameters.
    pub fn within<'x>(
        &'x self,
        unit: &'x Unit,
        span: Span,
    ) -> impl Iterator<Item = (DeclId, bool)> + 'x {
        let first = self.declared.partition_point(|d| d.0 < span.start);
        let inside = self.declared[first..].iter().take_while(move |d| d.0 < span.end);
        inside.map(|&(_, p)| (p, unit.decls[p].kind == DeclKind::Parameter))
    }
}

impl Pointer {
    fn walks_at(&self, place: u32, loops: &Loops) -> bool {
        let mut around = loops.around(place).take_while(|&l| !holds(&self.assigned, l));
        around.any(|l| holds(&self.moved, l))
    }
}

/// The variable that the lvalue `e` names.
pub(super) fn variable(ast: &Ast, unit: &Unit, e: ExprId) -> Option<DeclId> {
    match ast.exprs[e].kind {
        ExprKind::Paren(x) => variable(ast, unit, x),
        ExprKind::Ident(_) => unit.ident.get(&e).copied(),
        _ => None,
    }
}

/// The entity that the declarator declares.
fn declared(unit: &Unit, d: &Declarator) -> Option<DeclId> {
    unit.decl_at.get(&d.name?.1).copied()
}

/// Whether one of `places`, ascending, is in `span`.
fn holds(places: &[u32], span: Span) -> bool {
    places.get(places.partition_point(|&p| p < span.start)).is_some_and(|&p| p < span.end)
}

struct Finder<'a> {
    ast: &'a Ast,
    unit: &'a Unit,
    types: &'a Types,
    pointers: FxHashMap<DeclId, Pointer>,
    /// Changed in unknown ways.
    unknown: FxHashSet<DeclId>,
}

impl Finder<'_> {
    fn expressions(&mut self) {
        for e in self.ast.exprs.iter() {
            match e.kind {
                ExprKind::Assign { op: None, left, .. } => self.assigned(left, e.span),
                ExprKind::Assign { op: Some(BinaryOp::Add | BinaryOp::Sub), left: x, .. }
                | ExprKind::PostInc(x)
                | ExprKind::PostDec(x)
                | ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, operand: x } => {
                    self.moved(x, e.span)
                }
                ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.unknown(operand),
                _ => {}
            }
        }
    }

    fn statements(&mut self) {
        for s in self.ast.stmts.iter() {
            if let StmtKind::Asm { operands } = &s.kind {
                operands.iter().for_each(|&x| self.unknown(x));
            }
        }
    }

    fn declarations(&mut self) {
        for d in self.ast.declarations.iter() {
            if let DeclarationKind::Plain { declarators, .. } = &d.kind {
                declarators.iter().for_each(|d| self.declared(d));
            }
        }
    }

    fn declared(&mut self, d: &InitDeclarator) {
        let Some(pointer) = declared(self.unit, &d.declarator) else { return };
        match &d.init {
            Some(Initializer::Expr(e)) if self.may_walk(pointer) => {
                self.pointers
                    .entry(pointer)
                    .or_default()
                    .assigned
                    .push(self.ast.exprs[*e].span.start);
            }
            Some(Initializer::List(_)) => {
                self.unknown.insert(pointer);
            }
            _ => {}
        }
    }

    fn assigned(&mut self, lvalue: ExprId, span: Span) {
        match self.named(lvalue) {
            Some(p) => self.pointers.entry(p).or_default().assigned.push(span.start),
            None => self.unknown(lvalue),
        }
    }

    fn moved(&mut self, lvalue: ExprId, span: Span) {
        match self.named(lvalue) {
            Some(p) => self.pointers.entry(p).or_default().moved.push(span.start),
            None => self.unknown(lvalue),
        }
    }

    /// Records that the lvalue changes, or that its address is taken.
    fn unknown(&mut self, lvalue: ExprId) {
        match self.ast.exprs[lvalue].kind {
            ExprKind::Ident(_) => self.unknown.extend(variable(self.ast, self.unit, lvalue)),
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Extension, operand: x } => {
                self.unknown(x)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                if let Some(&x) = self.unit.selected.get(&lvalue) {
                    self.unknown(x);
                }
            }
            _ => {}
        }
    }

    /// The pointer named by the lvalue, if it may walk.
    fn named(&self, e: ExprId) -> Option<DeclId> {
        let pointer = variable(self.ast, self.unit, e)?;
        self.may_walk(pointer).then_some(pointer)
    }

    fn may_walk(&self, d: DeclId) -> bool {
        let decl: &Decl = &self.unit.decls[d];
        let lives_in_function = !decl.file_scope
            && decl.linkage == Linkage::None
            && !decl.thread_local
            && matches!(decl.storage, Storage::None | Storage::Auto | Storage::Register);
        let object = matches!(decl.kind, DeclKind::Object | DeclKind::Parameter);
        let TypeKind::Pointer(pointee) = self.types.kind(decl.ty.ty) else { return false };
        let indefinite = matches!(self.types.pts_repr(*pointee), Some(PtsRepr::Thin { block: 0 }));
        object && lives_in_function && indefinite && !decl.ty.quals.volatile
    }
}
