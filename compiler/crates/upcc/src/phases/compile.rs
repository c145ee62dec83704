// SPDX-License-Identifier: Apache-2.0
//! The C compiler on translated code, and on other languages.

use std::path::Path;
use std::process::Command;

use super::preprocess::stem;
use super::unit::Session;
use crate::args::{Language, Options, Source, Stop};
use crate::toolchain::Toolchain;

/// Alignment of loops, in bytes. With gcc's own 16 a short loop may cross a line of the processor's
/// cache of decoded instructions (32 or 64 bytes), and then takes 1.2 to 1.4 times as long.
const LOOP_ALIGNMENT: [&str; 1] = ["-falign-loops=32"];

/// The option for the C compiler's last stage.
fn stage(stop: Stop) -> &'static str {
    match stop {
        Stop::Assembly => "-S",
        Stop::Check => "-fsyntax-only",
        _ => "-c",
    }
}

/// The call that compiles translated C. `upc`: the unit has UPC constructs, and gets line numbers
/// for crash reports unless the user gave an option of debug information. Link-time optimisation
/// would join its slots, labels of assembler statements, with those of other units.
pub fn command(
    session: &Session,
    source: &Source,
    translated: &Path,
    output: &Path,
    upc: bool,
) -> Command {
    let (tools, options) = (session.tools, session.options);
    let mut cc = tools.cc();
    cc.args(&options.cc).args(&options.compile);
    if upc && !options.says_debug() {
        cc.arg("-g1");
    }
    if upc && !tools.is_clang() && options.optimises_loops() {
        cc.args(LOOP_ALIGNMENT);
    }
    if upc && options.optimises_at_link() {
        cc.arg("-fno-lto");
    }
    cc.args(colour(session));
    if options.verbose > 1 {
        cc.arg("-v");
    }
    cc.args(object_options(tools, options, source));
    cc.args(["-x", "cpp-output", stage(options.stop)]).arg(translated);
    if options.stop != Stop::Check {
        cc.arg("-o").arg(output);
    }
    cc
}

/// Colours on a terminal, unless the user gave an option.
fn colour(session: &Session) -> Option<&'static str> {
    let said = |f: &String| {
        f.starts_with("-fdiagnostics-color") || f.starts_with("-fno-diagnostics-color")
    };
    (session.color && !session.options.cc.iter().any(said)).then_some("-fdiagnostics-color=always")
}

/// The call that checks the plain reading of a unit. `to_the_end`: to code, which is dropped,
/// because some rules (operands of target builtins, functions that must not be called) are checked
/// only there.
pub fn judge(session: &Session, reading: &Path, to_the_end: bool) -> Command {
    let options = session.options;
    let mut cc = session.tools.cc();
    cc.args(&options.cc).args(&options.compile);
    cc.args(colour(session)).args(["-x", "cpp-output"]);
    if to_the_end {
        cc.arg("-S").arg("-o").arg(reading.with_extension("s"));
    } else {
        cc.arg("-fsyntax-only");
    }
    cc.arg(reading);
    cc
}

/// Steps after which the object is the one that the user and the link expect.
fn object_options(tools: &Toolchain, options: &Options, source: &Source) -> Vec<String> {
    let any =
        |prefixes: &[&str]| options.cc.iter().any(|f| prefixes.iter().any(|p| f.starts_with(p)));
    let mut out = Vec::new();
    if tools.is_clang() {
        // gcc takes the unit's name for the debugger from the first line marker; clang needs an
        // option with the directory, or it uses that of the translated file.
        let path = std::env::current_dir().unwrap_or_default().join(&source.path);
        out.extend([
            "-Xclang".into(),
            "-main-file-name".into(),
            "-Xclang".into(),
            path.display().to_string(),
        ]);
        return out;
    }
    if any(&["-flto"]) {
        // The note must be in the object itself, not only in the compiler's intermediate form.
        out.push("-ffat-lto-objects".into());
    }
    if options.stop == Stop::Link
        && any(&[
            "--coverage",
            "-ftest-coverage",
            "-fprofile",
            "-gsplit-dwarf",
            "-fstack-usage",
            "-fdump-",
        ])
    {
        // Files written next to the object must not be removed with the temporary object; these are
        // gcc's own names.
        out.extend(["-dumpdir".into(), auxiliary_prefix(options, source)]);
        out.extend(["-dumpbase".into(), format!("{}.c", stem(&source.path))]);
        out.extend(["-dumpbase-ext".into(), ".c".into()]);
    }
    out
}

/// gcc's prefix to the source's name in the names of files next to a program's objects: the
/// program's name and a dash, or only its directory if the program is named after its only source.
fn auxiliary_prefix(options: &Options, source: &Source) -> String {
    let Some(program) = options.output.as_deref() else {
        let alone = options.sources.len() == 1 && stem(&source.path) == "a";
        return if alone { String::new() } else { "a-".into() };
    };
    let name =
        program.strip_suffix(".exe").unwrap_or(if program == "a.out" { "a" } else { program });
    let (directory, base) = name.split_at(name.rfind('/').map_or(0, |slash| slash + 1));
    if options.sources.len() == 1 && base == stem(&source.path) {
        directory.into()
    } else {
        format!("{program}-")
    }
}

/// The call that compiles a file of another language (plain C under `-x c`, assembly, C++), exactly
/// as the C compiler does.
pub fn foreign_command(
    tools: &Toolchain,
    options: &Options,
    source: &Source,
    output: &Path,
) -> Command {
    let mut cc = tools.cc();
    cc.args(&options.cc).args(&options.cpp).args(&options.compile);
    cc.args(super::dependencies::options(options, source));
    if options.verbose > 1 {
        cc.arg("-v");
    }
    if let Language::Other(Some(language)) = &source.language {
        cc.args(["-x", language]);
    }
    cc.arg(stage(options.stop)).arg(&source.path);
    if options.stop != Stop::Check {
        cc.arg("-o").arg(output);
    }
    cc
}
