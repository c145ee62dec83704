// SPDX-License-Identifier: Apache-2.0
//! The unit's text with calls replaced.
//!
//! A function's text stands behind a line marker with its own place, as a copy: the C compiler
//! gives its warnings about it where it is defined. What follows a call stands
//! behind a marker with its line, in its own column.

use rustc_hash::FxHashMap;
use upc_sema::print::type_text;
use upc_sema::types::{QualTy, TypeKind};
use upc_sema::unit::DeclId;
use upc_source::{LineMap, Span, Symbol, COPY};
use upc_syntax::ast::{DeclarationKind, ExprId, ExprKind, StmtId, StmtKind};

use super::calls::{Argument, Call, Caller, Way};
use super::functions::{returned, Found, Small};
use crate::facts::Exprs;
use crate::passes::new_text::{
    begin_place, continue_at, on_one_line, other_name, Moved, EXTENSION,
};
use crate::Facts;

pub(super) struct Writer<'x, 'a> {
    pub facts: &'x Facts<'a>,
    pub map: &'x LineMap,
    pub exprs: &'x Exprs,
    pub small: &'x Found<'a>,
    pub out: String,
    /// The stretches of the old text in the new one.
    pub moved: Vec<Moved>,
    /// For names of variables.
    pub number: u32,
}

/// The text that replaces the names of a function's parameters and variables.
type Names = FxHashMap<DeclId, String>;

