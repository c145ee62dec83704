// SPDX-License-Identifier: Apache-2.0
//! Statements (C 6.8): types of their expressions, labels, jumps.

use rustc_hash::FxHashMap;
use upc_source::{Diagnostic, ErrorName, Span, Symbol};
use upc_syntax::ast::{Affinity, ExprId, ForInit, FunctionDef, StmtId, StmtKind};

use crate::check::assign::Context;
use crate::check::collective_in_branch::Collective;
use crate::check::Check;
use crate::decl::{Named, Place};
use crate::types::{IntKind, QualTy, Quals};
use crate::unit::{DeclKind, Linkage};

/// A statement that `break` or `continue` may leave.
#[derive(Clone, Copy, Debug)]
enum Breakable {
    Loop,
    Switch,
    Forall(OpenForall),
}

/// A upc_forall statement around the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenForall {
    /// The place of the keyword.
    pub span: Span,
    /// It has an affinity that distributes its iterations.
    pub controlling: bool,
}

/// An open switch.
#[derive(Default)]
struct Switch {
    /// Promoted type of the controlling expression.
    kind: Option<IntKind>,
    /// Label values (low, high) with their places.
    cases: Vec<(i128, i128, Span)>,
    default: Option<Span>,
    /// Number of open upc_forall at the switch: a label deeper inside jumps into a loop.
    foralls: usize,
}

/// The targets of control flow in one function.
#[derive(Default)]
pub(crate) struct Flow {
    breakable: Vec<Breakable>,
    switches: Vec<Switch>,
    /// Open upc_forall statements, outermost first.
    foralls: Vec<OpenForall>,
    labels: FxHashMap<Symbol, (Span, Vec<OpenForall>)>,
    gotos: Vec<(Symbol, Span, Vec<OpenForall>, bool)>,
    /// `__label__` gives labels block scope: names may repeat.
    local_labels: bool,
    /// Barriers and calls of collective functions, in the order of the text.
    pub collectives: Vec<Collective>,
}

impl Flow {
    /// The innermost open upc_forall that distributes its iterations.
    pub fn controlling_forall(&self) -> Option<Span> {
        self.breakable.iter().rev().find_map(|b| match b {
            Breakable::Forall(OpenForall { controlling: true, span }) => Some(*span),
            _ => None,
        })
    }
}

