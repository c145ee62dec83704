// SPDX-License-Identifier: Apache-2.0
//! Types in the user's notation, for messages.

use rustc_hash::FxHashMap;
use upc_source::{Interner, Symbol};
use upc_syntax::ast::TagKind;

use crate::table::Types;
use crate::types::{ArrayLen, FloatKind, QualTy, Quals, Reference, Shared, TagId, TypeKind};

/// The typedef names of structures without tags.
pub type TagTypedefs = FxHashMap<TagId, Symbol>;

/// The type as the user would write it: `shared [4] int (*)[8]`.
pub fn type_text(types: &Types, names: &Interner, qt: QualTy) -> String {
    Printer { types, names, typedefs: None }.declare(qt, String::new(), 0)
}

/// A declaration of `name` with this type, without its semicolon: `shared [4] int (*p)[8]`.
pub fn declaration_text(types: &Types, names: &Interner, qt: QualTy, name: &str) -> String {
    Printer { types, names, typedefs: None }.declare(qt, name.to_string(), 0)
}

/// [`type_text`] with a tag that has no name called by its typedef, and every block size written
/// out: `shared [1] int`. The number in brackets behind `shared` is then never the length of an
/// array.
pub fn type_text_for_debuggers(
    types: &Types,
    names: &Interner,
    typedefs: &TagTypedefs,
    qt: QualTy,
) -> String {
    Printer { types, names, typedefs: Some(typedefs) }.declare(qt, String::new(), 0)
}

struct Printer<'t> {
    types: &'t Types,
    names: &'t Interner,
    typedefs: Option<&'t TagTypedefs>,
}

impl Printer<'_> {
    /// `inner` is the declared name with the derivations so far.
    fn declare(&self, qt: QualTy, inner: String, depth: u32) -> String {
        if depth > 32 {
            return "...".to_string();
        }
        match self.types.kind(qt.ty) {
            TypeKind::Pointer(p) => {
                let q = self.quals(qt.quals);
                let space =
                    if !q.is_empty() && inner.starts_with(|c: char| c != ')') { " " } else { "" };
                let s = format!("*{q}{space}{inner}");
                let grouped =
                    matches!(self.types.kind(p.ty), TypeKind::Array { .. } | TypeKind::Function(_));
                self.declare(*p, if grouped { format!("({s})") } else { s }, depth + 1)
            }
            TypeKind::Array { elem, len } => {
                self.declare(*elem, format!("{inner}[{}]", length_text(*len)), depth + 1)
            }
            TypeKind::Function(f) => {
                let listed = if f.prototype { f.params.as_slice() } else { &[] };
                let mut params: Vec<String> =
                    listed.iter().map(|p| self.declare(*p, String::new(), depth + 1)).collect();
                if f.variadic {
                    params.push("...".to_string());
                }
                let list = if params.is_empty() && f.prototype {
                    "void".to_string()
                } else {
                    params.join(", ")
                };
                self.declare(f.ret, format!("{inner}({list})"), depth + 1)
            }
            _ => self.base(qt, &inner),
        }
    }

    fn base(&self, qt: QualTy, inner: &str) -> String {
        let library = self.library_type(qt);
        let says_shared = self.typedefs.is_none()
            && library.is_some()
            && matches!(qt.quals.shared, Some(Shared { block: 1 }));
        let quals = if says_shared { Quals { shared: None, ..qt.quals } } else { qt.quals };
        let mut s = self.quals(quals);
        if !s.is_empty() {
            s.push(' ');
        }
        s.push_str(&library.unwrap_or_else(|| self.name(qt.ty)));
        if !inner.is_empty() {
            s.push(' ');
            s.push_str(inner);
        }
        s
    }

    fn quals(&self, q: Quals) -> String {
        let text = quals_text(q);
        match q.shared {
            Some(Shared { block: 1 }) if self.typedefs.is_some() => {
                text.replacen("shared", "shared [1]", 1)
            }
            _ => text,
        }
    }

    /// The library's shared types as programs know them: `shared struct upcr_lock` is `upc_lock_t`.
    /// Each names a type with the default block size; another one stands before the name.
    fn library_type(&self, qt: QualTy) -> Option<String> {
        let tag = self.types.tag_of(qt.ty)?;
        let name = self.types.tags[tag].name.map(|n| self.names.name(n))?;
        match name.strip_prefix("upcr_")? {
            "semaphore" => Some("bupc_sem_t".to_string()),
            short => Some(format!("upc_{short}_t")),
        }
    }

    fn name(&self, ty: crate::types::Ty) -> String {
        match self.types.kind(ty) {
            TypeKind::Void => "void".to_string(),
            TypeKind::Int(k) => k.text().to_string(),
            TypeKind::Float(k) => float_text(self.names, *k).to_string(),
            TypeKind::Complex(k) => format!("_Complex {}", float_text(self.names, *k)),
            TypeKind::ComplexInt(k) => format!("_Complex {}", k.text()),
            TypeKind::Struct(t) | TypeKind::Union(t) | TypeKind::Enum(t) => self.tag_name(*t),
            TypeKind::Vector { elem, bytes } => {
                format!("vector of {} bytes of {}", bytes, self.name(*elem))
            }
            TypeKind::Nullptr => "nullptr_t".to_string(),
            TypeKind::Opaque(Some(s)) => self.names.name(*s).to_string(),
            _ => "unknown type".to_string(),
        }
    }

    fn tag_name(&self, id: TagId) -> String {
        let tag = &self.types.tags[id];
        let kind = tag_kind_text(tag.kind);
        match tag.name {
            Some(n) => format!("{kind} {}", self.names.name(n)),
            None => match self.typedefs.and_then(|t| t.get(&id)) {
                Some(typedef) => self.names.name(*typedef).to_string(),
                None => format!("{kind} <anonymous>"),
            },
        }
    }
}

