// SPDX-License-Identifier: Apache-2.0
//! Forms with run-time checks (docs/checks.md), and the checks' records of objects.

use upc_ir::abi::Entry;
use upc_ir::ir::{Access, Address, Definition, Node, SharedObject};
use upc_sema::print::type_text;
use upc_sema::types::QualTy;

use super::Writer;
use crate::asm;

/// The source's place, as in the line markers.
const PLACE: &str = "__builtin_FILE(), __builtin_LINE()";

impl Writer<'_> {
    /// The address of an object of type `ty` that is accessed.
    pub(super) fn checked(&mut self, base: &Address, ty: QualTy, aligned: bool, access: Access) {
        let size = self.types.fixed_size(ty.ty);
        let size = size
            .map_or_else(|| format!("sizeof({})", self.printer.plain(ty.ty)), |n| n.to_string());
        let align = if aligned { self.types.align(ty.ty).unwrap_or(1).max(1) } else { 1 };
        self.begin(Entry::CheckAccess);
        self.thin(base);
        let site = self.fresh.site();
        self.raw(&format!(", {size}, {align}, {}, {site}, {PLACE})", access as u32));
    }

    /// A cast to a pointer-to-local.
    pub(super) fn local(&mut self, address: &Address, ty: QualTy, checked: bool) {
        let t = self.printer.declare(ty, "");
        self.raw(&format!("(({t})"));
        self.begin(if checked { Entry::CheckLocal } else { Entry::Local });
        self.thin(address);
        self.raw(&if checked { format!(", {PLACE}))") } else { "))".to_string() });
    }

    /// `n`, during which messages of the runtime name its place: the value of a statement
    /// expression is taken before the cleanup.
    pub(super) fn placed(&mut self, n: &Node, statement: bool) {
        let t = self.fresh.temporary();
        let (enter, leave) = (self.form(Entry::SiteEnter), self.form(Entry::SiteLeave));
        let declared =
            format!("struct upcr_site {t} __attribute__((cleanup({leave}))) = {enter}({PLACE}); ");
        if statement {
            self.raw(&format!("{{ {declared}"));
            self.node(n);
            return self.raw(" }");
        }
        self.open();
        self.raw(&declared);
        self.node(n);
        self.raw(";");
        self.close();
    }

    /// The code around a upc_forall whose clauses are compared between threads.
    pub(super) fn compared_loop(&mut self) {
        let t = self.fresh.temporary();
        self.raw(&format!(
            "int {t} __attribute__((cleanup(upcr_check_forall_end))) = \
             upcr_check_forall_begin({PLACE}); "
        ));
    }

    /// The record of a static shared object that the unit defines, for messages and bounds
    /// (docs/abi.md section 6).
    pub(super) fn object_record(&self, o: &SharedObject) -> Option<String> {
        if o.definition == Definition::Extern || o.elem_size == 0 {
            return None;
        }
        let (total, per_thread) =
            o.total.strip_suffix("*T").map_or((o.total.as_str(), 0), |n| (n, 1));
        let ty = type_text(self.types, self.names, o.ty);
        let [name, ty, place] = [&o.name, &ty, &o.place].map(|text| asm::ascii(text));
        let (symbol, block, elem) = (asm::symbol(&o.symbol), o.block_size, o.elem_size);
        Some(asm::statement(&[
            ".pushsection .rodata".to_string(),
            format!("1: .asciz {name}"),
            format!("2: .asciz {ty}"),
            format!("3: .asciz {place}"),
            ".popsection".to_string(),
            ".pushsection upcr_object,\"aw\",@progbits".to_string(),
            ".balign 8".to_string(),
            format!(".quad {symbol}, {total}, {per_thread}, {block}, {elem}"),
            ".quad 1b, 2b, 3b".to_string(),
            ".popsection".to_string(),
        ]))
    }
}
