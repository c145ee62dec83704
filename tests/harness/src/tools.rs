// SPDX-License-Identifier: Apache-2.0
//! The paths of the tools under test.

use crate::matrix::Mode;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The commands and folders of one test run.
#[derive(Debug, Clone)]
pub struct Tools {
    /// The UPC compiler: `UPCC`, or `build/bin/upcc`.
    pub upcc: PathBuf,
    /// The launcher: `UPCRUN`, or `build/bin/upcrun`.
    pub upcrun: PathBuf,
    /// The C compiler of the references: `CC`, or `cc`.
    pub cc: String,
    /// The C compiler behind upcc, where it is not the one of the environment.
    pub behind: Option<String>,
    /// The project's root.
    pub root: PathBuf,
    /// The folder of executables and outputs; the code that creates it empties it.
    pub scratch: PathBuf,
    /// The longest one compilation or one run may take: `UPC_TEST_TIMEOUT` seconds, or 300: a
    /// shared machine may be slow.
    pub limit: Duration,
    /// Whether every case is run, not a sample: `UPC_TEST_FULL=1`.
    pub full: bool,
    /// More options of `upcc` for programs that run: the words of `UPC_TEST_FLAGS`.
    pub flags: Vec<String>,
    /// The modes in which programs run: those in `UPC_TEST_MODES`, or all. An error names an
    /// unknown mode.
    pub modes: Result<Vec<Mode>, String>,
}

/// The variables of the harness. A program under test must not get them: the runtime would warn
/// that they are unknown.
pub const VARIABLES: [&str; 5] =
    ["UPC_TEST_FULL", "UPC_TEST_TIMEOUT", "UPC_TEST_BLESS", "UPC_TEST_FLAGS", "UPC_TEST_MODES"];

/// The modes in `names`; the error names an unknown one.
fn modes_named(names: &str) -> Result<Vec<Mode>, String> {
    let mode =
        |name| Mode::parse(name).ok_or_else(|| format!("UPC_TEST_MODES: `{name}` is no mode"));
    names.split_whitespace().map(mode).collect()
}

/// Whether the runtime of this compiler was built with that library: then it has its name.
fn has(upcc: &Path, network: &str) -> bool {
    Command::new("grep")
        .args(["-q", network])
        .arg(libraries(upcc).join("libupcr.a"))
        .status()
        .is_ok_and(|status| status.success())
}

/// The folder of the tree's libraries: packaging/install.sh leaves its path from the tree's own
/// folder in `share/partita/tree`, if it is not `lib`.
fn libraries(upcc: &Path) -> PathBuf {
    let own = upcc.parent().unwrap_or(Path::new("")).join("..");
    let tree = fs::read_to_string(own.join("share/partita/tree")).unwrap_or_default();
    own.join(tree.lines().find_map(|line| line.strip_prefix("lib=")).unwrap_or("lib"))
}

impl Tools {
    /// Whether the options of programs ask for a sanitizer, whose reports need debug information.
    pub fn has_sanitizer(&self) -> bool {
        self.flags.iter().any(|flag| flag.starts_with("-fsanitize="))
    }

    /// Reads the environment.
    pub fn from_env() -> Tools {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().unwrap_or(root);
        let tool = |variable: &str, name: &str| match env::var_os(variable) {
            Some(path) => PathBuf::from(path),
            None => root.join("build/bin").join(name),
        };
        let seconds = env::var("UPC_TEST_TIMEOUT").ok().and_then(|s| s.parse().ok());
        let upcc = tool("UPCC", "upcc");
        let mut modes = env::var("UPC_TEST_MODES")
            .map(|names| modes_named(&names))
            .unwrap_or_else(|_| Ok(Mode::ALL.to_vec()));
        if let Ok(modes) = &mut modes {
            modes.retain(|&mode| match mode {
                Mode::NodesOfi => has(&upcc, "libfabric.so"),
                Mode::NodesUcx => has(&upcc, "libucp.so"),
                _ => true,
            });
        }
        let flags = env::var("UPC_TEST_FLAGS")
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        Tools {
            upcc,
            upcrun: tool("UPCRUN", "upcrun"),
            cc: env::var("CC").unwrap_or_else(|_| "cc".to_owned()),
            behind: None,
            scratch: env::temp_dir().join(format!("upc-test-{}", std::process::id())),
            limit: Duration::from_secs(seconds.unwrap_or(300)),
            full: env::var_os("UPC_TEST_FULL").is_some_and(|v| v != "0" && !v.is_empty()),
            flags,
            modes,
            root,
        }
    }

    /// Whether programs run in `mode`.
    pub fn wants(&self, mode: Mode) -> bool {
        self.modes.as_ref().is_ok_and(|modes| modes.contains(&mode))
    }

    /// Errors of the environment: a missing tool, with the command to type, or an unknown mode.
    pub fn missing(&self) -> Option<String> {
        if let Err(why) = &self.modes {
            return Some(why.clone());
        }
        [("UPCC", &self.upcc), ("UPCRUN", &self.upcrun)]
            .into_iter()
            .find(|(_, path)| !path.is_file())
            .map(|(variable, path)| {
                format!("{} is not there: run `make` first, or set {variable}", path.display())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_named_and_others_refused() {
        assert_eq!(modes_named("far pthreads"), Ok(vec![Mode::Far, Mode::Pthreads]));
        assert!(modes_named("near").is_err_and(|why| why.contains("near")));
    }

    #[test]
    fn libraries_of_a_distribution_are_found() {
        let own = env::temp_dir().join(format!("upc-tree-{}", std::process::id()));
        let upcc = own.join("bin/upcc");
        assert_eq!(libraries(&upcc), own.join("bin/../lib"));
        fs::create_dir_all(own.join("share/partita")).unwrap();
        fs::create_dir_all(own.join("bin")).unwrap();
        fs::write(own.join("share/partita/tree"), "include=include/partita\nlib=lib/x/partita\n")
            .unwrap();
        assert_eq!(libraries(&upcc), own.join("bin/../lib/x/partita"));
        fs::remove_dir_all(own).unwrap();
    }
}
