// SPDX-License-Identifier: Apache-2.0
//! Folds constant steps of pointers-to-shared: drops a step by 0, adds a constant step of an
//! indefinite pointer to the byte offset, and adds the offsets of nested members.

use upc_sema::types::PtsRepr;

use crate::ir::{Address, Index, Ir, Node};
use crate::visit::{addresses_mut, walk_mut};

pub fn run(ir: &mut Ir) {
    walk_mut(&mut ir.root, &mut |n: &mut Node| addresses_mut(n, &mut fold));
}

fn fold(address: &mut Address) {
    match address {
        Address::Element { base, .. } | Address::Member { base, .. } => fold(base),
        _ => return,
    }
    let taken =
        std::mem::replace(address, Address::Member { base: Box::new(placeholder()), offset: 0 });
    *address = match taken {
        Address::Element { base, index, .. } if is_zero(&index) => *base,
        Address::Element { base, index, block: 0, elem_size, lvalue } => {
            match constant_bytes(&index, elem_size) {
                Some(bytes) => member(*base, bytes),
                None => Address::Element { base, index, block: 0, elem_size, lvalue },
            }
        }
        Address::Member { base, offset } => member(*base, offset),
        other => other,
    };
}

/// The bytes of a constant step forwards, if they fit into 64 bits.
fn constant_bytes(index: &Index, elem_size: u64) -> Option<u64> {
    let forwards = u64::try_from(index.constant).ok().filter(|_| index.steps.is_empty());
    forwards?.checked_mul(elem_size)
}

fn member(base: Address, offset: u64) -> Address {
    match base {
        b if offset == 0 && !has_phase(&b) => b,
        Address::Member { base, offset: inner } if inner.checked_add(offset).is_some() => {
            Address::Member { base, offset: inner + offset }
        }
        b => Address::Member { base: Box::new(b), offset },
    }
}

/// Whether `address` may have a phase; a member's address has none (UPC 6.4.4).
fn has_phase(address: &Address) -> bool {
    match address {
        Address::Pointer { repr, .. } => matches!(repr, PtsRepr::Phased { .. }),
        Address::Element { block, .. } => *block > 1,
        Address::Checked { base, .. } | Address::Notified { base, .. } => has_phase(base),
        Address::Object(_)
        | Address::Stream(_)
        | Address::Own(_)
        | Address::Start(_)
        | Address::AllNear { .. }
        | Address::Member { .. } => false,
    }
}

fn is_zero(index: &Index) -> bool {
    index.steps.is_empty() && index.constant == 0
}

fn placeholder() -> Address {
    Address::Pointer { value: Box::new(Node::empty()), repr: PtsRepr::Thin { block: 0 } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ObjectId;

    #[test]
    fn a_first_member_has_no_phase() {
        let repr = PtsRepr::Phased { block: Some(3) };
        let pointer = Address::Pointer { value: Box::new(Node::empty()), repr };
        let mut a = Address::Member { base: Box::new(pointer), offset: 0 };
        fold(&mut a);
        assert!(matches!(a, Address::Member { offset: 0, .. }));
    }

    #[test]
    fn constant_steps_become_one_offset() {
        let object = Address::Object(ObjectId(0));
        let elem = |base, index, block| {
            let lvalue = None;
            Address::Element { base: Box::new(base), index, block, elem_size: 4, lvalue }
        };
        let mut a = elem(
            Address::Member { base: Box::new(elem(object, Index::constant(0), 3)), offset: 8 },
            Index::constant(2),
            0,
        );
        fold(&mut a);
        assert!(matches!(
            a,
            Address::Member { ref base, offset: 16 } if matches!(**base, Address::Object(_))
        ));
    }
}
