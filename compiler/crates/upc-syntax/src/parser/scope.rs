// SPDX-License-Identifier: Apache-2.0
//! Which names are typedef names: the one thing that C's grammar needs to know about declarations
//! (C 6.7.8, 6.2.1).

use upc_source::{Idx, Symbol};

/// Scopes as an undo list: a name's current meaning is one array access.
#[derive(Default)]
pub(super) struct Scopes {
    /// By symbol: is it a typedef name now? Symbols past the end are not.
    is_typedef: Vec<bool>,
    /// Changes by inner scopes: the symbol and its outer meaning.
    undo: Vec<(Symbol, bool)>,
    /// Length of `undo` at the start of each open scope.
    open: Vec<usize>,
}

impl Scopes {
    pub(super) fn is_typedef(&self, name: Symbol) -> bool {
        self.is_typedef.get(name.index()).copied().unwrap_or(false)
    }

    /// Declares `name` in the innermost scope.
    pub(super) fn declare(&mut self, name: Symbol, typedef: bool) {
        let before = self.is_typedef(name);
        if before == typedef {
            return;
        }
        if self.is_typedef.len() <= name.index() {
            self.is_typedef.resize(name.index() + 1, false);
        }
        if !self.open.is_empty() {
            self.undo.push((name, before));
        }
        self.is_typedef[name.index()] = typedef;
    }

    /// Makes `name` a typedef name from here to the end of the unit, whatever scopes end.
    pub(super) fn declare_forever(&mut self, name: Symbol) {
        if self.is_typedef.len() <= name.index() {
            self.is_typedef.resize(name.index() + 1, false);
        }
        self.is_typedef[name.index()] = true;
    }

    pub(super) fn enter(&mut self) {
        self.open.push(self.undo.len());
    }

    pub(super) fn leave(&mut self) {
        let start = self.open.pop().unwrap_or(0);
        for (name, before) in self.undo.drain(start..).rev() {
            self.is_typedef[name.index()] = before;
        }
    }

    /// Number of open scopes.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Leaves scopes until `depth` are open: after an error inside them.
    pub(super) fn leave_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.leave();
        }
    }
}
