// SPDX-License-Identifier: Apache-2.0
//! upc_forall with an affinity expression (UPC 6.6.2). In the extent of a controlling loop every
//! iteration is executed. A cleanup restores the depth when return or goto leaves the body.

use upc_ir::abi::Entry;
use upc_ir::ir::{Forall, Iterations, Node, Origin, Own, Source, Turn};
use upc_sema::types::IntKind;
use upc_source::Span;

use super::{Insert, Writer};

/// Names of a loop that goes from one own iteration to the next.
pub(super) struct Names {
    /// Whether every iteration is executed: an expression.
    pub all: String,
    /// `struct upcr_turns`, or `struct upcr_strides`.
    pub turns: String,
    /// The first value of the counter that was not tested, if the counter may be read after the
    /// loop.
    pub untested: Option<String>,
}

impl Writer<'_> {
    pub(super) fn forall(&mut self, f: &Forall) {
        let extent = self.fresh.temporary();
        self.raw(&format!(
            "{{ struct upcr_forall {extent} __attribute__((cleanup(upcr_forall_leave))) = \
             upcr_forall_enter(); "
        ));
        let all = if f.outermost { "0".to_string() } else { format!("{extent}.all") };
        match &f.iterations {
            Iterations::Tested(mine) => {
                self.tested(f, mine, &all);
                self.forall_body(f);
            }
            Iterations::Own(own) => {
                let names = self.own(f, own, all);
                match (&own.strides, &own.local) {
                    (Some(strides), version) => {
                        self.strided_body(f, own, (strides, version.as_deref()), &names)
                    }
                    (None, Some(version)) => self.versions(f, own, version, &names),
                    (None, None) => self.forall_body(f),
                }
            }
        }
        self.raw(" }");
    }

    pub(super) fn forall_body(&mut self, f: &Forall) {
        if f.braced {
            return self.node(&f.body);
        }
        self.node_as_block(&f.body);
    }

    pub(super) fn node_as_block(&mut self, n: &Node) {
        self.raw("{ ");
        self.node(n);
        self.raw(" }");
    }

    /// Every thread evaluates the affinity in each iteration.
    fn tested(&mut self, f: &Forall, mine: &Node, all: &str) {
        if f.checked {
            self.compared_loop();
        }
        self.raw("for (");
        let tested = f.cond.filter(|_| f.checked).map_or(Vec::new(), |cond| {
            let test = "(upcr_check_forall_test(), ".to_string();
            vec![(cond.start, Insert::Text(test)), (cond.end, Insert::Text(")".to_string()))]
        });
        self.source_with(&f.clauses, &tested);
        self.raw(") if (");
        self.node(mine);
        self.raw(&format!(" || {all}) "));
    }

    /// The counter advances to the first own iteration before the loop, and after each to the next.
    fn own(&mut self, f: &Forall, own: &Own, all: String) -> Names {
        let turns = self.fresh.temporary();
        let untested = (!own.declared).then(|| self.fresh.temporary());
        let names = Names { all, turns, untested };
        let declared =
            names.untested.as_ref().map_or(String::new(), |u| format!("{} {u}; ", own.kind.text()));
        let kind = if own.strides.is_some() { "upcr_strides" } else { "upcr_turns" };
        self.raw(&format!("struct {kind} {}; {declared}", names.turns));
        if let Some(version) = own.local.as_ref().filter(|_| own.strides.is_none()) {
            self.declare_version(version);
        }
        self.raw("for (");
        let clauses = f.clauses.span;
        self.part(&f.clauses, Span::new(clauses.start, own.init_end));
        self.go_to_first(f, own, &names);
        self.part(&f.clauses, Span::new(own.init_end, own.cond.start));
        self.limit(f, own, &names);
        self.part(&f.clauses, Span::new(own.cond.end, own.advance.end));
        self.go_to_next(own, &names);
        self.part(&f.clauses, Span::new(own.advance.end, clauses.end));
        self.raw(") ");
        names
    }

    /// The text of `span`, which no hole crosses.
    pub(super) fn part(&mut self, source: &Source, span: Span) {
        let mut inside = source.generated();
        inside.retain(|h| span.contains(h.span));
        self.text_with(span, &inside, &[]);
    }

    /// A separate declarator if the first clause is a declaration.
    fn go_to_first(&mut self, f: &Forall, own: &Own, names: &Names) {
        let unused = own.declared.then(|| self.fresh.temporary());
        match &unused {
            Some(name) => self.raw(&format!(", {name} __attribute__((unused)) = (")),
            None => self.raw(", "),
        }
        self.mark_untested(own, names);
        self.raw(&format!("{} = ", names.turns));
        self.at_start(own.long, |w| w.turns(f, own, names));
        self.raw(", ");
        self.go_on(own, &format!("{}.first", names.turns), true);
        if unused.is_some() {
            self.raw(", 0)");
        }
    }

    fn mark_untested(&mut self, own: &Own, names: &Names) {
        if let Some(untested) = &names.untested {
            self.raw(&format!("{untested} = {}, ", own.variable));
        }
    }

    fn turns(&mut self, f: &Forall, own: &Own, names: &Names) {
        if let Origin::Quotient { of_threads, divisor } = &own.origin {
            let (slices, of_threads) = (Entry::TurnsSlices.name(), i32::from(*of_threads));
            self.raw(&format!("{slices}({}, (unsigned long){}, ", names.all, own.variable));
            self.parenthesised(divisor);
            return self.raw(&format!(", {of_threads})"));
        }
        let phase = match &own.origin {
            Origin::Phased(_) => Some(self.fresh.temporary()),
            _ => None,
        };
        if let (Origin::Phased(pointer), Some(t)) = (&own.origin, &phase) {
            self.open();
            self.raw(&format!("upcr_ppts_t {t} = "));
            self.node(pointer);
            self.raw("; ");
        }
        let Some((entry, rest)) = turns_call(own, phase.as_deref()) else { return };
        self.raw(&format!("{}({}, ", self.form(entry), names.all));
        self.first_thread(own, phase.as_deref());
        self.raw(&rest);
        self.stride(f, own, phase.as_deref());
        self.raw(")");
        if phase.is_some() {
            self.raw(";");
            self.close();
        }
    }

    fn first_thread(&mut self, own: &Own, phased: Option<&str>) {
        match &own.origin {
            Origin::Block(of) => self.raw(&format!(
                "(unsigned long)upcr_column_of((long)((unsigned long){} / {of}ul))",
                own.variable
            )),
            Origin::Quotient { .. } => {}
            Origin::Integer { value, unsigned: false } => {
                self.raw("(unsigned long)upcr_column_of((long)");
                self.parenthesised(value);
                self.raw(")");
            }
            Origin::Integer { value, unsigned: true } => {
                self.raw("(unsigned long)");
                self.parenthesised(value);
                self.raw(" % (unsigned long)upcr_threads()");
            }
            Origin::Thin(pointer) => {
                self.raw("upcr_thread(");
                self.node(pointer);
                self.raw(")");
            }
            Origin::Phased(_) => {
                self.raw(&format!("upcr_thread({}.p)", phased.unwrap_or_default()))
            }
        }
    }

    /// The controlling expression. If it ends the loop and the counter may be read later, it sets
    /// the counter back to the value at which the first omitted evaluation would have ended the
    /// loop.
    fn limit(&mut self, f: &Forall, own: &Own, names: &Names) {
        let Some(untested) = &names.untested else { return self.part(&f.clauses, own.cond) };
        if let Some(strides) = &own.strides {
            return self.limit_of_strides(f, own, (strides, untested), &names.turns);
        }
        self.raw("((");
        self.part(&f.clauses, own.cond);
        self.raw(&format!(") || (__extension__ ({{ for ({} = {untested}; ", own.variable));
        self.part(&f.clauses, own.cond);
        self.raw("; ");
        self.part(&f.clauses, own.advance);
        self.raw(") ; 0; })))");
    }

    fn go_to_next(&mut self, own: &Own, names: &Names) {
        let turns = &names.turns;
        if let Some(untested) = &names.untested {
            self.raw(&format!(", {untested} = {}", own.variable));
        }
        match own.turn {
            Turn::Same => {}
            Turn::Strides { .. } => {
                let next = Entry::StridesNext.name();
                self.raw(", ");
                let gap =
                    format!("({turns}.left ? ({turns}.left--, {turns}.gap) : {next}(&{turns}))");
                self.go_on(own, &gap, true);
            }
            Turn::Slices | Turn::Blocks { block: 2.., .. } => {
                self.raw(&format!(
                    ", {turns}.left ? (void){turns}.left-- : (void)({turns}.left = {turns}.again, "
                ));
                self.go_on(own, &format!("{turns}.gap"), true);
                self.raw(")");
            }
            Turn::Blocks { .. } | Turn::Cycle { .. } => {
                self.raw(", ");
                self.go_on(own, &format!("{turns}.gap"), false);
            }
        }
    }

    /// Advances the counter by `distance`, or to the end of its type, which every limit stops. A
    /// distance is `far` if it may exceed the counter's type. The C compiler is told that none is
    /// negative: otherwise it assumes iterations of an empty loop, and warns about subscripts in
    /// them.
    pub(super) fn go_on(&mut self, own: &Own, distance: &str, far: bool) {
        let operation = if own.down { "sub" } else { "add" };
        let far = far || own.step > SHORT_STEP;
        let cast = match own.kind {
            IntKind::Int if !far => "int",
            IntKind::UInt if !far => "unsigned int",
            IntKind::Int | IntKind::Long | IntKind::LongLong => "long",
            _ => "unsigned long",
        };
        let (i, kind) = (&own.variable, own.kind.text());
        let (before, after) = (self.fresh.temporary(), self.fresh.temporary());
        let end = end_of(own.kind, own.down);
        let back = if own.down { ">" } else { "<" };
        self.open();
        self.raw(&format!(
            "{kind} {before} = {i}, {after}; \
             if (__builtin_{operation}_overflow({before}, ({cast}){distance}, &{after})) \
             {after} = {end}; \
             if ({after} {back} {before}) __builtin_unreachable(); {i} = {after};"
        ));
        self.close();
    }
}

