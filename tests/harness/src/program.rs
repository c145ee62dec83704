// SPDX-License-Identifier: Apache-2.0
//! Programs that run: found, compiled once for each variant, run and judged case by case.

use crate::directives::{fill, Directives, Expected, Status};
use crate::matrix::{Case, Environment};
use crate::process::{self, End, Outcome};
use crate::tools::{Tools, VARIABLES};
use crate::Failure;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

/// One program of the tree: a file, or a folder whose files are compiled separately and linked.
#[derive(Debug)]
pub struct Program {
    /// Its path below the tests folder, without the suffix.
    pub name: String,
    pub sources: Vec<PathBuf>,
    pub directives: Directives,
    executables: Mutex<HashMap<Variant, Executable>>,
}

/// The part of the mode that changes the executable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Variant {
    pthreads: bool,
    threads: Option<u32>,
    checked: bool,
    optimised: bool,
}

/// Filled by the first case that needs it; the others wait for it.
type Executable = Arc<OnceLock<Result<PathBuf, Failure>>>;

impl Program {
    /// A program of `sources`, the first of which carries `directives`.
    pub fn new(name: String, sources: Vec<PathBuf>, directives: Directives) -> Program {
        Program { name, sources, directives, executables: Mutex::default() }
    }

    /// The cases of a run of the suite: a sample, or all.
    pub fn cases(&self, tools: &Tools, all: bool) -> Vec<Case> {
        let axes = &self.directives.axes;
        let mut cases = if all { axes.all() } else { axes.sample(&self.name) };
        cases.retain(|case| tools.wants(case.mode));
        cases
    }

    /// Compiles what `case` needs, runs it, and compares.
    pub fn check(&self, tools: &Tools, case: Case) -> Result<(), Failure> {
        let executable = self.executable(tools, case)?;
        let outcome = self.run(tools, &executable, case)?;
        judge(&self.directives, case.threads, &outcome)
            .map_err(|why| self.explain(case, &why, &outcome))
    }

    /// Runs `case` of an executable made before.
    pub fn run(&self, tools: &Tools, executable: &Path, case: Case) -> Result<Outcome, Failure> {
        let mut command = Command::new(&tools.upcrun);
        command
            .args(["-n", &case.threads.to_string()])
            .args(case.mode.launch_options(case.threads));
        command.args(&self.directives.launch).arg(executable).args(&self.directives.args);
        command.envs(self.directives.env.iter().map(|(name, value)| (name, value)));
        command.envs(case.mode.environment());
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        if let Some(folder) = self.sources[0].parent() {
            command.current_dir(folder);
        }
        process::run(&mut command, self.directives.stdin.as_bytes(), tools.limit)
            .map_err(|error| format!("{}: {error}", tools.upcrun.display()))
    }

    /// The executable for `case`, made now or before.
    pub fn executable(&self, tools: &Tools, case: Case) -> Result<PathBuf, Failure> {
        let variant = Variant {
            pthreads: case.mode.wants_pthreads(),
            threads: (case.environment == Environment::Static || self.directives.axes.fixed)
                .then_some(case.threads),
            checked: case.environment == Environment::Checked,
            optimised: case.environment != Environment::Unoptimised,
        };
        let slot = {
            let mut executables =
                self.executables.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            executables.entry(variant).or_default().clone()
        };
        slot.get_or_init(|| self.compile(tools, variant)).clone()
    }

    fn compile(&self, tools: &Tools, variant: Variant) -> Result<PathBuf, Failure> {
        let kind = format!(
            "{}{}{}",
            if variant.pthreads { "p" } else { "" },
            if variant.checked { "g" } else { "" },
            if variant.optimised { "" } else { "u" }
        );
        let threads = variant.threads.map_or_else(|| "dyn".to_owned(), |n| n.to_string());
        let folder = tools.scratch.join(&self.name).join(format!("{kind}{threads}"));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let executable = folder.join("program");

        let options = self.options(tools, variant);
        let separate = self.sources.len() > 1;
        let mut inputs = self.sources.clone();
        if separate {
            for input in &mut inputs {
                *input = compile_unit(tools, &options, input, &folder)?;
            }
        }
        let mut command = compiler(tools);
        command.args(&options).args(&inputs).arg("-o").arg(&executable).args(&self.directives.libs);
        let is_read =
            variant.checked || !self.directives.stderr.is_empty() || tools.has_sanitizer();
        if !is_read {
            // Nothing reads the runtime's debug information, and copying it is half of a link.
            command.arg("-Wl,-S");
        }
        expect_success(tools, command.current_dir(&folder))?;
        Ok(executable)
    }

