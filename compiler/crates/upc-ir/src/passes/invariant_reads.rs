// SPDX-License-Identifier: Apache-2.0
//! Elements that a body only reads and that stay the same are read once for each run of own
//! iterations (`streams/`): `w[i]` of a loop over `c` that stores to `best[c]`. The C compiler
//! cannot do it, as it does not know that the arrays are apart.
//!
//! Between synchronisations a relaxed read may be made earlier (UPC 5.1.2.3). This pass proves:
//! - nothing in the body orders accesses, it calls nothing that might, and it is not left early;
//! - each iteration reads the element, so that the one before the first is no access that the
//!   program does not make;
//! - nothing that the body stores can be the element: it goes to other static arrays, or is of
//!   another type (C 6.5p7).

use upc_source::Span;
use upc_syntax::ast::ExprId;

use super::elements::in_stream;
use super::own;
use crate::access::Scalar;
use crate::facts::{Repeated, Variable};
use crate::ir::{Node, Place};
use crate::visit::walk_mut;
use crate::Facts;

/// An element that is read once.
struct Once<'x> {
    /// As it is written.
    text: &'x str,
    variable: String,
    /// The place of the first read.
    place: Place,
}

/// Makes variables of such elements in `body`, the body of the loop that counts with `counter`:
/// their declarations, and where the body reads them. `last` is the last number given.
pub fn read(
    body: &mut Node,
    counter: &Variable,
    facts: &Facts,
    last: &mut u32,
) -> (Vec<Node>, Vec<Span>) {
    let certain = facts.certain_elements(&mut body.clone());
    let effects = facts.effects(&mut body.clone(), counter.body);
    if effects.orders || effects.unknown || facts.leaves(counter.body) {
        return (Vec::new(), Vec::new());
    }
    let stays = |p: &Place| {
        let fixed = Repeated { counter, effects: None, tested: false };
        let others = effects.keep(facts, p.ty.ty, true);
        let apart = |array, others: &[ExprId]| {
            others.iter().all(|&e| facts.object_of(e).is_some_and(|other| other != array))
        };
        is_plain(p, facts)
            && facts.is_fixed_place(p.expr, fixed)
            && facts.object_of(p.expr).zip(others).is_some_and(|(array, o)| apart(array, &o))
    };
    let mut found: Vec<Once> = Vec::new();
    let text = |e: ExprId| facts.span(e).slice(facts.text);
    walk_mut(body, &mut |n: &mut Node| {
        let Node::Load(p) = n else { return };
        let new = !found.iter().any(|o| o.text == text(p.expr));
        if new && certain.contains(&facts.record(p.expr)) && stays(p) {
            *last += 1;
            let variable = format!("__upcr_o{last}");
            found.push(Once { text: text(p.expr), variable, place: (**p).clone() });
        }
    });
    let mut reads = Vec::new();
    walk_mut(body, &mut |n: &mut Node| {
        let Node::Load(p) = n else { return };
        let known = found.iter().find(|o| o.text == text(p.expr) && stays(p));
        if let Some(once) = known {
            reads.push(facts.span(p.expr));
            *n = Node::text(once.variable.clone());
        }
    });
    (found.into_iter().map(declaration).collect(), reads)
}

/// Whether the place is a whole scalar that is read relaxed, and that no other pass finds better.
fn is_plain(p: &Place, facts: &Facts) -> bool {
    let scalar = p.scalar(facts.types).is_some_and(|s| s.0 != Scalar::Pp);
    scalar
        && !p.strict
        && p.bits.is_none()
        && !p.ty.quals.volatile
        && !in_stream(&p.address)
        && !own::is_own(&p.address)
}

fn declaration(once: Once) -> Node {
    let Once { variable, place, .. } = once;
    let declare = Node::Declare { ty: place.ty, name: variable, mutable: true };
    Node::Seq(vec![declare, Node::text(" = "), Node::Load(Box::new(place)), Node::text("; ")])
}
