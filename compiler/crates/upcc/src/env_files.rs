// SPDX-License-Identifier: Apache-2.0
//! Options from outside the command line: upcc.conf, .upccrc, UPCC_FLAGS, CFLAGS.

use std::path::Path;

use crate::args::{expand_response_files, split_words};
use crate::bounded;

/// A configuration file's options, and the messages about its other lines.
#[derive(Default)]
struct Configured {
    options: Vec<String>,
    warnings: Vec<String>,
}

/// The arguments to parse: those of `PREFIX/etc/upcc.conf` (or `-conf=FILE`), `$HOME/.upccrc`,
/// CFLAGS, UPCC_FLAGS, UPCC_BERKELEY and UPCC_FIXED_THREADS, then those of the command line, which
/// win; and warnings. `-norc` or UPCC_NORC leaves out the files. Errors: a file named by `-conf`
/// that cannot be read, `@file`s in a cycle.
pub fn gather(given: Vec<String>, prefix: &Path) -> Result<(Vec<String>, Vec<String>), String> {
    let given = expand_response_files(given)?;
    let mut all = Configured::default();
    if let Some(file) = conf_option(&given) {
        let text = bounded::read_to_string(Path::new(&file))
            .map_err(|e| format!("cannot read configuration file {file}: {e}"))?;
        all.add(&text, &file);
    } else if !no_rc(&given) {
        all.add_file(&prefix.join("etc/upcc.conf"));
    }
    if !no_rc(&given) {
        if let Some(home) = std::env::var_os("HOME") {
            all.add_file(&Path::new(&home).join(".upccrc"));
        }
    }
    all.options.extend(of_variables());
    let mut args = expand_response_files(all.options)?;
    args.extend(given);
    Ok((args, all.warnings))
}

/// Whether upcc was called by the name of its link for programs of Berkeley UPC.
fn is_called_berkeley() -> bool {
    let name = std::env::args_os().next();
    name.is_some_and(|name| Path::new(&name).file_name().is_some_and(|n| n == "upcc-berkeley"))
}

/// A variable that is set and not blank.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|v| !v.trim().is_empty())
}

fn no_rc(args: &[String]) -> bool {
    variable("UPCC_NORC").is_some() || args.iter().any(|a| a == "-norc" || a == "--norc")
}

fn conf_option(args: &[String]) -> Option<String> {
    let mut found = None;
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-')).unwrap_or("");
        if let Some(value) = name.strip_prefix("conf=") {
            found = Some(value.to_string());
        } else if name == "conf" {
            found = rest.next().cloned().or(found);
        }
    }
    found
}

impl Configured {
    /// Adds a file that need not exist.
    fn add_file(&mut self, path: &Path) {
        match bounded::read_to_string(path) {
            Ok(text) => self.add(&text, &path.display().to_string()),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            Err(e) => self.warnings.push(format!("cannot read {}: {e}", path.display())),
        }
    }

    /// Lines `key = value`; `#` starts a comment; a backslash at the end continues the line.
    fn add(&mut self, text: &str, name: &str) {
        let joined = text.replace("\\\n", " ");
        for line in joined.lines() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once('=') {
                Some((key, value)) if key.trim() == "default_options" => {
                    self.options.extend(split_words(value))
                }
                _ => self.warnings.push(format!(
                    "{name}: '{line}' is not understood; upcc reads 'default_options = ...'"
                )),
            }
        }
    }
}

/// The options that variables, or the name of the command, stand for.
fn of_variables() -> Vec<String> {
    let mut options = Vec::new();
    if is_called_berkeley() || variable("UPCC_BERKELEY").is_some_and(|v| v.trim() != "0") {
        options.push("-fberkeley".into());
    }
    if let Some(n) = variable("UPCC_FIXED_THREADS") {
        options.push(format!("-T={n}"));
    }
    for name in ["CFLAGS", "UPCC_FLAGS"] {
        options.extend(variable(name).iter().flat_map(|v| split_words(v)));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_lines() {
        let mut c = Configured::default();
        c.add("# comment\n\ndefault_options = -O2 \\\n -DX='a b'\nconduits = smp\n", "f");
        assert_eq!(c.options, ["-O2", "-DX=a b"]);
        assert_eq!(c.warnings.len(), 1);
        assert!(c.warnings[0].contains("conduits"));
    }

    #[test]
    fn conf_is_found_in_every_spelling() {
        let find = |a: &[&str]| conf_option(&a.iter().map(|s| s.to_string()).collect::<Vec<_>>());
        assert_eq!(find(&["-c", "-conf=x"]).as_deref(), Some("x"));
        assert_eq!(find(&["--conf", "y"]).as_deref(), Some("y"));
        assert_eq!(find(&["-c"]), None);
    }
}
