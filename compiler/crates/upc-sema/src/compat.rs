// SPDX-License-Identifier: Apache-2.0
//! Compatible and composite types (C 6.2.7, UPC 6.5.1.1p13).

use crate::table::Types;
use crate::types::{ArrayLen, FunctionTy, QualTy, Quals, TagId, Ty, TypeKind};

/// Which qualifiers of the outermost types are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compare {
    All,
    /// `shared` with its block size only (assignment: C 6.5.16.1 with UPC 6.5.1.1p13).
    SharedOnly,
}

impl Types {
    /// Whether two types are compatible; qualifiers must agree, the block size among them.
    pub fn compatible(&self, a: QualTy, b: QualTy) -> bool {
        self.compatible_at(a, b, Compare::All, 0)
    }

    /// Whether two referents are compatible, except for their own qualifiers other than `shared`.
    pub fn compatible_unqualified(&self, a: QualTy, b: QualTy) -> bool {
        self.compatible_at(a, b, Compare::SharedOnly, 0)
    }

    fn compatible_at(&self, a: QualTy, b: QualTy, compare: Compare, depth: u32) -> bool {
        if depth > 64 {
            return true;
        }
        quals_agree(a.quals, b.quals, compare)
            && (a.ty == b.ty || self.structures_agree(a, b, compare, depth))
    }

    /// Compares the parts of two types.
    fn structures_agree(&self, a: QualTy, b: QualTy, compare: Compare, depth: u32) -> bool {
        match (self.kind(a.ty), self.kind(b.ty)) {
            (TypeKind::Opaque(_), _) | (_, TypeKind::Opaque(_)) => true,
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                self.compatible_at(*x, *y, Compare::All, depth + 1)
            }
            (TypeKind::Array { elem: x, len: m }, TypeKind::Array { elem: y, len: n }) => {
                lengths_agree(*m, *n) && self.compatible_at(*x, *y, compare, depth + 1)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                self.functions_compatible(f, g, depth + 1)
            }
            (TypeKind::Enum(t), TypeKind::Int(_)) => self.may_underlie(b.ty, *t),
            (TypeKind::Int(_), TypeKind::Enum(t)) => self.may_underlie(a.ty, *t),
            (TypeKind::Vector { bytes: m, .. }, TypeKind::Vector { bytes: n, .. }) => m == n,
            _ => false,
        }
    }

    fn functions_compatible(&self, f: &FunctionTy, g: &FunctionTy, depth: u32) -> bool {
        if !self.compatible_at(drop_c_quals(f.ret), drop_c_quals(g.ret), Compare::All, depth) {
            return false;
        }
        if !f.prototype || !g.prototype {
            return self.old_style_agrees(f, g, depth);
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params.iter().zip(&g.params).all(|(x, y)| {
                self.compatible_at(*x, *y, Compare::SharedOnly, depth)
                    || self.is_transparent_union(x.ty)
                    || self.is_transparent_union(y.ty)
            })
    }

    /// Whether the parameters of a definition in the old style agree with a prototype's (C
    /// 6.7.6.3p15). Only pointers-to-shared are compared: the C compiler checks the others.
    fn old_style_agrees(&self, f: &FunctionTy, g: &FunctionTy, depth: u32) -> bool {
        let known = f.prototype != g.prototype && f.params.len() == g.params.len();
        let agree = |x: &QualTy, y: &QualTy| {
            let shared = self.is_pts(x.ty) || self.is_pts(y.ty);
            !shared || self.compatible_at(*x, *y, Compare::SharedOnly, depth)
        };
        !known || f.params.iter().zip(&g.params).all(|(x, y)| agree(x, y))
    }

    /// GNU: a parameter of such a type takes an argument of any member's type.
    pub fn is_transparent_union(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Union(t) if self.tags[*t].transparent)
    }

    /// Whether `ty` may be the integer type of the enumeration.
    fn may_underlie(&self, ty: Ty, of: TagId) -> bool {
        self.tags[of].underlying.map_or(true, |u| u == ty)
    }

    /// The composite of two compatible types (C 6.2.7p3): known lengths and prototypes win.
    pub fn composite(&mut self, a: QualTy, b: QualTy) -> QualTy {
        if a.ty == b.ty {
            return a;
        }
        match (self.kind(a.ty).clone(), self.kind(b.ty).clone()) {
            (TypeKind::Array { elem: x, len: m }, TypeKind::Array { elem: y, len: n }) => {
                let elem = self.composite(x, y);
                QualTy { ty: self.array_of(elem, better_known(m, n)), quals: a.quals }
            }
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                let inner = self.composite(x, y);
                QualTy { ty: self.pointer_to(inner), quals: a.quals }
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                QualTy { ty: self.composite_function(f, g), quals: a.quals }
            }
            _ => a,
        }
    }

    fn composite_function(&mut self, f: FunctionTy, g: FunctionTy) -> Ty {
        if !g.prototype || f.params.len() != g.params.len() {
            // If neither has a prototype, the definition has the parameters.
            let first = f.prototype || (!g.prototype && g.params.is_empty());
            return self.make(TypeKind::Function(if first { f } else { g }));
        }
        if !f.prototype {
            return self.make(TypeKind::Function(g));
        }
        let ret = self.composite(f.ret, g.ret);
        let params = f.params.iter().zip(&g.params).map(|(x, y)| self.composite(*x, *y)).collect();
        self.make(TypeKind::Function(FunctionTy {
            ret,
            params,
            variadic: f.variadic,
            prototype: true,
        }))
    }
}

