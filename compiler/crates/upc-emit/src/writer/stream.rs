// SPDX-License-Identifier: Apache-2.0
//! The calling thread's own elements of a loop, found by a pointer that moves by a constant
//! (`ir::LocalVersion`).

use upc_ir::abi::Entry;
use upc_ir::access::Scalar;
use upc_ir::ir::{
    Address, Change, Index, Node, ObjectId, OwnElements, OwnPointer, Place, StartPointer, Stream,
};

use super::object::OBJECT_ALIGNMENT;
use super::Writer;

/// An element in the calling thread's memory, then moved by each of `moves`.
pub(super) struct Here<'x> {
    first: First<'x>,
    moves: Vec<Move<'x>>,
}

/// The start of the element's memory.
enum First<'x> {
    Stream(Stream),
    Own(OwnPointer),
    Start(StartPointer),
    Table {
        start: &'x Address,
        index: &'x Index,
        layout: Layout,
    },
    /// An element of the block that begins at `start`, or of another one.
    Block {
        start: &'x Address,
        index: &'x Index,
        layout: Layout,
    },
    Pointer(&'x Address),
}

/// Elements in a block, their size, and whether no thread has more than one block.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub block: u64,
    pub elem_size: u64,
    pub one_row: bool,
}

enum Move<'x> {
    Index(&'x Index, u64),
    Bytes(u64),
}

/// How a relaxed scalar access finds its place here; `None`: it may be elsewhere, or needs more
/// than one move.
pub(super) fn here(place: &Place, scalar: Scalar) -> Option<Here<'_>> {
    if place.strict || scalar == Scalar::Pp {
        return None;
    }
    of(&place.address)
}

/// The way of the address to a place in this process's memory; `None`: the place may be elsewhere.
pub(super) fn of(address: &Address) -> Option<Here<'_>> {
    let from = |base, step| {
        let mut found = of(base)?;
        found.moves.push(step);
        Some(found)
    };
    match address {
        Address::Stream(stream) => Some(Here { first: First::Stream(*stream), moves: Vec::new() }),
        Address::Own(pointer) => Some(Here { first: First::Own(*pointer), moves: Vec::new() }),
        Address::Start(pointer) => Some(Here { first: First::Start(*pointer), moves: Vec::new() }),
        &Address::AllNear { ref base, one_row } => match **base {
            Address::Element { base: ref start, ref index, block, elem_size, .. } => {
                let layout = Layout { block, elem_size, one_row };
                let first = match **start {
                    Address::Stream(_) => First::Block { start, index, layout },
                    _ => First::Table { start, index, layout },
                };
                Some(Here { first, moves: Vec::new() })
            }
            Address::Pointer { .. } => {
                Some(Here { first: First::Pointer(base), moves: Vec::new() })
            }
            _ => None,
        },
        Address::Member { base, offset } => from(base, Move::Bytes(*offset)),
        Address::Element { base, index, block: 0, elem_size, .. } => {
            from(base, Move::Index(index, *elem_size))
        }
        _ => None,
    }
}

