// SPDX-License-Identifier: Apache-2.0
//! Constructs beyond the specification, or which C compilers take differently: functions without a
//! declaration, ranges of pointers, handlers of the exit, weak names.

use crate::model::{Form, LeafType, PointerType};
use crate::phases::{ty_is_float, wanted_type};
use crate::scalar::{literal, Scalar};
use crate::world::World;

impl World {
    /// Every thread passes an element's address to a function that is defined after main.
    pub(crate) fn undeclared_call(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let (index, leaf) = (
            self.random.below(described.places.len()),
            self.random.below(self.leaf_types(object).len()),
        );
        let (path, ty) = self.leaf_types(object)[leaf].clone();
        if matches!(ty, LeafType::Pointer(_)) {
            return;
        }
        let Some(value) = self.get(object, index, leaf).number() else { return };
        let want =
            literal(if ty_is_float(&ty) { Scalar::Double } else { wanted_type(value) }, value);
        let name = self.name("later");
        let pointer = self.other_block(&described.pointer_type());
        let (parameter, cast) = (self.pointer(&pointer, "p"), self.cast(&pointer));
        self.later.push(format!(
            "int {name}({parameter}, int n) {{ return (p + n)[-n]{path} == {want}; }}"
        ));
        self.line(format!("CHECK({name}(({cast})&{}, 0));", described.item(index)));
    }

    fn other_block(&mut self, ty: &PointerType) -> PointerType {
        let block = *self.random.pick(&[0, 1, 2, 3, ty.block, ty.block]);
        PointerType { block, ..ty.clone() }
    }

    /// An automatic array of pointers with ranges in its initialiser, of which a later item may
    /// replace elements.
    pub(crate) fn ranges(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let ty = self.other_block(&described.pointer_type());
        let length = 3 + self.random.below(5);
        let mut wanted: Vec<Option<String>> = vec![None; length];
        let mut items = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let low = self.random.below(length);
            let high = low + self.random.below(length - low);
            let index = self.random.below(described.places.len());
            let value = format!("({})&{}", self.cast(&ty), described.item(index));
            items.push(match low == high && self.random.chance(50) {
                true => format!("[{low}] = {value}"),
                false => format!("[{low} ... {high}] = {value}"),
            });
            wanted[low..=high].iter_mut().for_each(|w| *w = Some(value.clone()));
        }
        let is_constant = described.form == Form::Array;
        let (name, storage) = (
            self.name("range"),
            if is_constant && self.random.chance(25) { "static " } else { "" },
        );
        let declaration = self.pointer(&ty, &format!("{name}[{length}]"));
        self.line(format!("{{ {storage}{declaration} = {{ {} }};", items.join(", ")));
        for (i, want) in wanted.iter().enumerate() {
            self.line(format!("  CHECK({name}[{i}] == {});", want.as_deref().unwrap_or("0")));
        }
        self.line("}");
    }

    /// Handlers that run when the program ends, each as the thread that registered it, the last
    /// registered first.
    pub(crate) fn exit_handlers(&mut self) {
        let (first, second, mine) = (self.name("bye"), self.name("bye"), self.name("mine"));
        let add = self.random.range(1, 90);
        self.functions.push(format!("static int {mine};"));
        for (handler, step) in [(&first, 1), (&second, 0)] {
            self.functions.push(format!(
                "static void {handler}(void) {{ if ({mine}++ != {add} + MYTHREAD + {step}) {{ \
                 fputs(\"{handler}\\n\", stderr); _Exit(3); }} }}"
            ));
        }
        self.line(format!("{mine} = {add} + MYTHREAD;"));
        self.line(format!("CHECK(atexit({first}) == 0 && atexit({second}) == 0);"));
    }

    /// A variable that no file defines has no address.
    pub(crate) fn weak_name(&mut self) {
        let name = self.name("weak");
        self.declarations.push(format!("extern int {name} __attribute__((weak));"));
        self.line(format!("CHECK(&{name} == 0);"));
    }
}
