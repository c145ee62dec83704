// SPDX-License-Identifier: Apache-2.0
//! How diagnostics look: for people ([`Format::Full`]), for editors and build logs
//! ([`Format::Short`], gcc's form), for programs ([`Format::Json`]).

mod align;
mod excerpt;
mod full;
mod json;
mod short;

pub use excerpt::{Place, Sources};
pub use json::quote as json_string;

use crate::{Diagnostic, Severity};

/// The forms of upcc's messages (`-fdiagnostics-format`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// gcc's line, then the source with a caret, labels, notes, help and the rule.
    Full,
    /// gcc's lines only: `file:line:col: warning: message [-Wname]`, `error: message [name]`.
    Short,
    /// One JSON object a line, of gcc's shape.
    Json,
}

/// Writes `diagnostic` with a newline at its end. `colour` adds terminal escapes to
/// [`Format::Full`] only.
pub fn render(
    diagnostic: &Diagnostic,
    sources: &Sources<'_>,
    format: Format,
    colour: bool,
) -> String {
    crate::printable(match format {
        Format::Full => full::render(diagnostic, sources, colour),
        Format::Short => short::render(diagnostic, sources),
        Format::Json => json::render(diagnostic, sources),
    })
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// `message`, with the warning's name as gcc writes it, or the error's alike.
fn headline(d: &Diagnostic) -> String {
    match (d.warning, d.severity) {
        (Some(name), Severity::Error) => format!("{} [-Werror={name}]", d.message),
        (Some(name), _) => format!("{} [-W{name}]", d.message),
        (None, _) => match d.error {
            Some(name) => format!("{} [{}]", d.message, name.text()),
            None => d.message.clone(),
        },
    }
}

#[cfg(test)]
mod tests;