impl Writer<'_> {
    /// A loop, in a block with the pointers to the own elements that it accesses.
    pub(super) fn own_elements(&mut self, own: &OwnElements) {
        self.raw("{ ");
        for pointer in &own.pointers {
            self.declare_own(pointer);
        }
        self.raw(&format!("{}(); ", Entry::Reread.name()));
        self.node(&own.loop_);
        for pointer in &own.pointers {
            self.write_back(pointer);
        }
        self.raw(" }");
    }

    fn declare_own(&mut self, pointer: &OwnPointer) {
        let name = pointer.name();
        self.raw(&format!("char *{name} = "));
        self.start_here(Entry::NearOwn1, pointer.object);
        if let Some(scalar) = pointer.scalar {
            let ty = scalar.get_at().info().ret;
            self.raw(&format!(
                "{ty} {name}v = *({ty} *)(void *){name}; int {} = 0; ",
                pointer.assigned_name()
            ));
        }
    }

    /// The address that `entry` finds for an object's start, with its alignment: the C compiler
    /// then takes vectors from memory as operands.
    fn start_here(&mut self, entry: Entry, object: ObjectId) {
        self.raw(&format!("__builtin_assume_aligned({}(", entry.name()));
        self.thin(&Address::Object(object));
        self.raw(&format!("), {OBJECT_ALIGNMENT}); "));
    }

    fn write_back(&mut self, pointer: &OwnPointer) {
        if let Some(scalar) = pointer.scalar {
            let (name, ty) = (pointer.name(), scalar.get_at().info().ret);
            self.raw(&format!(
                " if ({}) *({ty} *)(void *){name} = {name}v;",
                pointer.assigned_name()
            ));
        }
    }

    /// Records that the element is written, if it is a variable; `end` follows.
    fn assigned(&mut self, here: &Here, end: &str) {
        let name = match here.first {
            First::Own(pointer @ OwnPointer { scalar: Some(_), .. }) => pointer.assigned_name(),
            First::Stream(stream @ Stream { scalar: Some(_), .. }) => stream.assigned_name(),
            _ => return,
        };
        self.raw(&format!("{name} = 1{end}"));
    }

    /// The element's address without phase.
    pub(super) fn stream(&mut self, s: &Stream) {
        self.raw(&format!("upcr_add0({}, {} * {})", s.shared(), s.index(), s.step()));
    }

    /// The element as an lvalue of the type in which its scalar form is moved.
    pub(super) fn lvalue_here(&mut self, here: &Here, scalar: Scalar) {
        self.raw("(*");
        self.address_here(here, scalar);
        self.raw(")");
    }

    fn address_here(&mut self, here: &Here, scalar: Scalar) {
        self.raw(&format!("({} *)(void *)(", scalar.get_at().info().ret));
        self.place_here(here);
        self.raw(")");
    }

    /// The element's address, as a sum whose first operand is a pointer to characters.
    pub(super) fn place_here(&mut self, here: &Here) {
        match &here.first {
            First::Stream(s) if s.scalar.is_some() => self.raw(&format!("&{}", s.variable_name())),
            First::Stream(s) => {
                self.raw(&format!("{} + {} * {}", s.pointer(), s.index(), s.step()))
            }
            First::Own(p) if p.scalar.is_some() => self.raw(&format!("&{}v", p.name())),
            First::Own(p) => self.raw(&p.name()),
            First::Start(p) => self.raw(&p.name()),
            First::Table { start, index, layout } => self.table(start, index, *layout),
            First::Block { start, index, layout } => self.near_in_block(start, index, *layout),
            First::Pointer(pointer) => {
                self.raw(&format!("{}(", Entry::NearByte.name()));
                self.thin(pointer);
                self.raw(")");
            }
        }
        for step in &here.moves {
            self.raw(" + ");
            match step {
                Move::Index(index, size) => self.byte_index(index, *size),
                Move::Bytes(n) => self.raw(&n.to_string()),
            }
        }
    }

    /// A loop twice, after the pointers to objects that must be mapped for the first one.
    pub(super) fn indefinite(
        &mut self,
        pointers: &[StartPointer],
        near: &Node,
        general: Option<&Node>,
    ) {
        self.raw("{ ");
        for pointer in pointers {
            self.raw(&format!("char *{} = ", pointer.name()));
            self.start_here(Entry::Near, pointer.object);
        }
        if general.is_some() {
            let all: Vec<String> = pointers.iter().map(|p| format!("{} != 0", p.name())).collect();
            self.raw(&format!("if (__builtin_expect({}, 1)) ", all.join(" && ")));
        }
        self.raw(&format!("{{ {}(); ", Entry::Reread.name()));
        self.node(near);
        self.raw(" }");
        if let Some(general) = general {
            self.raw(" else { ");
            self.rarely(|w| w.node(general));
            self.raw(" }");
        }
        self.raw(" }");
    }

    /// A loop twice.
    pub(super) fn tables(&mut self, near: &Node, general: &Node) {
        if let Node::Owners(o) = near {
            if o.least > 0 {
                return self.owners_or(o, general);
            }
        }
        let (test, reread) = (Entry::AllNear.name(), Entry::Reread.name());
        self.raw(&format!("{{ if ({test}()) {{ {reread}(); "));
        self.node(near);
        self.raw(" } else { ");
        self.rarely(|w| w.node(general));
        self.raw(" } }");
    }

    /// A loop between the calls of two entry points, however it is left.
    pub(super) fn between(&mut self, (before, after): (Entry, Entry), number: u32, loop_: &Node) {
        let (before, after) = (before.name(), after.name());
        self.raw(&format!(
            "{{ int __upcr_h{number} __attribute__((cleanup({after}), unused)) = {before}(); "
        ));
        self.node(loop_);
        self.raw(" }");
    }

    /// The element where it is mapped. The first one of a block is an element of a cyclic array
    /// whose elements are blocks.
    fn table(&mut self, start: &Address, index: &Index, layout: Layout) {
        let Layout { block, elem_size, one_row } = layout;
        let blocks = index.in_blocks(block).zip(block.checked_mul(elem_size));
        let (block, elem_size) = blocks.as_ref().map_or((block, elem_size), |&(_, size)| (1, size));
        let index = blocks.as_ref().map_or(index, |(index, _)| index);
        let entry = match (one_row, block, start) {
            (true, ..) => Entry::NearIdxr,
            (_, 1, Address::Object(_)) => Entry::NearIdx1,
            (_, 1, _) => Entry::NearAdd1,
            _ => Entry::NearIdxb,
        };
        self.raw(&format!("{}(", entry.name()));
        self.thin(start);
        self.raw(", ");
        self.index(index);
        let blocks = matches!(entry, Entry::NearIdxr | Entry::NearIdxb);
        self.raw(&if blocks {
            format!(", {block}, {elem_size})")
        } else {
            format!(", {elem_size})")
        });
    }

    /// A compound assignment, ++ or --; its value is that of the last expression.
    pub(super) fn update_here(
        &mut self,
        here: &Here,
        place: &Place,
        form: (Scalar, bool),
        change: &Change,
        post: bool,
    ) {
        let (scalar, exact) = form;
        let (at, old) = (self.fresh.temporary(), self.fresh.temporary());
        let (ty, declared) = (self.place_type(place, ""), self.place_type(place, &old));
        let cast = if exact { String::new() } else { format!("({ty})") };
        self.open();
        self.assigned(here, "; ");
        self.raw(&format!("{} *{at} = ", scalar.get_at().info().ret));
        self.address_here(here, scalar);
        self.raw(&format!("; {declared} = {cast}*{at}; "));
        let converted = match scalar {
            Scalar::Ptr => "(void *)".to_string(),
            _ => cast.clone(),
        };
        self.raw(&format!("*{at} = {converted}("));
        self.changed(&old, change);
        self.raw(&if post { format!("); {old};") } else { format!("); {cast}*{at};") });
        self.close();
    }

    /// A simple assignment.
    pub(super) fn store_here(
        &mut self,
        here: &Here,
        place: &Place,
        form: (Scalar, bool),
        value: &Node,
    ) {
        self.raw("(");
        self.assigned(here, ", ");
        self.lvalue_here(here, form.0);
        self.raw(" = ");
        self.scalar_value(place, form.0, form.1, value);
        self.raw(")");
    }
}