/// A result's qualifiers are without meaning (C 6.7.6.3p5), `shared` is kept.
fn drop_c_quals(qt: QualTy) -> QualTy {
    QualTy { ty: qt.ty, quals: Quals { shared: qt.quals.shared, ..Quals::default() } }
}

fn quals_agree(a: Quals, b: Quals, compare: Compare) -> bool {
    match compare {
        // strict and relaxed qualify an access, not an object; objects of both compare equal.
        Compare::All => {
            a.shared == b.shared
                && a.const_ == b.const_
                && a.volatile == b.volatile
                && a.atomic == b.atomic
        }
        Compare::SharedOnly => a.shared == b.shared,
    }
}

fn lengths_agree(m: ArrayLen, n: ArrayLen) -> bool {
    match (m, n) {
        (ArrayLen::Const(x), ArrayLen::Const(y)) | (ArrayLen::Threads(x), ArrayLen::Threads(y)) => {
            x == y
        }
        (ArrayLen::Const(_), ArrayLen::Threads(_)) | (ArrayLen::Threads(_), ArrayLen::Const(_)) => {
            false
        }
        _ => true,
    }
}

/// The length that says more, `m` if both say as much.
fn better_known(m: ArrayLen, n: ArrayLen) -> ArrayLen {
    match (m, n) {
        (ArrayLen::Incomplete, _) => n,
        (ArrayLen::Variable(_), ArrayLen::Const(_) | ArrayLen::Threads(_)) => n,
        _ => m,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Target;
    use crate::types::Shared;

    fn shared(t: &Types, block: u64) -> QualTy {
        QualTy {
            ty: t.common.int,
            quals: Quals { shared: Some(Shared { block }), ..Quals::default() },
        }
    }

    #[test]
    fn block_size_is_part_of_the_type() {
        let mut t = Types::new(Target::X86_64, None);
        let (a, b, c) = (shared(&t, 2), shared(&t, 1), shared(&t, 2));
        assert!(
            t.compatible(a, c)
                && !t.compatible(a, b)
                && !t.compatible(a, QualTy::plain(t.common.int))
        );
        let (p, q) = (t.pointer_to(a), t.pointer_to(b));
        assert!(!t.compatible(QualTy::plain(p), QualTy::plain(q)));
    }

    #[test]
    fn composite_completes_arrays_and_prototypes() {
        let mut t = Types::new(Target::X86_64, None);
        let int = QualTy::plain(t.common.int);
        let open = QualTy::plain(t.array_of(int, ArrayLen::Incomplete));
        let eight = QualTy::plain(t.array_of(int, ArrayLen::Const(8)));
        assert!(t.compatible(open, eight));
        assert_eq!(t.composite(open, eight), eight);
        let f = FunctionTy { ret: int, params: vec![], variadic: false, prototype: false };
        let g = FunctionTy { ret: int, params: vec![int], variadic: false, prototype: true };
        let (f, g) = (
            QualTy::plain(t.make(TypeKind::Function(f))),
            QualTy::plain(t.make(TypeKind::Function(g))),
        );
        assert!(t.compatible(f, g));
        assert_eq!(t.composite(f, g), g);
    }
}
