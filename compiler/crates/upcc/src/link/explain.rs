//! What the linker's complaints about UPC names mean.

use std::collections::BTreeSet;

use super::decls::Kind;
use super::inputs::Unit;

/// The linker's messages with names of the translation's own undone, and notes on undefined UPC functions and shared objects.
pub fn explained(stderr: &str, units: &[Unit]) -> String {
    let rows = stderr.split_inclusive('\n').filter(|row| !row.contains("in function `__upcr_slot_"));
    let has_main = !undefined_names(stderr).iter().any(|n| ["main", "__real_main"].contains(n));
    let rows = rows.filter(|row| has_main || !is_about_main(row));
    let mut text = rows.collect::<String>().replace("__real_main", "main").replace("__wrap_main", "main");
    if !has_main {
        text += "upcc: error: the program has no function 'main'; to compile without linking, use -c\n";
    }
    for name in undefined_names(stderr) {
        let declared = units.iter().flat_map(|u| &u.decls).find(|d| d.name == name && d.kind == Kind::Extern);
        if let Some(d) = declared {
            text += &format!("upcc: note: shared object '{name}' is declared at {} and defined nowhere\n", d.place);
        }
        if let Some(reason) = reason(name) {
            text += &format!("upcc: note: '{name}' {reason}\n");
        }
    }
    text
}

/// What the linker says of calls of main: all are the runtime's, of which the user knows nothing.
fn is_about_main(row: &str) -> bool {
    let undefined =
        row.contains("undefined") && ["main'", "main\"", ": main\n", "main’"].iter().any(|m| row.contains(m));
    undefined || row.contains("libupcr") || row.starts_with("collect2: ")
}

/// Names in "undefined reference to `x'" (bfd, gold) and "undefined symbol: x" (lld).
fn undefined_names(stderr: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for row in stderr.lines() {
        let after =
            ["undefined reference to ", "undefined symbol: "].iter().find_map(|m| row.split_once(m).map(|(_, a)| a));
        if let Some(after) = after {
            let name = after.trim_start_matches(['`', '\'', '"', '‘']);
            let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(name.len());
            names.insert(&name[..end]);
        }
    }
    names
}

fn reason(name: &str) -> Option<&'static str> {
    Some(match name {
        n if n.starts_with("bupc_") => "is an extension of Berkeley UPC, which this release does not provide",
        n if n.starts_with("gasp_") => "is a performance tool's: what is compiled with -inst is linked with -inst too",
        n if n.starts_with("upcr_") => {
            "belongs to the UPC runtime: the object is of another release, or the link is without the runtime (-nostdlib, -nostartfiles)"
        }
        n if n.starts_with("upc_") => "is not a function of UPC 1.3 that this release provides; does the program define it?",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_three_linkers() {
        let said = "a.o: in function `f':\na.c:1: undefined reference to `upc_all_reduceI'\nb: undefined reference to 'bupc_poll'\nld.lld: error: undefined symbol: upc_all_frob\n";
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
    fn a_missing_main_is_the_users() {
        let said = "ld: libupcr.a(main.c.o): in function `main':\nmain.c:7: undefined reference to `__real_main'\ncollect2: error: ld returned 1 exit status\n";
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
