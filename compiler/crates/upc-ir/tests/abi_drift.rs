//! The header and the compiler's table are what abi/upcr.toml says.

#[path = "support/abi_gen.rs"]
mod abi_gen;

#[test]
fn generated_files_follow_the_table() {
    let (table, header, rust) = abi_gen::paths();
    let entries = abi_gen::read(&std::fs::read_to_string(table).unwrap()).unwrap();
    let same = |path: std::path::PathBuf, want: String| {
        assert!(
            std::fs::read_to_string(&path).unwrap() == want,
            "{} differs from abi/upcr.toml: run `make abi`",
            path.display()
        );
    };
    same(header, abi_gen::header(&entries));
    same(rust, abi_gen::rust(&entries));
}

#[test]
fn every_entry_is_complete() {
    let (table, ..) = abi_gen::paths();
    for e in abi_gen::read(&std::fs::read_to_string(table).unwrap()).unwrap() {
        assert!(e.name.starts_with("upcr_") && !e.ret.is_empty() && !e.effect.is_empty(), "{}", e.name);
    }
}
