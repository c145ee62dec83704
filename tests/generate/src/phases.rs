// SPDX-License-Identifier: Apache-2.0
//! The phases of a program between two barriers: the threads' accesses to shared objects, and their
//! checks.

use crate::expression::{Runner, Writer};
use crate::model::{read_type, stored, Address, Form, LeafType, Place, PointerType, Value};
use crate::scalar::{binary, convert, literal, Number, Op, Scalar};
use crate::world::{Attempt, Private, Rejected, World};

impl World {
    pub(crate) fn some_object(&mut self) -> usize {
        self.random.below(self.state.objects.len())
    }

    pub(crate) fn leaf_types(&self, object: usize) -> Vec<(String, LeafType)> {
        let leaves = &self.elements[self.state.objects[object].element].leaves;
        leaves.iter().map(|leaf| (leaf.path.clone(), leaf.ty.clone())).collect()
    }

    fn set(&mut self, object: usize, index: usize, leaf: usize, value: Value) {
        let at = Address { leaf, ..self.address(object, index) };
        self.store(at, value).expect("the element is there");
    }

    pub(crate) fn get(&self, object: usize, index: usize, leaf: usize) -> Value {
        let at = Address { leaf, ..self.address(object, index) };
        self.load(at).expect("the element is there")
    }

    /// Gives every element of `object` a value that depends on its index.
    pub fn fill(&mut self, object: usize) {
        let count = self.state.objects[object].places.len();
        let item = self.state.objects[object].item_at("i");
        let (factor, rest) = (self.random.range(1, 9), self.random.range(-8, 8));
        let mut statements = Vec::new();
        for (leaf, (path, ty)) in self.leaf_types(object).into_iter().enumerate() {
            if let LeafType::Pointer(ty) = ty {
                let (text, value) = self.initial_pointer(&ty);
                statements.push(format!("{item}{path} = {text};"));
                (0..count).for_each(|i| self.set(object, i, leaf, value.clone()));
                continue;
            }
            let constant = rest + leaf as i64;
            statements.push(format!("{item}{path} = (i * {factor} + {constant}) % 41;"));
            for index in 0..count {
                let value = Number::Int(i128::from((index as i64 * factor + constant) % 41));
                let value = stored(&ty, value).unwrap_or(Number::Int(0));
                let value = if ty_is_float(&ty) {
                    convert(value, Scalar::Double).unwrap_or(value)
                } else {
                    value
                };
                self.set(object, index, leaf, Value::Number(value));
            }
        }
        let head = self.loop_head(object, count);
        self.line(head + " {");
        for statement in statements {
            self.line(format!("    {statement}"));
        }
        self.line("}");
    }

    /// The head of a loop over the elements that divides them among the threads in some way.
    fn loop_head(&mut self, object: usize, count: usize) -> String {
        let item = self.state.objects[object].item_at("i");
        let last = count as i64 - 1;
        let head = match self.random.below(5) {
            0 => format!("(int i = {last}; i >= 0; i--"),
            1 => format!("(long i = 0; {last} >= i; i += 1"),
            2 => format!("(long i = {last}; i > -1L; i = i - 1"),
            _ => format!("(int i = 0; i < {count}; i++"),
        };
        let shift = self.random.range(1, 5);
        let affinity = match self.random.below(14) {
            9 => format!("&{}", self.state.objects[object].item_at(&format!("({last} - i)"))),
            10 => format!("{shift} - i * {shift}"),
            11 => format!("(i + {shift}) % THREADS"),
            12 => format!("&{}", self.state.objects[object].item_at(&format!("(i / {shift})"))),
            0 => return format!("for {head})\n        if (upc_threadof(&{item}) == MYTHREAD)"),
            13 => {
                let rows = format!(
                    "for (int column = 0; column < THREADS; column++)\n        for \
                    (int i = column; i < {count}; i += THREADS)"
                );
                return format!("{rows}\n          if (upc_threadof(&{item}) == MYTHREAD)");
            }
            1 => "i".to_owned(),
            2 => format!("i - {shift}"),
            3 => format!("i / {shift}"),
            4 => format!("(unsigned char)(i * {shift})"),
            5 => format!("(shared void *)&{item}"),
            6 => format!("upc_threadof(&{item})"),
            7 => format!("-i * {shift}L"),
            _ => format!("&{item}"),
        };
        format!("upc_forall {head}; {affinity})")
    }

