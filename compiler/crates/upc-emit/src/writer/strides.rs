// SPDX-License-Identifier: Apache-2.0
//! A upc_forall whose counter goes in steps that are known when it runs (`passes/iterations.rs`).

use upc_ir::abi::Entry;
use upc_ir::ir::{index_name, Forall, LocalVersion, Own, Strides, Turn};

use super::forall::Names;
use super::runs::goes_on;
use super::Writer;

impl Writer<'_> {
    /// The last arguments of `upcr_strides`. A step is evaluated only where the loop has an
    /// iteration.
    pub(super) fn stride(&mut self, f: &Forall, own: &Own, phase: Option<&str>) {
        let (Some(strides), Turn::Strides { block, elems }) = (&own.strides, own.turn) else {
            return;
        };
        let phase = phase.map_or("0".to_string(), |t| format!("{t}.phase"));
        self.raw(&format!(", {phase}, ("));
        self.part(&f.clauses, own.cond);
        self.raw(") ? (long)");
        self.parenthesised(&strides.step);
        self.raw(&format!(" : 0l, {elems}l, {block}ul"));
    }

    /// The controlling expression of a loop whose counter may be read after it: as `limit`, but it
    /// also counts the iterations that were left out.
    pub(super) fn limit_of_strides(
        &mut self,
        f: &Forall,
        own: &Own,
        (strides, untested): (&Strides, &str),
        turns: &str,
    ) {
        let Strides { limit, compared, inclusive, .. } = strides;
        self.raw("((");
        self.part(&f.clauses, own.cond);
        self.raw(&format!(") || (__extension__ ({{ {} = {untested}; if (", own.variable));
        self.part(&f.clauses, own.cond);
        self.raw(&format!(
            ") {} = ({})((unsigned long){} ",
            own.variable,
            own.kind.text(),
            own.variable
        ));
        self.raw(if own.down { "- (" } else { "+ (" });
        self.iterations_by(own, (limit, *compared, *inclusive), &format!("{turns}.step"));
        self.raw(&format!(") * {turns}.step); 0; }})))"));
    }

    /// The body: once for each own iteration of a run, or for the current one.
    pub(super) fn strided_body(
        &mut self,
        f: &Forall,
        own: &Own,
        (strides, version): (&Strides, Option<&LocalVersion>),
        names: &Names,
    ) {
        let (turns, all) = (&names.turns, &names.all);
        let Some(version) = version else {
            self.raw(&format!("if ({turns}.step || {all} || "));
            self.node(&strides.mine);
            self.raw(") ");
            return self.forall_body(f);
        };
        self.raw("{ ");
        for s in &version.streams {
            self.raw(&format!("char *{} = 0; ", s.stream.pointer_name()));
            self.raw(&format!(
                "upcr_pts_t {} __attribute__((unused)) = 0; ",
                s.stream.shared_name()
            ));
        }
        self.raw(&format!("if (__builtin_expect({turns}.step != 0, 1)"));
        for s in &version.streams {
            let (here, shared) = (s.stream.pointer_name(), s.stream.shared_name());
            self.raw(&format!(" && ({here} = {}({shared} = ", Entry::NearRow.name()));
            self.node(s.start.node());
            self.raw(")) != 0");
        }
        self.raw(") { ");
        self.strided_run(own, strides, version, names);
        self.raw(&format!(" }} else if ({turns}.step || {all} || "));
        self.node(&strides.mine);
        self.raw(") ");
        self.rarely(|w| w.forall_body(f));
        self.raw(" }");
    }

    /// The run that begins with the current iteration. It leaves the counter at its last one, so
    /// that the loop's own third clause goes on to the next run or to the end.
    fn strided_run(&mut self, own: &Own, strides: &Strides, v: &LocalVersion, names: &Names) {
        let Strides { limit, compared, inclusive, .. } = strides;
        let (i, k, turns) = (&own.variable, index_name(v.number), &names.turns);
        let (count, far) = (self.fresh.temporary(), self.fresh.temporary());
        for s in &v.streams {
            let step = s.stream.step();
            self.raw(&format!("long {step} = {turns}.elems * {}l; ", s.elem_size));
        }
        self.raw(&format!("unsigned long {far} = {turns}.gap + {turns}.step, {count} = ("));
        self.iterations_by(own, (limit, *compared, *inclusive), &format!("{turns}.step"));
        self.raw(&format!(
            " + {turns}.between - 1) / {turns}.between; long {k}; \
             if ({count} > {turns}.left) {count} = {turns}.left + 1; {}(); ",
            Entry::Reread.name()
        ));
        v.once.iter().for_each(|n| self.node(n));
        let (on, back) = if own.down { ("-", "+") } else { ("+", "-") };
        let moved =
            |sign: &str| format!("{i} = ({})((unsigned long){i} {sign} {far})", own.kind.text());
        self.raw(&format!("for ({k} = 0; {}; {k}++, {}) ", goes_on(&k, &count), moved(on)));
        self.node_as_block(&v.body);
        self.raw(&format!(" {}; {turns}.left = 0;", moved(back)));
    }
}