/// `float`, `_Float128` and the like.
pub fn float_text(names: &Interner, kind: FloatKind) -> &str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Extended(name) => names.name(name),
    }
}

/// `struct`, `union` or `enum`.
pub fn tag_kind_text(kind: TagKind) -> &'static str {
    match kind {
        TagKind::Struct => "struct",
        TagKind::Union => "union",
        TagKind::Enum => "enum",
    }
}

fn length_text(len: ArrayLen) -> String {
    match len {
        ArrayLen::Incomplete => String::new(),
        ArrayLen::Const(n) => n.to_string(),
        ArrayLen::Threads(1) => "THREADS".to_string(),
        ArrayLen::Threads(k) => format!("{k}*THREADS"),
        ArrayLen::Variable(_) => "*".to_string(),
    }
}

fn shared_text(shared: Shared) -> String {
    match shared.block {
        1 => "shared".to_string(),
        0 => "shared []".to_string(),
        Shared::STAR => "shared [*]".to_string(),
        block => format!("shared [{block}]"),
    }
}

/// Qualifiers separated by spaces, `shared` first.
pub fn quals_text(q: Quals) -> String {
    let mut v: Vec<String> = Vec::new();
    match q.reference {
        Some(Reference::Strict) => v.push("strict".to_string()),
        Some(Reference::Relaxed) => v.push("relaxed".to_string()),
        None => {}
    }
    v.extend(q.shared.map(shared_text));
    for (on, word) in [
        (q.const_, "const"),
        (q.volatile, "volatile"),
        (q.restrict, "restrict"),
        (q.atomic, "_Atomic"),
    ] {
        if on {
            v.push(word.to_string());
        }
    }
    v.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Target;

    #[test]
    fn writes_declarators() {
        let mut t = Types::new(Target::X86_64, None);
        let names = Interner::new();
        let quals = Quals { shared: Some(Shared { block: 4 }), const_: true, ..Quals::default() };
        let elem = QualTy { ty: t.common.int, quals };
        let array = t.array_of(elem, ArrayLen::Threads(2));
        let p = t.pointer_to(QualTy::plain(array));
        assert_eq!(type_text(&t, &names, QualTy::plain(p)), "shared [4] const int (*)[2*THREADS]");
        let pp = t.pointer_to(elem);
        let q = Quals { shared: Some(Shared { block: 1 }), ..Quals::default() };
        assert_eq!(
            type_text(&t, &names, QualTy { ty: pp, quals: q }),
            "shared [4] const int *shared"
        );
    }
}
