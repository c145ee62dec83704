// SPDX-License-Identifier: Apache-2.0
//! A pointer-to-shared that an inner loop moves by a constant in each iteration becomes a pointer
//! that stays and a subscript: `for (p = a; p < a + n; p++) s += *p;` finds `*(p + i)`, with `i`
//! from 0 to the difference. The other passes then see how the elements move, and the loop neither
//! compares pointers nor keeps their phases.
//!
//! Precondition. The pointer is a variable of the function whose address is not taken. One
//! expression in the loop changes it, by a positive constant: a part of the third clause, or a
//! statement of the body itself that each iteration executes, without conditions; then no
//! `continue` skips it, and no `break` leaves the loop. What the loop counts by is another
//! variable, whose step is the same and whose name the body does not declare anew, or the
//! comparison of such a pointer with one that stays the same and has the same type: both then point
//! into one array, or the comparison is undefined (UPC 6.4.2), and so their difference is the
//! number of steps. Nothing in the loop calls a function that may do more than compute a number, or
//! orders accesses, and no label lets it be entered elsewhere. After the loop the pointer gets its
//! value.

use rustc_hash::FxHashMap;
use upc_sema::types::PtsRepr;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{
    BinaryOp, DeclarationKind, ExprId, ExprKind, ForInit, Stmt, StmtId, StmtKind, UnaryOp,
};

use super::limits::c_type;
use super::new_text::{new_name, on_one_line, Edit};
use super::Context;
use crate::facts::{Repeated, Variable};
use crate::ir::Ir;
use crate::remarks::{Kind, Remark};
use crate::Facts;

/// The flag of the pass.
pub(crate) const FLAG: &str = "pointers";

/// Nothing is left to do for the tree.
pub(crate) fn run(_: &mut Ir, _: &Context) {}

/// The changes of the unit's text, and the remarks on it.
pub(crate) fn edits(facts: &Facts, edits: &mut Vec<Edit>) -> Vec<Remark> {
    let mut known: Option<FxHashMap<Span, StmtId>> = None;
    let mut loops: FxHashMap<StmtId, Vec<Move>> = FxHashMap::default();
    for (e, _) in facts.ast.exprs.iter_enumerated() {
        let Some(moved) = moved(facts, e) else { continue };
        let known = known.get_or_insert_with(|| repeated(facts));
        let around = facts.loops().around(facts.span(e).start).next();
        if let Some(&s) = around.and_then(|l| known.get(&l)) {
            loops.entry(s).or_default().push(moved);
        }
    }
    let mut loops: Vec<(StmtId, Vec<Move>)> = loops.into_iter().collect();
    loops.sort_by_key(|(s, _)| facts.stmt_node(*s).span.start);
    let mut remarks = Vec::new();
    for (s, moves) in loops {
        let number = remarks.len() as u32 + 1;
        let Some(mut walk) = Walk::of(facts, s, moves) else { continue };
        let Some(found) = walk.restated(number) else { continue };
        edits.extend(found);
        let names: Vec<String> =
            walk.moves.iter().map(|m| format!("'{}'", m.name(facts))).collect();
        let are =
            if names.len() == 1 { "is a pointer that stays" } else { "are pointers that stay" };
        remarks.push(Remark {
            span: facts.stmt_node(s).span,
            pass: FLAG,
            kind: Kind::Done,
            text: format!("{} {are}, with a subscript that the loop moves", names.join(", ")),
            note: None,
        });
    }
    remarks
}

/// An expression that moves a pointer by a constant number of elements.
struct Move {
    expr: ExprId,
    pointer: DeclId,
    down: bool,
    by: u64,
    /// The value of the expression is that of the pointer after it.
    new: bool,
    /// The statement of the body that contains it; `None`: the third clause does.
    at: Option<Span>,
}

impl Move {
    fn name<'a>(&self, facts: &Facts<'a>) -> &'a str {
        facts.names.name(facts.unit.decls[self.pointer].name)
    }
}

