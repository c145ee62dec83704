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
mod near;
mod obstacles;
pub(crate) mod survey;

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use upc_source::Span;
use upc_syntax::ast::ExprId;

use crate::passes::new_text;
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

/// Whether a pass did what the remark is about.
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

/// A second place of a remark.
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
    /// An obstacle without a second place.
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
    list: RefCell<Vec<Said>>,
}

/// A remark that may be about elements: "`before` 'a[i]', 'b[i]' are `text`".
struct Said {
    span: Span,
    pass: &'static str,
    kind: Kind,
    before: String,
    /// As [`words`].
    elements: Vec<String>,
    text: String,
    note: Option<Note>,
}

impl Said {
    /// Whether both say the same, except of which elements.
    fn says_of_others(&self, other: &Said) -> bool {
        (self.span.start, self.kind, self.pass) == (other.span.start, other.kind, other.pass)
            && (&self.before, &self.text, &self.note) == (&other.before, &other.text, &other.note)
            && self.elements.is_empty() == other.elements.is_empty()
    }

    fn remark(self) -> Remark {
        let Said { span, pass, kind, note, .. } = self;
        let text = match self.elements.as_slice() {
            [] => self.before + &self.text,
            [one] => format!("{}{one} is {}", self.before, self.text),
            all => {
                let of_all = self.text.replace(FAR, "where they are far");
                format!("{}{} are {of_all}", self.before, all.join(", "))
            }
        };
        Remark { span, pass, kind, text, note }
    }
}

/// Ends what is said of an element.
pub(crate) const FAR: &str = "where it is far";

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
            self.push(Kind::Done, self.pass.get(), About::plain(span), Obstacle::new(text()));
        }
    }

    /// Records what the pass did with the elements, if any.
    pub(crate) fn done_with(&self, about: impl FnOnce() -> About, text: impl FnOnce() -> String) {
        if self.wanted {
            self.push(Kind::Done, self.pass.get(), about(), Obstacle::new(text()));
        }
    }

    /// Records that the pass did not do `what`, and why.
    pub(crate) fn missed(
        &self,
        about: impl FnOnce() -> About,
        what: &str,
        why: impl FnOnce() -> Obstacle,
    ) {
        if self.wanted {
            self.missed_by(self.pass.get(), about(), what, why());
        }
    }

    /// The same for the pass `flag`.
    fn missed_by(
        &self,
        flag: &'static str,
        about: About,
        what: &str,
        Obstacle { text, note }: Obstacle,
    ) {
        self.push(Kind::Missed, flag, about, Obstacle { text: format!("{what}: {text}"), note });
    }

    /// Remarks about other elements at the same place, as in another copy of a loop, become one.
    fn push(
        &self,
        kind: Kind,
        pass: &'static str,
        About { span, before, elements }: About,
        Obstacle { text, note }: Obstacle,
    ) {
        let said = Said { span, pass, kind, before, elements, text, note };
        let mut list = self.list.borrow_mut();
        match list.iter_mut().find(|known| known.says_of_others(&said)) {
            Some(known) => said.elements.into_iter().for_each(|e| {
                if !known.elements.contains(&e) {
                    known.elements.push(e);
                }
            }),
            None => list.push(said),
        }
    }

    /// All remarks, in the order of the text.
    pub(crate) fn finish(self) -> Vec<Remark> {
        let mut list: Vec<Remark> = self.list.into_inner().into_iter().map(Said::remark).collect();
        let mut said = FxHashSet::default();
        list.retain(|r| said.insert((r.span.start, r.kind, r.text.clone())));
        list.sort_by_key(|r| r.span.start);
        list
    }
}

/// The place of a remark, and the elements that it is about.
pub(crate) struct About {
    span: Span,
    before: String,
    elements: Vec<String>,
}

impl About {
    pub(crate) fn plain(span: Span) -> About {
        About { span, before: String::new(), elements: Vec::new() }
    }

    /// The text at `elements`, for a remark at `span`.
    pub(crate) fn spans(
        facts: &Facts,
        span: Span,
        elements: impl IntoIterator<Item = Span>,
    ) -> About {
        About { elements: words(facts, elements), ..About::plain(span) }
    }

    pub(crate) fn elements(
        facts: &Facts,
        span: Span,
        elements: impl IntoIterator<Item = ExprId>,
    ) -> About {
        About::spans(facts, span, elements.into_iter().map(|e| facts.span(e)))
    }

    /// The remark begins with `before`.
    pub(crate) fn after(self, before: String) -> About {
        About { before, ..self }
    }
}

/// The expressions as the program has them, each once, in quotes.
pub(crate) fn quoted(facts: &Facts, elements: impl IntoIterator<Item = ExprId>) -> String {
    words(facts, elements.into_iter().map(|e| facts.span(e))).join(", ")
}

/// The text at `spans`, each once, in quotes. A line break in it counts as a blank. Variables that
/// `inline` had to rename have the program's names, restated loops the program's text.
fn words(facts: &Facts, spans: impl IntoIterator<Item = Span>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for span in spans {
        let text = facts.program.and_then(|program| program.text_of(span));
        let lines =
            text.unwrap_or_else(|| span.slice(facts.text)).lines().filter(|l| !l.starts_with("# "));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        let name = format!("'{}'", new_text::with_names_of_program(&words.join(" ")));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
