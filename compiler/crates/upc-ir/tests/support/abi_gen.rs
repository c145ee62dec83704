// SPDX-License-Identifier: Apache-2.0
//! Makes from `abi/upcr.toml` the files that [`files`] lists. Shared by the example `abi`, which
//! writes them, and by the test that fails when one differs from the table.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The file that defines an entry point.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In libupcr alone.
    #[default]
    Library,
    /// In the headers, and out of line in libupcr under another name.
    Both,
    /// In the headers alone.
    Headers,
}

/// One `[[entry]]` of the table.
#[derive(Default)]
pub struct Entry {
    pub name: String,
    pub ret: String,
    /// Type and name of each argument.
    pub args: Vec<(String, String)>,
    pub effect: String,
    pub place: Place,
    /// The result depends on the arguments and on what is constant after start.
    pub constant: bool,
    pub doc: String,
}

/// The path of the table.
pub fn table() -> PathBuf {
    root().join("abi/upcr.toml")
}

/// The files made from it, with what is in them.
pub fn files(entries: &[Entry]) -> [(PathBuf, String); 3] {
    [
        (root().join("runtime/include/upcr/abi.h"), header(entries)),
        (root().join("runtime/src/core/out_of_line.c"), calls(entries)),
        (root().join("compiler/crates/upc-ir/src/abi/entries.rs"), rust(entries)),
    ]
    .map(|(path, text)| (path, text.lines().map(in_columns).collect()))
}

/// The line, and line break, in lines of at most 100 columns: comments break at blanks, code behind
/// commas.
fn in_columns(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let start = |mark: &str| line.trim_start().starts_with(mark);
    let (separator, next) = match () {
        _ if start("///") => (" ", "/// "),
        _ if start("//!") => (" ", "//! "),
        _ if start("/*") => (" ", " * "),
        _ => (", ", "    "),
    };
    let (mut text, mut column) = (String::new(), 0);
    for part in line.split_inclusive(separator) {
        if column > indent && column + part.trim_end().len() > 100 {
            text.truncate(text.trim_end().len());
            let _ = write!(text, "\n{}{next}", &line[..indent]);
            column = indent + next.len();
        }
        text.push_str(part);
        column += part.len();
    }
    text + "\n"
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Reads the subset of TOML that the table uses: `[[entry]]`, strings, booleans, arrays of arrays
/// of strings.
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
            let entry =
                entries.last_mut().ok_or(format!("line {}: before the first [[entry]]", i + 1))?;
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
        "inline" => {
            entry.place = match value {
                "false" => Place::Library,
                "true" => Place::Both,
                "\"always\"" => Place::Headers,
                _ => return Err(format!("inline = {value}")),
            }
        }
        "const" => entry.constant = value == "true",
        "args" => {
            entry.args = strings(value).chunks(2).map(|c| (c[0].clone(), c[1].clone())).collect()
        }
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
        "/* SPDX-License-Identifier: Apache-2.0 */\n\
         /* Made from abi/upcr.toml by `make abi`: change that. Every runtime entry point that \
         generated code may use.\n\
         \x20* Needs upcr_pts_t and upcr_ppts_t (upcr/pts.h) declared before. */\n\
         #pragma GCC system_header\n#ifndef UPCR_ABI_H\n#define UPCR_ABI_H\n\n\
         struct upcr_forall;\nstruct upcr_turns;\nstruct upcr_strides;\nstruct upcr_site;\n\
         struct upcr_row;\nstruct upcr_row_shape;\n\
         struct upcr_gather;\nstruct upcr_inspector;\n\n/* In libupcr. */\n",
    );
    for e in entries.iter().filter(|e| e.place == Place::Library) {
        if !e.doc.is_empty() {
            let _ = writeln!(h, "/* {} */", e.doc);
        }
        let _ = writeln!(h, "extern {};", prototype(e, &e.name));
    }
    h.push_str("\n/* Out of line in libupcr: what the headers of upcr/ define. */\n");
    for e in entries.iter().filter(|e| e.place == Place::Both) {
        let _ = writeln!(h, "extern {}{};", prototype(e, &call_name(e)), attributes(e));
    }
    h.push_str("\n#ifdef upcr_calls_ /* by the names of the inline ones */\n");
    for e in entries.iter().filter(|e| e.place == Place::Both) {
        let _ = writeln!(
            h,
            "extern {} __asm__(\"{}\"){};",
            prototype(e, &e.name),
            call_name(e),
            attributes(e)
        );
    }
    h.push_str("#endif\n\n#endif\n");
    h
}

/// The assumptions that the C compiler may make about a call. A relaxed access calls no function of
/// the program.
fn attributes(e: &Entry) -> &'static str {
    match e.effect.as_str() {
        _ if e.constant => " __attribute__((const))",
        "read" | "write" => " __attribute__((leaf))",
        _ => "",
    }
}

/// The out-of-line form of an entry of the headers.
fn call_name(e: &Entry) -> String {
    e.name.replacen("upcr_", "upcr_out_", 1)
}

/// The out-of-line forms.
pub fn calls(entries: &[Entry]) -> String {
    let mut c = String::from(
        "/* SPDX-License-Identifier: Apache-2.0 */\n\
         /* Made from abi/upcr.toml by `make abi`: change that. The inline functions of the \
         headers, out of\n\
         \x20* line: for code that is compiled without optimisation, and for accesses outside \
         loops. */\n#include <upcr/upcr.h>\n\n/* clang-format off */\n",
    );
    for e in entries.iter().filter(|e| e.place == Place::Both) {
        let args: Vec<&str> = e.args.iter().map(|(_, n)| n.as_str()).collect();
        let result = if e.ret == "void" { "" } else { "return " };
        let _ = writeln!(
            c,
            "{} {{ {result}{}({}); }}",
            prototype(e, &call_name(e)),
            e.name,
            args.join(", ")
        );
    }
    c
}

fn prototype(e: &Entry, name: &str) -> String {
    let args: Vec<String> = e.args.iter().map(|(t, n)| join(t, n)).collect();
    let args = if args.is_empty() { "void".to_string() } else { args.join(", ") };
    format!("{}({args})", join(&e.ret, name))
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
        "// SPDX-License-Identifier: Apache-2.0\n\
         //! Made from abi/upcr.toml by `make abi`: change that. The runtime entry points and what \
         a call does to memory.\n\n\
         use super::{Effect, EntryInfo};\n\n\
         /// A runtime entry point.\n#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]\n\
         pub enum Entry {\n",
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
            "    EntryInfo {{ name: {:?}, out_of_line: {:?}, ret: {:?}, args: &[{}], effect: \
             Effect::{} }},",
            e.name,
            (e.place == Place::Both).then(|| call_name(e)),
            e.ret,
            args.join(", "),
            capital(&e.effect)
        );
    }
    r.push_str("];\n");
    r
}

/// The variant of the enumeration `Entry` in Rust: of `upcr_get_i8`, `GetI8`.
pub fn variant(name: &str) -> String {
    name.trim_start_matches("upcr_").split('_').map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(chars).collect()
}
