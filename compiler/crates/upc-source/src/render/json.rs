//! One JSON object a line: severity, message, warning, file, line, column, length, labels, notes, help, rule.

use super::{severity_name, Sources};
use crate::{Diagnostic, Span};

pub(super) fn render(d: &Diagnostic, sources: &Sources<'_>) -> String {
    let mut fields = vec![field("severity", severity_name(d.severity)), field("message", &d.message)];
    fields.push(optional("warning", d.warning));
    fields.extend(place(d.span, sources));
    let labels = d.labels.iter().map(|l| {
        let mut fields = vec![field("message", &l.message)];
        fields.extend(place(l.span, sources));
        format!("{{{}}}", fields.join(","))
    });
    fields.push(format!("\"labels\":[{}]", labels.collect::<Vec<_>>().join(",")));
    let notes: Vec<String> = d.notes.iter().map(|n| quote(n)).collect();
    fields.push(format!("\"notes\":[{}]", notes.join(",")));
    fields.push(optional("help", d.help.as_deref()));
    fields.push(optional("rule", d.rule));
    format!("{{{}}}\n", fields.join(","))
}

fn place(span: Span, sources: &Sources<'_>) -> [String; 4] {
    let e = sources.excerpt(span);
    [
        field("file", &e.file),
        format!("\"line\":{}", e.line),
        format!("\"column\":{}", e.range.start + 1),
        format!("\"length\":{}", e.range.len()),
    ]
}

fn field(name: &str, value: &str) -> String {
    format!("\"{name}\":{}", quote(value))
}

fn optional(name: &str, value: Option<&str>) -> String {
    format!("\"{name}\":{}", value.map_or("null".to_string(), quote))
}

/// A JSON string (RFC 8259 section 7).
fn quote(text: &str) -> String {
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
