// SPDX-License-Identifier: Apache-2.0
//! Loops that may wait for shared memory by way of private variables and of functions: `while
//! (!done) { int r = flag; if (r) done = 1; }`, `while (!done) done = seen();`. What depends on
//! shared memory is followed through assignments, initialisers, branches and jumps; what is stored
//! by pointers, into aggregates, or to variables that others may change counts as one object.

use rustc_hash::FxHashSet;
use upc_sema::unit::{DeclId, DeclKind};
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, Stmt, StmtId, StmtKind};

use super::jumps::Jump;
use super::Facts;

/// Copies from shared memory to private by the code of an inline function.
const COPY: &str = "upc_memget";

impl Facts<'_> {
    /// Whether `span` calls a function of the unit that may access shared memory, which the C
    /// compiler may take in or find only to read, or copies from shared memory. Functions of system
    /// headers may if they reach UPC.
    pub(crate) fn calls_shared_in(&self, span: Span) -> bool {
        let mut called = self.writes().calls_in(span).filter_map(|c| self.called_function(c));
        called.any(|f| self.may_access_shared(f))
    }

    pub(super) fn may_access_shared(&self, function: DeclId) -> bool {
        let d = &self.unit.decls[function];
        let upc = || !d.system || self.unit.reaching_upc.contains(&d.name);
        d.defined && !self.unit.unshared.contains(&function) && upc()
            || self.names.name(d.name) == COPY
    }

    /// Whether the value of the controlling expression `cond` of the loop `s` may depend on what
    /// earlier iterations found in shared memory. If the third clause changes a variable of `cond`,
    /// only values that are assigned count, no branches.
    pub(crate) fn ends_by_what_it_found(&self, s: StmtId, cond: Span) -> bool {
        let span = self.ast.stmts[s].span;
        let finds = |text| !self.shared_lvalues_in(text).is_empty() || self.calls_shared_in(text);
        let Some((step, body)) = self.step_and_body(s).filter(|_| finds(span)) else {
            return false;
        };
        let (repeated, writes) = ([Some(body), step, Some(cond)], self.writes());
        let counts = |d| step.is_some_and(|step| writes.is_written_in(d, step));
        let branches = !writes.mentioned_in(cond).any(counts);
        let mut found = Found::new(self, &finds);
        found.memory = branches && repeated.iter().flatten().any(|&r| self.calls_shared_in(r));
        found.follow(self.flows_in(span, repeated.into_iter().flatten(), branches));
        found.is_in(cond, false)
    }

    /// The third clause and the body of the loop `s`.
    pub(super) fn step_and_body(&self, s: StmtId) -> Option<(Option<Span>, Span)> {
        let (step, body) = match self.ast.stmts[s].kind {
            StmtKind::For { step, body, .. } => (step, body),
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => (None, body),
            _ => return None,
        };
        Some((step.map(|e| self.span(e)), self.ast.stmts[body].span))
    }

    /// How what is found in shared memory spreads in the `repeated` parts of the loop at `whole`.
    pub(super) fn flows_in(
        &self,
        whole: Span,
        repeated: impl Iterator<Item = Span>,
        branches: bool,
    ) -> Vec<Flow> {
        let mut flows = Vec::new();
        let skips = if branches { self.skips_in(whole) } else { Vec::new() };
        for part in repeated {
            for e in self.exprs().within(self, part) {
                self.flow_of_expression(e, branches, &mut flows);
            }
            for s in self.stmts_in(part) {
                self.flow_of_statement(s, &skips, branches, &mut flows);
            }
        }
        flows
    }

    fn flow_of_expression(&self, e: ExprId, branches: bool, flows: &mut Vec<Flow>) {
        let mut branch = |cond: ExprId, to: ExprId| {
            if branches {
                flows.push(Flow { from: self.span(cond), to: Target::Text(self.span(to)) });
            }
        };
        match self.expr_node(e).kind {
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, left, right } => {
                branch(left, right);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                then.into_iter().chain([otherwise]).for_each(|x| branch(cond, x));
            }
            ExprKind::Assign { left, right, .. } => {
                let name = self.unit.ident.get(&self.bare(left)).copied();
                let to = match name {
                    Some(d) => Target::Name(d),
                    None if self.is_shared_lvalue(left) => return,
                    None => Target::Memory,
                };
                flows.push(Flow { from: self.span(right), to });
            }
            _ => {}
        }
    }

    fn flow_of_statement(&self, s: &Stmt, skips: &[Skip], branches: bool, flows: &mut Vec<Flow>) {
        if let StmtKind::Declaration(_) = s.kind {
            flows.push(Flow { from: s.span, to: Target::Declared(s.span) });
        }
        if let Some(cond) = controls(&s.kind).filter(|_| branches) {
            let first = skips.partition_point(|skip| skip.jump.start < s.span.start);
            let inside = skips[first..].iter().take_while(|skip| s.span.contains(skip.jump));
            let mut skipped: Vec<Span> = inside.map(|skip| skip.text).collect();
            skipped.push(s.span);
            skipped.sort_by_key(|text| (text.start, text.end));
            skipped.dedup();
            let from = self.span(cond);
            flows.extend(skipped.into_iter().map(|to| Flow { from, to: Target::Text(to) }));
        }
    }

    /// The jumps in the loop at `whole`, in the order of the text, each with the text that it keeps
    /// from being executed if the loop goes on.
    fn skips_in(&self, whole: Span) -> Vec<Skip> {
        use StmtKind::{Break, Continue, Goto, GotoComputed};
        let skipped = |jump: &Jump| {
            let target = jump.target.map(|s| s.span);
            let after = Span::new(jump.stmt.span.end, whole.end);
            match jump.stmt.kind {
                Goto(_) | GotoComputed(_) => Some(whole),
                Break => target.filter(|&s| s != whole),
                Continue => target.map(|s| if s == whole { after } else { s }),
                _ => None,
            }
        };
        let skip = |jump: &Jump| Some(Skip { jump: jump.stmt.span, text: skipped(jump)? });
        self.jumps_in(whole).iter().filter_map(skip).collect()
    }
}

