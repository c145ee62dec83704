// SPDX-License-Identifier: Apache-2.0
//! Function calls (C 6.5.2.2).

use upc_source::{Diagnostic, ErrorName, Span, Symbol};
use upc_syntax::ast::{ExprId, ExprKind};

use crate::builtins;
use crate::check::assign::Context;
use crate::check::Check;
use crate::types::{FunctionTy, PtsRepr, QualTy, Quals, TypeKind};
use crate::unit::DeclId;

/// The letters of reductions (UPC 7.3.2.1), their types, whether these are floating, and their
/// bytes.
const REDUCED: [(&str, &str, bool, u64); 11] = [
    ("C", "signed char", false, 1),
    ("UC", "unsigned char", false, 1),
    ("S", "short", false, 2),
    ("US", "unsigned short", false, 2),
    ("I", "int", false, 4),
    ("UI", "unsigned int", false, 4),
    ("L", "long", false, 8),
    ("UL", "unsigned long", false, 8),
    ("F", "float", true, 4),
    ("D", "double", true, 8),
    ("LD", "long double", true, 16),
];

impl Check<'_> {
    pub fn call(&mut self, e: ExprId, callee: ExprId, args: &[ExprId]) -> QualTy {
        if let Some(t) = self.call_undeclared(callee, args) {
            return t;
        }
        self.rvalue(callee);
        self.select_overload(callee, args);
        let t = self.rvalue(callee);
        if self.types.is_opaque(t.ty) {
            self.loose_arguments(args);
            return self.unknown();
        }
        let function = self.types.pointee(t.ty).and_then(|p| self.types.function(p.ty).cloned());
        let Some(f) = function else {
            let message = format!("this is called, but it is {}, not a function", self.show(t));
            let mut d = Diagnostic::error(ErrorName::NotAFunction, self.span(callee), message);
            if let ExprKind::MyThread | ExprKind::Threads = self.ast.exprs[callee].kind {
                d = d.help("it is a value: leave out the parentheses behind it");
            }
            self.report(d);
            self.loose_arguments(args);
            return self.unknown();
        };
        let decl = self.called(callee);
        self.arguments(e, &f, decl, args);
        self.check_collective_call(callee, decl, args);
        self.check_atomic_pointers(decl, args);
        self.check_reduced_type(decl, args);
        self.check_result_complete(e, &f);
        QualTy { ty: f.ret.ty, quals: Quals::default() }
    }

    /// Every thread must call the functions named upc_all_* (UPC 7.1p2) and upcx_all_*, and the
    /// collectives of a team where the team is that of all threads.
    fn check_collective_call(&mut self, callee: ExprId, decl: Option<DeclId>, args: &[ExprId]) {
        let Some(name) = decl.map(|d| self.name(self.unit.decls[d].name)) else { return };
        let of_all = name.starts_with("upc_all_") || name.starts_with("upcx_all_");
        if of_all || (is_collective_of_team(name) && args.iter().any(|&a| self.is_team_of_all(a))) {
            self.note_collective(name, self.span(callee));
        }
    }

    /// Warns of arguments of an atomic operation that point to a pointer-to-shared without a phase:
    /// the type of UPC_PTS is `shared void *` (UPC 7.3.2), and larger.
    fn check_atomic_pointers(&mut self, decl: Option<DeclId>, args: &[ExprId]) {
        let Some(name) = decl.map(|d| self.name(self.unit.decls[d].name)) else { return };
        if !["upc_atomic_strict", "upc_atomic_relaxed"].contains(&name) {
            return;
        }
        let mut thin = None;
        for &a in args {
            let of = self.rvalue(a).ty;
            let pointee = self.types.pointee(of).filter(|p| self.is_thin_pointer(*p));
            thin = thin.or(pointee.map(|pointee| (a, pointee)));
        }
        let Some((a, pointee)) = thin else { return };
        let message = format!(
            "{name} with UPC_PTS is for pointers of type 'shared void *', which are larger than {}",
            self.show(QualTy::plain(pointee.ty))
        );
        let help = "declare the pointer as shared void *, and convert it where it is used";
        let span = self.span(a);
        self.report(Diagnostic::warning("upc-atomic-pointer", span, message).help(help));
    }

    fn is_thin_pointer(&self, t: QualTy) -> bool {
        matches!(self.types.pointer_repr(t.ty), Some(PtsRepr::Thin { .. }))
    }

    /// Warns of upc_all_reduceI of double and the like: its arguments are `shared void *`.
    fn check_reduced_type(&mut self, decl: Option<DeclId>, args: &[ExprId]) {
        let Some(name) = decl.map(|d| self.name(self.unit.decls[d].name)) else { return };
        let Some(letter) = ["upc_all_reduce", "upc_all_prefix_reduce"]
            .iter()
            .find_map(|prefix| REDUCED.iter().find(|r| name.strip_prefix(prefix) == Some(r.0)))
        else {
            return;
        };
        for &a in args.iter().take(2) {
            let t = self.rvalue(a);
            let Some(shape) = self.types.pointee(t.ty).and_then(|p| self.scalar_shape(p)) else {
                continue;
            };
            if shape == (letter.2, letter.3) {
                continue;
            }
            let message = format!("{name} reads {}, this is {}", letter.1, self.show(t));
            let d = Diagnostic::warning("upc-reduced-type", self.span(a), message);
            let fits = REDUCED.iter().find(|r| shape == (r.2, r.3));
            let called = name.strip_suffix(letter.0).unwrap_or(name);
            self.report(match fits {
                Some(r) => d.help(format!("{called}{} reads {}", r.0, r.1)),
                None => d,
            });
        }
    }

    /// Whether a number of this type is floating, and its bytes; `None`: it is no number.
    fn scalar_shape(&self, t: QualTy) -> Option<(bool, u64)> {
        let floating = matches!(self.types.kind(t.ty), TypeKind::Float(_));
        let number = floating || self.types.int_kind(t.ty).is_some();
        number.then(|| Some((floating, self.types.fixed_size(t.ty)?)))?
    }

    /// Whether it is UPCX_TEAM_ALL, a call of upcx_team_all().
    fn is_team_of_all(&self, e: ExprId) -> bool {
        match &self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.is_team_of_all(*x),
            ExprKind::Call { callee, .. } => self.source(*callee) == "upcx_team_all",
            _ => false,
        }
    }

    /// Warns of a call of type `ty` as a statement whose result is a handle: the operation can no
    /// longer be completed (UPC 7.9.2).
    pub(super) fn warn_of_lost_handle(&mut self, e: ExprId, ty: QualTy) {
        let ExprKind::Call { callee, .. } = self.ast.exprs[e].kind else { return };
        let Some(name) = self.called(callee).map(|d| self.name(self.unit.decls[d].name)) else {
            return;
        };
        let span = self.span(e);
        if !returns_handle(name) || self.types.is_void(ty.ty) || self.statement_values.contains(&e)
        {
            return;
        }
        let sync = if name.starts_with("bupc_") { "bupc_waitsync" } else { "upc_sync" };
        let help = match name.starts_with("upcx_") {
            true => format!("keep it for {sync}"),
            false => format!("keep it for {sync}, or call {name}i, which has no handle"),
        };
        let message = format!("the handle of {name} is lost, so nothing completes the operation");
        self.report(Diagnostic::warning("upc-unused-handle", span, message).help(help));
    }

    fn check_result_complete(&mut self, e: ExprId, f: &FunctionTy) {
        if self.types.is_record(f.ret.ty) && !self.types.is_complete(f.ret) {
            let message = format!("the function returns the incomplete type {}", self.show(f.ret));
            self.error(ErrorName::IncompleteType, self.span(e), message);
        }
    }

    pub(super) fn called(&self, callee: ExprId) -> Option<DeclId> {
        match self.ast.exprs[callee].kind {
            ExprKind::Paren(x) => self.called(x),
            _ => self.unit.ident.get(&callee).copied(),
        }
    }

    /// Calls of builtins, and of names never declared: an implicit declaration, of which gcc 12
    /// warns.
    fn call_undeclared(&mut self, callee: ExprId, args: &[ExprId]) -> Option<QualTy> {
        let ExprKind::Ident(name) = self.ast.exprs[callee].kind else { return None };
        if self.scopes.lookup(name).is_some() {
            return None;
        }
        let spelling = self.name(name);
        if builtins::is_builtin(spelling) {
            // Typing the callee would report an unknown name; the table has the result.
            self.unit.expr_ty.grow(self.ast.exprs.len(), None);
            let unknown = self.unknown();
            self.unit.expr_ty[callee] = Some(unknown);
            return Some(self.builtin_call(spelling, args));
        }
        let types: Vec<QualTy> = args.iter().map(|&a| self.rvalue(a)).collect();
        let shared = types.iter().any(|t| self.types.is_pts(t.ty));
        self.implicit_function(callee, name, shared);
        self.unit.expr_ty.grow(self.ast.exprs.len(), None);
        let unknown = self.unknown();
        self.unit.expr_ty[callee] = Some(unknown);
        self.loose_arguments(args);
        // The result type of an undeclared function of the UPC library is unknown; the error was
        // reported above.
        Some(if self.name(name).starts_with("upc_") { unknown } else { self.int_type() })
    }

    /// `shared`: a pointer to shared is among the arguments.
    fn implicit_function(&mut self, callee: ExprId, name: Symbol, shared: bool) {
        let spelling = self.name(name);
        // Names of <upc.h> are always declared, if they are spelt right.
        let header = self.missing_header(spelling).filter(|&h| h != "upc.h");
        let extension = ["bupc_", "upcx_"].iter().any(|prefix| spelling.starts_with(prefix));
        let wrong = spelling.starts_with("upc_") || (shared && (extension || header.is_some()));
        if !self.implicit.insert(name) || (self.options.c89 && !wrong) {
            return;
        }
        let mut d = undeclared(spelling, self.span(callee), wrong);
        if let Some(advice) = builtins::advice_for_other_name(spelling) {
            d = d.help(advice);
        } else if let Some(header) = header {
            d = d.help(format!("include <{header}>"));
        } else if let Some(near) = self.suggestion(name) {
            d = d.help(format!("did you mean '{near}'?"));
        }
        self.report(d);
    }

    /// Arguments without a prototype: values only.
    fn loose_arguments(&mut self, args: &[ExprId]) {
        for &a in args {
            self.value(a);
        }
    }

    /// Arguments of a function without a prototype, whose parameters an old-style definition may
    /// have (C 6.5.2.2p6): they are not checked. A pointer-to-shared takes the parameter's
    /// representation.
    fn unjudged_arguments(&mut self, params: &[QualTy], args: &[ExprId]) {
        self.loose_arguments(args);
        for (&a, p) in args.iter().zip(params) {
            let from = self.rvalue(a);
            if self.types.is_pts(from.ty) || self.is_null_constant(a) {
                self.convert_to_pts(a, *p);
            }
        }
    }

    /// The arguments of a call. Of a wrong number nothing tells which parameter each is for: their
    /// types are not judged.
    fn arguments(&mut self, e: ExprId, f: &FunctionTy, decl: Option<DeclId>, args: &[ExprId]) {
        if !f.prototype {
            self.unjudged_arguments(&f.params, args);
            return;
        }
        let (given, wanted) = (args.len(), f.params.len());
        if given < wanted || (given > wanted && !f.variadic) {
            self.wrong_count(e, decl, args, wanted, f.variadic);
            self.loose_arguments(args);
            return;
        }
        let swapped = self.swapped_arguments(f, decl, args);
        for (i, &a) in args.iter().enumerate() {
            match f.params.get(i) {
                Some(_) if swapped.is_some_and(|first| i == first || i == first + 1) => {}
                Some(p) => {
                    let to = QualTy { ty: p.ty, quals: Quals::default() };
                    self.assign_convert(to, a, Context::Argument(i + 1, decl));
                }
                None => self.variable_argument(decl, a),
            }
        }
    }

    /// Reports two neighbouring arguments, a pointer to shared and a private one, each in the
    /// other's place; the first's index.
    fn swapped_arguments(
        &mut self,
        f: &FunctionTy,
        decl: Option<DeclId>,
        args: &[ExprId],
    ) -> Option<usize> {
        let types: Vec<QualTy> = args.iter().map(|&a| self.rvalue(a)).collect();
        let i = self
            .find_crossed(&f.params, &types)
            .filter(|&i| !self.is_null_constant(args[i]) && !self.is_null_constant(args[i + 1]))?;
        let (first, second) = (self.show(f.params[i]), self.show(f.params[i + 1]));
        let name = decl.map_or("the function".to_string(), |d| {
            format!("'{}'", self.name(self.unit.decls[d].name))
        });
        let message =
            format!("{name} takes {first} and then {second}: these two arguments are swapped");
        let span = self.span(args[i]).to(self.span(args[i + 1]));
        let help = match decl.map(|d| self.name(self.unit.decls[d].name)) {
            Some("upc_memget") => {
                "the target comes first; to copy from private to shared data, use upc_memput"
            }
            Some("upc_memput") => {
                "the target comes first; to copy from shared to private data, use upc_memget"
            }
            _ => "swap them",
        };
        self.report(
            Diagnostic::error(ErrorName::UpcPointerConversion, span, message)
                .rule("UPC 6.4.3")
                .help(help),
        );
        Some(i)
    }

    /// The index of the first of two neighbouring arguments that would convert the other way round.
    fn find_crossed(&self, params: &[QualTy], types: &[QualTy]) -> Option<usize> {
        let crossed = |to: QualTy, from: QualTy| {
            let pointers = self.types.is_pointer(to.ty) && self.types.is_pointer(from.ty);
            pointers && self.types.is_pts(to.ty) != self.types.is_pts(from.ty)
        };
        let opposite = |p: &[QualTy]| self.types.is_pts(p[0].ty) != self.types.is_pts(p[1].ty);
        params
            .windows(2)
            .zip(types.windows(2))
            .position(|(p, t)| opposite(p) && crossed(p[0], t[0]) && crossed(p[1], t[1]))
    }

    /// An argument for `...`. The C library reads an address or a number there.
    fn variable_argument(&mut self, decl: Option<DeclId>, e: ExprId) {
        let t = self.value(e);
        let Some(d) = decl.filter(|&d| self.unit.decls[d].system && self.types.is_pts(t.ty)) else {
            return;
        };
        let name = self.name(self.unit.decls[d].name);
        let message = format!(
            "a pointer to shared data, {}, is passed to '{name}', which expects a private one",
            self.show(t)
        );
        let d = Diagnostic::warning("upc-variadic", self.span(e), message);
        let help = if name.contains("scanf") {
            "read into a private variable, and assign it to the shared object"
        } else {
            "pass the value it points to, upc_threadof and upc_addrfield of it, or a private copy \
             of a string"
        };
        self.report(d.help(help));
    }

    fn wrong_count(
        &mut self,
        e: ExprId,
        decl: Option<DeclId>,
        args: &[ExprId],
        wanted: usize,
        variadic: bool,
    ) {
        let name = decl.map_or("the function".to_string(), |d| {
            format!("'{}'", self.name(self.unit.decls[d].name))
        });
        let message = format!("{name} takes {}, {} given", counted(wanted, variadic), args.len());
        let span = args.get(wanted).map_or(self.span(e), |&a| self.span(a));
        let mut d = Diagnostic::error(ErrorName::ArgumentCount, span, message);
        if let Some(at) =
            decl.map(|d| self.unit.decls[d].span).filter(|at| !self.map.is_system(at.start))
        {
            d = d.label(at, "declared here");
        } else if let Some(prototype) = decl.and_then(|d| self.prototype(d)) {
            d = d.note(format!("it is declared as '{prototype}'"));
        }
        self.report(d);
    }

    /// The declaration of a function of the UPC library, as its header has it, on one line.
    fn prototype(&self, f: DeclId) -> Option<String> {
        let d = &self.unit.decls[f];
        let known =
            ["upc_", "bupc_", "upcx_"].iter().any(|prefix| self.name(d.name).starts_with(prefix));
        let (before, after) =
            (self.text.get(..d.span.start as usize)?, self.text.get(d.span.start as usize..)?);
        let start = before.rfind([';', '}', '\n'].as_slice()).map_or(0, |at| at + 1);
        let text = format!("{}{}", &before[start..], &after[..after.find(';')?]);
        let plain = known && !text.contains(['#', '{'].as_slice());
        let words = text
            .split_whitespace()
            .filter(|&w| w != "__restrict" && w != "extern")
            .collect::<Vec<_>>();
        plain.then(|| {
            words.join(" ").replace("*__restrict ", "*").replace("long unsigned int", "size_t")
        })
    }
}