    /// Compares every element of every object with the model.
    pub fn check_all(&mut self) {
        for object in 0..self.state.objects.len() {
            for (leaf, (path, ty)) in self.leaf_types(object).into_iter().enumerate() {
                match ty {
                    LeafType::Pointer(ty) => self.check_pointers(object, leaf, &path, &ty),
                    ty => self.check_numbers(object, leaf, &path, ty_is_float(&ty)),
                }
            }
        }
    }

    fn check_numbers(&mut self, object: usize, leaf: usize, path: &str, is_float: bool) {
        let count = self.state.objects[object].places.len();
        let mut wanted = Vec::new();
        for index in 0..count {
            if let Some(number) = self.get(object, index, leaf).number() {
                wanted.push(literal(
                    if is_float { Scalar::Double } else { wanted_type(number) },
                    number,
                ));
            }
        }
        let (ty, check) = if is_float { ("double", "CHECK_EQUAL") } else { ("long", "CHECK_EQ") };
        let list = wanted.join(", ");
        self.line(format!("{{ static const {ty} want[] = {{{list}}};"));
        let (set_up, item) = self.reading(object);
        self.line(format!(
            "  {set_up}for (int i = 0; i < {count}; i++) {check}({item}{path}, want[i]); }}"
        ));
    }

    /// A way to read the elements in order: what to declare, and element `i`.
    fn reading(&mut self, object: usize) -> (String, String) {
        let described = &self.state.objects[object];
        let direct = described.item_at("i");
        let first = described.item(0);
        let ty = described.pointer_type();
        match self.random.below(4) {
            0 => (format!("{} = &{first}; ", self.pointer(&ty, "p")), "p[i]".to_owned()),
            1 => (format!("{} = &{first}; ", self.pointer(&ty, "p")), "(*p++)".to_owned()),
            _ => (String::new(), direct),
        }
    }

    fn check_pointers(&mut self, object: usize, leaf: usize, path: &str, ty: &PointerType) {
        let count = self.state.objects[object].places.len();
        for index in (0..count).step_by(1 + count / 6) {
            let item = self.state.objects[object].item(index);
            match self.get(object, index, leaf) {
                Value::Pointer(Some(at)) => {
                    let target = &self.state.objects[at.object];
                    let wanted =
                        target.index_of(at.place).map_or(String::new(), |n| target.item(n));
                    let cast = self.cast(ty);
                    self.line(format!("CHECK({item}{path} == ({cast})&{wanted});"));
                    self.line(format!("CHECK_EQ(upc_phaseof({item}{path}), {});", at.place.phase));
                }
                _ => self.line(format!("CHECK({item}{path} == 0);")),
            }
        }
    }

    /// Some phase, chosen at random.
    pub fn phase(&mut self) {
        match self.random.below(14) {
            12 => self.undeclared_call(),
            13 => self.ranges(),
            0..=3 => {
                let thread = self.random.below(self.threads as usize) as u64;
                self.script(Runner::One(thread));
            }
            4 => self.script(Runner::All),
            5 | 6 => self.update(),
            7 => self.walk(),
            8 => self.local(),
            9 if self.random.chance(30) => self.set_bytes(),
            9 => self.bytes(),
            10 => self.sizes(),
            _ => self.count_iterations(),
        }
    }

    /// Random statements.
    fn script(&mut self, runner: Runner) {
        self.line(match runner {
            Runner::One(thread) => format!("if (MYTHREAD == {thread}) {{"),
            Runner::All => "{".to_owned(),
        });
        if self.random.chance(20) {
            let strictness = *self.random.pick(&["strict", "relaxed"]);
            self.line(format!("#pragma upc {strictness}"));
        }
        self.variables();
        for _ in 0..4 + self.random.below(9) {
            let depth = 1 + self.random.below(4);
            for _ in 0..40 {
                if let Some(text) = self.attempt(|world| Writer { world, runner }.statement(depth))
                {
                    text.lines().for_each(|line| self.line(format!("    {line}")));
                    break;
                }
            }
        }
        self.state.privates.clear();
        self.line("}");
    }

    fn variables(&mut self) {
        for _ in 0..3 {
            let (name, ty) = (self.name("v"), *self.random.pick(&Scalar::ALL));
            let number = convert(Number::Int(i128::from(self.random.range(-3, 20))), ty)
                .unwrap_or(Number::Int(0));
            self.line(format!("    {} {name} = {};", ty.name(), literal(ty, number)));
            self.state.privates.push(Private {
                name,
                ty: LeafType::Number(ty),
                value: Value::Number(number),
            });
        }
        for _ in 0..3 {
            let (name, ty) = (self.name("p"), self.pointer_to_an_object());
            let (text, value) = self.initial_pointer(&ty);
            let declaration = self.pointer(&ty, &name);
            let storage = if self.random.chance(25) { "static " } else { "" };
            self.line(format!("    {storage}{declaration} = {text};"));
            self.state.privates.push(Private { name, ty: LeafType::Pointer(ty), value });
        }
    }

