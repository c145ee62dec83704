// SPDX-License-Identifier: Apache-2.0
//! `#define` and `#undef` of what UPC predefines (UPC 6.7.2p1; C 6.10.8), and `#define THREADS`
//! where THREADS is no macro (6.7.2p2): it hides the number of threads.
//!
//! The preprocessed text has no trace of them. A second run of the preprocessor (`-dD`) keeps the
//! directives that no condition skips. It is made only for a unit whose files name such a macro in
//! a directive.

use std::collections::BTreeSet;

use upc_source::{Diagnostic, Diagnostics, ErrorName, Marker, Span};

use super::macros;
use crate::args::Upc;

/// The names that no directive may change.
pub struct Reserved {
    names: BTreeSet<String>,
    /// THREADS is known at launch only, and no macro.
    dynamic: bool,
}

impl Reserved {
    /// MYTHREAD, and the macros that UPC predefines under these options.
    pub fn new(upc: &Upc) -> Reserved {
        let defined = macros::predefined(upc);
        let named = defined.iter().filter_map(|d| d.strip_prefix("-D")?.split('=').next());
        let of_upc = |name: &&str| name.starts_with("__UPC_") || !name.starts_with("__");
        let names = named.filter(of_upc).chain(["MYTHREAD"]).map(str::to_owned).collect();
        Reserved { names, dynamic: upc.threads.is_none() }
    }

    /// Whether a file that `preprocessed` comes from, system headers apart, has a directive on a
    /// reserved name.
    pub fn is_touched(&self, preprocessed: &str, read: impl Fn(&str) -> Option<String>) -> bool {
        let markers = preprocessed.lines().filter(|l| l.starts_with('#')).filter_map(Marker::parse);
        let files: BTreeSet<String> =
            markers.filter(|m| !m.system).filter_map(|m| m.file).collect();
        let touches = |text: String| text.lines().any(|line| self.directive(line).is_some());
        files.iter().filter_map(|file| read(file)).any(touches)
    }

    /// A message for each directive on a reserved name in `kept`, the output of `-dD`. Those of the
    /// command line are allowed.
    pub fn check(&self, kept: &str) -> Diagnostics {
        let mut found = Diagnostics::new();
        let (mut offset, mut own) = (0, false);
        for line in kept.split_inclusive('\n') {
            if let Some(marker) =
                line.starts_with('#').then(|| Marker::parse(line.trim_end())).flatten()
            {
                own = !marker.system && !marker.file.is_some_and(|f| f.starts_with('<'));
            } else if let Some((word, name)) = self.directive(line).filter(|_| own) {
                let span = Span::new(offset, offset + line.trim_end().len() as u32);
                found.push(if self.is_reserved(name) {
                    let message = format!("#{word} of {name}, which UPC predefines");
                    Diagnostic::error(ErrorName::UpcPredefined, span, message).rule("UPC 6.7.2p1")
                } else {
                    hides_threads(span)
                });
            }
            offset += line.len() as u32;
        }
        found
    }

    /// `define` or `undef` and the reserved name, if `line` is such a directive.
    fn directive<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let word = ["define", "undef"].into_iter().find(|w| rest.starts_with(w))?;
        let (word, rest) = rest.split_at(word.len());
        let name =
            rest.trim_start().split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).next()?;
        let hides = self.dynamic && (word, name) == ("define", "THREADS");
        (rest.starts_with(char::is_whitespace) && (hides || self.is_reserved(name)))
            .then_some((word, name))
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

fn hides_threads(span: Span) -> Diagnostic {
    let message = "the macro hides THREADS, the number of threads of the job";
    Diagnostic::warning("upc-threads-macro", span, message)
        .help("leave it out and fix THREADS with -T n, or rename it")
        .rule("UPC 6.7.2p2")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_on_reserved_names_count() {
        let reserved = Reserved::new(&Upc::default());
        assert_eq!(reserved.directive("  #  define MYTHREAD 0"), Some(("define", "MYTHREAD")));
        assert_eq!(reserved.directive("#undef __UPC__"), Some(("undef", "__UPC__")));
        for line in [
            "#define MYTHREADS 1",
            "#define MY MYTHREAD",
            "#ifdef MYTHREAD",
            "#undef THREADS",
            "MYTHREAD",
        ] {
            assert_eq!(reserved.directive(line), None, "{line}");
        }
        assert_eq!(reserved.directive("#define THREADS 4"), Some(("define", "THREADS")));
        let fixed = Reserved::new(&Upc { threads: Some(4), ..Upc::default() });
        assert_eq!(fixed.directive("#define THREADS 8"), Some(("define", "THREADS")));
    }

    #[test]
    fn a_macro_may_hide_threads_with_a_warning() {
        let kept = "# 1 \"a.upc\"\n#define THREADS 4\n";
        let found = Reserved::new(&Upc::default()).check(kept);
        assert_eq!((found.error_count(), found.iter().count()), (0, 1));
        let fixed = Reserved::new(&Upc { threads: Some(4), ..Upc::default() });
        assert_eq!(fixed.check(kept).error_count(), 1);
    }

    #[test]
    fn the_command_line_and_system_headers_may() {
        let reserved = Reserved::new(&Upc::default());
        let kept =
            "# 1 \"<command-line>\"\n#define __UPC__ 1\n# 1 \"/x.h\" 1 3\n#undef __UPC__\n# \
            1 \"a.upc\" 2\n\n#undef __UPC__\n";
        let found = reserved.check(kept);
        assert_eq!(found.error_count(), 1);
        assert!(found.iter().all(|d| d.span.start as usize == kept.rfind('#').unwrap()));
    }
}
