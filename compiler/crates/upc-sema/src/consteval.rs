// SPDX-License-Identifier: Apache-2.0
//! Constant expressions: evaluated in 128 bits and wrapped to the expression's C type after every
//! step.
//!
//! An expression must have been typed. `None` means "not a constant here": the caller decides
//! whether that is an error. Folding goes as far as gcc's (addresses relative to a null pointer,
//! `__builtin_constant_p`), so that nothing gcc accepts is refused.

use upc_syntax::ast::{
    BinaryOp, Designator, ExprId, ExprKind, InitItem, InitList, Initializer, SizeofOp, TypeNameId,
    UnaryOp,
};

use crate::check::Check;
use crate::layout::Size;
use crate::literal::{self, Number};
use crate::table::Types;
use crate::types::{IntKind, QualTy, Ty, TypeKind};
use crate::unit::DeclKind;

/// A folded value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Const {
    Int(i128),
    Float(f64),
}

/// `value` as an object of kind `k` would hold it. Values of `unsigned __int128` above the range of
/// i128 come out negative.
pub fn wrap(types: &Types, value: i128, k: IntKind) -> i128 {
    if k == IntKind::Bool {
        return i128::from(value != 0);
    }
    let bits = types.int_bits(k);
    if bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    if types.is_signed(k) {
        (value << shift) >> shift
    } else {
        (((value as u128) << shift) >> shift) as i128
    }
}

