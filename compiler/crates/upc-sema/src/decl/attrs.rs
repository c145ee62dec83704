// SPDX-License-Identifier: Apache-2.0
//! The attributes that change layouts: aligned, packed, vector_size, mode, transparent_union.

use upc_source::ErrorName;
use upc_syntax::ast::{AlignAs, Attribute, DeclSpecs, ExprId};

use crate::check::Check;
use crate::types::{IntKind, QualTy, TypeKind};

impl Check<'_> {
    fn find_attr<'a>(&self, attrs: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
        attrs.iter().find(|a| self.names.name(a.name) == name)
    }

    pub fn has_attr(&self, attrs: &[Attribute], name: &str) -> bool {
        self.find_attr(attrs, name).is_some()
    }

    /// Largest `aligned(n)` in bytes; `aligned` alone is the target's largest alignment.
    pub fn aligned_attr(&mut self, attrs: &[Attribute]) -> Option<u64> {
        let mut most = None;
        for a in attrs {
            if self.names.name(a.name) != "aligned" {
                continue;
            }
            let n = match a.args.first() {
                None => Some(16),
                Some(&e) => {
                    self.expr(e);
                    self.alignment(e)
                }
            };
            most = most.max(n);
        }
        most
    }

    /// The value of an alignment, a power of two; 0 requests nothing (C 6.7.5p6). Lowering reads it
    /// from `Unit::constant`.
    fn alignment(&mut self, e: ExprId) -> Option<u64> {
        let n = self.eval(e)?;
        self.unit.constant.insert(e, n);
        let bytes = u64::try_from(n).ok().filter(|b| b.is_power_of_two());
        if bytes.is_none() && n != 0 {
            self.error_rule(
                ErrorName::Attribute,
                self.span(e),
                format!("alignment {n} is not a positive power of 2"),
                "C 6.7.5p3",
            );
        }
        bytes
    }

    /// Alignment by `_Alignas` and attributes of the specifiers, and of a typedef named there.
    pub fn specs_align(&mut self, specs: &DeclSpecs) -> Option<u64> {
        let mut most = self.aligned_attr(&specs.attrs);
        for a in &specs.alignas {
            let n = match *a {
                AlignAs::Expr(e) => {
                    self.expr(e);
                    self.alignment(e)
                }
                AlignAs::Type(t) => {
                    let ty = self.type_name(t);
                    self.types.align(ty.ty)
                }
            };
            most = most.max(n);
        }
        if let upc_syntax::ast::TypeSpec::TypedefName(s) = specs.type_spec {
            let typedef = self.scopes.lookup(s).and_then(|d| self.typedef_align.get(&d).copied());
            most = most.max(typedef);
        }
        most
    }

    /// Applies `vector_size` and `mode` to a type.
    pub fn type_attrs(&mut self, qt: QualTy, attrs: &[Attribute]) -> QualTy {
        let mut qt = qt;
        if let Some(a) = self.find_attr(attrs, "vector_size") {
            let bytes = a.args.first().and_then(|&e| {
                self.expr(e);
                self.eval(e).and_then(|v| u64::try_from(v).ok())
            });
            qt.ty = match bytes {
                Some(bytes) => self.types.make(TypeKind::Vector { elem: qt.ty, bytes }),
                None => self.types.common.error,
            };
        }
        if let Some(a) = self.find_attr(attrs, "mode") {
            qt.ty = self.mode_type(qt, self.slice(a.span));
        }
        qt
    }

    /// `mode(TI)` and the like; machine modes not known here give an opaque type.
    fn mode_type(&self, qt: QualTy, attr: &str) -> crate::types::Ty {
        let inner = attr.split('(').nth(1).unwrap_or("").trim_matches([')', ' ', '_']);
        let unsigned = self.types.int_kind(qt.ty).is_some_and(|k| !self.types.is_signed(k));
        let pick = |signed, un| self.types.int(if unsigned { un } else { signed });
        match inner {
            "QI" | "byte" => pick(IntKind::SChar, IntKind::UChar),
            "HI" => pick(IntKind::Short, IntKind::UShort),
            "SI" => pick(IntKind::Int, IntKind::UInt),
            "DI" | "word" | "pointer" => pick(IntKind::Long, IntKind::ULong),
            "TI" => pick(IntKind::Int128, IntKind::UInt128),
            "SF" => self.types.common.float,
            "DF" => self.types.common.double,
            _ => self.types.common.error,
        }
    }
}
