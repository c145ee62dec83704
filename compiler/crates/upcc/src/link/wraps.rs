// SPDX-License-Identifier: Apache-2.0
//! Functions of the C library that the runtime wraps: the linker's `--wrap`.

use super::inputs::Unit;
use crate::toolchain::Mode;

/// Names that `runtime/src/boot/wrap_open.c` and `wrap_fopen.c` wrap. Each list is one member of
/// the runtime's archive, which needs all its names or none. Libraries that the C compiler adds
/// after the archive (libgcov) may call them: the members are always linked, because the runtime
/// itself opens files.
const OPENING: [&[&str]; 2] = [
    &[
        "open",
        "open64",
        "openat",
        "openat64",
        "__open_2",
        "__open64_2",
        "__openat_2",
        "__openat64_2",
        "creat",
        "creat64",
    ],
    &["fopen", "fopen64", "freopen", "freopen64"],
];

/// The same for `runtime/src/compat/`, one list for each file: handlers that a UPC thread registers
/// run as that thread. `-u` makes the linker take these members, which nothing else in the archive
/// needs.
const AT_EXIT: [&[&str]; 3] = [&["atexit"], &["on_exit"], &["at_quick_exit", "quick_exit"]];

/// The linker options of a program of the units. A function that the program defines or wraps
/// itself is not wrapped, nor are those of the same list.
pub fn options(mode: Mode, units: &[Unit]) -> Vec<String> {
    let defined = |name: &str| {
        units
            .iter()
            .any(|u| u.defined.iter().any(|d| d.strip_prefix("__wrap_").unwrap_or(d) == name))
    };
    let free = |list: &&&[&'static str]| !list.iter().any(|name| defined(name));
    let at_exit: &[&[&str]] = if mode == Mode::Pthreads { &AT_EXIT } else { &[] };
    let mut names = vec!["main"];
    if mode == Mode::Pthreads {
        names.push("exit");
    }
    names.extend(OPENING.iter().chain(at_exit).filter(free).copied().flatten());
    let mut out: Vec<String> = names.iter().map(|name| format!("-Wl,--wrap={name}")).collect();
    out.extend(at_exit.iter().filter(free).map(|list| format!("-Wl,-u,__wrap_{}", list[0])));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_functions_stay() {
        let unit = Unit { defined: vec!["creat".into()], ..Unit::default() };
        let made = options(Mode::Process, &[unit]);
        assert_eq!(
            made,
            ["main", "fopen", "fopen64", "freopen", "freopen64"].map(|n| format!("-Wl,--wrap={n}"))
        );
        let unit = Unit { defined: vec!["on_exit".into()], ..Unit::default() };
        let made = options(Mode::Pthreads, &[unit]);
        assert!(
            made.contains(&"-Wl,--wrap=atexit".into())
                && made.contains(&"-Wl,-u,__wrap_at_quick_exit".into())
        );
        assert!(!made.iter().any(|option| option.ends_with("on_exit")));
        let made = options(Mode::Pthreads, &[]);
        assert!(["exit", "atexit", "quick_exit", "open", "creat64", "fopen"]
            .iter()
            .all(|n| made.contains(&format!("-Wl,--wrap={n}"))));
    }
}
