// SPDX-License-Identifier: Apache-2.0
//! The header, the out-of-line forms and the compiler's table are what abi/upcr.toml says, and each
//! entry is used.

use std::collections::HashMap;
use std::path::Path;

#[path = "support/abi_gen.rs"]
mod abi_gen;

#[test]
fn generated_files_follow_the_table() {
    let entries = abi_gen::read(&std::fs::read_to_string(abi_gen::table()).unwrap()).unwrap();
    for (path, want) in abi_gen::files(&entries) {
        assert!(
            std::fs::read_to_string(&path).unwrap() == want,
            "{} differs from abi/upcr.toml: run `make abi`",
            path.display()
        );
    }
}

#[test]
fn every_entry_is_complete() {
    for e in abi_gen::read(&std::fs::read_to_string(abi_gen::table()).unwrap()).unwrap() {
        assert!(
            e.name.starts_with("upcr_") && !e.ret.is_empty() && !e.effect.is_empty(),
            "{}",
            e.name
        );
    }
}

/// The words of the files below `folder` with this extension, without generated ones, and how often
/// each occurs.
fn words(folder: &Path, extension: &str, counts: &mut HashMap<String, usize>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            words(&path, extension, counts);
        } else if path.extension().is_some_and(|e| e == extension)
            && path.file_stem().unwrap() != "abi"
        {
            let text = std::fs::read_to_string(&path).unwrap();
            for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                *counts.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
}

/// Generated code or an inline function of the headers calls it. Macros of the headers make some
/// names from `upcr_far_get_` and a suffix.
#[test]
fn every_entry_is_used() {
    let (mut compiler, mut headers) = (HashMap::new(), HashMap::new());
    words(&abi_gen::root().join("compiler/crates"), "rs", &mut compiler);
    words(&abi_gen::root().join("runtime/include/upcr"), "h", &mut headers);
    for e in abi_gen::read(&std::fs::read_to_string(abi_gen::table()).unwrap()).unwrap() {
        let definitions = usize::from(e.place != abi_gen::Place::Library);
        let stem = &e.name[..=e.name.rfind('_').unwrap()];
        let is_used = compiler.contains_key(&abi_gen::variant(&e.name))
            || compiler.contains_key(&e.name)
            || headers.get(&e.name).is_some_and(|&count| count > definitions)
            || headers.contains_key(stem);
        assert!(is_used, "nothing calls {}: remove it from abi/upcr.toml", e.name);
    }
}
