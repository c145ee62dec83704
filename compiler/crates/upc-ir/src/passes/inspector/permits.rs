// SPDX-License-Identifier: Apache-2.0
//! Which reads of a loop may be made before it, and what else its inspector needs for them.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{DeclarationKind, ExprId, ExprKind, ForInit, Initializer};

use super::versions::{bodies, declaration, element_of, elements_read, is_near, written};
use super::{Reads, MOST};
use crate::facts::Effects;
use crate::ir::Node;
use crate::Facts;

/// A loop that may be inspected.
pub(super) struct Loop<'x> {
    pub(super) facts: &'x Facts<'x>,
    pub(super) whole: Span,
    pub(super) body: Span,
    pub(super) counter: DeclId,
    pub(super) effects: Effects,
}

impl Loop<'_> {
    /// The `candidates` that can be fetched; or why there are none.
    pub(super) fn fetched(
        &self,
        n: &mut Node,
        candidates: &[ExprId],
    ) -> Result<Reads, &'static str> {
        let (whole, body) = (self.whole, self.body);
        let mut why = "";
        let mut reads = Reads {
            whole,
            body,
            lvalues: Vec::new(),
            writes: Vec::new(),
            far_only: false,
            locals: Vec::new(),
        };
        for &e in candidates {
            match self.permits(e, n, &reads) {
                Ok(more) if more.addresses() <= MOST => reads = more,
                Ok(_) => break,
                Err(reason) => why = reason,
            }
        }
        reads.locals.sort_by_key(|&d| self.facts.unit.decls[d].span.start);
        (!reads.lvalues.is_empty()).then_some(reads).ok_or(why)
    }

    /// Adds `e` to `reads`, if it may be read before the loop in each version of the body.
    fn permits(&self, e: ExprId, n: &mut Node, reads: &Reads) -> Result<Reads, &'static str> {
        let conflicts = self.conflicts(e).ok_or("it is volatile or strict")?;
        let mut more = reads.clone();
        more.lvalues.push(e);
        more.far_only |= conflicts.private || !conflicts.shared.is_empty();
        let new = conflicts.shared.iter().filter(|x| !reads.writes.contains(x));
        more.writes.extend(new.copied().collect::<Vec<_>>());
        let mut verdict = Ok(());
        bodies(n, self.body, &mut |b| {
            if verdict.is_ok() {
                verdict = self.permits_in(b, e, &conflicts.shared, &mut more.locals);
            }
        });
        verdict.map(|()| more)
    }

    fn permits_in(
        &self,
        body: &mut Node,
        e: ExprId,
        writes: &[ExprId],
        locals: &mut Vec<DeclId>,
    ) -> Result<(), &'static str> {
        let certain = self.facts.certain_elements(body);
        let read = elements_read(body, self.facts);
        if !read.iter().any(|r| r.0 == e && certain.contains(&r.1)) {
            return Err("an iteration may leave it out");
        }
        if !self.place(e, locals) || !self.are_declared(locals, body) {
            return Err("where it is depends on what the loop changes; compute the subscripts in \
                        a loop before it");
        }
        for &x in writes {
            let at = written(body, x).ok_or("the loop writes an object that may be the same")?;
            let known = is_near(&at)
                || element_of(&at.address).is_some_and(|w| certain.contains(&w))
                    && self.place(x, locals)
                    && self.are_declared(locals, body);
            if !known {
                return Err("the loop writes an object that may be the same");
            }
        }
        Ok(())
    }

    /// Whether `body` declares these variables at its top, and names nothing else of the same name.
    fn are_declared(&self, locals: &[DeclId], body: &Node) -> bool {
        let facts = self.facts;
        let name = |d: DeclId| facts.unit.decls[d].name;
        locals.iter().all(|&d| declaration(body, d, facts).is_some())
            && facts
                .writes()
                .mentioned_in(self.body)
                .all(|m| locals.iter().all(|&d| d == m || name(d) != name(m)))
    }

    /// Whether the first clause only sets the counter, to a value that does not change.
    pub(super) fn starts_quietly(&self, init: &ForInit) -> bool {
        let value = match init {
            ForInit::None => return false,
            ForInit::Expr(e) => match self.facts.expr_node(self.facts.bare(*e)).kind {
                ExprKind::Assign { op: None, right, .. } => right,
                _ => return false,
            },
            ForInit::Declaration(d) => {
                let DeclarationKind::Plain { declarators, .. } =
                    &self.facts.ast.declarations[*d].kind
                else {
                    return false;
                };
                match declarators.as_slice() {
                    [only] => match only.init {
                        Some(Initializer::Expr(e)) => e,
                        _ => return false,
                    },
                    _ => return false,
                }
            }
        };
        let own = self.facts.writes().mentions_in(self.counter, self.facts.span(value));
        let mut locals = Vec::new();
        own.is_empty() && self.value(value, &mut locals) && locals.is_empty()
    }
}
