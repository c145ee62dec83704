// SPDX-License-Identifier: Apache-2.0
//! The choice of the launcher and of the hosts.

use std::path::Path;
use std::process::Command;

use crate::args::{Request, THREADS_MAX};
use crate::error::Error;
use crate::hosts::{self, Host, Hosts};
use crate::launch::Launcher;

/// Inputs of the decision besides the options.
pub struct Surroundings<'a> {
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The output of a command, with standard error; `None`: there is no such command.
    pub output: &'a dyn Fn(&str, &[&str]) -> Option<String>,
    pub own_name: String,
}

/// An implementation of `mpirun`, recognised by its version text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Starter {
    /// Version 4 and before.
    OpenMpi,
    /// Also Open MPI's from version 5 on.
    Prrte,
    Hydra,
}

/// The user's list: from options, else from variables.
pub(crate) fn explicit_hosts(
    request: &Request,
    set: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<Hosts>, Error> {
    if request.localhost {
        return Ok(None);
    }
    if let Some(text) = &request.hosts {
        return Hosts::from_words(text, "-hosts").map(Some);
    }
    if let Some(path) = &request.hostfile {
        return Hosts::from_file(Path::new(path), "-hostfile").map(Some);
    }
    if let Some(text) = set("UPC_NODES").filter(|text| text.trim().parse::<u32>().is_err()) {
        check_no_number(&text)?;
        return Hosts::from_words(&text, "UPC_NODES").map(Some);
    }
    set("UPC_NODEFILE").map(|path| Hosts::from_file(Path::new(&path), "UPC_NODEFILE")).transpose()
}

/// Refuses a number that UPC_NODES cannot be.
fn check_no_number(text: &str) -> Result<(), Error> {
    let digits = text.trim().trim_start_matches(['-', '+']);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return Ok(());
    }
    Err(Error::usage(format!(
        "UPC_NODES is '{text}': it must be a number of nodes from 1 to {THREADS_MAX}, or a list of \
         hosts"
    )))
}

/// The list of the batch system's allocation.
fn allocated_hosts(set: &dyn Fn(&str) -> Option<String>) -> Result<Option<Hosts>, Error> {
    if let Some(path) = set("PBS_NODEFILE") {
        return Hosts::from_file(Path::new(&path), "PBS_NODEFILE").map(Some);
    }
    let machines = set("TMPDIR")
        .map(|folder| Path::new(&folder).join("machines"))
        .filter(|path| path.is_file());
    machines.map(|path| Hosts::from_file(&path, "TMPDIR")).transpose()
}

/// The hosts of a Slurm allocation, with the tasks requested on each. Errors: a variable is not as
/// Slurm writes it.
fn slurm_hosts(set: &dyn Fn(&str) -> Option<String>) -> Result<Option<Hosts>, Error> {
    let list = ["SLURM_JOB_NODELIST", "SLURM_NODELIST"]
        .into_iter()
        .find_map(|name| set(name).map(|text| (name, text)));
    let (Some(_), Some((name, text))) = (set("SLURM_JOB_ID"), list) else {
        return Ok(None);
    };
    let names = hosts::expand_slurm(&text)
        .ok_or_else(|| not_of_slurm(name, &text, "a list of hosts, such as n[01-03,7]"))?;
    let tasks = match set("SLURM_TASKS_PER_NODE") {
        Some(text) => hosts::expand_counts(&text).ok_or_else(|| {
            not_of_slurm("SLURM_TASKS_PER_NODE", &text, "tasks of each host, such as 2(x3),1")
        })?,
        None => Vec::new(),
    };
    let slots = |at: usize| tasks.get(at).copied().filter(|&count| count > 0).unwrap_or(1);
    let list =
        names.into_iter().enumerate().map(|(at, name)| Host { name, slots: slots(at) }).collect();
    Ok(Some(Hosts { list, origin: "the Slurm allocation".to_owned() }))
}

fn not_of_slurm(name: &str, text: &str, form: &str) -> Error {
    Error::usage(format!(
        "{name} is '{text}', but Slurm writes {form}: give -hosts, or -localhost for this host"
    ))
}

