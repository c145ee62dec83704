// SPDX-License-Identifier: Apache-2.0
//! Which calls loops take in, and how each of their arguments gets there.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::types::{QualTy, TypeKind};
use upc_sema::unit::{DeclId, DeclKind};
use upc_source::Span;
use upc_syntax::ast::{
    Affinity, BinaryOp, DeclarationKind, ExprId, ExprKind, ForInit, FunctionDef, Stmt, StmtId,
    StmtKind, UnaryOp,
};

use super::functions::{is_array, names_of, Found, Parameter, Small};
use super::Names;
use crate::facts::Exprs;
use crate::remarks::Obstacle;
use crate::Facts;

/// The most text, in bytes without blanks, that is taken into one function.
const MAX_TAKEN: usize = 16 << 10;

/// A call whose function's body takes its place.
pub(super) struct Call {
    pub callee: DeclId,
    /// The call, or the statement that consists of it.
    pub span: Span,
    pub is_statement: bool,
    pub args: Vec<Argument>,
    /// The innermost loop around it.
    pub around: Option<Span>,
}

pub(super) struct Argument {
    pub expr: ExprId,
    pub way: Way,
}

/// How the parameter of an argument is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// By the argument, which is the same whenever it is evaluated.
    Written,
    /// By the argument, converted to the parameter's type.
    Converted,
    /// By a variable that gets the value of the argument.
    Variable,
}

/// The calls of `small` functions in one function.
pub(super) struct Caller<'x, 'a> {
    pub facts: &'x Facts<'a>,
    pub exprs: &'x Exprs,
    pub small: &'x Found<'a>,
    pub def: &'a FunctionDef,
    /// Loops may take it in itself, so its calls outside loops count.
    pub is_small: bool,
}

impl Caller<'_, '_> {
    fn body(&self) -> Span {
        self.def.body_span
    }

    /// The calls to take in, in the order of the text; and the others, each with the reason.
    pub fn calls(&self) -> (Vec<Call>, Vec<(ExprId, Obstacle)>) {
        let facts = self.facts;
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        let mut called: Vec<ExprId> = Vec::new();
        for e in facts.writes().calls_in(self.body()) {
            if self.callee(e).is_some_and(|d| self.small.contains_key(&d)) {
                called.push(e);
            }
        }
        if called.is_empty() {
            return (taken, left);
        }
        let loops: Vec<Span> =
            facts.stmts_in(self.body()).filter(|s| s.kind.is_loop()).map(|s| s.span).collect();
        let (fixed, affinities) = (self.unevaluated(), self.affinities());
        let statements = self.statements();
        let own = self.own_names();
        let subscripts = match called.iter().any(|&e| self.computes(e)) {
            true => self.subscripts(&affinities),
            false => Vec::new(),
        };
        let mut size = 0;
        for e in called {
            let span = facts.span(e);
            let around = loops.iter().filter(|l| l.contains(span)).min_by_key(|l| l.end - l.start);
            let inside = |spans: &[Span]| spans.iter().any(|s| s.contains(span));
            let stays = match self.computes(e) {
                true => !(inside(&subscripts) && self.is_seen_through(e, around)),
                false => inside(&affinities),
            };
            if around.is_none() && !self.is_small || inside(&fixed) || stays {
                continue;
            }
            let fits = |call: Call| {
                size += self.small_of(call.callee).map_or(0, |s| s.size);
                if size <= MAX_TAKEN {
                    return Ok(Call { around: around.copied(), ..call });
                }
                Err(Obstacle::new(format!(
                    "more than {MAX_TAKEN} bytes of text would be taken into this function"
                )))
            };
            match self.call(e, &statements, &own).and_then(fits) {
                Ok(call) => taken.push(call),
                Err(why) => left.push((e, why)),
            }
        }
        // The text that takes the place of a parameter still has its calls: they are the next.
        let written: Vec<Span> = taken.iter().flat_map(|c| self.written(c)).collect();
        taken.retain(|c| !written.iter().any(|w| w.contains(c.span)));
        (taken, left)
    }

