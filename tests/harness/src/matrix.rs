// SPDX-License-Identifier: Apache-2.0
//! The cases of a program: how it is compiled, how many threads, and how the threads are laid over
//! processes.

use std::fmt;

/// How the UPC threads of a run are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// A thread is a process.
    Process,
    /// Compiled with `-pthreads`, all threads in one process.
    Pthreads,
    /// Compiled with `-pthreads`, two threads a process.
    Mixed,
    /// A thread is a process, and no neighbour's memory is mapped: `-pshm-width 1`.
    Far,
    /// A thread is a process, on two or three nodes of this host that share no memory: `-nodes`.
    Nodes,
    /// The same with libfabric between the nodes instead of the runtime's choice.
    NodesOfi,
    /// The same with UCX.
    NodesUcx,
    /// Compiled with `-pthreads`, on such nodes, two threads a process.
    NodesMixed,
    /// Compiled with `-pthreads`, in virtual time on nodes of two cores: `-sim small`.
    Sim,
}

impl Mode {
    /// Every mode, in the order in which they are run.
    pub const ALL: [Mode; 9] = [
        Mode::Process,
        Mode::Pthreads,
        Mode::Mixed,
        Mode::Far,
        Mode::Nodes,
        Mode::NodesOfi,
        Mode::NodesUcx,
        Mode::NodesMixed,
        Mode::Sim,
    ];

    /// The mode that `name` (as printed) means.
    pub fn parse(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The name used in directives and test names.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Process => "process",
            Mode::Pthreads => "pthreads",
            Mode::Mixed => "mixed",
            Mode::Far => "far",
            Mode::Nodes => "nodes",
            Mode::NodesOfi => "nodes-ofi",
            Mode::NodesUcx => "nodes-ucx",
            Mode::NodesMixed => "nodes-mixed",
            Mode::Sim => "sim",
        }
    }

    /// Whether the job has several nodes.
    pub fn has_nodes(self) -> bool {
        matches!(self, Mode::Nodes | Mode::NodesOfi | Mode::NodesUcx | Mode::NodesMixed)
    }

    /// Those of several nodes, real or simulated, in which a program may run that names `modes` and
    /// no more.
    pub fn implied(modes: &[Mode]) -> Vec<Mode> {
        let has = |mode| modes.contains(&mode);
        let conditions = [
            (Mode::NodesOfi, true),
            (Mode::NodesUcx, true),
            (Mode::NodesMixed, has(Mode::Mixed)),
            (Mode::Sim, has(Mode::Pthreads)),
        ];
        let implied = conditions
            .into_iter()
            .filter(|&(mode, allowed)| has(Mode::Nodes) && allowed && !has(mode));
        implied.map(|(mode, _)| mode).collect()
    }

    /// Whether the executable must be compiled with `-pthreads`.
    pub fn wants_pthreads(self) -> bool {
        matches!(self, Mode::Pthreads | Mode::Mixed | Mode::NodesMixed | Mode::Sim)
    }

    /// The options of `upcrun` for `threads` threads.
    pub fn launch_options(self, threads: u32) -> Vec<String> {
        let options: &[&str] = match self {
            Mode::Process => &[],
            Mode::Pthreads => return vec!["-p".to_owned(), threads.to_string()],
            Mode::Mixed => &["-p", "2"],
            Mode::Far => &["-pshm-width", "1"],
            // Not a divisor of the thread counts, so that nodes are unequal.
            Mode::Nodes | Mode::NodesOfi | Mode::NodesUcx => {
                return vec!["-nodes".to_owned(), nodes_of(threads).to_string()]
            }
            Mode::NodesMixed if threads == 1 => &["-nodes", "1"],
            Mode::NodesMixed => &["-nodes", "2", "-p", "2"],
            Mode::Sim => &["-sim", "small"],
        };
        options.iter().map(|&s| s.to_owned()).collect()
    }

    /// Variables of the run.
    pub fn environment(self) -> Option<(&'static str, &'static str)> {
        let network = match self {
            Mode::NodesOfi => "ofi",
            Mode::NodesUcx => "ucx",
            _ => return None,
        };
        Some(("UPC_NETWORK", network))
    }
}

/// Nodes of a run with `threads` threads.
fn nodes_of(threads: u32) -> u32 {
    match threads {
        1 => 1,
        2 | 3 => 2,
        _ => 3,
    }
}

/// How the program is compiled: whether THREADS is a constant of it, whether it is checked at run
/// time, and whether the compiler optimises shared accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Environment {
    Dynamic,
    Static,
    /// With run-time checks: `-g`.
    Checked,
    /// Without the optimiser: `-fno-upc-opt`.
    Unoptimised,
}

/// One run of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Case {
    pub mode: Mode,
    pub environment: Environment,
    pub threads: u32,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.environment {
            Environment::Dynamic => "dynamic",
            Environment::Static => "static",
            Environment::Checked => "checked",
            Environment::Unoptimised => "unoptimised",
        };
        write!(f, "{}-{kind}-n{}", self.mode.name(), self.threads)
    }
}

/// The modes and counts of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axes {
    pub modes: Vec<Mode>,
    pub environments: Vec<Environment>,
    pub threads: Vec<u32>,
    /// Whether THREADS is a constant in the checked and unoptimised environments too.
    pub fixed: bool,
}

impl Default for Axes {
    fn default() -> Axes {
        Axes {
            modes: Mode::ALL.to_vec(),
            environments: vec![Environment::Dynamic, Environment::Static, Environment::Checked],
            threads: vec![1, 2, 3, 4, 7],
            fixed: false,
        }
    }
}

