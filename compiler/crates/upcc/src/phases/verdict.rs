// SPDX-License-Identifier: Apache-2.0
//! The C compiler's messages about a translation, and their meaning for the user.
//!
//! If the C compiler refuses the translation, it gets the plain reading of the unit: the user's own
//! text without the words of UPC. An error there is an error of C, and is reported in the user's
//! own text. Only if the plain reading compiles and the translation does not, upcc has a bug.
//! Warnings about unused objects come from the plain reading as well, because the translation adds
//! and removes uses.

use std::collections::HashMap;
use std::process::Command;

use upc_emit::{Known, DECLARATIONS};
use upc_source::LineMap;

use super::compile;
use super::preprocess::stem;
use super::text;
use super::translate::{plain_reading, PlainReading, TranslateOptions, Translation};
use super::unit::{save_evidence, write_file, Outcome, Session};
use crate::args::Source;
use crate::columns::{Columns, Unit};
use crate::messages::{self, Generated};
use crate::process::{self, Finished};

/// A unit on its way to the C compiler.
pub struct Case<'a> {
    pub index: usize,
    pub source: &'a Source,
    /// The preprocessed text.
    pub input: &'a str,
    pub context: &'a TranslateOptions<'a>,
    pub translation: &'a Translation,
    /// The translation as it is compiled.
    pub c: &'a str,
}

impl Session<'_> {
    /// Runs the C compiler on a translation and shows its messages in the user's terms. Returns
    /// whether the unit compiles.
    pub fn judged(&self, cc: &mut Command, case: &Case, out: &mut Outcome) -> bool {
        self.show(cc, out);
        let finished = match process::run(cc, true) {
            Ok(finished) => finished,
            Err(e) => {
                *out = std::mem::take(out).fail(&e);
                return false;
            }
        };
        let said = new_messages(&finished, out);
        if self.options.verbose > 1 || !self.options.upc.lines {
            out.messages.extend(said.bytes());
        } else if finished.success() {
            let said = self.in_users_columns(case, case.input, said);
            return self.compiled(case, &said, out);
        } else if !self.wrong_as_c(case, out) {
            let said = self.in_users_columns(case, case.input, said);
            let mapped = messages::map(&said, &generated(case, out));
            out.messages.extend(mapped.text.bytes());
            if mapped.refused {
                report_bug(case, out);
            }
        }
        self.name_failed(&finished, out);
        finished.success()
    }

    /// Whether the C compiler also refuses the plain reading; `out` then has the reason.
    fn wrong_as_c(&self, case: &Case, out: &mut Outcome) -> bool {
        match self.read(case, true, out) {
            Some(Read { said, success: false }) => {
                if said.contains("[-Wimplicit-function-declaration]") {
                    withdraw(&case.translation.undeclared, out);
                }
                out.messages.extend(said.bytes());
                true
            }
            _ => false,
        }
    }

    /// Shows what the C compiler `said` of a translation that it compiled, and reports unused
    /// objects, if the user requested such warnings. False: such a warning is an error.
    fn compiled(&self, case: &Case, said: &str, out: &mut Outcome) -> bool {
        let generated = generated(case, out);
        let mapped = messages::map(said, &generated);
        let asks = !case.translation.generated.is_empty() && self.asks_for_unused();
        let read = if mapped.cut || asks { self.read(case, false, out) } else { None };
        let plain = read.map_or_else(String::new, |read| read.said);
        let mut text = messages::with_columns(&mapped.text, &plain);
        if mapped.cut && messages::lacks_columns(&text) {
            // Some warnings come with the optimiser: -Wmaybe-uninitialized, -Wformat-overflow.
            if let Some(read) = self.read(case, true, out) {
                text = messages::with_columns(&text, &read.said);
            }
        }
        out.messages.extend(text.bytes());
        if !asks {
            return true;
        }
        let unused = messages::map_unused(&plain, &generated);
        out.messages.extend(unused.text.bytes());
        if unused.refused {
            out.code = 1;
        }
        !unused.refused
    }

    /// `said`, which counts columns of `text`, with those of the user's lines.
    fn in_users_columns(&self, case: &Case, text: &str, said: String) -> String {
        if said.is_empty() {
            return said;
        }
        let map = LineMap::new(text, case.context.file);
        let read = |file: &str| crate::bounded::read_again(file.as_ref()).map(text::decode);
        let unit = if self.tools.is_clang() { Unit::Bytes } else { Unit::Shown };
        Columns::new(text, &map, &read, unit).corrected(&said)
    }

    fn asks_for_unused(&self) -> bool {
        let asks = |f: &String| {
            ["-Wall", "-Wextra", "-W", "-Weverything"].contains(&f.as_str()) || f.contains("unused")
        };
        self.options.cc.iter().any(asks)
    }

    /// The C compiler's result for the plain reading; `None`: it cannot run.
    fn read(&self, case: &Case, to_the_end: bool, out: &mut Outcome) -> Option<Read> {
        let path = self.temp.file(&format!("{}-{}.plain.c", case.index, stem(&case.source.path)));
        // An operand of upc_elemsizeof counts as used; its value alone would hide that.
        let constants =
            case.translation.known.constants.iter().filter(|_| to_the_end).cloned().collect();
        let known = Known { left_out: case.translation.known.left_out.clone(), constants };
        let reading = plain_reading(case.input, case.context, &known);
        // Preprocessed text of the user's may have no marker of its own.
        let name = case.source.path.replace('\\', "\\\\").replace('"', "\\\"");
        let c = format!("# 1 \"upcc\" 3\n{DECLARATIONS}\n# 1 \"{name}\"\n{}", reading.c);
        write_file(&path, &text::encode(&c)).ok()?;
        let mut cc = compile::judge(self, &path, to_the_end);
        self.show(&cc, out);
        let finished = process::run(&mut cc, true).ok()?;
        let said = self.in_users_columns(case, &c, new_messages(&finished, out));
        let said = if self.tools.is_clang() { with_own_lines(&said, &reading) } else { said };
        Some(Read { said, success: finished.success() })
    }
}

