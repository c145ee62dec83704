// SPDX-License-Identifier: Apache-2.0
//! The process that upcrun starts for a host: its input, its output, and its end.

use std::io::{BufRead, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Sender};
use std::thread;
use std::time::Duration;

use super::{system, Event, Start};
use crate::error::{describe, Error, NOT_FOUND};
use crate::plan::Plan;

/// Starts the process of a host, with threads for its input, output and end. Returns its process
/// group.
pub(super) fn launch(
    start: &Start,
    rank: usize,
    script: Vec<u8>,
    events: &Sender<Event>,
) -> Result<u32, Error> {
    let words = start.command_for(&start.hosts[rank]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    command.stdout(if rank == 0 { Stdio::inherit() } else { Stdio::piped() });
    let mut child = command.spawn().map_err(|why| cannot_launch(&words[0], &why))?;
    let group = child.id();
    feed(&mut child, rank, script, start.plan);
    listen(child, rank, events.clone());
    Ok(group)
}

fn cannot_launch(command: &str, why: &std::io::Error) -> Error {
    let remedy = "install it, or name another command with -ssh or UPC_SSH";
    let message = format!(
        "cannot execute {command}, which starts processes on other hosts: {}: {remedy}",
        describe(why)
    );
    Error { message, status: NOT_FOUND }
}

/// Writes the script to the process; the first process then gets upcrun's standard input. The input
/// of the others stays open until upcrun ends.
fn feed(child: &mut Child, rank: usize, script: Vec<u8>, plan: &Plan) {
    let Some(mut input) = child.stdin.take() else { return };
    let reads = rank == 0
        && !plan.environment.iter().any(|(name, value)| name == "UPC_STDIN" && value == "none");
    thread::spawn(move || {
        if input.write_all(&script).is_err() {
            return; // its end says why
        }
        if reads {
            copy_input(&mut input);
        } else {
            loop {
                thread::park();
            }
        }
    });
}

fn copy_input(to: &mut impl Write) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        while system::input_is_behind() {
            thread::sleep(Duration::from_millis(200));
        }
        match std::io::stdin().lock().read(&mut buffer) {
            Ok(0) => return,
            Ok(count) if to.write_all(&buffer[..count]).is_err() => return,
            Ok(_) => {}
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Calls `take` with each line and its line end, which is added to the last line if missing.
fn read_lines(from: impl Read, mut take: impl FnMut(&[u8])) {
    let mut reader = std::io::BufReader::new(from);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if line.last() != Some(&b'\n') {
            line.push(b'\n');
        }
        take(&line);
        line.clear();
    }
}

/// Passes on the output of process 0 at once, that of the others by lines.
fn pass_errors(mut errors: impl Read, rank: usize, events: &Sender<Event>) {
    let said = |bytes: &[u8]| drop(events.send(Event::Said { rank, bytes: bytes.to_vec() }));
    if rank != 0 {
        return read_lines(errors, said);
    }
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        said(&buffer[..count]);
    }
}

/// Passes on the process's standard output and error, then its end. It does not wait for the ends
/// of these streams: another program may hold them open (a shared connection of ssh).
fn listen(mut child: Child, rank: usize, events: Sender<Event>) {
    let (told_all, all_told) = channel::<()>();
    if let Some(output) = child.stdout.take() {
        let told_all = told_all.clone();
        thread::spawn(move || {
            read_lines(output, |line| drop(std::io::stdout().write_all(line)));
            drop(told_all);
        });
    }
    let errors = child.stderr.take();
    let passed_on = events.clone();
    thread::spawn(move || {
        errors.into_iter().for_each(|errors| pass_errors(errors, rank, &passed_on));
        drop(told_all);
    });
    thread::spawn(move || {
        let status = child.wait().unwrap_or_else(|_| ExitStatus::from_raw(0x100));
        let _ = all_told.recv_timeout(Duration::from_millis(300));
        let _ = events.send(Event::Exited { rank, status });
    });
}
