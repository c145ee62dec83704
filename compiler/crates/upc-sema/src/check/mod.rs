// SPDX-License-Identifier: Apache-2.0
//! The checker of one external declaration: the state for the rules, and their reports.

pub(crate) mod advice;
pub(crate) mod assign;
pub(crate) mod call;
pub(crate) mod collective_in_branch;
pub(crate) mod endless_wait;
pub(crate) mod expr;
pub(crate) mod overload;
pub(crate) mod spelling;
pub(crate) mod stmt;
pub(crate) mod undefined_access;
pub(crate) mod upc;

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use upc_source::{Diagnostic, Diagnostics, ErrorName, Interner, LineMap, Severity, Span, Symbol};
use upc_syntax::ast::{Ast, ExprId};

use crate::called_functions::Caller;
use crate::consteval::Const;
use crate::options::Options;
use crate::print::type_text;
use crate::scope::Scopes;
use crate::table::Types;
use crate::types::QualTy;
use crate::unit::{DeclId, Unit};

/// Expressions, types and declarators nest at most this deep; the parser refuses deeper text first.
pub(crate) const MAX_DEPTH: u32 = 1200;

/// State that persists from one external declaration to the next.
pub(crate) struct State {
    pub types: Types,
    pub unit: Unit,
    pub scopes: Scopes,
    /// Spellings whose occurrence in a body means that the body must be analysed; whether a system
    /// header declares it.
    pub tainted: FxHashMap<Symbol, bool>,
    /// Private objects whose uses are rewritten under -pthreads; bodies that mention one are
    /// analysed too.
    pub relocated: FxHashSet<Symbol>,
    /// Private objects of a structure type that was incomplete when they were declared (-pthreads).
    pub unsettled: Vec<DeclId>,
    /// Alignment that an attribute gave to a typedef, in bytes.
    pub typedef_align: FxHashMap<DeclId, u64>,
    /// Values of C23 `constexpr` objects.
    pub constexprs: FxHashMap<DeclId, Const>,
    /// Functions called without a declaration, reported once each.
    pub implicit: FxHashSet<Symbol>,
    /// Undeclared names, reported once in each function.
    pub undeclared: FxHashSet<Symbol>,
    /// Which undeclared names of bodies are probably meant for UPC.
    pub meant_for_upc: RefCell<FxHashMap<Symbol, bool>>,
    /// The unit has a UPC construct outside system headers.
    pub has_upc: bool,
    /// Functions that did not reach UPC when they were defined.
    pub callers: Vec<Caller>,
}

/// Checks one external declaration. Borrows the tree, so that it can be walked while the tables
/// grow.
pub(crate) struct Check<'c> {
    pub ast: &'c Ast,
    pub names: &'c Interner,
    pub text: &'c str,
    pub map: &'c LineMap,
    pub options: &'c Options,
    /// Whether the text at an offset is plain C by `#pragma upc c_code` or a system header.
    pub plain_c: &'c dyn Fn(u32) -> bool,
    /// `f()` is a prototype (C23).
    pub c23: bool,
    pub packing: &'c crate::pragma_pack::Packing,
    pub diags: &'c mut Diagnostics,
    pub types: &'c mut Types,
    pub unit: &'c mut Unit,
    pub scopes: &'c mut Scopes,
    pub tainted: &'c mut FxHashMap<Symbol, bool>,
    pub relocated: &'c mut FxHashSet<Symbol>,
    pub unsettled: &'c mut Vec<DeclId>,
    pub typedef_align: &'c mut FxHashMap<DeclId, u64>,
    pub constexprs: &'c mut FxHashMap<DeclId, Const>,
    pub implicit: &'c mut FxHashSet<Symbol>,
    pub undeclared: &'c mut FxHashSet<Symbol>,
    pub has_upc: &'c mut bool,
    /// The function whose body is being checked.
    pub func: Option<crate::decl::function::FunctionCx>,
    /// Parameters of each function declarator of this external declaration, by the declarator
    /// chunk's span.
    pub params: FxHashMap<Span, Vec<DeclId>>,
    /// Initializer expressions that name a per-thread or shared object, found while checking one
    /// initializer.
    pub runtime_init: bool,
    /// The initial values of the rows of THREADS elements of an array, from the initializer at
    /// hand.
    pub rows: crate::decl::init_rows::Rows,
    /// The last expressions, whose values are used, of the statement expressions being checked.
    pub statement_values: Vec<ExprId>,
    /// Accesses that are undefined if they are executed.
    pub undefined: undefined_access::UndefinedAccesses,
    pub depth: u32,
}