    /// All threads change the elements of one object from those of another.
    fn update(&mut self) {
        let (object, other) = (self.some_object(), self.some_object());
        if object == other {
            return;
        }
        let (count, modulus) =
            (self.state.objects[object].places.len(), self.state.objects[other].places.len());
        let (factor, constant) = (self.random.range(1, 7), self.random.range(0, 9));
        let leaf = self.random.below(self.leaf_types(object).len());
        let from = self.random.below(self.leaf_types(other).len());
        let (path, ty) = self.leaf_types(object)[leaf].clone();
        let (from_path, from_ty) = self.leaf_types(other)[from].clone();
        let op = Op::ALL[self.random.below(Op::ASSIGNING)];
        let changed = self.attempt(|world| {
            for i in 0..count {
                let source = (i * factor as usize + constant as usize) % modulus;
                let b = world.get(other, source, from).number().ok_or(Rejected)?;
                world.apply(object, i, leaf, op, (read_type(&from_ty).ok_or(Rejected)?, b))?;
            }
            Ok(())
        });
        if changed.is_none() {
            return;
        }
        let item = self.state.objects[object].item_at("i");
        let source = self.state.objects[other]
            .item_at(&format!("((i * {factor} + {constant}) % {modulus})"));
        let head = self.loop_head(object, count);
        debug_assert!(!matches!(ty, LeafType::Pointer(_)));
        self.line(head);
        self.line(format!("    {item}{path} {}= {source}{from_path};", op.text()));
    }

    /// `element op= right` in the model.
    fn apply(
        &mut self,
        object: usize,
        index: usize,
        leaf: usize,
        op: Op,
        right: (Scalar, Number),
    ) -> Attempt<()> {
        let ty = self.leaf_types(object)[leaf].1.clone();
        let old = self.get(object, index, leaf).number().ok_or(Rejected)?;
        let (_, new) = binary(op, (read_type(&ty).ok_or(Rejected)?, old), right).ok_or(Rejected)?;
        let new = stored(&ty, new).ok_or(Rejected)?;
        self.set(object, index, leaf, Value::Number(new));
        Ok(())
    }

    /// Every thread sums the elements of a pointer that moves in steps.
    fn walk(&mut self) {
        let object = self.some_object();
        let leaf = self.random.below(self.leaf_types(object).len());
        let (path, ty) = self.leaf_types(object)[leaf].clone();
        if ty_is_float(&ty) || matches!(ty, LeafType::Pointer(_)) {
            return;
        }
        let start = self.random.below(self.state.objects[object].places.len());
        let natural = self.state.objects[object].pointer_type();
        let block = *self.random.pick(&[0, 1, 2, 3, natural.block, natural.block]);
        let pointer = PointerType { block, ..natural.clone() };
        let mut at = self.address(object, start);
        if block != natural.block {
            at.place.phase = 0;
        }
        let step = *self.random.pick(&[1, 1, 1, -1, -1, 2, 3, -2, 5]);
        let (mut sum, mut times) = (0u64, 0);
        loop {
            let value = self.load(Address { leaf, ..at }).expect("the walk stays inside");
            let value = value.number().and_then(Number::int).unwrap_or(0);
            sum = sum.wrapping_mul(31).wrapping_add(value as u64);
            times += 1;
            match self.moved(&pointer, at, step) {
                Ok(next) if times < 50 => at = next,
                _ => break,
            }
        }
        let item = self.state.objects[object].item(start);
        let declaration = self.pointer(&pointer, "p");
        let cast = self.cast(&pointer);
        self.line(format!("{{ {declaration} = ({cast})&{item}; unsigned long sum = 0; int n;"));
        let deref = if path.is_empty() { "*p".to_owned() } else { path.replacen('.', "p->", 1) };
        let add = |what: &str| format!("sum = sum * 31 + (unsigned long){what}");
        let text = match (self.random.below(4), step) {
            (0, 1) => format!("for (n = 0; n < {times}; n++) {};", add(&format!("(*p++){path}"))),
            (0, -1) => format!("for (n = 0; n < {times}; n++) {};", add(&format!("(*p--){path}"))),
            (1, _) => {
                format!("for (n = 0; n < {times}; n++) {};", add(&format!("p[n * {step}]{path}")))
            }
            (2, _) => {
                format!("n = 0; do {{ {}; p += {step}; }} while (++n < {times});", add(&deref))
            }
            _ => format!("for (n = 0; n < {times}; n++, p += {step}) {};", add(&deref)),
        };
        self.line(format!("  {text}"));
        self.line(format!(
            "  CHECK_EQ(sum, {}); }}",
            literal(Scalar::ULong, Number::Int(i128::from(sum)))
        ));
    }

