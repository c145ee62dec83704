//! Which scalar variables a unit changes, and where; where it names them.

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
    /// Where the unit has a declaration's name, ascending.
    mentioned: FxHashMap<DeclId, Vec<u32>>,
}

impl Writes {
    pub fn of(ast: &Ast, unit: &Unit) -> Writes {
        let (written, addressed, mentioned) = Default::default();
        let mut found = Finder { ast, unit, writes: Writes { written, addressed, mentioned } };
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
        for (&e, &decl) in &unit.ident {
            writes.mentioned.entry(decl).or_default().push(ast.exprs[e].span.start);
        }
        writes.written.values_mut().chain(writes.mentioned.values_mut()).for_each(|places| places.sort_unstable());
        writes
    }

    /// Whether a pointer may lead to `decl`.
    pub fn is_addressed(&self, decl: DeclId) -> bool {
        self.addressed.contains(&decl)
    }

    /// Whether text in `span` changes `decl` by its name.
    pub fn is_written_in(&self, decl: DeclId, span: Span) -> bool {
        self.written.get(&decl).is_some_and(|places| !within(places, span).is_empty())
    }

    /// Where text in `span` has the name of `decl`.
    pub fn mentions_in(&self, decl: DeclId, span: Span) -> &[u32] {
        self.mentioned.get(&decl).map_or(&[], |places| within(places, span))
    }
}

/// The part of the ascending `places` that lies in `span`.
fn within(places: &[u32], span: Span) -> &[u32] {
    let before = |offset: u32| places.partition_point(|&p| p < offset);
    &places[before(span.start)..before(span.end)]
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
