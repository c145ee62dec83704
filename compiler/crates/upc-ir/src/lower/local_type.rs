// SPDX-License-Identifier: Apache-2.0
//! Types of functions whose objects move to file scope for a start-up record. They have no name
//! there, so they move too.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use upc_sema::types::{QualTy, TagId};
use upc_sema::unit::Decl;
use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{DeclSpecs, TagBody, TagSpecId, TypeSpec};

use super::Lower;
use crate::ir::Node;

impl<'a> Lower<'a> {
    /// Moves the types of the function's statics and literals to file scope if they mean the same
    /// there. Every use, also one before the object, is then of the moved type.
    pub(super) fn move_types_of_statics(&mut self) {
        let Some(function) = self.function_span else { return };
        let used = self.places.types.within(function).iter().map(|(_, tag)| *tag);
        let tags: BTreeSet<TagId> =
            used.filter(|&tag| self.is_in_function(self.types.tags[tag].span)).collect();
        for tag in tags {
            if let Some(spec) =
                self.places.bodies.get(&tag).copied().filter(|&spec| self.is_movable(spec))
            {
                self.move_tag(tag, spec);
            }
        }
    }

    /// Ensures that the type of a moved object is known at file scope.
    pub(super) fn move_local_type(&mut self, decl: &Decl, specs: &'a DeclSpecs) {
        let Some(tag) = self.local_tag(decl.ty).filter(|tag| !self.moved_tags.contains(tag)) else {
            return;
        };
        match specs.type_spec {
            TypeSpec::Tag(spec) if self.ast.tags[spec].name.is_none() && self.is_movable(spec) => {
                self.move_tag(tag, spec)
            }
            _ => self.refuse_local_type(decl, self.types.tags[tag].span),
        }
    }

    /// Whether the specifier is of a moved type.
    pub(super) fn is_moved(&self, spec: TagSpecId) -> bool {
        self.unit.tag_spec.get(&spec).is_some_and(|tag| self.moved_tags.contains(tag))
    }

    fn move_tag(&mut self, tag: TagId, spec: TagSpecId) {
        self.need_tag_name(tag);
        let specifier = self.tag_spec(spec);
        self.before.extend([specifier, Node::text("; ")]);
        self.moved_tags.insert(tag);
    }

    /// The structure, union or enumeration that `ty` is made of, where the function declares it.
    fn local_tag(&self, ty: QualTy) -> Option<TagId> {
        let tag = self.types.tag_of(self.types.ultimate(ty).ty)?;
        self.is_in_function(self.types.tags[tag].span).then_some(tag)
    }

    fn is_in_function(&self, span: Span) -> bool {
        self.function_span.is_some_and(|f| f.contains(span))
    }

    /// A structure or union whose body means the same at file scope, as far as its words tell.
    fn is_movable(&self, spec: TagSpecId) -> bool {
        let (spec, Some(function)) = (&self.ast.tags[spec], self.function_span) else {
            return false;
        };
        let names =
            self.places.names.within(function).iter().filter(|(at, _)| !spec.span.contains(*at));
        let local: FxHashSet<&str> = names.map(|(_, name)| self.names.name(*name)).collect();
        let text = &self.text[spec.span.start as usize..spec.span.end as usize];
        // An enumeration would spread its constants; the operands of the others may be local
        // objects.
        let unsafe_here = |w: &str| {
            w == "enum" || w.contains("sizeof") || w.contains("typeof") || local.contains(w)
        };
        let mut words = text.split(|c: char| c != '_' && !c.is_alphanumeric());
        matches!(spec.body, TagBody::Members(_)) && !words.any(unsafe_here)
    }

    fn refuse_local_type(&mut self, decl: &Decl, declared: Span) {
        let name = self.names.name(decl.name);
        let message = format!(
            "static '{name}' is set at start-up and has a type declared in the same function"
        );
        let error = Diagnostic::error(ErrorName::UpcStartupType, decl.span, message)
            .label(declared, "the type is declared here")
            .help("declare the type at file scope");
        self.diags.push(error);
    }
}