fn moved(facts: &Facts, expr: ExprId) -> Option<Move> {
    use ExprKind::{Assign, PostDec, PostInc, Unary};
    let new = match facts.expr_node(expr).kind {
        PostInc(_) | PostDec(_) => false,
        Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, .. } | Assign { .. } => true,
        _ => return None,
    };
    let (name, down, by) = facts.increment_of(expr)?;
    let pointer = *facts.unit.ident.get(&name)?;
    let is_pointer = matches!(facts.expr_node(name).kind, ExprKind::Ident(_))
        && facts.repr(name).is_some_and(|r| !stays_for_one_thread(facts, r))
        && facts.pointee(name).is_some_and(|t| !facts.types.is_void(t.ty))
        && facts.is_own_variable(pointer)
        && !facts.writes().is_addressed(pointer);
    let by = match by {
        Some(n) => facts.natural_constant(n).filter(|n| (1..=1 << 16).contains(n))?,
        None => 1,
    };
    is_pointer.then_some(Move { expr, pointer, down, by, new, at: None })
}

/// Whether the C compiler does best with a pointer that moves: with THREADS fixed at 1, one without
/// phase is as one to private data.
fn stays_for_one_thread(facts: &Facts, repr: PtsRepr) -> bool {
    facts.types.threads == Some(1) && matches!(repr, PtsRepr::Thin { .. })
}

/// The loops that may move pointers, by their repeated parts.
fn repeated(facts: &Facts) -> FxHashMap<Span, StmtId> {
    let part = |(s, stmt): (StmtId, &Stmt)| match stmt.kind {
        StmtKind::For { cond: Some(cond), .. } => {
            Some((Span::new(facts.span(cond).start, stmt.span.end), s))
        }
        StmtKind::While { .. } => Some((stmt.span, s)),
        _ => None,
    };
    facts.ast.stmts.iter_enumerated().filter_map(part).collect()
}

/// A loop that moves pointers.
struct Walk<'x, 'a> {
    facts: &'x Facts<'a>,
    stmt: &'a Stmt,
    init: Option<&'a ForInit>,
    cond: ExprId,
    step: Option<ExprId>,
    body: StmtId,
    moves: Vec<Move>,
}

impl<'x, 'a> Walk<'x, 'a> {
    fn of(facts: &'x Facts<'a>, s: StmtId, moves: Vec<Move>) -> Option<Walk<'x, 'a>> {
        let stmt = facts.stmt_node(s);
        let (init, cond, step, body) = match &stmt.kind {
            StmtKind::For { init, cond, step, body } => (Some(init), (*cond)?, *step, *body),
            StmtKind::While { cond, body } => (None, *cond, None, *body),
            _ => return None,
        };
        let mut walk = Walk { facts, stmt, init, cond, step, body, moves: Vec::new() };
        let span = walk.repeated();
        let effects = facts.effects_of_text(span);
        let leaves = |s: &Stmt| {
            use StmtKind::{Asm, Error, Goto, GotoComputed, Passed};
            matches!(s.kind, Asm { .. } | Error | Goto(_) | GotoComputed(_) | Passed)
        };
        let inside = facts.ast.stmts[body].span;
        if facts.follows_pragma(stmt.span)
            || facts.has_loop(inside)
            || effects.orders
            || effects.unknown
            || !facts.is_entered_at_its_head(inside)
            || facts.stmts_in(inside).any(leaves)
            || !facts.writes().elements_in(inside).any(|e| facts.is_shared_lvalue(e))
        {
            return None;
        }
        let parts = walk.parts();
        for mut one in moves {
            let alone = facts.writes().writes_in(one.pointer, span) == 1;
            let known = !inside.contains(facts.unit.decls[one.pointer].span);
            if parts.contains(&one.expr) {
                walk.moves.extend((alone && known).then_some(one));
            } else if let Some(at) = walk.statement_of(&one) {
                one.at = Some(at);
                walk.moves.extend((alone && known).then_some(one));
            }
        }
        (!walk.moves.is_empty()).then_some(walk)
    }

    /// Condition, third clause and body.
    fn repeated(&self) -> Span {
        Span::new(self.facts.span(self.cond).start, self.stmt.span.end)
    }

    /// The expressions of the third clause.
    fn parts(&self) -> Vec<ExprId> {
        let mut parts = Vec::new();
        self.step.into_iter().for_each(|step| self.facts.parts_of_comma(step, &mut parts));
        parts
    }

