// SPDX-License-Identifier: Apache-2.0
//! Reads and writes of shared objects.

use upc_ir::abi::Entry;
use upc_ir::access::Scalar;
use upc_ir::ir::{Address, BitPlace, Kept, Node, Place};

use super::displacement::has_base;
use super::stream::{here, of, Here};
use super::Writer;

/// The entry for an object moved as bytes.
pub(super) fn get_bytes(strict: bool) -> Entry {
    if strict {
        Entry::Getbs
    } else {
        Entry::GetObject
    }
}

pub(super) fn put_bytes(strict: bool) -> Entry {
    if strict {
        Entry::Putbs
    } else {
        Entry::Putb
    }
}

/// The address in this process's memory of an object moved as bytes, if it is known.
fn bytes_here(place: &Place) -> Option<Here<'_>> {
    of(&place.address).filter(|_| !place.strict)
}

impl Writer<'_> {
    /// Opens a statement expression.
    pub(super) fn open(&mut self) {
        self.raw("(__extension__ ({ ");
    }

    pub(super) fn close(&mut self) {
        self.raw(" }))");
    }

    /// The unqualified type of a place.
    pub(super) fn place_type(&self, place: &Place, inner: &str) -> String {
        self.printer.declare(upc_sema::types::QualTy::plain(place.ty.ty), inner)
    }

    pub(super) fn scalar(&self, place: &Place) -> Option<(Scalar, bool)> {
        place.scalar(self.types)
    }

    /// Whether a relaxed scalar access finds its place by other means than its own address.
    fn looks_up(&self, place: &Place) -> bool {
        !self.calls && !self.rare && has_base(place)
    }

    pub(super) fn load(&mut self, place: &Place) {
        if let Some(bits) = &place.bits {
            return self.load_bits(place, bits);
        }
        match self.scalar(place) {
            Some((scalar, true)) => self.load_scalar(place, scalar),
            Some((scalar, false)) => {
                let ty = self.place_type(place, "");
                self.raw(&format!("(({ty})"));
                self.load_scalar(place, scalar);
                self.raw(")");
            }
            None => self.load_bytes(place),
        }
    }

    fn load_scalar(&mut self, place: &Place, scalar: Scalar) {
        if let Some(here) = here(place, scalar) {
            self.lvalue_here(&here, scalar);
        } else if self.looks_up(place) || (place.expected.is_some() && !self.calls) {
            let (p, at) = (self.fresh.temporary(), self.fresh.temporary());
            self.open();
            self.declare_near(place, &p, &at);
            self.expect(place, &p, &at);
            self.raw(&format!("{}({at}, {p});", scalar.get_at().name()));
            self.close();
        } else {
            let get = self.access(scalar.get(place.strict));
            self.raw(&format!("{get}("));
            self.thin(&place.address);
            self.raw(")");
        }
    }

    /// Reads an object that has no scalar form into a temporary.
    fn load_bytes(&mut self, place: &Place) {
        let t = self.fresh.temporary();
        let declared = self.place_type(place, &t);
        self.open();
        self.raw(&format!("{declared}; "));
        if let Some(here) = bytes_here(place) {
            self.raw(&format!("__builtin_memcpy(&{t}, "));
            self.place_here(&here);
        } else {
            let get = self.access(get_bytes(place.strict));
            self.raw(&format!("{get}(&{t}, "));
            self.thin(&place.address);
        }
        self.raw(&format!(", sizeof {t}); {t};"));
        self.close();
    }

    /// If the place, at `p`, is far, announces what else the program will read.
    fn expect(&mut self, place: &Place, p: &str, at: &str) {
        let Some(expected) = &place.expected else { return };
        let (here, there) = (Entry::FarExpectHere.name(), Entry::FarExpect.name());
        self.raw(&format!("if (__builtin_expect(!{at}, 0)) {{ "));
        if let Some((before, behind)) = expected.range {
            self.raw(&format!("{here}({p}, {before}, {behind}); "));
        }
        for (other, (before, behind)) in &expected.others {
            self.raw(&format!("{there}("));
            self.thin(other);
            self.raw(&format!(", {before}, {behind}); "));
        }
        self.raw("} ");
    }

    /// If far stores are kept from this one on, evaluates its value before. Returns the variable
    /// with the value.
    fn before_keeping(&mut self, place: &Place, value: &Node, at: &str) -> Option<Node> {
        place.kept.filter(|&k| k == Kept::Opens)?;
        let t = self.fresh.temporary();
        let declared = self.place_type(place, &t);
        self.raw(&format!("{declared} = "));
        self.node(value);
        self.raw("; ");
        self.keep(place, Kept::Opens, at);
        Some(Node::text(t))
    }

    /// If the place is far, begins or ends to keep far stores.
    fn keep(&mut self, place: &Place, what: Kept, at: &str) {
        if place.kept != Some(what) {
            return;
        }
        let (entry, argument) = match what {
            Kept::Opens => (Entry::CountedBegin, ""),
            Kept::Closes => (Entry::CountedEnd, "0"),
        };
        self.raw(&format!("if (__builtin_expect(!{at}, 0)) {}({argument}); ", entry.name()));
    }

    /// Reads only the bytes that contain the member, into their places in a structure of the same
    /// type.
    fn load_bits(&mut self, place: &Place, bits: &BitPlace) {
        let (t, a) = (self.fresh.temporary(), self.fresh.temporary());
        self.open();
        self.bits_prologue(place, bits, &t, &a);
        let field = self.names.name(bits.name).to_string();
        self.raw(&format!("+{t}.{field};"));
        self.close();
    }

    /// Declares `a`, the address of the bytes, and `t`, the structure with them read.
    pub(super) fn bits_prologue(&mut self, place: &Place, bits: &BitPlace, t: &str, a: &str) {
        let declared = self.printer.declare(bits.parent, t);
        self.raw(&format!("upcr_pts_t {a} = upcr_add0("));
        self.thin(&place.address);
        let BitPlace { offset, bytes, .. } = bits;
        let get = self.access(get_bytes(place.strict));
        self.raw(&format!(
            ", {offset}); {declared}; {get}((char *)&{t} + {offset}, {a}, {bytes}); "
        ));
    }

    /// Writes the bytes back.
    pub(super) fn bits_epilogue(&mut self, place: &Place, bits: &BitPlace, t: &str, a: &str) {
        let BitPlace { offset, bytes, .. } = bits;
        let put = self.access(put_bytes(place.strict));
        self.raw(&format!("{put}({a}, (char *)&{t} + {offset}, {bytes}); "));
    }

    pub(super) fn store(&mut self, place: &Place, value: &Node, used: bool) {
        if let Some(bits) = &place.bits {
            return self.store_bits(place, bits, value, used);
        }
        match self.scalar(place) {
            Some((scalar, exact)) => {
                let cast = used && !exact;
                if cast {
                    let ty = self.place_type(place, "");
                    self.raw(&format!("(({ty})"));
                }
                if let Some(here) = here(place, scalar) {
                    self.store_here(&here, place, (scalar, exact), value);
                } else if self.looks_up(place) || (place.kept.is_some() && !self.calls) {
                    let (p, at) = (self.fresh.temporary(), self.fresh.temporary());
                    self.open();
                    self.declare_near(place, &p, &at);
                    let early = self.before_keeping(place, value, &at);
                    self.raw(&format!("{}({at}, {p}, ", scalar.put_at().name()));
                    self.scalar_value(place, scalar, exact, early.as_ref().unwrap_or(value));
                    self.raw("); ");
                    self.keep(place, Kept::Closes, &at);
                    self.close();
                } else {
                    let put = self.access(scalar.put(place.strict));
                    self.raw(&format!("{put}("));
                    self.thin(&place.address);
                    self.raw(", ");
                    self.scalar_value(place, scalar, exact, value);
                    self.raw(")");
                }
                self.raw(if cast { ")" } else { "" });
            }
            None => self.store_bytes(place, value, used),
        }
    }

    /// The value as the entry's parameter, first converted to the object's type if that differs.
    pub(super) fn scalar_value(
        &mut self,
        place: &Place,
        scalar: Scalar,
        exact: bool,
        value: &Node,
    ) {
        if exact {
            return self.node(value);
        }
        let ty =
            if scalar == Scalar::Ptr { "void *".to_string() } else { self.place_type(place, "") };
        self.raw(&format!("({ty})"));
        self.parenthesised(value);
    }

    fn store_bytes(&mut self, place: &Place, value: &Node, used: bool) {
        let t = self.fresh.temporary();
        let declared = self.place_type(place, &t);
        self.open();
        self.raw(&format!("{declared} = "));
        self.node(value);
        self.raw("; ");
        if let Some(here) = bytes_here(place) {
            self.raw("__builtin_memcpy(");
            self.place_here(&here);
        } else {
            self.begin(put_bytes(place.strict));
            self.thin(&place.address);
        }
        self.raw(&format!(", &{t}, sizeof {t});"));
        if used {
            self.raw(&format!(" {t};"));
        }
        self.close();
    }

    /// The value comes first, as it may change members in the same bytes; a separate structure
    /// converts it.
    fn store_bits(&mut self, place: &Place, bits: &BitPlace, value: &Node, used: bool) {
        let (t, a, new) = (self.fresh.temporary(), self.fresh.temporary(), self.fresh.temporary());
        let field = self.names.name(bits.name).to_string();
        let declared = self.printer.declare(bits.parent, &new);
        self.open();
        self.raw(&format!("{declared}; {new}.{field} = "));
        self.node(value);
        self.raw("; ");
        self.bits_prologue(place, bits, &t, &a);
        self.raw(&format!("{t}.{field} = {new}.{field}; "));
        self.bits_epilogue(place, bits, &t, &a);
        if used {
            self.raw(&format!("+{t}.{field};"));
        }
        self.close();
    }

    pub(super) fn copy_object(&mut self, to: &Place, from: &Place) {
        let size = self.types.fixed_size(to.ty.ty);
        let size =
            size.map_or_else(|| format!("sizeof({})", self.place_type(to, "")), |n| n.to_string());
        let strict = to.strict || from.strict;
        let (to_here, from_here) = (bytes_here(to), bytes_here(from));
        match (&to_here, &from_here) {
            (Some(_), Some(_)) => self.raw("__builtin_memmove("),
            (Some(_), None) if !strict => self.begin(Entry::GetObject),
            (None, Some(_)) if !strict => self.begin(Entry::Putb),
            _ => self.begin(if strict { Entry::Copybs } else { Entry::Copyb }),
        }
        self.bytes_at(&to.address, to_here.as_ref().filter(|_| !strict));
        self.raw(", ");
        self.bytes_at(&from.address, from_here.as_ref().filter(|_| !strict));
        self.raw(&format!(", {size})"));
    }

    fn bytes_at(&mut self, address: &Address, here: Option<&Here>) {
        match here {
            Some(here) => self.place_here(here),
            None => self.thin(address),
        }
    }
}
