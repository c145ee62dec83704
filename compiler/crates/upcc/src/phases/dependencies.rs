// SPDX-License-Identifier: Apache-2.0
//! Rules for make (`-M`, `-MD` and the like): the options for the preprocessor, and the removal of
//! upcc's own header from its rules.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::preprocess::stem;
use super::text;
use crate::args::{Options, Source, Stop};

/// `-M...` with explicit file and target: `cc -E -MD` would derive them from the temporary output.
pub fn options(options: &Options, source: &Source) -> Vec<String> {
    let deps = &options.dependencies;
    let mut out = deps.flags.clone();
    if let Some(only) = deps.only {
        out.push(only.into());
    }
    if let Some(beside) = deps.beside {
        out.push(beside.into());
        let (file, target) = names(options, source);
        out.extend(["-MF".into(), deps.file.clone().unwrap_or(file)]);
        if !deps.has_target() {
            out.extend(["-MQ".into(), target]);
        }
    } else if let Some(file) = &deps.file {
        out.extend(["-MF".into(), file.clone()]);
    }
    out
}

/// Default `-MF` and target of `-MD`, as gcc's since version 11.
fn names(options: &Options, source: &Source) -> (String, String) {
    let base = stem(&source.path);
    match (&options.output, options.stop) {
        (Some(out), Stop::Link) if options.sources.len() == 1 => {
            (with_suffix(out, "d"), out.clone())
        }
        (Some(out), Stop::Link) => (format!("{out}-{base}.d"), format!("{out}-{base}.o")),
        (None, Stop::Link) if options.sources.len() == 1 && base == "a" => {
            ("a.d".into(), "a.o".into())
        }
        (None, Stop::Link) => (format!("a-{base}.d"), format!("{base}.o")),
        (Some(out), _) => (with_suffix(out, "d"), out.clone()),
        (None, Stop::Assembly) => (format!("{base}.d"), format!("{base}.s")),
        (None, _) => (format!("{base}.d"), format!("{base}.o")),
    }
}

fn with_suffix(path: &str, suffix: &str) -> String {
    Path::new(path).with_extension(suffix).to_string_lossy().into_owned()
}

/// Whether the rule leaves out system headers (`-MM`, `-MMD`). The header included beforehand is
/// one, but not for the preprocessor.
pub fn leave_out_system_headers(options: &Options) -> bool {
    options.dependencies.only == Some("-MM") || options.dependencies.beside == Some("-MMD")
}

/// The file of the rule; `None`: standard output.
pub fn file(options: &Options, source: &Source) -> Option<PathBuf> {
    let deps = &options.dependencies;
    let default =
        || deps.beside.map_or_else(|| options.output.clone(), |_| Some(names(options, source).0));
    deps.file.clone().or_else(default).filter(|file| file != "-").map(PathBuf::from)
}

/// Takes the prerequisite `header` out of the rules in `file`. Errors: they cannot be read or
/// written.
pub fn leave_out(file: &Path, header: &str) -> io::Result<()> {
    // A device cannot be read again.
    if !file.is_file() {
        return Ok(());
    }
    let rules = text::decode(fs::read(file)?);
    fs::write(file, text::encode(&without(&rules, header)))
}

/// `rules` as make reads them, without the prerequisite `file`, which may have a target of its own
/// (`-MP`).
fn without(rules: &str, file: &str) -> String {
    let name = file.replace('#', "\\#").replace(' ', "\\ ").replace('$', "$$");
    let target = format!("{name}:\n");
    let own_target = |line: &str| line == target;
    let mut out: String = rules.split_inclusive('\n').filter(|line| !own_target(line)).collect();
    for prerequisite in [format!(" \\\n {name}"), format!(" {name}")] {
        while let Some(at) =
            out.find(&prerequisite).filter(|at| ends_word(&out[at + prerequisite.len()..]))
        {
            out.replace_range(at..at + prerequisite.len(), "");
        }
    }
    out
}

fn ends_word(rest: &str) -> bool {
    rest.chars().next().map_or(true, char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{parse, split_words};

    fn deps(line: &str) -> String {
        let parsed = parse(&split_words(line)).unwrap();
        options(&parsed, &parsed.sources[0]).join(" ")
    }

    #[test]
    fn dependency_defaults() {
        assert_eq!(deps("-MD -c s/a.upc"), "-MD -MF a.d -MQ a.o");
        assert_eq!(deps("-MMD -c a.upc -o o/x.o"), "-MMD -MF o/x.d -MQ o/x.o");
        assert_eq!(deps("-MD -MP -MT t -MF f a.upc"), "-MP -MT t -MD -MF f");
        assert_eq!(deps("-MD a.upc -o p"), "-MD -MF p.d -MQ p");
        assert_eq!(deps("-MD a.upc -o p.exe"), "-MD -MF p.d -MQ p.exe");
        assert_eq!(deps("-MD b.upc"), "-MD -MF a-b.d -MQ b.o");
        assert_eq!(deps("-MD a.upc"), "-MD -MF a.d -MQ a.o");
        assert_eq!(deps("-MM a.upc"), "-MM");
        assert_eq!(deps("-MM -MF f a.upc"), "-MM -MF f");
        assert_eq!(deps("-M -MD -c a.upc"), "-M -MD -MF a.d -MQ a.o");
        assert_eq!(deps("-c a.upc"), "");
    }

    #[test]
    fn a_prerequisite_is_left_out() {
        let out = |rules: &str| without(rules, "/p q/x.h");
        assert_eq!(out("a.o: a.upc \\\n /p\\ q/x.h b.h \\\n c.h\n"), "a.o: a.upc b.h \\\n c.h\n");
        assert_eq!(out("a.o: /p\\ q/x.h\n"), "a.o:\n");
        assert_eq!(out("a.o: a.upc /p\\ q/x.h.in\n"), "a.o: a.upc /p\\ q/x.h.in\n");
        assert_eq!(out("a.o: a.upc /p\\ q/x.h b.h\n/p\\ q/x.h:\nb.h:\n"), "a.o: a.upc b.h\nb.h:\n");
    }
}
