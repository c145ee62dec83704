// SPDX-License-Identifier: Apache-2.0
//! Interned names.

use rustc_hash::FxHashMap;

crate::index_type!(
    /// An interned identifier; equal spellings have equal symbols.
    Symbol
);

/// The table of names of one translation unit.
#[derive(Default)]
pub struct Interner {
    ids: FxHashMap<Box<str>, Symbol>,
    names: Vec<Box<str>>,
}

impl Interner {
    /// No names.
    pub fn new() -> Interner {
        Interner::default()
    }

    /// The symbol of `name`, made if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&s) = self.ids.get(name) {
            return s;
        }
        let s = Symbol(self.names.len() as u32);
        self.names.push(name.into());
        self.ids.insert(name.into(), s);
        s
    }

    /// The symbol of `name` if it occurs in the unit.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.ids.get(name).copied()
    }

    /// The name that `s` stands for; `s` must be of this interner.
    pub fn name(&self, s: Symbol) -> &str {
        &self.names[s.0 as usize]
    }

    /// The number of different names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True without names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