    /// The arguments of `call` that replace parameters.
    fn written<'c>(&'c self, call: &'c Call) -> impl Iterator<Item = Span> + 'c {
        let written = call.args.iter().filter(|a| a.way != Way::Variable);
        written.map(|a| self.facts.span(a.expr))
    }

    pub fn callee(&self, call: ExprId) -> Option<DeclId> {
        let ExprKind::Call { callee, .. } = self.facts.expr_node(call).kind else { return None };
        let name = self.facts.bare(callee);
        matches!(self.facts.expr_node(name).kind, ExprKind::Ident(_))
            .then(|| self.facts.unit.ident.get(&name).copied())?
    }

    fn small_of(&self, callee: DeclId) -> Option<&Small<'_>> {
        self.small.get(&callee).and_then(|s| s.as_ref().ok())
    }

    /// Whether `call` is one of a function without shared accesses that may be taken in.
    pub fn computes(&self, call: ExprId) -> bool {
        self.callee(call).and_then(|d| self.small_of(d)).is_some_and(|s| s.computes)
    }

    fn call(
        &self,
        e: ExprId,
        statements: &FxHashMap<ExprId, StmtId>,
        own: &Names,
    ) -> Result<Call, Obstacle> {
        let facts = self.facts;
        let no = |why: &str| Err(Obstacle::new(why));
        let callee = self.callee(e).unwrap_or(DeclId(0));
        let small = match &self.small[&callee] {
            Ok(small) => small,
            Err(why) => return Err(why.clone()),
        };
        let span = facts.span(e);
        let ExprKind::Call { args, .. } = &facts.expr_node(e).kind else { return no("no call") };
        if small.def.span.end > span.start {
            return no("its body comes after the call");
        }
        if args.len() != small.params.len() {
            return no("the numbers of arguments and parameters differ");
        }
        if facts.ast.strict_at(span.start) != small.strict {
            return no("'#pragma upc strict' holds at one of both places only");
        }
        if let Some(name) = small.free.iter().find(|n| own.contains(n)) {
            let name = facts.names.name(*name);
            return no(&format!("'{name}' in it is another one here"));
        }
        if has_lines(span.slice(facts.text)) {
            return no("there is a directive in the call");
        }
        let statement = statements.get(&e).copied();
        let void = facts.types.is_void(small.result.ty);
        if void != statement.is_some() {
            return no(match void {
                true => "the call is part of an expression",
                false => "its value is not used",
            });
        }
        let mut given = Vec::new();
        for (&arg, p) in args.iter().zip(&small.params) {
            given.push(Argument { expr: arg, way: self.way(arg, p, small.computes)? });
        }
        let span = statement.map_or(span, |s| facts.ast.stmts[s].span);
        Ok(Call { callee, span, is_statement: void, args: given, around: None })
    }

    /// `plain`: the function computes, and a subscript must not become statements.
    fn way(&self, arg: ExprId, p: &Parameter, plain: bool) -> Result<Way, Obstacle> {
        let facts = self.facts;
        let ty = facts.unit.decls[p.decl].ty;
        let Some(given) = facts.ty(arg) else {
            return Err(Obstacle::new("the type of an argument is not known"));
        };
        let same = self.is_same(arg, given, ty);
        if !(same || facts.types.is_real(given.ty) && facts.types.is_real(ty.ty)) {
            return Err(Obstacle::new("an argument is converted to a pointer of another type"));
        }
        let read_once = || plain && p.once && self.reads(arg, p.decl);
        if !p.changes && (self.stays(arg) || read_once()) {
            match facts.types.kind(ty.ty) {
                _ if same => return Ok(Way::Written),
                TypeKind::Int(_) | TypeKind::Float(_) => return Ok(Way::Converted),
                _ => {}
            }
        }
        if plain {
            let why = "an argument has an effect, or is used twice and may change between";
            return Err(Obstacle::new(why));
        }
        match &facts.ast.declarations[p.declaration].kind {
            DeclarationKind::Plain { declarators, .. }
                if declarators.iter().all(|d| !is_array(&d.declarator.chunks)) =>
            {
                Ok(Way::Variable)
            }
            _ => Err(Obstacle::new("an argument for an array is no name")),
        }
    }

    /// Whether the value of `arg`, of type `given`, has the type `ty`.
    fn is_same(&self, arg: ExprId, given: QualTy, ty: QualTy) -> bool {
        match self.facts.types.pointee(ty.ty) {
            Some(p) => self.facts.pointee(arg) == Some(p),
            None => given.ty == ty.ty,
        }
    }

    /// Whether `e` has the same value wherever it is evaluated in place of the call, and does
    /// nothing else: it reads only variables of this function that nobody has the address of.
    fn stays(&self, e: ExprId) -> bool {
        let facts = self.facts;
        match facts.expr_node(e).kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            ExprKind::Ident(_) => facts.unit.ident.get(&e).is_some_and(|&d| {
                matches!(facts.unit.decls[d].kind, DeclKind::Enumerator(_))
                    || facts.is_array(e)
                        && !facts.types.is_variably_modified(facts.unit.decls[d].ty.ty)
                    || facts.is_own_variable(d)
                        && facts.types.is_scalar(facts.unit.decls[d].ty.ty)
                        && !facts.writes().is_addressed(d)
            }),
            ExprKind::Paren(x) => self.stays(x),
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => self.stays(operand),
            ExprKind::Cast { operand, .. } => {
                facts.repr(e).is_none()
                    && facts.ty(e).is_some_and(|t| facts.types.is_real(t.ty))
                    && self.stays(operand)
            }
            ExprKind::Binary { op, left, right } => {
                !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr)
                    && facts.pointee(e).is_none()
                    && facts.pointee(left).is_none()
                    && facts.pointee(right).is_none()
                    && self.stays(left)
                    && self.stays(right)
            }
            _ => false,
        }
    }

    /// Whether `e` only reads private data, not the parameter `p`, and calls functions that do.
    fn reads(&self, e: ExprId, p: DeclId) -> bool {
        let facts = self.facts;
        match &facts.expr_node(e).kind {
            ExprKind::Call { args, .. } => {
                self.computes(e) && args.iter().all(|&a| self.reads(a, p))
            }
            ExprKind::Paren(x) => self.reads(*x, p),
            ExprKind::Binary { left, right, .. } => self.reads(*left, p) && self.reads(*right, p),
            _ => facts.is_quiet(e, p),
        }
    }

    /// The affinities of loops.
    fn affinities(&self) -> Vec<Span> {
        let facts = self.facts;
        let affinity = |s: &Stmt| match s.kind {
            StmtKind::UpcForall { affinity: Affinity::Expr(e), .. } => Some(facts.span(e)),
            _ => None,
        };
        facts.stmts_in(self.body()).filter_map(affinity).collect()
    }

    /// Subscripts of shared data, the values of variables in them, and what controls loops with
    /// such subscripts: `affinities` and other clauses.
    fn subscripts(&self, affinities: &[Span]) -> Vec<Span> {
        let facts = self.facts;
        let elements = facts.writes().elements_in(self.body());
        let indices = elements.filter_map(|e| Some(facts.span(facts.pointer_and_index(e)?.1)));
        let mut found: Vec<Span> = indices.collect();
        let mut controls = affinities.to_vec();
        for s in facts.stmts_in(self.body()) {
            let (init, cond) = match &s.kind {
                StmtKind::For { init, cond, .. } | StmtKind::UpcForall { init, cond, .. } => {
                    (init, cond)
                }
                _ => continue,
            };
            if found.iter().any(|f| s.span.contains(*f)) {
                controls.extend(cond.map(|e| facts.span(e)));
                controls.extend(match init {
                    ForInit::Expr(e) => Some(facts.span(*e)),
                    ForInit::Declaration(d) => Some(facts.ast.declarations[*d].span),
                    ForInit::None => None,
                });
            }
        }
        found.extend(controls);
        let named: FxHashSet<DeclId> = found
            .iter()
            .flat_map(|&span| self.exprs.within(facts, span))
            .filter_map(|e| facts.unit.ident.get(&e).copied())
            .filter(|&d| facts.is_own_variable(d))
            .collect();
        let values = named.iter().flat_map(|&d| facts.writes().known_values(d));
        found.extend(values.map(|e| facts.span(e)));
        found
    }

    /// Whether the other passes understand the value of `call` in the loop `around`: that of a
    /// branch must be the same each time. With 1 thread the C compiler inlines branches better.
    fn is_seen_through(&self, call: ExprId, around: Option<&Span>) -> bool {
        let facts = self.facts;
        let branches = self.callee(call).and_then(|d| self.small_of(d)).is_some_and(|s| s.branches);
        let mut named = self.exprs.within(facts, facts.span(call));
        let changes = around.is_some_and(|l| named.any(|e| self.is_written(e, *l)));
        !branches || !changes && facts.types.threads != Some(1)
    }

    fn is_written(&self, e: ExprId, span: Span) -> bool {
        let facts = self.facts;
        facts.unit.ident.get(&e).is_some_and(|&d| facts.writes().is_written_in(d, span))
    }

    /// Places in the caller that are not evaluated, or not where they stand.
    fn unevaluated(&self) -> Vec<Span> {
        let facts = self.facts;
        let mut found = Vec::new();
        for e in self.exprs.within(facts, self.body()) {
            if matches!(
                facts.expr_node(e).kind,
                ExprKind::SizeofExpr { .. }
                    | ExprKind::SizeofType { .. }
                    | ExprKind::Generic { .. }
                    | ExprKind::ChooseExpr { .. }
                    | ExprKind::Offsetof { .. }
                    | ExprKind::TypesCompatible(..)
                    | ExprKind::AssertType { .. }
                    | ExprKind::BuiltinCall { .. }
                    | ExprKind::CompoundLiteral { .. }
            ) {
                found.push(facts.span(e));
            }
            if let ExprKind::Cast { ty, .. } = facts.expr_node(e).kind {
                found.push(facts.ast.type_names[ty].span);
            }
        }
        for s in facts.stmts_in(self.body()) {
            match &s.kind {
                StmtKind::Asm { .. } | StmtKind::NestedFunction(_) => found.push(s.span),
                _ => {}
            }
        }
        for d in facts.ast.declarations.iter().filter(|d| self.body().contains(d.span)) {
            if let DeclarationKind::Plain { specs, declarators } = &d.kind {
                found.push(specs.span);
                found.extend(declarators.iter().map(|d| d.declarator.span));
            }
        }
        found
    }

    /// The statements that consist of one call.
    fn statements(&self) -> FxHashMap<ExprId, StmtId> {
        let facts = self.facts;
        let call = |s: StmtId| match facts.ast.stmts[s].kind {
            StmtKind::Expr(e) => Some((facts.bare(e), s)),
            _ => None,
        };
        facts.order().stmt_ids_in(facts.ast, self.body()).filter_map(call).collect()
    }

    /// The names that the caller declares.
    fn own_names(&self) -> Names {
        let facts = self.facts;
        let declared = facts.order().decls_in(self.def.span).map(|d| &facts.unit.decls[d]);
        let local = declared.filter(|d| !d.file_scope).map(|d| d.name);
        let tags =
            facts.types.tags.iter().filter(|t| !t.file_scope && self.def.span.contains(t.span));
        local.chain(tags.filter_map(|t| t.name)).collect()
    }

    /// The names in the text that takes the place of the arguments of `call`.
    pub fn names_in_arguments(&self, call: &Call, taken: &[Call]) -> Names {
        let facts = self.facts;
        let mut names: Names = FxHashSet::default();
        for arg in &call.args {
            let span = facts.span(arg.expr);
            names.extend(names_of(facts, self.exprs, span));
            for inner in taken.iter().filter(|c| span.contains(c.span)) {
                names.extend(self.small_of(inner.callee).iter().flat_map(|s| s.free.iter()));
            }
        }
        names
    }
}

/// Whether `text` has a line of the preprocessor.
fn has_lines(text: &str) -> bool {
    text.lines().skip(1).any(|l| l.trim_start().starts_with("#pragma"))
}
