// SPDX-License-Identifier: Apache-2.0
//! Random expressions: each is evaluated in the model as it is written, with its side effects.

mod assign;
mod carry;
mod compare;
mod lvalue;
mod number;
mod pointer;
mod statement;
use crate::model::{Address, LeafType, PointerType, Value};
use crate::scalar::{Number, Scalar};
use crate::world::{Attempt, Rejected, World};

/// An object of scalar type, as far as conflicts go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    Shared(usize, u64, i64, usize),
    Private(usize),
}

/// The objects that an expression reads and writes.
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

    /// Whether nothing is read or written.
    fn are_none(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
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
        if meets(&self.writes, &other.writes)
            || meets(&self.writes, &other.reads)
            || meets(&self.reads, &other.writes)
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

/// The threads that execute the expressions.
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

    /// The first of a few attempts that is not rejected.
    fn retried<T>(
        &mut self,
        write: fn(&mut Writer, usize) -> Attempt<T>,
        depth: usize,
    ) -> Attempt<T> {
        let runner = self.runner;
        for _ in 0..4 {
            if let Some(result) =
                self.world.attempt(|world| write(&mut Writer { world, runner }, depth))
            {
                return Ok(result);
            }
        }
        Err(Rejected)
    }
}
