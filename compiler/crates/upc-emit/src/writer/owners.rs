// SPDX-License-Identifier: Apache-2.0
//! A loop whose iterations are executed thread by thread (`ir::Owners`).

use upc_ir::abi::Entry;
use upc_ir::ir::{index_name, turn_name, Node, Owners, Stream};

use super::Writer;

impl Writer<'_> {
    /// If constants determine the number of iterations of the inner loop, the C compiler sees it,
    /// and executes several at once without a remainder.
    pub(super) fn owners(&mut self, o: &Owners) {
        let Owners { number, threads, .. } = *o;
        let (first, all, turn) = (names(number, 'f'), names(number, 'n'), turn_name(number));
        self.raw(&format!("{{ long {first} = "));
        self.parenthesised(&o.first);
        self.raw(&format!(", {all} = "));
        self.iterations_of(o, &first);
        self.raw(&format!(
            "; for (long {turn} = 0; {turn} < {threads} && {turn} < {all}; {turn}++) {{ "
        ));
        o.streams.iter().for_each(|s| self.start_of_turn(o, s));
        self.raw(&format!("{}(); ", Entry::Reread.name()));
        self.independent();
        let (k, count) = (index_name(number), count(o, &all, &turn));
        self.raw(&format!("for (long {k} = 0; {k} < {count}; {k}++) {{ "));
        self.counter_is(o, &format!("{turn} + {k} * {threads}"));
        self.node(&o.near);
        self.raw(" } } }");
    }

    fn iterations_of(&mut self, o: &Owners, first: &str) {
        match o.iterations {
            Some(n) => self.raw(&format!("{n}l")),
            None => {
                self.raw("(long)");
                self.parenthesised(&o.limit);
                self.raw(&format!(" - {first} + {}", u8::from(o.inclusive)));
            }
        }
    }

    /// Declares the start of the stream in this turn.
    fn start_of_turn(&mut self, o: &Owners, (stream, first): &(Stream, Node)) {
        let (at, shared) = (stream.pointer_name(), stream.shared_name());
        self.raw(&format!("upcr_pts_t {shared}; {{ "));
        self.counter_is(o, &turn_name(o.number));
        self.raw(&format!("{shared} = "));
        self.node(first);
        self.raw(&format!("; }} char *{at} = {}({shared}); ", Entry::Near.name()));
    }

    /// Declares the counter, `further` than its first value.
    fn counter_is(&mut self, o: &Owners, further: &str) {
        let (kind, name) = (o.kind.text(), self.names.name(o.variable));
        let first = names(o.number, 'f');
        self.raw(&format!("{kind} {name} = ({kind})({first} + {further}); "));
    }
}

/// The iterations of one thread.
fn count(o: &Owners, all: &str, turn: &str) -> String {
    let threads = u64::from(o.threads);
    match o.iterations {
        Some(n) if n % threads == 0 => format!("{}l", n / threads),
        _ => format!("({all} - {turn} + {}) / {threads}", threads - 1),
    }
}

fn names(number: u32, kind: char) -> String {
    format!("__upcr_{kind}{number}")
}
