// SPDX-License-Identifier: Apache-2.0
//! The job from its start to its end: what its processes say and exchange, and which of them ended.

use std::collections::BTreeMap;
use std::net::TcpStream;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::process::launch;
use super::system::{SIGHUP, SIGINT, SIGTERM};
use super::{end, rendezvous, system, Event, Start};
use crate::error::Error;

/// Time for the other processes to end after one has ended, before upcrun kills them.
const GRACE: Duration = Duration::from_secs(2);
/// Between two checks of a job without a time limit.
const IDLE: Duration = Duration::from_secs(3600);
/// Time for the processes to end after a signal that requests it.
const SIGNAL_GRACE: Duration = Duration::from_secs(5);

/// A process of the job, on its host.
#[derive(Default)]
struct Member {
    host: String,
    /// The process group that upcrun made for it.
    group: u32,
    writer: Option<TcpStream>,
    /// Its output before it joined.
    said: Vec<u8>,
    finished: bool,
    /// Its connection is closed.
    left: bool,
    status: Option<ExitStatus>,
}

impl Member {
    /// It joined the job: what it said until now is shown.
    fn join(&mut self, writer: TcpStream) {
        self.writer = Some(writer);
        system::write_stderr(&std::mem::take(&mut self.said));
    }

    fn say(&mut self, bytes: Vec<u8>) {
        match self.writer {
            Some(_) => system::write_stderr(&bytes),
            None => self.said.extend(bytes),
        }
    }
}

/// How and when upcrun ends the job, unless the job ends before.
struct End {
    at: Instant,
    status: u8,
    why: String,
    /// Whether `why` must still be printed.
    tell: bool,
    /// Only a time limit for processes that should now end by themselves.
    waits: bool,
}

pub(super) struct Job {
    members: Vec<Member>,
    /// The texts of incomplete exchanges.
    rounds: BTreeMap<usize, Vec<Option<String>>>,
    heard: Receiver<Event>,
    /// Whether the texts of all processes have arrived.
    gathered: bool,
    end: Option<End>,
    addresses: String,
}

impl Job {
    /// Without processes yet. `addresses`: those of the rendezvous.
    pub(super) fn new(heard: Receiver<Event>, addresses: String) -> Job {
        let (members, rounds) = (Vec::new(), BTreeMap::new());
        Job { members, rounds, heard, gathered: false, end: None, addresses }
    }

    /// Starts the process of host `rank`. If that fails, ends those started before.
    pub(super) fn start_member(
        &mut self,
        start: &Start,
        rank: usize,
        secret: &str,
        events: &Sender<Event>,
    ) -> Result<(), Error> {
        let result = start
            .script_for(rank, &self.addresses, secret)
            .and_then(|script| launch(start, rank, script, events));
        let host = start.hosts[rank].clone();
        match result {
            Ok(group) => self.members.push(Member { host, group, ..Member::default() }),
            Err(error) => {
                self.stop();
                return Err(error);
            }
        }
        if start.verbose {
            let said = format!("upcrun: process {rank} is started on {}\n", start.hosts[rank]);
            system::write_stderr(said.as_bytes());
        }
        Ok(())
    }

    /// How long to wait for the next event: to the job's end, or the limit of its start.
    fn wait_until(&self, start_limit: Instant) -> Duration {
        let limits = [self.end.as_ref().map(|end| end.at), (!self.gathered).then_some(start_limit)];
        let next = limits.iter().flatten().min();
        next.map_or(IDLE, |at| at.saturating_duration_since(Instant::now()))
    }

