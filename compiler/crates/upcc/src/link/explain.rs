// SPDX-License-Identifier: Apache-2.0
//! Explanations of the linker's messages about UPC names.

use std::collections::BTreeSet;

use super::decls::Kind;
use super::inputs::Unit;

/// The notes on an undefined name.
fn of_undefined(name: &str, units: &[Unit]) -> String {
    let mut text = String::new();
    if let Some(unit) = units.iter().find(|u| u.defined.iter().any(|d| d == name)) {
        return format!(
            "upcc: note: '{name}' is defined in {}: put a library behind the files that use it\n",
            unit.name
        );
    }
    let declared =
        units.iter().flat_map(|u| &u.decls).find(|d| d.name == name && d.kind == Kind::Extern);
    if let Some(d) = declared {
        text += &format!(
            "upcc: note: shared object '{name}' is declared at {} and defined nowhere\n",
            d.place
        );
    }
    if let Some(reason) = reason(name) {
        text += &format!("upcc: note: '{name}' {reason}\n");
    }
    text
}

/// The linker's messages with generated names turned back into the user's, and notes on undefined
/// UPC functions and shared objects and on variables defined twice.
pub fn explained(stderr: &str, units: &[Unit]) -> String {
    let rows =
        stderr.split_inclusive('\n').filter(|row| !row.contains("in function `__upcr_slot_"));
    let has_main = !undefined_names(stderr).iter().any(|n| ["main", "__real_main"].contains(n));
    let rows = rows.filter(|row| has_main || !is_about_main(row));
    let mut text =
        rows.collect::<String>().replace("__real_main", "main").replace("__wrap_main", "main");
    text = text.replace("__upcr_addr_", "");
    if !has_main {
        text +=
            "upcc: error: the program has no function 'main'; to compile without linking, use -c\n";
    }
    text.extend(undefined_names(stderr).into_iter().map(|name| of_undefined(name, units)));
    text.extend(missing_libraries(stderr));
    text + &defined_in_a_header(stderr, units).unwrap_or_default()
}

/// Starts of the names of a language's library, as the linker shows them, and the option that links
/// it.
const LIBRARIES: [(&[&str], &str); 4] = [
    // The Itanium ABI for C++, sections 2.3, 3.3 and 5.1, and demangled names.
    (
        &[
            "std::",
            "operator new",
            "operator delete",
            "_ZNSt",
            "_ZNKSt",
            "_ZSt",
            "_ZNSo",
            "_ZTVN10__cxxabiv1",
            "_ZTISt",
            "_ZTVSt",
            "_Znw",
            "_Zna",
            "_Zdl",
            "_Zda",
            "__cxa_",
            "__gxx_personality",
        ],
        "C++: link with -link-with=g++ (or clang++)",
    ),
    (&["_gfortran_"], "Fortran: link with -link-with=gfortran"),
    (&["MPI_", "ompi_mpi_"], "MPI: link with -link-with=mpicc, or set CC=mpicc"),
    (&["GOMP_", "omp_", "__kmpc_"], "OpenMP: link with -fopenmp"),
];

/// A note on each language whose library the link lacks.
fn missing_libraries(stderr: &str) -> Vec<String> {
    let undefined: Vec<&str> =
        stderr.lines().filter_map(|row| after_message(row, &UNDEFINED)).collect();
    let lacks =
        |starts: &[&str]| undefined.iter().any(|name| starts.iter().any(|s| name.starts_with(s)));
    let missing = LIBRARIES.iter().filter(|(starts, _)| lacks(starts));
    missing
        .map(|(_, what)| format!("upcc: note: these names are of the library of {what}\n"))
        .collect()
}

/// Older C compilers made one object of `int x;` in several units (C11 J.5.11), for instance from a
/// header.
fn defined_in_a_header(stderr: &str, units: &[Unit]) -> Option<String> {
    let twice = names_after(stderr, &["multiple definition of ", "duplicate symbol: "]);
    let zero = |name: &&&str| units.iter().filter(|u| u.data.zero.contains(**name)).count() > 1;
    let name = twice.iter().find(zero)?;
    Some(format!(
        "upcc: note: '{name}' is defined in several files, as by a header without \
        'extern': write 'extern' there and define it in one file, or compile with -fcommon, the \
        default of gcc before version 10\n"
    ))
}

