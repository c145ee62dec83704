// SPDX-License-Identifier: Apache-2.0
//! Names in type position: typedef names, types only the C compiler knows, and names that nothing
//! declared.

use super::specs::SpecPlace;
use super::Parser;
use crate::ast::{DeclSpecs, Storage, TypeSpec};
use crate::spelling::near_declaring_word;
use crate::token::TokenKind::*;
use upc_source::{Diagnostic, ErrorName};

/// Headers that declare the type names users forget to include.
const HEADERS: &[(&str, &str)] = &[
    ("size_t", "stddef.h"),
    ("ptrdiff_t", "stddef.h"),
    ("bool", "stdbool.h"),
    ("FILE", "stdio.h"),
    ("ssize_t", "sys/types.h"),
    ("time_t", "time.h"),
    ("uint8_t", "stdint.h"),
    ("uint16_t", "stdint.h"),
    ("uint32_t", "stdint.h"),
    ("uint64_t", "stdint.h"),
    ("int8_t", "stdint.h"),
    ("int16_t", "stdint.h"),
    ("int32_t", "stdint.h"),
    ("int64_t", "stdint.h"),
    ("uintptr_t", "stdint.h"),
    ("intptr_t", "stdint.h"),
    ("va_list", "stdarg.h"),
    ("pthread_t", "pthread.h"),
    ("complex", "complex.h"),
    ("upc_lock_t", "upc.h"),
    ("upc_flag_t", "upc.h"),
    ("upc_op_t", "upc_types.h"),
    ("upc_type_t", "upc_types.h"),
    ("upc_tick_t", "upc_tick.h"),
    ("upc_atomicdomain_t", "upc_atomic.h"),
    ("upc_handle_t", "upc_nb.h"),
    ("upc_thread_info_t", "upc_castable.h"),
    ("upc_file_t", "upc_io.h"),
    ("upc_off_t", "upc_io.h"),
    ("upcx_messages_t", "upcx_messages.h"),
    ("upcx_team_t", "upcx_collective.h"),
    ("upcx_task_t", "upcx_tasks.h"),
    ("upcx_int_at_t", "upcx_collective.h"),
    ("upcx_long_at_t", "upcx_collective.h"),
    ("upcx_float_at_t", "upcx_collective.h"),
    ("upcx_double_at_t", "upcx_collective.h"),
];

impl Parser<'_> {
    /// The type that the identifier at hand names, without taking it; `None` if it is no type but a
    /// declarator's name.
    pub(super) fn named_type(&mut self, specs: &DeclSpecs, place: SpecPlace) -> Option<TypeSpec> {
        let token = self.token();
        if self.scopes.is_typedef(token.symbol) {
            let builtin =
                !self.builtin_types.is_empty() && self.builtin_types.contains(&token.symbol);
            return Some(if builtin {
                TypeSpec::Builtin(token.symbol)
            } else {
                TypeSpec::TypedefName(token.symbol)
            });
        }
        if !self.looks_like_type(specs, place) {
            return None;
        }
        let name = self.interner.name(token.symbol);
        if name.starts_with("__") {
            return Some(TypeSpec::Builtin(token.symbol));
        }
        // gcc itself declares types for its own headers: float32x2x2_t of arm_neon.h.
        if self.map.is_system(token.span.start) {
            self.builtin_types.insert(token.symbol);
            self.scopes.declare_forever(token.symbol);
            return Some(TypeSpec::Builtin(token.symbol));
        }
        let message = format!("unknown type name '{name}'");
        let mut d = Diagnostic::error(ErrorName::UnknownType, token.span, message);
        if let Some(help) = self.help_for_type(name) {
            d = d.help(help);
        }
        if self.unknown_types.insert(token.symbol) {
            self.found.push(d);
        }
        Some(TypeSpec::Error)
    }

    /// Help for the unknown type `name`, the current token.
    fn help_for_type(&self, name: &str) -> Option<String> {
        if let Some((_, header)) = HEADERS.iter().find(|h| h.0 == name) {
            return Some(format!("include <{header}>"));
        }
        let before_type = self.scopes.is_typedef(self.nth(1).symbol);
        if let Some(near) = near_declaring_word(name, before_type) {
            return Some(format!("did you mean '{near}'?"));
        }
        if name.starts_with("upc_") && !name.ends_with("_t") {
            return Some(format!("a function's arguments stand in parentheses: '{name}(...);'"));
        }
        let keyword = crate::token::KEYWORDS.iter().any(|k| k.0 == name && k.1.is_upc());
        let help = "it is a UPC keyword, but this is compiled as plain C: leave out -x c or \
                    '#pragma upc c_code'";
        keyword.then(|| help.to_string())
    }

    /// Whether an identifier that is no typedef name, with no type before it, must be meant as a
    /// type.
    fn looks_like_type(&self, specs: &DeclSpecs, place: SpecPlace) -> bool {
        let plain = specs.storage == Storage::None && specs.span.is_empty();
        match self.nth_kind(1) {
            Ident => {
                !self.scopes.is_typedef(self.nth(1).symbol)
                    || plain
                    || specs.storage == Storage::Typedef
            }
            Const | Volatile | Restrict | Shared | Strict | Relaxed | Static | Extern => true,
            Attribute => self.map.is_system(self.here().start),
            Star => self.nth_kind(2) != Semi,
            Comma | RParen if place == SpecPlace::Parameter || place == SpecPlace::TypeName => true,
            LBracket if place == SpecPlace::Parameter => false,
            _ => false,
        }
    }

    /// At `(`: `(name *)` with any number of stars can only be a type-name, though nothing declared
    /// the name.
    pub(super) fn at_pointer_to_unknown(&self) -> bool {
        if self.nth_kind(1) != Ident || self.nth_kind(2) != Star {
            return false;
        }
        let mut n = 3;
        while self.nth_kind(n) == Star {
            n += 1;
        }
        self.nth_kind(n) == RParen
    }

    /// Whether the identifier at hand starts a declaration although nothing declared it: `foo_t x`.
    pub(super) fn at_undeclared_type(&self) -> bool {
        self.at(Ident) && self.nth_kind(1) == Ident || self.at_unknown_qualifier()
    }
}