/// The functions of <upcx_collective.h> that all members of a team call.
fn is_collective_of_team(name: &str) -> bool {
    let Some(function) = name.strip_prefix("upcx_team_") else { return false };
    !["all", "rank", "size", "thread", "rank_of", "translate"].contains(&function)
}

/// "at least 2 arguments".
fn counted(wanted: usize, variadic: bool) -> String {
    let least = if variadic { "at least " } else { "" };
    let plural = if wanted == 1 { "" } else { "s" };
    format!("{least}{wanted} argument{plural}")
}

/// If a library function that takes or returns pointers were assumed to return int, it would go
/// `wrong` silently: an error, else a warning.
fn undeclared(name: &str, span: Span, wrong: bool) -> Diagnostic {
    let message = format!("'{name}' is called but not declared");
    if wrong {
        return Diagnostic::error(ErrorName::Undeclared, span, message);
    }
    let message = format!("{message}; it is taken to return int");
    Diagnostic::warning("implicit-function-declaration", span, message)
}

/// Whether the function, if it returns anything, returns the handle of an operation.
fn returns_handle(name: &str) -> bool {
    ["upc_mem", "bupc_mem", "upcx_"].iter().any(|prefix| name.starts_with(prefix))
        && (name.ends_with("_nb") || name.ends_with("_async"))
}
