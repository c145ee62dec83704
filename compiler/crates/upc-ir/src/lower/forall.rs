// SPDX-License-Identifier: Apache-2.0
//! upc_forall (UPC 6.6.2).

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ForInit, StmtId, StmtKind};

use super::pointer::thin;
use super::Lower;
use crate::abi::Entry;
use crate::ir::{Forall, Form, Iterations, Node, Source};

const KEYWORD: &str = "upc_forall";

impl<'a> Lower<'a> {
    /// `for`, or an upc_forall that is a plain `for` (`plain_loops.rs` of upc-sema).
    pub(super) fn for_loop(
        &mut self,
        s: StmtId,
        init: &'a ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Node {
        let span = self.ast.stmts[s].span;
        let mut children = self.clauses(init, cond, step);
        let is_forall = span.slice(self.text).starts_with(KEYWORD);
        if is_forall {
            let keyword = Span::new(span.start, span.start + KEYWORD.len() as u32);
            let clause = self.fourth_clause(span, init, cond, step, self.ast.stmts[body].span);
            children.push((keyword, Node::text("for")));
            children.extend(clause.map(|c| (c, Node::empty())));
        }
        children.push(self.child(body));
        let node = self.looping(s, children, cond, body);
        if is_forall {
            return self.notified_forall(span, node);
        }
        node
    }

    /// A loop whose iterations the affinity expression distributes over the threads.
    pub(super) fn forall(
        &mut self,
        s: StmtId,
        clauses: Vec<(Span, Node)>,
        cond: Option<ExprId>,
        affinity: ExprId,
        body: StmtId,
    ) -> Node {
        let start = self.find(self.ast.stmts[s].span.start, '(') + 1;
        let end = self.find_back(self.span(affinity).start, ';');
        let clauses = Source::formed(Form::Opaque, Span::new(start, end), clauses);
        let iterations = Iterations::Tested(self.mine(affinity));
        let (_, body_node) = self.child(body);
        Node::Forall(Box::new(Forall {
            stmt: s,
            clauses,
            cond: cond.map(|c| self.span(c)),
            iterations,
            body: body_node,
            braced: matches!(self.ast.stmts[body].kind, StmtKind::Compound(_)),
            outermost: false,
            checked: false,
        }))
    }

    /// The test whether an iteration is the calling thread's.
    fn mine(&mut self, a: ExprId) -> Node {
        let argument = |n: Node| vec![n.in_parentheses()];
        if self.converted_repr(a).is_some() {
            let address = self.pts(a);
            return Node::Call { entry: Entry::MineP, args: argument(thin(address)) };
        }
        let unsigned = self
            .ty(a)
            .and_then(|t| self.types.int_kind(t.ty))
            .is_some_and(|k| matches!(k, IntKind::ULong | IntKind::ULongLong | IntKind::UInt128));
        let entry = if unsigned { Entry::MineU } else { Entry::MineI };
        Node::Call { entry, args: argument(self.value(a)) }
    }

    /// The text from the `;` after the third clause to the closing parenthesis; `None` without one.
    fn fourth_clause(
        &self,
        span: Span,
        init: &ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: Span,
    ) -> Option<Span> {
        let last = match (step, cond, init) {
            (Some(e), ..) => (self.span(e).end, 1),
            (None, Some(e), _) => (self.span(e).end, 2),
            (None, None, ForInit::Expr(e)) => (self.span(*e).end, 3),
            (None, None, ForInit::Declaration(d)) => (self.ast.declarations[*d].span.end, 2),
            (None, None, ForInit::None) => (span.start, 3),
        };
        let rest = Span::new(last.0, body.start).slice(self.text);
        let close = rest.rfind(')')? as u32;
        let semicolons = rest.bytes().filter(|&b| b == b';').count();
        let from = rest.rfind(';')? as u32;
        (semicolons >= last.1).then(|| Span::new(last.0 + from, last.0 + close))
    }

    fn find(&self, from: u32, c: char) -> u32 {
        from + self.text[from as usize..].find(c).unwrap_or(0) as u32
    }

    fn find_back(&self, before: u32, c: char) -> u32 {
        self.text[..before as usize].rfind(c).unwrap_or(0) as u32
    }
}
