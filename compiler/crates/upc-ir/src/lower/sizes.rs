// SPDX-License-Identifier: Apache-2.0
//! sizeof and its family (UPC 6.4.1, C 6.5.3.4), typeof's operand, offsetof.

use upc_sema::types::QualTy;
use upc_syntax::ast::{ExprId, SizeofOp, TypeNameId};

use super::Lower;
use crate::ir::{Node, Source};

impl Lower<'_> {
    /// `sizeof e`, `_Alignof e`: the operand is not evaluated, so it may contain nothing that
    /// generates statements.
    pub(super) fn sizeof_expr(&mut self, e: ExprId, op: SizeofOp, operand: ExprId) -> Node {
        if let Some(n) = self.upc_sizeof(e, op) {
            return n;
        }
        let inner = self.unevaluated(operand);
        let ty = self.ty(operand);
        match ty {
            Some(ty) if !inner.is_copy() && self.types.is_opaque(ty.ty) && !ty.is_shared() => {
                // Only the C compiler knows the type.
                let node = self.value(operand);
                Node::Source(Source::with(self.span(e), [(self.span(operand), node)]))
            }
            Some(ty) if !inner.is_copy() || self.types.shared(ty).is_some() => self.size_of(op, ty),
            _ => Node::copy(self.span(e)),
        }
    }

    /// `sizeof(T)`, `_Alignof(T)`.
    pub(super) fn sizeof_type(&mut self, e: ExprId, op: SizeofOp, name: TypeNameId) -> Node {
        if let Some(n) = self.upc_sizeof(e, op) {
            return n;
        }
        let ty = self.unit.type_name.get(&name).copied();
        let span = self.span(e);
        match ty {
            Some(ty) if self.types.shared(ty).is_some() => self.size_of(op, ty),
            _ => {
                let name_span = self.ast.type_names[name].span;
                let node = self.type_name(name);
                Node::Source(Source::with(span, [(name_span, node)]))
            }
        }
    }

    /// A constant in both environments (UPC 6.4.1.2 to 6.4.1.4).
    fn upc_sizeof(&self, e: ExprId, op: SizeofOp) -> Option<Node> {
        if matches!(op, SizeofOp::Sizeof | SizeofOp::Alignof) {
            return None;
        }
        let value = self.unit.constant.get(&e)?;
        Some(Node::text(format!("{value}ul")))
    }

    fn size_of(&mut self, op: SizeofOp, ty: QualTy) -> Node {
        if op == SizeofOp::Alignof {
            let node = self.type_node(self.types.ultimate(ty));
            return Node::Seq(vec![Node::text("_Alignof("), node, Node::text(")")]);
        }
        self.need_names(ty);
        Node::SizeOf(ty)
    }

    /// Lowers an operand only to see whether it changes: it creates no slot, declaration or record,
    /// and leaves no mark that it did.
    pub(super) fn unevaluated(&mut self, operand: ExprId) -> Node {
        let (before, after, hoisted) = (self.before.len(), self.after.len(), self.at_end.len());
        let (getters, literals) = (self.getters_declared.clone(), self.literals.clone());
        let (statics, tags) = (self.hoisted.clone(), self.moved_tags.clone());
        let used: Vec<bool> = self.objects.iter().map(|o| o.used).collect();
        let private_used: Vec<bool> = self.privates.iter().map(|o| o.used).collect();
        let node = if self.is_shared_lvalue(operand) { Node::empty() } else { self.plain(operand) };
        self.before.truncate(before);
        self.after.truncate(after);
        self.at_end.truncate(hoisted);
        (self.getters_declared, self.literals) = (getters, literals);
        (self.hoisted, self.moved_tags) = (statics, tags);
        self.restore_used(&used, &private_used);
        node
    }
}
