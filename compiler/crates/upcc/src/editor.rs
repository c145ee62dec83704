// SPDX-License-Identifier: Apache-2.0
//! A unit in an editor, read as `upcc` would read it: the command's interface for the language
//! server.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use upc_sema::Analysis;
use upc_source::{Diagnostic, Diagnostics, Interner, LineMap, Marker, Severity, Span};
use upc_syntax::Dialect;

use crate::args::{self, Language, Options, Source};
use crate::bounded;
use crate::messages::{self, Head};
use crate::phases::predefined::{Reserved, KEEP_DIRECTIVES};
use crate::phases::report::Policy;
use crate::phases::{detect, preprocess, text, translate};
use crate::suggest;
use crate::toolchain::{Mode, Toolchain};

mod unsaved;

pub use self::unsaved::Unsaved;

/// A file in an editor.
pub struct Document<'a> {
    /// An absolute path.
    pub path: &'a Path,
    /// The text, instead of the stored one.
    pub contents: &'a str,
    /// Options of upcc's command line.
    pub words: &'a [String],
    /// Relative paths in the options start here.
    pub folder: &'a Path,
    /// Texts of other files that replace the stored ones.
    pub unsaved: Option<&'a Unsaved>,
}

/// A message of the preprocessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
    pub severity: Severity,
    pub message: String,
}

/// The preprocessed text of a unit, and the options for reading it.
pub struct Reading {
    pub text: String,
    pub dialect: Dialect,
    /// Every function body is analysed, also those without UPC.
    pub sema: upc_sema::Options,
    pub said: Vec<Said>,
    pub directives: Directives,
    policy: Policy,
    lowering: upc_ir::Options,
}

/// Errors in directives and options that name what UPC predefines.
pub struct Directives {
    /// The preprocessed text with its directives, into which the spans of `found` point.
    pub text: String,
    pub map: LineMap,
    pub found: Diagnostics,
}

impl Reading {
    /// The severity that the options give a message of the front end; `None`: it is turned off.
    pub fn severity(&self, diagnostic: &Diagnostic) -> Option<Severity> {
        self.policy.severity(diagnostic)
    }

    /// The lvalues, in the preprocessed text, whose accesses may be to other threads' data
    /// ([`upc_ir::far_accesses`]). `analysis` is that of this text, without errors. Errors: the
    /// text of a panic.
    pub fn far_accesses(
        &self,
        analysis: &Analysis,
        map: &LineMap,
        names: &Interner,
    ) -> Result<Vec<Span>, String> {
        guarded(|| {
            let facts = upc_ir::Facts::new(analysis, &self.text, names);
            let mut found = Diagnostics::new();
            let mut ir = upc_ir::build(analysis, &facts, map, &self.lowering, &mut found);
            if found.has_errors() {
                return Vec::new();
            }
            upc_ir::far_accesses(&mut ir, &facts, &self.lowering)
        })
    }
}

/// The preprocessor's output and messages for `document`, with the options `more`.
fn preprocessed(
    tools: &Toolchain,
    options: &Options,
    document: &Document,
    more: &[&str],
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let &Document { path, contents, folder, unsaved, .. } = document;
    let Some(unsaved) = unsaved else {
        return preprocessed_from(tools, options, path, contents, folder, more);
    };
    let cpp = unsaved.searched_first(&options.cpp, folder);
    let options = Options { cpp, ..options.clone() };
    let (text, said) = preprocessed_from(tools, &options, path, contents, folder, more)?;
    Ok((unsaved.with_own_paths(text), unsaved.with_own_paths(said)))
}

/// As [`preprocessed`], with stored headers only.
fn preprocessed_from(
    tools: &Toolchain,
    options: &Options,
    path: &Path,
    contents: &str,
    folder: &Path,
    more: &[&str],
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let name = path.display().to_string();
    let source = Source { path: "-".into(), language: Language::Upc };
    let mut cc = preprocess::command(tools, options, &source, false)?;
    cc.args(more);
    let marker = format!("# 1 \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\""));
    // A new file may be in a folder that does not exist before the file is saved.
    let start = folder.ancestors().find(|f| f.is_dir()).unwrap_or(Path::new("/"));
    // The preprocessor skips a byte order mark at the start of its input only, and the line marker
    // stands before it. A space in its place keeps the columns.
    let without_mark = contents.strip_prefix('\u{feff}').map(|rest| format!(" {rest}"));
    let contents = text::encode(without_mark.as_deref().unwrap_or(contents));
    piped(cc.current_dir(start), marker.into_bytes(), contents)
}

