// SPDX-License-Identifier: Apache-2.0
//! The tree of upctune, and the measuring programs. They are compiled at every use, in seconds, so
//! that they always match the tree's library and the machine's C compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child;

/// The program to run.
#[derive(Clone, Copy)]
pub enum Program {
    /// `measure.upc`: algorithms.
    Measure,
    /// `costs.upc`: the parameters of the cost model.
    Costs,
}

impl Program {
    fn name(self) -> &'static str {
        match self {
            Program::Measure => "measure",
            Program::Costs => "costs",
        }
    }
}

/// The exit status of a job that upcrun -timeout has ended.
const TIMED_OUT: i32 = 124;

/// Seconds in which the measuring program says where it runs, and measures the costs.
pub const SHORT: u64 = 120;

/// The compiled programs, in a folder that is removed with them.
pub struct Bench {
    folder: PathBuf,
    upcrun: PathBuf,
    /// The simulated machine that they run on.
    sim: Option<String>,
}

/// The runtime's report on the machine and its table.
#[derive(Default)]
pub struct Where {
    /// The path at which programs look for the table first; `None`: the user has no folder for
    /// settings.
    pub table: Option<PathBuf>,
    /// The lines that it begins with.
    pub head: String,
    pub processor: String,
    /// The cores of a node of a simulated machine.
    pub processors: u32,
    /// The most threads of a simulated machine; 0: any number.
    pub threads_most: u32,
}

impl Bench {
    /// Compiles the measuring programs with upctune's own tree. `sim`: the simulated machine on
    /// which they will run. Errors: a missing part of the tree, or upcc's messages.
    pub fn new(sim: Option<&str>) -> Result<Bench, String> {
        let own = std::env::current_exe()
            .and_then(|path| path.canonicalize())
            .map_err(|why| why.to_string())?;
        let root = own.parent().and_then(Path::parent).ok_or("upctune does not lie in a tree")?;
        let sources = root.join("share/partita/tune");
        let folder = std::env::temp_dir().join(format!("upctune-{}", std::process::id()));
        std::fs::create_dir(&folder)
            .map_err(|why| format!("cannot make {}: {why}", folder.display()))?;
        let sim = sim.map(str::to_owned);
        let bench = Bench { folder, upcrun: root.join("bin/upcrun"), sim };
        for program in [Program::Measure, Program::Costs] {
            bench.compile(&root.join("bin/upcc"), &sources, program)?;
        }
        Ok(bench)
    }

    fn path(&self, program: Program) -> PathBuf {
        self.folder.join(program.name())
    }

    fn compile(&self, upcc: &Path, sources: &Path, program: Program) -> Result<(), String> {
        let source = sources.join(program.name()).with_extension("upc");
        if !source.is_file() {
            return Err(format!(
                "{} is missing: the tree around upctune is not whole",
                source.display()
            ));
        }
        let mut command = Command::new(upcc);
        command.args(["-O2", "-pthreads", "-o"]).arg(self.path(program)).arg(source);
        output(&mut command, |why| failed(upcc, &why)).map(|_| ())
    }

    /// Runs a program with these options of upcrun and these arguments, and returns its output. The
    /// user's settings for programs do not apply. Errors: it fails, or takes more than `limit`
    /// seconds.
    pub fn run(
        &self,
        program: Program,
        limit: u64,
        options: &[String],
        arguments: &[String],
    ) -> Result<String, String> {
        let mut command = Command::new(&self.upcrun);
        command.args(["-timeout", &limit.to_string()]);
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("UPC_"))
        {
            command.env_remove(name);
        }
        command.env("UPC_COLL_TABLE", "none").env("UPCRUN_NORC", "1").arg("-q");
        if let Some(platform) = &self.sim {
            command.args(["-sim", platform]);
        }
        command.args(options).arg(self.path(program)).args(arguments);
        output(&mut command, |why| match why.status.code() {
            Some(TIMED_OUT) => format!(
                "{} {} has not ended in {limit} s (upctune -limit):\n{}",
                program.name(),
                arguments.join(" "),
                why.stderr
            ),
            _ => failed(&self.upcrun, &why),
        })
    }

    /// The machine, as the runtime sees it. Errors: the program fails, or its output is not
    /// understood.
    pub fn place(&self) -> Result<Where, String> {
        let text =
            self.run(Program::Measure, SHORT, &["-n".into(), "1".into()], &["where".into()])?;
        parse_place(&text).ok_or_else(|| {
            format!("the measuring program printed '{text}', which is not understood")
        })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn parse_place(text: &str) -> Option<Where> {
    let (path, rest) = text.split_once('\n')?;
    let (most, head) = rest.split_once('\n')?;
    let value = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    Some(Where {
        table: (!path.is_empty()).then(|| PathBuf::from(path)),
        head: head.to_owned(),
        processor: value("processor ")?.to_owned(),
        processors: value("processors ")?.parse().ok()?,
        threads_most: most.parse().ok()?,
    })
}

/// The standard output of a command that must succeed; `explain` says why it did not.
fn output(
    command: &mut Command,
    explain: impl FnOnce(child::Failed) -> String,
) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = child::output(command).map_err(|why| format!("cannot execute {name}: {why}"))?;
    done.map_err(|why| match child::signal_received() {
        Some(number) => format!("ended by signal {number}"),
        None => explain(why),
    })
}

fn failed(command: &Path, why: &child::Failed) -> String {
    format!("{} failed ({}):\n{}", command.display(), why.status, why.stderr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_says_of_the_table() {
        let place = parse_place("/x/y.table\n0\nformat 1\nprocessor A B\nprocessors 4\n").unwrap();
        assert_eq!(place.table, Some(PathBuf::from("/x/y.table")));
        assert_eq!((place.processor.as_str(), place.processors), ("A B", 4));
        assert_eq!(place.head, "format 1\nprocessor A B\nprocessors 4\n");
        let simulated = parse_place("\n60\nprocessor A\nprocessors 4\n").unwrap();
        assert_eq!((simulated.table, simulated.threads_most), (None, 60));
        assert!(parse_place("nonsense").is_none());
    }
}
