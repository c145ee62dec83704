// SPDX-License-Identifier: Apache-2.0
//! gcc's form, one line for the message and one for each label, note and help.

use super::{headline, severity_name, Sources};
use crate::Diagnostic;

pub(super) fn render(d: &Diagnostic, sources: &Sources<'_>) -> String {
    let place = sources.excerpt(d.span).place();
    let mut out = format!("{place}: {}: {}\n", severity_name(d.severity), headline(d));
    for label in &d.labels {
        out.push_str(&format!(
            "{}: note: {}\n",
            sources.excerpt(label.span).place(),
            label.message
        ));
    }
    for note in &d.notes {
        out.push_str(&format!("{place}: note: {note}\n"));
    }
    if let Some(help) = &d.help {
        out.push_str(&format!("{place}: note: help: {help}\n"));
    }
    if let Some(rule) = d.rule {
        out.push_str(&format!("{place}: note: rule: {rule}\n"));
    }
    out
}
