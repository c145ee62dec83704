// SPDX-License-Identifier: Apache-2.0
//! A loop whose iterations are executed thread by thread (`ir::Owners`).

use upc_ir::abi::Entry;
use upc_ir::ir::{index_name, turn_name, Address, Cursor, Node, Owners, Stream};

use super::Writer;

impl Writer<'_> {
    /// If constants determine the number of iterations of the inner loop, the C compiler sees it,
    /// and executes several at once without a remainder.
    pub(super) fn owners(&mut self, o: &Owners) {
        self.count_all(o);
        self.own_loops(o);
        self.raw(" }");
    }

    /// The iterations thread by thread if all memory is mapped and each thread has enough of them,
    /// else the loop `general`.
    pub(super) fn owners_or(&mut self, o: &Owners, general: &Node) {
        let (all, threads) = (names(o.number, 'n'), names(o.number, 'o'));
        self.count_all(o);
        let test = Entry::AllNear.name();
        self.raw(&format!("if ({test}() && {all} >= {}l * {threads}", o.least));
        if let Some(most) = Cursor::most_threads(&o.cursors) {
            self.raw(&format!(" && {threads} <= {most}l"));
        }
        self.raw(") { ");
        self.in_line(|w| w.own_loops(o));
        self.raw(" } else { ");
        self.node(general);
        self.raw(" } }");
    }

    /// Opens a block with the counter's first value, the number of iterations, and THREADS.
    fn count_all(&mut self, o: &Owners) {
        let name = |kind| names(o.number, kind);
        self.raw(&format!("{{ long {} = ", name('f')));
        self.parenthesised(&o.first);
        self.raw(&format!(", {} = ", name('n')));
        self.iterations_of(o, &name('f'));
        self.raw(&format!(", {} __attribute__((unused)) = ", name('o')));
        self.threads();
        self.raw("; ");
    }

    /// A loop for each thread's iterations. A counter that outlives the loop gets its last value.
    fn own_loops(&mut self, o: &Owners) {
        let (turn, all) = (turn_name(o.number), names(o.number, 'n'));
        let threads = self.threads_of(o);
        self.raw(&format!(
            "for (long {turn} = 0; {turn} < {threads} && {turn} < {all}; {turn}++) {{ "
        ));
        o.streams.iter().for_each(|s| self.start_of_turn(o, s));
        o.cursors.iter().for_each(|c| self.cursor_of_turn(o, c));
        self.raw(&format!("{}(); ", Entry::Reread.name()));
        self.independent();
        let (k, count) = (index_name(o.number), self.count_of_turn(o));
        self.raw(&format!("for (long {k} = 0; {k} < {count}; {k}++"));
        o.cursors.iter().for_each(|c| self.cursor_on(c));
        self.raw(") { ");
        self.counter_is(o, &format!("{turn} + {k} * {threads}"));
        self.node(&o.near);
        self.raw(" } }");
        if !o.declared {
            let (kind, name) = (o.kind.text(), self.names.name(o.variable));
            let first = names(o.number, 'f');
            self.raw(&format!(" {name} = ({kind})({first} + ({all} > 0 ? {all} : 0));"));
        }
    }

    /// THREADS, a constant if it is known.
    fn threads_of(&self, o: &Owners) -> String {
        self.types.threads.map_or_else(|| names(o.number, 'o'), |n| n.to_string())
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

    /// The iterations of one thread.
    fn count_of_turn(&self, o: &Owners) -> String {
        let (turn, all) = (turn_name(o.number), names(o.number, 'n'));
        match (o.iterations, self.types.threads.map(u64::from)) {
            (Some(n), Some(threads)) if n % threads == 0 => format!("{}l", n / threads),
            (_, Some(threads)) => format!("({all} - {turn} + {}) / {threads}", threads - 1),
            _ => format!("({all} - {turn} - 1) / {} + 1", names(o.number, 'o')),
        }
    }

    /// Declares the start of the stream in this turn. The element there need not exist, if a test
    /// in the body prevents its access, so its thread is not looked up.
    fn start_of_turn(&mut self, o: &Owners, (stream, first): &(Stream, Address)) {
        let (at, shared) = (stream.pointer_name(), stream.shared_name());
        self.raw(&format!("upcr_pts_t {shared} __attribute__((unused)); char *{at}; {{ "));
        self.counter_is(o, &turn_name(o.number));
        self.raw(&format!("{shared} = "));
        self.thin(first);
        if let Address::Element { base, index, elem_size, .. } = first {
            self.raw(&format!("; {at} = {}(", Entry::NearAdd1.name()));
            self.thin(base);
            self.raw(", ");
            self.index(index);
            self.raw(&format!(", {elem_size})"));
        }
        self.raw("; } ");
    }

    fn cursor_of_turn(&mut self, o: &Owners, c: &Cursor) {
        let (name, at) = (c.name(), c.stream.pointer_name());
        self.raw(&format!("struct upcr_cursor {name}; {{ "));
        self.counter_is(o, &turn_name(o.number));
        self.raw(&format!("{name} = "));
        self.cursor_at(c);
        self.raw(&format!("; }} char *{at} = {name}.at; "));
    }

    /// Declares the counter, `further` than its first value.
    fn counter_is(&mut self, o: &Owners, further: &str) {
        let (kind, name) = (o.kind.text(), self.names.name(o.variable));
        let first = names(o.number, 'f');
        self.raw(&format!("{kind} {name} = ({kind})({first} + {further}); "));
    }
}

fn names(number: u32, kind: char) -> String {
    format!("__upcr_{kind}{number}")
}
