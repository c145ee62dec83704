//! `upcrun`: starts a UPC program on this machine.
//!
//! It reads its options (`args`, over the table in `options`, with defaults from `config`), finds the program (`program`), reads what
//! upcc noted in it (`note`), refuses what cannot work (`plan`), sets the environment that the runtime obeys and executes the program, whose
//! first process supervises the job. upcrun itself is then gone.

mod args;
mod config;
mod debugger;
mod error;
mod info;
mod note;
mod options;
mod plan;
mod program;
mod size;

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use args::{Action, Request};
use error::Error;
use plan::Plan;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "upcrun: {error}");
            ExitCode::from(error.status)
        }
    }
}

/// Prints to standard output; a reader that is gone is no error of ours.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

fn run() -> Result<(), Error> {
    let command_line: Vec<_> = std::env::args_os().skip(1).collect();
    let request = config::read_request(command_line)?;
    match request.action {
        Action::Help => print(&options::help()),
        Action::Version => print(&format!("upcrun (Partita) {}\n", env!("CARGO_PKG_VERSION"))),
        Action::Info => print(&describe(&request)?),
        Action::Show => print(&prepare(&request)?.as_shell_command()),
        Action::Run => return Err(execute(&request)),
    }
    Ok(())
}

fn describe(request: &Request) -> Result<String, Error> {
    let path = program::find(request.program()?)?;
    Ok(info::describe(&path, &note::read(&path)?))
}

fn prepare(request: &Request) -> Result<Plan, Error> {
    let path = program::find(request.program()?)?;
    let notes = note::read(&path)?;
    Plan::new(request, path, &notes, &|name| std::env::var(name).ok())
}

/// Becomes the program; returns only if that fails.
fn execute(request: &Request) -> Error {
    let plan = match prepare(request) {
        Ok(plan) => plan,
        Err(error) => return error,
    };
    for warning in &request.warnings {
        let _ = writeln!(std::io::stderr(), "upcrun: warning: {warning}");
    }
    if request.verbose {
        let _ = write!(std::io::stderr(), "{}", plan.as_shell_command());
    }
    if request.debugger {
        return debugger::execute(&plan);
    }
    let failure =
        Command::new(&plan.path).arg0(&plan.name).args(&plan.arguments).envs(plan.environment.iter().cloned()).exec();
    Error::cannot_execute(&plan.path, &failure)
}
