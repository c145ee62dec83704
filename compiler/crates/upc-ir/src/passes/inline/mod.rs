// SPDX-License-Identifier: Apache-2.0
//! Small functions that access shared data, such as
//! `int get(int i, int j) { return a[i][j / 32] >> (j % 32) & 1; }`, are taken into the loops that
//! call them. The other passes then see the accesses and how they move with the loop.
//!
//! This pass changes the text of the unit before its tree is made, as if the programmer had written
//! the body in place of the call; the unit is then checked again. All questions about the tree are
//! questions about the text, so the other passes need to know nothing of calls.
//!
//! Precondition. The function is defined in this unit before the call, by a prototype, and no other
//! definition may replace it; no attribute forbids it (`noinline`, and all that are not known). It
//! has only expressions, variables, branches and fences; it returns at its end or by
//! `if (c) return x;`. Nothing in it depends on the function that it is in (`__func__`, `alloca`)
//! and it keeps no object (`static`, compound literals). Its unqualified accesses are strict in
//! both places or in none. Each name in it that is not its own means the same at the call: the
//! caller declares no such name.
//!
//! An argument takes the place of its parameter if it is the same whenever it is evaluated, as a
//! sum of the caller's own variables is, and the function does not change the parameter. Every
//! other argument is evaluated once, into a variable of the parameter's type, before the body. So
//! arguments are converted as those of a call, and evaluated as often. A waiting loop,
//! `while (!is_set());`, reads the variable each time: nothing is moved out of the loop here.
//!
//! A function without shared accesses, `int idx(int i, int j) { return i * N + j; }`, is taken in
//! where it hides a subscript of shared data, in a variable too, or the affinity, the start or the
//! end of a loop with such subscripts. Its value is an integer that expressions without effects
//! give, and it stays an expression: an argument that is used once may read any private data. If
//! the value depends on a condition, as that of `min(a, b)`, it must be the same each time.
//!
//! The function stays defined, for its other calls and pointers to it. Only calls in loops are
//! replaced, and those in functions that are taken in themselves: first the innermost functions.

mod calls;
mod functions;
mod writer;

use rustc_hash::FxHashSet;
use upc_sema::unit::{DeclId, Linkage};
use upc_source::{LineMap, Span, Symbol};
use upc_syntax::ast::ExprId;

use self::calls::{Call, Caller};
use self::functions::{functions, Found};
use self::writer::Writer;
use super::new_text::NewText;
use super::Context;
use crate::facts::Exprs;
use crate::ir::Ir;
use crate::lower::Options;
use crate::remarks::{About, Kind, Remark};
use crate::Facts;

type Names = FxHashSet<Symbol>;

/// The flag of the pass.
pub(crate) const FLAG: &str = "inline";

/// Takes the calls in whose functions contain no such calls themselves; `None`: there are none.
pub fn inlined(facts: &Facts, map: &LineMap, options: &Options) -> Option<NewText> {
    if !facts.has_shared_lvalues() {
        return None;
    }
    let exprs = facts.exprs();
    let small = functions(facts, exprs, options.interposed);
    if small.values().all(Result::is_err) {
        return None;
    }
    let unit = Unit { facts, exprs, small: &small };
    let mut found: Vec<(Caller, Vec<Call>)> =
        unit.callers().map(|c| (c.calls().0, c)).map(|(calls, c)| (c, calls)).collect();
    let unfinished: FxHashSet<DeclId> = found
        .iter()
        .filter(|(_, calls)| !calls.is_empty())
        .filter_map(|(c, _)| facts.declared(c.def))
        .collect();
    for (_, calls) in &mut found {
        calls.retain(|c| !unfinished.contains(&c.callee));
    }
    found.retain(|(_, calls)| !calls.is_empty());
    if found.is_empty() {
        return None;
    }
    Some(unit.written(&found, map, options.remarks))
}

struct Unit<'x, 'a> {
    facts: &'x Facts<'a>,
    exprs: &'x Exprs,
    small: &'x Found<'a>,
}

