// SPDX-License-Identifier: Apache-2.0
//! Lines that start with `#` in preprocessed text: line markers and pragmas.

use super::{Lexer, Pragma, PragmaKind};
use upc_source::{Marker, Span};

/// Whether UPC keywords are keywords here: a stack of files, as the line markers enter and leave
/// them.
pub(super) struct UpcMode {
    upc: bool,
    files: Vec<FileMode>,
}

#[derive(Clone, Copy)]
struct FileMode {
    system: bool,
    /// Set by `#pragma upc c_code` (false) or `upc_code` (true).
    code: Option<bool>,
}

impl UpcMode {
    pub(super) fn new(upc: bool) -> UpcMode {
        UpcMode { upc, files: vec![FileMode { system: false, code: None }] }
    }

    pub(super) fn enabled(&self) -> bool {
        let file = self.top();
        self.upc && file.code.unwrap_or(!file.system)
    }

    fn top(&self) -> FileMode {
        *self.files.last().expect("the bottom file is never left")
    }

    /// An included file that is not a system header goes on as its includer was switched; a system
    /// header starts anew.
    fn follow(&mut self, marker: &Marker) {
        if marker.enter {
            let code = if marker.system { None } else { self.top().code };
            self.files.push(FileMode { system: marker.system, code });
        } else {
            if marker.leave && self.files.len() > 1 {
                self.files.pop();
            }
            if marker.file.is_some() {
                self.files.last_mut().expect("not empty").system = marker.system;
            }
        }
    }

    fn switch(&mut self, upc: bool) {
        self.files.last_mut().expect("not empty").code = Some(upc);
    }
}

impl Lexer<'_> {
    /// At a `#` that starts a line.
    pub(super) fn directive(&mut self) {
        let start = self.cursor.pos;
        self.cursor.skip_line();
        let line = &self.cursor.text[start..self.cursor.pos];
        if let Some(marker) = Marker::parse(line) {
            let before = self.mode.enabled();
            self.mode.follow(&marker);
            return self.note_mode(before);
        }
        let body = line.trim_start_matches("%:").trim_start_matches('#').trim_start();
        let word = body.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        match word {
            "pragma" => self.pragma(start, body["pragma".len()..].trim()),
            // `cc -E -dD` leaves definitions, and `#ident` is passed through.
            "" | "define" | "undef" | "ident" | "sccs" => {}
            _ => {
                self.cursor.pos = start;
                self.stray_character();
                self.cursor.skip_line();
            }
        }
    }

    fn pragma(&mut self, start: usize, text: &str) {
        let kind = if self.dialect.upc { pragma_kind(text) } else { PragmaKind::Other };
        if kind == PragmaKind::Code {
            let before = self.mode.enabled();
            self.mode.switch(text.ends_with("upc_code"));
            self.note_mode(before);
        }
        let token = self.out.tokens.len() as u32;
        let span = Span::new(start as u32, self.cursor.pos as u32);
        self.out.pragmas.push(Pragma { span, kind, token });
    }

    fn note_mode(&mut self, before: bool) {
        let now = self.mode.enabled();
        if now != before {
            self.out.upc_regions.push((self.cursor.pos as u32, now));
        }
    }
}

fn pragma_kind(text: &str) -> PragmaKind {
    let mut words = text.split_whitespace();
    match words.next() {
        Some("upc") => match (words.next(), words.next()) {
            (Some("strict"), None) => PragmaKind::Strict,
            (Some("relaxed"), None) => PragmaKind::Relaxed,
            (Some("c_code" | "upc_code"), None) => PragmaKind::Code,
            _ => PragmaKind::UnknownUpc,
        },
        Some(word) if word.starts_with("upc_") => PragmaKind::UnknownUpc,
        _ => PragmaKind::Other,
    }
}
