// SPDX-License-Identifier: Apache-2.0
//! Walks over the tree, for the passes, the validator and the dump.

use upc_source::Span;

use crate::ir::{
    Address, Change, Event, Forall, Index, Iterations, LocalVersion, Node, Origin, Place, Record,
    Remainder, Source, Start, Strides,
};

/// Calls `f` for every direct child node of `node`, in evaluation or source order.
pub fn children_mut(node: &mut Node, f: &mut dyn FnMut(&mut Node)) {
    match node {
        Node::Source(s) => s.holes.iter_mut().for_each(|h| f(&mut h.node)),
        Node::Seq(v) | Node::Product(v) => v.iter_mut().for_each(f),
        Node::Own(o) => f(&mut o.loop_),
        Node::Held { loop_, .. } | Node::Counted { loop_, .. } => f(loop_),
        Node::Paren(n) | Node::Starting { value: n, .. } => f(n),
        Node::Otherwise { pointer, other, .. } => {
            f(pointer);
            f(other);
        }
        Node::Call { args, .. } => args.iter_mut().for_each(f),
        Node::Pointer { address, .. } | Node::Thin(address) | Node::Local { address, .. } => {
            address_mut(address, f)
        }
        Node::Load(p) => place_mut(p, f),
        Node::Store { place, value, .. } => {
            place_mut(place, f);
            f(value);
        }
        Node::Copy { to, from } => {
            place_mut(to, f);
            place_mut(from, f);
        }
        Node::Update { place, change, .. } => {
            place_mut(place, f);
            change_mut(change, f);
        }
        Node::Advance(a) => {
            f(&mut a.lvalue);
            change_mut(&mut a.change, f);
        }
        Node::Forall(b) => {
            let Forall { clauses, iterations, body, .. } = &mut **b;
            clauses.holes.iter_mut().for_each(|h| f(&mut h.node));
            match iterations {
                Iterations::Tested(n) => f(n),
                Iterations::Own(own) => {
                    origin_mut(&mut own.origin, f);
                    if let Some(strides) = &mut own.strides {
                        let Strides { step, limit, mine, .. } = &mut **strides;
                        [step, limit, mine].into_iter().for_each(&mut *f);
                    }
                    own.local.iter_mut().for_each(|v| version_mut(v, f));
                }
            }
            f(body);
        }
        Node::Barrier { value, .. } | Node::Event(Event::Barrier { value, .. }) => {
            value.iter_mut().for_each(|v| f(v))
        }
        Node::Event(Event::Forall { loop_, .. }) => f(loop_),
        Node::Placed { node, .. } | Node::Notified(node) | Node::Weak { object: node, .. } => {
            f(node)
        }
        Node::Loop(l) => {
            l.source.holes.iter_mut().for_each(|h| f(&mut h.node));
            l.runs.iter_mut().flat_map(|r| &mut r.moduli).for_each(|m| f(&mut m.0));
            if let Some(rows) = &mut l.rows {
                rows.cond.iter_mut().for_each(&mut *f);
                rows.streams.iter_mut().for_each(|(_, first)| f(first));
            }
        }
        Node::Gathered(g) => place_mut(&mut g.place, f),
        Node::Gather(g) => {
            g.arrays.iter_mut().for_each(|a| a.due.iter_mut().for_each(&mut *f));
            f(&mut g.far);
            f(&mut g.near);
        }
        Node::Inspected(a) => {
            f(&mut a.inspector);
            f(&mut a.far);
            f(&mut a.near);
        }
        Node::Inspect(i) => i.declarations.iter_mut().chain(&mut i.addresses).for_each(f),
        Node::Fetched(r) => place_mut(&mut r.place, f),
        Node::Tables { near, general, .. } => {
            f(near);
            f(general);
        }
        Node::Indefinite { near, general, .. } => {
            f(near);
            general.iter_mut().for_each(|n| f(n));
        }
        Node::Runs(r) => {
            f(&mut r.limit);
            r.rows.iter_mut().for_each(|row| f(row.start.node_mut()));
            remainders_mut(&mut r.remainders, f);
            r.apart.iter_mut().for_each(|a| f(&mut a.pointer));
            f(&mut r.advance);
            f(&mut r.near);
            f(&mut r.general);
        }
        Node::Long(l) => {
            f(&mut l.start);
            f(&mut l.limit);
            f(&mut l.long);
            f(&mut l.short);
        }
        Node::Owners(o) => {
            f(&mut o.first);
            f(&mut o.limit);
            o.streams.iter_mut().for_each(|(_, first)| address_mut(first, f));
            o.cursors.iter_mut().for_each(|c| address_mut(&mut c.first, f));
            f(&mut o.near);
        }
        Node::Function(d) => d.source.holes.iter_mut().for_each(|h| f(&mut h.node)),
        Node::Record(r) => match &mut **r {
            Record::Shared { init, .. } => f(init),
            Record::Private { target, init, .. } => {
                f(target);
                f(init);
            }
        },
        Node::Text(_)
        | Node::Type(_)
        | Node::PointerType { .. }
        | Node::Event(_)
        | Node::DeclareStart { .. }
        | Node::Declare { .. }
        | Node::TagName(_)
        | Node::SizeOf(_)
        | Node::Threads
        | Node::MyThread
        | Node::Null { .. }
        | Node::Private(_)
        | Node::Getter { .. }
        | Node::JumpBack(_)
        | Node::Fence
        | Node::ObjectSlot(_)
        | Node::PrivateSlot(_) => {}
    }
}

