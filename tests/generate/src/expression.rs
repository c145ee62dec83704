//! Random expressions: each is evaluated in the model as it is written, side effects included.

use crate::model::{read_type, stored, Address, Form, LeafType, PointerType, Value};
use crate::scalar::{binary, common, convert, literal, Number, Op, Scalar};
use crate::world::{Attempt, Private, Rejected, World};

/// An object of scalar type, as far as conflicts go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    Shared(usize, u64, i64, usize),
    Private(usize),
}

/// What an expression reads and writes.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    reads: Vec<Cell>,
    writes: Vec<Cell>,
}

impl Effects {
    fn of_read(cell: Cell) -> Effects {
        Effects { reads: vec![cell], writes: Vec::new() }
    }

    fn of_write(cell: Cell) -> Effects {
        Effects { reads: Vec::new(), writes: vec![cell] }
    }

    /// Whether nothing is written.
    pub fn are_reads(&self) -> bool {
        self.writes.is_empty()
    }

    /// Both, with a sequence point between.
    fn then(mut self, other: Effects) -> Effects {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self
    }

    /// Both, in no order.
    fn beside(self, other: Effects) -> Attempt<Effects> {
        let meets = |a: &[Cell], b: &[Cell]| a.iter().any(|cell| b.contains(cell));
        if meets(&self.writes, &other.writes) || meets(&self.writes, &other.reads) || meets(&self.reads, &other.writes)
        {
            return Err(Rejected);
        }
        Ok(self.then(other))
    }

    /// These, then a write of `cell` that is in no order with their side effects.
    fn written(self, cell: Cell) -> Attempt<Effects> {
        if self.writes.contains(&cell) {
            return Err(Rejected);
        }
        Ok(self.then(Effects::of_write(cell)))
    }
}

/// An expression of arithmetic type.
pub struct Arithmetic {
    pub text: String,
    pub ty: Scalar,
    pub value: Number,
    pub effects: Effects,
}

/// An expression of a type of pointers to shared.
pub struct Pointer {
    pub text: String,
    pub ty: PointerType,
    pub at: Address,
    pub effects: Effects,
}

#[derive(Clone, Copy)]
enum Where {
    Shared(Address),
    Private(usize),
}

struct Lvalue {
    text: String,
    ty: LeafType,
    at: Where,
    effects: Effects,
}

impl Lvalue {
    fn cell(&self) -> Cell {
        match self.at {
            Where::Shared(a) => Cell::Shared(a.object, a.place.thread, a.place.local, a.leaf),
            Where::Private(n) => Cell::Private(n),
        }
    }
}

/// Who runs the expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// This thread alone: it may write shared memory.
    One(u64),
    /// All threads: they may only read it.
    All,
}

/// Writes expressions for `runner`.
pub struct Writer<'w> {
    pub world: &'w mut World,
    pub runner: Runner,
}

const BLOCKS: [u64; 7] = [0, 1, 2, 3, 4, 7, 100];