/// The linker's messages about calls of main: all calls are in the runtime, which the user does not
/// know.
fn is_about_main(row: &str) -> bool {
    let undefined = row.contains("undefined")
        && ["main'", "main\"", ": main\n", "main’"].iter().any(|m| row.contains(m));
    undefined || row.contains("libupcr") || row.starts_with("collect2: ")
}

/// bfd, gold: "undefined reference to `x'"; lld: "undefined symbol: x".
const UNDEFINED: [&str; 2] = ["undefined reference to ", "undefined symbol: "];

fn undefined_names(stderr: &str) -> BTreeSet<&str> {
    names_after(stderr, &UNDEFINED)
}

/// The names that follow after one of `messages`.
fn names_after<'a>(stderr: &'a str, messages: &[&str]) -> BTreeSet<&'a str> {
    let name = |after: &'a str| {
        let end = after.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        &after[..end.unwrap_or(after.len())]
    };
    stderr.lines().filter_map(|row| after_message(row, messages)).map(name).collect()
}

/// The text after one of `messages` in `row`, without a quote before it.
fn after_message<'a>(row: &'a str, messages: &[&str]) -> Option<&'a str> {
    let after = messages.iter().find_map(|m| row.split_once(m).map(|(_, after)| after))?;
    Some(after.trim_start_matches(['`', '\'', '"', '‘']))
}

fn reason(name: &str) -> Option<&'static str> {
    Some(match name {
        n if n.starts_with("bupc_") => {
            "is an extension of Berkeley UPC, which this release does \
            not provide"
        }
        n if n.starts_with("gasp_") => {
            "is a performance tool's: what is compiled with -inst is \
            linked with -inst too"
        }
        n if n.starts_with("upcr_") => {
            "belongs to the UPC runtime: the object is of another release, or the link is without \
             the runtime (-nostdlib, -nostartfiles)"
        }
        n if n.starts_with("upc_") => {
            "is not a function of UPC 1.3 that this release provides; \
            does the program define it?"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_three_linkers() {
        let said = "a.o: in function `f':\na.c:1: undefined reference to `upc_all_reduceI'\nb: \
            undefined reference to 'bupc_poll'\nld.lld: error: undefined symbol: upc_all_frob\n";
        assert_eq!(
            undefined_names(said).into_iter().collect::<Vec<_>>(),
            ["bupc_poll", "upc_all_frob", "upc_all_reduceI"]
        );
        let text = explained(said, &[]);
        assert!(
            text.starts_with(said)
                && text.contains("'upc_all_frob' is not a function of UPC 1.3")
                && text.contains("Berkeley")
        );
    }

    #[test]
    fn libraries_of_other_languages() {
        let of = |name: &str| missing_libraries(&format!("undefined reference to `{name}'\n"));
        for name in ["std::cout", "operator new(unsigned long)", "_Znwm", "__gxx_personality_v0"] {
            assert!(of(name)[0].contains("-link-with=g++"), "{name}");
        }
        assert!(of("_gfortran_st_write")[0].contains("-link-with=gfortran"));
        assert!(of("MPI_Init")[0].contains("-link-with=mpicc"));
        assert!(of("GOMP_parallel")[0].contains("-fopenmp"));
        for name in ["std", "operators", "typeinfo", "MPIX", "gfortran"] {
            assert!(of(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_variable_of_a_header() {
        let said = "ld: b.o: multiple definition of `n'; a.o: first defined here\n";
        let mut units = [Unit::default(), Unit::default()];
        units[0].data.zero.insert("n".into());
        assert_eq!(explained(said, &units), said);
        units[1].data.zero.insert("n".into());
        assert!(explained(said, &units).contains("note: 'n' is defined in several files"));
    }

    #[test]
    fn a_missing_main_is_the_users() {
        let said =
            "ld: libupcr.a(main.c.o): in function `main':\nmain.c:7: undefined reference to \
            `__real_main'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(
            explained(said, &[]),
            "upcc: error: the program has no function 'main'; to compile without linking, use -c\n"
        );
        assert_eq!(
            explained("a.o: multiple definition of `__real_main'\n", &[]),
            "a.o: multiple definition of `main'\n"
        );
    }
}
