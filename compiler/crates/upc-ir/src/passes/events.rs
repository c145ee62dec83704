// SPDX-License-Identifier: Apache-2.0
//! Events of accesses (`upcc -inst`): reports each access to a tool, its address before it, its end
//! after it.

use crate::ir::{Access, Address, Events, Ir, Node, ObjectId, Place, Size};
use crate::visit::walk_mut;

pub fn run(ir: &mut Ir) {
    if ir.events {
        walk_mut(&mut ir.root, &mut notify);
    }
}

fn notify(n: &mut Node) {
    let notified = match n {
        Node::Load(place) => address(place, Access::Read),
        Node::Store { place, .. } => address(place, Access::Write),
        Node::Update { place, .. } => address(place, Access::Update),
        Node::Copy { to, from } => address(to, Access::Write) | address(from, Access::Read),
        _ => false,
    };
    if notified {
        let access = Box::new(std::mem::replace(n, Node::empty()));
        *n = Node::Notified(access);
    }
}

/// Whether accesses of the place are events; if so, its address reports them.
fn address(place: &mut Place, access: Access) -> bool {
    let events = place.events;
    if events == Events::None {
        return false;
    }
    let size = place.bits.as_ref().map_or(Size::Of(place.ty), |bits| Size::Bytes(bits.bytes));
    let base = Box::new(std::mem::replace(&mut place.address, Address::Object(ObjectId(0))));
    place.address = Address::Notified { base, size, strict: place.strict, access, events };
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use upc_sema::types::{QualTy, Ty};

    fn place(events: Events) -> Box<Place> {
        let ty = QualTy::plain(Ty(0));
        Box::new(Place {
            expr: upc_syntax::ast::ExprId(0),
            address: Address::Object(ObjectId(0)),
            ty,
            strict: true,
            packed: false,
            steady: false,
            start: None,
            near: None,
            bits: None,
            events,
            expected: None,
            kept: None,
        })
    }

    #[test]
    fn marked_accesses_are_notified() {
        let mut load = Node::Load(place(Events::Remote));
        notify(&mut load);
        let Node::Notified(load) = load else { panic!("not notified") };
        let Node::Load(place_of_load) = *load else { panic!("no load") };
        assert!(matches!(
            place_of_load.address,
            Address::Notified { access: Access::Read, strict: true, events: Events::Remote, .. }
        ));
        let mut copy = Node::Copy { to: place(Events::None), from: place(Events::All) };
        notify(&mut copy);
        assert!(matches!(copy, Node::Notified(_)));
        let mut quiet = Node::Load(place(Events::None));
        notify(&mut quiet);
        assert!(matches!(quiet, Node::Load(_)));
    }
}
