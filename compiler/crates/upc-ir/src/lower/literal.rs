// SPDX-License-Identifier: Apache-2.0
//! Compound literals (C 6.5.2.5): those that stay in C, and those that become objects of static
//! storage duration.

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{DeclSpecs, ExprId, InitList, Storage, TagBody, TypeNameId, TypeSpec};

use super::Lower;
use crate::ir::{Node, Record};

impl<'a> Lower<'a> {
    /// `(T){...}`. A literal that start-up code sets or names must outlive that code: it becomes an
    /// object at file scope with a name, and so does one of which each UPC thread has its own.
    pub(super) fn compound_literal(
        &mut self,
        e: ExprId,
        ty: TypeNameId,
        init: &'a InitList,
    ) -> Node {
        let at_start_up =
            self.start_up && !self.in_function || self.unit.runtime_init.contains(&self.span(e));
        if at_start_up || self.unit.per_thread_literals.contains(&e) {
            return Node::text(self.named_literal(e, ty, init));
        }
        let name = self.type_name(ty);
        match self.in_braces(init) {
            // A literal of a pointer-to-shared that is a structure in C is the element of an array.
            Some(value) => {
                let value = self.initializer(value);
                Node::Seq(vec![
                    Node::text("(*("),
                    name,
                    Node::text("[1]){ "),
                    value,
                    Node::text(" })"),
                ])
            }
            None => {
                let list = self.init_list(init);
                self.source(self.span(e), [(self.ast.type_names[ty].span, name), (init.span, list)])
            }
        }
    }

    /// The name of the object that stands for the literal; declared, with its value or a start-up
    /// record, the first time.
    fn named_literal(&mut self, e: ExprId, ty: TypeNameId, init: &'a InitList) -> String {
        if let Some(name) = self.literals.get(&e) {
            return name.clone();
        }
        let name = format!("__upcr_literal{}", self.fresh());
        self.literals.insert(e, name.clone());
        let specs: &'a DeclSpecs = &self.ast.type_names[ty].specs;
        let Some(qt) = self.unit.type_name.get(&ty).copied() else { return name };
        let value = match self.in_braces(init) {
            Some(value) => self.initializer(value),
            None => self.init_list(init),
        };
        let constant = self.is_constant(&value) && !self.unit.runtime_init.contains(&self.span(e));
        let mut nodes = self.literal_type(specs, self.span(e));
        if specs.storage == Storage::None {
            nodes.push(Node::text("static "));
        }
        nodes.extend(self.storage_nodes(specs, self.unit.per_thread_literals.contains(&e)));
        nodes.push(self.declare_mutable(qt, name.clone()));
        if constant {
            nodes.extend([Node::text(" = "), value, Node::text("; ")]);
        } else {
            let target = Node::text(name.clone());
            let record = Record::Private { target, ty: qt, constant, align: 1, init: value };
            nodes.extend([Node::text("; "), Node::Record(Box::new(record))]);
        }
        if self.in_function { &mut self.before } else { &mut self.after }.extend(nodes);
        name
    }

    /// The type that the literal itself declares, if any, for its object.
    fn literal_type(&mut self, specs: &'a DeclSpecs, literal: Span) -> Vec<Node> {
        let TypeSpec::Tag(tag) = specs.type_spec else { return Vec::new() };
        let Some(id) = self.unit.tag_spec.get(&tag).copied() else { return Vec::new() };
        if self.is_moved(tag) {
            return Vec::new();
        }
        let declared = self.types.tags[id].span;
        if self.function_span.is_some_and(|f| f.contains(declared)) {
            let message =
                "a compound literal set at start-up has a type declared in the same function";
            let error = Diagnostic::error(ErrorName::UpcStartupType, literal, message)
                .label(declared, "the type is declared here")
                .help("declare the type at file scope");
            self.diags.push(error);
        }
        if matches!(self.ast.tags[tag].body, TagBody::Reference) {
            return Vec::new();
        }
        self.need_tag_name(id);
        vec![self.tag_spec(tag), Node::text("; ")]
    }
}
