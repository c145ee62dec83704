// SPDX-License-Identifier: Apache-2.0
//! A job on several hosts without another launcher: upcrun starts a process on each host by ssh,
//! connects them (`rendezvous`), passes messages, signals and standard input, and ends all if one
//! fails. The processes send their output to the first, whose standard output is upcrun's own.

mod checksum;
mod end;
mod rendezvous;
mod ssh;
pub mod system;

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{describe, Error, NOT_FOUND};
use crate::plan::{quoted, Plan};
use rendezvous::{Door, Rendezvous};
use system::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

/// Seconds within which all processes must connect, unless UPCRUN_START_SECONDS is set.
const START_SECONDS: u64 = 60;
/// Time for the other processes to end after one has ended, before upcrun kills them.
const GRACE: Duration = Duration::from_secs(2);
/// Between two looks at a job without a time limit.
const IDLE: Duration = Duration::from_secs(3600);
/// Time for the processes to end after a signal that requests it.
const SIGNAL_GRACE: Duration = Duration::from_secs(5);

/// Events of a job.
pub enum Event {
    Joined {
        rank: usize,
        writer: TcpStream,
    },
    Text {
        rank: usize,
        round: usize,
        text: String,
    },
    Abort {
        rank: usize,
        status: u8,
        why: String,
    },
    Finish {
        rank: usize,
    },
    /// Its connection is closed.
    Left {
        rank: usize,
    },
    /// On its standard error: of the first process as it comes, of the others whole lines.
    Said {
        rank: usize,
        bytes: Vec<u8>,
    },
    Exited {
        rank: usize,
        status: ExitStatus,
    },
    Signal(i32),
}

impl Event {
    #[cfg(test)]
    fn rank(&self) -> Option<usize> {
        match self {
            Event::Joined { rank, .. }
            | Event::Text { rank, .. }
            | Event::Abort { rank, .. }
            | Event::Finish { rank }
            | Event::Left { rank }
            | Event::Said { rank, .. }
            | Event::Exited { rank, .. } => Some(*rank),
            Event::Signal(_) => None,
        }
    }
}

/// The request.
pub struct Start<'a> {
    pub plan: &'a Plan,
    /// One for each process.
    pub hosts: Vec<String>,
    /// `-ssh` or UPC_SSH.
    pub ssh: Option<String>,
    /// UPC_INTERFACE.
    pub interface: Option<String>,
    pub verbose: bool,
}

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

impl Start<'_> {
    fn is_here(&self, host: &str) -> bool {
        crate::hosts::is_here(host, &crate::hosts::own_name())
    }

    fn ssh(&self) -> Vec<String> {
        ssh::command(self.ssh.as_deref())
    }

    fn command_for(&self, host: &str) -> Vec<String> {
        let ssh = self.ssh();
        ssh::command_for(if self.is_here(host) { None } else { Some(&ssh) }, host)
    }

    fn script_for(&self, rank: usize, addresses: &str, secret: &str) -> Result<Vec<u8>, Error> {
        let copy = match self.is_here(&self.hosts[rank]) {
            true => None,
            false => Some(ssh::Copy::read(self.plan)?),
        };
        // With ssh a host sees the address that the login came from, which certainly leads back.
        let first = addresses.rsplit(':').next().map_or(String::new(), |port| {
            format!(
                "a=${{SSH_CONNECTION%% *}}; case $a in *:*) a=[$a]:{port},;; ?*) \
                a=$a:{port},;; esac; "
            )
        });
        let first =
            if self.interface.is_some() || copy.is_none() { "a=; ".to_owned() } else { first };
        let own = format!(
            "{first}export UPCR_RENDEZVOUS=\"${{a}}{addresses}\" UPCR_SECRET={secret} \
             UPCR_RANK={rank} UPCR_SIZE={}",
            self.hosts.len()
        );
        let carried = ssh::carried(std::env::vars_os(), self.plan);
        Ok(ssh::script(self.plan, &ssh::folder()?, copy.as_ref(), &carried, &own))
    }

    /// The commands and their scripts for `-show`, without the secret.
    pub fn show(&self) -> Result<String, Error> {
        let mut text = String::new();
        for (rank, host) in self.hosts.iter().enumerate() {
            let words: Vec<String> =
                self.command_for(host).iter().map(|word| quoted(word)).collect();
            let script = self.script_for(rank, "HOST:PORT", "SECRET")?;
            text.push_str(&format!(
                "{} <<'END'\n{}END\n",
                words.join(" "),
                String::from_utf8_lossy(&script)
            ));
        }
        Ok(text)
    }
}

/// The names of the variables passed to other hosts.
pub fn carried(plan: &Plan) -> Vec<String> {
    let all = ssh::carried(std::env::vars_os(), plan);
    all.iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect()
}

/// Runs the job. Returns its exit status.
pub fn run(start: &Start) -> Result<u8, Error> {
    let (events, heard) = channel();
    let local = start.hosts.iter().any(|host| start.is_here(host));
    let rendezvous = Rendezvous::open(start.interface.as_deref(), local)?;
    let secret = system::random_text(16).map_err(|why| failed("cannot read /dev/urandom", &why))?;
    let addresses = rendezvous.offered();
    let seconds = start_seconds();
    rendezvous
        .serve(Door { secret: secret.clone(), size: start.hosts.len(), seconds }, events.clone());
    hear_signals(events.clone())?;
    let mut job = Job {
        members: Vec::new(),
        rounds: BTreeMap::new(),
        heard,
        gathered: false,
        end: None,
        addresses,
    };
    for rank in 0..start.hosts.len() {
        job.start_member(start, rank, &secret, &events)?;
    }
    job.attend(Instant::now() + Duration::from_secs(seconds), seconds)
}

/// Seconds that the hosts' processes have to join the job.
fn start_seconds() -> u64 {
    let set = std::env::var("UPCRUN_START_SECONDS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(START_SECONDS)
}

fn hear_signals(events: Sender<Event>) -> Result<(), Error> {
    system::on_signals(&[SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGTERM], move |number| {
        let _ = events.send(Event::Signal(number));
    })
    .map_err(|why| failed("cannot listen for signals", &why))
}

fn failed(what: &str, why: &std::io::Error) -> Error {
    Error { message: format!("{what}: {}", describe(why)), status: 1 }
}

/// Starts the process of a host, with threads for its input, output and end. Returns its process
/// group.
fn launch(
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

struct Job {
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
    /// Starts the process of host `rank`. If that fails, ends those started before.
    fn start_member(
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
                self.stop("a process could not be started");
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
    fn attend(&mut self, start_limit: Instant, seconds: u64) -> Result<u8, Error> {
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
                        self.stop(&error.message);
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
            self.stop(end.as_ref().map_or("the job is over", |end| &end.why));
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
                let said = format!("upcrun: {}: {why}\n", self.members[rank].host);
                system::write_stderr(said.as_bytes());
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
            self.stop(&error.message);
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
            self.stop(&message);
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

    /// Ends all processes: notifies them, and later kills those that are left.
    fn stop(&mut self, why: &str) {
        let why: String = why.chars().take(500).collect();
        self.tell_all(format!("end\n{why}").as_bytes());
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
