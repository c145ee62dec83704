// SPDX-License-Identifier: Apache-2.0
//! `upcrun`: starts a UPC program, on this host or on several.
//!
//! It reads its options (`args`, with the table in `options` and defaults from `config`), finds the
//! program (`program`) and reads upcc's notes in it (`note`). It refuses impossible requests
//! (`plan`), and chooses the launcher, the hosts and the threads of each node (`launch`, `hosts`,
//! `layout`). Then it sets the environment of the runtime and executes the program, whose first
//! process supervises the job, or srun or mpirun. Only for a job that it starts by ssh does upcrun
//! keep running (`remote`).

mod args;
mod choose_launcher;
mod config;
mod debugger;
mod error;
mod hosts;
mod info;
mod launch;
mod layout;
mod note;
mod options;
mod plan;
mod platform;
mod profile;
mod program;
mod remote;
mod size;

use std::io::Write;
use std::process::ExitCode;

use args::{Action, Request};
use choose_launcher::Surroundings;
use error::Error;
use launch::{Launch, Launcher};
use plan::Plan;

fn main() -> ExitCode {
    match run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "upcrun: {error}");
            ExitCode::from(error.status)
        }
    }
}

/// Prints to standard output; a closed pipe is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// Returns the exit status.
fn run() -> Result<u8, Error> {
    let command_line: Vec<_> = std::env::args_os().skip(1).collect();
    let words = profile::without(&command_line);
    let request = config::read_request(command_line)?;
    match request.action {
        Action::Help => print(&options::help()),
        Action::Version => print(&format!("upcrun (Partita) {}\n", env!("CARGO_PKG_VERSION"))),
        Action::Info => print(&describe(&request)?),
        Action::Show => {
            let (plan, launch) = prepare(&request)?;
            print(&launch.show(&plan)?);
        }
        Action::Run => {
            if let Some(file) = &request.profile {
                return profile::run(&words, &request.program()?.to_string_lossy(), file);
            }
            return execute(&request);
        }
    }
    Ok(0)
}

fn describe(request: &Request) -> Result<String, Error> {
    let path = program::find(request.program()?)?;
    Ok(info::describe(&path, &note::read(&path)?))
}

fn prepare(request: &Request) -> Result<(Plan, Launch), Error> {
    let path = program::find(request.program()?)?;
    let notes = note::read(&path)?;
    let variable = |name: &str| std::env::var(name).ok();
    let mut plan = Plan::new(request, path, &notes, &variable)?;
    let around = Surroundings {
        variable: &variable,
        output: &choose_launcher::output_of,
        own_name: hosts::own_name(),
    };
    let launch = Launch::decide(request, plan.threads, &around)?;
    plan.set(launch.environment(&variable));
    Ok((plan, launch))
}

/// Runs the job. Returns its exit status; does not return if this process becomes the program or
/// its launcher.
fn execute(request: &Request) -> Result<u8, Error> {
    let (plan, launch) = prepare(request)?;
    for warning in &request.warnings {
        let _ = writeln!(std::io::stderr(), "upcrun: warning: {warning}");
    }
    if request.verbose {
        let _ = write!(std::io::stderr(), "{}{}", launch.describe(), launch.show(&plan)?);
    }
    if !request.debugger {
        return launch.run(&plan, request.verbose);
    }
    match launch.launcher {
        Launcher::Local => Err(debugger::execute(&plan)),
        _ => Err(Error::usage(
            "-gdb runs a job of this host alone: give -localhost, with -nodes \
            for several nodes; on several hosts give -freeze, and attach a gdb on each host to the \
            processes that it names",
        )),
    }
}
