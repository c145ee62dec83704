// SPDX-License-Identifier: Apache-2.0
//! The remarks of the optimisations (`-fopt-info-upc`) as the user sees them: gcc's lines, or JSON.

use upc_ir::remarks::{Kind, Remark};
use upc_source::render::json_string;
use upc_source::{LineMap, Span};

use crate::args::{OptInfo, Options};

/// The remarks of one unit, rendered: lines of text, and objects of JSON.
#[derive(Default)]
pub struct Remarks {
    pub text: String,
    pub json: Vec<String>,
}

impl Remarks {
    /// Those that `info` asks for.
    pub fn new(remarks: &[Remark], map: &LineMap, info: &OptInfo) -> Remarks {
        let shown = |r: &&Remark| match r.kind {
            Kind::Done => info.optimized,
            Kind::Missed => info.missed,
        };
        let text = remarks.iter().filter(shown).map(|r| line(r, map)).collect();
        let json = match info.json {
            Some(_) => remarks.iter().map(|r| object(r, map)).collect(),
            None => Vec::new(),
        };
        Remarks { text, json }
    }

    /// Adds those of another unit.
    pub fn append(&mut self, mut other: Remarks) {
        self.text += &other.text;
        self.json.append(&mut other.json);
    }

    /// The array of all objects, one a line.
    pub fn array(&self) -> String {
        format!("[{}]\n", self.json.join(",\n"))
    }
}

/// Why there are no remarks under these options, whatever the program is.
pub fn silenced(options: &Options) -> Option<&'static str> {
    if !options.upc.opt_info.wanted() {
        None
    } else if options.run_checks() {
        Some(
            "run-time checks (-g, -fupc-check) need each access as it is written: add \
            -fno-upc-check",
        )
    } else if options.upc.instrument.accesses() {
        Some("instrumentation (-inst) needs each access as it is written")
    } else if is_unoptimised(&options.passes()) {
        Some("-O0 or -fno-upc-opt turns the optimisations of shared accesses off")
    } else {
        None
    }
}

/// Whether no pass is on that an option can turn off.
pub fn is_unoptimised(passes: &upc_ir::Passes) -> bool {
    upc_ir::PASSES.iter().all(|p| p.flag.map_or(true, |flag| !passes.has(flag)))
}

/// The lines of `.upc.remarks`, each of four fields: kind, file, line, text.
pub fn records(remarks: &[Remark], map: &LineMap) -> Vec<String> {
    let record = |r: &Remark| {
        let at = map.locate(r.span.start);
        format!("{}\t{}\t{}\t{}", r.kind.word(), map.file_name(at.file), at.line, r.text)
    };
    remarks.iter().map(record).collect()
}

fn line(r: &Remark, map: &LineMap) -> String {
    let note = r.note.iter().map(|n| format!("{}: note: {}\n", place(n.span, map), n.text));
    format!("{}: {}: {}\n{}", place(r.span, map), r.kind.word(), r.text, note.collect::<String>())
}

fn place(span: Span, map: &LineMap) -> String {
    let at = map.locate(span.start);
    format!("{}:{}:{}", map.file_name(at.file), at.line, at.column)
}

fn object(r: &Remark, map: &LineMap) -> String {
    let note = r.note.iter().map(|n| {
        format!(",\"note\":{{{},\"message\":{}}}", json_place(n.span, map), json_string(&n.text))
    });
    let (kind, pass) = (json_string(r.kind.word()), json_string(r.pass));
    let message = json_string(&r.text);
    let note: String = note.collect();
    format!(
        "{{\"kind\":{kind},\"pass\":{pass},{},\"message\":{message}{note}}}",
        json_place(r.span, map)
    )
}

fn json_place(span: Span, map: &LineMap) -> String {
    let at = map.locate(span.start);
    format!(
        "\"file\":{},\"line\":{},\"column\":{}",
        json_string(map.file_name(at.file)),
        at.line,
        at.column
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{parse, split_words};
    use upc_ir::remarks::Note;

    const TEXT: &str = "# 7 \"my \\\"a.upc\"\nfor (;;) x();\n";

    fn rendered(line: &str) -> Remarks {
        let info = parse(&split_words(line)).expect(line).upc.opt_info;
        let at = |s: &str| Span::new(TEXT.find(s).unwrap_or(0) as u32, 0);
        let note = Some(Note { span: at("x()"), text: "here".into() });
        let remarks = [
            Remark {
                span: at("for"),
                pass: "own",
                kind: Kind::Done,
                text: "found".into(),
                note: None,
            },
            Remark {
                span: at("for"),
                pass: "runs",
                kind: Kind::Missed,
                text: "not \"found\"".into(),
                note,
            },
        ];
        Remarks::new(&remarks, &LineMap::new(TEXT, "a.upc"), &info)
    }

    #[test]
    fn lines_have_the_users_places() {
        let all = "my \"a.upc:7:1: optimized: found\nmy \"a.upc:7:1: missed: not \"found\"\nmy \
             \"a.upc:7:10: note: here\n";
        assert_eq!(rendered("-fopt-info-upc").text, all);
        assert_eq!(rendered("-fopt-info-upc-optimized").text.lines().count(), 1);
        assert_eq!(rendered("-fopt-info-upc-missed").text.lines().count(), 2);
        assert!(rendered("-fopt-info-upc").json.is_empty());
    }

    #[test]
    fn objects_have_all() {
        let mut said = rendered("-fopt-info-upc-json=x");
        assert_eq!(said.text, "");
        assert_eq!(
            said.json[0],
            concat!(
                r#"{"kind":"optimized","pass":"own","file":"my \"a.upc","line":7,"column":1,"#,
                r#""message":"found"}"#
            )
        );
        assert!(said.json[1].ends_with(concat!(
            r#""message":"not \"found\"","note":{"file":"my \"a.upc","line":7,"column":10,"#,
            r#""message":"here"}}"#
        )));
        said.append(rendered("-fopt-info-upc-json=x"));
        assert_eq!(said.array().matches("\"pass\"").count(), 4);
        assert_eq!(Remarks::default().array(), "[]\n");
    }

    #[test]
    fn options_under_which_there_are_none() {
        let why = |line: &str| silenced(&parse(&split_words(line)).expect(line)).unwrap_or("");
        assert_eq!(why("-O0"), "");
        assert_eq!(why("-O2 -fopt-info-upc"), "");
        assert!(why("-O0 -fopt-info-upc").contains("-O0"));
        assert!(why("-fno-upc-opt -fopt-info-upc-json=x").contains("-fno-upc-opt"));
        assert!(why("-g -fopt-info-upc").contains("-fno-upc-check"));
        assert_eq!(why("-g -fno-upc-check -fopt-info-upc"), "");
        assert!(why("-inst -fopt-info-upc").contains("-inst"));
    }
}
