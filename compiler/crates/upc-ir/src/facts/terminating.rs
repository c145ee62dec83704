// SPDX-License-Identifier: Apache-2.0
//! Loops and functions that end whatever other threads write: none of their loops waits for a
//! relaxed shared variable, nor do those of the functions that they call.

use rustc_hash::FxHashMap;
use upc_sema::called_functions::returns_by_itself;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, StmtId, StmtKind};

use super::{Effects, Facts};
use crate::ir::Ir;

/// The functions of a unit that end by themselves, and whether they read shared memory.
#[derive(Default)]
pub(crate) struct Terminating(FxHashMap<DeclId, bool>);

impl Terminating {
    /// Those of the unit. A function that calls itself counts if it follows links (`links.rs`).
    pub fn of(ir: &mut Ir, facts: &Facts) -> Terminating {
        let bodies: FxHashMap<StmtId, DeclId> = facts.functions().collect();
        let mut functions = Vec::new();
        for f in ir.functions_mut() {
            let (stmt, span) = (f.body, facts.ast.stmts[f.body].span);
            if let Some(&function) = bodies.get(&stmt) {
                functions.push((function, stmt, facts.effects_of_parts(&mut f.source, span)));
            }
        }
        let mut terminating = Terminating::default();
        loop {
            let known = terminating.0.len();
            functions.retain(|(function, s, effects)| {
                let span = facts.ast.stmts[*s].span;
                if facts.only_descends(*function, span) {
                    terminating.0.insert(*function, effects.reads);
                }
                let ends = facts.ends_by_itself(*s, effects, &terminating);
                if ends {
                    let reads = effects.reads || terminating.reads_in(span, facts);
                    terminating.0.insert(*function, reads);
                } else {
                    terminating.0.remove(function);
                }
                !ends
            });
            if terminating.0.len() == known {
                return terminating;
            }
        }
    }

    /// Whether functions that are called in `span` read shared memory.
    pub fn reads_in(&self, span: Span, facts: &Facts) -> bool {
        let reads = |f: DeclId| self.0.get(&f).copied().unwrap_or(false);
        facts.writes().calls_in(span).any(|c| facts.called_function(c).is_some_and(reads))
    }
}

impl Facts<'_> {
    /// Whether the statement `s`, with these `effects`, ends whatever other threads write: each
    /// loop in it counts towards a limit that stays and ends there only, scans or follows links, no
    /// label leads back, and it calls only functions that are known to end too.
    pub(crate) fn ends_by_itself(
        &self,
        s: StmtId,
        effects: &Effects,
        terminating: &Terminating,
    ) -> bool {
        let span = self.ast.stmts[s].span;
        let jumps = |kind: &StmtKind| {
            matches!(
                kind,
                StmtKind::Label { .. } | StmtKind::NestedFunction(_) | StmtKind::Asm { .. }
            )
        };
        !self.writes().is_unknown_in(span)
            && !self.stmts_in(span).any(|s| jumps(&s.kind))
            && self.writes().calls_in(span).all(|c| self.call_ends(c, terminating))
            && self.has_bounded_loops_if_kept(s, effects)
            && !self.leaves_loops_early(span)
    }

    /// Whether a loop in `span` may end before its limit. Such a loop may wait for some time:
    /// `for (i = 0; i < TRIES; i++) if (flag) break;`.
    fn leaves_loops_early(&self, span: Span) -> bool {
        use StmtKind::{Break, Continue};
        self.jumps_in(span).iter().any(|jump| match jump.stmt.kind {
            Break => jump.target.is_some_and(|s| s.kind.is_loop()),
            Continue => false,
            _ => jump.in_loop,
        })
    }

    /// Whether the function with the body `span` calls itself only along links.
    fn only_descends(&self, function: DeclId, span: Span) -> bool {
        let calls_itself = |c: &ExprId| self.called_function(*c) == Some(function);
        self.writes().calls_in(span).filter(calls_itself).all(|c| self.descends(c, function))
    }

    fn call_ends(&self, call: ExprId, terminating: &Terminating) -> bool {
        let known = |f: DeclId| terminating.0.contains_key(&f);
        self.is_private_call(call) || self.called_function(call).is_some_and(known)
    }

    /// Whether the called function has no access to shared memory, and ends.
    pub(super) fn is_private_call(&self, call: ExprId) -> bool {
        let Some(f) = self.called_function(call) else { return false };
        let d = &self.unit.decls[f];
        let library = d.system && !d.defined && returns_by_itself(self.names.name(d.name));
        library || self.unit.unshared.contains(&f)
    }

    /// The function that is called by its name.
    pub(super) fn called_function(&self, call: ExprId) -> Option<DeclId> {
        let ExprKind::Call { callee, .. } = self.expr_node(call).kind else { return None };
        let f = *self.unit.ident.get(&self.bare(callee))?;
        let ty = self.unit.decls[f].ty.ty;
        matches!(self.types.kind(ty), upc_sema::types::TypeKind::Function(_)).then_some(f)
    }
}
