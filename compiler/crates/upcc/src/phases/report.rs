// SPDX-License-Identifier: Apache-2.0
//! The front end's diagnostics for the user: which are shown, which warnings are errors, and the
//! format.

use upc_source::render::{render, Format, Sources};
use upc_source::{Diagnostic, Diagnostics, LineMap, Severity};

use crate::args::Options;

/// The warning about a function without a declaration.
pub const UNDECLARED: &str = "implicit-function-declaration";

/// The command line's choices about messages.
#[derive(Debug, PartialEq, Eq)]
pub struct Policy {
    /// `-Wx`, `-Wno-x`, `-Werror=x`, ... in order, without the `-W`.
    named: Vec<String>,
    /// `-Werror`
    all_errors: bool,
    /// `-w`
    no_warnings: bool,
    /// `-fmax-errors`; 0: no limit.
    max_errors: usize,
    format: Form,
    pub colour: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Full,
    Short,
    Json,
}

impl Policy {
    /// `terminal`: standard error is one.
    pub fn new(options: &Options, terminal: bool) -> Policy {
        let mut policy = Policy {
            named: options
                .cc
                .iter()
                .filter_map(|f| f.strip_prefix("-W"))
                .map(String::from)
                .collect(),
            all_errors: false,
            no_warnings: false,
            max_errors: 0,
            format: if options.upc.json { Form::Json } else { Form::Full },
            colour: terminal,
        };
        policy.named.extend(options.upc.warnings.iter().cloned());
        for flag in &options.cc {
            policy.obey(flag);
        }
        policy
    }

    fn obey(&mut self, flag: &str) {
        match flag {
            "-w" => self.no_warnings = true,
            "-Werror" => self.all_errors = true,
            "-Wno-error" => self.all_errors = false,
            "-fno-diagnostics-show-caret"
            | "-fdiagnostics-plain-output"
            | "-fno-caret-diagnostics"
                if self.format != Form::Json =>
            {
                self.format = Form::Short
            }
            "-fdiagnostics-color" | "-fdiagnostics-color=always" | "-fcolor-diagnostics" => {
                self.colour = true
            }
            "-fno-diagnostics-color" | "-fdiagnostics-color=never" | "-fno-color-diagnostics" => {
                self.colour = false
            }
            _ => {
                let limit = flag
                    .strip_prefix("-fmax-errors=")
                    .or_else(|| flag.strip_prefix("-ferror-limit="));
                self.max_errors = limit.and_then(|n| n.parse().ok()).unwrap_or(self.max_errors);
            }
        }
    }

    /// The severity with which a diagnostic is shown; `None`: not shown.
    pub fn severity(&self, d: &Diagnostic) -> Option<Severity> {
        let name = match (d.severity, d.warning) {
            (Severity::Warning, name) => name.unwrap_or(""),
            (severity, _) => return Some(severity),
        };
        let mut shown = !self.no_warnings;
        let mut error = self.all_errors;
        for word in &self.named {
            match word.as_str() {
                w if w == name => shown = true,
                w if w.strip_prefix("no-") == Some(name) => shown = false,
                w if w.strip_prefix("error=") == Some(name) => (shown, error) = (true, true),
                w if w.strip_prefix("no-error=") == Some(name) => error = false,
                _ => {}
            }
        }
        match (shown, error) {
            (false, _) => None,
            (true, true) => Some(Severity::Error),
            (true, false) => Some(Severity::Warning),
        }
    }

    fn form(&self) -> Format {
        match self.format {
            Form::Full => Format::Full,
            Form::Short => Format::Short,
            Form::Json => Format::Json,
        }
    }
}

/// The messages of a phase, rendered.
#[derive(Default)]
pub struct Report {
    /// Rendered, in the order of the text.
    pub text: String,
    /// Whether any is an error.
    pub errors: bool,
    /// The part of `text` that warns of functions without a declaration, message by message.
    pub undeclared: Vec<String>,
}

pub fn report(diagnostics: &Diagnostics, text: &str, map: &LineMap, policy: &Policy) -> Report {
    let read = |file: &str| crate::bounded::read_again(file.as_ref()).map(super::text::decode);
    let sources = Sources::new(text, map, &read);
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| d.span.start);
    let (mut out, mut errors, mut undeclared) = (String::new(), 0usize, Vec::new());
    let mut named = None;
    // A macro that has its argument twice gives each message once.
    let mut said = std::collections::HashSet::new();
    for d in sorted {
        let Some(severity) = policy.severity(d) else {
            continue;
        };
        let shown = Diagnostic { severity, ..d.clone() };
        let rendered = render(&shown, &sources, policy.form(), policy.colour);
        if !said.insert(rendered.clone()) {
            continue;
        }
        errors += usize::from(severity == Severity::Error);
        out += &rendered;
        named = named.or(d.error);
        if severity == Severity::Warning && d.warning == Some(UNDECLARED) {
            undeclared.push(rendered);
        }
        if policy.max_errors > 0 && errors >= policy.max_errors {
            out += &format!(
                "upcc: note: no more messages after {errors} errors (-fmax-errors={})\n",
                policy.max_errors
            );
            break;
        }
    }
    // Only on a terminal.
    if let Some(name) = named.filter(|_| policy.colour && policy.form() == Format::Full) {
        out +=
            &format!("upcc: note: upcc -explain {} shows examples of such an error\n", name.text());
    }
    Report { text: out, errors: errors > 0, undeclared }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{parse, split_words};
    use upc_source::Span;

    const TEXT: &str = "# 1 \"/nonexistent/a.upc\"\nint a;\nint b;\n";

    fn said(line: &str) -> (String, bool) {
        let policy = Policy::new(&parse(&split_words(line)).unwrap(), false);
        let at =
            |s: &str| Span::new(TEXT.find(s).unwrap() as u32, TEXT.find(s).unwrap() as u32 + 1);
        let mut all = Diagnostics::new();
        all.push(Diagnostic::warning("upc-b", at("b;"), "second"));
        all.push(Diagnostic::warning("upc-a", at("a;"), "first"));
        let said = report(&all, TEXT, &LineMap::new(TEXT, "a.upc"), &policy);
        (said.text, said.errors)
    }

    #[test]
    fn warnings_by_name() {
        let short = "-fno-diagnostics-show-caret ";
        let (text, errors) = said(short);
        assert!(
            !errors && text.starts_with("/nonexistent/a.upc:1:5: warning: first [-Wupc-a]\n"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 2);
        assert_eq!(said(&format!("{short}-Wno-upc-a")).0.lines().count(), 1);
        assert_eq!(said("-w"), (String::new(), false));
        assert!(said(&format!("{short}-w -Wupc-a")).0.contains("first"));
        assert!(said(&format!("{short}-Werror=upc-b")).0.contains("2:5: error: second"));
        let (text, errors) = said(&format!("{short}-Werror -Wno-error=upc-a"));
        assert!(errors && text.contains("warning: first") && text.contains("error: second"));
    }

    #[test]
    fn forms_and_limits() {
        assert!(said("-fdiagnostics-format=json").0.starts_with("{\"kind\":"));
        assert!(said("").0.contains("int a;"));
        assert!(said("-Werror -fmax-errors=1").0.contains("no more messages"));
    }
}
