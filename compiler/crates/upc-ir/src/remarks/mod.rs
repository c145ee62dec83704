// SPDX-License-Identifier: Apache-2.0
//! Remarks of `-fopt-info-upc`: what the passes did at a loop or an access to shared memory, and
//! what prevents more.
//!
//! A pass reports what it did ([`Remarks::done`]) and, if it knows a better reason than the survey,
//! why it did nothing ([`Remarks::missed`]). The survey explains the accesses that the last
//! optimisation leaves on the general path, one remark for each loop and reason; so a pass need not
//! report failures. Nothing is computed unless remarks are requested.

mod elements;
pub(crate) mod far;
mod obstacles;
pub(crate) mod survey;

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use upc_source::Span;
use upc_syntax::ast::ExprId;

use crate::Facts;

/// One remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The loop or access, in the preprocessed text.
    pub span: Span,
    /// The pass that did it, or could have: the flag of `-f[no-]upc-FLAG`.
    pub pass: &'static str,
    pub kind: Kind,
    /// The text: what was done, or what was not done and why.
    pub text: String,
    /// The obstacle, if it has a place.
    pub note: Option<Note>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Done,
    Missed,
}

impl Kind {
    /// gcc's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Done => "optimized",
            Kind::Missed => "missed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub span: Span,
    pub text: String,
}

/// Why an optimisation is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// A clause that follows a colon: the cause, and what to change if that is known.
    pub text: String,
    pub note: Option<Note>,
}

impl Obstacle {
    pub fn new(text: impl Into<String>) -> Obstacle {
        Obstacle { text: text.into(), note: None }
    }

    /// With the obstacle at `span`.
    pub fn at(self, span: Span, note: impl Into<String>) -> Obstacle {
        Obstacle { note: Some(Note { span, text: note.into() }), ..self }
    }
}

/// The remarks of a unit.
pub struct Remarks {
    wanted: bool,
    pass: Cell<&'static str>,
    list: RefCell<Vec<Remark>>,
}

impl Remarks {
    pub(crate) fn new(wanted: bool) -> Remarks {
        Remarks { wanted, pass: Cell::new(""), list: RefCell::default() }
    }

    /// Further remarks are of the pass `flag`.
    pub(crate) fn begin(&self, flag: &'static str) {
        self.pass.set(flag);
    }

    /// Whether remarks are requested.
    pub(crate) fn wanted(&self) -> bool {
        self.wanted
    }

    /// Records what the pass did at `span`.
    pub(crate) fn done(&self, span: Span, text: impl FnOnce() -> String) {
        if self.wanted {
            self.push(span, self.pass.get(), Kind::Done, Obstacle::new(text()));
        }
    }

    /// Records that the pass did not do `what` at `span`, and why.
    pub(crate) fn missed(
        &self,
        span: Span,
        what: impl FnOnce() -> String,
        why: impl FnOnce() -> Obstacle,
    ) {
        if self.wanted {
            self.missed_by(self.pass.get(), span, &what(), why());
        }
    }

    /// The same for the pass `flag`.
    fn missed_by(
        &self,
        flag: &'static str,
        span: Span,
        what: &str,
        Obstacle { text, note }: Obstacle,
    ) {
        self.push(span, flag, Kind::Missed, Obstacle { text: format!("{what}: {text}"), note });
    }

    fn push(&self, span: Span, pass: &'static str, kind: Kind, Obstacle { text, note }: Obstacle) {
        self.list.borrow_mut().push(Remark { span, pass, kind, text, note });
    }

    /// All remarks, in the order of the text, without the duplicates of bodies written twice.
    pub(crate) fn finish(self) -> Vec<Remark> {
        let mut list = self.list.into_inner();
        let mut said = FxHashSet::default();
        list.retain(|r| said.insert((r.span.start, r.kind, r.text.clone())));
        list.sort_by_key(|r| r.span.start);
        list
    }
}

/// The expressions as the program has them, each once, in quotes.
pub(crate) fn quoted(facts: &Facts, elements: impl IntoIterator<Item = ExprId>) -> String {
    words(facts, elements.into_iter().map(|e| facts.span(e))).join(", ")
}

/// The text at `spans`, each once, in quotes, with the verb: "'a[i]', 'b[i]' are".
pub(crate) fn subject(facts: &Facts, spans: impl IntoIterator<Item = Span>) -> String {
    let words = words(facts, spans);
    format!("{} {}", words.join(", "), if words.len() == 1 { "is" } else { "are" })
}

/// The text at `spans`, each once, in quotes. A line break in it counts as a blank.
fn words(facts: &Facts, spans: impl IntoIterator<Item = Span>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for span in spans {
        let words: Vec<&str> = span.slice(facts.text).split_whitespace().collect();
        let name = format!("'{}'", words.join(" "));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
