//! The calling thread's own elements of a loop, found by a pointer that moves by a constant (`ir::LocalVersion`).

use upc_ir::access::Scalar;
use upc_ir::ir::{Address, Change, Index, Node, Place, Stream};

use super::Writer;

/// An element in the calling thread's memory, then moved by each of `moves`.
pub(super) struct Here<'x> {
    stream: Stream,
    moves: Vec<Move<'x>>,
}

enum Move<'x> {
    Index(&'x Index, u64),
    Bytes(u64),
}

/// How a relaxed scalar access finds its place here; `None`: it is elsewhere perhaps, or takes more than one move.
pub(super) fn here(place: &Place, scalar: Scalar) -> Option<Here<'_>> {
    if place.strict || scalar == Scalar::Pp {
        return None;
    }
    of(&place.address)
}

fn of(address: &Address) -> Option<Here<'_>> {
    let from = |base, step| {
        let mut found = of(base)?;
        found.moves.push(step);
        Some(found)
    };
    match address {
        Address::Stream(stream) => Some(Here { stream: *stream, moves: Vec::new() }),
        Address::Member { base, offset } => from(base, Move::Bytes(*offset)),
        Address::Element { base, index, block: 0, elem_size, .. } => from(base, Move::Index(index, *elem_size)),
        _ => None,
    }
}

impl Writer<'_> {
    /// The element's address without phase.
    pub(super) fn stream(&mut self, s: &Stream) {
        let (k, p) = (s.index_name(), s.shared_name());
        self.raw(&format!("upcr_add0({p}, {k} * {}l)", s.bytes));
    }

    /// The element as an lvalue of the type in which its scalar form is moved.
    pub(super) fn lvalue_here(&mut self, here: &Here, scalar: Scalar) {
        self.raw("(*");
        self.address_here(here, scalar);
        self.raw(")");
    }

    fn address_here(&mut self, here: &Here, scalar: Scalar) {
        let (k, p) = (here.stream.index_name(), here.stream.pointer_name());
        self.raw(&format!("({} *)(void *)({p} + {k} * {}l", scalar.get_at().info().ret, here.stream.bytes));
        for step in &here.moves {
            self.raw(" + ");
            match step {
                Move::Index(index, size) => self.byte_index(index, *size),
                Move::Bytes(n) => self.raw(&n.to_string()),
            }
        }
        self.raw(")");
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
    pub(super) fn store_here(&mut self, here: &Here, place: &Place, form: (Scalar, bool), value: &Node) {
        self.raw("(");
        self.lvalue_here(here, form.0);
        self.raw(" = ");
        self.scalar_value(place, form.0, form.1, value);
        self.raw(")");
    }
}
