//! Invariants of the tree, checked between passes in debug builds and tests.

use upc_source::Idx;

use crate::ir::{Address, Hole, Ir, Node, Source};
use crate::visit::{addresses_mut, walk_mut};

/// Checks: holes are in order, inside their span and apart; calls have their entry's number of arguments;
/// ids are in range; element sizes are not zero.
pub fn check(ir: &mut Ir) -> Result<(), String> {
    let (objects, privates) = (ir.objects.len(), ir.privates.len());
    let mut result = Ok(());
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if result.is_ok() {
            result = node(n, objects, privates);
        }
    });
    result
}

fn node(n: &mut Node, objects: usize, privates: usize) -> Result<(), String> {
    match n {
        Node::Source(s) => holes(s)?,
        Node::Loop(l) => holes(&l.source)?,
        Node::Forall(f) => holes(&f.clauses)?,
        Node::Call { entry, args } if args.len() != entry.info().args.len() => {
            return Err(format!("{} has {} arguments", entry.name(), args.len()));
        }
        Node::ObjectSlot(o) if o.index() >= objects => return Err(format!("no object {o:?}")),
        Node::Private(p) | Node::PrivateSlot(p) if p.index() >= privates => return Err(format!("no private {p:?}")),
        _ => {}
    }
    let mut result = Ok(());
    addresses_mut(n, &mut |a| {
        if result.is_ok() {
            result = address(a, objects);
        }
    });
    result
}

fn holes(s: &Source) -> Result<(), String> {
    let mut at = s.span.start;
    for Hole { span, .. } in &s.holes {
        if span.start < at || span.end > s.span.end || span.end < span.start {
            return Err(format!("hole {span:?} in {:?} after {at}", s.span));
        }
        at = span.end;
    }
    Ok(())
}

fn address(a: &Address, objects: usize) -> Result<(), String> {
    match a {
        Address::Object(o) if o.index() >= objects => Err(format!("no object {o:?}")),
        Address::Element { elem_size: 0, .. } => Err("an element of no size".to_string()),
        Address::Element { base, .. } | Address::Member { base, .. } => address(base, objects),
        _ => Ok(()),
    }
}
