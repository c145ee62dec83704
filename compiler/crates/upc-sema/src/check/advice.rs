// SPDX-License-Identifier: Apache-2.0
//! Suggestions for a value that does not convert, from the context and the value's form.

use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use crate::check::assign::Context;
use crate::check::Check;
use crate::types::QualTy;

/// Help for argument `number`, from 1, of a copying function of <upc.h>, if it is a `pointer`;
/// `shared`: one to shared data.
fn copy_advice(function: &str, number: usize, pointer: bool, shared: bool) -> Option<&'static str> {
    Some(match (function, number) {
        ("upc_memcpy", 1) if pointer => {
            "both sides are shared here; to copy from shared to private data, use upc_memget"
        }
        ("upc_memcpy", 2) if pointer => {
            "both sides are shared here; to copy from private to shared data, use upc_memput"
        }
        ("upc_memget", 1) if shared => {
            "upc_memget copies to private data; to copy from shared to shared data, use upc_memcpy"
        }
        ("upc_memput", 2) if shared => {
            "upc_memput copies from private data; to copy from shared to shared data, use \
             upc_memcpy"
        }
        ("upc_memget", 2) | ("upc_memput", 1) if pointer => {
            "upc_memget copies from shared to private data, upc_memput from private to shared"
        }
        _ => return None,
    })
}

impl Check<'_> {
    /// Help for `e` of type `from`, which is no value for `to`; `None` where nothing better is
    /// known than the rule's own.
    pub(super) fn advice(
        &mut self,
        to: QualTy,
        from: QualTy,
        e: ExprId,
        context: Context,
    ) -> Option<String> {
        let advice = self
            .address_advice(to, from, e)
            .or_else(|| self.level_advice(to, from, e, context))
            .or_else(|| self.private_pointer_advice(to, from, e));
        if advice.is_some() {
            return advice;
        }
        let function = self.function_of(context);
        let (wanted, given) = (self.types.is_pts(to.ty), self.types.is_pts(from.ty));
        match function {
            Some("free" | "realloc") if given => {
                return Some("shared memory is freed with upc_free".into())
            }
            Some("upc_free" | "upc_all_free") if self.types.is_pointer(from.ty) && !given => {
                return Some("memory of malloc is freed with free".into());
            }
            _ if self.points_to_lock(to) => {
                return Some(
                    "upc_all_lock_alloc and upc_global_lock_alloc make locks and return pointers \
                     to them"
                        .into(),
                );
            }
            _ => {}
        }
        if wanted && self.is_private_allocation(e) {
            return Some(
                "shared memory comes from upc_alloc, upc_global_alloc or upc_all_alloc".into(),
            );
        }
        let Context::Argument(number, _) = context else { return None };
        copy_advice(function?, number, self.types.is_pointer(from.ty), given).map(String::from)
    }

    fn function_of(&self, context: Context) -> Option<&str> {
        match context {
            Context::Argument(_, Some(f)) if self.unit.decls[f].system => {
                Some(self.name(self.unit.decls[f].name))
            }
            _ => None,
        }
    }

    /// An `&` too many, or one that is missing.
    fn address_advice(&mut self, to: QualTy, from: QualTy, e: ExprId) -> Option<String> {
        if let ExprKind::Unary { op: UnaryOp::AddressOf, operand } = self.ast.exprs[e].kind {
            let t = self.rvalue(operand);
            let pointer = self.types.is_pointer(t.ty) && self.points_alike(to, t);
            return pointer
                .then(|| format!("'{}' is the pointer: leave '&' out", self.source(operand)));
        }
        if self.types.is_pointer(from.ty) || !self.is_lvalue(e) {
            return None;
        }
        let object = self.expr(e);
        let of_pointer = match self.ast.exprs[e].kind {
            ExprKind::Unary { op: UnaryOp::Deref, operand } => Some(operand),
            _ => None,
        };
        let address = QualTy::plain(self.types.pointer_to(object));
        self.points_alike(to, address).then(|| match of_pointer {
            Some(pointer) => format!("'{}' is the pointer: leave '*' out", self.source(pointer)),
            None => format!("write '&{}' for its address", self.source(e)),
        })
    }

    /// A pointer-to-shared where a private pointer to one is declared: a `*` too many, or an `&`
    /// that is missing.
    fn level_advice(
        &mut self,
        to: QualTy,
        from: QualTy,
        e: ExprId,
        context: Context,
    ) -> Option<String> {
        let inner = self.types.pointee(to.ty).filter(|_| !self.types.is_pts(to.ty))?;
        let data = self.types.pointee(from.ty).filter(|_| self.types.is_pts(from.ty))?;
        if !self.types.is_pts(inner.ty) || self.types.is_pointer(data.ty) {
            return None;
        }
        let is_variable =
            self.is_lvalue(e) && self.expr(e).ty == from.ty && self.points_alike(inner, from);
        let address = format!("write '&{}' for the address of that pointer", self.source(e));
        if let (Context::Argument(..), true) = (context, is_variable) {
            return Some(address);
        }
        let declare = format!(
            "{} is a private pointer to a pointer to shared data; for a pointer to shared data, \
             declare {}",
            self.show(to),
            self.show(QualTy::plain(inner.ty))
        );
        Some(if is_variable { format!("{declare}, or {address}") } else { declare })
    }

    /// A variable or member that is a pointer to private data where one to shared data of the same
    /// type is wanted.
    fn private_pointer_advice(&mut self, to: QualTy, from: QualTy, e: ExprId) -> Option<String> {
        let (p, q) = (self.types.pointee(to.ty)?, self.types.pointee(from.ty)?);
        let is_private = self.types.is_pts(to.ty) && !self.types.is_pts(from.ty);
        if !is_private || p.ty != q.ty || self.expr(e).ty != from.ty {
            return None;
        }
        let (ExprKind::Ident(name) | ExprKind::Member { name, .. }) = self.ast.exprs[e].kind else {
            return None;
        };
        let (name, wanted) = (self.name(name), self.show(to));
        Some(format!("'{name}' points to private data: declare it as {wanted}"))
    }

    /// Whether `to` is `upc_lock_t *`, to which nothing but a lock converts.
    fn points_to_lock(&self, to: QualTy) -> bool {
        let tag = self.types.pointee(to.ty).and_then(|lock| self.types.tag_of(lock.ty));
        let name = tag.and_then(|tag| self.types.tags[tag].name);
        self.types.is_pts(to.ty) && name.is_some_and(|name| self.name(name) == "upcr_lock")
    }

    /// Whether a pointer of type `from` is one of type `to`, or converts to it silently.
    fn points_alike(&self, to: QualTy, from: QualTy) -> bool {
        let (Some(p), Some(q)) = (self.types.pointee(to.ty), self.types.pointee(from.ty)) else {
            return false;
        };
        self.types.is_pts(to.ty) == self.types.is_pts(from.ty)
            && (self.types.is_void(p.ty) || self.types.compatible_unqualified(p, q))
    }

    fn is_private_allocation(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => self.is_private_allocation(x),
            ExprKind::Call { callee, .. } => {
                ["malloc", "calloc", "realloc", "aligned_alloc"].contains(&self.source(callee))
            }
            _ => false,
        }
    }
}
