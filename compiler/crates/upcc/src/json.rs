//! The messages of one command as gcc's `-fdiagnostics-format=json` has them: one array. The front end's are objects
//! already, a line each; those of the C compiler and of the command come as text.

use upc_source::render::json_string;

use crate::messages::{Head, Severity};

/// The array that `said` makes. Excerpts and the like under a message go: an editor has the text.
pub fn array(said: &str) -> String {
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
    format!("[{}]\n", list.join(",\n"))
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
        let own = |kind: &'static str| row.strip_prefix("upcc: ")?.strip_prefix(kind)?.strip_prefix(": ");
        if let Some((kind, text)) = ["error", "warning", "note"].into_iter().find_map(|k| Some((k, own(k)?))) {
            return Some(Message { kind, text: text.into(), option: None, place: None, children: Vec::new() });
        }
        let head = Head::parse(row)?;
        let kind = match head.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let (text, option) = match head.message.strip_suffix(']').and_then(|m| m.rsplit_once(" [-W")) {
            Some((text, name)) => (text, Some(format!("-W{name}"))),
            None => (head.message, None),
        };
        let place = Some((head.file.to_string(), head.line, head.column.unwrap_or(1)));
        Some(Message { kind, text: text.into(), option, place, children: Vec::new() })
    }

    fn object(&self) -> String {
        let mut fields =
            vec![format!("\"kind\":\"{}\"", self.kind), format!("\"message\":{}", json_string(&self.text))];
        fields.extend(self.option.iter().map(|o| format!("\"option\":{}", json_string(o))));
        let children: Vec<String> = self.children.iter().map(Message::object).collect();
        fields.push(format!("\"column-origin\":1,\"children\":[{}]", children.join(",")));
        let caret = self.place.iter().map(|(file, line, column)| {
            let file = json_string(file);
            format!("{{\"caret\":{{\"file\":{file},\"line\":{line},\"display-column\":{column},\"byte-column\":{column},\"column\":{column}}}}}")
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
        let said = "{\"kind\":\"error\"}\na.c: In function 'f':\na.c:2:5: warning: odd \"x\" [-Wodd]\n    2 | x\na.c:1: note: here\nupcc: error: no\n";
        let out = array(said);
        assert!(out.starts_with(
            "[{\"kind\":\"error\"},\n{\"kind\":\"warning\",\"message\":\"odd \\\"x\\\"\",\"option\":\"-Wodd\""
        ));
        assert!(out.contains("\"children\":[{\"kind\":\"note\",\"message\":\"here\""), "{out}");
        assert!(out.ends_with("{\"kind\":\"error\",\"message\":\"no\",\"column-origin\":1,\"children\":[],\"locations\":[],\"escape-source\":false}]\n"), "{out}");
        assert_eq!(array(""), "[]\n");
    }
}