    /// A text of each thread, with commas between.
    fn for_each_thread(&self, text: impl Fn(u64) -> String) -> String {
        (0..self.threads).map(text).collect::<Vec<_>>().join(", ")
    }

    /// Every thread changes its own elements through a private pointer.
    fn local(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let leaf = self.random.below(self.leaf_types(object).len());
        let (path, ty) = self.leaf_types(object)[leaf].clone();
        let factor = self.random.range(1, 5);
        let right = |k: i64| (Scalar::Int, Number::Int(i128::from(k * factor + 1)));
        let changed = self.attempt(|world| {
            for (index, place) in described.places.iter().enumerate() {
                world.apply(object, index, leaf, Op::Add, right(place.local))?;
            }
            Ok(())
        });
        if changed.is_none() || matches!(ty, LeafType::Pointer(_)) {
            return;
        }
        let counts = self.for_each_thread(|t| described.owned(t).to_string());
        let firsts = self.for_each_thread(|t| described.first_of(t).unwrap_or(0).to_string());
        self.line(format!("{{ static const int count[] = {{{counts}}};"));
        self.line(format!("  static const int first[] = {{{firsts}}};"));
        self.line("  if (count[MYTHREAD] > 0) {");
        let (name, item) =
            (self.elements[described.element].name.clone(), described.item_at("first[MYTHREAD]"));
        self.line(format!("      {name} *own = ({name} *)&{item};"));
        self.line(format!(
            "      for (int k = 0; k < count[MYTHREAD]; k++) own[k]{path} += k * {factor} + 1;"
        ));
        self.line("  } }");
    }

    /// One thread copies bytes with the string functions.
    fn bytes(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let from = self.random.below(described.places.len());
        let place = described.places[from];
        let owned = described.owned(place.thread) as i64;
        let length = 1 + self.random.below((owned - place.local) as usize) as i64;
        let (name, runner) = (
            self.elements[described.element].name.clone(),
            self.random.below(self.threads as usize),
        );
        let bytes = format!("{length} * sizeof({name})");
        let same: Vec<usize> = (0..self.state.objects.len())
            .filter(|&n| n != object && self.state.objects[n].element == described.element)
            .collect();
        let other = if same.is_empty() { object } else { *self.random.pick(&same) };
        let Some((to, target)) = self.room(other, length, (object, place)) else { return };
        self.line(format!("if (MYTHREAD == {runner}) {{"));
        let (source, destination) = (
            format!("&{}", described.item(from)),
            format!("&{}", self.state.objects[other].item(to)),
        );
        if self.random.chance(40) {
            self.line(format!("    upc_memcpy({destination}, {source}, {bytes});"));
        } else {
            self.line(format!("    {name} buffer[{length}];"));
            self.line(format!("    upc_memget(buffer, {source}, {bytes});"));
            self.line(format!("    upc_memput({destination}, buffer, {bytes});"));
        }
        self.line("}");
        for n in 0..length {
            let moved = |p: Place| Place { local: p.local + n, ..p };
            let value = described.at(moved(place)).cloned();
            if let (Some(cell), Some(value)) =
                (self.state.objects[other].at_mut(moved(target)), value)
            {
                *cell = value;
            }
        }
    }

    /// One thread sets the bytes of some elements of integer type.
    fn set_bytes(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let Some(ty) =
            self.scalar_of(described.element).filter(|t| !t.is_float() && *t != Scalar::Bool)
        else {
            return;
        };
        let index = self.random.below(described.places.len());
        let place = described.places[index];
        let length =
            1 + self.random.below((described.owned(place.thread) as i64 - place.local) as usize)
                as i64;
        let byte = self.random.range(-2, 300);
        let runner = self.random.below(self.threads as usize);
        let (item, name) = (described.item(index), ty.name());
        self.line(format!(
            "if (MYTHREAD == {runner}) upc_memset(&{item}, {byte}, {length} * sizeof({name}));"
        ));
        let value = Value::Number(Number::Int(of_bytes(ty, byte)));
        for n in 0..length {
            if let Some(cell) =
                self.state.objects[object].at_mut(Place { local: place.local + n, ..place })
            {
                cell[0] = value.clone();
            }
        }
    }

