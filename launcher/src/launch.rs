// SPDX-License-Identifier: Apache-2.0
//! The start of a job by its launcher: the program itself on this host, Slurm, `mpirun`, or upcrun
//! by ssh.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::args::Request;
use crate::choose_launcher::{binds_tasks, choose, explicit_hosts, Starter, Surroundings};
use crate::error::Error;
use crate::hosts::Hosts;
use crate::layout::{self, Wish};
use crate::plan::{quoted, Plan};
use crate::remote::{self, system};

/// Variables for upcrun, not for the program.
pub const OWN_VARIABLES: [&str; 2] = ["UPC_NODEFILE", "UPC_SSH"];

/// The values of `-launcher`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launcher {
    Local,
    Slurm,
    Mpirun,
    Ssh,
}

impl Launcher {
    pub fn parse(word: &str, value: &str) -> Result<Launcher, Error> {
        match value {
            "local" => Ok(Launcher::Local),
            "slurm" => Ok(Launcher::Slurm),
            "mpirun" => Ok(Launcher::Mpirun),
            "ssh" => Ok(Launcher::Ssh),
            _ => Err(Error::usage(format!(
                "{word}: '{value}' is not one of slurm, mpirun, ssh and local"
            ))),
        }
    }
}

#[derive(Debug)]
pub struct Launch {
    pub launcher: Launcher,
    /// Threads of each node.
    pub nodes: Vec<u32>,
    hosts: Option<Hosts>,
    mpirun: Option<(&'static str, Starter)>,
    /// `-ssh` or UPC_SSH.
    ssh: Option<String>,
    interface: Option<String>,
    /// The list of hosts comes from the user, not from the allocation.
    listed: bool,
    /// Slurm binds tasks to processors unless told not to.
    slurm_binds: bool,
}

impl Launch {
    pub fn decide(request: &Request, threads: u32, around: &Surroundings) -> Result<Launch, Error> {
        let set = |name: &str| (around.variable)(name).filter(|text| !text.trim().is_empty());
        let ssh = request.ssh.clone().or_else(|| set("UPC_SSH"));
        let explicit = explicit_hosts(request, &set)?;
        let listed = explicit.is_some();
        let (launcher, hosts, mpirun) = choose(request, explicit, ssh.is_some(), around)?;
        let number = set("UPC_NODES").and_then(|text| text.trim().parse::<u32>().ok());
        let number = number.filter(|&count| count > 0 && request.cpus_per_node.is_none());
        let wish = Wish {
            nodes: request.nodes.or(number),
            most: request.cpus_per_node,
            map: set("UPC_NODE_THREADS"),
            hosts: hosts.as_ref(),
        };
        let nodes = layout::decide(threads, &wish)?;
        let interface = set("UPC_INTERFACE");
        let slurm_binds = launcher == Launcher::Slurm && binds_tasks(around);
        Ok(Launch { launcher, nodes, hosts, mpirun, ssh, interface, listed, slurm_binds })
    }

    /// The runtime's variables for the launcher; a job of one node on this host needs none.
    pub fn environment(&self, variable: &dyn Fn(&str) -> Option<String>) -> Vec<(String, String)> {
        let is_set = |name| variable(name).is_some();
        if self.launcher == Launcher::Local
            && self.nodes.len() == 1
            && !is_set("UPC_NODES")
            && !is_set("UPC_NODE_THREADS")
        {
            return Vec::new();
        }
        let counts: Vec<String> = self.nodes.iter().map(u32::to_string).collect();
        vec![
            ("UPC_NODES".to_owned(), counts.len().to_string()),
            ("UPC_NODE_THREADS".to_owned(), counts.join(",")),
        ]
    }

    /// A sentence for `-v`.
    pub fn describe(&self) -> String {
        let count = self.nodes.len();
        let by = match (self.launcher, self.mpirun) {
            (Launcher::Local, _) if count == 1 => return String::new(),
            (Launcher::Local, _) => "on this host".to_owned(),
            (Launcher::Slurm, _) => "started by srun".to_owned(),
            (Launcher::Mpirun, Some((name, _))) => format!("started by {name}"),
            _ => "started by ssh".to_owned(),
        };
        let hosts = match &self.hosts {
            Some(hosts) if self.launcher != Launcher::Local => {
                format!(" on {} ({})", hosts.names(count), hosts.origin)
            }
            _ => String::new(),
        };
        let counts: Vec<String> = self.nodes.iter().map(u32::to_string).collect();
        format!(
            "upcrun: {count} node{} of {} threads, {by}{hosts}\n",
            if count == 1 { "" } else { "s" },
            counts.join(", ")
        )
    }

