// SPDX-License-Identifier: Apache-2.0
//! A job on several hosts without another launcher: upcrun starts a process on each host by ssh,
//! connects them (`rendezvous`), passes messages, signals and standard input, and ends all if one
//! fails. The processes send their output to the first, whose standard output is upcrun's own.

mod checksum;
mod end;
mod job;
mod process;
mod rendezvous;
mod ssh;
pub mod system;

use std::ffi::OsString;
use std::net::TcpStream;
use std::process::ExitStatus;
use std::sync::mpsc::{channel, Sender};
use std::time::{Duration, Instant};

use crate::error::{describe, Error};
use crate::plan::{quoted, Plan};
use job::Job;
use rendezvous::{Door, Rendezvous};
use system::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

/// Seconds within which all processes must connect, unless UPCRUN_START_SECONDS is set.
const START_SECONDS: u64 = 60;

/// A day.
const MOST_START_SECONDS: u64 = 86400;

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

/// The variables passed to other hosts.
pub fn carried(plan: &Plan) -> Vec<(OsString, OsString)> {
    ssh::carried(std::env::vars_os(), plan)
}

/// Runs the job. Returns its exit status.
pub fn run(start: &Start) -> Result<u8, Error> {
    let (events, heard) = channel();
    let local = start.hosts.iter().any(|host| start.is_here(host));
    let rendezvous = Rendezvous::open(start.interface.as_deref(), local)?;
    let secret = system::random_text(16).map_err(|why| failed("cannot read /dev/urandom", &why))?;
    let addresses = rendezvous.offered();
    let seconds = start_seconds()?;
    rendezvous
        .serve(Door { secret: secret.clone(), size: start.hosts.len(), seconds }, events.clone());
    hear_signals(events.clone())?;
    let mut job = Job::new(heard, addresses);
    for rank in 0..start.hosts.len() {
        job.start_member(start, rank, &secret, &events)?;
    }
    job.attend(Instant::now() + Duration::from_secs(seconds), seconds)
}

/// Seconds that the hosts' processes have to join the job.
fn start_seconds() -> Result<u64, Error> {
    let Ok(text) = std::env::var("UPCRUN_START_SECONDS") else { return Ok(START_SECONDS) };
    match text.trim().parse() {
        Ok(seconds) if (1..=MOST_START_SECONDS).contains(&seconds) => Ok(seconds),
        _ => Err(Error::usage(format!(
            "UPCRUN_START_SECONDS is '{text}': it must be a whole number from 1 to \
             {MOST_START_SECONDS}"
        ))),
    }
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
