// SPDX-License-Identifier: Apache-2.0
//! Keeps elements that stay the same in a run (`runs/`) in variables: `c[i][j]` of `c[i][j] +=
//! a[i][l] * b[l][j]` in a loop over `l`.
//!
//! The variable is set before the run, and written back after it if it was assigned. Between
//! synchronisations a relaxed access may be made later or not at all (UPC 5.1.2.3). This pass
//! proves:
//! - nothing in the body orders accesses or calls a function that might, and the body is not left
//!   early;
//! - each iteration accesses the element, so the early read is one that the program makes; all its
//!   accesses are relaxed, and of the same scalar;
//! - no other access of the body is to the element: other accesses, also those through private
//!   pointers, are to other static arrays, or of types that cannot alias it (C 6.5p7).

use upc_sema::types::Ty;
use upc_source::Span;
use upc_syntax::ast::ExprId;

use super::coalesce::stream_in;
use crate::access::Scalar;
use crate::facts::Effects;
use crate::ir::{Address, Node, Place, RunRow, Stream};
use crate::visit::{addresses_mut, places_mut, walk_mut};
use crate::Facts;

/// The body of a loop as it was written.
pub struct Body<'x> {
    pub facts: &'x Facts<'x>,
    pub span: Span,
    pub effects: &'x Effects,
    /// The elements that each iteration accesses.
    pub certain: &'x [ExprId],
}

/// A shared lvalue in the body.
struct Access {
    expr: ExprId,
    ty: Ty,
    /// The stream that leads to it.
    stream: Option<u32>,
    /// The form of the stream's element; `None`: only a part of it is accessed, or it is strict or
    /// no scalar.
    scalar: Option<Scalar>,
}

/// Makes variables of the elements of `rows` where possible; `near` is the body that finds them by
/// streams.
pub fn keep(rows: &mut [RunRow], near: &mut Node, body: &Body) {
    let still = |row: &RunRow| {
        let Stream { bytes, column, round, .. } = row.stream;
        bytes == 0 && !column && round == 0
    };
    if body.effects.orders || body.effects.unknown || !rows.iter().any(still) {
        return;
    }
    if body.facts.leaves(body.span) {
        return;
    }
    let accesses = accesses(near, body.facts);
    for row in rows.iter_mut().filter(|row| still(row)) {
        let number = row.stream.number;
        if let Some(scalar) = variable_for(&accesses, number, body) {
            row.stream.scalar = Some(scalar);
            mark(near, number, scalar);
        }
    }
}

/// The accesses of the body. An element whose address is taken counts as no scalar.
fn accesses(near: &mut Node, facts: &Facts) -> Vec<Access> {
    let mut found = Vec::new();
    let mut taken = Vec::new();
    walk_mut(near, &mut |n: &mut Node| {
        places_mut(n, &mut |p| found.push(access(p, facts)));
        if let Node::Local { .. } | Node::Pointer { .. } | Node::Thin(_) = n {
            addresses_mut(n, &mut |a| taken.extend(stream_in(a)));
        }
    });
    let is_taken = |a: &&mut Access| a.stream.is_some_and(|number| taken.contains(&number));
    found.iter_mut().filter(is_taken).for_each(|a| a.scalar = None);
    found
}

fn access(p: &Place, facts: &Facts) -> Access {
    let whole = matches!(p.address, Address::Stream(_)) && !p.strict && p.bits.is_none();
    let scalar = p.scalar(facts.types).map(|s| s.0).filter(|s| whole && *s != Scalar::Pp);
    Access { expr: p.expr, ty: p.ty.ty, stream: stream_in(&p.address), scalar }
}

/// The form of the variable for the element of stream `number`, if it may be one.
fn variable_for(accesses: &[Access], number: u32, body: &Body) -> Option<Scalar> {
    let facts = body.facts;
    let (own, others): (Vec<&Access>, Vec<&Access>) =
        accesses.iter().partition(|a| a.stream == Some(number));
    let first = own.first()?;
    let array = facts.object_of(first.expr)?;
    let is_other = |a: &&Access| {
        facts.object_of(a.expr).is_some_and(|other| other != array)
            || !facts.may_alias(a.ty, first.ty)
    };
    let alike = own.iter().all(|a| a.scalar == first.scalar && a.ty == first.ty);
    let certain = own.iter().any(|a| body.certain.contains(&a.expr));
    let alone = others.iter().all(is_other) && !facts.leads_to(body.span, first.ty);
    first.scalar.filter(|_| alike && certain && alone)
}

fn mark(near: &mut Node, number: u32, scalar: Scalar) {
    walk_mut(near, &mut |n: &mut Node| {
        places_mut(n, &mut |p| match &mut p.address {
            Address::Stream(s) if s.number == number => s.scalar = Some(scalar),
            _ => {}
        })
    });
}