/// The messages about directives and options. `text` is the preprocessed one, `again` preprocesses
/// with more options.
fn directives(
    options: &Options,
    name: &str,
    contents: &str,
    text: &str,
    again: impl FnOnce(&[&str]) -> Result<(Vec<u8>, Vec<u8>), String>,
) -> Result<Directives, String> {
    let reserved = Reserved::new(&options.upc);
    let read = |file: &str| {
        let stored = || bounded::read_again(file.as_ref()).map(text::decode);
        Some(contents.to_string()).filter(|_| file == name).or_else(stored)
    };
    let (mut kept, mut found) = (String::new(), Diagnostics::new());
    if reserved.is_touched(text, read) {
        let (out, err) = again(&KEEP_DIRECTIVES)?;
        kept = text::decode(out);
        found = reserved.check_directives(&mut kept, &String::from_utf8_lossy(&err), read);
    }
    // They have no place: the beginning of the file.
    Reserved::check_options(&options.cpp).into_iter().for_each(|d| found.push(d));
    Ok(Directives { map: LineMap::new(&kept, name), text: kept, found })
}

/// Preprocesses a document. `program`: a path in the `bin` of the installed tree. Errors: a wrong
/// option, no C compiler, no tree.
pub fn read(program: &Path, document: &Document) -> Result<Reading, String> {
    let tools = Toolchain::beside(program)?;
    let options = options_for(document.path, document.words)?;
    let name = document.path.display().to_string();
    let run = |more: &[&str]| preprocessed(&tools, &options, document, more);
    let (out, err) = run(&[])?;
    let pre_include = tools.pre_include(options.upc.pre_include)?.display().to_string();
    let mut text = text::decode(out);
    if tools.is_clang() {
        text = detect::with_direct_path(text, &pre_include);
    }
    let pthreads = Mode::of(options.upc.pthreads) == Mode::Pthreads;
    let is_upc = !name.ends_with(".c") && !name.ends_with(".i");
    let own = detect::pre_include_region(&text, &pre_include).map_or(0, |region| region.end);
    let dialect =
        translate::dialect(&options, pthreads, is_upc || detect::has_shared(&text[own..]));
    let sema =
        upc_sema::Options { analyse_all: true, ..translate::sema_options(&options, pthreads) };
    let said = said_with_help(&tools, &err);
    let policy = Policy::new(&options, false);
    let lowering = lowering_for_hints(&tools, &options);
    let directives = directives(&options, &name, document.contents, &text, run)?;
    Ok(Reading { text, dialect, sema, said, directives, policy, lowering })
}

/// A macro of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    pub name: String,
    /// The name, parameters and replacement, on one line.
    pub text: String,
    pub file: String,
    /// From 1.
    pub line: u32,
    /// A system header defines it.
    pub system: bool,
}

impl Macro {
    /// True for a macro that is used like a function.
    pub fn has_parameters(&self) -> bool {
        self.text[self.name.len()..].starts_with('(')
    }
}

/// The macros that a document and its headers define, the last definition of each last. The
/// parameters are those of [`read`]. Errors: as there.
pub fn macros(program: &Path, document: &Document) -> Result<Vec<Macro>, String> {
    let tools = Toolchain::beside(program)?;
    let options = options_for(document.path, document.words)?;
    let (out, _) = preprocessed(&tools, &options, document, &["-dD"])?;
    Ok(macros_in(&text::decode(out)))
}

/// The definitions in preprocessed text that keeps them.
fn macros_in(text: &str) -> Vec<Macro> {
    let (mut file, mut line, mut system) = (String::new(), 0, false);
    let mut found = Vec::new();
    for row in text.lines() {
        if let Some(marker) = Marker::parse(row) {
            (line, system) = (marker.line, marker.system);
            file = marker.file.unwrap_or(file);
            continue;
        }
        // Those of the compiler and of the command line are in no file.
        if let Some(text) = row.strip_prefix("#define ").filter(|_| !file.starts_with('<')) {
            let is_part = |c: char| c == '_' || c.is_alphanumeric();
            let name = text.split(|c| !is_part(c)).next().unwrap_or_default().to_string();
            found.push(Macro { name, text: text.into(), file: file.clone(), line, system });
        }
        line += 1;
    }
    found
}

