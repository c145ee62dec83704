//! Start-up records (docs/abi.md section 4).

use upc_ir::ir::{Node, ObjectId, Record};
use upc_sema::layout::Count;
use upc_sema::types::{QualTy, TypeKind};

use super::Writer;

impl Writer<'_> {
    /// A function that every UPC thread calls before the start-up barrier, and its registration.
    pub(super) fn record(&mut self, r: &Record) {
        let n = self.fresh.record();
        self.raw(&format!(" static void __upcr_init{n}(void) {{ "));
        match r {
            Record::Shared { object, image_ty, constant, init } => {
                self.shared_image(*object, *image_ty, *constant, init);
            }
            Record::Private { target, ty, constant, align, init } => {
                let image = self.printer.declare_mutable(*ty, "__upcr_image");
                if *align > 1 {
                    self.raw(&format!("__attribute__((aligned({align}))) "));
                }
                self.image(&image, *constant, init);
                self.raw(if *constant { "upcr_init_private((void *)&" } else { "__builtin_memcpy((void *)&" });
                self.node(target);
                self.raw(", &__upcr_image, sizeof __upcr_image);");
            }
        }
        self.raw(&format!(
            " }} static void (*const __upcr_record{n})(void) __attribute__((section(\"upcr_init\"), used)) = __upcr_init{n}; "
        ));
    }

    fn image(&mut self, declared: &str, constant: bool, init: &Node) {
        self.raw(&format!("{}{declared} = ", if constant { "static " } else { "" }));
        self.node(init);
        self.raw("; ");
    }

    /// The image of an array ends with its last initialised element: what follows is zero already.
    fn shared_image(&mut self, object: ObjectId, ty: QualTy, constant: bool, init: &Node) {
        let o = &self.ir.objects[object];
        let slot = self.object_slot_name(object);
        let (block, size) = (o.block_size, o.elem_size.max(1));
        let TypeKind::Array { elem, .. } = *self.types.kind(ty.ty) else {
            let declared = self.printer.declare_mutable(ty, "__upcr_image");
            self.image(&declared, constant, init);
            return self.raw(&format!("upcr_init_shared({slot}, &__upcr_image, 1, {block}, {size});"));
        };
        let declared = self.printer.declare_mutable(elem, "__upcr_image[]");
        self.image(&declared, constant, init);
        self.raw(&format!("unsigned long __upcr_n = sizeof __upcr_image / {size}; "));
        if let Some(Count::Threads(k)) = self.types.element_count(ty.ty) {
            let total = format!("{k}ul * (unsigned long)upcr_threads()");
            self.raw(&format!("if (__upcr_n > {total}) __upcr_n = {total}; "));
        }
        self.raw(&format!("upcr_init_shared({slot}, __upcr_image, __upcr_n, {block}, {size});"));
    }
}