    /// The statement of the body that executes `moved` once in each iteration, and names its
    /// pointer nowhere else.
    fn statement_of(&self, moved: &Move) -> Option<Span> {
        use StmtKind::{Break, Continue};
        let facts = self.facts;
        let (span, body) = (facts.span(moved.expr), facts.stmt_node(self.body));
        let statement = match &body.kind {
            StmtKind::Compound(all) => {
                all.iter().map(|&s| facts.stmt_node(s)).find(|s| s.span.contains(span))?
            }
            _ => body,
        };
        if !matches!(statement.kind, StmtKind::Expr(_) | StmtKind::Declaration(_))
            || facts.stmts_in(body.span).any(|s| matches!(s.kind, Break | Continue))
            || facts.writes().mentions_in(moved.pointer, statement.span).len()
                != names(moved, facts)
        {
            return None;
        }
        let sometimes = facts.exprs().within(facts, statement.span).any(|e| {
            let depends = matches!(
                facts.expr_node(e).kind,
                ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. }
                    | ExprKind::Conditional { .. }
                    | ExprKind::StmtExpr(_)
                    | ExprKind::SizeofExpr { .. }
                    | ExprKind::Generic { .. }
                    | ExprKind::ChooseExpr { .. }
                    | ExprKind::BuiltinCall { .. }
            );
            depends && facts.span(e).contains(span)
        });
        let plain = match &statement.kind {
            StmtKind::Declaration(d) => match &facts.ast.declarations[*d].kind {
                // The move is in an initial value, not in the length of an array.
                DeclarationKind::Plain { specs, declarators } => {
                    !specs.span.contains(span)
                        && !declarators.iter().any(|d| d.declarator.span.contains(span))
                }
                _ => false,
            },
            _ => true,
        };
        (!sometimes && plain).then_some(statement.span)
    }
}

/// How often the move itself names its pointer.
fn names(moved: &Move, facts: &Facts) -> usize {
    facts.writes().mentions_in(moved.pointer, facts.span(moved.expr)).len()
}

/// The number that counts the iterations.
struct Count {
    /// A number that is 0 in the first iteration and moves by `by`.
    number: String,
    /// The same as a long: multiples and the negative of an int may be none.
    long: String,
    by: u64,
    /// It gets smaller.
    down: bool,
    /// It may be multiplied: no sum.
    simple: bool,
}

impl Count {
    /// Whether the subscript of `moved` is this number or a multiple.
    fn fits(&self, moved: &Move) -> bool {
        moved.by == self.by || self.by == 1 && self.simple
    }

    /// How far `moved` is from its start, before or `after` it in an iteration.
    fn distance(&self, moved: &Move, after: bool) -> String {
        let number = match moved.by / self.by {
            1 if self.down == moved.down => self.number.clone(),
            1 => self.long.clone(),
            n => format!("{} * {n}", self.long),
        };
        let number = match self.down != moved.down {
            true if self.simple => format!("-{number}"),
            true => format!("-({number})"),
            false => number,
        };
        let step = if moved.down { "-" } else { "+" };
        match after {
            true => format!("{number} {step} {}", moved.by),
            false => number,
        }
    }
}

impl Walk<'_, '_> {
    /// The changes of the text with variables for the `number`th loop; the moves that they replace
    /// stay in the list.
    fn restated(&mut self, number: u32) -> Option<Vec<Edit>> {
        self.by_comparison(number).or_else(|| self.by_counter(number))
    }