pub(crate) type Choice = (Launcher, Option<Hosts>, Option<(&'static str, Starter)>);

/// The launcher, the hosts, and the command of mpirun. Errors: an option asks for what is not
/// installed, or for two launchers.
pub(crate) fn choose(
    request: &Request,
    explicit: Option<Hosts>,
    wants_ssh: bool,
    around: &Surroundings,
) -> Result<Choice, Error> {
    let set = |name: &str| (around.variable)(name).filter(|text| !text.trim().is_empty());
    if request.localhost || request.launcher == Some(Launcher::Local) {
        check_local(request)?;
        return Ok((Launcher::Local, None, None));
    }
    let slurm = match slurm_hosts(&set) {
        Err(_) if explicit.is_some() => None,
        found => found?,
    };
    if request.launcher == Some(Launcher::Slurm) {
        check_srun(around)?;
        return Ok((Launcher::Slurm, explicit.or(slurm), None));
    }
    let allocated =
        if explicit.is_none() && slurm.is_none() { allocated_hosts(&set)? } else { None };
    let (in_slurm, in_batch) = (slurm.is_some(), slurm.is_some() || allocated.is_some());
    match (request.launcher, explicit.or(slurm).or(allocated)) {
        (None, None) => Ok((Launcher::Local, None, None)),
        (None, Some(hosts)) => Ok(choose_for(hosts, in_slurm, in_batch, wants_ssh, around)),
        (Some(launcher), hosts) => as_asked(launcher, hosts, around),
    }
}

/// mpirun or ssh, as an option asks.
fn as_asked(
    launcher: Launcher,
    hosts: Option<Hosts>,
    around: &Surroundings,
) -> Result<Choice, Error> {
    let hosts = hosts.ok_or_else(|| {
        Error::usage("-launcher mpirun and ssh need a list of hosts: -hosts a,b or -hostfile FILE")
    })?;
    match launcher {
        Launcher::Mpirun => Ok((Launcher::Mpirun, Some(hosts), Some(needed_mpirun(around)?))),
        _ => Ok((Launcher::Ssh, Some(hosts), None)),
    }
}

fn check_local(request: &Request) -> Result<(), Error> {
    if request.hosts.is_some() || request.hostfile.is_some() {
        return Err(Error::usage(
            "-launcher local and -localhost run the job on this host: leave -hosts and \
             -hostfile out",
        ));
    }
    Ok(())
}

fn needed_mpirun(around: &Surroundings) -> Result<(&'static str, Starter), Error> {
    find_mpirun(around).ok_or_else(|| {
        Error::usage(
            "-launcher mpirun: there is no prterun, mpirun or mpiexec of Open \
            MPI, PRRTE or MPICH in PATH: install one, or give -launcher ssh",
        )
    })
}

/// The launcher for a list of hosts, if no option names one.
fn choose_for(
    hosts: Hosts,
    in_slurm: bool,
    in_batch: bool,
    wants_ssh: bool,
    around: &Surroundings,
) -> Choice {
    if hosts.list.iter().all(|host| hosts::is_here(&host.name, &around.own_name)) {
        return (Launcher::Local, None, None);
    }
    let has_srun = || (around.output)("srun", &["--version"]).is_some();
    if in_slurm && !wants_ssh && has_srun() && check_srun(around).is_ok() {
        return (Launcher::Slurm, Some(hosts), None);
    }
    if wants_ssh {
        return (Launcher::Ssh, Some(hosts), None);
    }
    mpirun_or_ssh(hosts, in_batch, around)
}

/// A batch system may forbid logins, and mpirun supports most of them. Elsewhere ssh starts faster
/// and needs no MPI.
fn mpirun_or_ssh(hosts: Hosts, in_batch: bool, around: &Surroundings) -> Choice {
    let has_ssh = || (around.output)("ssh", &["-V"]).is_some();
    let mpirun = if in_batch || !has_ssh() { find_mpirun(around) } else { None };
    match mpirun {
        Some(mpirun) => (Launcher::Mpirun, Some(hosts), Some(mpirun)),
        None => (Launcher::Ssh, Some(hosts), None),
    }
}

/// Tasks find each other by PMIx.
fn check_srun(around: &Surroundings) -> Result<(), Error> {
    match (around.output)("srun", &["--mpi=list"]) {
        None => Err(Error::usage(
            "-launcher slurm: there is no srun in PATH: give -launcher ssh \
            with a list of hosts",
        )),
        Some(list) if !list.contains("pmix") => Err(Error::usage(
            "-launcher slurm: this Slurm has no PMIx (srun --mpi=list), by which the processes of \
             a job find each other: give -launcher ssh",
        )),
        Some(_) => Ok(()),
    }
}

/// If Slurm cannot bind, srun warns at each option about it.
pub(crate) fn binds_tasks(around: &Surroundings) -> bool {
    let text = (around.output)("scontrol", &["show", "config"]).unwrap_or_default();
    let mut plugins = text.lines().filter(|line| line.starts_with("TaskPlugin "));
    plugins.next().map_or(true, |line| line.contains("affinity") || line.contains("cgroup"))
}

fn find_mpirun(around: &Surroundings) -> Option<(&'static str, Starter)> {
    ["prterun", "mpirun", "mpirun.openmpi", "mpiexec", "mpiexec.hydra"].into_iter().find_map(
        |name| {
            let text = (around.output)(name, &["--version"])?;
            kind_of_mpirun(&text).map(|mpi| (name, mpi))
        },
    )
}

fn kind_of_mpirun(text: &str) -> Option<Starter> {
    if text.contains("HYDRA") {
        return Some(Starter::Hydra);
    }
    if text.contains("PRRTE") || text.contains("prterun") {
        return Some(Starter::Prrte);
    }
    let (_, version) = text.split_once("(Open MPI) ").or_else(|| text.split_once("(OpenRTE) "))?;
    let major: u32 = version.split('.').next()?.parse().ok()?;
    Some(if major < 5 { Starter::OpenMpi } else { Starter::Prrte })
}

/// The output of a command, for `Surroundings`.
pub fn output_of(name: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(name).args(arguments).output().ok()?;
    Some(
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_mpirun() {
        assert_eq!(kind_of_mpirun("mpirun (Open MPI) 4.1.4"), Some(Starter::OpenMpi));
        assert_eq!(kind_of_mpirun("mpirun (Open MPI) 5.0.3"), Some(Starter::Prrte));
        assert_eq!(kind_of_mpirun("prterun (PRRTE) 3.0.1"), Some(Starter::Prrte));
        assert_eq!(kind_of_mpirun("HYDRA build details:\n  Version: 4.0.2"), Some(Starter::Hydra));
        assert_eq!(kind_of_mpirun("something else"), None);
    }
}
