// SPDX-License-Identifier: Apache-2.0
//! Initialisers (C 6.7.9): their changes, and whether they are still constants for the C compiler.

use upc_sema::types::{PtsRepr, TypeKind};
use upc_source::Span;
use upc_syntax::ast::{Designator, ExprId, InitList, Initializer};

use super::Lower;
use crate::ir::{Node, NullForm};

impl<'a> Lower<'a> {
    /// The initialiser of an object that a start-up record sets.
    pub(super) fn start_up_initializer(&mut self, init: &'a Initializer) -> Node {
        let outer = std::mem::replace(&mut self.start_up, true);
        let node = self.initializer(init);
        self.start_up = outer;
        node
    }

    pub(super) fn initializer(&mut self, init: &'a Initializer) -> Node {
        match init {
            Initializer::Expr(e) => self.init_value(*e),
            Initializer::List(list) => match self.in_braces(list) {
                Some(value) => self.initializer(value),
                None => self.init_list(list),
            },
        }
    }

    /// The value in the braces of `list` if that initializes a pointer-to-shared which is a
    /// structure in C: there the braces, which a scalar may have (C 6.7.9p11), would be the
    /// structure's.
    pub(super) fn in_braces(&self, list: &'a InitList) -> Option<&'a Initializer> {
        let ty = self.unit.init_list.get(&list.span)?;
        let TypeKind::Pointer(pointee) = self.types.kind(ty.ty) else { return None };
        let phased = matches!(self.types.pts_repr(*pointee), Some(PtsRepr::Phased { .. }));
        list.items.first().filter(|_| phased).map(|item| &item.value)
    }

    /// A null pointer-to-shared prints as an initialiser, which is a constant at file scope, too.
    fn init_value(&mut self, e: ExprId) -> Node {
        let place = self.unit.init_elem.get(&e).copied();
        let form =
            if place.is_some_and(|p| p.leads) { NullForm::Leading } else { NullForm::Initializer };
        match self.value_as(e, place.map(|p| p.ty)) {
            Node::Null { repr, .. } => Node::Null { repr, form },
            n => n,
        }
    }

    pub(super) fn init_list(&mut self, list: &'a InitList) -> Node {
        if let Some(node) = self.without_ranges(list) {
            return node;
        }
        let mut children: Vec<(Span, Node)> = Vec::new();
        for item in &list.items {
            for d in &item.designators {
                match d {
                    Designator::Index(e) => children.push((self.span(*e), self.value(*e))),
                    Designator::Range(a, b) => {
                        children.push((self.span(*a), self.value(*a)));
                        children.push((self.span(*b), self.value(*b)));
                    }
                    Designator::Member(..) => {}
                }
            }
            children.push((item.value.span(self.ast), self.initializer(&item.value)));
        }
        self.source(list.span, children)
    }

    /// Whether the C compiler can still evaluate `node` at translation (C 6.6), given that the
    /// user's text could be.
    pub(super) fn is_constant(&self, node: &Node) -> bool {
        match node {
            Node::Source(s) => s.holes.iter().all(|h| self.is_constant(&h.node)),
            Node::Seq(v) => v.iter().all(|n| self.is_constant(n)),
            Node::Text(_) | Node::Type(_) | Node::TagName(_) => true,
            Node::Null { form, .. } => *form != NullForm::Value,
            Node::Threads => self.options.threads.is_some(),
            Node::SizeOf(ty) => self.types.fixed_size(ty.ty).is_some(),
            _ => false,
        }
    }
}
