// SPDX-License-Identifier: Apache-2.0
//! Declaration specifiers and type-names (C 6.7.2, 6.7.7; UPC 6.5.1.1).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{self, DeclSpecs, Layout, TypeNameId, TypeSpec};

use crate::check::Check;
use crate::decl::Place;
use crate::shared_layout::MAX_BLOCK_SIZE;
use crate::types::{FloatKind, QualTy, Quals, Reference, Shared, Ty, TypeKind};
use crate::unit::DeclKind;

impl Check<'_> {
    /// The type that the specifiers name, qualifiers applied.
    pub fn specs_type(&mut self, specs: &DeclSpecs) -> QualTy {
        if let (TypeSpec::Missing, Some(shared)) = (&specs.type_spec, specs.quals.shared.last()) {
            self.warn_upc(
                "implicit-int",
                shared.span,
                "'shared' without a type: it is taken to be 'int'",
            );
        }
        let base = self.base_type(&specs.type_spec);
        let base = self.type_attrs(base, &specs.attrs);
        self.add_quals(base, &specs.quals, specs.span)
    }

    fn base_type(&mut self, spec: &TypeSpec) -> QualTy {
        let c = self.types.common;
        let pick = |signed: bool, s: Ty, u: Ty| if signed { s } else { u };
        QualTy::plain(match spec {
            TypeSpec::Missing => c.int,
            TypeSpec::Void => c.void,
            TypeSpec::Bool => c.bool_,
            TypeSpec::Char { signed: None } => c.char_,
            TypeSpec::Char { signed: Some(s) } => pick(*s, c.schar, c.uchar),
            TypeSpec::Short { signed } => pick(*signed, c.short, c.ushort),
            TypeSpec::Int { signed } => pick(*signed, c.int, c.uint),
            TypeSpec::Long { signed } => pick(*signed, c.long, c.ulong),
            TypeSpec::LongLong { signed } => pick(*signed, c.longlong, c.ulonglong),
            TypeSpec::Int128 { signed } => pick(*signed, c.int128, c.uint128),
            TypeSpec::Float => c.float,
            TypeSpec::Double => c.double,
            TypeSpec::LongDouble => c.long_double,
            TypeSpec::ExtendedFloat(s) => self.extended_float(*s),
            TypeSpec::Complex(real) => self.complex_type(real),
            TypeSpec::TypedefName(s) => return self.typedef_type(*s),
            TypeSpec::Tag(id) => self.tag_spec(*id),
            TypeSpec::TypeofExpr(e) => return self.unevaluated(|c| c.expr(*e)),
            TypeSpec::TypeofType(t) => return self.type_name(*t),
            // `shared`, `strict` and `relaxed` are qualifiers too (UPC 6.5.1.1).
            TypeSpec::TypeofUnqual(of) => {
                let qt = self.base_type(of);
                return self.types.unqualified(qt);
            }
            TypeSpec::Atomic(t) => {
                let mut qt = self.type_name(*t);
                qt.quals.atomic = true;
                return qt;
            }
            TypeSpec::Auto | TypeSpec::Error => c.error,
            TypeSpec::Builtin(s) => self.types.make(TypeKind::Opaque(Some(*s))),
        })
    }

    fn extended_float(&mut self, s: upc_source::Symbol) -> Ty {
        let size = match self.name(s) {
            "_Float16" | "__fp16" | "__bf16" => Some(2),
            "_Float32" | "_Decimal32" => Some(4),
            "_Float64" | "_Float32x" | "_Decimal64" => Some(8),
            "_Float128" | "__float128" | "_Float64x" | "__float80" | "__ibm128" | "_Decimal128" => {
                Some(16)
            }
            _ => None,
        };
        if let Some(size) = size {
            self.types.extended_size.insert(s, size);
        }
        self.types.make(TypeKind::Float(FloatKind::Extended(s)))
    }

    fn complex_type(&mut self, real: &TypeSpec) -> Ty {
        let real = self.base_type(real);
        match *self.types.kind(real.ty) {
            TypeKind::Float(k) => self.types.make(TypeKind::Complex(k)),
            TypeKind::Int(k) => self.types.make(TypeKind::ComplexInt(k)),
            _ => self.types.common.error,
        }
    }

    fn typedef_type(&mut self, s: upc_source::Symbol) -> QualTy {
        match self.scopes.lookup(s).and_then(|d| self.unit.decls.get(d)) {
            Some(d) if d.kind == DeclKind::Typedef => d.ty,
            _ => QualTy::plain(self.types.make(TypeKind::Opaque(Some(s)))),
        }
    }

    /// Adds a written qualifier list to `base`, at the ultimate element for arrays (C 6.7.3p9, UPC
    /// 6.5.2.1p6).
    pub fn add_quals(&mut self, base: QualTy, q: &ast::Quals, span: Span) -> QualTy {
        let before = self.types.object_quals(base);
        let shared = self.combine_shared(before.shared, q);
        let reference = self.combine_reference(before.reference, q);
        self.check_qual_list(base, q, shared, reference, span);
        let plain = !(q.const_ || q.volatile || q.restrict.is_some() || q.atomic);
        if plain && shared == before.shared && reference == before.reference {
            return base;
        }
        let (c, v, r, a) = (q.const_, q.volatile, q.restrict.is_some(), q.atomic);
        self.types.map_quals(base, &|old: Quals| Quals {
            const_: old.const_ || c,
            volatile: old.volatile || v,
            restrict: old.restrict || r,
            atomic: old.atomic || a,
            shared,
            reference,
        })
    }

    fn check_qual_list(
        &mut self,
        base: QualTy,
        q: &ast::Quals,
        shared: Option<Shared>,
        reference: Option<Reference>,
        span: Span,
    ) {
        if shared.is_none() && reference.is_some() {
            self.reference_without_shared(q, span);
        }
        let Some(first) = q.shared.first() else { return };
        if self.types.is_function(base.ty) {
            self.error_rule(
                ErrorName::UpcSharedFunction,
                first.span,
                "a function cannot be shared",
                "UPC 6.5.1.1p2",
            );
        }
        if base.ty == self.types.common.void {
            if let Some(s) = q.shared.iter().find(|s| !matches!(s.layout, Layout::None)) {
                let help = "write 'shared void *'; it points to shared data of any block size";
                self.error_help(
                    ErrorName::UpcBlockSize,
                    s.span,
                    "'shared void' cannot have a block size",
                    "UPC 6.5.1.1p8",
                    help,
                );
            }
        }
    }

    fn reference_without_shared(&mut self, q: &ast::Quals, span: Span) {
        let (at, word) = match (q.strict, q.relaxed) {
            (Some(s), _) => (s, "strict"),
            (_, Some(s)) => (s, "relaxed"),
            _ => (span, "strict"),
        };
        let message = format!("'{word}' without 'shared'");
        let help = format!("write '{word} shared', or leave '{word}' out");
        self.error_help(ErrorName::UpcQualifiers, at, message, "UPC 6.5.1.1p4", help);
    }

    /// The block size of a typedef's qualifier and a list's together (UPC 6.5p3, 6.5.2p6). A bare
    /// `shared` specifies no size.
    fn combine_shared(&mut self, before: Option<Shared>, q: &ast::Quals) -> Option<Shared> {
        if q.shared.is_empty() {
            return before;
        }
        // A block size of 1 in a typedef may stem from a bare `shared`: it yields.
        let mut explicit: Option<u64> = before.map(|s| s.block).filter(|&b| b != 1);
        for s in &q.shared {
            let Some(block) = self.layout_block(&s.layout, s.span) else { continue };
            match explicit {
                Some(old) if old != block && block != Shared::STAR && old != Shared::STAR => {
                    self.two_block_sizes(s.span, old, block);
                }
                _ => explicit = Some(block),
            }
        }
        Some(Shared { block: explicit.or(before.map(|s| s.block)).unwrap_or(1) })
    }

    fn two_block_sizes(&mut self, at: Span, old: u64, block: u64) {
        let (old, block) = (size_text(old), size_text(block));
        let message = format!("two block sizes, {old} and {block}, for one type");
        let help = "keep one layout qualifier";
        self.error_help(ErrorName::UpcBlockSize, at, message, "UPC 6.5p3", help);
    }

    fn combine_reference(
        &mut self,
        before: Option<Reference>,
        q: &ast::Quals,
    ) -> Option<Reference> {
        let strict = q.strict.is_some() || before == Some(Reference::Strict);
        let relaxed = q.relaxed.is_some() || before == Some(Reference::Relaxed);
        if strict && relaxed {
            let at = q.relaxed.or(q.strict).unwrap_or_default();
            let message = "both 'strict' and 'relaxed' for one type";
            let help = "keep one of them";
            self.error_help(ErrorName::UpcQualifiers, at, message, "UPC 6.5p2", help);
        }
        if strict {
            Some(Reference::Strict)
        } else if relaxed {
            Some(Reference::Relaxed)
        } else {
            None
        }
    }

    /// The written block size; `None` for a bare `shared`. Errors give 1.
    fn layout_block(&mut self, layout: &Layout, span: Span) -> Option<u64> {
        match *layout {
            Layout::None => None,
            Layout::Indefinite => Some(0),
            Layout::Star => Some(Shared::STAR),
            Layout::Expr(e) => Some(self.layout_constant(e, span)),
        }
    }

    fn layout_constant(&mut self, e: ast::ExprId, span: Span) -> u64 {
        let ty = self.rvalue(e);
        if self.types.is_opaque(ty.ty) {
            return 1;
        }
        let value = if self.types.is_integer(ty.ty) { self.eval(e) } else { None };
        let Some(value) = value else {
            let mut d = Diagnostic::error(
                ErrorName::UpcBlockSize,
                self.span(e),
                "block size is not an integer constant",
            )
            .rule("UPC 6.5.1.1p3");
            if self.mentions_threads(e) {
                d = d.help(
                    "compile with -T n to fix THREADS, or write 'shared [*]' for one block \
                    per thread",
                );
            } else {
                d = d.help(
                    "it is a part of the type: write a number, an enumerator or a macro; blocks \
                     of a size known at run time are 'shared []' memory of upc_alloc",
                );
            }
            self.report(d);
            return 1;
        };
        self.unit.constant.insert(e, value);
        if value < 0 {
            self.error_rule(
                ErrorName::UpcBlockSize,
                self.span(e),
                format!("block size {value} is negative"),
                "UPC 6.5.1.1p11",
            );
            return 1;
        }
        self.checked_block(value as u128, span)
    }

    /// A block size within `UPC_MAX_BLOCK_SIZE` (UPC 6.3.3); above it, an error and 1.
    pub fn checked_block(&mut self, value: u128, span: Span) -> u64 {
        if value > u128::from(MAX_BLOCK_SIZE) {
            let message =
                format!("block size {value} exceeds UPC_MAX_BLOCK_SIZE, {MAX_BLOCK_SIZE}");
            self.error_rule(ErrorName::UpcBlockSize, span, message, "UPC 6.3.3p1");
            return 1;
        }
        value as u64
    }

    /// The type of a type-name, recorded.
    pub fn type_name(&mut self, id: TypeNameId) -> QualTy {
        if let Some(&t) = self.unit.type_name.get(&id) {
            return t;
        }
        let ast = self.ast;
        let tn = &ast.type_names[id];
        let base = self.specs_type(&tn.specs);
        let qt = self.declarator_type(base, &tn.declarator, Place::TypeName);
        let qt = self.type_attrs(qt, &tn.declarator.attrs);
        let qt = self.resolve_star(qt, tn.span);
        self.unit.type_name.insert(id, qt);
        qt
    }
}

fn size_text(block: u64) -> String {
    match block {
        Shared::STAR => "[*]".to_string(),
        0 => "indefinite".to_string(),
        n => n.to_string(),
    }
}
