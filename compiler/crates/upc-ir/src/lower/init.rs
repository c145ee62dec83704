//! Initialisers (C 6.7.9): what changes in them, and whether they are still constants for the C compiler.

use upc_source::Span;
use upc_syntax::ast::{Designator, ExprId, InitList, Initializer};

use super::Lower;
use crate::ir::Node;

impl<'a> Lower<'a> {
    pub(super) fn initializer(&mut self, init: &'a Initializer) -> Node {
        match init {
            Initializer::Expr(e) => self.init_value(*e),
            Initializer::List(list) => self.init_list(list),
        }
    }

    /// A null pointer-to-shared prints as an initializer, which is a constant at file scope too.
    fn init_value(&mut self, e: ExprId) -> Node {
        let ty = self.unit.init_elem.get(&e).map(|i| i.ty);
        match self.value_as(e, ty) {
            Node::Null { repr, .. } => Node::Null { repr, init: true },
            n => n,
        }
    }

    pub(super) fn init_list(&mut self, list: &'a InitList) -> Node {
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

    /// Whether the C compiler can still evaluate `node` at translation (C 6.6), given that the user's text could be.
    pub(super) fn is_constant(&self, node: &Node) -> bool {
        match node {
            Node::Source(s) => s.holes.iter().all(|h| self.is_constant(&h.node)),
            Node::Seq(v) => v.iter().all(|n| self.is_constant(n)),
            Node::Text(_) | Node::Type(_) | Node::Null { init: true, .. } | Node::TagName(_) => true,
            Node::Threads => self.options.threads.is_some(),
            Node::SizeOf(ty) => self.types.fixed_size(ty.ty).is_some(),
            _ => false,
        }
    }
}