    fn remote<'a>(&self, plan: &'a Plan, verbose: bool) -> remote::Start<'a> {
        let names = self.hosts.iter().flat_map(|hosts| &hosts.list).map(|host| host.name.clone());
        remote::Start {
            plan,
            hosts: names.take(self.nodes.len()).collect(),
            ssh: self.ssh.clone(),
            interface: self.interface.clone(),
            verbose,
        }
    }

    /// The commands that start the job, for people.
    pub fn show(&self, plan: &Plan) -> Result<String, Error> {
        match self.launcher {
            Launcher::Local => Ok(plan.as_shell_command()),
            Launcher::Ssh => self.remote(plan, false).show(),
            _ => {
                let words: Vec<String> =
                    self.words(plan)?.iter().map(|word| quoted(&word.to_string_lossy())).collect();
                Ok(format!("{} {}\n", plan.shell_variables(), words.join(" ")))
            }
        }
    }

    /// Runs the job. Returns its exit status; does not return if this process becomes the program
    /// or its launcher.
    pub fn run(&self, plan: &Plan, verbose: bool) -> Result<u8, Error> {
        let words = match self.launcher {
            Launcher::Ssh => return remote::run(&self.remote(plan, verbose)),
            Launcher::Local => return Err(become_program(plan)),
            _ => self.words(plan)?,
        };
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).envs(plan.environment.iter().cloned());
        for name in OWN_VARIABLES {
            command.env_remove(name);
        }
        if self.launcher == Launcher::Slurm {
            // A Slurm step in which upcrun itself runs keeps its processors.
            command.env("SLURM_OVERLAP", "1");
        }
        Err(Error::cannot_execute(Path::new(&words[0]), &command.exec()))
    }

    /// The command line of srun or mpirun.
    fn words(&self, plan: &Plan) -> Result<Vec<OsString>, Error> {
        let folder = std::env::current_dir().unwrap_or_default().into_os_string();
        let mut words = match (self.launcher, self.mpirun) {
            (Launcher::Slurm, _) => self.srun(),
            (_, Some((name, mpi))) => self.mpirun_words(name, mpi, plan),
            _ => Vec::new(),
        };
        let option = match (self.launcher, self.mpirun) {
            (Launcher::Slurm, _) => "--chdir",
            (_, Some((_, Starter::Hydra))) => "-wdir",
            _ => "--wdir",
        };
        words.extend([option.into(), folder, plan.path.clone().into_os_string()]);
        words.extend(plan.arguments.iter().cloned());
        Ok(words)
    }

    /// One task on each host, with all processors of the job there.
    fn srun(&self) -> Vec<OsString> {
        let count = self.nodes.len().to_string();
        let mut words: Vec<OsString> =
            ["srun", "--mpi=pmix", "-N", &count, "-n", &count, "--ntasks-per-node=1"]
                .map(OsString::from)
                .to_vec();
        if self.slurm_binds {
            words.push("--cpu-bind=none".into());
        }
        words.extend(["--kill-on-bad-exit=1", "--input=0", "--export=ALL"].map(OsString::from));
        if let (true, Some(hosts)) = (self.listed, &self.hosts) {
            words.extend([OsString::from("-w"), hosts.names(self.nodes.len()).into()]);
        }
        words
    }

    fn mpirun_words(&self, name: &str, mpi: Starter, plan: &Plan) -> Vec<OsString> {
        let count = self.nodes.len();
        let names = self.hosts.as_ref().map(|hosts| hosts.names(count)).unwrap_or_default();
        let carried = remote::carried(plan);
        let mut words: Vec<OsString> = vec![name.into()];
        match mpi {
            Starter::Hydra => self.hydra_words(&mut words, &names, &carried),
            _ => self.prrte_words(&mut words, mpi, &names, &carried),
        }
        words
    }

    /// Variables with their values: with `-genvlist` Hydra 4.0 may lose one if there are few.
    fn hydra_words(
        &self,
        words: &mut Vec<OsString>,
        names: &str,
        carried: &[(OsString, OsString)],
    ) {
        let number = self.nodes.len().to_string();
        let mut add = |list: &[&str]| words.extend(list.iter().map(OsString::from));
        add(&["-hosts", names, "-ppn", "1", "-n", &number, "-bind-to", "none"]);
        if let Some(ssh) = &self.ssh {
            add(&["-launcher", "ssh", "-launcher-exec", ssh]);
        }
        for (name, value) in carried {
            words.extend(["-genv".into(), name.clone(), value.clone()]);
        }
    }

    /// Options of the mpirun of Open MPI and of PRRTE.
    fn prrte_words(
        &self,
        words: &mut Vec<OsString>,
        mpi: Starter,
        names: &str,
        carried: &[(OsString, OsString)],
    ) {
        let number = self.nodes.len().to_string();
        let mut add = |list: &[&str]| words.extend(list.iter().map(OsString::from));
        if system::is_root() {
            add(&["--allow-run-as-root"]); // root started this job on purpose
        }
        if let Some(ssh) = &self.ssh {
            match mpi {
                Starter::OpenMpi => add(&["--mca", "plm_rsh_agent", ssh]),
                _ => add(&["--prtemca", "plm_ssh_agent", ssh]),
            }
        }
        add(&["--host", names, "-n", &number, "--map-by", "ppr:1:node", "--bind-to", "none"]);
        for (name, _) in carried {
            words.extend(["-x".into(), name.clone()]);
        }
    }
}

