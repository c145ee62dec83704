// SPDX-License-Identifier: Apache-2.0
//! Constant expressions in the initializers of static objects (C 6.6p7-p9), and those only the
//! start-up can compute.

use upc_source::ErrorName;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, Storage, TypeNameId, UnaryOp};

use crate::check::{Check, MAX_DEPTH};
use crate::types::QualTy;
use crate::unit::{DeclId, DeclKind, Linkage, Privatised};

/// The value of an expression at translation time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Constness {
    /// An arithmetic or address constant of C.
    Constant,
    /// An address that differs between UPC threads or is known at launch: of shared data, of a
    /// per-thread object.
    StartUp,
    NotConstant,
}

impl Constness {
    /// Whether a static object may be initialised with it.
    pub fn is_constant(self) -> bool {
        self != Constness::NotConstant
    }
}

impl Check<'_> {
    fn not_constant(&mut self, e: ExprId) {
        let span = self.span(e);
        if self.mentions_threads(e) {
            let message = "THREADS is not a constant here: it is known at launch";
            let help = "assign it in main, or fix THREADS with -T n";
            self.error_help(ErrorName::UpcThreadsConstant, span, message, "UPC 6.3.1p1", help);
        } else {
            let message = "the initializer is not a constant";
            let help = "give it its value by an assignment in a function";
            self.error_help(ErrorName::Initializer, span, message, "C 6.7.9p4", help);
        }
    }

    /// Reports an initializer of a static object that is not constant, and notes one that start-up
    /// code must compute.
    pub fn require_constant(&mut self, e: ExprId, target: QualTy) {
        match self.constant_initializer(e) {
            Constness::Constant => {}
            Constness::StartUp => self.runtime_init = true,
            Constness::NotConstant => self.not_constant(e),
        }
        // A pointer-to-shared of the wide form has no C constant even where it is null in all but
        // the zero case.
        if self.types.is_pts(target.ty) && !self.is_null_constant(e) {
            self.runtime_init = true;
        }
    }

    /// Classifies an expression that has been typed. Unknown constructs count as constant: the C
    /// compiler judges them.
    pub fn constant_initializer(&mut self, e: ExprId) -> Constness {
        if self.eval(e).is_some() {
            return Constness::Constant;
        }
        if self.depth >= MAX_DEPTH {
            return Constness::Constant;
        }
        self.depth += 1;
        let c = self.classify(e);
        self.depth -= 1;
        c
    }

    fn classify(&mut self, e: ExprId) -> Constness {
        use Constness::*;
        let ast = self.ast;
        let ty = self.expr(e);
        let array = self.types.array(ty.ty).is_some();
        match &ast.exprs[e].kind {
            ExprKind::Ident(_) => self.classify_ident(e, array),
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Extension, operand: x } => {
                self.constant_initializer(*x)
            }
            ExprKind::Cast { operand, .. } => self.constant_initializer(*operand),
            ExprKind::Unary { op, operand } => {
                self.classify_unary(*op, *operand, array || self.types.is_function(ty.ty))
            }
            ExprKind::Binary { left, right, op } => self.classify_binary(*op, *left, *right),
            ExprKind::Conditional { cond, then, otherwise } => {
                let c = self.constant_initializer(*cond);
                let t = then.map_or(Constant, |t| self.constant_initializer(t));
                c.max(t).max(self.constant_initializer(*otherwise))
            }
            ExprKind::Index { base, index } if array => {
                self.constant_initializer(*base).max(self.constant_initializer(*index))
            }
            // gcc and clang accept a character of a string (C 6.6p10).
            ExprKind::Index { base, index } if self.is_string(*base) || self.is_string(*index) => {
                self.constant_initializer(*base).max(self.constant_initializer(*index))
            }
            ExprKind::Member { .. } if array => self.address_constness(e),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                match self.unit.selected.get(&e) {
                    Some(&x) => self.constant_initializer(x),
                    None => Constant,
                }
            }
            ExprKind::Threads
            | ExprKind::MyThread
            | ExprKind::Assign { .. }
            | ExprKind::PostInc(_)
            | ExprKind::PostDec(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. } => NotConstant,
            ExprKind::Call { callee, .. } => self.call_constness(*callee),
            // A size that folding did not find: of a variable length array, or of a shared array
            // with THREADS.
            ExprKind::SizeofExpr { operand, .. } => {
                let ty = self.expr(*operand);
                self.sizeof_constness(ty)
            }
            ExprKind::SizeofType { ty, .. } => {
                let ty = self.type_name(*ty);
                self.sizeof_constness(ty)
            }
            ExprKind::CompoundLiteral { ty, .. } if array => self.literal_address(e, *ty),
            _ => Constant,
        }
    }

    fn is_string(&self, e: ExprId) -> bool {
        matches!(self.ast.exprs[self.without_parentheses(e)].kind, ExprKind::String)
    }

    /// `designates`: the result is an array or a function, which stands for its address.
    fn classify_unary(&mut self, op: UnaryOp, operand: ExprId, designates: bool) -> Constness {
        match op {
            UnaryOp::AddressOf => self.address_constness(operand),
            UnaryOp::PreInc | UnaryOp::PreDec => Constness::NotConstant,
            UnaryOp::Deref if !designates => Constness::NotConstant,
            _ => self.constant_initializer(operand),
        }
    }

    fn classify_binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Constness {
        let (l, r) = (self.constant_initializer(left), self.constant_initializer(right));
        match op {
            BinaryOp::LogAnd | BinaryOp::LogOr if l == Constness::Constant => {
                r.min(Constness::StartUp)
            }
            _ => l.max(r),
        }
    }

    fn sizeof_constness(&self, ty: QualTy) -> Constness {
        if self.types.is_vla(ty.ty)
            || (self.types.array(ty.ty).is_some() && self.types.shared(ty).is_some())
        {
            Constness::NotConstant
        } else {
            Constness::Constant
        }
    }

    fn call_constness(&self, callee: ExprId) -> Constness {
        match self.unit.ident.get(&callee) {
            Some(&id) if !self.unit.decls[id].system => Constness::NotConstant,
            // Builtins and the C library's functions may fold, as sqrt(2.0) does: left to the C
            // compiler.
            _ => Constness::Constant,
        }
    }

    fn classify_ident(&mut self, e: ExprId, array: bool) -> Constness {
        let Some(&id) = self.unit.ident.get(&e) else { return Constness::Constant };
        let d = &self.unit.decls[id];
        match d.kind {
            DeclKind::Function | DeclKind::Enumerator(_) | DeclKind::Typedef => Constness::Constant,
            DeclKind::Object if array => self.object_address(id),
            // gcc folds reads of constant objects with a visible initializer.
            DeclKind::Object
                if self.types.object_quals(d.ty).const_
                    && d.defined
                    && d.ty.quals.shared.is_none() =>
            {
                Constness::Constant
            }
            _ => Constness::NotConstant,
        }
    }

    fn object_address(&self, id: DeclId) -> Constness {
        let d = &self.unit.decls[id];
        let static_storage = d.linkage != Linkage::None || d.storage == Storage::Static;
        if d.kind == DeclKind::Function {
            Constness::Constant
        } else if d.kind == DeclKind::Parameter || !static_storage {
            Constness::NotConstant
        } else if self.types.shared(d.ty).is_some() || d.privatised != Privatised::No {
            Constness::StartUp
        } else {
            Constness::Constant
        }
    }

    fn literal_address(&self, e: ExprId, ty: TypeNameId) -> Constness {
        if !self.is_static_literal(ty) {
            Constness::NotConstant
        } else if self.unit.per_thread_literals.contains(&e)
            || self.ast.type_names[ty].specs.thread_local.is_some()
        {
            Constness::StartUp
        } else {
            Constness::Constant
        }
    }

    /// Whether the address of the lvalue is constant.
    fn address_constness(&mut self, e: ExprId) -> Constness {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ExprKind::Ident(_) => match self.unit.ident.get(&e) {
                Some(&id) => self.object_address(id),
                None => Constness::Constant,
            },
            ExprKind::Paren(x) => self.address_constness(*x),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.constant_initializer(*operand),
            ExprKind::Unary { operand, .. } => self.address_constness(*operand),
            ExprKind::Member { base, arrow: true, .. } => self.constant_initializer(*base),
            ExprKind::Member { base, .. } => self.address_constness(*base),
            ExprKind::Index { base, index } => {
                let i = self.constant_initializer(*index);
                let of_array = matches!(
                    self.unit.expr_ty.get(*base),
                    Some(Some(t)) if self.types.array(t.ty).is_some()
                );
                let b = if of_array {
                    self.address_constness(*base)
                } else {
                    self.constant_initializer(*base)
                };
                i.max(b)
            }
            ExprKind::CompoundLiteral { ty, .. } => self.literal_address(e, *ty),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                match self.unit.selected.get(&e).copied() {
                    Some(x) => self.address_constness(x),
                    None => Constness::Constant,
                }
            }
            _ => Constness::Constant,
        }
    }
}
