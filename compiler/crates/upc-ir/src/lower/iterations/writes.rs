//! Which scalar variables a unit changes, and where.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::unit::{DeclId, Unit};
use upc_source::Span;
use upc_syntax::ast::{Ast, ExprId, ExprKind, StmtKind, UnaryOp};

/// Every expression that changes a variable by its name, or lets others change it.
pub(in crate::lower) struct Writes {
    /// Places in the text, ascending.
    written: FxHashMap<DeclId, Vec<u32>>,
    /// Somebody may have a pointer to it.
    addressed: FxHashSet<DeclId>,
}

impl Writes {
    pub fn of(ast: &Ast, unit: &Unit) -> Writes {
        let mut found =
            Finder { ast, unit, writes: Writes { written: FxHashMap::default(), addressed: FxHashSet::default() } };
        for e in ast.exprs.iter() {
            match e.kind {
                ExprKind::Assign { left: x, .. }
                | ExprKind::PostInc(x)
                | ExprKind::PostDec(x)
                | ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, operand: x } => found.written(x, e.span),
                ExprKind::Unary { op: UnaryOp::AddressOf, operand } => found.addressed(operand),
                _ => {}
            }
        }
        for s in ast.stmts.iter() {
            if let StmtKind::Asm { operands } = &s.kind {
                operands.iter().for_each(|&x| found.written(x, s.span));
            }
        }
        let mut writes = found.writes;
        writes.written.values_mut().for_each(|places| places.sort_unstable());
        writes
    }

    /// Whether a pointer may lead to `decl`.
    pub fn is_addressed(&self, decl: DeclId) -> bool {
        self.addressed.contains(&decl)
    }

    /// Whether text in `span` changes `decl` by its name.
    pub fn is_written_in(&self, decl: DeclId, span: Span) -> bool {
        let Some(places) = self.written.get(&decl) else { return false };
        let first = places.partition_point(|&p| p < span.start);
        places.get(first).is_some_and(|&p| p < span.end)
    }
}

struct Finder<'a> {
    ast: &'a Ast,
    unit: &'a Unit,
    writes: Writes,
}

impl Finder<'_> {
    fn written(&mut self, lvalue: ExprId, span: Span) {
        if let Some(decl) = self.named(lvalue) {
            self.writes.written.entry(decl).or_default().push(span.start);
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
            | ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag, operand: x } => self.named(x),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => self.named(*self.unit.selected.get(&e)?),
            _ => None,
        }
    }
}
