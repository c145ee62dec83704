// SPDX-License-Identifier: Apache-2.0
//! Types as C: `shared` resolved to the representation, UPC qualifiers left out.

use rustc_hash::FxHashMap;
use upc_sema::print::{float_text, tag_kind_text};
use upc_sema::table::Types;
use upc_sema::types::{ArrayLen, FunctionTy, PtsRepr, QualTy, Quals, TagId, Ty, TypeKind};
use upc_source::Interner;

/// Prints types of one unit.
pub struct TypePrinter<'a> {
    pub types: &'a Types,
    pub names: &'a Interner,
    /// Names of anonymous tags, and new names of tags that must be renamed.
    pub tag_names: &'a FxHashMap<TagId, String>,
}

impl TypePrinter<'_> {
    /// Without a prototype the parameters of an old-style definition are not printed.
    fn parameters(&self, f: &FunctionTy) -> String {
        let listed = if f.prototype { f.params.as_slice() } else { &[] };
        let mut params: Vec<String> = listed.iter().map(|p| self.declare(*p, "")).collect();
        if f.variadic {
            params.push("...".to_string());
        }
        if params.is_empty() && f.prototype {
            return "void".to_string();
        }
        params.join(", ")
    }

    /// The declaration of `inner`, which may be a name, empty (a type-name), or a declarator such
    /// as `*name`.
    pub fn declare(&self, qt: QualTy, inner: &str) -> String {
        match self.types.kind(qt.ty) {
            TypeKind::Pointer(p) => match self.types.pts_repr(*p) {
                Some(PtsRepr::Thin { .. }) => base("upcr_pts_t", qt.quals, inner),
                Some(PtsRepr::Phased { .. }) => base("upcr_ppts_t", qt.quals, inner),
                None => self.declare(*p, &self.starred(qt.quals, inner)),
            },
            TypeKind::Array { elem, len } => {
                let inner = grouped(inner);
                self.declare(*elem, &format!("{inner}[{}]", length(*len)))
            }
            TypeKind::Function(f) => {
                let list = self.parameters(f);
                self.declare(f.ret, &format!("{}({list})", grouped(inner)))
            }
            TypeKind::Vector { elem, bytes } => {
                let t = format!("__attribute__((vector_size({bytes}))) {}", self.name(*elem));
                base(&t, qt.quals, inner)
            }
            _ => base(&self.name(qt.ty), qt.quals, inner),
        }
    }

    /// [`TypePrinter::declare`] without qualifiers on the object itself, its elements if it is an
    /// array.
    pub fn declare_mutable(&self, qt: QualTy, inner: &str) -> String {
        match self.types.kind(qt.ty) {
            TypeKind::Array { elem, len } => {
                self.declare_mutable(*elem, &format!("{}[{}]", grouped(inner), length(*len)))
            }
            _ => self.declare(
                QualTy {
                    ty: qt.ty,
                    quals: Quals { volatile: qt.quals.volatile, ..Quals::default() },
                },
                inner,
            ),
        }
    }

    /// The unqualified type-name.
    pub fn plain(&self, ty: Ty) -> String {
        self.declare(QualTy::plain(ty), "")
    }

    fn starred(&self, quals: Quals, inner: &str) -> String {
        let mut q = qualifiers(quals);
        if quals.restrict {
            q.push_str("__restrict ");
        }
        format!("*{q}{inner}")
    }

    fn name(&self, ty: Ty) -> String {
        match self.types.kind(ty) {
            TypeKind::Void => "void".to_string(),
            TypeKind::Int(k) => k.text().to_string(),
            TypeKind::Float(k) => float_text(self.names, *k).to_string(),
            TypeKind::Complex(k) => format!("_Complex {}", float_text(self.names, *k)),
            TypeKind::ComplexInt(k) => format!("_Complex {}", k.text()),
            TypeKind::Struct(t) | TypeKind::Union(t) | TypeKind::Enum(t) => self.tag_name(*t),
            TypeKind::Nullptr => "__typeof__(nullptr)".to_string(),
            TypeKind::Opaque(Some(s)) => self.names.name(*s).to_string(),
            _ => "int".to_string(),
        }
    }

    fn tag_name(&self, t: TagId) -> String {
        let tag = &self.types.tags[t];
        let kind = tag_kind_text(tag.kind);
        match (self.tag_names.get(&t), tag.name) {
            (Some(n), _) => format!("{kind} {n}"),
            (None, Some(n)) => format!("{kind} {}", self.names.name(n)),
            (None, None) => format!("{kind} __upcr_unnamed"),
        }
    }
}

fn base(name: &str, quals: Quals, inner: &str) -> String {
    let space = if inner.is_empty() { "" } else { " " };
    format!("{}{name}{space}{inner}", qualifiers(quals))
}

/// A pointer declarator in parentheses, where an array or parameter list follows.
fn grouped(inner: &str) -> String {
    if inner.starts_with('*') {
        format!("({inner})")
    } else {
        inner.to_string()
    }
}

/// C qualifiers of an object, each with a space.
fn qualifiers(q: Quals) -> String {
    let mut s = String::new();
    for (on, word) in [(q.const_, "const "), (q.volatile, "volatile "), (q.atomic, "_Atomic ")] {
        if on {
            s.push_str(word);
        }
    }
    s
}

fn length(len: ArrayLen) -> String {
    match len {
        ArrayLen::Incomplete | ArrayLen::Variable(_) => String::new(),
        ArrayLen::Const(n) => n.to_string(),
        ArrayLen::Threads(k) => format!("{k} * upcr_threads()"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upc_sema::types::{FunctionTy, Shared};
    use upc_sema::Target;

    fn print(build: impl FnOnce(&mut Types) -> QualTy, inner: &str) -> String {
        let mut types = Types::new(Target::X86_64, None);
        let qt = build(&mut types);
        let (names, tag_names) = (Interner::new(), FxHashMap::default());
        TypePrinter { types: &types, names: &names, tag_names: &tag_names }.declare(qt, inner)
    }

    fn shared_int(t: &Types, block: u64) -> QualTy {
        QualTy {
            ty: t.common.int,
            quals: Quals { shared: Some(Shared { block }), ..Quals::default() },
        }
    }

    #[test]
    fn pointers_to_shared_by_representation() {
        let thin = |t: &mut Types| QualTy::plain(t.pointer_to(shared_int(t, 1)));
        let blocked = |t: &mut Types| QualTy::plain(t.pointer_to(shared_int(t, 4)));
        assert_eq!(print(thin, "p"), "upcr_pts_t p");
        assert_eq!(print(blocked, "p"), "upcr_ppts_t p");
        let table = |t: &mut Types| {
            let p = QualTy::plain(t.pointer_to(shared_int(t, 0)));
            QualTy::plain(t.array_of(p, ArrayLen::Const(3)))
        };
        assert_eq!(print(table, "*p"), "upcr_pts_t (*p)[3]");
    }

    #[test]
    fn function_pointers() {
        let build = |t: &mut Types| {
            let int = QualTy::plain(t.common.int);
            let p = QualTy::plain(t.pointer_to(shared_int(t, 4)));
            let f = t.make(TypeKind::Function(FunctionTy {
                ret: int,
                params: vec![p],
                variadic: true,
                prototype: true,
            }));
            QualTy::plain(t.pointer_to(QualTy::plain(f)))
        };
        assert_eq!(print(build, "f"), "int (*f)(upcr_ppts_t, ...)");
    }
}
