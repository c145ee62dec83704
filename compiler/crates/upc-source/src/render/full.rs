// SPDX-License-Identifier: Apache-2.0
//! The form for people: gcc's first line, so that editors can jump, then the source.

use super::excerpt::Excerpt;
use super::{headline, severity_name, Sources};
use crate::{Diagnostic, Severity};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

pub(super) fn render(d: &Diagnostic, sources: &Sources<'_>, colour: bool) -> String {
    let primary = sources.excerpt(d.span);
    let labels: Vec<(Excerpt, &str)> =
        d.labels.iter().map(|l| (sources.excerpt(l.span), l.message.as_str())).collect();
    let mut out = first_line(d, &primary, colour);
    out.push_str(&body(d, &primary, &labels, colour));
    out.push('\n');
    out
}

fn first_line(d: &Diagnostic, primary: &Excerpt, colour: bool) -> String {
    let (place, severity, message) = (primary.place(), severity_name(d.severity), headline(d));
    if !colour {
        return format!("{place}: {severity}: {message}\n");
    }
    let shade = match d.severity {
        Severity::Error => "\x1b[1;31m",
        Severity::Warning => "\x1b[1;35m",
        Severity::Note => "\x1b[1;36m",
    };
    format!("\x1b[1m{place}: {shade}{severity}:\x1b[0m \x1b[1m{message}\x1b[0m\n")
}

fn body(d: &Diagnostic, primary: &Excerpt, labels: &[(Excerpt, &str)], colour: bool) -> String {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_level(level).element(primary_snippet(primary, labels));
    for (excerpt, message) in labels.iter().filter(|(e, _)| !primary.same_text(e)) {
        let snippet = Snippet::source(excerpt.source.as_str())
            .line_start(excerpt.line as usize)
            .path(excerpt.file.as_str());
        group = group.element(snippet.annotation(annotation(
            AnnotationKind::Context,
            excerpt,
            0,
            message,
        )));
    }
    for note in &d.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    if let Some(rule) = d.rule {
        group = group.element(Level::NOTE.with_name("rule").message(rule));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The primary line with the labels of the same file, which are on other lines of one stretch.
fn primary_snippet<'a>(
    primary: &'a Excerpt,
    labels: &'a [(Excerpt, &'a str)],
) -> Snippet<'a, Annotation<'a>> {
    let near = || labels.iter().filter(|(e, _)| primary.same_text(e));
    let first = near().map(|(e, _)| e.line).min().map_or(primary.line, |l| l.min(primary.line));
    let last = near().map(|(e, _)| e.line).max().map_or(primary.line, |l| l.max(primary.line));
    if first == last {
        let snippet = Snippet::source(primary.source.as_str()).line_start(primary.line as usize);
        let primary_mark = AnnotationKind::Primary.span(primary.range.clone());
        let marks = near().map(|(e, message)| annotation(AnnotationKind::Context, e, 0, message));
        return snippet.annotation(primary_mark).annotations(marks);
    }
    let (stretch, starts) = primary.stretch(first, last);
    let at = |e: &Excerpt| starts[(e.line - first) as usize];
    let offset = at(primary);
    let mark =
        AnnotationKind::Primary.span(primary.range.start + offset..primary.range.end + offset);
    let marks: Vec<_> =
        near().map(|(e, message)| annotation(AnnotationKind::Context, e, at(e), message)).collect();
    Snippet::source(stretch)
        .line_start(first as usize)
        .fold(true)
        .annotation(mark)
        .annotations(marks)
}

fn annotation<'a>(
    kind: AnnotationKind,
    e: &Excerpt,
    offset: usize,
    message: &'a str,
) -> Annotation<'a> {
    kind.span(e.range.start + offset..e.range.end + offset).label(message)
}
