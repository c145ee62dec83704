// SPDX-License-Identifier: Apache-2.0
//! Types of expressions, as pointers-to-shared see them.

use upc_sema::layout::Count;
use upc_sema::types::{PtsRepr, QualTy, Reference, TypeKind};
use upc_source::Span;
use upc_syntax::ast::{Expr, ExprId, ExprKind, Stmt, StmtId, UnaryOp};

use super::Facts;

/// How a pointer to `T` moves: elements of the ultimate element type per `T`, block size, element
/// size.
pub(crate) struct Stride {
    pub elems: u64,
    pub threads: bool,
    pub block: u64,
    pub elem_size: u64,
}

impl<'a> Facts<'a> {
    pub(crate) fn expr_node(&self, e: ExprId) -> &'a Expr {
        &self.ast.exprs[e]
    }

    pub(crate) fn span(&self, e: ExprId) -> Span {
        self.ast.exprs[e].span
    }

    /// The type of an analysed expression; `None` in text that the checker skipped.
    pub(crate) fn ty(&self, e: ExprId) -> Option<QualTy> {
        self.unit.expr_ty.get(e).copied().flatten()
    }

    /// The referent of the decayed value of `e`; `None` if it is no pointer.
    pub(crate) fn pointee(&self, e: ExprId) -> Option<QualTy> {
        self.referent(self.ty(e)?)
    }

    /// The type to which a value of type `ty` points after decay.
    pub(crate) fn referent(&self, ty: QualTy) -> Option<QualTy> {
        match self.types.kind(ty.ty) {
            TypeKind::Pointer(p) => Some(*p),
            TypeKind::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    /// The representation of the decayed value of `e` if it is a pointer-to-shared.
    pub(crate) fn repr(&self, e: ExprId) -> Option<PtsRepr> {
        self.types.pts_repr(self.pointee(e)?)
    }

    /// The representation after the context's conversion.
    pub(crate) fn converted_repr(&self, e: ExprId) -> Option<PtsRepr> {
        match self.unit.converted.get(&e) {
            Some(to) => self.types.pts_repr(self.referent(*to)?),
            None => self.repr(e),
        }
    }

    /// How pointers to `pointee` move. Pointers to incomplete types do not: the checker refuses
    /// that.
    pub(crate) fn stride(&self, pointee: QualTy) -> Stride {
        let (elems, threads) = match self.types.element_count(pointee.ty) {
            Some(Count::Const(n)) => (n, false),
            Some(Count::Threads(n)) => (n, true),
            None => (1, false),
        };
        let block = self.types.shared(pointee).map_or(0, |s| s.block);
        Stride { elems, threads, block, elem_size: self.types.elem_size(pointee).unwrap_or(1) }
    }

    pub(crate) fn keeps_phase(&self, from: QualTy, to: QualTy) -> bool {
        let generic = |p: QualTy| self.types.is_void(p.ty);
        if generic(from) || generic(to) {
            return true;
        }
        let block = |p| self.types.shared(p).map(|s| s.block);
        let complete = |p| self.types.is_complete(self.types.ultimate(p));
        block(from) == block(to)
            && complete(from)
            && complete(to)
            && self.types.elem_size(from) == self.types.elem_size(to)
    }

    pub(crate) fn is_array(&self, e: ExprId) -> bool {
        self.ty(e).is_some_and(|t| matches!(self.types.kind(t.ty), TypeKind::Array { .. }))
    }

    /// Whether `e` is an array that is a member of an object, or a row of such an array.
    pub(crate) fn is_in_member(&self, e: ExprId) -> bool {
        let e = self.bare(e);
        self.is_array(e)
            && match self.expr_node(e).kind {
                ExprKind::Member { .. } => true,
                _ => self.pointer_and_index(e).is_some_and(|(array, _)| self.is_in_member(array)),
            }
    }

    /// Whether `e` is an lvalue of shared type.
    pub(crate) fn is_shared_lvalue(&self, e: ExprId) -> bool {
        let lvalue = match self.expr_node(e).kind {
            ExprKind::Ident(_) | ExprKind::Index { .. } | ExprKind::Member { .. } => true,
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Extension, operand: x } => {
                return self.is_shared_lvalue(x)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                return self.unit.selected.get(&e).is_some_and(|&x| self.is_shared_lvalue(x));
            }
            ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag, .. } => true,
            _ => false,
        };
        lvalue && self.ty(e).is_some_and(|t| self.types.shared(t).is_some())
    }

    pub(crate) fn stmt_node(&self, s: StmtId) -> &'a Stmt {
        &self.ast.stmts[s]
    }

    /// UPC 6.5.1.1p10: whether accesses of the shared lvalue `e` are strict: by its reference type
    /// qualifier, else by the pragma in force at the access.
    pub(crate) fn is_strict(&self, e: ExprId) -> bool {
        match self.ty(e).and_then(|t| self.types.object_quals(t).reference) {
            Some(r) => r == Reference::Strict,
            None => self.ast.strict_at(self.span(e).start),
        }
    }
}
