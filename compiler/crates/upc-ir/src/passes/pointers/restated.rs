// SPDX-License-Identifier: Apache-2.0
//! The text of a loop with pointers that stay: by a comparison of pointers, or by a counter.

use upc_sema::types::IntKind;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, DeclarationKind, ExprId, ExprKind, ForInit, StmtKind};

use super::count::Count;
use super::moves::{names, Move};
use super::walk::Walk;
use crate::facts::{Repeated, Variable};
use crate::passes::limits::c_type;
use crate::passes::new_text::{new_name, on_one_line, Edit};

/// A comparison of pointers that ends a loop.
struct Comparison {
    /// By how many elements the pointer moves.
    by: u64,
    /// The loop includes the end.
    closed: bool,
    /// The number of elements up to the end, in C.
    length: String,
}

/// A variable that counts a loop's iterations.
struct Counter {
    decl: DeclId,
    kind: IntKind,
    down: bool,
    by: u64,
    /// Its value at the loop's start, if that is constant.
    start: Option<i64>,
}

impl Walk<'_, '_> {
    /// The changes of the text with variables for the `number`th loop; the moves that they replace
    /// stay in the list.
    pub fn restated(&mut self, number: u32) -> Option<Vec<Edit>> {
        self.by_comparison(number).or_else(|| self.by_counter(number))
    }

    /// The same for a loop that a comparison of pointers ends.
    fn by_comparison(&mut self, number: u32) -> Option<Vec<Edit>> {
        let facts = self.facts;
        let Comparison { by, closed, length } = self.comparison()?;
        let i = new_name(facts.text, "i", number);
        let count = Count { number: i.clone(), long: i, by, down: false, simple: true };
        let (i, n) = (&count.number, new_name(facts.text, "n", number));
        let rest = self.rest_of_step(&count)?;
        let step = if by == 1 { format!("{i}++") } else { format!("{i} += {by}") };
        let test = if closed { "<=" } else { "<" };
        let cond = facts.span(self.cond);
        let body = facts.stmt_node(self.body).span.start;
        let variables = format!("{{ long {n}, {i}; ");
        let counts = format!("{n} = {length}; for ({i} = 0; ");
        let mut edits = self.before_condition(variables, &counts)?;
        edits.push(Edit::replace(cond, format!("{i} {test} {n}")));
        edits.push(Edit::replace(Span::new(cond.end, body), format!("; {step}{rest}) ")));
        self.finish(edits, &count, Span::new(body, self.stmt.span.end))
    }

    /// The comparison that ends the loop, if it is one of a pointer that moves towards a fixed end.
    fn comparison(&self) -> Option<Comparison> {
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
        let (name, end) = (first.name(facts), on_one_line(facts.span(end), facts.text));
        let length = match first.down {
            true => format!("{name} - ({end})"),
            false => format!("({end}) - {name}"),
        };
        Some(Comparison { by: first.by, closed: matches!(op, Le | Ge), length })
    }

    /// The changes before the condition: declarations, the loop's own beginning, then `counts`.
    fn before_condition(&self, variables: String, counts: &str) -> Option<Vec<Edit>> {
        let (start, cond) = (self.stmt.span.start, self.facts.span(self.cond));
        let Some(init) = self.init.filter(|init| !matches!(init, ForInit::None)) else {
            return Some(vec![Edit::replace(Span::new(start, cond.start), variables + counts)]);
        };
        let at = self.init_span(init)?;
        Some(vec![
            Edit::replace(Span::new(start, at.start), variables),
            Edit::replace(Span::new(at.end, cond.start), format!("; {counts}")).beginning(start),
        ])
    }

    /// The same for a loop with a counter.
    fn by_counter(&mut self, number: u32) -> Option<Vec<Edit>> {
        let (facts, init) = (self.facts, self.init?);
        let body = facts.stmt_node(self.body).span;
        let counter = self.counter(init, body)?;
        let name = facts.names.name(facts.unit.decls[counter.decl].name);
        let first = new_name(facts.text, "first", number);
        let count = self.counted_by(&counter, name, &first)?;
        let rest = self.rest_of_step(&count)?;
        let keeps = if counter.start.is_some() { String::new() } else { format!("long {first}; ") };
        let mut edits = vec![self.beginning(init, &counter, name, &keeps)?];
        if counter.start.is_none() {
            edits.push(Edit::insert(self.init_span(init)?.end, format!(", {first} = {name}")));
        }
        let step = facts.span(self.step?);
        edits.push(Edit::replace(step, rest.trim_start_matches(", ")));
        edits.extend(self.uses(&count, facts.span(self.cond)));
        self.finish(edits, &count, body)
    }

    /// The loop's counter, which its third clause alone moves.
    fn counter(&self, init: &ForInit, body: Span) -> Option<Counter> {
        let facts = self.facts;
        let (decl, kind, down, by) = self.parts().into_iter().find_map(|part| {
            let (name, down, by) = facts.increment_of(part)?;
            let (counter, kind) = facts.counting_variable(name, body)?;
            let by = by.map_or(Some(1), |n| facts.natural_constant(n))?;
            let alone = facts.writes().writes_in(counter.decl, self.repeated()) == 1;
            alone.then_some((counter.decl, kind, down, by))
        })?;
        let anew = |d: DeclId| facts.unit.decls[d].name == facts.unit.decls[decl].name;
        if by == 0 || facts.order().decls_in(body).any(anew) {
            return None;
        }
        let start = facts.small_constant(facts.start_value(init, decl)?);
        Some(Counter { decl, kind, down, by, start })
    }

    /// The number of iterations by a counter `name`, whose value before the loop is in `first`
    /// unless it is constant. `None`: it may wrap around.
    fn counted_by(&self, counter: &Counter, name: &str, first: &str) -> Option<Count> {
        let types = &self.facts.types;
        let &Counter { kind, down, by, start, .. } = counter;
        let wide = types.int_bits(kind) == 64;
        let long = if wide { name.to_string() } else { format!("(long){name}") };
        let (number, long, simple) = match start {
            Some(0) => (name.to_string(), long, true),
            Some(n) => (format!("{long} - {n}"), format!("{long} - {n}"), false),
            None => (format!("{long} - {first}"), format!("{long} - {first}"), false),
        };
        let unsigned = wide && simple && !down && !self.moves.iter().any(|m| m.down);
        let fits = types.is_signed(kind) || unsigned;
        fits.then_some(Count { number, long, by, down, simple })
    }

    /// The change at the loop's start, which declares what it `keeps` before the counter `name`.
    fn beginning(
        &self,
        init: &ForInit,
        counter: &Counter,
        name: &str,
        keeps: &str,
    ) -> Option<Edit> {
        let begin = self.stmt.span.start;
        let ForInit::Declaration(d) = init else {
            return Some(Edit::insert(begin, format!("{{ {keeps}")));
        };
        let kind = &self.facts.ast.declarations[*d].kind;
        let DeclarationKind::Plain { declarators, .. } = kind else { return None };
        let [one] = declarators.as_slice() else { return None };
        let named = one.declarator.name?.1;
        let text = format!("{{ {} {name}; {keeps}for (", c_type(counter.kind)?);
        Some(Edit::replace(Span::new(begin, named.start), text))
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
