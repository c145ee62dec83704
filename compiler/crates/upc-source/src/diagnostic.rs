// SPDX-License-Identifier: Apache-2.0
//! Messages to the user, without their form: the renderers choose that.

use crate::{ErrorName, Span};

/// How grave a diagnostic is, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// A second place that explains the first ("declared here").
#[derive(Clone, Debug)]
pub struct Label {
    pub span: Span,
    pub message: String,
}

/// One message, each text of it a single line: what it quotes from several lines of the program is
/// joined. `message` is a terse headline in the user's words; `rule` names the specification's
/// section ("UPC 6.5.1.1p8", "C 6.5.16.1").
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// The name of the warning for -W/-Wno-/-Werror= ("upc-forall-exit"); `None` for errors that
    /// cannot be turned off.
    pub warning: Option<&'static str>,
    /// The name of the error, for `upcc -explain`.
    pub error: Option<ErrorName>,
    pub span: Span,
    pub message: String,
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    pub help: Option<String>,
    pub rule: Option<&'static str>,
}

impl Diagnostic {
    /// An error of the kind `name` at `span`.
    pub fn error(name: ErrorName, span: Span, message: impl Into<String>) -> Diagnostic {
        let error = Some(name);
        Diagnostic { error, ..Diagnostic::new(Severity::Error, None, span, message.into()) }
    }

    /// A warning with its -W name, without the leading "-W".
    pub fn warning(name: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, Some(name), span, message.into())
    }

    fn new(
        severity: Severity,
        warning: Option<&'static str>,
        span: Span,
        message: String,
    ) -> Diagnostic {
        let message = one_line(message);
        Diagnostic {
            severity,
            warning,
            error: None,
            span,
            message,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            rule: None,
        }
    }

    /// Adds another place of the message, with its own text.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: one_line(message.into()) });
        self
    }

    /// Adds a line of explanation.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(one_line(note.into()));
        self
    }

    /// Adds what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(one_line(help.into()));
        self
    }

    /// Adds the section of the specification.
    pub fn rule(mut self, rule: &'static str) -> Diagnostic {
        self.rule = Some(rule);
        self
    }
}

/// `text` with one space for each line break and the white space around it.
fn one_line(text: String) -> String {
    if !text.contains('\n') {
        return text;
    }
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The messages of one translation unit, in the order they were found.
#[derive(Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// No diagnostics.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic at the end.
    pub fn push(&mut self, d: Diagnostic) {
        if d.severity == Severity::Error {
            self.errors += 1;
        }
        self.list.push(d);
    }

    /// True if one is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many are errors.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Adds those of `more` at the end.
    pub fn append(&mut self, more: Diagnostics) {
        self.errors += more.errors;
        self.list.extend(more.list);
    }

    /// In the order of their finding.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Of all severities.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there is none of any severity.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