    /// Waits for the end of the job.
    pub(super) fn attend(&mut self, start_limit: Instant, seconds: u64) -> Result<u8, Error> {
        while !self.members.iter().all(|member| member.status.is_some()) {
            match self.heard.recv_timeout(self.wait_until(start_limit)) {
                Ok(event) => self.hear(event)?,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    if self.end.as_ref().is_some_and(|end| end.at <= Instant::now()) {
                        break;
                    }
                    if !self.gathered && start_limit <= Instant::now() {
                        let error = self.missing(seconds);
                        self.stop();
                        return Err(error);
                    }
                }
            }
        }
        self.conclude()
    }

    /// The exit status of the job, once all processes have ended or its time is over.
    fn conclude(&mut self) -> Result<u8, Error> {
        let alive = self.members.iter().any(|member| member.status.is_none());
        let end = self.end.take().filter(|end| alive || !end.waits);
        // The end of the first process, not caused by upcrun. The process has reported why, unless
        // it was killed or ssh failed.
        let first = self.members[0].status.map(end::status_of);
        let killed = first.is_some_and(|status| status > 128) && !self.members[0].finished;
        if alive {
            self.stop();
        }
        let own = first.filter(|&status| status != 0 && status != end::SSH_FAILED);
        match end {
            Some(End { status, why, tell: true, .. }) if own.is_none() || killed => {
                Err(Error { message: why, status: own.unwrap_or(status) })
            }
            Some(End { status, .. }) => Ok(own.unwrap_or(status)),
            None => Ok(first.unwrap_or(1)),
        }
    }

    fn hear(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Joined { rank, writer } => self.members[rank].join(writer),
            Event::Said { rank, bytes } => self.members[rank].say(bytes),
            Event::Text { rank, round, text } => self.gather(rank, round, text),
            Event::Finish { rank } => self.members[rank].finished = true,
            Event::Abort { rank, status, why } => {
                if !why.is_empty() {
                    let said = format!("upcrun: {}: {why}\n", self.members[rank].host);
                    system::write_stderr(said.as_bytes());
                }
                self.end_in(GRACE, status, why, false);
            }
            Event::Left { rank } => {
                self.members[rank].left = true;
                self.note_loss(rank, "its process closed the connection to upcrun");
            }
            Event::Exited { rank, status } => self.note_exit(rank, status)?,
            Event::Signal(number) => self.pass_signal(number)?,
        }
        Ok(())
    }

    /// Keeps the first reason.
    fn end_in(&mut self, time: Duration, status: u8, why: String, tell: bool) {
        if self.end.is_none() {
            self.end = Some(End { at: Instant::now() + time, status, why, tell, waits: false });
        }
    }

    fn gather(&mut self, rank: usize, round: usize, text: String) {
        let size = self.members.len();
        let texts = self.rounds.entry(round).or_insert_with(|| vec![None; size]);
        texts[rank] = Some(text);
        if texts.iter().any(Option::is_none) {
            return;
        }
        let mut message = format!("texts {round}\n").into_bytes();
        for text in self.rounds.remove(&round).into_iter().flatten().flatten() {
            message.extend(rendezvous::bytes_of(&text));
            message.push(0);
        }
        self.gathered = true;
        self.tell_all(&message);
    }

    fn tell_all(&mut self, message: &[u8]) {
        for member in &mut self.members {
            if let Some(writer) = &mut member.writer {
                // Ignores errors: a lost process is noticed elsewhere.
                let _ = rendezvous::write_message(writer, message);
            }
        }
    }

    /// A process ended before it reported the end of the job. The others notice and end the job;
    /// upcrun ends it if they do not.
    fn note_loss(&mut self, rank: usize, how: &str) {
        if !self.members[rank].finished {
            let why = format!(
                "{}: process {rank} is lost while the job runs: {how}",
                self.members[rank].host
            );
            self.end_in(GRACE, 1, why, true);
        }
    }

    /// The last message of a process may not have been read from its connection yet.
    fn hear_last_of(&mut self, rank: usize) -> Result<(), Error> {
        let until = Instant::now() + Duration::from_millis(500);
        while !self.members[rank].finished && !self.members[rank].left {
            match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => self.hear(event)?,
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn note_exit(&mut self, rank: usize, status: ExitStatus) -> Result<(), Error> {
        self.members[rank].status = Some(status);
        let member = &self.members[rank];
        if member.writer.is_none() && self.end.is_none() {
            let error = end::explain_start(&member.host, &member.said, status);
            self.stop();
            return Err(error);
        }
        self.hear_last_of(rank)?;
        if !self.members[rank].finished {
            self.note_loss(rank, &format!("it ended with {}", end::describe_status(status)));
        } else if rank == 0 {
            let why = "other processes of the job did not end when the first had".to_owned();
            // The first process ends last, unless another one was lost.
            let status = end::status_of(status);
            let at = Instant::now() + if status == 0 { SIGNAL_GRACE } else { GRACE };
            self.end.get_or_insert(End { at, status, why, tell: true, waits: true });
        }
        Ok(())
    }

    /// The first process forwards a signal to the job. If there is no job yet, or it does not end,
    /// upcrun ends it.
    fn pass_signal(&mut self, number: i32) -> Result<(), Error> {
        let ends = [SIGINT, SIGTERM, SIGHUP].contains(&number);
        let again = self.end.as_ref().is_some_and(|end| end.why.starts_with("signal"));
        let status = 128 + number as u8;
        if ends && (again || !self.gathered) {
            let message = format!(
                "ended by signal {number}{}",
                if again { "" } else { " before the job had started" }
            );
            self.stop();
            return Err(Error { message, status });
        }
        let message = format!("signal {number}");
        if let Some(writer) = &mut self.members[0].writer {
            let _ = rendezvous::write_message(writer, message.as_bytes());
        }
        if ends {
            self.end = None;
            self.end_in(SIGNAL_GRACE, status, message, false);
        }
        Ok(())
    }

    fn missing(&self, seconds: u64) -> Error {
        let absent = self.members.iter().filter(|member| member.writer.is_none());
        let absent: Vec<&str> = absent.map(|member| member.host.as_str()).collect();
        for member in &self.members {
            system::write_stderr(&member.said);
        }
        let message = match absent.is_empty() {
            true => format!(
                "not all processes took part in the start of the job within {seconds} \
                s"
            ),
            false => format!(
                "no process came from {} within {seconds} s: is upcrun reachable from there at {}? \
                 A firewall may be between, and UPC_INTERFACE selects an interface; \
                 UPCRUN_START_SECONDS allows more time",
                absent.join(", "),
                self.addresses
            ),
        };
        Error { message, status: 1 }
    }

    /// Ends all processes: notifies them, and later kills those that are left. The caller has
    /// upcrun print why.
    fn stop(&mut self) {
        self.tell_all(b"end");
        for (signal, time) in [
            (0, Duration::from_secs(1)),
            (SIGTERM, Duration::from_millis(500)),
            (system::SIGKILL, GRACE),
        ] {
            for member in self.members.iter().filter(|member| member.status.is_none()) {
                // A process that has not joined is not notified; it has nothing to do before it
                // ends.
                if signal != 0 || member.writer.is_none() {
                    system::kill_group(member.group, if signal == 0 { SIGTERM } else { signal });
                }
            }
            if self.wait_for_exits(Instant::now() + time) {
                break;
            }
        }
    }

    fn wait_for_exits(&mut self, until: Instant) -> bool {
        while self.members.iter().any(|member| member.status.is_none()) {
            match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Event::Exited { rank, status }) => self.members[rank].status = Some(status),
                Ok(Event::Said { rank, bytes }) if self.members[rank].writer.is_some() => {
                    system::write_stderr(&bytes)
                }
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        true
    }
}