    /// The same for a loop that a comparison of pointers ends.
    fn by_comparison(&mut self, number: u32) -> Option<Vec<Edit>> {
        use BinaryOp::{Ge, Gt, Le, Lt, Ne};
        let facts = self.facts;
        let ExprKind::Binary { op, left, right } = facts.expr_node(facts.bare(self.cond)).kind
        else {
            return None;
        };
        let is = |m: &Move, e: ExprId| facts.is_name_of(e, m.pointer);
        let first = self.moves.iter().find(|m| is(m, left) || is(m, right))?;
        let (pointer, end, swapped) =
            if is(first, left) { (left, right, false) } else { (right, left, true) };
        let towards = match op {
            Ne => first.by == 1,
            Lt | Le => first.down == swapped,
            Gt | Ge => first.down != swapped,
            _ => false,
        };
        let stays = Variable { decl: first.pointer, body: self.repeated() };
        let fixed = Repeated { counter: &stays, effects: None, tested: false };
        let alike = facts.repr(end).is_some() && facts.pointee(end) == facts.pointee(pointer);
        if !towards || !alike || !facts.is_fixed_pointer(end, fixed) {
            return None;
        }
        let i = new_name(facts.text, "i", number);
        let count = Count { number: i.clone(), long: i, by: first.by, down: false, simple: true };
        let (i, n) = (&count.number, new_name(facts.text, "n", number));
        let (name, end) = (first.name(facts), on_one_line(facts.span(end), facts.text));
        let length = match first.down {
            true => format!("{name} - ({end})"),
            false => format!("({end}) - {name}"),
        };
        let test = if matches!(op, Le | Ge) { "<=" } else { "<" };
        let step = match count.by {
            1 => format!("{i}++"),
            by => format!("{i} += {by}"),
        };
        let rest = self.rest_of_step(&count)?;
        let cond = facts.span(self.cond);
        let body = facts.stmt_node(self.body).span.start;
        let start = self.stmt.span.start;
        let variables = format!("{{ long {n}, {i}; ");
        let counts = format!("{n} = {length}; for ({i} = 0; ");
        let mut edits = match self.init {
            None | Some(ForInit::None) => {
                vec![Edit::replace(Span::new(start, cond.start), variables + &counts)]
            }
            Some(init) => {
                let at = self.init_span(init)?;
                vec![
                    Edit::replace(Span::new(start, at.start), variables),
                    Edit::replace(Span::new(at.end, cond.start), format!("; {counts}"))
                        .beginning(start),
                ]
            }
        };
        edits.push(Edit::replace(cond, format!("{i} {test} {n}")));
        edits.push(Edit::replace(Span::new(cond.end, body), format!("; {step}{rest}) ")));
        self.finish(edits, &count, Span::new(body, self.stmt.span.end))
    }

    /// The same for a loop with a counter.
    fn by_counter(&mut self, number: u32) -> Option<Vec<Edit>> {
        let (facts, init) = (self.facts, self.init?);
        let body = facts.stmt_node(self.body).span;
        let (counter, kind, down, by) = self.parts().into_iter().find_map(|part| {
            let (name, down, by) = facts.increment_of(part)?;
            let (counter, kind) = facts.counting_variable(name, body)?;
            let by = by.map_or(Some(1), |n| facts.natural_constant(n))?;
            let alone = facts.writes().writes_in(counter.decl, self.repeated()) == 1;
            alone.then_some((counter.decl, kind, down, by))
        })?;
        let start = facts.small_constant(facts.start_value(init, counter)?);
        let name = facts.names.name(facts.unit.decls[counter].name);
        let first = new_name(facts.text, "first", number);
        let wide = facts.types.int_bits(kind) == 64;
        let long = if wide { name.to_string() } else { format!("(long){name}") };
        let (number, long, simple) = match start {
            Some(0) => (name.to_string(), long, true),
            Some(n) => (format!("{long} - {n}"), format!("{long} - {n}"), false),
            None => (format!("{long} - {first}"), format!("{long} - {first}"), false),
        };
        let unsigned = wide && simple && !down && !self.moves.iter().any(|m| m.down);
        let anew = |d: DeclId| facts.unit.decls[d].name == facts.unit.decls[counter].name;
        let hidden = facts.order().decls_in(body).any(anew);
        if by == 0 || hidden || !facts.types.is_signed(kind) && !unsigned {
            return None;
        }
        let count = Count { number, long, by, down, simple };
        let rest = self.rest_of_step(&count)?;
        let keeps = if start.is_some() { String::new() } else { format!("long {first}; ") };
        let at = self.init_span(init)?;
        let begin = self.stmt.span.start;
        let mut edits = match init {
            ForInit::Declaration(d) => {
                let DeclarationKind::Plain { declarators, .. } = &facts.ast.declarations[*d].kind
                else {
                    return None;
                };
                let [one] = declarators.as_slice() else { return None };
                let named = one.declarator.name?.1;
                let text = format!("{{ {} {name}; {keeps}for (", c_type(kind)?);
                vec![Edit::replace(Span::new(begin, named.start), text)]
            }
            _ => vec![Edit::insert(begin, format!("{{ {keeps}"))],
        };
        if start.is_none() {
            edits.push(Edit::insert(at.end, format!(", {first} = {name}")));
        }
        let step = facts.span(self.step?);
        edits.push(Edit::replace(step, rest.trim_start_matches(", ")));
        let cond = facts.span(self.cond);
        edits.extend(self.uses(&count, cond));
        self.finish(edits, &count, body)
    }

