// SPDX-License-Identifier: Apache-2.0
//! Explanations of the linker's messages about UPC names.

use std::collections::BTreeSet;

use super::decls::Kind;
use super::inputs::Unit;

/// The notes on an undefined name.
fn of_undefined(name: &str, units: &[Unit]) -> String {
    let mut text = String::new();
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
    text + &defined_in_a_header(stderr, units).unwrap_or_default()
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

/// Names in "undefined reference to `x'" (bfd, gold) and "undefined symbol: x" (lld).
fn undefined_names(stderr: &str) -> BTreeSet<&str> {
    names_after(stderr, &["undefined reference to ", "undefined symbol: "])
}

/// The names that follow, quoted or not, after one of `messages`.
fn names_after<'a>(stderr: &'a str, messages: &[&str]) -> BTreeSet<&'a str> {
    let after =
        |row: &'a str| messages.iter().find_map(|m| row.split_once(m).map(|(_, after)| after));
    let name = |after: &'a str| {
        let name = after.trim_start_matches(['`', '\'', '"', '‘']);
        let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(name.len());
        &name[..end]
    };
    stderr.lines().filter_map(after).map(name).collect()
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
