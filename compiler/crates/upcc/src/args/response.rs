// SPDX-License-Identifier: Apache-2.0
//! Splitting of text into arguments: `@file`, UPCC_FLAGS, CFLAGS, CC, default_options.

use std::io::ErrorKind;
use std::path::Path;

use crate::bounded;

/// The greatest nesting of `@file`s; more is a cycle.
const MAX_DEPTH: u32 = 16;

/// Splits `text` at white space as gcc does in `@file`s: `'...'` and `"..."` group, a backslash
/// takes the next character literally.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (_, '\\') => word.get_or_insert_with(String::new).extend(chars.next()),
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_with(String::new);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_with(String::new).push(c),
        }
    }
    words.extend(word);
    words
}

/// Replaces each `@file` by the arguments in that file. One that cannot be read does not change, as
/// in gcc (it is then a file that does not exist). Errors: files that name each other in a cycle.
pub fn expand_response_files(args: Vec<String>) -> Result<Vec<String>, String> {
    let mut out = Vec::with_capacity(args.len());
    expand_into(args, 0, &mut out)?;
    Ok(out)
}

fn expand_into(args: Vec<String>, depth: u32, out: &mut Vec<String>) -> Result<(), String> {
    for arg in args {
        let text = match arg.strip_prefix('@').map(|path| bounded::read_to_string(Path::new(path)))
        {
            Some(Err(e)) if e.kind() == ErrorKind::InvalidData => {
                return Err(format!("{arg}: {e}"))
            }
            Some(read) => read.ok(),
            None => None,
        };
        match text {
            Some(_) if depth == MAX_DEPTH => {
                return Err(format!(
                    "{arg}: response files are nested more than {MAX_DEPTH} deep; does one name \
                     itself?"
                ));
            }
            Some(text) => expand_into(split_words(&text), depth + 1, out)?,
            None => out.push(arg),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(split_words(" a  'b c' \"d\\\"e\" f\\ g ''\n"), ["a", "b c", "d\"e", "f g", ""]);
        assert!(split_words(" \n").is_empty());
    }

    #[test]
    fn response_file_expands_and_cycles_are_refused() {
        let dir = std::env::temp_dir().join(format!("upcc-response-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let file = dir.join("args");
        std::fs::write(&file, "-DX='a b'\n-c").unwrap();
        let at = format!("@{}", file.display());
        let args =
            expand_response_files(vec!["-v".into(), at.clone(), "@/nonexistent".into()]).unwrap();
        assert_eq!(args, ["-v", "-DX=a b", "-c", "@/nonexistent"]);
        std::fs::write(&file, &at).unwrap();
        assert!(expand_response_files(vec![at]).unwrap_err().contains("nested"));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
