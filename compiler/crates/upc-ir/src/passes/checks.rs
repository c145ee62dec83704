// SPDX-License-Identifier: Apache-2.0
//! Run-time checks (`upcc -g`): an undefined access, cast to local or difference of
//! pointers-to-shared ends the program with a message. Conversions and library calls are not nodes
//! of the tree; `lower/checks.rs` checks them.

use crate::abi::Entry;
use crate::ir::{Access, Address, ArrayBound, Forall, Ir, Iterations, Node, Place, Step};
use crate::visit::walk_mut;

/// The arguments that name a place, as the line markers of the generated text name it.
pub fn place_arguments() -> [Node; 2] {
    [Node::text("__builtin_FILE()"), Node::text("__builtin_LINE()")]
}

pub fn run(ir: &mut Ir) {
    if ir.checks {
        walk_mut(&mut ir.root, &mut check);
    }
}

fn check(n: &mut Node) {
    match n {
        Node::Load(place) => access(place, Access::Read),
        Node::Store { place, .. } => access(place, Access::Write),
        Node::Update { place, .. } => access(place, Access::Update),
        Node::Copy { to, from } => {
            access(to, Access::Write);
            access(from, Access::Read);
        }
        Node::Pointer { address, .. } => subscripts(address, true),
        Node::Local { address, checked, .. } => {
            subscripts(address, true);
            *checked = true;
        }
        Node::Call { entry, args } => difference(entry, args),
        Node::Forall(f) => clauses(f),
        Node::Barrier { .. } => {
            let node = Box::new(std::mem::replace(n, Node::empty()));
            *n = Node::Placed { node, statement: true };
        }
        _ => {}
    }
}

fn access(place: &mut Place, access: Access) {
    subscripts(&mut place.address, false);
    let (ty, aligned) = match &place.bits {
        Some(bits) => (bits.parent, false),
        None => (place.ty, !in_structure(&place.address)),
    };
    let object = Address::Object(crate::ir::ObjectId(0));
    let base = Box::new(std::mem::replace(&mut place.address, object));
    place.address = Address::Checked { base, ty, aligned, access };
}

/// A member of a packed structure may lie anywhere.
fn in_structure(address: &Address) -> bool {
    match address {
        Address::Member { .. } => true,
        Address::Element { base, .. }
        | Address::AllNear { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => in_structure(base),
        Address::Object(_)
        | Address::Stream(_)
        | Address::Own(_)
        | Address::Start(_)
        | Address::Pointer { .. } => false,
    }
}

/// Checks the subscripts of declared arrays. `past`: only an address is formed, so the one behind
/// the last element is valid.
fn subscripts(address: &mut Address, past: bool) {
    match address {
        Address::Element { base, index, .. } => {
            subscripts(base, past);
            index.steps.iter_mut().for_each(|s| subscript(s, past));
        }
        Address::Member { base, .. }
        | Address::AllNear { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => subscripts(base, past),
        Address::Object(_)
        | Address::Stream(_)
        | Address::Own(_)
        | Address::Start(_)
        | Address::Pointer { .. } => {}
    }
}

fn subscript(step: &mut Step, past: bool) {
    let Some(array) = step.array.take() else { return };
    let ArrayBound { count, threads, name, passing, row } = *array;
    if row && past {
        return; // a pointer may walk from row to row
    }
    let mut count = vec![Node::text(format!("{count}l"))];
    if threads {
        count.extend([Node::text(" * "), Node::Threads]);
    }
    let value = std::mem::replace(&mut step.value, Node::empty());
    let value = Node::Seq(vec![Node::text("(long)("), value, Node::text(")")]);
    let mut args = vec![
        value,
        Node::Seq(count),
        Node::text(u32::from(past || passing).to_string()),
        Node::text(literal(&name)),
    ];
    args.extend(place_arguments());
    step.value = Node::Call { entry: Entry::CheckIndex, args };
}

/// A C string literal.
fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Records affinities, which the checks compare between threads (UPC 6.6.2p5).
fn clauses(f: &mut Forall) {
    f.checked = true;
    if let Iterations::Tested(Node::Call { entry, .. }) = &mut f.iterations {
        *entry = match entry {
            Entry::MineI => Entry::CheckMineI,
            Entry::MineU => Entry::CheckMineU,
            Entry::MineP => Entry::CheckMineP,
            _ => return,
        };
    }
}

fn difference(entry: &mut Entry, args: &mut Vec<Node>) {
    *entry = match entry {
        Entry::Diff0 | Entry::Order0 => Entry::CheckDiff0,
        Entry::Diff1 | Entry::Order1 => Entry::CheckDiff1,
        Entry::Diffb | Entry::Orderb => Entry::CheckDiffb,
        _ => return,
    };
    args.extend(place_arguments());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Index, ObjectId};
    use upc_sema::types::PtsRepr;

    fn element(name: Option<&str>) -> Address {
        let array = name.map(|n| {
            Box::new(ArrayBound {
                count: 3,
                threads: false,
                name: n.into(),
                passing: false,
                row: false,
            })
        });
        let step =
            Step { value: Node::text("i"), elems: 1, threads: false, negative: false, array };
        let index = Index { steps: vec![step], constant: 0 };
        let base = Box::new(Address::Object(ObjectId(0)));
        Address::Element { base, index, block: 1, elem_size: 4, lvalue: None }
    }

    fn first_step(address: &Address) -> &Node {
        match address {
            Address::Element { index, .. } => &index.steps[0].value,
            _ => unreachable!("an element"),
        }
    }

    #[test]
    fn only_subscripts_of_declared_arrays_are_checked() {
        let mut known = element(Some("a"));
        subscripts(&mut known, false);
        assert!(matches!(
            first_step(&known),
            Node::Call { entry: Entry::CheckIndex, args } if args.len() == 6
        ));
        let mut unknown = element(None);
        subscripts(&mut unknown, false);
        assert!(matches!(first_step(&unknown), Node::Text(_)));
    }

    #[test]
    fn members_may_be_packed() {
        assert!(!in_structure(&element(None)));
        let repr = PtsRepr::Thin { block: 0 };
        let pointer = Address::Pointer { value: Box::new(Node::empty()), repr };
        assert!(in_structure(&Address::Member { base: Box::new(pointer), offset: 4 }));
    }

    #[test]
    fn names_become_literals() {
        assert_eq!(literal("p->\"x\""), "\"p->\\\"x\\\"\"");
    }
}
