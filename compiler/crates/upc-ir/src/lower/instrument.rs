// SPDX-License-Identifier: Apache-2.0
//! Instrumentation (`-inst`): statements of synchronisation, upc_forall, calls of the library and
//! bodies of functions become calls of `runtime/include/upcr/instrument.h`, which have the place in
//! the program first. Accesses are marked for `passes/events.rs`.

use upc_sema::unit::DeclKind;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind};

use super::Lower;
use crate::abi::Entry;
use crate::ir::{Event, Events, Hole, Node};

/// The functions that are events; reductions are events, too.
const FUNCTIONS: &[&str] = &[
    "upc_all_alloc",
    "upc_all_broadcast",
    "upc_all_exchange",
    "upc_all_free",
    "upc_all_gather",
    "upc_all_gather_all",
    "upc_all_lock_alloc",
    "upc_all_lock_free",
    "upc_all_permute",
    "upc_all_scatter",
    "upc_alloc",
    "upc_free",
    "upc_global_alloc",
    "upc_global_exit",
    "upc_global_lock_alloc",
    "upc_lock",
    "upc_lock_attempt",
    "upc_lock_free",
    "upc_memcpy",
    "upc_memget",
    "upc_memput",
    "upc_memset",
    "upc_unlock",
    "upcx_task_group_end",
    "upcx_task_start",
    "upcx_task_start_handle",
    "upcx_task_wait",
    "upcx_tasks_begin",
    "upcx_tasks_end",
    "upcx_tasks_progress",
];

const REDUCTIONS: [&str; 2] = ["upc_all_reduce", "upc_all_prefix_reduce"];

/// Which parts of a unit are instrumented.
pub(super) struct Regions {
    /// Ends of `#pragma pupc on` and `off` lines, ascending, and the state after them.
    switches: Vec<(u32, bool)>,
}

impl Regions {
    pub(super) fn new(text: &str) -> Regions {
        let mut switches = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            at += line.len() as u32;
            let words: Vec<&str> = line.split_whitespace().take(4).collect();
            match words[..] {
                ["#pragma", "pupc", "on"] => switches.push((at, true)),
                ["#pragma", "pupc", "off"] => switches.push((at, false)),
                _ => {}
            }
        }
        Regions { switches }
    }

    fn include(&self, offset: u32) -> bool {
        let before = self.switches.partition_point(|s| s.0 <= offset);
        before == 0 || self.switches[before - 1].1
    }
}

impl Lower<'_> {
    /// Whether the code at `offset` is instrumented.
    fn is_notified(&self, offset: u32) -> bool {
        self.instrumented.as_ref().is_some_and(|r| r.include(offset)) && !self.map.is_system(offset)
    }

    /// A barrier, notify or wait.
    pub(super) fn notified_barrier(
        &self,
        span: Span,
        kind: Entry,
        value: Option<Node>,
    ) -> Result<Node, Option<Node>> {
        if !self.is_notified(span.start) {
            return Err(value);
        }
        let value = value.map(Box::new);
        let node = Node::Event(Event::Barrier { kind, value });
        Ok(if self.options.checks {
            Node::Placed { node: Box::new(node), statement: true }
        } else {
            node
        })
    }

    pub(super) fn fence(&self, span: Span) -> Node {
        if self.is_notified(span.start) {
            return Node::Event(Event::Fence);
        }
        Node::Fence
    }

    /// `loop_` between the events of its start and of its end, however it is left.
    pub(super) fn notified_forall(&mut self, span: Span, loop_: Node) -> Node {
        if !self.is_notified(span.start) {
            return loop_;
        }
        let number = self.fresh();
        Node::Event(Event::Forall { number, loop_: Box::new(loop_) })
    }

    /// Which accesses of the shared lvalue at `span` are events.
    pub(super) fn access_events(&self, span: Span) -> Events {
        let notified = self.options.instrument.accesses() && self.is_notified(span.start);
        match (notified, self.options.instrument.local) {
            (false, _) => Events::None,
            (true, false) => Events::Remote,
            (true, true) => Events::All,
        }
    }

    /// The body of a function, between the events of its start and of its end, however it is left.
    pub(super) fn notified_function(&mut self, body: Span, mut node: Node) -> Node {
        if !(self.options.instrument.functions && self.is_notified(body.start)) {
            return node;
        }
        if let Node::Source(source) = &mut node {
            let inside = Span::new(body.start + 1, body.start + 1);
            source.holes.insert(
                0,
                Hole { span: inside, node: Node::Event(Event::Function { number: self.fresh() }) },
            );
        }
        node
    }

    /// The replacement of the name, and the text before the first argument, if the call is an
    /// event.
    pub(super) fn notified_call(
        &self,
        callee: ExprId,
        args: &[ExprId],
    ) -> Option<[(Span, Node); 2]> {
        let ExprKind::Ident(name) = self.expr_node(callee).kind else { return None };
        let decl = &self.unit.decls[*self.unit.ident.get(&callee)?];
        let name = self.names.name(name);
        let known = FUNCTIONS.contains(&name) || REDUCTIONS.iter().any(|r| name.starts_with(r));
        if !(known && decl.system && decl.kind == DeclKind::Function) {
            return None;
        }
        let span = self.span(callee);
        if !self.is_notified(span.start) {
            return None;
        }
        let open = span.end + self.text[span.end as usize..].find('(')? as u32 + 1;
        Some([
            (span, Node::Event(Event::Called(name.to_string()))),
            (Span::new(open, open), Node::Event(Event::Place { alone: args.is_empty() })),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pragmas_switch_from_the_next_line_on() {
        let text = "a;\n#pragma pupc off\nb;\n  #pragma pupc on \nc;\n#pragma pupc other\nd;\n";
        let regions = Regions::new(text);
        let at = |s: &str| regions.include(text.find(s).unwrap_or(0) as u32);
        assert_eq!([at("a;"), at("b;"), at("c;"), at("d;")], [true, false, true, true]);
    }
}
