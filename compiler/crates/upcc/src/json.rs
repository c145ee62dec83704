// SPDX-License-Identifier: Apache-2.0
//! The messages of one command as gcc's `-fdiagnostics-format=json` has them: one array. The front
//! end's messages are already objects, one on a line; those of the C compiler and of the command
//! are text.

use upc_source::render::json_string;

use crate::messages::{self, Head, Severity};

/// The array for the output `said` of a command that ended with status `code`. Excerpts under a
/// message are dropped: an editor has the text. If a command failed without an error message, its
/// other output becomes one.
pub fn array(said: &str, code: i32) -> String {
    let mut list = objects(said);
    if code != 0 && !list.iter().any(|m| m.starts_with("{\"kind\":\"error\"")) {
        let others: Vec<&str> = said.lines().filter(|row| is_unknown(row)).collect();
        let text =
            if others.is_empty() { format!("upcc: status {code}") } else { others.join("\n") };
        list.push(
            Message { kind: "error", text, option: None, place: None, children: Vec::new() }
                .object(),
        );
    }
    format!("[{}]\n", list.join(",\n"))
}

/// Whether a row that is no message is independent of the message above it.
fn is_unknown(row: &str) -> bool {
    let indented = row.starts_with([' ', '\t']) || row.trim().is_empty();
    !indented
        && !row.starts_with('{')
        && !messages::is_context(row)
        && Message::parse(row).is_none()
}

fn objects(said: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut open: Option<Message> = None;
    for row in said.lines() {
        let message = Message::parse(row);
        match (message, open.as_mut()) {
            (Some(note), Some(parent)) if note.kind == "note" => parent.children.push(note),
            (Some(new), _) => list.extend(open.replace(new).map(|m| m.object())),
            (None, _) if row.starts_with("{\"kind\":") => {
                list.extend(open.take().map(|m| m.object()));
                list.push(row.to_string());
            }
            (None, _) => {}
        }
    }
    list.extend(open.map(|m| m.object()));
    list
}

/// A program's message about itself or the command, `cc: fatal error: no input files`: the kind and
/// the text.
fn of_a_program(row: &str) -> Option<(&'static str, &str)> {
    let (program, rest) = row.split_once(": ")?;
    let name = program.rsplit('/').next().unwrap_or(program);
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let kinds = [
        ("fatal error: ", "error"),
        ("error: ", "error"),
        ("warning: ", "warning"),
        ("note: ", "note"),
    ];
    let own = kinds.into_iter().find_map(|(word, kind)| Some((kind, rest.strip_prefix(word)?)));
    match own {
        Some((kind, text)) if name == "upcc" => Some((kind, text)),
        Some((kind, _)) => Some((kind, row)),
        None if is_linker(name) && !rest.ends_with(':') => {
            Some((if rest.contains("warning: ") { "warning" } else { "error" }, row))
        }
        None => None,
    }
}

fn is_linker(name: &str) -> bool {
    let last = name.rsplit('-').next().unwrap_or(name);
    ["ld", "ld.bfd", "ld.gold", "ld.lld", "mold"].contains(&last)
}

struct Message {
    kind: &'static str,
    text: String,
    /// `-Wname`.
    option: Option<String>,
    place: Option<(String, u32, u32)>,
    children: Vec<Message>,
}

impl Message {
    fn parse(row: &str) -> Option<Message> {
        if row.starts_with('{') {
            return None;
        }
        if let Some((kind, text)) = of_a_program(row) {
            let (text, children) = (text.into(), Vec::new());
            return Some(Message { kind, text, option: None, place: None, children });
        }
        let Some(head) = Head::parse(row) else { return Message::of_later_stages(row) };
        let kind = match head.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let (text, option) =
            match head.message.strip_suffix(']').and_then(|m| m.rsplit_once(" [-W")) {
                Some((text, name)) => (text, Some(format!("-W{name}"))),
                None => (head.message, None),
            };
        let place = Some((head.file.to_string(), head.line, head.column.unwrap_or(1)));
        Some(Message { kind, text: text.into(), option, place, children: Vec::new() })
    }

