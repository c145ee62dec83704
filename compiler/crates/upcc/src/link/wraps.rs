//! Functions of the C library that the runtime stands before: the linker's `--wrap`.

use super::inputs::Unit;
use crate::toolchain::Mode;

/// Names that `runtime/src/boot/wrap_open.c` and `wrap_fopen.c` wrap. Each list is one member of the runtime's archive, which needs
/// all its names or none. Libraries that the C compiler adds behind the archive (libgcov) may call them: the members are
/// there in any case, because the runtime itself opens files.
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

/// The linker options of a program of the units. A function that the program defines or wraps itself is its own, and so are
/// those of the same list.
pub fn options(mode: Mode, units: &[Unit]) -> Vec<String> {
    let defined =
        |name: &str| units.iter().any(|u| u.defined.iter().any(|d| d.strip_prefix("__wrap_").unwrap_or(d) == name));
    let mut names = vec!["main"];
    if mode == Mode::Pthreads {
        names.push("exit");
    }
    for list in OPENING {
        if !list.iter().any(|name| defined(name)) {
            names.extend(list);
        }
    }
    names.iter().map(|name| format!("-Wl,--wrap={name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_functions_stay() {
        let unit = Unit { defined: vec!["creat".into()], ..Unit::default() };
        let made = options(Mode::Process, &[unit]);
        assert_eq!(made, ["main", "fopen", "fopen64", "freopen", "freopen64"].map(|n| format!("-Wl,--wrap={n}")));
        let made = options(Mode::Pthreads, &[]);
        assert!(["exit", "open", "creat64", "fopen"].iter().all(|n| made.contains(&format!("-Wl,--wrap={n}"))));
    }
}
