// SPDX-License-Identifier: Apache-2.0
//! The messages of a unit, and their help as quick fixes.

use std::collections::HashSet;
use std::path::PathBuf;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, Location, NumberOrString, Position, Range, TextEdit, WorkspaceEdit,
};
use serde_json::json;
use upc_source::render::Sources;
use upc_source::{Severity, Span};

use crate::place;
use crate::unit::{Buffers, Unit};

fn of_the_c_compiler(said: &upcc::editor::Said) -> Diagnostic {
    let at = Position::new(said.line.saturating_sub(1), said.column.saturating_sub(1));
    Diagnostic {
        range: Range::new(at, Position::new(at.line, at.character + 1)),
        severity: Some(severity(said.severity)),
        source: Some("cc".into()),
        message: said.message.clone(),
        ..Diagnostic::default()
    }
}

/// The messages of a unit by file; the document's own are there even if there are none.
pub fn diagnostics(unit: &Unit, buffers: &Buffers) -> Vec<(PathBuf, Vec<Diagnostic>)> {
    let mut out: Vec<(PathBuf, Vec<Diagnostic>)> = vec![(unit.path.clone(), Vec::new())];
    let mut add =
        |path: PathBuf, d: Diagnostic| match out.iter_mut().find(|(file, _)| *file == path) {
            Some((_, list)) if list.contains(&d) => {}
            Some((_, list)) => list.push(d),
            None => out.push((path, vec![d])),
        };
    for said in &unit.reading.said {
        add(unit.file(&said.file), of_the_c_compiler(said));
    }
    let of_directives = unit.reading.directives.found.iter();
    let of_directives = of_directives.map(|d| (d, in_directives(unit, d.span, buffers)));
    let of_the_front_end = unit.found.iter().map(|d| (d, location(unit, d.span, buffers)));
    for (d, at) in of_directives.chain(of_the_front_end) {
        let (Some(shown), Some(at)) = (unit.reading.severity(d), at) else { continue };
        if let Some(path) = place::path_of(&at.uri) {
            add(path, rendered(unit, d, shown, at.range, buffers));
        }
    }
    out
}

/// The document's lines, from 0, with errors of the front end.
pub fn lines_with_errors(unit: &Unit, buffers: &Buffers) -> HashSet<u32> {
    let errors = unit.found.iter().filter(|d| d.severity == Severity::Error);
    let places = errors.filter_map(|d| location(unit, d.span, buffers));
    let own = places.filter(|at| place::path_of(&at.uri).as_ref() == Some(&unit.path));
    own.map(|at| at.range.start.line).collect()
}

/// The place of a span of the text with directives.
fn in_directives(unit: &Unit, span: Span, buffers: &Buffers) -> Option<Location> {
    let directives = &unit.reading.directives;
    let read = |name: &str| unit.contents_of(name, buffers);
    let sources = Sources::new(&directives.text, &directives.map, &read);
    unit.location(&sources.place(span), buffers)
}

fn location(unit: &Unit, span: Span, buffers: &Buffers) -> Option<Location> {
    let at = unit.with_sources(buffers, |sources| sources.place(span));
    unit.location(&at, buffers)
}

