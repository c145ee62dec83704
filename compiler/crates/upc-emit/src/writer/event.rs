// SPDX-License-Identifier: Apache-2.0
//! Accesses that are events for a tool (`upcc -inst`; runtime/include/upcr/instrument.h).

use upc_ir::abi::Entry;
use upc_ir::ir::{Access, Address, Event, Events, Node, Size};

use super::Writer;

/// The source's place, as in the line markers.
const PLACE: &str = "__builtin_FILE(), __builtin_LINE()";

impl Writer<'_> {
    /// An access whose end is reported to the tool: the value of a statement expression is taken
    /// before the cleanup.
    pub(super) fn notified(&mut self, access: &Node) {
        let record = self.fresh.temporary();
        self.open();
        self.raw(&format!(
            "struct upcr_inst_access {record} __attribute__((cleanup(upcr_inst_access_end))) = \
             upcr_inst_access_begin({PLACE}); "
        ));
        self.notified.push(record);
        self.node(access);
        self.notified.pop();
        self.raw(";");
        self.close();
    }

    /// The address of an access in [`Writer::notified`], which reports its start.
    pub(super) fn told(
        &mut self,
        base: &Address,
        size: Size,
        strict: bool,
        access: Access,
        events: Events,
    ) {
        let size = match size {
            Size::Bytes(n) => n.to_string(),
            Size::Of(ty) => match self.types.fixed_size(ty.ty) {
                Some(n) => n.to_string(),
                None => format!("sizeof({})", self.printer.plain(ty.ty)),
            },
        };
        let record = self.notified.last().expect("an address outside an access").clone();
        self.raw(&format!("upcr_inst_access_at(&{record}, "));
        self.thin(base);
        let local = u32::from(events == Events::All);
        self.raw(&format!(", {size}, {}, {}, {local})", u32::from(!strict), access as u32));
    }

    fn barrier_event(&mut self, kind: &Entry, value: Option<&Node>) {
        let kind = kind.name().trim_start_matches("upcr_");
        let Some(value) = value else {
            return self.raw(&format!("upcr_inst_{kind}({PLACE}, 0, 0);"));
        };
        self.raw(&format!("upcr_inst_{kind}({PLACE}, 1, (int)"));
        self.parenthesised(value);
        self.raw(");");
    }

    /// A call for a tool, with its place in the source first.
    pub(super) fn event(&mut self, e: &Event) {
        match e {
            Event::Barrier { kind, value } => self.barrier_event(kind, value.as_deref()),
            Event::Fence => self.raw(&format!("upcr_inst_fence({PLACE});")),
            Event::Forall { number, loop_ } => {
                self.raw("{ ");
                self.extent("forall", *number, "");
                self.node(loop_);
                self.raw(" }");
            }
            Event::Function { number } => {
                self.raw(" ");
                self.extent("function", *number, ", __func__");
            }
            Event::Called(name) => self.raw(&format!("upcr_inst_{name}")),
            Event::Place { alone } => {
                self.raw(&format!("{PLACE}{}", if *alone { "" } else { ", " }))
            }
        }
    }

    /// An object that reports the start and the end of `what`, also if it is left early.
    fn extent(&mut self, what: &str, number: u32, more: &str) {
        self.raw(&format!(
            "struct upcr_inst_{what} __upcr_i{number} \
             __attribute__((cleanup(upcr_inst_{what}_leave))) = \
             upcr_inst_{what}_enter({PLACE}{more}); "
        ));
    }
}
