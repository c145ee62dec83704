// SPDX-License-Identifier: Apache-2.0
//! The elements that a body accesses, for passes that replace their addresses.

use upc_sema::types::TypeKind;
use upc_syntax::ast::ExprId;

use crate::facts::Remainder;
use crate::ir::{Address, Change, Node, Place};
use crate::visit::{children_mut, part_or_text};
use crate::Facts;

/// Whether the address of an element was replaced.
pub type Replace<'x> = dyn FnMut(ExprId, &mut Address) -> bool + 'x;

/// Calls `replace` for the address of each element in `n` whose phase is not used: elements that
/// are accessed, and those with members whose address is taken, in the order of evaluation. The
/// expression is the element's lvalue.
pub fn replace_elements(n: &mut Node, replace: &mut Replace) {
    match n {
        Node::Load(p) => place(p, replace),
        Node::Store { place: p, value, .. } => {
            place(p, replace);
            replace_elements(value, replace);
        }
        Node::Copy { to, from } => {
            place(to, replace);
            place(from, replace);
        }
        Node::Update { place: p, change, .. } => {
            match change {
                Change::Operate { operand, .. } => replace_elements(operand, replace),
                Change::Move { index, .. } => {
                    index.steps.iter_mut().for_each(|s| replace_elements(&mut s.value, replace));
                }
            }
            place(p, replace);
        }
        Node::Pointer { address: a, .. } | Node::Thin(a) | Node::Local { address: a, .. } => {
            address(a, false, replace)
        }
        n => children_mut(n, &mut |c| replace_elements(c, replace)),
    }
}

fn place(p: &mut Place, replace: &mut Replace) {
    address(&mut p.address, true, replace);
    if in_stream(&p.address) {
        p.near = None;
    }
}

/// `free`: the address is used without its phase.
fn address(a: &mut Address, free: bool, replace: &mut Replace) {
    if let (Address::Element { lvalue: Some(e), .. }, true) = (&*a, free) {
        let e = *e;
        if replace(e, a) {
            return;
        }
    }
    match a {
        Address::Object(_)
        | Address::Stream(_)
        | Address::Own(_)
        | Address::Start(_)
        | Address::AllNear { .. } => {}
        Address::Pointer { value, .. } => replace_elements(value, replace),
        Address::Element { base, index, .. } => {
            address(base, false, replace);
            index.steps.iter_mut().for_each(|s| replace_elements(&mut s.value, replace));
        }
        Address::Member { base, .. } => address(base, true, replace),
        Address::Checked { base, .. } | Address::Notified { base, .. } => {
            address(base, free, replace)
        }
    }
}

/// Whether `e` is a number whose accesses are relaxed: they need no pointer-to-shared if it is
/// mapped.
pub fn is_relaxed_number(facts: &Facts, e: ExprId) -> bool {
    let kind = facts.ty(e).map(|t| facts.types.kind(t.ty));
    matches!(kind, Some(TypeKind::Int(_) | TypeKind::Float(_))) && !facts.is_strict(e)
}

/// The parts of the remainder `r`, the subscript `index` of the element at `address`.
pub fn parts_of_remainder(
    facts: &Facts,
    r: Remainder,
    index: ExprId,
    address: &Address,
) -> Option<(Node, Node)> {
    let Address::Element { index: all, .. } = address else { return None };
    let whole = facts.span(facts.bare(index));
    let source = all.steps.iter().find_map(|s| match &s.value {
        Node::Source(source) if source.span.contains(whole) => Some(source),
        _ => None,
    })?;
    let part = |e| part_or_text(source, facts.span(e));
    Some((part(r.value), part(r.modulus)))
}

/// Whether a stream finds the element at `a`, or the element that contains `a`.
pub fn in_stream(a: &Address) -> bool {
    match a {
        Address::Stream(_) | Address::AllNear { .. } => true,
        Address::Object(_) | Address::Own(_) | Address::Start(_) | Address::Pointer { .. } => false,
        Address::Element { base, .. }
        | Address::Member { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => in_stream(base),
    }
}

/// The element that the place is, or is a member of, and the offset in bytes.
pub fn element_of(p: &Place) -> Option<(ExprId, &Address, u64)> {
    let (element, offset) = match &p.address {
        Address::Member { base, offset } => (&**base, *offset),
        a => (a, 0),
    };
    match element {
        Address::Element { lvalue: Some(e), .. } if p.bits.is_none() => Some((*e, element, offset)),
        _ => None,
    }
}

/// The element `elems` elements after the one at `address`.
pub fn moved_by(address: Address, elems: i64) -> Option<Address> {
    match address {
        Address::Element { base, mut index, block, elem_size, .. } => {
            index.constant = index.constant.checked_add(elems)?;
            Some(Address::Element { base, index, block, elem_size, lvalue: None })
        }
        _ => None,
    }
}