/// The controlling expression of a branch or loop.
pub(super) fn controls(kind: &StmtKind) -> Option<ExprId> {
    match *kind {
        StmtKind::If { cond, .. }
        | StmtKind::Switch { cond, .. }
        | StmtKind::While { cond, .. }
        | StmtKind::DoWhile { cond, .. }
        | StmtKind::For { cond: Some(cond), .. } => Some(cond),
        _ => None,
    }
}

/// A jump, and text that it skips.
struct Skip {
    jump: Span,
    text: Span,
}

/// If what is in the text `from` depends on shared memory, so does `to`.
pub(super) struct Flow {
    from: Span,
    to: Target,
}

#[derive(Clone, Copy)]
enum Target {
    Name(DeclId),
    /// Whatever this text changes.
    Text(Span),
    /// The variables that it declares.
    Declared(Span),
    Memory,
}

/// The private variables that depend on shared memory.
pub(super) struct Found<'f> {
    facts: &'f Facts<'f>,
    /// Whether text finds something in shared memory by itself.
    finds: &'f dyn Fn(Span) -> bool,
    names: FxHashSet<DeclId>,
    /// So does memory that has no name, or that others may change.
    pub memory: bool,
    /// What they are changed in, as far as it is known.
    texts: Vec<Span>,
}

impl<'f> Found<'f> {
    pub fn new(facts: &'f Facts<'f>, finds: &'f dyn Fn(Span) -> bool) -> Found<'f> {
        Found { facts, finds, names: FxHashSet::default(), memory: false, texts: Vec::new() }
    }

    pub fn follow(&mut self, mut flows: Vec<Flow>) {
        loop {
            let before = flows.len();
            flows.retain(|flow| {
                let depends = self.is_in(flow.from, true);
                if depends {
                    self.reaches(flow.to);
                }
                !depends
            });
            if flows.len() == before {
                return;
            }
        }
    }

    /// Whether what `span` computes depends on what was found; if `now`, also on what it finds
    /// itself.
    pub fn is_in(&self, span: Span, now: bool) -> bool {
        let (facts, writes) = (self.facts, self.facts.writes());
        let found = |d: DeclId| self.names.contains(&d) || self.memory && self.is_memory(d);
        now && (self.finds)(span)
            || writes.mentioned_in(span).any(found)
            || self.memory && writes.elements_in(span).any(|e| !facts.is_shared_lvalue(e))
    }

    fn reaches(&mut self, to: Target) {
        let (facts, writes) = (self.facts, self.facts.writes());
        match to {
            Target::Name(d) => drop(self.names.insert(d)),
            Target::Text(span) if self.texts.iter().any(|text| text.contains(span)) => {}
            Target::Text(span) => {
                self.texts.push(span);
                self.names.extend(writes.named_in(span));
                self.memory |= writes.calls_in(span).next().is_some()
                    || writes.stores_in(span).any(|e| !facts.is_shared_lvalue(e));
            }
            Target::Declared(span) => self.names.extend(facts.order().decls_in(span)),
            Target::Memory => self.memory = true,
        }
    }

    /// Whether the variable is one of what counts as memory.
    fn is_memory(&self, d: DeclId) -> bool {
        let (facts, decl) = (self.facts, &self.facts.unit.decls[d]);
        let shared = facts.types.shared(decl.ty).is_some();
        let own = facts.is_own_variable(d) && !facts.writes().is_addressed(d);
        matches!(decl.kind, DeclKind::Object | DeclKind::Parameter)
            && !shared
            && !(own && facts.types.is_scalar(decl.ty.ty))
    }
}
