// SPDX-License-Identifier: Apache-2.0
//! One JSON object a line, of the shape of gcc's `-fdiagnostics-format=json`: labels, notes, help
//! and rule are its children.

use super::{severity_name, Sources};
use crate::{Diagnostic, Severity, Span};

pub(super) fn render(d: &Diagnostic, sources: &Sources<'_>) -> String {
    let at = place(d.span, sources);
    let child = |message: &str, at: &str| {
        format!("{{{},{},{at}}}", field("kind", "note"), field("message", message))
    };
    let mut children: Vec<String> =
        d.labels.iter().map(|l| child(&l.message, &place(l.span, sources))).collect();
    children.extend(d.notes.iter().map(|n| child(n, &at)));
    children.extend(d.help.iter().map(|h| child(&format!("help: {h}"), &at)));
    children.extend(d.rule.iter().map(|r| child(&format!("rule: {r}"), &at)));
    let mut fields = vec![field("kind", severity_name(d.severity)), field("message", &d.message)];
    let dash = if d.severity == Severity::Error { "-Werror=" } else { "-W" };
    fields.extend(d.warning.map(|name| field("option", &format!("{dash}{name}"))));
    fields.extend(d.error.map(|name| field("name", name.text())));
    fields.push("\"column-origin\":1".into());
    fields.push(format!("\"children\":[{}]", children.join(",")));
    fields.push(at);
    format!("{{{}}}\n", fields.join(","))
}

/// The fields that gcc has last in every object.
fn place(span: Span, sources: &Sources<'_>) -> String {
    let e = sources.excerpt(span);
    let point = |at: usize| {
        let display = e.display_column(at);
        format!(
            "{{{},\"line\":{},\"display-column\":{display},\"byte-column\":{},\
             \"column\":{display}}}",
            field("file", &e.file),
            e.line,
            e.byte_column(at)
        )
    };
    let mut location = format!("\"caret\":{}", point(e.range.start));
    if e.range.len() > 1 {
        location += &format!(",\"finish\":{}", point(e.range.end - 1));
    }
    format!("\"locations\":[{{{location}}}],\"escape-source\":false")
}

fn field(name: &str, value: &str) -> String {
    format!("\"{name}\":{}", quote(value))
}

/// A JSON string (RFC 8259 section 7).
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