    /// `file:line: Error: text` of the assembler, `file:line: undefined reference to ...` of the
    /// linker.
    fn of_later_stages(row: &str) -> Option<Message> {
        let words = [
            (": Fatal error: ", "error"),
            (": Error: ", "error"),
            (": Warning: ", "warning"),
            (": undefined reference to ", "error"),
            (": multiple definition of ", "error"),
        ];
        let (at, word, kind) =
            words.into_iter().find_map(|(word, kind)| Some((row.find(word)?, word, kind)))?;
        let said = word.trim_start_matches(": ");
        let text =
            format!("{}{}", if said.ends_with(": ") { "" } else { said }, &row[at + word.len()..]);
        let place = row[..at]
            .rsplit_once(':')
            .and_then(|(file, line)| Some((file.to_string(), line.parse().ok()?, 1)));
        let text = if place.is_some() { text } else { row.to_string() };
        Some(Message { kind, text, option: None, place, children: Vec::new() })
    }

    fn object(&self) -> String {
        let mut fields = vec![
            format!("\"kind\":\"{}\"", self.kind),
            format!("\"message\":{}", json_string(&self.text)),
        ];
        fields.extend(self.option.iter().map(|o| format!("\"option\":{}", json_string(o))));
        let children: Vec<String> = self.children.iter().map(Message::object).collect();
        fields.push(format!("\"column-origin\":1,\"children\":[{}]", children.join(",")));
        let caret = self.place.iter().map(|(file, line, column)| {
            let file = json_string(file);
            format!(
                "{{\"caret\":{{\"file\":{file},\"line\":{line},\"display-column\":{column},\
                 \"byte-column\":{column},\"column\":{column}}}}}"
            )
        });
        fields.push(format!("\"locations\":[{}]", caret.collect::<String>()));
        fields.push("\"escape-source\":false".into());
        format!("{{{}}}", fields.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_sources_of_messages() {
        let said = "{\"kind\":\"error\"}\na.c: In function 'f':\na.c:2:5: warning: odd \"x\" \
            [-Wodd]\n    2 | x\na.c:1: note: here\nupcc: error: no\n";
        let out = array(said, 1);
        assert!(out.starts_with(
            "[{\"kind\":\"error\"},\n{\"kind\":\"warning\",\"message\":\"odd \
             \\\"x\\\"\",\"option\":\"-Wodd\""
        ));
        assert!(out.contains("\"children\":[{\"kind\":\"note\",\"message\":\"here\""), "{out}");
        assert!(
            out.ends_with(concat!(
                r#"{"kind":"error","message":"no","column-origin":1,"children":[],"locations":[],"#,
                r#""escape-source":false}]"#,
                "\n"
            )),
            "{out}"
        );
        assert_eq!(array("", 0), "[]\n");
    }

    #[test]
    fn programs_that_are_no_compilers() {
        let said = "a.c: Assembler messages:\na.c:3: Error: no such instruction: `x'\n\
            /usr/bin/ld: a.o: in function `f':\nb.c:4: undefined reference to `g'\n/usr/bin/ld: \
            cannot find -lz\n\
            ld: warning: odd\ncollect2: error: ld returned 1 exit status\ncc: error: no option \
            '-x'\n";
        let out = array(said, 1);
        let kinds = |kind: &str| out.matches(&format!("\"kind\":\"{kind}\"")).count();
        assert_eq!((kinds("error"), kinds("warning")), (5, 1), "{out}");
        assert!(
            out.contains("\"message\":\"no such instruction: `x'\"") && out.contains("\"line\":3,"),
            "{out}"
        );
        assert!(
            out.contains("\"message\":\"undefined reference to `g'\"")
                && out.contains("\"line\":4,"),
            "{out}"
        );
    }

    #[test]
    fn a_failure_is_never_an_empty_array() {
        assert!(array("a.c: In function 'f':\nwhat is this\n  excerpt\n", 3)
            .contains("\"message\":\"what is this\""));
        assert!(array("", 3).contains("\"kind\":\"error\",\"message\":\"upcc: status 3\""));
        assert!(array("ok then\n", 0) == "[]\n");
    }
}
