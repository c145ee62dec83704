//! Scopes of identifiers and tags (C 6.2.1).

use rustc_hash::FxHashMap;
use upc_source::Symbol;

use crate::types::TagId;
use crate::unit::DeclId;

#[derive(Default)]
struct Scope {
    names: FxHashMap<Symbol, DeclId>,
    tags: FxHashMap<Symbol, TagId>,
}

/// The stack of open scopes; the first is the file's.
pub struct Scopes {
    stack: Vec<Scope>,
    /// Every declaration with linkage, by name, whatever its scope (C 6.2.2).
    linked: FxHashMap<Symbol, DeclId>,
}

impl Default for Scopes {
    fn default() -> Scopes {
        Scopes { stack: vec![Scope::default()], linked: FxHashMap::default() }
    }
}

impl Scopes {
    pub fn push(&mut self) {
        self.stack.push(Scope::default());
    }

    /// Leaves the innermost scope; the file scope stays.
    pub fn pop(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    pub fn at_file_scope(&self) -> bool {
        self.stack.len() == 1
    }

    pub fn lookup(&self, name: Symbol) -> Option<DeclId> {
        self.stack.iter().rev().find_map(|s| s.names.get(&name).copied())
    }

    /// The declaration of `name` in the innermost scope.
    pub fn lookup_here(&self, name: Symbol) -> Option<DeclId> {
        self.stack.last().and_then(|s| s.names.get(&name).copied())
    }

    pub fn insert(&mut self, name: Symbol, decl: DeclId) {
        if let Some(s) = self.stack.last_mut() {
            s.names.insert(name, decl);
        }
    }

    pub fn linked(&self, name: Symbol) -> Option<DeclId> {
        self.linked.get(&name).copied()
    }

    pub fn insert_linked(&mut self, name: Symbol, decl: DeclId) {
        self.linked.insert(name, decl);
    }

    pub fn tag(&self, name: Symbol) -> Option<TagId> {
        self.stack.iter().rev().find_map(|s| s.tags.get(&name).copied())
    }

    pub fn tag_here(&self, name: Symbol) -> Option<TagId> {
        self.stack.last().and_then(|s| s.tags.get(&name).copied())
    }

    pub fn insert_tag(&mut self, name: Symbol, tag: TagId) {
        if let Some(s) = self.stack.last_mut() {
            s.tags.insert(name, tag);
        }
    }

    /// All visible names, for suggestions.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.stack.iter().rev().flat_map(|s| s.names.keys().copied())
    }
}
