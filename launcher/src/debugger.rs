// SPDX-License-Identifier: Apache-2.0
//! `upcrun -gdb`: one gdb for all processes of the job.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::plan::Plan;

/// gdb follows every forked process and lets all run at once. The runtime's own signals
/// (`runtime/src/boot`), which end a process or ask a thread for its place, do not stop it.
const COMMANDS: [&str; 5] = [
    "set detach-on-fork off",
    "set follow-fork-mode parent",
    "set schedule-multiple on",
    "handle SIG61 SIG62 nostop noprint pass",
    "handle SIGCHLD nostop noprint pass",
];

/// Replaces this process by gdb on the plan's program; returns only on failure. `UPCRUN_GDB` is the
/// command, with options, separated by blanks.
pub fn execute(plan: &Plan) -> Error {
    let words = std::env::var("UPCRUN_GDB").unwrap_or_default();
    let mut words = words.split_whitespace();
    let gdb = words.next().unwrap_or("gdb");
    let mut command = Command::new(gdb);
    for text in COMMANDS {
        command.arg("-iex").arg(text);
    }
    if let Some(script) = script() {
        command.arg("-iex").arg(format!("source {}", script.display()));
    }
    command.args(words).arg("--args").arg(&plan.path).args(&plan.arguments);
    let failure = command.envs(plan.environment.iter().cloned()).exec();
    Error::cannot_execute(Path::new(gdb), &failure)
}

/// gdb's script for UPC, in upcrun's tree.
fn script() -> Option<PathBuf> {
    let upcrun = std::env::current_exe().ok()?;
    let path = upcrun.parent()?.join("../share/partita/gdb/partita.py").canonicalize().ok()?;
    path.is_file().then_some(path)
}
