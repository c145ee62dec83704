// SPDX-License-Identifier: Apache-2.0
//! The header, the out-of-line forms and the compiler's table are what abi/upcr.toml says.

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
