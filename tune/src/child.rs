// SPDX-License-Identifier: Apache-2.0
//! The commands that upctune runs, one at a time. None outlives upctune: a signal that ends upctune
//! ends the command first, and one that cannot be caught has the system end it.

use std::ffi::{c_int, c_ulong};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicI32, Ordering};

const SIGHUP: c_int = 1;
const SIGINT: c_int = 2;
const SIGTERM: c_int = 15;
const PR_SET_PDEATHSIG: c_int = 1;
const SIG_IGN: usize = 1;

extern "C" {
    fn signal(number: c_int, handler: usize) -> usize;
    fn kill(process: c_int, number: c_int) -> c_int;
    fn prctl(option: c_int, value: c_ulong, ...) -> c_int;
}

/// The signal that came, 0: none; the command that runs, 0: none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
static RUNNING: AtomicI32 = AtomicI32::new(0);

extern "C" fn end_command(number: c_int) {
    SIGNAL.store(number, Ordering::SeqCst);
    end_running();
}

/// Ends the command that runs, if a signal has come.
fn end_running() {
    let process = RUNNING.load(Ordering::SeqCst);
    if process != 0 && SIGNAL.load(Ordering::SeqCst) != 0 {
        // SAFETY: kill is allowed in a signal handler. The system gives numbers in turn, so that
        // of a process that has just ended is not another's.
        unsafe { kill(process, SIGTERM) };
    }
}

/// Makes the signals that end a program end the command first. An ignored one stays ignored.
pub fn hear_signals() {
    for number in [SIGHUP, SIGINT, SIGTERM] {
        // SAFETY: the handler uses atomics and calls kill.
        unsafe {
            if signal(number, end_command as extern "C" fn(c_int) as usize) == SIG_IGN {
                signal(number, SIG_IGN);
            }
        }
    }
}

/// The signal that upctune has received.
pub fn signal_received() -> Option<i32> {
    Some(SIGNAL.load(Ordering::SeqCst)).filter(|&number| number != 0)
}

/// A command that failed: its exit status as a shell shows it, and what it wrote to standard error.
pub struct Failed {
    pub status: std::process::ExitStatus,
    pub stderr: String,
}

/// The standard output of a command. Errors: it cannot be executed, or it failed.
pub fn output(command: &mut Command) -> std::io::Result<Result<String, Failed>> {
    // SAFETY: prctl with these arguments takes numbers and allocates nothing.
    unsafe {
        command.pre_exec(|| {
            prctl(PR_SET_PDEATHSIG, SIGTERM as c_ulong);
            Ok(())
        })
    };
    let child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    RUNNING.store(child.id() as c_int, Ordering::SeqCst);
    end_running();
    let done = child.wait_with_output();
    RUNNING.store(0, Ordering::SeqCst);
    let done = done?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(match done.status.success() {
        true => Ok(text(&done.stdout)),
        false => Err(Failed { status: done.status, stderr: text(&done.stderr) }),
    })
}
