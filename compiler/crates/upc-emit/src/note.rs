// SPDX-License-Identifier: Apache-2.0
//! The note of an object, and its records for debuggers (docs/abi.md section 6).

use crate::asm;

/// The text, one line of C, that puts an ELF note with these `key=value` strings into `.note.upc`:
/// owner `UPC`, type 1. To be appended to the unit's text. Values may have any byte except NUL.
pub fn note(fields: &[(&str, &str)]) -> String {
    let mut lines = vec![
        ".pushsection .note.upc,\"a\",@note".to_string(),
        ".balign 4".to_string(),
        ".long 4, 2f-1f, 1".to_string(),
        ".asciz \"UPC\"".to_string(),
        "1:".to_string(),
    ];
    for (key, value) in fields {
        lines.push(format!(".asciz {}", asm::ascii(&format!("{key}={value}"))));
    }
    lines.extend(["2:".to_string(), ".balign 4".to_string(), ".popsection".to_string()]);
    asm::statement(&lines) + "\n"
}

/// The text that puts these lines into `.upc.type` and makes the C compiler describe these types:
/// arrays of them without elements, of which an executable has only the description. Empty without
/// lines.
pub fn debug_types(records: &[String], tags: &[String]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let mut lines = vec![".pushsection .upc.type,\"\",@progbits".to_string()];
    lines.extend(records.iter().map(|r| format!(".ascii {}", asm::ascii(&format!("{r}\n")))));
    lines.push(".popsection".to_string());
    let mut s = asm::statement(&lines) + "\n";
    for (i, tag) in tags.iter().enumerate() {
        s += &format!("__extension__ static {tag} __upcr_type_{i}[0] __attribute__((used));\n");
    }
    s
}

/// The text that puts these lines into `.upc.remarks` of the executable, where `upcrun -profile`
/// looks for them. Empty without lines.
pub fn remarks(records: &[String]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let mut lines = vec![".pushsection .upc.remarks,\"\",@progbits".to_string()];
    lines.extend(records.iter().map(|r| format!(".ascii {}", asm::ascii(&format!("{r}\n")))));
    lines.push(".popsection".to_string());
    asm::statement(&lines) + "\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn has_every_field() {
        let n = super::note(&[("abi", "1"), ("file", "a \"b\".upc")]);
        assert!(n.contains(r#".asciz \"abi=1\""#) && n.contains(r#"file=a \\\"b\\\".upc"#), "{n}");
    }
}
