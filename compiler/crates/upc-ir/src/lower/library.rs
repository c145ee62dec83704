// SPDX-License-Identifier: Apache-2.0
//! Library functions with inline versions in the runtime's headers: a direct call becomes one of
//! the inline function. A name used as a pointer stays, and so does code with run-time checks,
//! which are in the library.

use upc_sema::unit::DeclKind;
use upc_syntax::ast::{ExprId, ExprKind};

use super::Lower;
use crate::abi::Entry;
use crate::ir::Node;

const INLINE: &[(&str, Entry)] = &[
    ("upc_memcpy", Entry::Memcpy),
    ("upc_memget", Entry::Memget),
    ("upc_memput", Entry::Memput),
    ("upc_memset", Entry::Memset),
];

impl Lower<'_> {
    /// The called function: the inline function of a library function, or the value of `callee`.
    pub(super) fn callee(&mut self, callee: ExprId) -> Node {
        match self.inline_function(callee) {
            Some(entry) => Node::text(entry.name()),
            None => self.value(callee),
        }
    }

    fn inline_function(&self, callee: ExprId) -> Option<Entry> {
        let ExprKind::Ident(name) = self.expr_node(callee).kind else { return None };
        let decl = &self.unit.decls[*self.unit.ident.get(&callee)?];
        if self.options.checks || !decl.system || decl.kind != DeclKind::Function {
            return None;
        }
        let name = self.names.name(name);
        INLINE.iter().find(|(known, _)| *known == name).map(|(_, entry)| *entry)
    }
}
