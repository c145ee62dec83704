// SPDX-License-Identifier: Apache-2.0
//! `--help`, made from the option table.

use upc_source::{ErrorName, WARNINGS};

use super::table::{Group, Spec, Value, OPTIONS};

/// Column of the explanations, and of the text's end.
const WIDTH: usize = 28;
const COLUMNS: usize = 100;

/// The whole help text, grouped by topic.
pub fn help_text() -> String {
    let mut text = String::from(
        "Usage: upcc [options] file...\n\nFiles: .upc .c (UPC), .upci .i (preprocessed), .s .S, .o \
         .a .so; others as the C compiler takes\nthem. Long options may have one dash or two.\n",
    );
    for group in Group::ALL {
        text += &format!("\n{}:\n", group.title());
        for spec in OPTIONS.iter().filter(|s| s.group == group && !s.help.is_empty()) {
            text += &entry(spec);
        }
    }
    text += "\nVariables: UPCC_CC or CC (the C compiler), CFLAGS and UPCC_FLAGS (options put \
         before those given),\nUPCC_NORC, UPCC_FIXED_THREADS (default for -T), UPCC_BERKELEY (1: \
         -fberkeley). Files:\nPREFIX/etc/upcc.conf, $HOME/.upccrc (default_options = ...).\n";
    text
}

/// The text of `--help=warnings`.
pub fn warnings_text() -> String {
    let mut text = String::from(
        "Warnings about UPC. All are on; -Wno-NAME turns one off, \
        -Werror=NAME makes it an error, -Werror all of them.\n\n",
    );
    for w in WARNINGS {
        text += &format!("  -W{}\n{:8}{}\n", w.name, "", w.meaning);
    }
    text
}

/// The text of `--help=errors`.
pub fn errors_text() -> String {
    let head = "Errors in programs, by the names behind their messages; upcc -explain NAME shows \
                examples.\n\n";
    ErrorName::ALL.iter().fold(head.to_string(), |text, e| {
        text + &format!("  {}\n{:8}{}\n", e.text(), "", e.finds())
    })
}

fn entry(spec: &Spec) -> String {
    let (value, help) = match spec.help.split_once('|') {
        Some((value, help)) => (value, help),
        None => ("", spec.help),
    };
    let shown = match spec.value {
        Value::None | Value::Joined => format!("-{}{value}", spec.name),
        Value::Separate | Value::JoinedOrSeparate => format!("-{} {value}", spec.name),
        Value::Equals | Value::EqualsOrSeparate => format!("-{}={value}", spec.name),
        Value::MaybeEquals => format!("-{}[={value}]", spec.name),
    };
    let indent = format!("\n{:WIDTH$}", "");
    let gap = if shown.len() + 3 > WIDTH { &indent } else { "" };
    let help = upc_source::wrapped(help, COLUMNS - WIDTH).join(&indent);
    format!("  {shown:w$}{gap}{help}\n", w = if gap.is_empty() { WIDTH - 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_entries() {
        let text = help_text();
        for group in Group::ALL {
            assert!(text.contains(&format!("\n{}:\n  -", group.title())), "{}", group.title());
        }
        assert!(text.contains("-shared-heap=SIZE"), "{text}");
        for line in text.lines() {
            assert!(line.len() <= COLUMNS, "{line}");
        }
    }
}