fn rendered(
    unit: &Unit,
    d: &upc_source::Diagnostic,
    shown: Severity,
    range: Range,
    buffers: &Buffers,
) -> Diagnostic {
    let mut message = d.message.clone();
    for note in &d.notes {
        message += &format!("\n{note}");
    }
    if let Some(help) = &d.help {
        message += &format!("\nhelp: {help}");
    }
    if let Some(rule) = d.rule {
        message += &format!("\n({rule})");
    }
    let related = d.labels.iter().filter_map(|label| {
        Some(DiagnosticRelatedInformation {
            location: location(unit, label.span, buffers)?,
            message: label.message.clone(),
        })
    });
    Diagnostic {
        range,
        severity: Some(severity(shown)),
        code: d
            .warning
            .or(d.error.map(|name| name.text()))
            .map(|name| NumberOrString::String(name.into())),
        source: Some("upcc".into()),
        message,
        related_information: Some(related.collect()),
        data: d.help.as_ref().map(|help| json!({ "help": help })),
        ..Diagnostic::default()
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The quick fixes of messages: edits that the help spells out.
pub fn fixes(uri: &lsp_types::Uri, text: &str, shown: &[Diagnostic]) -> Vec<CodeActionOrCommand> {
    let fix = |d: &Diagnostic| {
        if d.message.starts_with("missing ';' ") {
            let change = TextEdit { range: empty(d.range), new_text: ";".into() };
            let fix = quick_fix(uri, d, "insert ';'", change);
            return Some(CodeActionOrCommand::CodeAction(fix));
        }
        let help = d.data.as_ref()?["help"].as_str()?;
        let from = place::offset(text, d.range.start);
        let said = &text[from..place::offset(text, d.range.end).max(from)];
        let change = match edit(help, said)? {
            Edit::Replace(new_text) => TextEdit { range: d.range, new_text },
            Edit::Include(header) => {
                let at = Position::new(after_includes(text), 0);
                TextEdit { range: Range::new(at, at), new_text: format!("#include {header}\n") }
            }
        };
        Some(CodeActionOrCommand::CodeAction(quick_fix(uri, d, help, change)))
    };
    shown.iter().filter_map(fix).collect()
}

/// The place where `range` begins.
fn empty(range: Range) -> Range {
    Range::new(range.start, range.start)
}

/// The change that the help of `d` spells out.
fn quick_fix(uri: &lsp_types::Uri, d: &Diagnostic, help: &str, change: TextEdit) -> CodeAction {
    // The protocol's type has addresses as keys.
    #[allow(clippy::mutable_key_type)]
    let changes = std::collections::HashMap::from([(uri.clone(), vec![change])]);
    CodeAction {
        title: help.to_string(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![d.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}

/// The edit that a help asks for.
#[derive(Debug, PartialEq, Eq)]
enum Edit {
    /// Replaces the marked text.
    Replace(String),
    /// An `#include` of this header, brackets included.
    Include(String),
}

/// The edit that a help describes; `None`: it needs the programmer. `said` is the marked text.
fn edit(help: &str, said: &str) -> Option<Edit> {
    if let Some(header) = help.strip_prefix("include ") {
        return header.starts_with('<').then(|| Edit::Include(header.to_string()));
    }
    let quoted = help
        .split_once('\'')
        .and_then(|(_, rest)| rest.split_once('\''))
        .map(|(inside, _)| inside)?;
    let names = is_name(quoted) && is_name(said);
    let replaced = match help.split('\'').next()? {
        "did you mean " if names => quoted.to_string(),
        "write " if quoted == format!("{said};") || quoted == format!("&{said}") => {
            quoted.to_string()
        }
        "it is a pointer: use " if said.contains('.') => said.replacen('.', "->", 1),
        "use " if quoted == "." && said.contains("->") => said.replacen("->", ".", 1),
        _ => return None,
    };
    Some(Edit::Replace(replaced))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The line after the last `#include` of a text, from 0.
fn after_includes(text: &str) -> u32 {
    let is_include = |line: &str| {
        line.trim_start().strip_prefix('#').is_some_and(|l| l.trim_start().starts_with("include"))
    };
    text.lines()
        .collect::<Vec<_>>()
        .iter()
        .rposition(|line| is_include(line))
        .map_or(0, |n| n as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helps_that_are_edits() {
        let replaced = |help: &str, said: &str| match edit(help, said) {
            Some(Edit::Replace(text)) => text,
            other => format!("{other:?}"),
        };
        assert_eq!(replaced("did you mean 'upc_memcpy'?", "upc_memcopy"), "upc_memcpy");
        assert_eq!(replaced("it is a pointer: use '->'", "p.next"), "p->next");
        assert_eq!(replaced("use '.'", "s->next"), "s.next");
        assert_eq!(replaced("write 'upc_fence;'", "upc_fence"), "upc_fence;");
        assert_eq!(replaced("write '&a[i]' for its address", "a[i]"), "&a[i]");
        assert_eq!(
            edit("include <upc_nb.h>", "upc_sync"),
            Some(Edit::Include("<upc_nb.h>".into()))
        );
        assert_eq!(edit("put THREADS in one dimension, use 'shared []'", "grid"), None);
        assert_eq!(edit("did you mean 'THREADS'?", "a + b"), None);
    }

    #[test]
    fn where_an_include_goes() {
        assert_eq!(after_includes("#include <upc.h>\n# include \"a.h\"\nint a;\n"), 2);
        assert_eq!(after_includes("int a;\n"), 0);
    }
}
