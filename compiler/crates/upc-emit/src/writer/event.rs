//! Accesses that are events for a tool (`upcc -inst`; runtime/include/upcr/instrument.h).

use upc_ir::ir::{Access, Address, Events, Node, Size};

use super::Writer;

/// The source's place, as the line markers have it.
const PLACE: &str = "__builtin_FILE(), __builtin_LINE()";

impl Writer<'_> {
    /// An access, of which the tool hears the end: the value of a statement expression is taken before the cleanup.
    pub(super) fn notified(&mut self, access: &Node) {
        let record = self.fresh.temporary();
        self.open();
        self.raw(&format!(
            "struct upcr_inst_access {record} __attribute__((cleanup(upcr_inst_access_end))) = upcr_inst_access_begin({PLACE}); "
        ));
        self.notified.push(record);
        self.node(access);
        self.notified.pop();
        self.raw(";");
        self.close();
    }

    /// The address of an access in [`Writer::notified`], which tells of its start.
    pub(super) fn told(&mut self, base: &Address, size: Size, strict: bool, access: Access, events: Events) {
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
}
