// SPDX-License-Identifier: Apache-2.0
//! The programs of `examples/`, each in its folder: `NAME/NAME.upc` with the C files next to it.
//! Their output is compared with that of a plain C program, `reference/NAME.c`.

use crate::directives::{fill, Expected};
use crate::matrix::{Case, Environment, Mode};
use crate::process::{self, End};
use crate::program::{judge, sorted_entries, Program};
use crate::tools::Tools;
use crate::Failure;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// One example.
#[derive(Debug)]
pub struct Example {
    pub program: Program,
    reference: PathBuf,
    outputs: Mutex<HashMap<Vec<String>, Vec<String>>>,
}

/// The directives of a program, and the reference that they name.
fn read(main: &Path) -> Result<(crate::directives::Directives, String), String> {
    let text = fs::read_to_string(main).map_err(|error| error.to_string())?;
    let directives = crate::directives::parse(&text)?;
    let reference = directives.reference.clone().ok_or("no `// reference: FILE`")?;
    Ok((directives, reference))
}

/// Every example below `folder`; an example without a reference is an error.
pub fn find(folder: &Path) -> Result<Vec<Example>, String> {
    let mut examples = Vec::new();
    for path in sorted_entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let main = path.join(format!("{name}.upc"));
        if !main.is_file() {
            continue;
        }
        let (directives, reference) =
            read(&main).map_err(|why| format!("{}: {why}", main.display()))?;
        let mut sources = vec![main];
        sources.extend(
            sorted_entries(&path)?.into_iter().filter(|p| p.extension().is_some_and(|e| e == "c")),
        );
        examples.push(Example {
            program: Program::new(format!("examples/{name}"), sources, directives),
            reference: path.join(reference),
            outputs: Mutex::default(),
        });
    }
    Ok(examples)
}

impl Example {
    /// Every mode with 1 to 8 threads on request; otherwise every mode with a few counts, and a
    /// static one.
    pub fn cases(&self, tools: &Tools) -> Vec<Case> {
        let counts: &[u32] = if tools.full { &[1, 2, 3, 4, 5, 6, 7, 8] } else { &[1, 3, 8] };
        let dynamic = Mode::ALL.into_iter().flat_map(|mode| {
            counts.iter().map(move |&threads| Case {
                mode,
                environment: Environment::Dynamic,
                threads,
            })
        });
        let fixed = Case { mode: Mode::Process, environment: Environment::Static, threads: 4 };
        let dynamic = dynamic.filter(|case| case.threads > 1 || case.mode == Mode::Process);
        // One number of threads is enough for the other modes with several nodes.
        let many = |case: &Case| {
            tools.full || case.threads > 3 || !case.mode.has_nodes() || case.mode == Mode::Nodes
        };
        dynamic.filter(many).chain([fixed]).filter(|case| tools.wants(case.mode)).collect()
    }

    /// Runs `case` and compares its output with the reference's.
    pub fn check(&self, tools: &Tools, case: Case) -> Result<(), Failure> {
        let executable = self.program.executable(tools, case)?;
        let wanted = self.expected(tools, case.threads)?;
        let outcome = self.program.run(tools, &executable, case)?;
        let mut directives = self.program.directives.clone();
        directives.expected = match directives.expected {
            Expected::Sorted(_) => Expected::Sorted(wanted),
            _ => Expected::Lines(wanted),
        };
        judge(&directives, case.threads, &outcome).map_err(|why| {
            let name = &self.program.name;
            format!(
                "{name} [{case}]: {why}\n--- standard output\n{}--- standard error\n{}",
                outcome.stdout, outcome.stderr
            )
        })
    }

    fn expected(&self, tools: &Tools, threads: u32) -> Result<Vec<String>, Failure> {
        let args = fill(&self.program.directives.reference_args, threads);
        // Held while the reference is compiled and run, so that each is done once.
        let mut outputs = self.outputs.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(lines) = outputs.get(&args) {
            return Ok(lines.clone());
        }
        let lines = self.run_reference(tools, &args)?;
        outputs.insert(args, lines.clone());
        Ok(lines)
    }

    fn run_reference(&self, tools: &Tools, args: &[String]) -> Result<Vec<String>, Failure> {
        let folder = tools.scratch.join("reference").join(&self.program.name);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let executable = folder.join("program");
        let mut compile = Command::new(&tools.cc);
        compile
            .args(["-O2", "-o"])
            .arg(&executable)
            .arg(&self.reference)
            .args(&self.program.sources[1..]);
        compile.args(&self.program.directives.libs);
        finish(tools, &mut compile)?;
        let mut run = Command::new(&executable);
        run.args(args).args(&self.program.directives.args);
        if let Some(folder) = self.program.sources[0].parent() {
            run.current_dir(folder);
        }
        Ok(finish(tools, &mut run)?.lines().map(str::to_owned).collect())
    }
}

fn finish(tools: &Tools, command: &mut Command) -> Result<String, Failure> {
    let shown = format!("{command:?}").replace('"', "");
    let outcome =
        process::run(command, b"", tools.limit).map_err(|error| format!("{shown}: {error}"))?;
    match outcome.end {
        End::Status(0) => Ok(outcome.stdout),
        end => Err(format!("{shown}\nended with {end:?}\n{}{}", outcome.stdout, outcome.stderr)),
    }
}
