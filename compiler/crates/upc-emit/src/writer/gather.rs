// SPDX-License-Identifier: Apache-2.0
//! Loops that read copies of far arrays (`ir::Gather`).

use upc_ir::abi::Entry;
use upc_ir::ir::{Gather, Gathered, GatheredArray};

use super::Writer;

impl Writer<'_> {
    /// The loop twice, behind one test. The copies go when the loop is left, in whatever way.
    pub(super) fn gather(&mut self, g: &Gather) {
        self.raw(&format!(
            "{{ if (!{}() && {}()) {{ ",
            Entry::AllNear.name(),
            Entry::SomeFar.name()
        ));
        for array in &g.arrays {
            self.begin_array(array);
        }
        self.node(&g.far);
        self.raw(" } else { ");
        self.node(&g.near);
        self.raw(" } }");
    }

    fn begin_array(&mut self, array: &GatheredArray) {
        let name = GatheredArray::name(array.number);
        let o = &self.ir.objects[array.object];
        let (block, elem_size, local) = (o.block_size, o.elem_size, o.local_size);
        let elems = match o.total.strip_suffix("*T") {
            Some(n) => format!("{n}ul * (unsigned long)upcr_threads()"),
            None => format!("{}ul", o.total),
        };
        let end = Entry::GatherEnd.name();
        self.raw(&format!("struct upcr_gather {name} __attribute__((cleanup({end}))); "));
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
        let copied = Entry::GatherCopied.name();
        self.raw(&format!("struct upcr_gather_copy {name}c = {copied}(&{name}); "));
    }

    /// The element of the copy, or what is read of the array where there is none.
    pub(super) fn gathered(&mut self, g: &Gathered) {
        let (Some((scalar, exact)), Some((index, bytes))) = (self.scalar(&g.place), g.index())
        else {
            return self.load(&g.place);
        };
        let (i, at, name) =
            (self.fresh.temporary(), self.fresh.temporary(), GatheredArray::name(g.number));
        let (get, size) = (scalar.get(false), g.elem_size);
        let ty = get.info().ret;
        if !exact {
            let cast = self.place_type(&g.place, "");
            self.raw(&format!("(({cast})"));
        }
        self.open();
        self.raw(&format!("long {i} = "));
        self.index(index);
        self.raw(&format!(
            "; const char *{at} = {}(&{name}c, {i}, {size}); ",
            Entry::Gathered.name()
        ));
        self.raw(&format!("{at} ? *(const {ty} *)(const void *)({at} + {bytes}) : "));
        let missed = Entry::GatherMissed.name();
        self.raw(&format!("{}({missed}(&{name}, &{name}c, {i}, {bytes}));", get.name()));
        self.close();
        if !exact {
            self.raw(")");
        }
    }
}