impl<'a> Writer<'_, 'a> {
    /// The text of `span`, in which `taken` are taken in.
    pub fn edited(&mut self, caller: &Caller<'_, 'a>, span: Span, taken: &[Call]) {
        let mut at = span.start;
        for (i, call) in taken.iter().enumerate() {
            if call.span.start < at || !span.contains(call.span) {
                continue;
            }
            self.copy(Span::new(at, call.span.start));
            self.moved.push(Moved { old: call.span.start, new: self.out.len() as u32, bytes: 1 });
            self.call(caller, call, &taken[i + 1..]);
            at = call.span.end;
        }
        self.copy(Span::new(at, span.end));
    }

    /// The old text of `span`.
    pub fn copy(&mut self, span: Span) {
        let (old, new) = (span.start, self.out.len() as u32);
        self.moved.push(Moved { old, new, bytes: span.end - span.start });
        self.out.push_str(span.slice(self.facts.text));
    }

    /// Tells gcc that the function at `span` may have lost its last call.
    pub fn unused(&mut self, at: u32) {
        self.out.push_str("__attribute__((__unused__))");
        self.back(at);
    }

    /// Begins a line that belongs to the place of `offset`, in its column.
    fn place(&mut self, offset: u32, flag: &str) {
        begin_place(&mut self.out, self.map, offset, flag);
    }

    fn back(&mut self, offset: u32) {
        continue_at(&mut self.out, self.map, offset);
    }

    fn call(&mut self, caller: &Caller<'_, 'a>, call: &Call, inner: &[Call]) {
        let Some(Ok(small)) = self.small.get(&call.callee) else { return };
        let names = self.names(caller, call, small, inner);
        let last = call.span.end - 1;
        self.out.push(if call.is_statement { '{' } else { '(' });
        let variables = call.args.iter().any(|a| a.way == Way::Variable);
        if !call.is_statement && variables {
            self.place(small.def.span.start, COPY);
            self.open();
        }
        for (i, arg) in call.args.iter().enumerate().filter(|(_, a)| a.way == Way::Variable) {
            self.variable(caller, small, i, arg, &names, inner);
        }
        if call.is_statement {
            self.effects(small.items, &names);
        } else {
            self.value(small.items, small.result, &names, variables);
        }
        self.back(last);
        self.out.push(if call.is_statement { '}' } else { ')' });
    }

    /// Declares the variable that gets argument `i`.
    fn variable(
        &mut self,
        caller: &Caller<'_, 'a>,
        small: &Small,
        i: usize,
        arg: &Argument,
        names: &Names,
        inner: &[Call],
    ) {
        let (facts, p) = (self.facts, &small.params[i]);
        let DeclarationKind::Plain { declarators, .. } =
            &facts.ast.declarations[p.declaration].kind
        else {
            return;
        };
        let whole = facts.ast.declarations[p.declaration].span;
        let Some((_, name)) = declarators.first().and_then(|d| d.declarator.name) else { return };
        self.place(small.def.span.start, COPY);
        self.line(Span::new(whole.start, name.start));
        let own = facts.names.name(facts.unit.decls[p.decl].name);
        self.out.push_str(names.get(&p.decl).map_or(own, |n| n));
        self.line(Span::new(name.end, whole.end));
        self.out.push_str(" = (");
        let span = facts.span(arg.expr);
        self.back(span.start);
        self.edited(caller, span, inner);
        self.place(small.def.span.start, COPY);
        self.out.push_str("); ");
    }

    /// The text of `span` on one line.
    fn line(&mut self, span: Span) {
        self.out.push_str(&on_one_line(span, self.facts.text));
    }

    /// The text that replaces the function's names: an argument, or another name for a variable
    /// whose name an argument has.
    fn names(
        &mut self,
        caller: &Caller<'_, 'a>,
        call: &Call,
        small: &Small,
        inner: &[Call],
    ) -> Names {
        let facts = self.facts;
        let used = caller.names_in_arguments(call, inner);
        let mut names = Names::default();
        let mut variables: Vec<DeclId> = small.locals.clone();
        for (p, arg) in small.params.iter().zip(&call.args) {
            match arg.way {
                Way::Variable => variables.push(p.decl),
                way => {
                    names.insert(p.decl, self.written(arg.expr, p.decl, way));
                }
            }
        }
        for d in variables {
            let name: Symbol = facts.unit.decls[d].name;
            if used.contains(&name) {
                self.number += 1;
                names.insert(d, other_name(facts.names.name(name), self.number));
            }
        }
        names
    }

    fn written(&self, e: ExprId, parameter: DeclId, way: Way) -> String {
        let facts = self.facts;
        let text = on_one_line(facts.span(e), facts.text);
        let primary = matches!(
            facts.expr_node(e).kind,
            ExprKind::Ident(_)
                | ExprKind::Number
                | ExprKind::Paren(_)
                | ExprKind::Threads
                | ExprKind::MyThread
        );
        let text = if primary { text } else { format!("({text})") };
        match way {
            Way::Converted => {
                let ty = QualTy::plain(facts.unit.decls[parameter].ty.ty);
                format!("(({}){text})", type_text(facts.types, facts.names, ty))
            }
            _ => text,
        }
    }

    /// The value of the body `items`; `open`: in a statement expression, which ends here.
    fn value(&mut self, items: &[StmtId], ty: QualTy, names: &Names, open: bool) {
        let facts = self.facts;
        let plain = items.iter().take_while(|&&s| !self.returns(s)).count();
        if plain > 0 && !open {
            self.open();
        }
        for &s in &items[..plain] {
            self.renamed(facts.ast.stmts[s].span, names);
            self.out.push(' ');
        }
        self.last_value(&items[plain..], ty, names);
        if plain > 0 || open {
            self.out.push_str("; })");
        }
    }

    /// The value of `items`, the first of which returns one.
    fn last_value(&mut self, items: &[StmtId], ty: QualTy, names: &Names) {
        let facts = self.facts;
        let Some((&first, rest)) = items.split_first() else { return };
        match facts.ast.stmts[first].kind {
            StmtKind::Return(Some(e)) => self.result(e, ty, names),
            StmtKind::If { cond, then, otherwise } if returned(facts, then).is_some() => {
                self.cast(ty, false);
                self.out.push_str("((");
                self.renamed(facts.span(cond), names);
                self.out.push_str(") ? ");
                let (yes, no) = (returned(facts, then), otherwise.map(|s| returned(facts, s)));
                yes.flatten().into_iter().for_each(|e| self.result(e, ty, names));
                self.out.push_str(" : ");
                match no {
                    Some(no) => {
                        no.flatten().into_iter().for_each(|e| self.result(e, ty, names));
                    }
                    None => self.value(rest, ty, names, false),
                }
                self.out.push(')');
            }
            _ => {}
        }
    }

    /// Begins a statement expression.
    fn open(&mut self) {
        self.out.push_str(EXTENSION);
        self.out.push_str("({ ");
    }

    fn returns(&self, s: StmtId) -> bool {
        let span = self.facts.ast.stmts[s].span;
        self.facts.stmts_in(span).any(|s| matches!(s.kind, StmtKind::Return(_)))
    }

    /// The value of `e`, as a function of type `ty` returns it.
    fn result(&mut self, e: ExprId, ty: QualTy, names: &Names) {
        let same = self.facts.ty(e).is_some_and(|t| t.ty == ty.ty);
        self.cast(ty, same);
        self.out.push('(');
        self.renamed(self.facts.span(e), names);
        self.out.push(')');
    }

    fn cast(&mut self, ty: QualTy, same: bool) {
        let facts = self.facts;
        if !same && matches!(facts.types.kind(ty.ty), TypeKind::Int(_) | TypeKind::Float(_)) {
            let text = type_text(facts.types, facts.names, QualTy::plain(ty.ty));
            self.out.push_str(&format!("({text})"));
        }
    }

    /// The statements `items` of a function without a value.
    fn effects(&mut self, items: &[StmtId], names: &Names) {
        let facts = self.facts;
        let Some((&first, rest)) = items.split_first() else { return };
        match facts.ast.stmts[first].kind {
            StmtKind::Return(_) => {}
            StmtKind::If { cond, then, .. } if returned(facts, then).is_some() => {
                self.out.push_str("if (");
                self.renamed(facts.span(cond), names);
                self.out.push_str(") ; else { ");
                self.effects(rest, names);
                self.out.push_str(" } ");
            }
            _ => {
                self.renamed(facts.ast.stmts[first].span, names);
                self.out.push(' ');
                self.effects(rest, names);
            }
        }
    }

    /// The function's text of `span`, at its own place, with `names`.
    fn renamed(&mut self, span: Span, names: &Names) {
        let facts = self.facts;
        self.place(span.start, COPY);
        let mut at = span.start;
        let expressions = self.exprs.within(facts, span).filter_map(|e| {
            let decl = facts.unit.ident.get(&e)?;
            matches!(facts.expr_node(e).kind, ExprKind::Ident(_)).then_some((facts.span(e), *decl))
        });
        let declared = facts.order().decls_in(span).map(|d| (facts.unit.decls[d].span, d));
        let mut places: Vec<(Span, DeclId)> = expressions.chain(declared).collect();
        places.sort_by_key(|p| p.0.start);
        for (place, decl) in places {
            if let Some(name) = names.get(&decl) {
                self.own_text(Span::new(at, place.start));
                self.out.push_str(name);
                at = place.end;
            }
        }
        self.own_text(Span::new(at, span.end));
    }

    /// The function's text of `span`; line markers in it get the flag of a copy in place of theirs,
    /// which may mark what a system header's macro stands for.
    fn own_text(&mut self, span: Span) {
        for line in span.slice(self.facts.text).split_inclusive('\n') {
            match line.rfind('"') {
                Some(end) if line.starts_with("# ") => {
                    self.out.push_str(&format!("{}{COPY}\n", &line[..=end]));
                }
                _ => self.out.push_str(line),
            }
        }
    }
}