/// The options of a file whose text comes from standard input: quoted includes are searched in the
/// file's folder.
fn options_for(path: &Path, words: &[String]) -> Result<Options, String> {
    let mut options = args::parse(words).map_err(|errors| errors.join("; "))?;
    if let Some(parent) = path.parent() {
        options.cpp.splice(0..0, ["-iquote".to_string(), parent.display().to_string()]);
    }
    Ok(options)
}

/// The preprocessor's messages; a misspelt header gets the right name.
fn said_with_help(tools: &Toolchain, err: &[u8]) -> Vec<Said> {
    let mut said = messages_of(&String::from_utf8_lossy(err));
    for one in &mut said {
        let help = suggest::header(&one.message, &tools.include_dir());
        one.message.extend(help.map(|help| format!("\nhelp: {help}")));
    }
    said
}

/// The hints describe the program's accesses, so options of this build that change their form are
/// off.
fn lowering_for_hints(tools: &Toolchain, options: &Options) -> upc_ir::Options {
    upc_ir::Options {
        checks: false,
        instrument: Default::default(),
        passes: Default::default(),
        ..translate::lowering_options(options, tools.is_clang())
    }
}

/// Runs `work` on a deep stack; the text of its panic as the error. A front end that fails must not
/// end the server.
pub fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    translate::guarded(|| Ok(work())).map_err(|failure| match failure {
        translate::Failure::Refused(said)
        | translate::Failure::Internal(said)
        | translate::Failure::Diagnosed(said) => said,
    })
}

/// The two outputs of `command` for these texts.
fn piped(
    command: &mut Command,
    marker: Vec<u8>,
    contents: Vec<u8>,
) -> Result<(Vec<u8>, Vec<u8>), String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().map_err(|e| format!("cannot run the C compiler: {e}"))?;
    let input = process.stdin.take();
    let stderr = process.stderr.take();
    // Both ends at once: the compiler may write before it has read all.
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if let Some(mut input) = input {
                // A compiler that ends early writes the reason to its standard error.
                let _ = input.write_all(&marker).and_then(|()| input.write_all(&contents));
            }
        });
        let errors = scope.spawn(move || {
            let mut said = Vec::new();
            if let Some(mut pipe) = stderr {
                let _ = pipe.read_to_end(&mut said);
            }
            said
        });
        let mut out = Vec::new();
        if let Some(mut pipe) = process.stdout.take() {
            pipe.read_to_end(&mut out)
                .map_err(|e| format!("cannot read the preprocessor's text: {e}"))?;
        }
        let said = errors.join().unwrap_or_default();
        process.wait().map_err(|e| format!("cannot wait for the C compiler: {e}"))?;
        Ok((out, said))
    })
}

/// The messages in the C compiler's standard error.
fn messages_of(stderr: &str) -> Vec<Said> {
    let heads = stderr.lines().filter(|row| !messages::is_context(row)).filter_map(Head::parse);
    heads
        .map(|head| Said {
            file: head.file.to_string(),
            line: head.line,
            column: head.column.unwrap_or(1),
            severity: match head.severity {
                messages::Severity::Error => Severity::Error,
                messages::Severity::Warning => Severity::Warning,
                messages::Severity::Note => Severity::Note,
            },
            message: head.message.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_have_their_places() {
        let text = "# 1 \"<built-in>\"\n#define ONE 1\n# 1 \"a.upc\"\nint a;\n#define TWO 2\n\
            # 7 \"/usr/h.h\" 1 3\n#define MORE(x) ((x) + 1)\n";
        let found = macros_in(text);
        let places: Vec<_> = found.iter().map(|m| (m.name.as_str(), m.line, m.system)).collect();
        assert_eq!(places, [("TWO", 2, false), ("MORE", 7, true)]);
        assert!(!found[0].has_parameters() && found[1].has_parameters());
        assert_eq!(found[1].text, "MORE(x) ((x) + 1)");
    }

    #[test]
    fn the_preprocessor_s_messages() {
        let stderr =
            "In file included from /a.upc:1:\n/b.h:2:10: fatal error: x.h: No such file or \
             directory\n    2 | #\n";
        let said = messages_of(stderr);
        let want = Said {
            file: "/b.h".into(),
            line: 2,
            column: 10,
            severity: Severity::Error,
            message: "x.h: No such file or directory".into(),
        };
        assert_eq!(said, [want]);
    }
}
