// SPDX-License-Identifier: Apache-2.0
//! `#define` and `#undef` of macros that UPC predefines (UPC 6.7.2p1; C 6.10.8). Where THREADS is
//! no macro (6.7.2p2): `#define THREADS` hides the number of threads, `#if THREADS` compares 0
//! (C 6.10.1p4).
//!
//! The preprocessed text has no trace of them. A second run of the preprocessor keeps the
//! directives that no condition skips (`-dD`), and names what conditions take for 0 (`-Wundef`). It
//! is made only for a unit whose files name such a macro in a directive.

use std::collections::BTreeSet;

use upc_source::{Diagnostic, Diagnostics, ErrorName, Marker, Span};

use super::macros;
use crate::args::Upc;
use crate::messages::{Head, Severity};

/// The preprocessor keeps the directives that no condition skips, and names what conditions take
/// for 0.
pub const KEEP_DIRECTIVES: [&str; 3] = ["-dD", "-Wundef", "-Wno-error=undef"];

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
        let mut tested = self.in_conditions();
        let touches = |text: String| {
            text.lines().any(|line| self.directive(line).is_some() || tests(line, &mut tested))
        };
        files.iter().filter_map(|file| read(file)).any(touches)
    }

    /// The names that the preprocessor takes for 0 in a condition.
    fn in_conditions(&self) -> BTreeSet<String> {
        let threads = self.dynamic.then_some("THREADS");
        threads.into_iter().chain(["MYTHREAD"]).map(str::to_owned).collect()
    }

    /// A warning for each condition that takes a name for 0 in `said`, the output of `-Wundef`. The
    /// lines of the conditions are added to `kept`, to which the spans refer.
    fn check_conditions(
        &self,
        said: &str,
        kept: &mut String,
        read: impl Fn(&str) -> Option<String>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (name, place) in self.taken_for_zero(said) {
            let text = read(place.file).unwrap_or_default();
            let line = text.lines().nth(place.line.saturating_sub(1) as usize).unwrap_or_default();
            *kept += &format!("\n# {} \"{}\"\n", place.line, place.file);
            let named = line.find(&name);
            let start = (kept.len() + named.unwrap_or(0)) as u32;
            let length = named.map_or(line.len(), |_| name.len()) as u32;
            *kept += line;
            found.push(takes_for_zero(&name, Span::new(start, start + length)));
        }
        found
    }

    /// The messages about the directives in `kept` and the conditions in `said`, the two outputs of
    /// a run with [`KEEP_DIRECTIVES`]. `kept` grows by what the spans refer to.
    pub fn check_directives(
        &self,
        kept: &mut String,
        said: &str,
        read: impl Fn(&str) -> Option<String>,
    ) -> Diagnostics {
        let mut found = self.check(kept);
        for condition in self.check_conditions(said, kept, read) {
            found.push(condition);
        }
        found
    }

    /// The names that the preprocessor took for 0, and where: in the condition, also if a macro,
    /// which the message itself is about, has the name.
    fn taken_for_zero<'a>(&self, said: &'a str) -> Vec<(String, Head<'a>)> {
        let names = self.in_conditions();
        let mut found: Vec<(String, Head)> = Vec::new();
        for head in said.lines().filter_map(Head::parse) {
            let name = words(head.message).find(|word| names.contains(*word));
            match (head.severity, name, found.last_mut()) {
                (_, Some(name), _) if head.message.contains("-Wundef]") => {
                    found.push((name.to_owned(), head));
                }
                (Severity::Note, _, Some(last)) => last.1 = head,
                _ => {}
            }
        }
        found
    }

    /// A warning for each `-D` of `options` that hides THREADS or MYTHREAD.
    pub fn check_options(options: &[String]) -> Vec<Diagnostic> {
        let hidden = |option: &String| {
            let name = option.strip_prefix("-D")?.split('=').next()?;
            let (meaning, help) = match name {
                "THREADS" => {
                    ("the number of threads of the job", "-T n fixes the number of threads")
                }
                "MYTHREAD" => ("the number of a thread", "rename the macro"),
                _ => return None,
            };
            let message = format!("'{option}' hides {name}, {meaning}: {help}");
            Some(Diagnostic::warning("upc-threads-macro", Span::new(0, 0), message))
        };
        options.iter().filter_map(hidden).collect()
    }

    /// A message for each directive on a reserved name in `kept`, the output of `-dD`. Those of the
    /// command line are allowed.
    fn check(&self, kept: &str) -> Diagnostics {
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

/// Whether `line` is a condition on one of `names`; a macro that stands for one joins them.
fn tests(line: &str, names: &mut BTreeSet<String>) -> bool {
    let Some(directive) = line.trim_start().strip_prefix('#').map(str::trim_start) else {
        return false;
    };
    let mut words = words(directive);
    match words.next() {
        Some("if" | "elif") => words.any(|word| names.contains(word)),
        Some("define") => {
            let name = words.next();
            if words.any(|word| names.contains(word)) {
                names.extend(name.map(str::to_owned));
            }
            false
        }
        _ => false,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

fn takes_for_zero(name: &str, span: Span) -> Diagnostic {
    let message = format!("the preprocessor takes {name} for 0 in a condition");
    let (help, rule) = match name {
        "THREADS" => (
            "without -T the number of threads is known at launch only: compile with -T n, or test \
             __UPC_STATIC_THREADS__ before it",
            "UPC 6.3.1p1",
        ),
        _ => ("its value differs from thread to thread: use 'if'", "UPC 6.3.2p1"),
    };
    Diagnostic::warning("upc-threads-condition", span, message).help(help).rule(rule)
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
    fn conditions_on_what_is_no_macro() {
        let reserved = Reserved::new(&Upc::default());
        let touched =
            |text: &str| reserved.is_touched("# 1 \"a.upc\"\n", |_| Some(text.to_owned()));
        assert!(touched("#if THREADS > 4\n"));
        assert!(touched("#define N (2 * THREADS)\n#if M\n#elif N\n"));
        assert!(!touched("#define N (2 * THREADS)\n#ifdef N\n#if defined(M)\n"));
        let mut kept = String::from("int a;\n");
        let said = "a.upc:2:5: warning: \"THREADS\" is not defined, evaluates to 0 [-Wundef]\n\
            a.upc:1:5: warning: \"X\" is not defined, evaluates to 0 [-Wundef]\n";
        let read = |_: &str| Some("#if X\n#if THREADS\n".to_owned());
        let found = reserved.check_conditions(said, &mut kept, read);
        let at: Vec<&str> =
            found.iter().map(|d| &kept[d.span.start as usize..d.span.end as usize]).collect();
        assert_eq!(at, ["THREADS"]);
    }

    #[test]
    fn options_that_hide_threads() {
        let hides = |option: &str| Reserved::check_options(&[option.to_owned()]).len();
        assert_eq!((hides("-DTHREADS=4"), hides("-DTHREADS"), hides("-DMYTHREAD=0")), (1, 1, 1));
        assert_eq!((hides("-DTHREADS_=4"), hides("-UTHREADS"), hides("-DN=THREADS")), (0, 0, 0));
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
