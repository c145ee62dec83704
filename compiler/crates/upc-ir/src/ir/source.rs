// SPDX-License-Identifier: Apache-2.0
//! The user's text, with holes for what changes.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{DeclarationId, ExprId, StmtId};

use super::Node;

/// The user's tokens of `span`, with holes in source order that do not overlap. A hole of empty
/// span inserts.
#[derive(Clone)]
pub struct Source {
    pub span: Span,
    pub form: Form,
    pub holes: Vec<Hole>,
}

/// The form of a [`Source`]'s tokens in the checked unit, which has their kind and type
/// ([`crate::Facts`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Any text. Without holes it is copied, and its span leads to its effects in the checked unit.
    Opaque,
    /// An expression; the holes are its operands.
    Expr(ExprId),
    /// A statement; the holes are its expressions and statements.
    Stmt(StmtId),
    /// A declaration in a function; the holes are the expressions that it evaluates, and generated
    /// code.
    Declaration(DeclarationId),
    /// The initial value of a variable, the only hole.
    Initial(DeclId),
}

/// A part of the source text that `node` replaces.
#[derive(Clone)]
pub struct Hole {
    pub span: Span,
    pub node: Node,
}

impl Source {
    /// Inserts `node` before the text at `at`.
    pub fn insert(&mut self, at: u32, node: Node) {
        let next = self.holes.partition_point(|h| h.span.end <= at && h.span.start < at);
        self.holes.insert(next, Hole { span: Span::new(at, at), node });
    }

    /// Replaces the text of `at`, which is in no hole, by `node`.
    pub fn replace(&mut self, at: Span, node: Node) {
        let next = self.holes.partition_point(|h| h.span.start < at.start);
        self.holes.insert(next, Hole { span: at, node });
    }

    /// All holes, also of text in holes, that contain other than the user's text.
    pub fn generated(&self) -> Vec<&Hole> {
        fn add<'x>(s: &'x Source, found: &mut Vec<&'x Hole>) {
            for hole in &s.holes {
                match &hole.node {
                    Node::Source(inner) if inner.span == hole.span => add(inner, found),
                    _ => found.push(hole),
                }
            }
        }
        let mut found = Vec::new();
        add(self, &mut found);
        found
    }

    /// `span` with the `children` that differ from the text they replace; sorted, empty ones
    /// dropped.
    pub fn with(span: Span, children: impl IntoIterator<Item = (Span, Node)>) -> Source {
        let changed = children.into_iter().filter(|(s, n)| !replaces_nothing(*s, n));
        Source { span, form: Form::Opaque, holes: sorted(changed) }
    }

    /// `span`, which is `form`, with all its parts; sorted. Unchanged parts stay if they have a
    /// form.
    pub fn formed(form: Form, span: Span, parts: impl IntoIterator<Item = (Span, Node)>) -> Source {
        let opaque = |n: &Node| matches!(n, Node::Source(s) if s.form == Form::Opaque);
        let known = parts.into_iter().filter(|(s, n)| !opaque(n) || !replaces_nothing(*s, n));
        Source { span, form, holes: sorted(known) }
    }

    /// The user's text does not change here.
    pub fn is_copy(&self) -> bool {
        self.holes.iter().all(|h| replaces_nothing(h.span, &h.node))
    }

    /// The part at `span`.
    pub fn part(&self, span: Span) -> Option<&Node> {
        self.holes.iter().find(|h| h.span == span).map(|h| &h.node)
    }
}

fn sorted(parts: impl Iterator<Item = (Span, Node)>) -> Vec<Hole> {
    let mut holes: Vec<Hole> = parts.map(|(span, node)| Hole { span, node }).collect();
    holes.sort_by_key(|h| (h.span.start, h.span.end));
    holes
}

/// Whether `node` at `span` is the text there.
fn replaces_nothing(span: Span, node: &Node) -> bool {
    matches!(node, Node::Source(s) if s.span == span && s.is_copy())
}