impl Check<'_> {
    /// The integer value of a constant expression.
    pub fn eval(&mut self, e: ExprId) -> Option<i128> {
        match self.fold(e)? {
            Const::Int(v) => Some(v),
            Const::Float(_) => None,
        }
    }

    /// The value of a constant expression.
    pub fn fold(&mut self, e: ExprId) -> Option<Const> {
        if self.depth >= crate::check::MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let v = self.fold_kind(e);
        self.depth -= 1;
        v
    }

    fn fold_kind(&mut self, e: ExprId) -> Option<Const> {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ExprKind::Number => self.fold_number(e),
            ExprKind::Char => {
                Some(Const::Int(literal::character(self.source(e), self.options.target).0))
            }
            ExprKind::True => Some(Const::Int(1)),
            ExprKind::False | ExprKind::Nullptr => Some(Const::Int(0)),
            ExprKind::Threads => self.options.static_threads.map(|t| Const::Int(t.into())),
            ExprKind::MaxBlockSize => Some(Const::Int(crate::shared_layout::MAX_BLOCK_SIZE.into())),
            ExprKind::Ident(_) => self.fold_ident(e),
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Extension, operand: x } => {
                self.fold(*x)
            }
            ExprKind::Unary { op, operand } => self.fold_unary(e, *op, *operand),
            ExprKind::Binary { .. } => self.fold_chain(e),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.fold_conditional(e, *cond, *then, *otherwise)
            }
            ExprKind::Cast { operand, .. } => {
                let v = self.fold(*operand)?;
                self.converted_to(v, self.recorded(e)?.ty)
            }
            ExprKind::SizeofExpr { op, operand } => {
                let ty = self.recorded(*operand)?;
                self.fold_sizeof(*op, ty, Some(*operand))
            }
            ExprKind::SizeofType { op, ty } => {
                let ty = *self.unit.type_name.get(ty)?;
                self.fold_sizeof(*op, ty, None)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                let x = *self.unit.selected.get(&e)?;
                self.fold(x)
            }
            ExprKind::TypesCompatible(a, b) => self.fold_compatible(*a, *b),
            ExprKind::Offsetof { ty, path } => {
                let ty = *self.unit.type_name.get(ty)?;
                self.fold_offsetof(ty, path).map(Const::Int)
            }
            ExprKind::Call { callee, args } => self.fold_call(*callee, args),
            ExprKind::CompoundLiteral { ty, init } => self.fold_literal(*ty, init),
            _ => None,
        }
    }

    /// GNU `__builtin_types_compatible_p`.
    fn fold_compatible(&self, a: TypeNameId, b: TypeNameId) -> Option<Const> {
        let (a, b) = (*self.unit.type_name.get(&a)?, *self.unit.type_name.get(&b)?);
        if self.types.is_unjudged(a.ty) || self.types.is_unjudged(b.ty) {
            return None;
        }
        let same = self.types.compatible_unqualified(a, b) && a.quals.shared == b.quals.shared;
        Some(Const::Int(same.into()))
    }

    fn recorded(&self, e: ExprId) -> Option<QualTy> {
        self.unit.expr_ty.get(e).copied().flatten()
    }

    fn fold_number(&self, e: ExprId) -> Option<Const> {
        match literal::number(self.source(e)) {
            Number::Int { value, .. } => Some(Const::Int(value as i128)),
            Number::Float { value, .. } => Some(Const::Float(value)),
            Number::Other => None,
        }
    }

    fn fold_ident(&mut self, e: ExprId) -> Option<Const> {
        let id = *self.unit.ident.get(&e)?;
        match self.unit.decls[id].kind {
            DeclKind::Enumerator(v) => Some(Const::Int(v)),
            _ => self.constexprs.get(&id).copied(),
        }
    }

    /// C23 6.6: a compound literal constant, `(constexpr T){ value }` of arithmetic type.
    fn fold_literal(&mut self, ty: TypeNameId, init: &InitList) -> Option<Const> {
        self.ast.type_names[ty].specs.constexpr?;
        let to = *self.unit.type_name.get(&ty)?;
        let [InitItem { designators, value: Initializer::Expr(e) }] = init.items.as_slice() else {
            return None;
        };
        let value = if designators.is_empty() { self.fold(*e)? } else { return None };
        self.converted_to(value, to.ty)
    }

    /// The value converted to a type (C 6.3.1); pointers count as 64-bit unsigned integers.
    pub fn converted_to(&self, v: Const, ty: Ty) -> Option<Const> {
        if let Some(k) = self.types.int_kind(ty) {
            return Some(Const::Int(match v {
                Const::Int(i) => wrap(self.types, i, k),
                Const::Float(f) if k == IntKind::Bool => i128::from(f != 0.0),
                Const::Float(f) => wrap(self.types, f as i128, k),
            }));
        }
        match *self.types.kind(ty) {
            TypeKind::Float(_) => Some(Const::Float(match v {
                Const::Int(i) => i as f64,
                Const::Float(f) if ty == self.types.common.float => f64::from(f as f32),
                Const::Float(f) => f,
            })),
            TypeKind::Pointer(p) => self.pointer_constant(v, p),
            TypeKind::Nullptr => Some(v),
            _ => None,
        }
    }

    /// A pointer-to-shared has one constant: null.
    fn pointer_constant(&self, v: Const, target: QualTy) -> Option<Const> {
        match v {
            Const::Int(0) => Some(v),
            Const::Int(i) if self.types.shared(target).is_none() => {
                Some(Const::Int(wrap(self.types, i, IntKind::ULong)))
            }
            _ => None,
        }
    }

    fn fold_unary(&mut self, e: ExprId, op: UnaryOp, operand: ExprId) -> Option<Const> {
        if op == UnaryOp::AddressOf {
            return self.fold_address(operand).map(Const::Int);
        }
        let v = self.fold(operand)?;
        let ty = self.recorded(e)?.ty;
        let v = match (op, v) {
            (UnaryOp::Plus, v) => v,
            (UnaryOp::Minus, Const::Int(i)) => Const::Int(i.wrapping_neg()),
            (UnaryOp::Minus, Const::Float(f)) => Const::Float(-f),
            (UnaryOp::BitNot, Const::Int(i)) => Const::Int(!i),
            (UnaryOp::Not, v) => Const::Int((!truth(v)).into()),
            (UnaryOp::Real, v) => v,
            _ => return None,
        };
        self.converted_to(v, ty)
    }

    /// A chain of left-associative operators, which may be longer than any stack: from its
    /// innermost operand outwards.
    fn fold_chain(&mut self, e: ExprId) -> Option<Const> {
        let ast = self.ast;
        let (mut chain, mut at) = (Vec::new(), e);
        while let ExprKind::Binary { op, left, right } = ast.exprs[at].kind {
            chain.push((at, op, left, right));
            at = left;
        }
        let mut value = self.fold(at);
        while let Some((e, op, left, right)) = chain.pop() {
            value = self.fold_binary(e, op, value?, left, right);
        }
        value
    }

    /// `a` is the value of `left`.
    fn fold_binary(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        a: Const,
        left: ExprId,
        right: ExprId,
    ) -> Option<Const> {
        match op {
            BinaryOp::LogAnd | BinaryOp::LogOr => {
                let l = truth(a);
                if l == (op == BinaryOp::LogOr) {
                    return Some(Const::Int(l.into()));
                }
                return self.fold(right).map(|r| Const::Int(truth(r).into()));
            }
            _ => {}
        }
        let b = self.fold(right)?;
        let (lt, rt) = (self.recorded(left)?.ty, self.recorded(right)?.ty);
        if self.types.is_pointer(lt) || self.types.is_pointer(rt) {
            return self.fold_pointers(op, a, b, lt, rt);
        }
        let result = self.recorded(e)?.ty;
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (Const::Int(x), Const::Int(n)) = (a, b) else { return None };
            return self.fold_shift(op, x, n, result);
        }
        let common = self.types.usual(lt, rt)?;
        let (a, b) = (self.converted_to(a, common)?, self.converted_to(b, common)?);
        let v = match (a, b) {
            (Const::Int(x), Const::Int(y)) => self.int_op(op, x, y, common)?,
            (Const::Float(x), Const::Float(y)) => float_op(op, x, y)?,
            _ => return None,
        };
        self.converted_to(v, result)
    }

    fn fold_shift(&self, op: BinaryOp, x: i128, n: i128, result: Ty) -> Option<Const> {
        let bits = i128::from(self.types.int_bits(self.types.int_kind(result)?));
        if n < 0 || n >= bits {
            return None;
        }
        let k = self.types.int_kind(result)?;
        let x = wrap(self.types, x, k);
        let v = if op == BinaryOp::Shl { x << n } else { x >> n };
        Some(Const::Int(wrap(self.types, v, k)))
    }

    fn int_op(&self, op: BinaryOp, x: i128, y: i128, common: Ty) -> Option<Const> {
        let unsigned_wide = self.types.int_kind(common) == Some(IntKind::UInt128);
        let less = if unsigned_wide { (x as u128) < (y as u128) } else { x < y };
        Some(Const::Int(match op {
            BinaryOp::Mul => x.wrapping_mul(y),
            BinaryOp::Div | BinaryOp::Rem if y == 0 => return None,
            BinaryOp::Div if unsigned_wide => (x as u128 / y as u128) as i128,
            BinaryOp::Rem if unsigned_wide => (x as u128 % y as u128) as i128,
            BinaryOp::Div => x.wrapping_div(y),
            BinaryOp::Rem => x.wrapping_rem(y),
            BinaryOp::Add => x.wrapping_add(y),
            BinaryOp::Sub => x.wrapping_sub(y),
            BinaryOp::Lt => less.into(),
            BinaryOp::Ge => (!less).into(),
            BinaryOp::Gt => (!less && x != y).into(),
            BinaryOp::Le => (less || x == y).into(),
            BinaryOp::Eq => (x == y).into(),
            BinaryOp::Ne => (x != y).into(),
            BinaryOp::BitAnd => x & y,
            BinaryOp::BitXor => x ^ y,
            BinaryOp::BitOr => x | y,
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::LogAnd | BinaryOp::LogOr => return None,
        }))
    }

    /// Arithmetic on addresses relative to null; null pointers-to-shared compare.
    fn fold_pointers(&mut self, op: BinaryOp, a: Const, b: Const, lt: Ty, rt: Ty) -> Option<Const> {
        let (Const::Int(x), Const::Int(y)) = (a, b) else { return None };
        let size = |c: &Self, t: Ty| {
            c.types.pointee(t).and_then(|p| c.types.fixed_size(p.ty)).map(i128::from)
        };
        match op {
            BinaryOp::Eq => Some(Const::Int((x == y).into())),
            BinaryOp::Ne => Some(Const::Int((x != y).into())),
            BinaryOp::Add | BinaryOp::Sub if self.types.is_pts(lt) || self.types.is_pts(rt) => None,
            BinaryOp::Add if self.types.is_pointer(lt) => {
                Some(Const::Int(x + y.checked_mul(size(self, lt)?)?))
            }
            BinaryOp::Add => Some(Const::Int(y + x.checked_mul(size(self, rt)?)?)),
            BinaryOp::Sub if !self.types.is_pointer(rt) => {
                Some(Const::Int(x - y.checked_mul(size(self, lt)?)?))
            }
            BinaryOp::Sub => (x - y).checked_div(size(self, lt)?).map(Const::Int),
            _ => None,
        }
    }

    fn fold_conditional(
        &mut self,
        e: ExprId,
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    ) -> Option<Const> {
        let c = self.fold(cond)?;
        let v = match (truth(c), then) {
            (true, Some(t)) => self.fold(t)?,
            (true, None) => c,
            (false, _) => self.fold(otherwise)?,
        };
        self.converted_to(v, self.recorded(e)?.ty)
    }

    /// `sizeof` and its family (UPC 6.4.1). In the dynamic environment `sizeof` of a definitely
    /// blocked shared array is not a constant, whatever its bounds.
    fn fold_sizeof(&mut self, op: SizeofOp, ty: QualTy, operand: Option<ExprId>) -> Option<Const> {
        let bytes = match op {
            SizeofOp::Sizeof => match self.types.kind(ty.ty) {
                TypeKind::Void | TypeKind::Function(_) => 1,
                _ if self.is_dynamic_shared_array(ty) => return None,
                _ => match self.types.size(ty.ty)? {
                    Size::Const(n) => n,
                    Size::Threads(_) => return None,
                },
            },
            SizeofOp::Alignof => {
                // An object's own alignment may have been raised by an attribute.
                if operand.is_some() {
                    return None;
                }
                self.types.align(ty.ty)?
            }
            SizeofOp::UpcLocalsizeof => self.types.local_size(ty)?,
            SizeofOp::UpcBlocksizeof => self.types.block_size(ty)?,
            SizeofOp::UpcElemsizeof => self.types.elem_size(ty)?,
        };
        Some(Const::Int(bytes.into()))
    }

    fn is_dynamic_shared_array(&self, ty: QualTy) -> bool {
        self.options.static_threads.is_none()
            && self.types.array(ty.ty).is_some()
            && self.types.shared(ty).is_some_and(|s| s.block != 0)
    }

    fn fold_offsetof(&mut self, ty: QualTy, path: &[Designator]) -> Option<i128> {
        let (mut ty, mut offset) = (ty, 0i128);
        for step in path {
            match step {
                Designator::Member(name, _) => {
                    let tag = self.types.tag_of(ty.ty).filter(|&t| !self.types.tags[t].opaque)?;
                    let (at, m) = self.types.find_member(tag, *name)?;
                    offset += i128::from(at);
                    ty = m.ty;
                }
                Designator::Index(e) => {
                    let i = self.eval(*e)?;
                    let (elem, _) = self.types.array(ty.ty)?;
                    offset += i.checked_mul(i128::from(self.types.fixed_size(elem.ty)?))?;
                    ty = elem;
                }
                Designator::Range(..) => return None,
            }
        }
        Some(offset)
    }

    /// The address of an lvalue relative to a constant pointer: `&((struct S *)0)->m`.
    fn fold_address(&mut self, e: ExprId) -> Option<i128> {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ExprKind::Paren(x) => self.fold_address(*x),
            ExprKind::Unary { op: UnaryOp::Deref, operand } if !self.is_pts_expr(*operand) => {
                self.eval(*operand)
            }
            ExprKind::Member { base, arrow, .. } => {
                let start = if *arrow {
                    if self.is_pts_expr(*base) {
                        return None;
                    }
                    self.eval(*base)?
                } else {
                    self.fold_address(*base)?
                };
                let m = self.unit.member.get(&e)?;
                let opaque =
                    self.types.tag_of(m.parent).map_or(true, |t| self.types.tags[t].opaque);
                (!opaque).then(|| start + i128::from(m.offset))
            }
            ExprKind::Index { base, index } => {
                let of = self.recorded(*base)?;
                let elem = self.recorded(e)?;
                let start = match self.types.array(of.ty) {
                    Some(_) => self.fold_address(*base)?,
                    None if self.is_pts_expr(*base) => return None,
                    None => self.eval(*base)?,
                };
                let i = self.eval(*index)?;
                Some(start + i.checked_mul(i128::from(self.types.fixed_size(elem.ty)?))?)
            }
            _ => None,
        }
    }

    fn is_pts_expr(&self, e: ExprId) -> bool {
        self.recorded(e).map_or(true, |t| self.types.is_pts(t.ty) || self.types.shared(t).is_some())
    }

    fn fold_call(&mut self, callee: ExprId, args: &[ExprId]) -> Option<Const> {
        let ExprKind::Ident(name) = self.ast.exprs[callee].kind else { return None };
        match (self.name(name), args) {
            ("__builtin_constant_p", [x]) => self.fold(*x).map(|_| Const::Int(1)),
            ("__builtin_expect", [x, _]) => self.fold(*x),
            ("__builtin_bswap16", [x]) => {
                self.eval(*x).map(|v| Const::Int((v as u16).swap_bytes().into()))
            }
            ("__builtin_bswap32", [x]) => {
                self.eval(*x).map(|v| Const::Int((v as u32).swap_bytes().into()))
            }
            ("__builtin_bswap64", [x]) => {
                self.eval(*x).map(|v| Const::Int((v as u64).swap_bytes().into()))
            }
            ("__builtin_ffs", [x]) => self.eval(*x).map(|v| Const::Int(first_set(v as u32).into())),
            ("__builtin_popcount", [x]) => {
                self.eval(*x).map(|v| Const::Int((v as u32).count_ones().into()))
            }
            ("__builtin_popcountl" | "__builtin_popcountll", [x]) => {
                self.eval(*x).map(|v| Const::Int((v as u64).count_ones().into()))
            }
            ("__builtin_clz", [x]) => {
                nonzero(self.eval(*x)?).map(|v| Const::Int((v as u32).leading_zeros().into()))
            }
            ("__builtin_ctz", [x]) => {
                nonzero(self.eval(*x)?).map(|v| Const::Int((v as u32).trailing_zeros().into()))
            }
            ("__builtin_clzl" | "__builtin_clzll", [x]) => {
                nonzero(self.eval(*x)?).map(|v| Const::Int((v as u64).leading_zeros().into()))
            }
            ("__builtin_ctzl" | "__builtin_ctzll", [x]) => {
                nonzero(self.eval(*x)?).map(|v| Const::Int((v as u64).trailing_zeros().into()))
            }
            _ => None,
        }
    }
}

fn nonzero(v: i128) -> Option<i128> {
    (v != 0).then_some(v)
}

fn first_set(v: u32) -> u32 {
    if v == 0 {
        0
    } else {
        v.trailing_zeros() + 1
    }
}

fn truth(v: Const) -> bool {
    match v {
        Const::Int(i) => i != 0,
        Const::Float(f) => f != 0.0,
    }
}

fn float_op(op: BinaryOp, x: f64, y: f64) -> Option<Const> {
    Some(match op {
        BinaryOp::Mul => Const::Float(x * y),
        BinaryOp::Div => Const::Float(x / y),
        BinaryOp::Add => Const::Float(x + y),
        BinaryOp::Sub => Const::Float(x - y),
        BinaryOp::Lt => Const::Int((x < y).into()),
        BinaryOp::Gt => Const::Int((x > y).into()),
        BinaryOp::Le => Const::Int((x <= y).into()),
        BinaryOp::Ge => Const::Int((x >= y).into()),
        BinaryOp::Eq => Const::Int((x == y).into()),
        BinaryOp::Ne => Const::Int((x != y).into()),
        _ => return None,
    })
}
