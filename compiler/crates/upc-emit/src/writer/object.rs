// SPDX-License-Identifier: Apache-2.0
//! Slots and definitions of static shared objects and of private objects in the per-thread block
//! (docs/abi.md sections 3, 5, 6).

use upc_ir::ir::{Definition, Node, ObjectId, PrivateId, PrivateObject, SharedObject};
use upc_sema::print::type_text;
use upc_sema::types::QualTy;
use upc_source::Symbol;

use super::Writer;
use crate::asm;
use crate::names::slot;

/// Bytes of which the address of every static shared object is a multiple (docs/abi.md).
pub(super) const OBJECT_ALIGNMENT: u64 = 16;

impl Writer<'_> {
    pub(super) fn object_slot_name(&self, o: ObjectId) -> String {
        slot("slot", &self.ir.objects[o].symbol)
    }

    /// Declares the slot of an object before its first use.
    pub(super) fn object_slot(&mut self, o: ObjectId) {
        let (name, symbol) = (self.object_slot_name(o), &self.ir.objects[o].symbol);
        let s = slot_text("upcr_slot", &name, symbol);
        self.raw(&s);
    }

    pub(super) fn private_slot(&mut self, p: PrivateId) {
        let PrivateObject { symbol, weak, .. } = &self.ir.privates[p];
        let weak = if *weak { asm::statement(&[format!(".weak {symbol}")]) } else { String::new() };
        let s = slot_text("upcr_pslot", &slot("pslot", symbol), symbol);
        self.raw(&(weak + &s));
    }

    pub(super) fn private(&mut self, p: PrivateId) {
        let s = self.private_text(p);
        self.raw(&s);
    }

    /// The object in this thread's block, as an lvalue.
    pub(super) fn private_text(&self, p: PrivateId) -> String {
        let object = &self.ir.privates[p];
        let t = self.printer.declare(object.ty, "*");
        format!("(*({t})(void *)(upcr_self.priv + {}))", slot("pslot", &object.symbol))
    }

    /// A weak object that may not exist, as an lvalue.
    pub(super) fn weak_text(&self, name: Symbol, ty: QualTy, object: &Node) -> String {
        let t = self.printer.declare(ty, "*");
        let name = self.names.name(name);
        format!("(*({t})(!&__upcr_has_{name} ? (void *)0 : (void *)&{}))", self.name_of(object))
    }

    /// At the end of the unit: what it defines, and the records for the link-time checks.
    pub(super) fn definitions(&mut self) {
        let s = self.objects() + &self.privates();
        if !s.is_empty() {
            let newline = if self.lines.out.ends_with('\n') { "" } else { "\n" };
            self.raw(&format!("{newline}{s}"));
        }
    }

    fn privates(&self) -> String {
        let defined = self.ir.privates.iter().filter(|p| p.definition != Definition::Extern);
        defined
            .map(|p| define("upcr_priv", &p.symbol, p.definition, p.size, p.align, 0) + "\n")
            .collect()
    }

    /// Shared objects and their records.
    fn objects(&self) -> String {
        let mut s = String::new();
        for o in self.ir.objects.iter() {
            if o.definition != Definition::Extern {
                let gap = if self.ir.checks { o.elem_size.clamp(16, 4096) } else { 0 };
                let (size, align) = (o.local_size, o.align.max(OBJECT_ALIGNMENT));
                s.push_str(&define("upcr_shared", &o.symbol, o.definition, size, align, gap));
                s.push('\n');
            }
            s.push_str(&self.declaration_record(o));
            s.push('\n');
            if let Some(record) = self.object_record(o).filter(|_| self.ir.checks) {
                s.push_str(&record);
                s.push('\n');
            }
        }
        s
    }

    /// A line of `.upc.decl`.
    fn declaration_record(&self, o: &SharedObject) -> String {
        let kind = match o.definition {
            Definition::Strong | Definition::Local => "def",
            Definition::Tentative => "tentative",
            Definition::Extern => "extern",
        };
        let line = format!(
            "{}\t{kind}\t{}\t{}\t{}\t{}\t{}\t{}\n",
            o.symbol,
            o.local_size,
            o.block_size,
            o.elem_size,
            o.total,
            type_text(self.types, self.names, o.ty),
            o.place
        );
        asm::statement(&[
            ".pushsection .upc.decl,\"\",@progbits".to_string(),
            format!(".ascii {}", asm::ascii(&line)),
            ".popsection".to_string(),
        ])
    }
}

/// A slot in `section` that holds the value of `symbol`, and its declaration.
fn slot_text(section: &str, name: &str, symbol: &str) -> String {
    let lines = [
        format!(".pushsection {section},\"aw\",@progbits"),
        ".balign 8".to_string(),
        format!("{}: .quad {}", asm::symbol(name), asm::symbol(symbol)),
        ".popsection".to_string(),
    ];
    format!(
        "{} extern const unsigned long {name} __asm__(\"{name}\") \
         __attribute__((visibility(\"hidden\"))); ",
        asm::statement(&lines)
    )
}

/// `symbol` of `size` bytes in the non-allocated section `section`, and a gap after it that belongs
/// to no object.
fn define(
    section: &str,
    symbol: &str,
    definition: Definition,
    size: u64,
    align: u64,
    gap: u64,
) -> String {
    let symbol = asm::symbol(symbol);
    let mut lines = vec![format!(".pushsection {section},\"\",@nobits")];
    match definition {
        Definition::Strong => lines.push(format!(".globl {symbol}")),
        Definition::Tentative => lines.push(format!(".weak {symbol}")),
        Definition::Local | Definition::Extern => {}
    }
    let size = size.max(1);
    lines.push(format!(".type {symbol},@object"));
    lines.push(format!(".size {symbol},{size}"));
    lines.push(format!(".balign {align}"));
    lines.push(format!("{symbol}: .zero {}", size + gap));
    lines.push(".popsection".to_string());
    asm::statement(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_follow_the_contract() {
        let s = define("upcr_shared", "x", Definition::Strong, 64, 16, 0);
        assert!(
            s.contains(concat!(
                r#".pushsection upcr_shared,\"\",@nobits"#,
                r"\n\t.globl x\n\t.type x,@object\n\t.size x,64"
            )),
            "{s}"
        );
        assert!(!define("upcr_shared", "x.1", Definition::Local, 4, 16, 0).contains("glob"));
        assert!(slot_text("upcr_slot", "__upcr_slot_x", "x").contains(r#"__upcr_slot_x: .quad x"#));
    }
}
