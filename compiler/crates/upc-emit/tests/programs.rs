// SPDX-License-Identifier: Apache-2.0
//! Every program of `cases/` is translated, compiled without a warning, linked with a runtime of
//! one running thread, and run: in the dynamic and the static environment, with 1 and 3 threads, as
//! process and as pthreads code.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

struct Variant {
    name: &'static str,
    threads: u32,
    is_static: bool,
    pthreads: bool,
}

const VARIANTS: &[Variant] = &[
    Variant { name: "dynamic", threads: 3, is_static: false, pthreads: false },
    Variant { name: "static", threads: 3, is_static: true, pthreads: false },
    Variant { name: "one", threads: 1, is_static: false, pthreads: false },
    Variant { name: "pthreads", threads: 3, is_static: false, pthreads: true },
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn cc() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".to_string())
}

/// Runs a command; its output, or a panic with all it said.
fn run(command: &mut Command) -> Vec<u8> {
    let out = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    assert!(out.status.success(), "{command:?}\n{}{}", said(&out.stdout), said(&out.stderr));
    out.stdout
}

fn defines(v: &Variant) -> Vec<String> {
    let mut d = vec!["-D__UPC__=1".to_string()];
    if v.is_static {
        d.push(format!("-D__UPCR_STATIC_THREADS__={}", v.threads));
    }
    if v.pthreads {
        d.push("-D__UPCR_PTHREADS__=1".to_string());
    }
    d
}

fn translate(text: &str, name: &str, v: &Variant) -> String {
    let static_threads = v.is_static.then_some(v.threads);
    let dialect = Dialect { static_threads, pthreads: v.pthreads, ..Dialect::default() };
    let sema = upc_sema::Options { static_threads, pthreads: v.pthreads, ..Default::default() };
    let map = LineMap::new(text, name);
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let analysis = upc_sema::analyze(text, &map, dialect, &sema, &mut names, &mut diags);
    let options = upc_ir::Options {
        threads: static_threads,
        pthreads: v.pthreads,
        common: false,
        clang: false,
        c99_inline: true,
        checks: false,
        inline: false,
        interposed: false,
        passes: upc_ir::Passes::default(),
        remarks: false,
        instrument: upc_ir::Instrument::default(),
    };
    let facts = upc_ir::Facts::new(&analysis, text, &names);
    let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut diags);
    let said: Vec<_> = diags.iter().map(|d| (map.locate(d.span.start).line, &d.message)).collect();
    assert!(!diags.has_errors(), "{name}: {said:?}");
    upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {});
    let note = upc_emit::note(&[("abi", "1"), ("file", name)]);
    upc_emit::write(&ir, &analysis.types, text, &map, &names).text + &note
}

/// The runtime, compiled once for each kind of code.
fn stub(v: &Variant) -> PathBuf {
    static BUILT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let kind = if v.is_static { "static" } else { "dynamic" };
    let mode = if v.pthreads { "pthreads" } else { "process" };
    let object =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stub-{kind}-{mode}-{}.o", v.threads));
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !built.contains(&object) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/stub.c");
        let include = root().join("runtime/include");
        let mut compiler = Command::new(cc());
        compiler.args(["-O1", "-ffunction-sections", "-I"]).arg(include).args(defines(v));
        run(compiler.arg("-c").arg(source).arg("-o").arg(&object));
        built.push(object.clone());
    }
    object
}

fn check(case: &str, v: &Variant) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{case}-{}", v.name));
    std::fs::create_dir_all(&dir).unwrap();
    let include = root().join("runtime/include");
    let source = cases.join(format!("{case}.upc"));
    let mut cpp = Command::new(cc());
    cpp.args(["-O1", "-E", "-x", "c", "-I"])
        .arg(&include)
        .arg("-I")
        .arg(&cases)
        .args(["-include", "upcr/preinclude.h"]);
    let text = run(cpp.args(defines(v)).arg(&source));
    let c = translate(&String::from_utf8(text).unwrap(), case, v);
    let (i, o, x) = (dir.join("case.i"), dir.join("case.o"), dir.join("case"));
    std::fs::write(&i, c).unwrap();
    let warnings = ["-O1", "-Wall", "-Wextra", "-Wno-sign-compare", "-Werror"];
    run(Command::new(cc())
        .args(warnings)
        .args(["-x", "cpp-output", "-c"])
        .arg(&i)
        .arg("-o")
        .arg(&o));
    // Out-of-line forms that no case calls need entries that the stub has not.
    run(Command::new(cc()).arg(&o).arg(stub(v)).args(["-Wl,--gc-sections", "-lm", "-o"]).arg(&x));
    run(Command::new(&x).env("STUB_THREADS", v.threads.to_string()));
}

fn every_variant(case: &str) {
    VARIANTS.iter().for_each(|v| check(case, v));
}

#[test]
fn access() {
    every_variant("access");
}

#[test]
fn attributes() {
    every_variant("attributes");
}

#[test]
fn bitfields() {
    every_variant("bitfields");
}

#[test]
fn declarations() {
    every_variant("declarations");
}

#[test]
fn expressions() {
    every_variant("expressions");
}

#[test]
fn initialisers() {
    every_variant("initialisers");
}

#[test]
fn statements() {
    every_variant("statements");
}
