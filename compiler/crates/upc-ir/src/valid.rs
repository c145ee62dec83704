// SPDX-License-Identifier: Apache-2.0
//! Invariants of the tree, checked between passes in debug builds, in tests and by `upcc
//! -fupc-verify`.

use upc_sema::shared_layout::MAX_BLOCK_SIZE;
use upc_sema::types::PtsRepr;
use upc_source::{Idx, Span};

use crate::ir::{
    Address, Change, Forall, Hole, Ir, Iterations, Loop, Node, Place, PrivateObject, SharedObject,
    Source, Turn,
};
use crate::visit::{addresses_mut, walk_mut};

/// Checks: holes are in order, inside their span and apart; spans lie in `text`; calls have their
/// entry's number of arguments; ids are in range; representations fit block sizes.
pub fn check(ir: &mut Ir, text: &str) -> Result<(), String> {
    ir.objects.iter().try_for_each(object)?;
    ir.privates.iter().try_for_each(private)?;
    let cx = Context { objects: ir.objects.len(), privates: ir.privates.len(), text };
    let mut result = Ok(());
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if result.is_ok() {
            result = cx.node(n);
        }
    });
    result
}

fn object(o: &SharedObject) -> Result<(), String> {
    if o.symbol.is_empty() || o.block_size > MAX_BLOCK_SIZE || !o.align.is_power_of_two() {
        let SharedObject { block_size, align, .. } = o;
        return Err(format!("object '{}': block {block_size}, alignment {align}", o.symbol));
    }
    Ok(())
}

fn private(p: &PrivateObject) -> Result<(), String> {
    match p.symbol.is_empty() || !p.align.is_power_of_two() {
        true => Err(format!("private object '{}': alignment {}", p.symbol, p.align)),
        false => Ok(()),
    }
}

struct Context<'a> {
    objects: usize,
    privates: usize,
    text: &'a str,
}

impl Context<'_> {
    fn node(&self, n: &mut Node) -> Result<(), String> {
        match n {
            Node::Source(s) => self.holes(s)?,
            Node::Loop(l) => self.loop_(l)?,
            Node::Function(f) => self.holes(&f.source)?,
            Node::Forall(f) => self.forall(f)?,
            Node::Call { entry, args } if args.len() != entry.info().args.len() => {
                return Err(format!("{} has {} arguments", entry.name(), args.len()));
            }
            Node::ObjectSlot(o) if o.index() >= self.objects => {
                return Err(format!("no object {o:?}"))
            }
            Node::Private(p) | Node::PrivateSlot(p) if p.index() >= self.privates => {
                return Err(format!("no private {p:?}"));
            }
            Node::Null { repr, .. } | Node::Pointer { repr, .. } => representation(*repr)?,
            Node::Load(p) | Node::Store { place: p, .. } => place(p)?,
            Node::Update { place: p, change, .. } => {
                place(p)?;
                moved(change)?;
            }
            Node::Copy { to, from } => {
                place(to)?;
                place(from)?;
            }
            Node::Advance(a) => moved(&a.change)?,
            _ => {}
        }
        let mut result = Ok(());
        addresses_mut(n, &mut |a| {
            if result.is_ok() {
                result = self.address(a);
            }
        });
        result
    }

    fn loop_(&self, l: &Loop) -> Result<(), String> {
        self.holes(&l.source)?;
        for part in l.cond.iter().chain([&l.body]) {
            if !l.source.span.contains(*part) {
                return Err(format!("{part:?} is not in the loop at {:?}", l.source.span));
            }
        }
        Ok(())
    }

    /// The clauses written in parts are in order and do not overlap.
    fn forall(&self, f: &Forall) -> Result<(), String> {
        self.holes(&f.clauses)?;
        let Iterations::Own(own) = &f.iterations else { return Ok(()) };
        let places =
            [f.clauses.span.start, own.init_end, own.cond.start, own.cond.end, own.advance.start];
        let ordered =
            places.windows(2).all(|p| p[0] <= p[1]) && own.advance.end <= f.clauses.span.end;
        let streams = own.local.as_ref().map_or(true, |v| {
            matches!(own.turn, Turn::Blocks { .. } | Turn::Strides { .. })
                && v.streams.iter().all(|s| s.stream.version == v.number)
                && v.rows.iter().all(|row| row.stream.version == v.number)
        });
        let strides = matches!(own.turn, Turn::Strides { .. }) == own.strides.is_some();
        match ordered && own.step > 0 && streams && strides {
            true => Ok(()),
            false => {
                Err(format!("the clauses of the upc_forall at {:?} are mixed up", f.clauses.span))
            }
        }
    }

    fn holes(&self, s: &Source) -> Result<(), String> {
        self.in_text(s.span)?;
        let mut at = s.span.start;
        for Hole { span, .. } in &s.holes {
            if span.start < at || span.end > s.span.end || span.end < span.start {
                return Err(format!("hole {span:?} in {:?} after {at}", s.span));
            }
            self.in_text(*span)?;
            at = span.end;
        }
        Ok(())
    }

    fn in_text(&self, span: Span) -> Result<(), String> {
        match self.text.get(span.start as usize..span.end as usize) {
            Some(_) => Ok(()),
            None => Err(format!("{span:?} is not in the text")),
        }
    }

    fn address(&self, a: &Address) -> Result<(), String> {
        match a {
            Address::Object(o) if o.index() >= self.objects => Err(format!("no object {o:?}")),
            Address::Object(_) | Address::Stream(_) | Address::Own(_) | Address::Start(_) => Ok(()),
            Address::Pointer { repr, .. } => representation(*repr),
            Address::Element { base, block, .. } => {
                step(*block)?;
                self.address(base)
            }
            Address::Member { base, .. }
            | Address::AllNear { base, .. }
            | Address::Checked { base, .. }
            | Address::Notified { base, .. } => self.address(base),
        }
    }
}

