// SPDX-License-Identifier: Apache-2.0
//! A child process whose whole group has a time limit.

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Exited with this status.
    Status(i32),
    /// Ended by this signal.
    Signal(i32),
    /// The command did not end within the limit, or left a process that kept its output open; the
    /// group was killed.
    TimedOut,
}

/// The outcome of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
}

extern "C" {
    fn kill(pid: i32, signal: i32) -> i32;
}

const SIGKILL: i32 = 9;

/// Runs `command` with `stdin` as its standard input, in a separate process group that is killed
/// after `limit`.
///
/// Output that is not UTF-8 is converted lossily. The error is that of starting the command.
pub fn run(command: &mut Command, stdin: &[u8], limit: Duration) -> io::Result<Outcome> {
    let deadline = Instant::now() + limit;
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let group = child.id() as i32;
    feed(&mut child, stdin.to_vec());
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let status = wait(child);

    let ended = until(&status, deadline);
    // A pipe that a run leaves open belongs to a process that outlived it: it closes within a
    // moment or never.
    let drain = deadline.max(Instant::now() + Duration::from_secs(2));
    let (out, err) =
        if ended.is_some() { (until(&stdout, drain), until(&stderr, drain)) } else { (None, None) };
    let complete = ended.is_some() && out.is_some() && err.is_some();
    // SAFETY: `kill` takes plain integers. The group is the child's own (`process_group(0)`), never
    // this process's.
    unsafe { kill(-group, SIGKILL) };
    let grace = Instant::now() + Duration::from_secs(5);
    let text = |first: Option<Vec<u8>>, rest: &Receiver<Vec<u8>>| {
        let bytes = first.or_else(|| until(rest, grace)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Outcome {
        end: if complete { end_of(ended) } else { End::TimedOut },
        stdout: text(out, &stdout),
        stderr: text(err, &stderr),
    })
}

fn end_of(status: Option<ExitStatus>) -> End {
    match status {
        Some(status) => match (status.code(), status.signal()) {
            (Some(code), _) => End::Status(code),
            (None, signal) => End::Signal(signal.unwrap_or(0)),
        },
        None => End::TimedOut,
    }
}

fn feed(child: &mut Child, bytes: Vec<u8>) {
    if let Some(mut pipe) = child.stdin.take() {
        // A program that does not read its input closes the pipe: not an error of the run.
        thread::spawn(move || {
            let _ = pipe.write_all(&bytes);
        });
    }
}

fn collect<R: Read + Send + 'static>(pipe: Option<R>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

fn wait(mut child: Child) -> Receiver<ExitStatus> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        if let Ok(status) = child.wait() {
            let _ = sender.send(status);
        }
    });
    receiver
}

fn until<T>(receiver: &Receiver<T>, deadline: Instant) -> Option<T> {
    receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, input: &str, limit: Duration) -> Outcome {
        run(Command::new("sh").args(["-c", script]), input.as_bytes(), limit).expect("sh starts")
    }

    #[test]
    fn status_and_both_outputs_are_kept() {
        let outcome = sh("cat; echo bad >&2; exit 3", "in\n", Duration::from_secs(20));
        assert_eq!(outcome.end, End::Status(3));
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("in\n", "bad\n"));
    }

    #[test]
    fn a_signal_is_told_from_a_status() {
        assert_eq!(sh("kill -6 $$", "", Duration::from_secs(20)).end, End::Signal(6));
    }

    #[test]
    fn input_that_nobody_reads_is_no_failure() {
        let input = "x".repeat(1 << 20);
        assert_eq!(sh("exit 0", &input, Duration::from_secs(20)).end, End::Status(0));
    }

    #[test]
    fn a_hang_is_ended_with_all_its_children() {
        let outcome = sh("echo before; sleep 600 & sleep 600", "", Duration::from_millis(300));
        assert_eq!(outcome.end, End::TimedOut);
        assert_eq!(outcome.stdout, "before\n");
    }

    #[test]
    fn a_process_left_behind_is_a_failure() {
        assert_eq!(sh("sleep 600 & echo done", "", Duration::from_millis(300)).end, End::TimedOut);
    }

    #[test]
    fn a_command_that_does_not_exist_is_an_error() {
        assert!(run(&mut Command::new("/nonexistent/upcc"), b"", Duration::from_secs(1)).is_err());
    }
}
