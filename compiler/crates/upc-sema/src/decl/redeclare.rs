// SPDX-License-Identifier: Apache-2.0
//! Redeclarations (C 6.7p3, 6.2.7; UPC 6.5.1.1p13).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::Storage;

use crate::check::Check;
use crate::decl::Named;
use crate::types::QualTy;
use crate::unit::{Decl, DeclId, DeclKind, Linkage};

impl Check<'_> {
    /// Whether a typedef repeats `old` with the same type (C11); otherwise reports.
    pub fn redeclared_typedef(&mut self, old: DeclId, named: Named, qt: QualTy) -> bool {
        let takes = self.takes_extension(old, named);
        let d = &self.unit.decls[old];
        if d.kind != DeclKind::Typedef || takes {
            if !takes {
                self.different_kind(old, named);
            }
            return false;
        }
        if self.types.compatible(d.ty, qt)
            || self.types.is_unjudged(qt.ty)
            || self.types.is_unjudged(d.ty.ty)
        {
            return true;
        }
        self.conflicting_types(old, named, qt);
        false
    }

    /// The id to keep where the declaration repeats `old`; `None` after an error that makes it a
    /// new object.
    pub fn redeclared_object(
        &mut self,
        old: DeclId,
        named: Named,
        qt: QualTy,
        storage: Storage,
        linkage: Linkage,
    ) -> Option<DeclId> {
        let d = self.unit.decls[old].clone();
        if d.kind != DeclKind::Object {
            if linkage != Linkage::None && self.takes_extension(old, named) {
                return None;
            }
            if self.scopes.lookup_here(named.name) == Some(old) || linkage != Linkage::None {
                self.different_kind(old, named);
            }
            return None;
        }
        if linkage == Linkage::None || d.linkage == Linkage::None {
            if self.scopes.lookup_here(named.name) == Some(old) {
                self.declared_twice(old, named);
            }
            return None;
        }
        let reference = |c: &Self, t| c.types.object_quals(t).reference;
        if !self.types.compatible(d.ty, qt) || reference(self, d.ty) != reference(self, qt) {
            if !self.types.is_unjudged(qt.ty) && !self.types.is_unjudged(d.ty.ty) {
                self.conflicting_types(old, named, qt);
            }
            return Some(old);
        }
        if d.linkage == Linkage::External
            && storage == Storage::Static
            && self.scopes.at_file_scope()
        {
            self.static_too_late(named, d.span);
        }
        self.unit.decls[old].ty = self.types.composite(d.ty, qt);
        Some(old)
    }

    fn static_too_late(&mut self, named: Named, first: Span) {
        let message = format!("'{}' is static here but was not before", self.name(named.name));
        self.report(
            Diagnostic::error(ErrorName::Redeclaration, named.span, message)
                .label(first, "first declared here"),
        );
    }

    /// As [`Check::redeclared_object`] for functions.
    pub fn redeclared_function(
        &mut self,
        old: DeclId,
        named: Named,
        qt: QualTy,
        storage: Storage,
        definition: bool,
    ) -> Option<DeclId> {
        let d = self.unit.decls[old].clone();
        let differs = storage == Storage::Static || !self.types.compatible(d.ty, qt);
        if differs && self.takes_extension(old, named) {
            return None;
        }
        if d.kind != DeclKind::Function {
            self.different_kind(old, named);
            return None;
        }
        if self.unit.overloads.contains_key(&old) && !self.types.involves_shared(qt) {
            self.unit.decls[old].ty = qt;
            return Some(old);
        }
        if definition && d.defined {
            // `extern inline` of gnu89 may be redefined; the C compiler judges functions that are
            // passed through.
            if self.types.involves_shared(qt) || (d.storage != Storage::Extern && !d.system) {
                self.declared_twice(old, named);
            }
            return Some(old);
        }
        self.merge_function_type(old, named, qt);
        Some(old)
    }

    fn merge_function_type(&mut self, old: DeclId, named: Named, qt: QualTy) {
        let before = self.unit.decls[old].ty;
        if self.types.compatible(before, qt) {
            self.unit.decls[old].ty = self.types.composite(before, qt);
        } else if self.types.involves_shared(qt) || self.types.involves_shared(before) {
            self.conflicting_types(old, named, qt);
        } else {
            self.unit.decls[old].ty = qt;
        }
    }

    /// Whether the program's declaration, at file scope or of something with linkage, takes the
    /// name of a function or a type that only Berkeley's extensions declare: they are not part of
    /// the language, so a program may have its own `bupc_...`. The extension's declaration is then
    /// gone.
    pub(super) fn takes_extension(&mut self, old: DeclId, named: Named) -> bool {
        let d = &self.unit.decls[old];
        let takes = self.is_extension(d) && !self.map.is_system(named.span.start);
        if takes {
            self.unit.replaced.insert(d.span);
        }
        takes
    }

    /// Whether this is a header's declaration of one of Berkeley's extensions.
    pub(super) fn is_extension(&self, d: &Decl) -> bool {
        let name = self.name(d.name);
        let may_be = d.system && matches!(d.kind, DeclKind::Function | DeclKind::Typedef);
        let others = || name == "upc_poll" || name.starts_with("upc_") && self.is_unasked(d);
        may_be && (name.starts_with("bupc_") || others())
    }

    /// Whether `<upc.h>` declares this although it is no part of it (upcr/berkeley_names.h).
    fn is_unasked(&self, d: &Decl) -> bool {
        self.map.file_name(self.map.locate(d.span.start).file).ends_with("upcr/berkeley_names.h")
    }

    fn different_kind(&mut self, old: DeclId, named: Named) {
        let (what, at) = (kind_text(self.unit.decls[old].kind), self.unit.decls[old].span);
        let message = format!("'{}' was declared before as {what}", self.name(named.name));
        self.report(
            Diagnostic::error(ErrorName::Redeclaration, named.span, message)
                .label(at, "declared here"),
        );
    }

    fn declared_twice(&mut self, old: DeclId, named: Named) {
        if self.unit.decls[old].ty.ty == self.types.common.error {
            return; /* it was no declaration to begin with */
        }
        let at = self.unit.decls[old].span;
        let message = format!("'{}' is declared twice in this scope", self.name(named.name));
        self.report(
            Diagnostic::error(ErrorName::Redeclaration, named.span, message)
                .label(at, "first declared here"),
        );
    }

    fn conflicting_types(&mut self, old: DeclId, named: Named, qt: QualTy) {
        let (was, at) = (self.unit.decls[old].ty, self.unit.decls[old].span);
        let message = format!(
            "'{}' is declared {} here but {} before",
            self.name(named.name),
            self.show(qt),
            self.show(was)
        );
        let mut d = Diagnostic::error(ErrorName::Redeclaration, named.span, message)
            .label(at, "first declared here");
        if let (Some(a), Some(b)) = (self.types.shared(was), self.types.shared(qt)) {
            if a.block != b.block {
                d = d
                    .rule("UPC 6.5.1.1p13")
                    .help("the block size is part of the type: write the same one in both places");
            }
        }
        self.report(d);
    }
}

fn kind_text(kind: DeclKind) -> &'static str {
    match kind {
        DeclKind::Object => "an object",
        DeclKind::Parameter => "a parameter",
        DeclKind::Function => "a function",
        DeclKind::Typedef => "a type",
        DeclKind::Enumerator(_) => "an enumeration constant",
    }
}