impl<'c> Check<'c> {
    /// Files a message, unless it is about a system header (or only a warning where messages are
    /// not wanted).
    pub fn report(&mut self, d: Diagnostic) {
        if !self.options.check_system_headers && self.map.is_system(d.span.start) {
            return;
        }
        self.diags.push(d);
    }

    /// An error without a section: it is no rule of the specification.
    pub fn error(&mut self, name: ErrorName, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(name, span, message));
    }

    /// An error with the section of the rule.
    pub fn error_rule(
        &mut self,
        name: ErrorName,
        span: Span,
        message: impl Into<String>,
        rule: &'static str,
    ) {
        self.report(Diagnostic::error(name, span, message).rule(rule));
    }

    /// An error with the section of the rule and what to write instead.
    pub fn error_help(
        &mut self,
        name: ErrorName,
        span: Span,
        message: impl Into<String>,
        rule: &'static str,
        help: impl Into<String>,
    ) {
        self.report(Diagnostic::error(name, span, message).rule(rule).help(help));
    }

    /// A warning of C, which the C compiler itself gives for code that passes unchanged.
    pub fn warn(&mut self, name: &'static str, span: Span, message: impl Into<String>) {
        if self.options.c_warnings {
            self.report(Diagnostic::warning(name, span, message));
        }
    }

    /// A warning about UPC.
    pub fn warn_upc(&mut self, name: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::warning(name, span, message));
    }

    /// The type in quotes.
    pub fn show(&self, qt: QualTy) -> String {
        format!("'{}'", type_text(self.types, self.names, qt))
    }

    pub fn name(&self, s: Symbol) -> &'c str {
        self.names.name(s)
    }

    pub fn span(&self, e: ExprId) -> Span {
        self.ast.exprs[e].span
    }

    /// The source text of an expression.
    pub fn source(&self, e: ExprId) -> &'c str {
        self.slice(self.span(e))
    }

    /// The source text at `s`; empty where it is none.
    pub fn slice(&self, s: Span) -> &'c str {
        self.text.get(s.start as usize..s.end as usize).unwrap_or("")
    }

    /// Notes a spelling whose type involves `shared`, declared at `span`.
    pub fn taint_name(&mut self, name: Symbol, span: Span) {
        let system = self.map.is_system(span.start);
        *self.tainted.entry(name).or_insert(false) |= system;
    }

    /// The type of what had an error: further errors about it are not told.
    pub fn unknown(&self) -> QualTy {
        QualTy::plain(self.types.common.error)
    }

    pub fn int_type(&self) -> QualTy {
        QualTy::plain(self.types.common.int)
    }

    /// The type of `sizeof`: `unsigned long` on all targets.
    pub fn size_type(&self) -> QualTy {
        QualTy::plain(self.types.common.ulong)
    }

    /// Whether the text at `span` is plain C by a system header's or `#pragma upc c_code`'s word.
    pub fn is_plain_c(&self, span: Span) -> bool {
        (self.plain_c)(span.start)
    }

    /// Runs `f` one level deeper; `None`, with an error once, where the nesting is absurd.
    pub fn nested<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            if self.diags.iter().last().map_or(true, |d| d.severity != Severity::Error) {
                self.error(
                    ErrorName::Limit,
                    span,
                    format!("nested more than {MAX_DEPTH} levels deep"),
                );
            }
            return None;
        }
        self.depth += 1;
        let r = f(self);
        self.depth -= 1;
        Some(r)
    }
}