fn remainders_mut(remainders: &mut [Remainder], f: &mut dyn FnMut(&mut Node)) {
    for x in remainders {
        f(&mut x.value);
        f(&mut x.modulus);
    }
}

fn version_mut(version: &mut LocalVersion, f: &mut dyn FnMut(&mut Node)) {
    for stream in &mut version.streams {
        let (Start::Thin(n) | Start::Phased(n)) = &mut stream.start;
        f(n);
    }
    version.rows.iter_mut().for_each(|row| f(row.start.node_mut()));
    remainders_mut(&mut version.remainders, f);
    version.cursors.iter_mut().for_each(|c| address_mut(&mut c.first, f));
    f(&mut version.limit);
    version.once.iter_mut().for_each(&mut *f);
    f(&mut version.body);
}

fn place_mut(place: &mut Place, f: &mut dyn FnMut(&mut Node)) {
    address_mut(&mut place.address, f);
    for (other, _) in place.expected.iter_mut().flat_map(|e| &mut e.others) {
        address_mut(other, f);
    }
}

fn change_mut(change: &mut Change, f: &mut dyn FnMut(&mut Node)) {
    match change {
        Change::Operate { operand, .. } => f(operand),
        Change::Move { index, .. } => index_mut(index, f),
    }
}

fn index_mut(index: &mut Index, f: &mut dyn FnMut(&mut Node)) {
    index.steps.iter_mut().for_each(|s| f(&mut s.value));
}

/// The nodes of an address.
pub fn address_mut(address: &mut Address, f: &mut dyn FnMut(&mut Node)) {
    match address {
        Address::Object(_) | Address::Stream(_) | Address::Own(_) | Address::Start(_) => {}
        Address::Pointer { value, .. } => f(value),
        Address::Element { base, index, .. } => {
            address_mut(base, f);
            index_mut(index, f);
        }
        Address::Member { base, .. }
        | Address::AllNear { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => address_mut(base, f),
    }
}

/// The addresses directly in `node` (not those of its children).
pub fn addresses_mut(node: &mut Node, f: &mut dyn FnMut(&mut Address)) {
    match node {
        Node::Pointer { address, .. } | Node::Thin(address) | Node::Local { address, .. } => {
            f(address)
        }
        Node::Load(p) => {
            f(&mut p.address);
            p.expected.iter_mut().flat_map(|e| &mut e.others).for_each(|(other, _)| f(other));
        }
        Node::Gathered(g) => f(&mut g.place.address),
        Node::Fetched(r) => f(&mut r.place.address),
        Node::Store { place, .. } | Node::Update { place, .. } => f(&mut place.address),
        Node::Copy { to, from } => {
            f(&mut to.address);
            f(&mut from.address);
        }
        _ => {}
    }
}

fn origin_mut(origin: &mut Origin, f: &mut dyn FnMut(&mut Node)) {
    match origin {
        Origin::Integer { value: n, .. }
        | Origin::Thin(n)
        | Origin::Phased(n)
        | Origin::Quotient { divisor: n, .. } => f(n),
        Origin::Block(_) => {}
    }
}

/// The part of `node` at `span` in the user's text; `None` where `node` is opaque.
fn part_at(node: &Node, span: Span) -> Option<&Node> {
    let Node::Source(source) = node else { return None };
    if source.span == span {
        return Some(node);
    }
    part_in(source, span)
}

fn part_in(source: &Source, span: Span) -> Option<&Node> {
    let hole = source.holes.iter().find(|h| h.span.contains(span))?;
    if hole.span == span {
        return Some(&hole.node);
    }
    part_at(&hole.node, span)
}

/// The part of `source` at `span`, or the user's text there.
pub fn part_or_text(source: &Source, span: Span) -> Node {
    part_in(source, span).cloned().unwrap_or_else(|| Node::copy(span))
}

/// The places directly in `node`.
pub fn places_mut(node: &mut Node, f: &mut dyn FnMut(&mut Place)) {
    match node {
        Node::Load(p) | Node::Store { place: p, .. } | Node::Update { place: p, .. } => f(p),
        Node::Gathered(g) => f(&mut g.place),
        Node::Fetched(r) => f(&mut r.place),
        Node::Copy { to, from } => {
            f(to);
            f(from);
        }
        _ => {}
    }
}

/// Whether `node` is the user's text with loops and nothing of UPC.
pub fn is_plain(node: &mut Node) -> bool {
    use Node::{JumpBack, Loop, Source, TagName};
    let mut plain = matches!(node, Source(_) | Loop(_) | JumpBack(_) | TagName(_));
    if plain {
        children_mut(node, &mut |n| plain = plain && is_plain(n));
    }
    plain
}

/// Post-order over the whole tree.
pub fn walk_mut(node: &mut Node, f: &mut dyn FnMut(&mut Node)) {
    children_mut(node, &mut |c| walk_mut(c, f));
    f(node);
}

/// As [`walk_mut`], but without bodies executed only in the extent of a controlling loop: a second
/// version of their loops does not pay.
pub fn walk_often_mut(node: &mut Node, f: &mut dyn FnMut(&mut Node)) {
    children_often_mut(node, &mut |c| walk_often_mut(c, f));
    f(node);
}

/// As [`children_mut`] for those that [`walk_often_mut`] goes into.
pub fn children_often_mut(node: &mut Node, f: &mut dyn FnMut(&mut Node)) {
    if let Node::Forall(forall) = node {
        if let Iterations::Own(own) = &mut forall.iterations {
            if let Some(version) = own.local.as_mut().filter(|v| v.always) {
                return f(&mut version.body);
            }
        }
    }
    children_mut(node, f);
}