impl Axes {
    /// Every case, without the layouts that one thread would make equal to others.
    pub fn all(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for &environment in &self.environments {
            for &mode in &self.modes {
                for &threads in &self.threads {
                    cases.push(Case { mode, environment, threads });
                }
            }
        }
        let lone = |case: &Case| {
            case.threads == 1
                && (matches!(case.mode, Mode::Mixed | Mode::Far | Mode::Sim)
                    || case.mode.has_nodes())
        };
        if self.threads.len() > 1 {
            cases.retain(|case| !lone(case));
        }
        cases
    }

    /// A sample that depends on `name` only: one case of each way of compiling, of the far mode and
    /// of several nodes, one static or checked, one without the optimiser if the program has such,
    /// and for one program in four a simulated one, so that a suite of programs covers every mode,
    /// environment and thread count.
    pub fn sample(&self, name: &str) -> Vec<Case> {
        let hash = fnv1a(name);
        let pthreads = if hash & 1 == 0 { Mode::Pthreads } else { Mode::Mixed };
        let real = &Mode::ALL[..Mode::ALL.len() - 1];
        let other = real[(hash >> 1) as usize % real.len()];
        let between = [Mode::Nodes, Mode::NodesUcx, Mode::NodesOfi, Mode::NodesMixed]
            [(hash >> 4) as usize % 4];
        let between = if self.modes.contains(&between) { between } else { Mode::Nodes };
        let checked = (hash >> 48) & 1 == 1 && self.environments.contains(&Environment::Checked);
        let last = if checked { Environment::Checked } else { Environment::Static };
        let usual = if self.fixed { Environment::Static } else { Environment::Dynamic };
        let simulated =
            [usual, Environment::Static, Environment::Checked][(hash >> 22) as usize % 3];
        let mut wanted = vec![
            (Mode::Process, usual),
            (Mode::Far, usual),
            (between, usual),
            (pthreads, usual),
            (other, last),
            (real[(hash >> 26) as usize % real.len()], Environment::Unoptimised),
        ];
        if (hash >> 20) & 3 == 0 {
            wanted.push((Mode::Sim, simulated));
        }
        let all = self.all();
        let mut chosen = Vec::new();
        for (turn, (mode, environment)) in wanted.into_iter().enumerate() {
            let fits: Vec<&Case> =
                all.iter().filter(|c| c.mode == mode && c.environment == environment).collect();
            if !fits.is_empty() {
                let pick = (hash >> (8 + 8 * turn)) as usize % fits.len();
                if !chosen.contains(fits[pick]) {
                    chosen.push(*fits[pick]);
                }
            }
        }
        if chosen.is_empty() {
            chosen.extend(all.first());
        }
        // A program of one environment or few modes still gets two thread counts.
        if chosen.len() == 1 {
            chosen.extend(all.iter().rev().find(|c| **c != chosen[0]));
        }
        chosen
    }
}

/// FNV-1a, 64 bits: the choice must not change from run to run or with the compiler's version.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_is_the_whole_product_without_lone_layouts() {
        assert_eq!(Axes::default().all().len(), 3 * (5 + 5 + 7 * 4));
    }

    #[test]
    fn a_suite_of_samples_meets_every_case_axis() {
        let mut seen = BTreeSet::new();
        for n in 0..80 {
            seen.extend(Axes::default().sample(&format!("run/program{n}")));
        }
        for mode in Mode::ALL {
            for environment in [Environment::Dynamic, Environment::Static, Environment::Checked] {
                assert!(seen.iter().any(|c| c.mode == mode && c.environment == environment));
            }
        }
        for threads in Axes::default().threads {
            assert!(seen.iter().any(|c| c.threads == threads));
        }
    }

    #[test]
    fn a_sample_has_a_case_without_the_optimiser_if_the_program_has() {
        let mut axes = Axes::default();
        let unoptimised = |case: &Case| case.environment == Environment::Unoptimised;
        assert!(!axes.sample("run/program").iter().any(unoptimised));
        axes.environments.push(Environment::Unoptimised);
        assert!(axes.sample("run/program").iter().any(unoptimised));
    }

    #[test]
    fn a_program_of_a_fixed_number_of_threads_has_a_whole_sample_of_different_cases() {
        let axes = Axes {
            environments: vec![Environment::Static, Environment::Checked],
            threads: vec![2, 4],
            fixed: true,
            ..Axes::default()
        };
        for n in 0..40 {
            let sample = axes.sample(&format!("run/program{n}"));
            assert!(sample.len() >= 4);
            assert_eq!(sample.iter().collect::<BTreeSet<_>>().len(), sample.len());
        }
    }

    #[test]
    fn the_sample_of_a_name_is_always_the_same() {
        let axes = Axes::default();
        assert_eq!(axes.sample("run/6.4.2/add"), axes.sample("run/6.4.2/add"));
    }

    #[test]
    fn programs_on_nodes_meet_all_networks_and_processes_of_several_threads() {
        let networks = [Mode::NodesOfi, Mode::NodesUcx];
        let with = |mode| [networks[0], networks[1], mode];
        assert_eq!(Mode::implied(&[Mode::Nodes, Mode::Far]), networks);
        assert_eq!(Mode::implied(&[Mode::Nodes, Mode::Mixed]), with(Mode::NodesMixed));
        assert_eq!(Mode::implied(&[Mode::Nodes, Mode::Pthreads]), with(Mode::Sim));
        assert_eq!(Mode::implied(&[Mode::Mixed]), []);
        assert_eq!(Mode::implied(&Mode::ALL), []);
    }

    #[test]
    fn a_narrow_program_is_run_all_the_same() {
        let axes = Axes {
            modes: vec![Mode::Mixed],
            environments: vec![Environment::Static],
            threads: vec![1],
            fixed: true,
        };
        assert_eq!(axes.sample("x").len(), 1);
    }
}