impl Writer<'_> {
    fn read(&self, lvalue: &Lvalue) -> Attempt<Value> {
        match lvalue.at {
            Where::Shared(address) => self.world.load(address),
            Where::Private(n) => Ok(self.world.state.privates[n].value.clone()),
        }
    }

    fn write(&mut self, lvalue: &Lvalue, value: Value) -> Attempt<()> {
        match lvalue.at {
            Where::Shared(_) if self.runner == Runner::All => Err(Rejected),
            Where::Shared(address) => self.world.store(address, value),
            Where::Private(n) => {
                self.world.state.privates[n].value = value;
                Ok(())
            }
        }
    }

    /// A constant that suits computations in any type.
    fn constant(&mut self) -> Arithmetic {
        let ty = *self.world.random.pick(&Scalar::ALL);
        let value = if ty.is_float() {
            Number::Float(self.world.random.range(-40, 80) as f64 / 4.0)
        } else if self.world.random.chance(8) {
            let wide = i128::from(self.world.random.range(i64::MIN / 4, i64::MAX / 4));
            convert(Number::Int(wide), ty).unwrap_or(Number::Int(0))
        } else {
            let small = i128::from(self.world.random.range(-6, 25));
            convert(Number::Int(small), ty).unwrap_or(Number::Int(0))
        };
        Arithmetic { text: literal(ty, value), ty, value, effects: Effects::default() }
    }

    /// The first of a few attempts that is not rejected.
    fn retried<T>(&mut self, write: fn(&mut Writer, usize) -> Attempt<T>, depth: usize) -> Attempt<T> {
        let runner = self.runner;
        for _ in 0..4 {
            if let Some(result) = self.world.attempt(|world| write(&mut Writer { world, runner }, depth)) {
                return Ok(result);
            }
        }
        Err(Rejected)
    }

    /// An arithmetic expression.
    pub fn arithmetic(&mut self, depth: usize) -> Attempt<Arithmetic> {
        self.retried(|writer, depth| writer.any_arithmetic(depth), depth)
    }

    fn any_arithmetic(&mut self, depth: usize) -> Attempt<Arithmetic> {
        if depth == 0 {
            return match self.world.random.below(5) {
                0 | 1 => Ok(self.constant()),
                2 => Ok(self.thread_number()),
                _ => self.read_of_lvalue(0),
            };
        }
        let depth = depth - 1;
        match self.world.random.below(28) {
            0..=4 => self.read_of_lvalue(depth),
            5..=8 => self.binary(depth),
            9 => self.unary(depth),
            10 => self.cast(depth),
            11 | 12 => self.conditional(depth),
            13 => self.comma(depth),
            14 => self.assignment(depth),
            15 | 16 => self.compound(depth),
            17 | 18 => self.increment(depth),
            19 => self.pointer_comparison(depth),
            20 => self.pointer_difference(depth),
            21 => self.part_of_pointer(depth),
            22 | 23 => self.logical(depth),
            24 => self.size(depth),
            25 | 26 => self.writing_call(depth),
            _ => self.call(depth),
        }
    }

    fn thread_number(&mut self) -> Arithmetic {
        let (text, value) = match self.runner {
            Runner::One(thread) if self.world.random.chance(50) => ("MYTHREAD", thread),
            _ => ("THREADS", self.world.threads),
        };
        let value = Number::Int(i128::from(value));
        Arithmetic { text: text.to_owned(), ty: Scalar::Int, value, effects: Effects::default() }
    }

    fn read_of_lvalue(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let value = self.read(&lvalue)?.number().ok_or(Rejected)?;
        let effects = lvalue.effects.clone().then(Effects::of_read(lvalue.cell()));
        Ok(Arithmetic { text: lvalue.text, ty, value, effects })
    }

    fn binary(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let op = *self.world.random.pick(&Op::ALL);
        let (a, b) = (self.arithmetic(depth)?, self.arithmetic(depth)?);
        let (ty, value) = binary(op, (a.ty, a.value), (b.ty, b.value)).ok_or(Rejected)?;
        let text = format!("({} {} {})", a.text, op.text(), b.text);
        Ok(Arithmetic { text, ty, value, effects: a.effects.beside(b.effects)? })
    }

    fn unary(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.arithmetic(depth)?;
        let zero = (Scalar::Int, Number::Int(0));
        let (sign, result) = match self.world.random.below(3) {
            0 => ("-", binary(Op::Sub, zero, (a.ty, a.value))),
            1 => ("!", binary(Op::Eq, (a.ty, a.value), zero)),
            _ => ("~", binary(Op::Xor, (a.ty, a.value), (Scalar::Int, Number::Int(-1)))),
        };
        let (ty, value) = result.ok_or(Rejected)?;
        Ok(Arithmetic { text: format!("({sign}{})", a.text), ty, value, effects: a.effects })
    }

    fn cast(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.arithmetic(depth)?;
        let ty = *self.world.random.pick(&Scalar::ALL);
        let value = convert(a.value, ty).ok_or(Rejected)?;
        Ok(Arithmetic { text: format!("(({}){})", ty.name(), a.text), ty, value, effects: a.effects })
    }

    fn conditional(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let condition = self.arithmetic(depth)?;
        let taken = !condition.value.is_zero();
        let (live, dead, text);
        if taken {
            live = self.arithmetic(depth)?;
            dead = self.dead_arithmetic(depth)?;
            text = format!("({} ? {} : {})", condition.text, live.text, dead.text);
        } else {
            dead = self.dead_arithmetic(depth)?;
            live = self.arithmetic(depth)?;
            text = format!("({} ? {} : {})", condition.text, dead.text, live.text);
        }
        let ty = common(live.ty, dead.ty);
        let value = convert(live.value, ty).ok_or(Rejected)?;
        Ok(Arithmetic { text, ty, value, effects: condition.effects.then(live.effects) })
    }

    fn dead_arithmetic(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let runner = self.runner;
        self.world.unexecuted(|world| Writer { world, runner }.arithmetic(depth))
    }

    fn comma(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (a, b) = (self.arithmetic(depth)?, self.arithmetic(depth)?);
        let text = format!("({}, {})", a.text, b.text);
        Ok(Arithmetic { text, ty: b.ty, value: b.value, effects: a.effects.then(b.effects) })
    }

    fn logical(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.arithmetic(depth)?;
        let (sign, decided) = if self.world.random.chance(50) { ("&&", false) } else { ("||", true) };
        let first = !a.value.is_zero();
        let evaluated = first != decided;
        let b = if evaluated { self.arithmetic(depth)? } else { self.dead_arithmetic(depth)? };
        let result = if evaluated { !b.value.is_zero() } else { first };
        let effects = if evaluated { a.effects.then(b.effects) } else { a.effects };
        let text = format!("({} {sign} {})", a.text, b.text);
        Ok(Arithmetic { text, ty: Scalar::Int, value: Number::Int(i128::from(result)), effects })
    }

    /// The value of an assignment; that of a bit-field is cast, as its type differs among compilers.
    fn assigned(lvalue: &Lvalue, text: String, value: Number, effects: Effects) -> Attempt<Arithmetic> {
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let text = if matches!(lvalue.ty, LeafType::Bits(..)) { format!("((int){text})") } else { text };
        Ok(Arithmetic { text, ty, value, effects })
    }

    pub fn assignment(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let right = self.arithmetic(depth)?;
        let value = stored(&lvalue.ty, right.value).ok_or(Rejected)?;
        let effects = lvalue.effects.clone().beside(right.effects)?.written(lvalue.cell())?;
        self.write(&lvalue, Value::Number(value))?;
        let text = format!("({} = {})", lvalue.text, right.text);
        Writer::assigned(&lvalue, text, value, effects)
    }

    pub fn compound(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let right = self.arithmetic(depth)?;
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let effects = lvalue.effects.clone().beside(right.effects)?.written(lvalue.cell())?;
        let old = self.read(&lvalue)?.number().ok_or(Rejected)?;
        let op = Op::ALL[self.world.random.below(Op::ASSIGNING)];
        let (_, result) = binary(op, (ty, old), (right.ty, right.value)).ok_or(Rejected)?;
        let value = stored(&lvalue.ty, result).ok_or(Rejected)?;
        self.write(&lvalue, Value::Number(value))?;
        let text = format!("({} {}= {})", lvalue.text, op.text(), right.text);
        Writer::assigned(&lvalue, text, value, effects)
    }

    fn increment(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let effects = lvalue.effects.clone().written(lvalue.cell())?;
        let old = self.read(&lvalue)?.number().ok_or(Rejected)?;
        let (op, sign) = if self.world.random.chance(50) { (Op::Add, "++") } else { (Op::Sub, "--") };
        let (_, result) = binary(op, (ty, old), (Scalar::Int, Number::Int(1))).ok_or(Rejected)?;
        let new = stored(&lvalue.ty, result).ok_or(Rejected)?;
        self.write(&lvalue, Value::Number(new))?;
        if self.world.random.chance(50) {
            let text = format!("({}{sign})", lvalue.text);
            Writer::assigned(&lvalue, text, old, effects)
        } else {
            let text = format!("({sign}{})", lvalue.text);
            Writer::assigned(&lvalue, text, new, effects)
        }
    }

    /// Two pointers of one type into one object.
    fn two_pointers(&mut self, depth: usize) -> Attempt<(Pointer, Pointer, i64)> {
        let a = self.pointer(depth)?;
        let steps = self.world.random.range(-9, 9);
        let at = self.world.moved(&a.ty, a.at, steps)?;
        let b = self.pointer_to(&a.ty, at)?;
        Ok((a, b, steps))
    }

    /// Some way to write a pointer of type `ty` that holds exactly `at`.
    fn pointer_to(&mut self, ty: &PointerType, at: Address) -> Attempt<Pointer> {
        let base = self.pointer(1)?;
        if base.at.object != at.object {
            return Err(Rejected);
        }
        let base = self.converted(base, ty.clone())?;
        let steps = (-40..40).find(|&n| self.world.moved(ty, base.at, n).is_ok_and(|found| found == at));
        self.offset(base, steps.ok_or(Rejected)?)
    }

    fn pointer_comparison(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (a, b, steps) = self.two_pointers(depth)?;
        let op = Op::ALL[Op::ASSIGNING + self.world.random.below(6)];
        let (left, right) = (Number::Int(0), Number::Int(i128::from(steps)));
        let (ty, value) = binary(op, (Scalar::Int, left), (Scalar::Int, right)).ok_or(Rejected)?;
        let text = format!("({} {} {})", a.text, op.text(), b.text);
        Ok(Arithmetic { text, ty, value, effects: a.effects.beside(b.effects)? })
    }

    fn pointer_difference(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (a, b, steps) = self.two_pointers(depth)?;
        let text = format!("({} - {})", b.text, a.text);
        let value = Number::Int(i128::from(steps));
        Ok(Arithmetic { text, ty: Scalar::Long, value, effects: a.effects.beside(b.effects)? })
    }

    fn part_of_pointer(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let p = self.pointer(depth)?;
        let (function, value) = match self.world.random.below(2) {
            0 => ("upc_threadof", p.at.place.thread),
            _ => ("upc_phaseof", p.at.place.phase),
        };
        let text = format!("{function}({})", p.text);
        Ok(Arithmetic { text, ty: Scalar::ULong, value: Number::Int(i128::from(value)), effects: p.effects })
    }

    /// A call of a function that reads through its argument.
    fn call(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let p = self.pointer(depth)?;
        let ty = self.world.scalar_of(p.ty.element).ok_or(Rejected)?;
        if p.ty.row.is_some() {
            return Err(Rejected);
        }
        let value = self.world.load(p.at)?.number().ok_or(Rejected)?;
        let name = self.world.name("get");
        let parameter = self.world.pointer(&p.ty, "p");
        self.world.functions.push(format!("static {} {name}({parameter}) {{ return *p; }}", ty.name()));
        let (a, text) = (p.at, format!("{name}({})", p.text));
        let cell = Cell::Shared(a.object, a.place.thread, a.place.local, a.leaf);
        Ok(Arithmetic { text, ty, value, effects: p.effects.then(Effects::of_read(cell)) })
    }

    /// The size of an expression that is not evaluated.
    fn size(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.dead_arithmetic(depth)?;
        let text = format!("sizeof(+{})", a.text);
        let value = Number::Int(i128::from(a.ty.promoted().size()));
        Ok(Arithmetic { text, ty: Scalar::ULong, value, effects: Effects::default() })
    }

    /// A call of a function that writes through its argument.
    fn writing_call(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (p, right) = (self.pointer(depth)?, self.arithmetic(depth)?);
        let ty = self.world.scalar_of(p.ty.element).filter(|_| p.ty.row.is_none()).ok_or(Rejected)?;
        let other = *self.world.random.pick(&Scalar::ALL);
        let argument = convert(right.value, other).ok_or(Rejected)?;
        let at = Lvalue { text: String::new(), ty: LeafType::Number(ty), at: Where::Shared(p.at), effects: p.effects };
        let old = self.read(&at)?.number().ok_or(Rejected)?;
        let op = Op::ALL[self.world.random.below(Op::ASSIGNING)];
        let (_, result) = binary(op, (ty, old), (other, argument)).ok_or(Rejected)?;
        let value = convert(result, ty).ok_or(Rejected)?;
        let effects = at.effects.clone().beside(right.effects)?.written(at.cell())?;
        self.write(&at, Value::Number(value))?;
        let name = self.world.name("put");
        let parameter = self.world.pointer(&p.ty, "p");
        let body = format!("{{ return *p {}= x; }}", op.text());
        self.world.functions.push(format!("static {} {name}({parameter}, {} x) {body}", ty.name(), other.name()));
        Ok(Arithmetic { text: format!("{name}({}, {})", p.text, right.text), ty, value, effects })
    }

    /// A loop whose counter is any object of integer type: its text, without effects that the model does not have.
    pub fn counting_loop(&mut self, depth: usize) -> Attempt<String> {
        let counter = self.lvalue(depth)?;
        let whole = matches!(counter.ty, LeafType::Number(ty) if ty.bits() > 7);
        if !whole || !counter.effects.are_reads() || counter.effects.reads.contains(&counter.cell()) {
            return Err(Rejected);
        }
        let (name, times) = (self.world.name("n"), self.world.random.range(0, 9));
        let last = stored(&counter.ty, Number::Int(i128::from(times))).ok_or(Rejected)?;
        let ty = read_type(&counter.ty).ok_or(Rejected)?;
        let last = convert(last, ty).ok_or(Rejected)?;
        let c = counter.text.clone();
        let (text, left) = match self.world.random.below(3) {
            0 => (format!("for ({c} = 0; {c} < {times}; {c}++) {name}++;"), last),
            1 => (format!("for ({c} = {times}; {c}; {c} -= 1) {{ if ({name} > 99) break; {name}++; }}"), zero_of(ty)),
            _ => (format!("{c} = 0; while ({c} != {times}) {{ ++{c}; {name}++; }}"), last),
        };
        self.write(&counter, Value::Number(left))?;
        Ok(format!("{{ int {name} = 0; {text}\n  CHECK_EQ({name}, {times}); }}"))
    }

    /// A selection by a value that may be read from shared memory.
    pub fn selection(&mut self, depth: usize) -> Attempt<String> {
        let a = self.arithmetic(depth)?;
        let value = a.value.int().ok_or(Rejected)?;
        let constant = literal(a.ty.promoted(), a.value);
        let name = self.world.name("n");
        let others = format!("default: {name} = 2; break;");
        let hit = format!("case {constant}: {name} = 1; break;");
        let (cases, wanted) = match self.world.random.below(3) {
            0 => (format!("{hit} {others}"), 1),
            1 => (format!("{others} {hit}"), 1),
            _ if value < 100 => (format!("{others} case 100 ... 110: {name} = 3;"), 2),
            _ => return Err(Rejected),
        };
        Ok(format!("{{ int {name} = 0; switch ({}) {{ {cases} }}\n  CHECK_EQ({name}, {wanted}); }}", a.text))
    }

    /// A private array initialised with expressions.
    pub fn initialised(&mut self, depth: usize) -> Attempt<String> {
        let (a, b, c) = (self.arithmetic(depth)?, self.arithmetic(depth)?, self.arithmetic(depth)?);
        let (x, y, z) = (a.value, b.value, c.value);
        a.effects.beside(b.effects)?.beside(c.effects)?;
        let (name, ty) = (self.world.name("t"), *self.world.random.pick(&Scalar::ALL));
        let mut text = format!("{{ {} {name}[] = {{{}, {}, {}}};\n", ty.name(), a.text, b.text, c.text);
        for (n, value) in [x, y, z].into_iter().enumerate() {
            let value = convert(value, ty).ok_or(Rejected)?;
            text += &format!("  CHECK({name}[{n}] == {});\n", literal(ty, value));
        }
        Ok(text + "}")
    }

    /// An integer expression with this value.
    pub fn integer(&mut self, value: i64, depth: usize) -> Attempt<Arithmetic> {
        let plain = literal(Scalar::Int, Number::Int(i128::from(value)));
        if self.world.random.chance(50) {
            let value = Number::Int(i128::from(value));
            return Ok(Arithmetic { text: plain, ty: Scalar::Int, value, effects: Effects::default() });
        }
        let a = self.arithmetic(depth)?;
        let Number::Int(has) = a.value else { return Err(Rejected) };
        let rest = Number::Int(i128::from(value) - has);
        if convert(rest, Scalar::Int) != Some(rest) {
            return Err(Rejected);
        }
        let (ty, sum) = binary(Op::Add, (a.ty, a.value), (Scalar::Int, rest)).ok_or(Rejected)?;
        if sum != Number::Int(i128::from(value)) {
            return Err(Rejected);
        }
        let text = format!("({} + {})", a.text, literal(Scalar::Int, rest));
        Ok(Arithmetic { text, ty, value: sum, effects: a.effects })
    }

    fn lvalue(&mut self, depth: usize) -> Attempt<Lvalue> {
        if self.world.random.chance(20) {
            return self.private(|p| !matches!(p.ty, LeafType::Pointer(_)));
        }
        if self.world.random.chance(40) {
            return self.item(depth);
        }
        let p = self.pointer(depth)?;
        self.referent(p, depth)
    }

    fn private(&mut self, fits: impl Fn(&Private) -> bool) -> Attempt<Lvalue> {
        let privates = &self.world.state.privates;
        let fitting: Vec<usize> = (0..privates.len()).filter(|&n| fits(&privates[n])).collect();
        if fitting.is_empty() {
            return Err(Rejected);
        }
        let n = *self.world.random.pick(&fitting);
        let Private { name, ty, .. } = &self.world.state.privates[n];
        Ok(Lvalue { text: name.clone(), ty: ty.clone(), at: Where::Private(n), effects: Effects::default() })
    }

    /// A leaf of an element that is named by its object and index.
    fn item(&mut self, depth: usize) -> Attempt<Lvalue> {
        let object = self.world.random.below(self.world.state.objects.len());
        let index = self.world.random.below(self.world.state.objects[object].places.len());
        let (name, inner) = (self.world.state.objects[object].name.clone(), self.world.state.objects[object].inner);
        let lone = self.world.state.objects[object].form == Form::Lone;
        let (text, effects) = match inner {
            _ if lone => (name, Effects::default()),
            Some(inner) => {
                let row = self.integer(index as i64 / inner as i64, depth.min(1))?;
                let column = self.integer(index as i64 % inner as i64, depth.min(1))?;
                (format!("{name}[{}][{}]", row.text, column.text), row.effects.beside(column.effects)?)
            }
            None => {
                let index = self.integer(index as i64, depth.min(1))?;
                (format!("{name}[{}]", index.text), index.effects)
            }
        };
        let address = self.world.address(object, index);
        self.leaf_of(text, address, effects)
    }

    /// One of the leaves of the element `text` at `address`.
    fn leaf_of(&mut self, text: String, address: Address, effects: Effects) -> Attempt<Lvalue> {
        let leaves = &self.world.elements[self.world.state.objects[address.object].element].leaves;
        let leaf = self.world.random.below(leaves.len());
        let at = Address { leaf, ..address };
        let found = self.world.leaf(at);
        Ok(Lvalue { text: format!("{text}{}", found.path), ty: found.ty.clone(), at: Where::Shared(at), effects })
    }

    /// What a pointer points to, or something a few steps on.
    fn referent(&mut self, p: Pointer, depth: usize) -> Attempt<Lvalue> {
        let element = if let Some(row) = p.ty.row {
            let column = self.world.random.below(row as usize) as i64;
            let whole = PointerType { row: None, ..p.ty.clone() };
            let at = self.world.moved(&whole, p.at, column)?;
            let column = self.integer(column, depth.min(1))?;
            let text = format!("(*{})[{}]", p.text, column.text);
            (text, at, p.effects.beside(column.effects)?)
        } else if self.world.random.chance(40) {
            (format!("(*{})", p.text), p.at, p.effects)
        } else {
            let steps = self.world.random.range(-6, 9);
            let at = self.world.moved(&p.ty, p.at, steps)?;
            let steps = self.integer(steps, depth.min(1))?;
            (format!("{}[{}]", p.text, steps.text), at, p.effects.beside(steps.effects)?)
        };
        let (text, at, effects) = element;
        if self.world.is_member(&p.ty, at) {
            let ty = self.world.leaf(at).ty.clone();
            return Ok(Lvalue { text, ty, at: Where::Shared(at), effects });
        }
        self.leaf_of(text, at, effects)
    }

    /// A pointer into some object.
    pub fn pointer(&mut self, depth: usize) -> Attempt<Pointer> {
        self.retried(|writer, depth| writer.any_pointer(depth), depth)
    }

    fn any_pointer(&mut self, depth: usize) -> Attempt<Pointer> {
        if depth == 0 {
            return if self.world.random.chance(50) { self.base() } else { self.stored_pointer(0) };
        }
        let depth = depth - 1;
        match self.world.random.below(16) {
            0 | 1 => self.base(),
            2 | 3 => self.stored_pointer(depth),
            4..=6 => {
                let p = self.pointer(depth)?;
                let steps = self.world.random.range(-9, 12);
                self.offset(p, steps)
            }
            7 | 8 => {
                let p = self.pointer(depth)?;
                let ty = self.other_type(&p.ty);
                self.converted(p, ty)
            }
            9 => self.generic(depth),
            10 => self.member(depth),
            11 => self.moved_variable(depth),
            12 => self.pointer_conditional(depth),
            13 => {
                let (a, p) = (self.arithmetic(depth)?, self.pointer(depth)?);
                let text = format!("({}, {})", a.text, p.text);
                Ok(Pointer { text, effects: a.effects.then(p.effects), ..p })
            }
            14 => self.pointer_call(depth),
            _ => self.pointer_assignment(depth),
        }
    }

    /// An object's name, or an element's address.
    fn base(&mut self) -> Attempt<Pointer> {
        let n = self.world.random.below(self.world.state.objects.len());
        let object = &self.world.state.objects[n];
        let index = self.world.random.below(object.places.len());
        let (mut ty, inner) = (object.pointer_type(), object.inner);
        let (text, index) = match (inner, self.world.random.below(3)) {
            _ if object.form == Form::Lone => (format!("(&{})", object.name), 0),
            (None, 0) => (object.name.clone(), 0),
            (Some(row), 0) => {
                ty.row = Some(row);
                (object.name.clone(), 0)
            }
            (Some(row), 1) => {
                let outer = index / row as usize;
                (format!("{}[{outer}]", object.name), outer * row as usize)
            }
            _ => (format!("(&{})", object.item(index)), index),
        };
        Ok(Pointer { text, ty, at: self.world.address(n, index), effects: Effects::default() })
    }

    /// The value of a private or shared variable that holds a pointer.
    fn stored_pointer(&mut self, depth: usize) -> Attempt<Pointer> {
        let lvalue = self.pointer_variable(depth)?;
        let LeafType::Pointer(ty) = lvalue.ty.clone() else { return Err(Rejected) };
        let Value::Pointer(Some(at)) = self.read(&lvalue)? else { return Err(Rejected) };
        let effects = lvalue.effects.clone().then(Effects::of_read(lvalue.cell()));
        Ok(Pointer { text: lvalue.text, ty, at, effects })
    }

    fn pointer_variable(&mut self, depth: usize) -> Attempt<Lvalue> {
        let lvalue = if self.world.random.chance(50) {
            self.private(|p| matches!(p.ty, LeafType::Pointer(_)))?
        } else {
            self.item(depth)?
        };
        if matches!(lvalue.ty, LeafType::Pointer(_)) {
            Ok(lvalue)
        } else {
            Err(Rejected)
        }
    }

    fn offset(&mut self, p: Pointer, steps: i64) -> Attempt<Pointer> {
        let at = self.world.moved(&p.ty, p.at, steps)?;
        let choice = self.world.random.below(4);
        let amount = self.integer(if choice == 3 { -steps } else { steps }, 1)?;
        let text = match choice {
            0 => format!("({} + {})", p.text, amount.text),
            1 => format!("({} + {})", amount.text, p.text),
            2 => format!("(&{}[{}])", p.text, amount.text),
            _ => format!("({} - {})", p.text, amount.text),
        };
        Ok(Pointer { text, ty: p.ty, at, effects: p.effects.beside(amount.effects)? })
    }

    /// A type that a pointer of type `ty` can be cast to without changing what its leaves are.
    pub fn other_type(&mut self, ty: &PointerType) -> PointerType {
        let block = *self.world.random.pick(&BLOCKS);
        let row = self.world.random.chance(20).then(|| self.world.random.range(1, 5) as u64);
        let block = if self.world.random.chance(25) { ty.block } else { block };
        let qualifier = *self.world.random.pick(&["", "", ty.qualifier, "relaxed ", "strict "]);
        PointerType { block, row, qualifier, element: ty.element }
    }

    /// `p` cast to `ty`, whose element is the same: section 6.4.3.
    fn converted(&mut self, p: Pointer, ty: PointerType) -> Attempt<Pointer> {
        if ty.element != p.ty.element || self.world.is_member(&p.ty, p.at) && ty.block != 0 {
            return Err(Rejected);
        }
        let mut at = p.at;
        if ty.block != p.ty.block {
            at.place.phase = 0;
        }
        let text = format!("(({}){})", self.world.pointer(&ty, ""), p.text);
        Ok(Pointer { text, ty, at, effects: p.effects })
    }

    /// `p` through `shared void *`, where the phase stays.
    fn generic(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        let ty = self.other_type(&p.ty);
        if self.world.is_member(&p.ty, p.at) && ty.block != 0 {
            return Err(Rejected);
        }
        let mut at = p.at;
        let reset = self.world.random.chance(30);
        if reset || ty.block <= 1 {
            at.place.phase = 0;
        }
        if at.place.phase >= ty.block.max(1) {
            return Err(Rejected);
        }
        let function = match (reset, self.world.random.chance(50)) {
            (true, _) => "upc_resetphase",
            (false, true) => "generic",
            (false, false) => "(shared void *)",
        };
        let text = format!("(({}){function}({}))", self.world.pointer(&ty, ""), p.text);
        Ok(Pointer { text, ty, at, effects: p.effects })
    }

    /// The address of a member, or an array member that decays.
    fn member(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        if p.ty.row.is_some() || self.world.is_member(&p.ty, p.at) {
            return Err(Rejected);
        }
        let leaves = &self.world.elements[p.ty.element].leaves;
        let leaf = self.world.random.below(leaves.len());
        let found = leaves[leaf].clone();
        let (LeafType::Number(scalar), false) = (&found.ty, found.path.is_empty()) else { return Err(Rejected) };
        let ty =
            PointerType { block: 0, element: World::scalar_element(*scalar), row: None, qualifier: p.ty.qualifier };
        let mut at = Address { leaf, ..p.at };
        at.place.phase = 0;
        let arrow = found.path.replacen('.', "->", 1);
        let text = match arrow.strip_suffix("[0]") {
            Some(array) => format!("({}{array})", p.text),
            None => format!("(&{}{arrow})", p.text),
        };
        Ok(Pointer { text, ty, at, effects: p.effects })
    }

    /// `p++`, `p += n` and their kin on a variable.
    fn moved_variable(&mut self, depth: usize) -> Attempt<Pointer> {
        let lvalue = self.pointer_variable(depth)?;
        let LeafType::Pointer(ty) = lvalue.ty.clone() else { return Err(Rejected) };
        let Value::Pointer(Some(old)) = self.read(&lvalue)? else { return Err(Rejected) };
        let effects = lvalue.effects.clone().written(lvalue.cell())?;
        let variable = &lvalue.text;
        let (steps, old_is_value, text, effects) = match self.world.random.below(6) {
            0 => (1, true, format!("({variable}++)"), effects),
            1 => (1, false, format!("(++{variable})"), effects),
            2 => (-1, true, format!("({variable}--)"), effects),
            3 => (-1, false, format!("(--{variable})"), effects),
            choice => {
                let steps = self.world.random.range(-9, 12);
                let amount = self.integer(if choice == 4 { steps } else { -steps }, depth)?;
                let sign = if choice == 4 { "+=" } else { "-=" };
                (steps, false, format!("({variable} {sign} {})", amount.text), amount.effects.beside(effects)?)
            }
        };
        let new = self.world.moved(&ty, old, steps)?;
        self.write(&lvalue, Value::Pointer(Some(new)))?;
        Ok(Pointer { text, ty, at: if old_is_value { old } else { new }, effects })
    }

    pub fn pointer_assignment(&mut self, depth: usize) -> Attempt<Pointer> {
        let lvalue = self.pointer_variable(depth)?;
        let LeafType::Pointer(ty) = lvalue.ty.clone() else { return Err(Rejected) };
        let p = self.pointer(depth)?;
        let p = if p.ty == ty { p } else { self.converted(p, ty)? };
        let effects = lvalue.effects.clone().beside(p.effects)?.written(lvalue.cell())?;
        self.write(&lvalue, Value::Pointer(Some(p.at)))?;
        Ok(Pointer { text: format!("({} = {})", lvalue.text, p.text), effects, ..p })
    }

    fn pointer_conditional(&mut self, depth: usize) -> Attempt<Pointer> {
        let condition = self.arithmetic(depth)?;
        let live = self.pointer(depth)?;
        let runner = self.runner;
        let ty = live.ty.clone();
        let dead = self.world.unexecuted(|world| {
            let mut writer = Writer { world, runner };
            let other = writer.pointer(depth)?;
            writer.converted(other, ty)
        })?;
        let (yes, no) = if condition.value.is_zero() { (&dead.text, &live.text) } else { (&live.text, &dead.text) };
        let text = format!("({} ? {yes} : {no})", condition.text);
        Ok(Pointer { text, effects: condition.effects.then(live.effects), ..live })
    }

    /// A call of a function that takes and returns a pointer.
    fn pointer_call(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        if p.ty.row.is_some() {
            return Err(Rejected);
        }
        let steps = self.world.random.range(-5, 7);
        let at = self.world.moved(&p.ty, p.at, steps)?;
        let amount = self.integer(steps, depth)?;
        let name = self.world.name("step");
        let (result, parameter) = (self.world.pointer(&p.ty, ""), self.world.pointer(&p.ty, "p"));
        self.world.functions.push(format!("static {result}{name}({parameter}, long n) {{ return p + n; }}"));
        let text = format!("{name}({}, {})", p.text, amount.text);
        Ok(Pointer { text, ty: p.ty, at, effects: p.effects.beside(amount.effects)? })
    }
}

fn zero_of(ty: Scalar) -> Number {
    if ty.is_float() {
        Number::Float(0.0)
    } else {
        Number::Int(0)
    }
}
