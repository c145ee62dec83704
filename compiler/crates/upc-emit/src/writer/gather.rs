// SPDX-License-Identifier: Apache-2.0
//! Loops that read copies of far arrays (`ir::Gather`).

use upc_ir::abi::Entry;
use upc_ir::ir::{Gather, Gathered, GatheredArray};

use super::Writer;

impl Writer<'_> {
    /// The loop twice, after one test. The copies are freed when the loop is left in any way.
    pub(super) fn gather(&mut self, g: &Gather) {
        let mut some_far = format!("!{}() && {}()", Entry::AllNear.name(), Entry::SomeFar.name());
        if g.alone {
            some_far += &format!(" && !{}()", Entry::ForallOpen.name());
        }
        if g.whole {
            self.raw("{ ");
            self.copies(g, &format!("if ({some_far}) "));
            let copied: Vec<String> =
                g.arrays.iter().map(|a| GatheredArray::copy_name(a.number) + ".at").collect();
            self.raw(&format!("if ({}) {{ ", copied.join(" && ")));
        } else {
            self.raw(&format!("{{ if ({some_far}) {{ "));
            self.copies(g, "");
        }
        self.rarely(|w| w.node(&g.far));
        self.raw(" } else { ");
        self.node(&g.near);
        self.raw(" } }");
    }

    /// The variables of the copies, each begun after `test`.
    fn copies(&mut self, g: &Gather, test: &str) {
        let (end, copied) = (Entry::GatherEnd.name(), Entry::GatherCopied.name());
        for array in &g.arrays {
            let name = GatheredArray::name(array.number);
            let none = if g.whole { " = {0}" } else { "" };
            self.raw(&format!("struct upcr_gather {name} __attribute__((cleanup({end}))){none}; "));
            self.raw(test);
            self.begin_array(array);
            let constant = if g.whole { "const " } else { "" };
            let copy = GatheredArray::copy_name(array.number);
            self.raw(&format!("{constant}struct upcr_gather_copy {copy} = {copied}(&{name}); "));
        }
    }

    fn begin_array(&mut self, array: &GatheredArray) {
        let name = GatheredArray::name(array.number);
        let o = &self.ir.objects[array.object];
        let (block, elem_size, local) = (o.block_size, o.elem_size, o.local_size);
        let elems = match o.total.strip_suffix("*T") {
            Some(n) => format!("{n}ul * (unsigned long)upcr_threads()"),
            None => format!("{}ul", o.total),
        };
        self.raw(&format!("{}(&{name}, ", Entry::GatherBegin.name()));
        let slot = self.object_slot_name(array.object);
        self.raw(&format!("{slot}, {elems}, {block}ul, {elem_size}ul, {local}ul, "));
        match &array.due {
            None => self.raw("0"),
            Some(due) => {
                self.raw("(long)(");
                self.node(due);
                self.raw(&format!(") * {}l", array.reads));
                if array.shared_out {
                    self.raw(" / (long)upcr_threads()");
                }
            }
        }
        self.raw("); ");
    }

    /// The element of the copy, or the read of the array if there is no copy.
    pub(super) fn gathered(&mut self, g: &Gathered) {
        let (Some((scalar, exact)), Some((index, bytes))) = (self.scalar(&g.place), g.index())
        else {
            return self.load(&g.place);
        };
        if !exact {
            let cast = self.place_type(&g.place, "");
            self.raw(&format!("(({cast})"));
        }
        let (get, size) = (scalar.get(false), g.elem_size);
        let (ty, copy) = (get.info().ret, GatheredArray::copy_name(g.number));
        if g.sure {
            self.raw(&format!("(*(const {ty} *)(const void *)({copy}.at + ("));
            self.index(index);
            self.raw(&format!(") * {size} + {bytes}))"));
        } else {
            let (i, name) = (self.fresh.temporary(), GatheredArray::name(g.number));
            let (gathered, missed) = (Entry::Gathered.name(), Entry::GatherMissed.name());
            self.open();
            self.raw(&format!("long {i} = "));
            self.index(index);
            self.raw(&format!(
                "; {gathered}(&{copy}, {i}) ? \
                 *(const {ty} *)(const void *)({copy}.at + {i} * {size} + {bytes}) : \
                 {}({missed}(&{name}, &{copy}, {i}, {bytes}));",
                get.called()
            ));
            self.close();
        }
        if !exact {
            self.raw(")");
        }
    }
}
