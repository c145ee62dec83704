// SPDX-License-Identifier: Apache-2.0
//! One source file through its phases.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use upc_source::{LineMap, Severity};

use super::predefined::{Reserved, KEEP_DIRECTIVES};
use super::preprocess::{self, stem};
use super::remarks::Remarks;
use super::report::{report, Policy};
use super::translate::{translate, Failure, TranslateOptions, Translation};
use super::verdict::Case;
use super::{comments, compile, dependencies, detect, text};
use crate::args::{Language, Options, Source, Stop};
use crate::messages::strip_colour;
use crate::process::Finished;
use crate::temp::TempDir;
use crate::toolchain::Toolchain;
use crate::{bounded, console, process, suggest};

/// State shared by all units of one call of upcc.
pub struct Session<'a> {
    pub tools: &'a Toolchain,
    pub options: &'a Options,
    pub temp: &'a TempDir,
    /// Standard error is a terminal.
    pub color: bool,
}

/// The result for one source file.
#[derive(Default)]
pub struct Outcome {
    /// For standard error, in order.
    pub messages: Vec<u8>,
    /// Dumps of `-fupc-dump`, for standard output.
    pub dump: String,
    /// Remarks of `-fopt-info-upc`.
    pub remarks: Remarks,
    /// Exit status: 0 if all went well.
    pub code: i32,
    /// The object, when the link follows.
    pub object: Option<PathBuf>,
}

impl Outcome {
    pub(super) fn say(&mut self, severity: &str, message: &str) {
        self.messages.extend(format!("upcc: {severity}: {message}\n").bytes());
    }

    /// Ends with an error message.
    pub(super) fn fail(mut self, message: &str) -> Outcome {
        self.say("error", message);
        self.code = 1;
        self
    }
}