fn become_program(plan: &Plan) -> Error {
    let mut command = Command::new(&plan.path);
    command.arg0(&plan.name).args(&plan.arguments).envs(plan.environment.iter().cloned());
    for name in OWN_VARIABLES {
        command.env_remove(name);
    }
    Error::cannot_execute(&plan.path, &command.exec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const SLURM: [(&str, &str); 3] = [
        ("SLURM_JOB_ID", "1"),
        ("SLURM_JOB_NODELIST", "n[1-2]"),
        ("SLURM_TASKS_PER_NODE", "1(x2)"),
    ];

    fn decide(
        line: &str,
        variables: &[(&str, &str)],
        tools: &[(&str, &str)],
    ) -> Result<Launch, String> {
        let mut request = Request::default();
        request.read(line.split_whitespace().map(OsString::from)).map_err(|error| error.message)?;
        let find = |list: &[(&str, &str)], name: &str| {
            list.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
        };
        let around = Surroundings {
            variable: &|name| find(variables, name),
            output: &|name, _| find(tools, name),
            own_name: "here".to_owned(),
        };
        Launch::decide(&request, 4, &around).map_err(|error| error.message)
    }

    fn chosen(
        line: &str,
        variables: &[(&str, &str)],
        tools: &[(&str, &str)],
    ) -> (Launcher, Vec<u32>) {
        let launch = decide(line, variables, tools).unwrap();
        (launch.launcher, launch.nodes)
    }

    const SRUN: (&str, &str) = ("srun", "MPI plugin types are...\n\tpmix\n");
    const OPEN_MPI: (&str, &str) = ("mpirun", "mpirun (Open MPI) 4.1.4\n");
    const SSH: (&str, &str) = ("ssh", "OpenSSH_9.2\n");

    #[test]
    fn who_starts_the_job() {
        use Launcher::*;
        assert_eq!(chosen("x", &[], &[SRUN, OPEN_MPI]), (Local, vec![4]));
        assert_eq!(chosen("-N 2 x", &[], &[SRUN, OPEN_MPI]), (Local, vec![2, 2]));
        assert_eq!(chosen("-c 3 x", &[], &[]), (Local, vec![2, 2]));
        assert_eq!(chosen("x", &SLURM, &[SRUN, OPEN_MPI]), (Slurm, vec![2, 2]));
        assert_eq!(chosen("-N 1 x", &SLURM, &[SRUN]), (Slurm, vec![4]));
        assert_eq!(chosen("x", &SLURM, &[("srun", "pmi2"), OPEN_MPI, SSH]), (Mpirun, vec![2, 2]));
        assert_eq!(chosen("x", &SLURM, &[]), (Ssh, vec![2, 2]));
        assert_eq!(chosen("-localhost -N 2 x", &SLURM, &[SRUN]), (Local, vec![2, 2]));
        assert_eq!(chosen("-launcher local x", &SLURM, &[SRUN]), (Local, vec![4]));
        assert_eq!(chosen("-hosts a,b x", &[], &[SRUN, OPEN_MPI, SSH]), (Ssh, vec![2, 2]));
        assert_eq!(chosen("-hosts a,b x", &[], &[SRUN, OPEN_MPI]), (Mpirun, vec![2, 2]));
        assert_eq!(chosen("-hosts a,b x", &[], &[]), (Ssh, vec![2, 2]));
        assert_eq!(
            chosen("-hosts a,b -launcher mpirun x", &[], &[OPEN_MPI, SSH]),
            (Mpirun, vec![2, 2])
        );
        assert_eq!(chosen("-hosts a,b -ssh rsh x", &[], &[OPEN_MPI]), (Ssh, vec![2, 2]));
        assert_eq!(chosen("-hosts a,b x", &[("UPC_SSH", "rsh")], &[OPEN_MPI]), (Ssh, vec![2, 2]));
        assert_eq!(chosen("-hosts a,b -launcher ssh x", &[], &[OPEN_MPI]), (Ssh, vec![2, 2]));
        assert_eq!(chosen("-hosts a:3,b x", &[], &[]), (Ssh, vec![3, 1]));
        assert_eq!(chosen("-hosts here,localhost x", &[], &[]), (Local, vec![4]));
        assert_eq!(chosen("x", &[("UPC_NODES", "a b")], &[]), (Ssh, vec![2, 2]));
        assert_eq!(
            chosen("x", &[("UPC_NODES", "2"), ("UPC_NODE_THREADS", "1,3")], &[]),
            (Local, vec![1, 3])
        );
    }

    #[test]
    fn odd_variables_of_batch_systems() {
        for (name, value, part) in [
            ("SLURM_JOB_NODELIST", "n[1-", "SLURM_JOB_NODELIST is 'n[1-', but Slurm writes a list"),
            ("SLURM_JOB_NODELIST", "n[0-4294967295]", "-localhost for this host"),
            ("SLURM_TASKS_PER_NODE", "2(x", "SLURM_TASKS_PER_NODE is '2(x'"),
            ("UPC_NODES", "-1", "UPC_NODES is '-1': it must be a number of nodes"),
            ("UPC_NODES", "99999999999", "or a list of hosts"),
        ] {
            let mut variables = vec![(name, value)];
            variables.extend(SLURM.iter().filter(|(other, _)| *other != name));
            let message = decide("x", &variables, &[SRUN]).unwrap_err();
            assert!(message.contains(part), "{name}={value}: {message}");
            assert!(decide("-localhost x", &variables, &[SRUN]).is_ok());
        }
    }

    #[test]
    fn what_is_refused() {
        for (line, part) in [
            ("-hosts a,b -N 3 x", "3 nodes are requested, but -hosts has 2 hosts"),
            ("-launcher ssh x", "need a list of hosts"),
            ("-launcher slurm x", "no srun in PATH"),
            ("-hosts a -launcher mpirun x", "install one"),
            ("-hosts a -localhost x", "leave -hosts"),
            ("-launcher rsh x", "'rsh' is not one of"),
            ("-N 5 x", "give -nodes 4 or less"),
        ] {
            let message = decide(line, &[], &[]).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn variables_of_the_runtime() {
        let of = |line, variables: &[(&str, &str)]| {
            let find = |name: &str| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, text)| (*text).to_owned())
            };
            let set = decide(line, variables, &[]).unwrap().environment(&find);
            set.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("x", &[]), "");
        assert_eq!(of("-N 3 x", &[]), "UPC_NODES=3 UPC_NODE_THREADS=2,1,1");
        assert_eq!(of("-hosts a x", &[]), "UPC_NODES=1 UPC_NODE_THREADS=4");
        assert_eq!(of("-N 1 x", &[("UPC_NODES", "2")]), "UPC_NODES=1 UPC_NODE_THREADS=4");
    }

    #[test]
    fn commands() {
        let plan = Plan {
            path: PathBuf::from("./x"),
            name: "x".into(),
            arguments: vec!["1".into()],
            environment: vec![],
            threads: 4,
        };
        let shown = |line: &str, tools: &[(&str, &str)], variables: &[(&str, &str)]| {
            decide(line, variables, tools).unwrap().show(&plan).unwrap()
        };
        let text = shown("-hosts a,b,c -N 2 x", &[OPEN_MPI], &[]);
        assert!(
            text.contains("--host a,b -n 2 --map-by ppr:1:node --bind-to none")
                && text.ends_with("./x 1\n"),
            "{text}"
        );
        let text = shown("-hosts a,b -N 2 x", &[("mpirun", "HYDRA build details:")], &[]);
        assert!(text.contains("mpirun -hosts a,b -ppn 1 -n 2") && text.contains("-wdir"), "{text}");
        let text = shown("x", &[SRUN], &SLURM);
        assert!(
            text.contains("srun --mpi=pmix -N 2 -n 2 --ntasks-per-node=1") && !text.contains("-w "),
            "{text}"
        );
        let text = shown("-hosts n2 x", &[SRUN], &SLURM);
        assert!(text.contains("-w n2"), "{text}");
    }
}
