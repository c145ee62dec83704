// SPDX-License-Identifier: Apache-2.0
//! upc_forall (UPC 6.6.2).

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::{Affinity, ExprId, ForInit, StmtId, StmtKind};

use super::pointer::thin;
use super::Lower;
use crate::abi::Entry;
use crate::ir::{Forall, Form, Iterations, Node, Source};

impl<'a> Lower<'a> {
    /// Without an affinity expression it is a plain for (UPC 6.6.2p9).
    pub(super) fn forall(
        &mut self,
        s: StmtId,
        init: &'a ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        affinity: Affinity,
        body: StmtId,
    ) -> Node {
        let span = self.ast.stmts[s].span;
        let mut children = self.clauses(init, cond, step);
        if let Affinity::Expr(a) = affinity {
            return self.distributed(s, children, cond, a, body);
        }
        let body_span = self.ast.stmts[body].span;
        let keyword = Span::new(span.start, span.start + "upc_forall".len() as u32);
        children.push((keyword, Node::text("for")));
        if let Some(tail) = self.fourth_clause(span, init, cond, step, affinity, body_span) {
            children.push((tail, Node::empty()));
        }
        children.push(self.child(body));
        let source = Source::formed(Form::Stmt(s), span, children);
        self.loop_node(source, cond, body_span)
    }

    /// A loop whose iterations the affinity expression distributes over the threads.
    fn distributed(
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

    /// The text of `; continue` or of the last `;` before the closing parenthesis.
    fn fourth_clause(
        &self,
        span: Span,
        init: &ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        affinity: Affinity,
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
        (matches!(affinity, Affinity::Continue) || semicolons >= last.1)
            .then(|| Span::new(last.0 + from, last.0 + close))
    }

    fn find(&self, from: u32, c: char) -> u32 {
        from + self.text[from as usize..].find(c).unwrap_or(0) as u32
    }

    fn find_back(&self, before: u32, c: char) -> u32 {
        self.text[..before as usize].rfind(c).unwrap_or(0) as u32
    }
}
