// SPDX-License-Identifier: Apache-2.0
//! Scopes of identifiers and tags (C 6.2.1).

use rustc_hash::FxHashMap;
use upc_source::Symbol;

use crate::types::TagId;
use crate::unit::DeclId;

#[derive(Default)]
struct Scope {
    /// How many scopes are open around it.
    depth: usize,
    names: FxHashMap<Symbol, DeclId>,
    tags: FxHashMap<Symbol, TagId>,
}

/// The open scopes; the first is the file's.
///
/// Nearly every statement opens a scope and few declare anything, so only those with a declaration
/// are on the stack: the cost of a look-up depends on the surrounding declarations, not on the
/// depth of an `else if` chain.
pub struct Scopes {
    /// Ascending in depth, the file's first.
    stack: Vec<Scope>,
    /// Depth of the innermost open scope.
    depth: usize,
    /// Every declaration with linkage, by name, whatever its scope (C 6.2.2).
    linked: FxHashMap<Symbol, DeclId>,
}

impl Default for Scopes {
    fn default() -> Scopes {
        Scopes { stack: vec![Scope::default()], depth: 0, linked: FxHashMap::default() }
    }
}

impl Scopes {
    /// Opens a scope inside the innermost one.
    pub fn push(&mut self) {
        self.depth += 1;
    }

    /// Leaves the innermost scope; the file scope stays.
    pub fn pop(&mut self) {
        if self.depth > 0 {
            if self.here().is_some() {
                self.stack.pop();
            }
            self.depth -= 1;
        }
    }

    /// Whether no scope but the file's is open.
    pub fn at_file_scope(&self) -> bool {
        self.depth == 0
    }

    /// The innermost open scope, if anything is declared in it.
    fn here(&self) -> Option<&Scope> {
        self.stack.last().filter(|s| s.depth == self.depth)
    }

    fn here_mut(&mut self) -> Option<&mut Scope> {
        if self.here().is_none() {
            self.stack.push(Scope { depth: self.depth, ..Scope::default() });
        }
        self.stack.last_mut()
    }

    /// The declaration that `name` means here: of the innermost scope that has one.
    pub fn lookup(&self, name: Symbol) -> Option<DeclId> {
        self.stack.iter().rev().find_map(|s| s.names.get(&name).copied())
    }

    /// The declaration of `name` in the innermost scope.
    pub fn lookup_here(&self, name: Symbol) -> Option<DeclId> {
        self.here().and_then(|s| s.names.get(&name).copied())
    }

    /// Declares `name` in the innermost scope, and replaces an earlier declaration there.
    pub fn insert(&mut self, name: Symbol, decl: DeclId) {
        if let Some(s) = self.here_mut() {
            s.names.insert(name, decl);
        }
    }

    /// The declaration of `name` with linkage, whether or not it is in scope.
    pub fn linked(&self, name: Symbol) -> Option<DeclId> {
        self.linked.get(&name).copied()
    }

    /// Notes the declaration of `name` with linkage.
    pub fn insert_linked(&mut self, name: Symbol, decl: DeclId) {
        self.linked.insert(name, decl);
    }

    /// The structure, union or enumeration that `name` means here.
    pub fn tag(&self, name: Symbol) -> Option<TagId> {
        self.stack.iter().rev().find_map(|s| s.tags.get(&name).copied())
    }

    /// The same, of the innermost scope alone.
    pub fn tag_here(&self, name: Symbol) -> Option<TagId> {
        self.here().and_then(|s| s.tags.get(&name).copied())
    }

    /// Declares a tag in the innermost scope.
    pub fn insert_tag(&mut self, name: Symbol, tag: TagId) {
        if let Some(s) = self.here_mut() {
            s.tags.insert(name, tag);
        }
    }

    /// All visible names, for suggestions.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.stack.iter().rev().flat_map(|s| s.names.keys().copied())
    }
}
