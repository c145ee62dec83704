// SPDX-License-Identifier: Apache-2.0
//! The C compiler and the installed tree.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::{split_words, Pthreads};

/// Counts nested upcc processes, to detect that the C compiler is upcc itself.
const DEPTH: &str = "UPCC_DEPTH";
const MAX_DEPTH: u32 = 3;

/// Which of the two runtimes, and so which code (docs/abi.md section 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Process,
    Pthreads,
}

impl Mode {
    /// The mode that a compilation with this option is for.
    pub fn of(pthreads: Pthreads) -> Mode {
        match pthreads {
            Pthreads::Yes(_) => Mode::Pthreads,
            Pthreads::No | Pthreads::Unset => Mode::Process,
        }
    }

    /// Its name in notes (docs/abi.md section 6).
    pub fn name(self) -> &'static str {
        match self {
            Mode::Process => "process",
            Mode::Pthreads => "pthreads",
        }
    }
}

/// The installed tree: `prefix/bin/upcc`, and the folders of headers and libraries.
struct Tree {
    prefix: PathBuf,
    include: PathBuf,
    lib: PathBuf,
}

impl Tree {
    /// `share/partita/tree` has the folders of headers and libraries, if they are not the usual
    /// ones (packaging/install.sh).
    fn at(prefix: PathBuf) -> Tree {
        let said = std::fs::read_to_string(prefix.join("share/partita/tree")).unwrap_or_default();
        let folder = |name: &str| {
            let own = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            prefix.join(own.unwrap_or(name))
        };
        Tree { include: folder("include"), lib: folder("lib"), prefix }
    }
}

pub struct Toolchain {
    /// The C compiler's command: a program and its own leading options.
    cc: Vec<String>,
    /// The variable that named it; `None`: it was found in PATH.
    cc_variable: Option<&'static str>,
    tree: Tree,
    depth: u32,
}

impl Toolchain {
    /// Finds the installed tree from this program's own path and the C compiler from UPCC_CC, CC or
    /// PATH. Errors: the program's own path is unknown, or the C compiler is upcc itself.
    pub fn find() -> Result<Toolchain, String> {
        Toolchain::beside(
            &std::env::current_exe().map_err(|e| format!("cannot find upcc's own path: {e}"))?,
        )
    }

    /// As [`Toolchain::find`], from the path of a program of the tree's `bin`.
    pub fn beside(own: &Path) -> Result<Toolchain, String> {
        let prefix = own.parent().and_then(Path::parent).unwrap_or(Path::new("/")).to_path_buf();
        let depth = std::env::var(DEPTH).ok().and_then(|d| d.parse().ok()).unwrap_or(0);
        let (cc, cc_variable) = c_compiler(own);
        if depth >= MAX_DEPTH {
            return Err(format!(
                "the C compiler '{}' runs upcc again; set UPCC_CC to a C compiler",
                cc.join(" ")
            ));
        }
        Ok(Toolchain { cc, cc_variable, tree: Tree::at(prefix), depth })
    }

    /// The root of the installed tree.
    pub fn prefix(&self) -> &Path {
        &self.tree.prefix
    }

    /// The folder of `upc.h`.
    pub fn include_dir(&self) -> PathBuf {
        self.tree.include.clone()
    }

    /// The C compiler's command as given by the user.
    pub fn cc_name(&self) -> String {
        self.cc.join(" ")
    }

    /// The C compiler in a message, with what chose it.
    pub fn cc_and_origin(&self) -> String {
        let origin = self.cc_variable.unwrap_or("found in PATH; UPCC_CC chooses another");
        format!("the C compiler '{}' ({origin})", self.cc_name())
    }

    /// Whether the C compiler is clang, by its name: for the few options that gcc does not have.
    pub fn is_clang(&self) -> bool {
        self.cc.iter().any(|w| w.contains("clang"))
    }

    /// A call of the C compiler, without arguments yet.
    pub fn cc(&self) -> Command {
        self.command(&self.cc)
    }

    /// A call of a command given as words (`-link-with`).
    pub fn command(&self, words: &[String]) -> Command {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).env(DEPTH, (self.depth + 1).to_string());
        command
    }

    /// The header included before every UPC source: with the declarations of upc.h, or without.
    /// Errors: not installed.
    pub fn pre_include(&self, with_upc_h: bool) -> Result<PathBuf, String> {
        let name = if with_upc_h { "upcr/preinclude.h" } else { "upcr/upcr.h" };
        installed(self.include_dir().join(name))
    }

    /// The runtime library. `tsan`: the program is linked with ThreadSanitizer, which must see how
    /// the runtime synchronises the threads of a process. Errors: not installed.
    pub fn runtime(&self, mode: Mode, tsan: bool) -> Result<PathBuf, String> {
        let library = |name: &str| self.tree.lib.join(name);
        match mode {
            Mode::Process => installed(library("libupcr.a")),
            Mode::Pthreads if !tsan => installed(library("libupcr-pthreads.a")),
            Mode::Pthreads => {
                let path = library("libupcr-pthreads-tsan.a");
                installed(path).map_err(|e| {
                    format!(
                        "{e}; -pthreads with -fsanitize=thread needs a \
                    runtime of its own, which is built where the C compiler has ThreadSanitizer \
                    (libtsan)"
                    )
                })
            }
        }
    }
}

fn installed(path: PathBuf) -> Result<PathBuf, String> {
    if path.is_file() {
        return Ok(path);
    }
    Err(format!(
        "cannot find {}: upcc looks for its headers and libraries beside its own directory; \
         install the whole tree",
        path.display()
    ))
}

/// The C compiler's command, and the variable that named it.
fn c_compiler(own: &Path) -> (Vec<String>, Option<&'static str>) {
    for name in ["UPCC_CC", "CC"] {
        let words = std::env::var(name).map(|v| split_words(&v)).unwrap_or_default();
        // CC=upcc, as under configure, names upcc and not its C compiler.
        if !words.is_empty() && !words.iter().any(|w| is_upcc(w, own)) {
            return (words, Some(name));
        }
    }
    let found = ["cc", "gcc", "clang"].into_iter().find(|c| in_path(c).is_some());
    (vec![found.unwrap_or("cc").to_string()], None)
}

fn is_upcc(word: &str, own: &Path) -> bool {
    if word.starts_with('-') {
        return false;
    }
    let path = if word.contains('/') { Some(PathBuf::from(word)) } else { in_path(word) };
    let same = path.and_then(|p| p.canonicalize().ok()).is_some_and(|p| p == own);
    same || Path::new(word).file_name().is_some_and(|n| n == "upcc")
}

fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(program)).find(|p| p.is_file())
}
