// SPDX-License-Identifier: Apache-2.0
//! Declarations: specifiers, declarators, tags, objects, functions and initializers.

pub(crate) mod attrs;
pub(crate) mod cleanup;
pub(crate) mod constexpr;
pub(crate) mod declarator;
pub(crate) mod dynamic_threads;
pub(crate) mod function;
pub(crate) mod init;
pub(crate) mod init_rows;
pub(crate) mod object;
pub(crate) mod privatise;
pub(crate) mod redeclare;
pub(crate) mod shared_rules;
pub(crate) mod specs;
pub(crate) mod static_init;
pub(crate) mod tags;

use upc_source::Span;
use upc_syntax::ast::Storage;

/// The kind of entity that a declarator declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// An object or function, or a typedef.
    Name {
        storage: Storage,
        file_scope: bool,
    },
    Parameter,
    Member,
    TypeName,
}

impl Place {
    /// Whether an array bound that is not constant makes a variable length array here (C
    /// 6.7.6.2p4).
    pub fn allows_variable_length(self, file_scope: bool) -> bool {
        match self {
            Place::Name { storage, file_scope } => {
                !file_scope && !matches!(storage, Storage::Static | Storage::Extern)
            }
            Place::Parameter => true,
            Place::Member => false,
            Place::TypeName => !file_scope,
        }
    }
}

/// A declared name with its identifier's place, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub name: upc_source::Symbol,
    pub span: Span,
}
