// SPDX-License-Identifier: Apache-2.0
//! Start-up records (docs/abi.md section 4).

use upc_ir::abi::Entry;
use upc_ir::ir::{Node, ObjectId, Record};
use upc_sema::layout::Count;
use upc_sema::types::{ArrayLen, QualTy, TypeKind};

use super::Writer;
use crate::asm;

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
                if *align > 1 {
                    self.raw(&format!("__attribute__((aligned({align}))) "));
                }
                self.private_image(target, *ty, *constant, init);
            }
        }
        self.raw(&format!(
            " }} static void (*const __upcr_record{n})(void) \
             __attribute__((section(\"upcr_init\"), used)) = __upcr_init{n}; "
        ));
    }

    fn image(&mut self, declared: &str, constant: bool, init: &Node) {
        self.raw(&format!("{}{declared} = ", if constant { "static " } else { "" }));
        self.node(init);
        self.raw("; ");
    }

    fn private_image(&mut self, target: &Node, ty: QualTy, constant: bool, init: &Node) {
        let image = self.printer.declare_mutable(ty, "__upcr_image");
        self.image(&image, constant, init);
        let copy = if constant { "upcr_init_private" } else { "__builtin_memcpy" };
        self.raw(&format!("{copy}((void *)&"));
        self.node(target);
        self.raw(", (const void *)&__upcr_image, sizeof __upcr_image);");
    }

    /// The image of an array ends with its last initialised element: the rest is already zero.
    fn shared_image(&mut self, object: ObjectId, ty: QualTy, constant: bool, init: &Node) {
        let o = &self.ir.objects[object];
        let slot = self.object_slot_name(object);
        let (block, size) = (o.block_size, o.elem_size.max(1));
        let TypeKind::Array { elem, .. } = *self.types.kind(ty.ty) else {
            let declared = self.printer.declare_mutable(ty, "__upcr_image");
            self.image(&declared, constant, init);
            return self.raw(&format!(
                "upcr_init_shared({slot}, (const void *)&__upcr_image, 1, {block}, {size});"
            ));
        };
        let declared = self.printer.declare_mutable(elem, "__upcr_image[]");
        self.image(&declared, constant, init);
        self.raw(&format!("unsigned long __upcr_n = sizeof __upcr_image / {size}; "));
        if let Some(row) = self.threads_row(self.ir.objects[object].ty) {
            return self.shared_rows(object, ty, row);
        }
        if let Some(Count::Threads(k)) = self.types.element_count(ty.ty) {
            let room = format!("{k}ul * (unsigned long)upcr_threads()");
            self.raw("__upcr_n = ");
            self.room(object, "__upcr_image", "__upcr_n", &room);
            self.raw("; ");
        }
        self.raw(&format!(
            "upcr_init_shared({slot}, (const void *)__upcr_image, __upcr_n, {block}, {size});"
        ));
    }

    /// How many of the `elems` elements of `image` have a place in an array, or row of it, of
    /// `room` elements.
    fn room(&mut self, object: ObjectId, image: &str, elems: &str, room: &str) {
        let o = &self.ir.objects[object];
        let [name, place] = [&o.name, &o.place].map(|text| asm::ascii(text));
        let size = o.elem_size.max(1);
        self.begin(Entry::InitRoom);
        self.raw(&format!("{name}, {place}, {image}, {elems}, {room}, {size})"));
    }

    /// Elements of an inner dimension with THREADS, and of the part that it repeats, for each
    /// thread.
    fn threads_row(&self, ty: QualTy) -> Option<u64> {
        let (elem, len) = self.types.array(ty.ty)?;
        match (len, self.types.element_count(ty.ty)?) {
            (ArrayLen::Const(_), Count::Threads(_)) => {
                self.threads_row(elem).or_else(|| self.per_thread(elem))
            }
            _ => None,
        }
    }

    fn per_thread(&self, ty: QualTy) -> Option<u64> {
        match self.types.element_count(ty.ty)? {
            Count::Threads(k) => Some(k),
            Count::Const(_) => None,
        }
    }

    /// Rows of `row` elements for each thread; the image of type `ty` has the first elements of
    /// each. An image of a single row is the beginning of the whole array.
    fn shared_rows(&mut self, object: ObjectId, ty: QualTy, row: u64) {
        let o = &self.ir.objects[object];
        let (slot, block, size) = (self.object_slot_name(object), o.block_size, o.elem_size.max(1));
        let width = self.row_width(ty, o.ty);
        let single = matches!(self.types.element_count(ty.ty), Some(Count::Const(n)) if n == width);
        let row = if single { self.per_thread(o.ty).unwrap_or(row) } else { row };
        let from = format!("(const char *)__upcr_image + __upcr_i * {}ul", width * size);
        self.raw(&format!(
            "const unsigned long __upcr_row = {row}ul * (unsigned long)upcr_threads(); \
             for (unsigned long __upcr_i = 0; __upcr_i < __upcr_n / {width}; __upcr_i++) \
             upcr_init_shared_row({slot}, {from}, __upcr_i * __upcr_row, "
        ));
        self.room(object, &from, &width.to_string(), "__upcr_row");
        self.raw(&format!(", {block}, {size});"));
    }

    /// Elements of a row in the image of type `image` of an array of type `ty`.
    fn row_width(&self, image: QualTy, ty: QualTy) -> u64 {
        match (self.types.array(image.ty), self.types.array(ty.ty)) {
            (Some((inner, _)), Some((elem, ArrayLen::Const(_)))) => self.row_width(inner, elem),
            _ => match self.types.element_count(image.ty) {
                Some(Count::Const(n)) => n.max(1),
                _ => 1,
            },
        }
    }
}