impl<'x, 'a> Unit<'x, 'a> {
    fn callers(&self) -> impl Iterator<Item = Caller<'x, 'a>> + '_ {
        let Unit { facts, exprs, small } = *self;
        facts.definitions().map(move |(def, _)| {
            let decl = facts.declared(def);
            let is_small = decl.is_some_and(|d| {
                matches!(small.get(&d), Some(Ok(s)) if !s.computes)
                    && facts.writes().is_mentioned(d)
            });
            Caller { facts, exprs, small, def, is_small }
        })
    }

    fn written(
        &self,
        found: &[(Caller<'x, 'a>, Vec<Call>)],
        map: &LineMap,
        remarks: bool,
    ) -> NewText {
        let Unit { facts, exprs, small } = *self;
        let out = String::with_capacity(facts.text.len() + (facts.text.len() >> 2));
        let mut writer = Writer { facts, map, exprs, small, out, moved: Vec::new(), number: 0 };
        let called: FxHashSet<DeclId> =
            found.iter().flat_map(|(_, calls)| calls.iter().map(|c| c.callee)).collect();
        let mut at = 0;
        for (def, _) in facts.definitions() {
            let decl = facts.declared(def);
            if decl.is_some_and(|d| called.contains(&d)) && self.may_be_unused(decl, def) {
                writer.copy(Span::new(at, def.span.start));
                writer.unused(def.span.start);
                at = def.span.start;
            }
            if let Some((caller, calls)) = found.iter().find(|f| std::ptr::eq(f.0.def, def)) {
                writer.edited(caller, Span::new(at, def.span.end), calls);
                at = def.span.end;
            }
        }
        writer.copy(Span::new(at, facts.text.len() as u32));
        let mut inlined = NewText::new(writer.out, writer.moved);
        if remarks {
            inlined.remarks = found
                .iter()
                .flat_map(|(_, calls)| self.remarks(calls))
                .map(|r| inlined.moved(r))
                .collect();
        }
        inlined
    }

    /// Whether the C compiler would warn that the function is not used.
    fn may_be_unused(&self, decl: Option<DeclId>, def: &upc_syntax::ast::FunctionDef) -> bool {
        let is_static = decl.is_some_and(|d| self.facts.unit.decls[d].linkage == Linkage::Internal);
        let says = |a: &upc_syntax::ast::Attribute| self.facts.names.name(a.name) == "unused";
        is_static && def.specs.inline.is_none() && !def.specs.attrs.iter().any(says)
    }

    fn remarks(&self, calls: &[Call]) -> Vec<Remark> {
        let mut said = FxHashSet::default();
        let first = |c: &&Call| said.insert((c.around, c.callee));
        let first: Vec<&Call> = calls.iter().filter(first).collect();
        let remark = |c: &Call| {
            let facts = self.facts;
            let name = facts.names.name(facts.unit.decls[c.callee].name);
            let place = if c.around.is_some() { "loop" } else { "function" };
            Remark {
                span: c.span,
                pass: FLAG,
                kind: Kind::Done,
                text: format!("the body of '{name}' is taken into the {place}"),
                note: None,
            }
        };
        first.into_iter().map(remark).collect()
    }
}

/// Says why calls in loops of functions with shared accesses are left.
pub(crate) fn run(_: &mut Ir, cx: &Context) {
    if !cx.remarks.wanted() {
        return;
    }
    let facts = cx.facts;
    let exprs = facts.exprs();
    let small = functions(facts, exprs, cx.options.interposed);
    let unit = Unit { facts, exprs, small: &small };
    for caller in unit.callers().filter(|c| !c.is_small) {
        for (call, why) in caller.calls().1 {
            let name = caller.callee(call).map(|d| facts.names.name(facts.unit.decls[d].name));
            let accesses = !caller.computes(call);
            let hidden = if accesses { "its accesses" } else { "its value" };
            let what = format!("'{}' hides {hidden} from the loop", name.unwrap_or("it"));
            cx.remarks.missed(|| about(facts, call), &what, || why);
        }
    }
}

fn about(facts: &Facts, call: ExprId) -> About {
    About::plain(facts.span(call))
}
