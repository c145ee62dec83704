// SPDX-License-Identifier: Apache-2.0
//! Loops that read elements which were fetched before them (`ir::Inspected`).

use upc_ir::abi::Entry;
use upc_ir::ir::{Fetched, Inspect, Inspected};

use super::Writer;

impl Writer<'_> {
    /// The inspector, and the loop twice, after one test. Fetched elements are freed when the loop
    /// is left.
    pub(super) fn inspected(&mut self, a: &Inspected) {
        let (name, end) = (Inspected::name(a.number), Entry::InspectorEnd.name());
        self.raw(&format!(
            "{{ struct upcr_inspector {name} __attribute__((cleanup({end}))) = {{0}}; "
        ));
        self.rarely(|w| w.inspector(a));
        self.raw(&format!("if ({name}.values) {{ "));
        self.raw(&format!(
            "const char *const {name}v = {name}.values; \
             const unsigned long {name}n = {name}.count; "
        ));
        for read in 0..a.reads.len() {
            self.raw(&format!("unsigned long {name}i{read} = {read}; "));
        }
        self.rarely(|w| w.node(&a.far));
        self.raw(" } else { ");
        self.node(&a.near);
        self.raw(" } }");
    }

    fn inspector(&mut self, a: &Inspected) {
        let name = Inspected::name(a.number);
        self.raw(&format!(
            "if (!{}() && {}() && {}(&{name}, {}, {}ul)) {{ ",
            Entry::AllNear.name(),
            Entry::SomeFar.name(),
            Entry::InspectorBegin.name(),
            a.reads.len() + a.writes,
            logs(a)
        ));
        self.inspected = self.fresh.temporary();
        self.node(&a.inspector);
        let end = format!(" {}:; {}(&{name}); }} ", self.inspected, Entry::InspectorFetch.name());
        self.raw(&end);
    }

    pub(super) fn inspect(&mut self, i: &Inspect) {
        let name = Inspected::name(i.number);
        self.raw(&format!(
            "{{ if (!{}(&{name})) goto {}; ",
            Entry::InspectorRoom.name(),
            self.inspected
        ));
        for declaration in &i.declarations {
            self.node(declaration);
            self.raw(" ");
        }
        for address in &i.addresses {
            self.raw(&format!("{}(&{name}, ", Entry::InspectorAdd.name()));
            self.node(address);
            self.raw("); ");
        }
        self.raw("}");
    }

    /// The fetched value, or the read itself after the iterations of the inspector.
    pub(super) fn fetched(&mut self, f: &Fetched) {
        let Some((scalar, exact)) = self.scalar(&f.place) else { return self.load(&f.place) };
        let (name, ty) = (Inspected::name(f.number), scalar.get(false).info().ret);
        if !exact {
            let cast = self.place_type(&f.place, "");
            self.raw(&format!("(({cast})"));
        }
        let (at, step) = (format!("{name}i{}", f.read), f.addresses);
        let here = match f.far_only {
            true => {
                format!("({at} += {step}) <= {name}n + {} && !{name}.at[{at} - {step}]", f.read)
            }
            false => format!("({at} += {step}) <= {name}n + {}", f.read),
        };
        self.raw(&format!(
            "({here} ? *(const {ty} *)(const void *)({name}v + 8 * ({at} - {step})) : "
        ));
        self.load(&f.place);
        self.raw(if exact { ")" } else { "))" });
    }
}

/// As upcr/inspector.h has them.
fn logs(a: &Inspected) -> u64 {
    let reads = a.reads.iter().map(|s| s.log_of_size().unwrap_or(3));
    let writes = std::iter::repeat(4).take(a.writes);
    let logs = reads.chain(writes).enumerate().fold(0, |logs, (k, log)| logs | log << (4 * k));
    logs | u64::from(a.far_only) << 63
}