/// The function that gives a thread's turns, and its arguments after the first thread. `phase`: the
/// pointer-to-shared of the affinity.
fn turns_call(own: &Own, phase: Option<&str>) -> Option<(Entry, String)> {
    Some(match own.turn {
        Turn::Same => (Entry::TurnsSame, String::new()),
        Turn::Blocks { block, unit, backwards } => {
            let phase = match (phase, &own.origin) {
                (Some(t), _) => format!("{t}.phase / {unit}"),
                (None, Origin::Block(of)) => {
                    format!("(unsigned long){} % {of}ul / {unit}", own.variable)
                }
                (None, _) => "0".to_string(),
            };
            let backwards = i32::from(backwards);
            (Entry::TurnsBlocks, format!(", {phase}, {block}ul, {backwards}, {}ul", own.step))
        }
        Turn::Cycle { threads } => (Entry::TurnsCycle, format!(", {threads}l, {}ul", own.step)),
        Turn::Strides { .. } => (Entry::Strides, String::new()),
        Turn::Slices => return None,
    })
}

/// With steps up to this a row of threads is below 2^31.
const SHORT_STEP: u64 = 64;

/// The last value of a type in a direction.
fn end_of(kind: IntKind, down: bool) -> &'static str {
    match (kind, down) {
        (IntKind::UInt | IntKind::ULong | IntKind::ULongLong, true) => "0",
        (IntKind::UInt, false) => "4294967295u",
        (IntKind::ULong | IntKind::ULongLong, false) => "18446744073709551615ul",
        (IntKind::Long | IntKind::LongLong, true) => "-9223372036854775807l - 1",
        (IntKind::Long | IntKind::LongLong, false) => "9223372036854775807l",
        (_, true) => "-2147483647 - 1",
        (_, false) => "2147483647",
    }
}