/// Block sizes of 0 and 1 need no phase, others do (docs/abi.md section 1).
fn representation(repr: PtsRepr) -> Result<(), String> {
    match repr {
        PtsRepr::Thin { block: 0 | 1 } | PtsRepr::Phased { block: None } => Ok(()),
        PtsRepr::Phased { block: Some(b) } if b > 1 && b <= MAX_BLOCK_SIZE => Ok(()),
        _ => Err(format!("a pointer-to-shared has the representation {repr:?}")),
    }
}

/// GNU C has elements of size 0, so any size is valid.
fn step(block: u64) -> Result<(), String> {
    match block > MAX_BLOCK_SIZE {
        true => Err(format!("a step in blocks of {block} elements")),
        false => Ok(()),
    }
}

fn moved(change: &Change) -> Result<(), String> {
    match change {
        Change::Operate { .. } => Ok(()),
        Change::Move { repr, block, .. } => {
            representation(*repr)?;
            step(*block)
        }
    }
}

/// A bit-field is moved as the bytes that contain it.
fn place(p: &Place) -> Result<(), String> {
    match &p.bits {
        Some(bits) if bits.bytes == 0 || bits.bytes > 16 => {
            Err(format!("a bit-field in {} bytes", bits.bytes))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Form;

    fn ir(root: Node) -> Ir {
        Ir {
            root,
            renamed: Vec::new(),
            weak: Vec::new(),
            objects: Default::default(),
            privates: Default::default(),
            tag_names: Default::default(),
            events: false,
            checks: false,
            inline: false,
            void_main: false,
            next_number: 0,
        }
    }

    fn hole(start: u32, end: u32) -> Hole {
        Hole { span: Span::new(start, end), node: Node::empty() }
    }

    #[test]
    fn holes_must_be_apart_and_in_the_text() {
        let source =
            |holes| Node::Source(Source { span: Span::new(0, 5), form: Form::Opaque, holes });
        assert!(check(&mut ir(source(vec![hole(0, 2), hole(2, 4)])), "a = b").is_ok());
        assert!(check(&mut ir(source(vec![hole(0, 3), hole(2, 4)])), "a = b").is_err());
        assert!(check(&mut ir(source(Vec::new())), "a =").is_err());
    }

    #[test]
    fn representations_fit_block_sizes() {
        let pointer = |repr| Node::Null { repr, form: crate::ir::NullForm::Value };
        assert!(check(&mut ir(pointer(PtsRepr::Thin { block: 1 })), "").is_ok());
        assert!(check(&mut ir(pointer(PtsRepr::Thin { block: 2 })), "").is_err());
        assert!(check(&mut ir(pointer(PtsRepr::Phased { block: Some(1) })), "").is_err());
    }

    #[test]
    fn ids_are_in_range() {
        let load = Node::Thin(Box::new(Address::Object(crate::ir::ObjectId(0))));
        assert!(check(&mut ir(load), "").is_err_and(|e| e.contains("no object")));
    }
}