    fn options(&self, tools: &Tools, variant: Variant) -> Vec<String> {
        let include = format!("-I{}", tools.root.join("tests/include").display());
        let mut options = vec![include, "-fupc-verify".to_owned()];
        options.extend(self.directives.cflags.iter().chain(&tools.flags).cloned());
        if variant.pthreads {
            options.push("-pthreads".to_owned());
        }
        if variant.checked {
            options.push("-g".to_owned());
        }
        if !variant.optimised {
            options.push("-fno-upc-opt".to_owned());
        }
        if let Some(threads) = variant.threads {
            options.extend(["-T".to_owned(), threads.to_string()]);
        }
        options
    }

    fn explain(&self, case: Case, why: &str, outcome: &Outcome) -> Failure {
        let source = self.sources[0].display();
        format!(
            "{source} [{case}]: {why}\n--- standard output\n{}--- standard error\n{}",
            outcome.stdout, outcome.stderr
        )
    }
}

/// upcc, with the C compiler behind it that the run asks for.
fn compiler(tools: &Tools) -> Command {
    let mut command = Command::new(&tools.upcc);
    command.envs(tools.behind.iter().map(|cc| ("UPCC_CC", cc)));
    command
}

/// Runs a compilation that must succeed without an internal error.
fn expect_success(tools: &Tools, command: &mut Command) -> Result<(), Failure> {
    let shown = format!("{command:?}").replace('"', "");
    let outcome =
        process::run(command, b"", tools.limit).map_err(|error| format!("{shown}: {error}"))?;
    if outcome.end != End::Status(0) {
        return Err(format!(
            "{shown}\nended with {:?}\n{}{}",
            outcome.end, outcome.stdout, outcome.stderr
        ));
    }
    // A correct program, or one that turns off a warning with -Wno-upc-x, gets no warning about
    // UPC.
    if outcome.stderr.contains("[-Wupc-") {
        return Err(format!("{shown}\nwarned\n{}", outcome.stderr));
    }
    Ok(())
}

/// The object of one source, in `folder`.
fn compile_unit(
    tools: &Tools,
    options: &[String],
    source: &Path,
    folder: &Path,
) -> Result<PathBuf, Failure> {
    let stem = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let object = folder.join(format!("{stem}.o"));
    let mut command = compiler(tools);
    command.args(options).arg("-c").arg(source).arg("-o").arg(&object);
    expect_success(tools, command.current_dir(folder))?;
    Ok(object)
}

fn ended_well(wanted: Status, end: End) -> bool {
    match (wanted, end) {
        (Status::Exactly(wanted), End::Status(status)) => wanted == status,
        (Status::NonZero, End::Status(status)) => status != 0,
        (Status::NonZero, End::Signal(_)) => true,
        _ => false,
    }
}

/// Compares a run with its program's expectations; the error names the difference.
pub fn judge(directives: &Directives, threads: u32, outcome: &Outcome) -> Result<(), Failure> {
    if !ended_well(directives.status, outcome.end) {
        return Err(format!("ended with {:?}, expected {:?}", outcome.end, directives.status));
    }
    for pattern in &directives.stderr {
        let regex =
            regex_lite::Regex::new(pattern).map_err(|error| format!("`{pattern}`: {error}"))?;
        if !regex.is_match(&outcome.stderr) {
            return Err(format!("standard error does not match `{pattern}`"));
        }
    }
    let mut printed: Vec<String> = outcome.stdout.lines().map(str::to_owned).collect();
    let mut wanted = match &directives.expected {
        Expected::Lines(lines) | Expected::Sorted(lines) => fill(lines, threads),
        Expected::Any => return Ok(()),
    };
    if matches!(directives.expected, Expected::Sorted(_)) {
        printed.sort_unstable();
        wanted.sort_unstable();
    }
    if printed == wanted {
        Ok(())
    } else {
        Err(first_difference(&wanted, &printed))
    }
}