/// The C compiler's new messages about a plain reading, in the user's columns.
struct Read {
    said: String,
    success: bool,
}

/// `said` with preprocessed lines for those of the plain reading that are left in it. gcc takes the
/// lines it shows from the source; clang shows what it was given.
fn with_own_lines(said: &str, reading: &PlainReading) -> String {
    let pairs = reading.c.lines().zip(reading.own.lines());
    let changed: HashMap<&str, &str> =
        pairs.filter(|(c, own)| c != own && !c.trim().is_empty()).collect();
    let rows = said.lines().map(|row| changed.get(row).copied().unwrap_or(row));
    rows.flat_map(|row| [row, "\n"]).collect()
}

/// The lines with generated text, and those with a pointer-to-shared among variable arguments, of
/// which the front end has warned.
fn generated(case: &Case, out: &Outcome) -> Generated {
    let said = String::from_utf8_lossy(&out.messages);
    Generated::new(case.c, &case.translation.generated).with_variadic(&said)
}

/// The C compiler's messages, without those shown before.
fn new_messages(finished: &Finished, out: &Outcome) -> String {
    let said = messages::without_pre_include(&String::from_utf8_lossy(&finished.stderr));
    messages::without_repeats(&said, &String::from_utf8_lossy(&out.messages))
}

/// Removes warnings of the front end that the C compiler repeats.
fn withdraw(said: &[String], out: &mut Outcome) {
    for message in said {
        let shown = out.messages.windows(message.len()).position(|w| w == message.as_bytes());
        if let Some(at) = shown {
            out.messages.drain(at..at + message.len());
        }
    }
}

fn report_bug(case: &Case, out: &mut Outcome) {
    let saved = save_evidence(&stem(&case.source.path), "upcc-bug.c", case.c);
    out.say(
        "error",
        &format!("the C compiler refuses code that upcc made from {}", case.source.path),
    );
    out.say(
        "note",
        &format!("this is a bug of upcc, not of the program; the generated C is saved in {saved}"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_c_compiler_repeats_is_withdrawn() {
        let mut out = Outcome { messages: b"one\ntwo\nthree\n".to_vec(), ..Outcome::default() };
        withdraw(&["two\n".into(), "four\n".into()], &mut out);
        assert_eq!(out.messages, b"one\nthree\n");
    }

    #[test]
    fn the_users_lines_are_shown() {
        let reading = PlainReading {
            own: "shared int a;\nint b;\n".into(),
            c: "       int a;\nint b;\n".into(),
        };
        let said = "a.upc:1:8: error: x\n       int a;\n       ^\nint b;\n";
        assert_eq!(
            with_own_lines(said, &reading),
            "a.upc:1:8: error: x\nshared int a;\n       ^\nint b;\n"
        );
    }
}
