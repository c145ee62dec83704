// SPDX-License-Identifier: Apache-2.0
//! Running other programs.

use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};

use crate::signals;

/// The outcome of a program.
pub struct Finished {
    pub status: ExitStatus,
    /// Its standard error, if captured.
    pub stderr: Vec<u8>,
}

impl Finished {
    pub fn success(&self) -> bool {
        self.status.success()
    }

    /// The message about `program` if it failed without one of its own, or by a signal.
    pub fn unexplained(&self, program: &str) -> Option<String> {
        let silent = self.messages().iter().all(u8::is_ascii_whitespace);
        let word = if silent { " without a message" } else { "" };
        let unexplained = !self.success() && (silent || self.status.code().is_none());
        unexplained.then(|| format!("{program} failed{word}: {}", self.status))
    }

    /// Its captured messages. Without any in JSON, gcc prints "[]".
    pub fn messages(&self) -> &[u8] {
        if self.stderr == b"[]\n" {
            &[]
        } else {
            &self.stderr
        }
    }

    /// The exit status to return: the program's own, or 1 if a signal ended it.
    pub fn code(&self) -> i32 {
        match self.status.code() {
            Some(0) | None => 1,
            Some(code) => code,
        }
    }
}

/// Runs `command` to its end, with its standard error captured if `capture`. Errors: it cannot be
/// started.
pub fn run(command: &mut Command, capture: bool) -> Result<Finished, String> {
    if capture {
        command.stderr(Stdio::piped());
    }
    signals::end_with_us(command);
    let mut process = command.spawn().map_err(|e| cannot_start(command, &e))?;
    let mut stderr = Vec::new();
    if let Some(mut pipe) = process.stderr.take() {
        // Show what arrived before a read error.
        let _ = pipe.read_to_end(&mut stderr);
    }
    let status =
        process.wait().map_err(|e| format!("cannot wait for {}: {e}", program(command)))?;
    Ok(Finished { status, stderr })
}

fn cannot_start(command: &Command, e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => format!(
            "cannot run '{}': no such program; install it or name another: UPCC_CC, or else CC, \
             chooses the C compiler (gcc or clang), -link-with the linker",
            program(command)
        ),
        std::io::ErrorKind::WouldBlock => format!(
            "cannot run '{}': {e}; the limit of processes (ulimit -u) is {}, and containers have \
             one of their own",
            program(command),
            limit_of_processes()
        ),
        _ => format!("cannot run '{}': {e}", program(command)),
    }
}

/// The user's limit of processes, as proc(5) shows it.
fn limit_of_processes() -> String {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let value = limits.lines().find_map(|line| {
        line.strip_prefix("Max processes")?.split_whitespace().next().map(String::from)
    });
    value.unwrap_or_else(|| "unknown".into())
}

fn program(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

/// The command quoted for a shell.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| quoted(&w.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@%^".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_pasted() {
        let mut c = Command::new("cc");
        c.args(["-DX=a b", "it's", "a.c", ""]);
        assert_eq!(shown(&c), r"cc '-DX=a b' 'it'\''s' a.c ''");
    }

    #[test]
    fn missing_program_is_named() {
        let e = run(&mut Command::new("no-such-program-here"), true).err().unwrap();
        assert!(e.contains("no-such-program-here") && e.contains("CC"), "{e}");
    }
    #[test]
    fn the_limit_of_processes_is_named() {
        let e = std::io::Error::from(std::io::ErrorKind::WouldBlock);
        let message = cannot_start(&Command::new("cc"), &e);
        assert!(message.contains("(ulimit -u) is ") && !message.contains("unknown"), "{message}");
    }
}