fn first_difference(wanted: &[String], printed: &[String]) -> Failure {
    let at = wanted.iter().zip(printed).take_while(|(a, b)| a == b).count();
    let line = |lines: &[String]| {
        lines.get(at).map_or("the end of the output".to_owned(), |text| format!("`{text}`"))
    };
    format!("line {} of standard output is {}, expected {}", at + 1, line(printed), line(wanted))
}

/// Every program below `folder`: each `.upc` file, and each folder with a `main.upc` as one
/// program.
///
/// `root` is what names are relative to. Errors name the file.
pub fn find(root: &Path, folder: &Path) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    visit(root, folder, &mut programs)?;
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}

fn visit(root: &Path, folder: &Path, programs: &mut Vec<Program>) -> Result<(), String> {
    let entries = sorted_entries(folder)?;
    if let Some(main) =
        entries.iter().find(|path| path.file_name().is_some_and(|name| name == "main.upc"))
    {
        let mut sources = vec![main.clone()];
        sources.extend(
            entries.iter().filter(|path| *path != main && has_suffix(path, &["upc", "c"])).cloned(),
        );
        programs.push(read(root, folder, sources)?);
        return Ok(());
    }
    for path in entries {
        if path.is_dir() {
            visit(root, &path, programs)?;
        } else if has_suffix(&path, &["upc"]) {
            programs.push(read(root, &path.with_extension(""), vec![path])?);
        }
    }
    Ok(())
}

/// The entries of `folder` in the order of their names; none when it is not there.
pub fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let failed = |error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn read(root: &Path, name: &Path, sources: Vec<PathBuf>) -> Result<Program, String> {
    let first = &sources[0];
    let text =
        fs::read_to_string(first).map_err(|error| format!("{}: {error}", first.display()))?;
    let directives =
        crate::directives::parse(&text).map_err(|why| format!("{}: {why}", first.display()))?;
    let name = name.strip_prefix(root).unwrap_or(name).to_string_lossy().into_owned();
    Ok(Program::new(name, sources, directives))
}

fn has_suffix(path: &Path, suffixes: &[&str]) -> bool {
    path.extension().and_then(|e| e.to_str()).is_some_and(|e| suffixes.contains(&e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directives::parse;

    fn outcome(end: End, stdout: &str, stderr: &str) -> Outcome {
        Outcome { end, stdout: stdout.to_owned(), stderr: stderr.to_owned() }
    }

    #[test]
    fn a_silent_or_talkative_program_fails_by_default() {
        let directives = Directives::default();
        assert!(judge(&directives, 2, &outcome(End::Status(0), "ok\n", "")).is_ok());
        assert!(judge(&directives, 2, &outcome(End::Status(0), "", "")).is_err());
        assert!(judge(&directives, 2, &outcome(End::Status(0), "ok\nok\n", "")).is_err());
        assert!(judge(&directives, 2, &outcome(End::Status(1), "ok\n", "")).is_err());
        assert!(judge(&directives, 2, &outcome(End::TimedOut, "ok\n", "")).is_err());
    }

    #[test]
    fn sorted_lines_may_come_in_any_order() {
        let directives = parse("// expect-sorted: thread {t}\n").expect("parses");
        let ended = outcome(End::Status(0), "thread 1\nthread 0\n", "");
        assert!(judge(&directives, 2, &ended).is_ok());
        assert!(judge(&directives, 3, &ended).is_err());
    }

    #[test]
    fn a_failing_program_must_fail_as_it_says() {
        let directives = parse("// status: nonzero\n// stderr: barrier.*value\n// expect-any\n")
            .expect("parses");
        assert!(judge(
            &directives,
            2,
            &outcome(End::Status(1), "x", "barrier with another value 3")
        )
        .is_ok());
        assert!(judge(&directives, 2, &outcome(End::Signal(6), "x", "barrier value")).is_ok());
        assert!(judge(&directives, 2, &outcome(End::Status(0), "x", "barrier value")).is_err());
        assert!(judge(&directives, 2, &outcome(End::Status(1), "x", "hello")).is_err());
        assert!(judge(&directives, 2, &outcome(End::TimedOut, "x", "barrier value")).is_err());
    }

    #[test]
    fn the_first_differing_line_is_shown() {
        let directives = parse("// expect: a\n// expect: b\n").expect("parses");
        let why = judge(&directives, 1, &outcome(End::Status(0), "a\nc\n", "")).unwrap_err();
        assert_eq!(why, "line 2 of standard output is `c`, expected `b`");
    }
}
