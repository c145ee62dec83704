// SPDX-License-Identifier: Apache-2.0
//! Lowering for run-time checks (`upcc -g`): bounds of arrays, phases of converted
//! pointers, places of calls. The rest is the pass `passes/checks.rs`.

use upc_sema::layout::Count;
use upc_sema::types::{PtsRepr, TypeKind};
use upc_sema::unit::Linkage;
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::Lower;
use crate::abi::Entry;
use crate::ir::{Address, ArrayBound, Node};
use crate::passes::checks::place_arguments;

/// Longer texts are not shown as names.
const NAME_MAX: usize = 40;

/// Marks the elements in `address` as intermediate: `a + n - 1` is inside an array of n elements.
pub(super) fn let_pass(address: &mut Address) {
    match address {
        Address::Element { base, index, .. } => {
            index.steps.iter_mut().filter_map(|s| s.array.as_mut()).for_each(|a| a.passing = true);
            let_pass(base);
        }
        Address::Member { base, .. }
        | Address::AllNear { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => let_pass(base),
        Address::Object(_)
        | Address::Stream(_)
        | Address::Own(_)
        | Address::Start(_)
        | Address::Pointer { .. } => {}
    }
}

impl Lower<'_> {
    /// The bound of the array `e`; `None` for pointers, arrays of unknown length, and those of at
    /// most one element at the end of a structure, which stand for any number.
    pub(super) fn array_bound(&self, e: ExprId) -> Option<ArrayBound> {
        if !self.options.checks {
            return None;
        }
        let ty = self.ty(e)?.ty;
        let TypeKind::Array { elem, .. } = self.types.kind(ty) else { return None };
        let per_element = match self.types.element_count(elem.ty) {
            Some(Count::Const(n)) if n > 0 => n,
            Some(_) => return None,
            None => 1,
        };
        let (count, threads) = match self.types.element_count(ty)? {
            Count::Const(n) => (n / per_element, false),
            Count::Threads(n) => (n / per_element, true),
        };
        let open = count == 0 || (count == 1 && !threads && self.is_member(e));
        (!open).then(|| ArrayBound {
            count,
            threads,
            name: self.array_name(e),
            passing: false,
            row: false,
        })
    }

    /// Whether the array `e` is an element of something.
    pub(super) fn is_row(&self, e: ExprId) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.is_row(x),
            ExprKind::Index { .. } | ExprKind::Unary { op: UnaryOp::Deref, .. } => true,
            _ => false,
        }
    }

    fn is_member(&self, e: ExprId) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.is_member(x),
            ExprKind::Member { .. } => true,
            _ => false,
        }
    }

    fn array_name(&self, e: ExprId) -> String {
        let text = self.span(e).slice(self.text);
        let plain =
            text.len() <= NAME_MAX && text.bytes().all(|b| (b' '..=b'~').contains(&b) && b != b'#');
        if plain {
            format!("'{text}'")
        } else {
            "an array".to_string()
        }
    }

    /// A generic pointer, whose phase may be anything, as one of block size `repr` (UPC 6.4.3p3).
    pub(super) fn blocked(&self, generic: Node, repr: PtsRepr) -> Node {
        let PtsRepr::Phased { block: Some(block) } = repr else { return generic };
        if !self.options.checks || !self.in_function {
            return generic;
        }
        let mut args = vec![generic, Node::text(block.to_string())];
        args.extend(place_arguments());
        Node::Call { entry: Entry::CheckPhase, args }
    }

    /// A call, with its place if the function is one of the UPC library.
    pub(super) fn placed_call(&self, callee: ExprId, call: Node) -> Node {
        if self.options.checks && self.in_function && self.is_library_function(callee) {
            return Node::Placed { node: Box::new(call), statement: false };
        }
        call
    }

    fn is_library_function(&self, callee: ExprId) -> bool {
        let Some(&id) = self.unit.ident.get(&callee) else { return false };
        let decl = &self.unit.decls[id];
        let name = self.names.name(decl.name);
        decl.linkage == Linkage::External
            && ["upc_", "bupc_", "upcx_"].iter().any(|prefix| name.starts_with(prefix))
            && self.map.locate(decl.span.start).system
    }
}
