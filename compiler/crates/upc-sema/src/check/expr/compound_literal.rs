// SPDX-License-Identifier: Apache-2.0
//! Compound literals (C 6.5.2.5), with C23's storage classes (C23 6.5.3.6).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{DeclSpecs, ExprId, InitList, Storage, TypeNameId};

use crate::check::Check;
use crate::types::QualTy;

/// The rule about which storage classes there may be: those of a declaration in the literal's
/// place.
const STORAGE_RULE: &str = "C23 6.5.3.6p3";

impl Check<'_> {
    /// The object is automatic in a block, or static but without a name that other threads know: it
    /// cannot be shared (UPC 6.5.2p8).
    pub(super) fn compound_literal(
        &mut self,
        e: ExprId,
        ty: TypeNameId,
        init: &InitList,
    ) -> QualTy {
        let ast = self.ast;
        let specs = &ast.type_names[ty].specs;
        let qt = self.type_name(ty);
        if let Some(error) = self.wrong_literal_type(e, qt) {
            self.report(error);
            return self.unknown();
        }
        self.check_literal_storage(specs);
        let qt = self.constexpr_type(specs, qt);
        let static_storage = self.is_static_literal(ty);
        let outer = std::mem::take(&mut self.runtime_init);
        let done = self.compound_initializer(qt, init, static_storage || specs.constexpr.is_some());
        if static_storage {
            self.note_static_literal(e, specs, done);
        }
        // A copy of the literal's value needs the value at start-up too.
        self.runtime_init |= outer;
        self.unit.type_name.insert(ty, done);
        done
    }

    /// The error about a compound literal of type `qt`, if it cannot have it.
    fn wrong_literal_type(&self, e: ExprId, qt: QualTy) -> Option<Diagnostic> {
        let span = self.span(e);
        let error = |message: &str| Diagnostic::error(ErrorName::CompoundLiteral, span, message);
        if self.types.shared(qt).is_some() {
            let message = "a compound literal cannot be shared";
            let error = Diagnostic::error(ErrorName::UpcSharedAutomatic, span, message);
            let help = "declare a static shared object and use its name";
            Some(error.rule("UPC 6.5.2p8").help(help))
        } else if self.types.is_function(qt.ty) || self.types.is_void(qt.ty) {
            Some(error(&format!("a compound literal cannot have type {}", self.show(qt))))
        } else if self.types.is_vla(qt.ty) {
            let help = "declare an array of this length and set its elements";
            Some(
                error("a compound literal cannot have variable length")
                    .rule("C 6.5.2.5p1")
                    .help(help),
            )
        } else {
            None
        }
    }

    /// Whether the compound literal of this type-name, here, has static or thread storage duration.
    pub fn is_static_literal(&self, ty: TypeNameId) -> bool {
        self.scopes.at_file_scope() || self.ast.type_names[ty].specs.storage == Storage::Static
    }

    fn check_literal_storage(&mut self, specs: &DeclSpecs) {
        let file_scope = self.scopes.at_file_scope();
        let mut wrong = |at, message: &str, rule| {
            self.error_rule(ErrorName::CompoundLiteral, at, message, rule);
        };
        if file_scope && specs.storage == Storage::Register {
            let message = "a compound literal outside a function is not register";
            wrong(specs.storage_span, message, STORAGE_RULE);
        }
        let Some(at) = specs.thread_local else { return };
        if specs.constexpr.is_some() {
            wrong(at, "a constexpr compound literal is not thread-local", "C23 6.7.2p2");
        } else if !file_scope && specs.storage != Storage::Static {
            wrong(at, "a thread-local compound literal in a function is static", STORAGE_RULE);
        }
    }

    /// Whether start-up code sets it, and whether each UPC thread has one of its own (docs/abi.md
    /// sections 4 and 5).
    fn note_static_literal(&mut self, e: ExprId, specs: &DeclSpecs, ty: QualTy) {
        let span: Span = self.span(e);
        if self.runtime_init {
            self.unit.runtime_init.insert(span);
        }
        let own = self.runtime_init || !self.types.object_quals(ty).const_;
        if self.options.pthreads && own && specs.thread_local.is_none() && !self.is_plain_c(span) {
            self.unit.per_thread_literals.insert(e);
        }
    }
}
