//! Makes `runtime/include/upcr/abi.h` and `upc-ir/src/abi.rs` from `abi/upcr.toml`. Shared by the example `abi`, which
//! writes them, and by the test that fails when either differs from the table.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One `[[entry]]` of the table.
#[derive(Default)]
pub struct Entry {
    pub name: String,
    pub ret: String,
    /// Type and name of each argument.
    pub args: Vec<(String, String)>,
    pub effect: String,
    pub inline: bool,
    pub doc: String,
}

/// The project's root, the table and the two files made from it.
pub fn paths() -> (PathBuf, PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    (
        root.join("abi/upcr.toml"),
        root.join("runtime/include/upcr/abi.h"),
        root.join("compiler/crates/upc-ir/src/abi.rs"),
    )
}

/// Reads the subset of TOML that the table uses: `[[entry]]`, strings, booleans, arrays of arrays of strings.
pub fn read(table: &str) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for (i, line) in table.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line == "[[entry]]" {
            entries.push(Entry::default());
        } else {
            let (key, value) = line.split_once('=').ok_or(format!("line {}: no '='", i + 1))?;
            let entry = entries.last_mut().ok_or(format!("line {}: before the first [[entry]]", i + 1))?;
            set(entry, key.trim(), value.trim()).map_err(|e| format!("line {}: {e}", i + 1))?;
        }
    }
    Ok(entries)
}

fn set(entry: &mut Entry, key: &str, value: &str) -> Result<(), String> {
    let text = || strings(value).into_iter().next().ok_or(format!("{key}: not a string"));
    match key {
        "name" => entry.name = text()?,
        "ret" => entry.ret = text()?,
        "effect" => entry.effect = text()?,
        "doc" => entry.doc = text()?,
        "inline" => entry.inline = value == "true",
        "args" => entry.args = strings(value).chunks(2).map(|c| (c[0].clone(), c[1].clone())).collect(),
        _ => return Err(format!("unknown key {key}")),
    }
    Ok(())
}

/// Every string literal of a value, in order.
fn strings(value: &str) -> Vec<String> {
    value.split('"').skip(1).step_by(2).map(str::to_string).collect()
}

/// The C header.
pub fn header(entries: &[Entry]) -> String {
    let mut h = String::from(
        "/* Made from abi/upcr.toml by `make abi`: change that. Every runtime entry point that generated code may use.\n\
         \x20* Needs upcr_pts_t, upcr_ppts_t (upcr/pts.h) and, with UPCR_ABI_INLINE, struct upcr_forall (upcr/forall.h) declared before. */\n\
         #pragma GCC system_header\n#ifndef UPCR_ABI_H\n#define UPCR_ABI_H\n\n/* In libupcr. */\n",
    );
    entries.iter().filter(|e| !e.inline).for_each(|e| prototype(&mut h, "extern ", e));
    h.push_str("\n/* Defined in the headers of upcr/: a unit that includes them all checks their types with UPCR_ABI_INLINE. */\n#ifdef UPCR_ABI_INLINE\n");
    entries.iter().filter(|e| e.inline).for_each(|e| prototype(&mut h, "static inline ", e));
    h.push_str("#endif\n\n#endif\n");
    h
}

fn prototype(h: &mut String, storage: &str, e: &Entry) {
    let args: Vec<String> = e.args.iter().map(|(t, n)| join(t, n)).collect();
    let args = if args.is_empty() { "void".to_string() } else { args.join(", ") };
    if !e.doc.is_empty() {
        let _ = writeln!(h, "/* {} */", e.doc);
    }
    let _ = writeln!(h, "{storage}{}({args});", join(&e.ret, &e.name));
}

/// `T name` or `T *name`.
fn join(ty: &str, name: &str) -> String {
    if ty.ends_with('*') {
        format!("{ty}{name}")
    } else {
        format!("{ty} {name}")
    }
}

/// The compiler's table.
pub fn rust(entries: &[Entry]) -> String {
    let mut r = String::from(
        "//! Made from abi/upcr.toml by `make abi`: change that. The runtime entry points and what a call does to memory.\n\n\
         use crate::effect::{Effect, EntryInfo};\n\n\
         /// A runtime entry point.\n#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]\npub enum Entry {\n",
    );
    for e in entries {
        if !e.doc.is_empty() {
            let _ = writeln!(r, "    /// {}.", e.doc.replace('[', "\\[").replace(']', "\\]"));
        }
        let _ = writeln!(r, "    {},", variant(&e.name));
    }
    r.push_str("}\n\n/// In the order of [`Entry`].\npub static ENTRIES: &[EntryInfo] = &[\n");
    for e in entries {
        let args: Vec<String> = e.args.iter().map(|(t, _)| format!("{t:?}")).collect();
        let _ = writeln!(
            r,
            "    EntryInfo {{ name: {:?}, ret: {:?}, args: &[{}], effect: Effect::{} }},",
            e.name,
            e.ret,
            args.join(", "),
            capital(&e.effect)
        );
    }
    r.push_str("];\n");
    r
}

/// `upcr_get_i8` is `GetI8`.
fn variant(name: &str) -> String {
    name.trim_start_matches("upcr_").split('_').map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(chars).collect()
}