impl Check<'_> {
    /// The control state of the function; bodies only.
    pub fn flow(&mut self) -> &mut Flow {
        let name = Symbol(0);
        let ret = QualTy::plain(self.types.common.void);
        &mut self
            .func
            .get_or_insert_with(|| crate::decl::function::FunctionCx {
                name,
                ret,
                variadic: true,
                flow: Flow::default(),
            })
            .flow
    }

    /// The body of a function: its outermost block shares the parameters' scope (C 6.2.1p4).
    pub fn body_statements(&mut self, body: StmtId) {
        let ast = self.ast;
        match &ast.stmts[body].kind {
            StmtKind::Compound(list) => list.iter().for_each(|&s| self.statement(s)),
            _ => self.statement(body),
        }
    }

    pub fn statement(&mut self, s: StmtId) {
        let span = self.ast.stmts[s].span;
        self.nested(span, |c| c.statement_kind(s));
    }

    fn statement_kind(&mut self, s: StmtId) {
        let ast = self.ast;
        let span = ast.stmts[s].span;
        match &ast.stmts[s].kind {
            StmtKind::Expr(e) => {
                if !self.is_declaration_of_unknown_type(*e) {
                    let ty = self.expr(*e);
                    self.warn_of_lost_handle(*e, ty);
                }
            }
            StmtKind::Compound(list) => self.scoped(|c| list.iter().for_each(|&s| c.statement(s))),
            StmtKind::Declaration(d) => self.declaration(*d, false),
            StmtKind::NestedFunction(def) => self.nested_function(def),
            StmtKind::If { .. } => self.if_chain(s),
            StmtKind::Switch { cond, body } => self.switch(*cond, *body),
            StmtKind::While { cond, body } => {
                self.condition(*cond);
                self.breakable(Breakable::Loop, *body);
                self.endless_wait(span, *cond, None, *body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.breakable(Breakable::Loop, *body);
                self.condition(*cond);
                self.endless_wait(span, *cond, None, *body);
            }
            StmtKind::DoOnce { body, cond } => {
                self.statement(*body);
                self.condition(*cond);
            }
            StmtKind::For { init, cond, step, body } => self.scoped(|c| {
                c.loop_clauses(init, *cond, *step);
                c.breakable(Breakable::Loop, *body);
                if let Some(cond) = *cond {
                    c.endless_wait(span, cond, *step, *body);
                }
            }),
            StmtKind::UpcForall { init, cond, step, affinity, body } => self.scoped(|c| {
                c.loop_clauses(init, *cond, *step);
                c.affinity(*affinity);
                let controlling = matches!(affinity, Affinity::Expr(_));
                let keyword = Span::new(span.start, span.start + "upc_forall".len() as u32);
                c.breakable(Breakable::Forall(OpenForall { controlling, span: keyword }), *body);
            }),
            StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default { .. } => {
                self.labelled(s)
            }
            StmtKind::Goto(name) => self.use_label(*name, span, false),
            StmtKind::GotoComputed(e) => {
                let t = self.value(*e);
                if !self.types.is_unjudged(t.ty)
                    && (!self.types.is_pointer(t.ty) || self.types.is_pts(t.ty))
                {
                    let message =
                        format!("goto needs the address of a label, this is {}", self.show(t));
                    self.error(ErrorName::OperandTypes, self.span(*e), message);
                }
            }
            StmtKind::Continue => self.continue_statement(span),
            StmtKind::Break => self.break_statement(span),
            StmtKind::Return(e) => self.return_statement(*e, span),
            StmtKind::Asm { operands } => operands.iter().for_each(|&e| self.asm_operand(e)),
            StmtKind::LocalLabels => self.flow().local_labels = true,
            StmtKind::UpcBarrier(e) => self.barrier("upc_barrier", *e, span),
            StmtKind::UpcNotify(e) => self.barrier("upc_notify", *e, span),
            StmtKind::UpcWait(e) => self.barrier("upc_wait", *e, span),
            StmtKind::UpcFence | StmtKind::Empty | StmtKind::Passed | StmtKind::Error => {}
        }
    }

    /// A GNU nested function is refused; its name is declared, so that its calls raise no further
    /// message.
    fn nested_function(&mut self, def: &FunctionDef) {
        let at = def.declarator.span;
        let message = "nested functions are not supported";
        let d = Diagnostic::error(ErrorName::NestedFunction, at, message);
        self.report(d.help("move it to file scope and pass what it uses"));
        let storage = def.specs.storage;
        let base = self.specs_type(&def.specs);
        let place = Place::Name { storage, file_scope: false };
        let ty = self.declarator_type(base, &def.declarator, place);
        if let Some((name, span)) = def.declarator.name {
            let named = Named { name, span };
            let id = self.new_decl(named, ty, DeclKind::Function, storage, Linkage::None);
            self.scopes.insert(name, id);
        }
    }

    /// `if ... else if ... else if ...`, which generated programs write by the thousand.
    fn if_chain(&mut self, s: StmtId) {
        let ast = self.ast;
        let (mut at, mut scopes) = (s, 0u32);
        let mut branches = Vec::new();
        while let StmtKind::If { cond, then, otherwise } = ast.stmts[at].kind {
            self.condition(cond);
            branches.push(self.branch(Some(cond), then, |c| {
                c.executed_if(cond, true, |c| c.scoped(|c| c.statement(then)));
            }));
            let Some(next) = otherwise else { break };
            self.scopes.push();
            scopes += 1;
            if !matches!(ast.stmts[next].kind, StmtKind::If { .. }) {
                branches.push(
                    self.branch(None, next, |c| c.executed_if(cond, false, |c| c.statement(next))),
                );
                break;
            }
            at = next;
        }
        (0..scopes).for_each(|_| self.scopes.pop());
        self.check_branches(&branches);
    }

    /// A statement under any number of labels.
    fn labelled(&mut self, s: StmtId) {
        let ast = self.ast;
        let mut at = s;
        loop {
            let span = ast.stmts[at].span;
            at = match ast.stmts[at].kind {
                StmtKind::Label { name, name_span, body } => {
                    self.define_label(name, name_span);
                    body
                }
                StmtKind::Case { value, upper, body } => {
                    self.case(value, upper, span);
                    body
                }
                StmtKind::Default { body } => {
                    self.default_label(span);
                    body
                }
                _ => return self.statement(at),
            };
        }
    }

    /// An operand of `asm`: an input in a register takes a shared object's value; an output or
    /// memory operand is a place of this machine.
    fn asm_operand(&mut self, e: ExprId) {
        self.expr(e);
        if self.is_shared_value(e)
            && asm_constraint(self.text, self.span(e)).map_or(true, is_place_constraint)
        {
            let help = "copy it to a private variable before or after";
            self.report(
                Diagnostic::error(
                    ErrorName::UpcPrivateOnly,
                    self.span(e),
                    "an operand of asm cannot be shared",
                )
                .help(help),
            );
        }
    }

    fn barrier(&mut self, word: &'static str, value: Option<ExprId>, span: Span) {
        self.barrier_value(word, value);
        self.check_barrier_place(word, span);
        self.note_collective(word, Span::new(span.start, span.start + word.len() as u32));
    }

    fn scoped(&mut self, f: impl FnOnce(&mut Self)) {
        self.scopes.push();
        f(self);
        self.scopes.pop();
    }

    fn loop_clauses(&mut self, init: &ForInit, cond: Option<ExprId>, step: Option<ExprId>) {
        match *init {
            ForInit::None => {}
            ForInit::Expr(e) => {
                self.expr(e);
            }
            ForInit::Declaration(d) => self.declaration(d, true),
        }
        if let Some(c) = cond {
            self.condition(c);
        }
        if let Some(s) = step {
            self.expr(s);
        }
    }

    fn breakable(&mut self, kind: Breakable, body: StmtId) {
        self.flow().breakable.push(kind);
        if let Breakable::Forall(loop_) = kind {
            self.flow().foralls.push(loop_);
        }
        self.perhaps_executed(|c| c.scoped(|c| c.statement(body)));
        self.flow().breakable.pop();
        if let Breakable::Forall(_) = kind {
            self.flow().foralls.pop();
        }
    }

    fn break_statement(&mut self, span: Span) {
        match self.flow().breakable.last().copied() {
            None => self.error(ErrorName::Jump, span, "break is not in a loop or switch"),
            Some(Breakable::Forall(at)) => self.leaves_forall("break", span, at),
            Some(_) => {}
        }
    }

    fn continue_statement(&mut self, span: Span) {
        let in_loop = self.flow().breakable.iter().any(|b| !matches!(b, Breakable::Switch));
        if !in_loop {
            self.error(ErrorName::Jump, span, "continue is not in a loop");
        }
    }

    /// A function that returns void returns `e`. As in gcc a void expression passes, and a value is
    /// a warning.
    fn value_to_void(&mut self, e: ExprId) {
        let t = self.rvalue(e);
        if !self.types.is_void(t.ty) && !self.types.is_opaque(t.ty) {
            let message = "this function returns void: the value is lost";
            self.warn("return-mismatch", self.span(e), message);
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        if let Some(&at) = self.flow().foralls.first() {
            self.leaves_forall("return", span, at);
        }
        let ret = self.func.as_ref().map_or(self.unknown(), |f| f.ret);
        let void = self.types.is_void(ret.ty);
        match value {
            Some(e) if void => self.value_to_void(e),
            Some(e) => {
                let to = QualTy { ty: ret.ty, quals: Quals::default() };
                self.assign_convert(to, e, Context::Return);
            }
            None if !void && !self.types.is_opaque(ret.ty) && !self.options.c89 => {
                let message =
                    format!("return without a value in a function that returns {}", self.show(ret));
                self.warn("return-mismatch", span, message);
            }
            None => {}
        }
    }

    // ------------------------------------------------------------ switch

    fn switch(&mut self, cond: ExprId, body: StmtId) {
        let t = self.value(cond);
        let promoted = self.promoted(cond, t);
        let kind = self.types.int_kind(promoted.ty);
        if kind.is_none() && !self.types.is_opaque(t.ty) {
            let message = format!("switch needs an integer, this is {}", self.show(t));
            self.error(ErrorName::OperandTypes, self.span(cond), message);
        }
        let foralls = self.flow().foralls.len();
        self.flow().switches.push(Switch { kind, foralls, ..Switch::default() });
        self.flow().breakable.push(Breakable::Switch);
        self.perhaps_executed(|c| c.scoped(|c| c.statement(body)));
        self.flow().breakable.pop();
        let done = self.flow().switches.pop();
        if let Some(s) = done {
            self.check_duplicates(s);
        }
    }

    fn case(&mut self, value: ExprId, upper: Option<ExprId>, span: Span) {
        let low = self.integer_constant(value, "value of a case label");
        let high = match upper {
            Some(u) => self.integer_constant(u, "value of a case label"),
            None => low,
        };
        self.check_label_place("case", span);
        let (at, Some(switch)) = (self.span(value), self.flow().switches.last()) else {
            self.error(ErrorName::Jump, span, "case is not in a switch");
            return;
        };
        let kind = switch.kind;
        let (Some(low), Some(high)) = (low, high) else { return };
        let wrap = |c: &Self, v| kind.map_or(v, |k| crate::consteval::wrap(c.types, v, k));
        let (low, high) = (wrap(self, low), wrap(self, high));
        if let Some(s) = self.flow().switches.last_mut() {
            s.cases.push((low, high, at));
        }
    }

    fn default_label(&mut self, span: Span) {
        self.check_label_place("default", span);
        let at = Span::new(span.start, span.start + "default".len() as u32);
        match self.flow().switches.last_mut().map(|s| s.default.replace(at)) {
            None => self.error(ErrorName::Jump, at, "default is not in a switch"),
            Some(Some(first)) => {
                self.report(
                    Diagnostic::error(ErrorName::Jump, at, "a second default in this switch")
                        .label(first, "the first one"),
                );
            }
            Some(None) => {}
        }
    }

    /// A label of a switch around upc_forall, in the loop's body, jumps into the loop.
    fn check_label_place(&mut self, word: &str, span: Span) {
        let flow = self.flow();
        let outside = flow.switches.last().map_or(0, |s| s.foralls);
        if let Some(&at) = flow.foralls.get(outside).filter(|_| !flow.switches.is_empty()) {
            let message =
                format!("this {word} label jumps into upc_forall: its effect is undefined");
            let d = Diagnostic::warning(
                "upc-forall-exit",
                Span::new(span.start, span.start + word.len() as u32),
                message,
            );
            self.report(d.rule("UPC 6.6.2p13").label(at.span, "this loop"));
        }
    }

    /// Ranges sorted by their low ends overlap where one begins before the last has ended.
    fn check_duplicates(&mut self, switch: Switch) {
        let mut cases = switch.cases;
        cases.sort_by_key(|&(low, _, at)| (low, at.start));
        let mut last: Option<(i128, Span)> = None;
        for (low, high, at) in cases {
            if let Some((end, first)) = last.filter(|&(end, _)| low <= end) {
                let (at, first) = if at.start > first.start { (at, first) } else { (first, at) };
                let message = format!("the value {low} has two case labels");
                self.report(
                    Diagnostic::error(ErrorName::Jump, at, message).label(first, "the first one"),
                );
                last = Some((end.max(high), first));
            } else {
                last = Some((high, at));
            }
        }
    }

    // ------------------------------------------------------------ labels

    fn define_label(&mut self, name: Symbol, span: Span) {
        let nest = self.flow().foralls.clone();
        let flow = self.flow();
        let local = flow.local_labels;
        if let Some((first, _)) = flow.labels.insert(name, (span, nest)) {
            if !local {
                let message = format!("the label '{}' is defined twice", self.name(name));
                self.report(
                    Diagnostic::error(ErrorName::Label, span, message)
                        .label(first, "first defined here"),
                );
            }
        }
    }

    /// Notes a `goto`, or a label whose address is taken.
    pub fn use_label(&mut self, name: Symbol, span: Span, address: bool) {
        let nest = self.flow().foralls.clone();
        self.flow().gotos.push((name, span, nest, address));
    }

    /// At the end of a function: jumps to labels that are missing, out of and into upc_forall.
    pub fn finish_labels(&mut self) {
        let Some(f) = self.func.as_mut() else { return };
        let flow = std::mem::take(&mut f.flow);
        for (name, span, from, address) in flow.gotos {
            match flow.labels.get(&name) {
                None => {
                    let message =
                        format!("the label '{}' is not defined in this function", self.name(name));
                    self.error(ErrorName::Label, span, message);
                }
                Some((_, to)) if !address => self.check_jump(span, &from, to),
                Some(_) => {}
            }
        }
    }

    fn check_jump(&mut self, span: Span, from: &[OpenForall], to: &[OpenForall]) {
        if let Some(&left) = from.iter().find(|f| !to.contains(f)) {
            self.leaves_forall("goto", span, left);
        } else if let Some(&entered) = to.iter().find(|t| !from.contains(t)) {
            let d = Diagnostic::warning(
                "upc-forall-exit",
                span,
                "goto enters upc_forall: its effect is undefined",
            );
            self.report(d.rule("UPC 6.6.2p13").label(entered.span, "this loop"));
        }
    }
}

/// The constraint before an operand of `asm`: `"=r" (operand)`, without its quotes.
fn asm_constraint(text: &str, operand: Span) -> Option<&str> {
    let before = text
        .get(..operand.start as usize)?
        .trim_end()
        .strip_suffix('(')?
        .trim_end()
        .strip_suffix('"')?;
    before.rsplit_once('"').map(|(_, constraint)| constraint)
}

fn is_place_constraint(constraint: &str) -> bool {
    let in_register = |c: char| c.is_ascii_digit() || "rRqQabcdSDgixyfw".contains(c);
    constraint.contains(['=', '+']) || !constraint.contains(in_register)
}