    fn init_span(&self, init: &ForInit) -> Option<Span> {
        match init {
            ForInit::None => None,
            ForInit::Expr(e) => Some(self.facts.span(*e)),
            ForInit::Declaration(d) => {
                let d = &self.facts.ast.declarations[*d];
                let DeclarationKind::Plain { declarators, .. } = &d.kind else { return None };
                Some(Span::new(d.span.start, declarators.last()?.span.end))
            }
        }
    }

    /// Keeps the moves whose distances `count` gives; the parts of the third clause without them,
    /// each behind a comma. `None`: no move is left, or other parts name a pointer that moves.
    fn rest_of_step(&mut self, count: &Count) -> Option<String> {
        let (facts, step) = (self.facts, self.step.map(|step| self.facts.span(step)));
        let outside = |d: DeclId| !self.stmt.span.contains(facts.unit.decls[d].span);
        let simple = count.simple && !count.down;
        let apart = |m: &Move| {
            let own = if m.at.is_none() { names(m, facts) } else { 0 };
            step.map_or(true, |step| facts.writes().mentions_in(m.pointer, step).len() == own)
        };
        let fits = |m: &Move| count.fits(m) && apart(m) && (simple || outside(m.pointer));
        let moves = std::mem::take(&mut self.moves);
        self.moves = moves.into_iter().filter(fits).collect();
        let gone = |part: &ExprId| self.moves.iter().any(|m| m.expr == *part);
        let rest = self.parts().into_iter().filter(|part| !gone(part));
        let text: Vec<String> =
            rest.map(|part| format!(", {}", on_one_line(facts.span(part), facts.text))).collect();
        (!self.moves.is_empty()).then(|| text.concat())
    }

    /// The changes of the names of moving pointers in `span`.
    fn uses(&self, count: &Count, span: Span) -> Vec<Edit> {
        let facts = self.facts;
        let mut edits = Vec::new();
        for m in &self.moves {
            let (name, own) = (m.name(facts), facts.span(m.expr));
            let value = |after: bool| match count.distance(m, after) {
                by if by.contains(' ') => format!("({name} + ({by}))"),
                by => format!("({name} + {by})"),
            };
            let named = facts.exprs().within(facts, span).filter(|&e| {
                facts.unit.ident.get(&e) == Some(&m.pointer) && !own.contains(facts.span(e))
            });
            edits.extend(named.map(|e| {
                let at = facts.span(e);
                Edit::replace(at, value(m.at.is_some_and(|moved| moved.end <= at.start)))
            }));
            if let Some(at) = m.at.filter(|_| span.contains(own)) {
                let alone = facts.stmts_in(at).any(|s| match s.kind {
                    StmtKind::Expr(e) => s.span == at && facts.bare(e) == m.expr,
                    _ => false,
                });
                let text = if alone { "(void)0".to_string() } else { value(m.new) };
                edits.push(Edit::replace(own, text));
            }
        }
        edits
    }

    /// Adds the changes of the body, and the pointers' values after the loop.
    fn finish(&self, mut edits: Vec<Edit>, count: &Count, body: Span) -> Option<Vec<Edit>> {
        let facts = self.facts;
        edits.extend(self.uses(count, body));
        let outside = |m: &&Move| !self.stmt.span.contains(facts.unit.decls[m.pointer].span);
        let set = |m: &Move| format!(" {} += {};", m.name(facts), count.distance(m, false));
        let values: String = self.moves.iter().filter(outside).map(set).collect();
        edits.push(Edit::insert(self.stmt.span.end, format!("{values} }}")));
        Some(edits)
    }
}