    /// An element of `object` that has `length` elements from it on its thread, away from those at
    /// `avoid`.
    fn room(
        &mut self,
        object: usize,
        length: i64,
        avoid: (usize, Place),
    ) -> Option<(usize, Place)> {
        let described = self.state.objects[object].clone();
        let fits = |index: &usize| {
            let place = described.places[*index];
            let apart = object != avoid.0
                || place.thread != avoid.1.thread
                || (place.local - avoid.1.local).abs() >= length;
            apart && place.local + length <= described.owned(place.thread) as i64
        };
        let fitting: Vec<usize> = (0..described.places.len()).filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let index = *self.random.pick(&fitting);
        Some((index, described.places[index]))
    }

    /// The constants of an object's type.
    fn sizes(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let (name, element) = (&described.name, self.elements[described.element].name.clone());
        if described.form == Form::Allocated {
            self.line(format!("CHECK_EQ(upc_blocksizeof(*{name}), {});", described.block));
            self.line(format!("CHECK_EQ(upc_elemsizeof({name}[3]), sizeof({element}));"));
            return;
        }
        let count = described.places.len();
        self.line(format!(
            "{{ enum {{ block = upc_blocksizeof({name}), size = upc_elemsizeof({name}) }};"
        ));
        self.line(format!("  static char local[upc_localsizeof({name})];"));
        self.line(format!("  CHECK(block == {} && size == sizeof({element}));", described.block));
        self.line(format!("  CHECK_EQ(sizeof({name}), {count} * sizeof({element}));"));
        let blocks = described.block;
        let bound = if blocks == 0 || described.form == Form::Lone {
            count as u64
        } else {
            (count as u64).div_ceil(blocks).div_ceil(self.threads) * blocks
        };
        let most = (0..self.threads).map(|t| described.owned(t)).max().unwrap_or(0);
        self.line(format!("  CHECK(sizeof(local) >= {most} * sizeof({element}));"));
        self.line(format!(
            "  CHECK(sizeof(local) <= {bound} * sizeof({element}) || !{}); }}",
            i32::from(self.is_static)
        ));
    }

    /// How many iterations of nested loops each thread runs.
    fn count_iterations(&mut self) {
        let object = self.some_object();
        let described = self.state.objects[object].clone();
        let count = described.places.len();
        let (inner, start) = (self.random.range(1, 6), self.random.range(0, 3) as usize);
        let name = self.name("inner");
        self.functions.push(format!(
            "static int {name}(void) {{ int n = 0; upc_forall (int j = 0; j < {inner}; j++; j) \
             n++; return n; }}"
        ));
        let outer =
            |t: u64| described.places.iter().skip(start).filter(|p| p.thread == t).count() as i64;
        let of_inner = |t: u64| (0..inner).filter(|j| *j as u64 % self.threads == t).count();
        let wanted = self.for_each_thread(|t| (outer(t) * inner).to_string());
        let alone = self.for_each_thread(|t| of_inner(t).to_string());
        let item = described.item_at("i");
        self.line(format!("{{ static const int want[] = {{{wanted}}}, alone[] = {{{alone}}};"));
        self.line("  int n = 0;");
        self.line(format!(
            "  upc_forall (int i = {start}; i < {count}; i++; &{item}) n += {name}();"
        ));
        self.line(format!(
            "  CHECK_EQ(n, want[MYTHREAD]); CHECK_EQ({name}(), alone[MYTHREAD]); }}"
        ));
    }
}

pub(crate) fn ty_is_float(ty: &LeafType) -> bool {
    matches!(ty, LeafType::Number(ty) if ty.is_float())
}

/// The type in which an integer constant is written.
pub(crate) fn wanted_type(number: Number) -> Scalar {
    match number.int().map(i64::try_from) {
        Some(Ok(v)) if i32::try_from(v).is_ok() => Scalar::Int,
        Some(Ok(_)) => Scalar::Long,
        _ => Scalar::ULong,
    }
}

/// The integer whose bytes are all `byte`.
fn of_bytes(ty: Scalar, byte: i64) -> i128 {
    let pattern = (0..ty.size()).fold(0i128, |sum, _| (sum << 8) | i128::from(byte & 255));
    crate::scalar::wrap(pattern, ty.bits(), ty.is_signed())
}
