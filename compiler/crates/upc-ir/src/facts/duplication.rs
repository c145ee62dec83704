// SPDX-License-Identifier: Apache-2.0
//! Which bodies can be written twice, and which names mean the same before them.

use upc_sema::unit::Decl;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, Stmt, StmtKind, Storage, UnaryOp};

use super::{Facts, Repeated, Variable};
use crate::passes::new_text;

/// A longer body is written once: its work takes longer than finding its elements.
pub(crate) const MAX_REPEATED_TEXT: u32 = 4096;

impl<'a> Facts<'a> {
    /// The bytes of text in `span`, as the program has it: without line markers, and what
    /// passes add.
    pub(crate) fn length(&self, span: Span) -> u32 {
        let (mut length, mut behind_marker) = (0, false);
        for line in span.slice(self.text).split_inclusive('\n') {
            let is_marker = line.starts_with("# ");
            if !is_marker {
                let text = if behind_marker { line.trim() } else { line };
                length += new_text::length_in_program(text);
            }
            behind_marker = is_marker;
        }
        length as u32
    }

    /// Whether the address of an element before the loop is the one in it, except for the value of
    /// `counter`.
    pub(crate) fn stays(&self, pointer: ExprId, index: ExprId, counter: &Variable) -> bool {
        let c = Repeated { counter, effects: None, tested: false };
        let fixed = match self.is_array(pointer) && self.is_shared_lvalue(pointer) {
            true => self.is_fixed_place(pointer, c),
            false => self.is_fixed_number(pointer, c),
        };
        fixed && self.is_known_outside(index, counter.body)
    }

    /// The array or pointer and the subscript of the element `e`, as written.
    pub(crate) fn pointer_and_index(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.expr_node(e).kind {
            ExprKind::Index { base, index } if self.repr(base).is_some() => Some((base, index)),
            ExprKind::Index { base, index } if self.repr(index).is_some() => Some((index, base)),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.sum(operand),
            _ => None,
        }
    }

    pub(crate) fn sum(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.expr_node(self.bare(e)).kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right } if self.repr(left).is_some() => {
                Some((left, right))
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right } if self.repr(right).is_some() => {
                Some((right, left))
            }
            _ => None,
        }
    }

    pub(crate) fn is_named_array(&self, e: ExprId) -> bool {
        let e = self.bare(e);
        matches!(self.expr_node(e).kind, ExprKind::Ident(_))
            && self.is_shared_lvalue(e)
            && self.is_array(e)
    }

    /// The affinity's subscript, or the affinity itself if it is a number.
    pub(crate) fn subscript_of(&self, affinity: ExprId) -> Option<ExprId> {
        let e = self.bare(affinity);
        let index = match self.expr_node(e).kind {
            _ if self.converted_repr(e).is_some() => match self.expr_node(e).kind {
                ExprKind::Unary { op: UnaryOp::AddressOf, operand } => {
                    self.pointer_and_index(self.record(operand))?.1
                }
                _ => self.sum(e)?.1,
            },
            _ if self.divided(e).is_some() => self.divided(e)?,
            ExprKind::Binary { op: BinaryOp::Rem, left, right } if self.is_threads(right) => left,
            _ => e,
        };
        Some(index)
    }

    /// The subscript `i` of an affinity: the number `i`, the address of `a[i]`, or the start of the
    /// row `a[i]` of a static array.
    pub(crate) fn own_subscript(&self, affinity: ExprId) -> Option<ExprId> {
        let e = self.bare(affinity);
        let mut at = match self.expr_node(e).kind {
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.bare(operand),
            _ if self.converted_repr(e).is_none() => return self.subscript_of(affinity),
            _ => return None,
        };
        loop {
            let (pointer, index) = self.pointer_and_index(at)?;
            if self.is_named_array(pointer) {
                return Some(index);
            }
            at = self.bare(pointer);
            self.small_constant(index).filter(|&n| n == 0)?;
        }
    }

    /// The object that `e` is a member of, at any depth.
    pub(crate) fn record(&self, e: ExprId) -> ExprId {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => self.record(x),
            _ => e,
        }
    }

    /// Whether the names in `e`, a sum or the name of a pointer or array, are declared outside
    /// `body`.
    pub(crate) fn is_known_outside(&self, e: ExprId, body: Span) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => {
                self.unit.ident.get(&e).is_some_and(|&d| !body.contains(self.unit.decls[d].span))
            }
            ExprKind::Paren(x)
            | ExprKind::Unary { operand: x, .. }
            | ExprKind::Cast { operand: x, .. } => self.is_known_outside(x, body),
            ExprKind::Binary { left, right, .. } | ExprKind::Index { base: left, index: right } => {
                self.is_known_outside(left, body) && self.is_known_outside(right, body)
            }
            ExprKind::Conditional { cond, then: Some(then), otherwise } => {
                [cond, then, otherwise].into_iter().all(|x| self.is_known_outside(x, body))
            }
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            _ => false,
        }
    }

    /// Whether `span` declares nothing that must be unique.
    pub(crate) fn declares_automatic(&self, span: Span) -> bool {
        self.order().decls_in(span).all(|d| is_automatic(&self.unit.decls[d]))
            && self.places.start_up.within(span).is_empty()
            && self.places.literals.within(span).is_empty()
    }

    /// Whether the body can be written twice, inside one more loop: it declares nothing that must
    /// be unique, and has no `upc_forall` and no `break` out of the loop.
    pub(crate) fn is_repeatable(&self, body: Span) -> bool {
        if self.length(body) > MAX_REPEATED_TEXT {
            return false;
        }
        let inner_body = |s: &Stmt| match s.kind {
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. } => Some(self.ast.stmts[body].span),
            _ => None,
        };
        let inner: Vec<Span> = self.stmts_in(body).filter_map(inner_body).collect();
        let plain = self.stmts_in(body).all(|s| match s.kind {
            StmtKind::Break => inner.iter().any(|b| b.contains(s.span)),
            StmtKind::UpcForall { .. }
            | StmtKind::Label { .. }
            | StmtKind::LocalLabels
            | StmtKind::NestedFunction(_)
            | StmtKind::Asm { .. }
            | StmtKind::Passed
            | StmtKind::Error => false,
            _ => true,
        });
        plain && self.declares_automatic(body)
    }
}

fn is_automatic(d: &Decl) -> bool {
    matches!(d.storage, Storage::None | Storage::Auto | Storage::Register) && !d.thread_local
}
