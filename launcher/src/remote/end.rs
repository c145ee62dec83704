// SPDX-License-Identifier: Apache-2.0
//! The end of a process: why it did not start, and upcrun's own exit status.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::ssh::MARK;
use crate::error::{Error, NOT_EXECUTABLE, NOT_FOUND, USAGE};

/// The status of ssh if it could not reach the host, or lost it.
pub const SSH_FAILED: u8 = 255;

/// As a shell reports it.
pub fn status_of(status: ExitStatus) -> u8 {
    match (status.code(), status.signal()) {
        (Some(code), _) => code as u8,
        (None, Some(signal)) => 128 + signal as u8,
        (None, None) => 1,
    }
}

pub fn describe_status(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None if status_of(status) == SSH_FAILED => {
            "status 255 (ssh: the connection broke)".to_owned()
        }
        None => format!("status {}", status_of(status)),
    }
}

/// Why the process of a host ended before it joined the job.
pub fn explain_start(host: &str, said: &[u8], status: ExitStatus) -> Error {
    let text = String::from_utf8_lossy(said);
    let marks = text.lines().filter_map(|line| line.strip_prefix(MARK)).map(str::trim);
    if let Some((what, status)) = marks.filter_map(of_mark).next_back() {
        return Error { message: format!("{host}: {what}"), status };
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if status_of(status) == SSH_FAILED {
        return ssh_failed(host, &lines, &text);
    }
    // The program or the host's shell has reported why.
    super::system::write_stderr(said);
    let (message, status) = program_failed(status, lines.is_empty());
    Error { message: format!("{host}: {message}"), status }
}

fn ssh_failed(host: &str, lines: &[&str], text: &str) -> Error {
    let shown =
        if lines.is_empty() { "nothing".to_owned() } else { format!("'{}'", lines.join("; ")) };
    Error {
        message: format!("cannot start a process on {host}: ssh said {shown}: {}", remedy(text)),
        status: 1,
    }
}

/// The message about a program that ended before it joined the job, and upcrun's exit status.
fn program_failed(status: ExitStatus, was_silent: bool) -> (String, u8) {
    match (status_of(status), was_silent) {
        (0, _) => (
            "the program ended before it joined the job: is it linked with a runtime that knows \
             several hosts?"
                .to_owned(),
            1,
        ),
        (code, false) => (
            format!(
                "the program did not start, for the reason above (status \
            {code})"
            ),
            code,
        ),
        (code, true) => (
            format!("the program ended before it joined the job, with {}", describe_status(status)),
            code,
        ),
    }
}

/// Reports of the script on the host.
fn of_mark(word: &str) -> Option<(&'static str, u8)> {
    MARKS.iter().find(|(mark, ..)| *mark == word).map(|&(_, reason, status)| (reason, status))
}

/// The reports of the script on a host, each with the reason and the exit status of upcrun.
const MARKS: [(&str, &str, u8); 4] = [
    (
        "folder",
        "there is no such working directory: run from a folder that all hosts have, such as one \
         that they share",
        USAGE,
    ),
    (
        "missing",
        "the program is not there: copy it to the same place, or use a folder that all hosts share",
        NOT_FOUND,
    ),
    (
        "unexecutable",
        "the program is not executable there (chmod +x; a file system mounted with noexec)",
        NOT_EXECUTABLE,
    ),
    (
        "differs",
        "the program there is another one than here: copy it anew, or wait until a shared folder \
         is up to date",
        NOT_EXECUTABLE,
    ),
];

/// The remedy for a message of ssh.
fn remedy(said: &str) -> &'static str {
    const REMEDIES: [(&[&str], &str); 4] = [
        (
            &["resolve hostname", "not known", "Name does not resolve"],
            "correct the name in the \
            list of hosts (-hosts, -hostfile, UPC_NODEFILE)",
        ),
        (
            &["Permission denied", "Too many authentication"],
            "'ssh HOST true' must work without a \
            password: put a key there (ssh-copy-id), or name another command with -ssh",
        ),
        (&["Host key verification"], "log in once, so that ssh knows the host's key"),
        (
            &["refused", "timed out", "No route", "unreachable"],
            "is the host up, and does it run \
            sshd?",
        ),
    ];
    let found = REMEDIES.iter().find(|(parts, _)| parts.iter().any(|part| said.contains(part)));
    found.map_or("'ssh HOST true' must work without a password", |(_, remedy)| remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(said: &str, raw: i32) -> Error {
        explain_start("b", said.as_bytes(), ExitStatus::from_raw(raw))
    }

    /// Text on the host's standard error, the raw status, a part of the message, upcrun's status.
    const ENDS: [(&str, i32, &str, u8); 10] = [
        ("motd\nupcrun-host: missing\n", 125 << 8, "b: the program is not there", 127),
        ("upcrun-host: differs\n", 125 << 8, "another one than here", 126),
        ("upcrun-host: folder\n", 125 << 8, "working directory", 2),
        (
            "ssh: Could not resolve hostname b: Name or service not known\n",
            255 << 8,
            "correct the name",
            1,
        ),
        ("x@b: Permission denied (publickey).\n", 255 << 8, "ssh-copy-id", 1),
        ("ssh: connect to host b port 22: Connection refused\n", 255 << 8, "does it run sshd", 1),
        ("", 255 << 8, "ssh said nothing", 1),
        ("", 3 << 8, "with status 3", 3),
        ("", 9, "with signal 9", 137),
        ("", 0, "ended before it joined", 1),
    ];

    #[test]
    fn reasons_and_remedies() {
        for (said, raw, part, status) in ENDS {
            let error = explain(said, raw);
            assert!(
                error.message.contains(part) && error.status == status,
                "{error} {}",
                error.status
            );
        }
    }
}