impl Session<'_> {
    /// Processes source number `index` up to the stage of the options.
    pub fn unit(&self, index: usize) -> Outcome {
        let source = &self.options.sources[index];
        if source.path != "-" && !Path::new(&source.path).exists() {
            return Outcome::default().fail(&format!("{}: No such file or directory", source.path));
        }
        if let Some(why) = bounded::endless(Path::new(&source.path)) {
            return Outcome::default().fail(&why);
        }
        match (self.options.stop, &source.language) {
            (Stop::Preprocess, language) => self.preprocess_only(source, language),
            (_, Language::Other(_)) => self.foreign(index, source),
            (stop, Language::Header) if stop != Stop::Check => Outcome::default().fail(&format!(
                "{}: a header is not compiled by itself; upcc makes no precompiled headers",
                source.path
            )),
            _ => self.upc(index, source),
        }
    }

    /// `-E`, `-M`: the preprocessor's own output, as it is.
    fn preprocess_only(&self, source: &Source, language: &Language) -> Outcome {
        let mut out = Outcome::default();
        let mut cc = match language {
            Language::Upc | Language::Header => {
                match preprocess::command(self.tools, self.options, source, true) {
                    Ok(cc) => cc,
                    Err(e) => return out.fail(&e),
                }
            }
            _ => preprocess::foreign_command(self.tools, self.options, source),
        };
        if let Some(file) = &self.options.output {
            cc.args(["-o", file]);
        }
        if *language != Language::Upc || !dependencies::leave_out_system_headers(self.options) {
            if !self.call(&mut cc, &mut out) {
                self.name_header(&mut out);
            }
            return out;
        }
        let named = dependencies::file(self.options, source);
        let rule =
            named.clone().unwrap_or_else(|| self.temp.file(&format!("{}.d", stem(&source.path))));
        if named.is_none() {
            cc.arg("-MF").arg(&rule);
        }
        if self.call(&mut cc, &mut out)
            && !self.options.dry_run
            && self.trimmed_rule(&rule, &mut out)
            && named.is_none()
        {
            out.dump = std::fs::read(&rule).map(text::decode).unwrap_or_default();
        }
        out
    }

    /// Removes the header included beforehand from a rule for make. False: it failed, and `out` has
    /// the reason.
    fn trimmed_rule(&self, rule: &Path, out: &mut Outcome) -> bool {
        let header = self
            .tools
            .pre_include(self.options.upc.pre_include)
            .map(|path| path.display().to_string());
        let done = header.and_then(|header| {
            dependencies::leave_out(rule, &header)
                .map_err(|e| format!("cannot change {}: {e}", rule.display()))
        });
        if let Err(e) = &done {
            *out = std::mem::take(out).fail(e);
        }
        done.is_ok()
    }

    /// A file in another language: one call of the C compiler.
    fn foreign(&self, index: usize, source: &Source) -> Outcome {
        let mut out = Outcome::default();
        if self.options.stop == Stop::Translate {
            return out;
        }
        let object = self.output_path(index, source);
        let mut cc = compile::foreign_command(self.tools, self.options, source, &object);
        if self.call(&mut cc, &mut out) {
            out.object = Some(object);
        } else {
            self.name_header(&mut out);
        }
        out
    }

    /// A UPC unit: preprocess, translate, compile.
    fn upc(&self, index: usize, source: &Source) -> Outcome {
        let mut out = Outcome::default();
        if self.options.dry_run {
            return self.planned(index, source, out);
        }
        let Some(input) = self.preprocessed(index, source, &mut out) else {
            return out;
        };
        let pre_include = match self.tools.pre_include(self.options.upc.pre_include) {
            Ok(path) => path.display().to_string(),
            Err(e) => return out.fail(&e),
        };
        let context = TranslateOptions {
            options: self.options,
            file: &source.path,
            is_upc: !source.path.ends_with(".c") && !source.path.ends_with(".i"),
            pre_include: &pre_include,
            color: self.color,
            clang: self.tools.is_clang(),
        };
        let mut translation = match translate(&input, &context, &mut out.dump) {
            Ok(t) => t,
            Err(failure) => {
                // Other errors may follow from these.
                if context.is_upc {
                    self.hides_no_numbers(&mut out);
                }
                self.keeps_predefined(index, source, &input, &mut out);
                return self.not_translated(source, &input, failure, out);
            }
        };
        out.messages.extend(translation.messages.bytes());
        out.remarks = std::mem::take(&mut translation.remarks);
        if (translation.upc || context.is_upc)
            && !(self.hides_no_numbers(&mut out)
                && self.keeps_predefined(index, source, &input, &mut out))
        {
            return out;
        }
        self.compile(index, source, &input, &context, &translation, out)
    }

    /// The commands for a UPC unit, shown only (`-###`); which debug information it gets depends on
    /// its text.
    fn planned(&self, index: usize, source: &Source, mut out: Outcome) -> Outcome {
        if source.language != Language::UpcPreprocessed {
            let text = self.preprocessed_path(index, source);
            match preprocess::command(self.tools, self.options, source, false) {
                Ok(mut cc) => self.show(cc.arg("-o").arg(text), &mut out),
                Err(e) => return out.fail(&e),
            }
        }
        if self.options.stop != Stop::Translate {
            let (translated, object) =
                (self.kept_or_temp(index, source, "trans.c"), self.output_path(index, source));
            let is_upc = !source.path.ends_with(".c") && !source.path.ends_with(".i");
            self.show(&compile::command(self, source, &translated, &object, is_upc), &mut out);
            out.object = Some(object);
        }
        out
    }

    fn preprocessed_path(&self, index: usize, source: &Source) -> PathBuf {
        self.kept_or_temp(index, source, if source.path.ends_with(".upc") { "upci" } else { "i" })
    }

    /// Whether no directive of the unit changes a predefined name; if one does, `out` has the
    /// error.
    fn keeps_predefined(
        &self,
        index: usize,
        source: &Source,
        input: &str,
        out: &mut Outcome,
    ) -> bool {
        let reserved = Reserved::new(&self.options.upc);
        let read = |file: &str| bounded::read_again(Path::new(file)).map(text::decode);
        if source.language == Language::UpcPreprocessed || !reserved.is_touched(input, read) {
            return true;
        }
        let path = self.temp.file(&format!("{index}-{}.defines", stem(&source.path)));
        let Ok(mut cc) = preprocess::command(self.tools, self.options, source, false) else {
            return true;
        };
        // Its other warnings were shown when the text was made.
        let run = process::run(cc.args(KEEP_DIRECTIVES).arg("-o").arg(&path), true);
        let Some(done) = run.ok().filter(|done| done.success()) else { return true };
        let Some(mut kept) = read(&path.to_string_lossy()) else { return true };
        let said = String::from_utf8_lossy(&done.stderr);
        let found = reserved.check_directives(&mut kept, &said, read);
        let map = LineMap::new(&kept, &source.path);
        let said = report(&found, &kept, &map, &Policy::new(self.options, self.color));
        out.messages.extend(said.text.bytes());
        out.code = i32::from(said.errors);
        !said.errors
    }

    /// Whether no `-D` hides a number of UPC; if one does, `out` has the warning, which may be an
    /// error.
    fn hides_no_numbers(&self, out: &mut Outcome) -> bool {
        let policy = Policy::new(self.options, self.color);
        for d in Reserved::check_options(&self.options.cpp) {
            let Some(severity) = policy.severity(&d) else { continue };
            let name = d.warning.unwrap_or_default();
            let is_error = severity == Severity::Error;
            let (word, option) = if is_error { ("error", "-Werror=") } else { ("warning", "-W") };
            out.say(word, &format!("{} [{option}{name}]", d.message));
            out.code |= i32::from(is_error);
        }
        out.code == 0
    }

    /// The preprocessed text; `None`: there is none, and `out` has the reason.
    fn preprocessed(&self, index: usize, source: &Source, out: &mut Outcome) -> Option<String> {
        let made_here = source.language != Language::UpcPreprocessed;
        let path = if made_here {
            self.preprocess(index, source, out)?
        } else {
            PathBuf::from(&source.path)
        };
        let read = bounded::read(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound if made_here => format!(
                "{}: {} wrote no preprocessed text: is it a C compiler?",
                source.path,
                self.tools.cc_and_origin()
            ),
            _ => format!("{}: {e}", path.display()),
        });
        let bytes = read.and_then(|bytes| match u32::try_from(bytes.len()) {
            Ok(_) => Ok(bytes),
            Err(_) => Err(format!("{}: more than 4 GiB of preprocessed text", source.path)),
        });
        match bytes {
            Ok(bytes) if made_here => Some(self.mended(text::decode(bytes))),
            Ok(bytes) => Some(text::decode(bytes)),
            Err(e) => {
                *out = std::mem::take(out).fail(&e);
                None
            }
        }
    }

    /// Runs the preprocessor and returns its file; `None`: it failed, and `out` has the reason.
    fn preprocess(&self, index: usize, source: &Source, out: &mut Outcome) -> Option<PathBuf> {
        let path = self.preprocessed_path(index, source);
        let mut cc = match preprocess::command(self.tools, self.options, source, false) {
            Ok(cc) => cc,
            Err(e) => {
                *out = std::mem::take(out).fail(&e);
                return None;
            }
        };
        cc.arg("-o").arg(&path);
        if self.color {
            cc.arg("-fdiagnostics-color=always");
        }
        if !self.call(&mut cc, out) {
            self.name_header(out);
            return None;
        }
        let trims = dependencies::leave_out_system_headers(self.options);
        let rule = dependencies::file(self.options, source).filter(|_| trims);
        rule.map_or(true, |rule| self.trimmed_rule(&rule, out)).then_some(path)
    }

    /// The preprocessor's text without what only this one does.
    fn mended(&self, text: String) -> String {
        if preprocess::keeps_comments(self.tools, self.options) {
            comments::keep_before_labels(&text)
        } else if self.tools.is_clang() {
            let header = self.tools.pre_include(self.options.upc.pre_include).unwrap_or_default();
            detect::with_direct_path(text, &header.display().to_string())
        } else {
            text
        }
    }

    fn not_translated(
        &self,
        source: &Source,
        input: &str,
        failure: Failure,
        mut out: Outcome,
    ) -> Outcome {
        out.code = 1;
        match failure {
            Failure::Diagnosed(messages) => out.messages.extend(messages.bytes()),
            Failure::Refused(why) => out.say("error", &why),
            Failure::Internal(said) => {
                let saved = save_evidence(&stem(&source.path), "upcc-bug.i", input);
                out.say(
                    "error",
                    &format!("internal error in upcc while translating {}: {said}", source.path),
                );
                out.say(
                    "note",
                    &format!(
                        "this is a bug of upcc, not of the program; the preprocessed text is \
                        saved in {saved}"
                    ),
                );
            }
        }
        out
    }

    /// The C compiler on the translation, or the end at `-trans`.
    fn compile(
        &self,
        index: usize,
        source: &Source,
        input: &str,
        context: &TranslateOptions,
        translation: &Translation,
        mut out: Outcome,
    ) -> Outcome {
        let stop = self.options.stop;
        let translated = match (&self.options.output, stop) {
            (Some(file), Stop::Translate) => PathBuf::from(file),
            (None, Stop::Translate) => PathBuf::from(format!("{}.trans.c", stem(&source.path))),
            _ => self.kept_or_temp(index, source, "trans.c"),
        };
        let c = if self.options.upc.lines {
            translation.text.clone()
        } else {
            without_markers(&translation.text)
        };
        if let Err(e) = write_file(&translated, &text::encode(&c)) {
            return out.fail(&format!("cannot write {}: {e}", translated.display()));
        }
        if stop == Stop::Translate {
            return out;
        }
        let object = self.output_path(index, source);
        let mut cc = compile::command(self, source, &translated, &object, translation.upc);
        let case = Case { index, source, input, context, translation, c: &c };
        if self.judged(&mut cc, &case, &mut out) {
            out.object = Some(object);
        } else if object.is_file() {
            // Removes the object of a unit with errors, such as an unused variable under -Werror.
            // Only a regular file is removed: `-o /dev/null` names a device.
            let _ = std::fs::remove_file(object);
        }
        out
    }

    /// Adds the UPC header that is probably meant to the messages of a failed preprocessor.
    fn name_header(&self, out: &mut Outcome) {
        let said = strip_colour(&String::from_utf8_lossy(&out.messages));
        let include = self.tools.include_dir();
        if let Some(help) = said.lines().find_map(|row| suggest::header(row, &include)) {
            out.say("note", &help);
        }
    }

    /// Runs a command whose messages are shown unchanged. False: it failed, and `out` has the
    /// status.
    fn call(&self, command: &mut Command, out: &mut Outcome) -> bool {
        self.show(command, out);
        if self.options.dry_run {
            return true;
        }
        match process::run(command, true) {
            Ok(finished) => {
                out.messages.extend(finished.messages());
                self.name_failed(&finished, out);
                finished.success()
            }
            Err(e) => {
                *out = std::mem::take(out).fail(&e);
                false
            }
        }
    }

    /// Sets the status of a failed call of the C compiler, and names the compiler if nothing else
    /// says why.
    pub(super) fn name_failed(&self, finished: &Finished, out: &mut Outcome) {
        if !finished.success() {
            out.code = finished.code();
            let said = String::from_utf8_lossy(finished.messages());
            if let Some(help) = self.temp.help_on_full_disk(&said) {
                out.say("note", &help);
            }
        }
        if let Some(message) = finished.unexplained(&self.tools.cc_and_origin()) {
            out.say("error", &message);
        }
    }

    pub(super) fn show(&self, command: &Command, out: &mut Outcome) {
        if self.options.upc.json && self.options.verbose > 0 {
            console::show(format!(" {}\n", process::shown(command)).as_bytes());
        } else if self.options.verbose > 0 {
            out.messages.extend(format!(" {}\n", process::shown(command)).bytes());
        }
    }

    /// The file of the assembly or object.
    fn output_path(&self, index: usize, source: &Source) -> PathBuf {
        let base = stem(&source.path);
        match (&self.options.output, self.options.stop) {
            (Some(file), Stop::Assembly | Stop::Object) => PathBuf::from(file),
            (None, Stop::Assembly) => PathBuf::from(format!("{base}.s")),
            (None, Stop::Object) => PathBuf::from(format!("{base}.o")),
            _ if self.options.save_temps => PathBuf::from(format!("{base}.o")),
            _ => self.temp.file(&format!("{index}-{base}.o")),
        }
    }

    /// An intermediate file: in the current directory under `-save-temps`, else temporary.
    fn kept_or_temp(&self, index: usize, source: &Source, suffix: &str) -> PathBuf {
        let base = stem(&source.path);
        if self.options.save_temps {
            PathBuf::from(format!("{base}.{suffix}"))
        } else {
            self.temp.file(&format!("{index}-{base}.{suffix}"))
        }
    }
}

pub(super) fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if path == Path::new("-") {
        return std::io::stdout().write_all(bytes);
    }
    std::fs::write(path, bytes)
}

/// `text` without line markers.
fn without_markers(text: &str) -> String {
    text.split_inclusive('\n')
        .filter(|l| !l.starts_with("# ") && !l.starts_with("#line "))
        .collect()
}

/// Writes the data of a bug report to `base.suffix` in a new folder for temporary files that is
/// kept. Returns its name, or why there is none.
pub(super) fn save_evidence(base: &str, suffix: &str, evidence: &str) -> String {
    let kept = crate::temp::kept_file(&format!("{base}.{suffix}"));
    let written =
        kept.and_then(|path| std::fs::write(&path, text::encode(evidence)).map(|()| path));
    match written {
        Ok(path) => path.display().to_string(),
        Err(e) => format!("no file, as {} cannot be written: {e}", std::env::temp_dir().display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_taken_out() {
        assert_eq!(
            without_markers("# 1 \"a\"\nint a;\n#pragma x\n#line 3\nint b;\n"),
            "int a;\n#pragma x\nint b;\n"
        );
    }
}
