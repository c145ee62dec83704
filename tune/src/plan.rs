// SPDX-License-Identifier: Apache-2.0
//! The plan of a run: each layout and number of threads with each operation.

use std::fmt;

use crate::options::Options;
use crate::programs::Where;

/// The two layouts of threads that rules distinguish (runtime/src/coll/choice/select.h).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    Processes,
    Pthreads,
}

impl Layout {
    /// Its name in the file of an interrupted run.
    pub fn word(self) -> &'static str {
        match self {
            Layout::Processes => "processes",
            Layout::Pthreads => "pthreads",
        }
    }

    /// The layout of such a name.
    pub fn from_word(word: &str) -> Option<Layout> {
        [Layout::Processes, Layout::Pthreads].into_iter().find(|layout| layout.word() == word)
    }
}

/// One run of the measuring program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Job {
    pub layout: Layout,
    pub threads: u32,
    pub operation: String,
}

impl fmt::Display for Job {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} of {} {}", self.operation, self.threads, self.layout.word())
    }
}

/// The default numbers of threads: two, the processors, and more; in a full run also all powers of
/// two between.
fn counts(full: bool, processors: u32) -> Vec<u32> {
    let mut counts = vec![2, processors.max(2), 2 * processors.max(2)];
    if full {
        counts.push(4 * processors.max(2));
        counts.extend((1..31).map(|k| 1 << k).take_while(|&count| count < processors));
    }
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// The same for a simulated machine: one node of `cores` cores, and several nodes. `most` is the
/// machine's limit; 0: none. Beyond 256 threads a run takes minutes.
fn simulated_counts(full: bool, cores: u32, most: u32) -> Vec<u32> {
    let most = if most == 0 { 256 } else { most.min(256) };
    let nodes: &[u32] = if full { &[1, 2, 4, 16] } else { &[1, 4] };
    let mut counts: Vec<u32> = nodes.iter().map(|&nodes| nodes * cores).collect();
    counts.retain(|count| (2..=most).contains(count));
    if counts.is_empty() {
        counts.push(most.max(2));
    }
    counts
}

fn default_counts(options: &Options, place: &Where) -> Vec<u32> {
    match options.sim {
        Some(_) => simulated_counts(options.full, place.processors, place.threads_most),
        None => counts(options.full, place.processors),
    }
}

/// All jobs. On a simulated machine all threads are in one process. Layouts change fastest, so that
/// after an interrupt the operations measured before are complete.
pub fn jobs(options: &Options, place: &Where) -> Vec<Job> {
    let counts = if options.threads.is_empty() {
        default_counts(options, place)
    } else {
        options.threads.clone()
    };
    let layouts: &[Layout] = match options.sim {
        Some(_) => &[Layout::Pthreads],
        None => &[Layout::Processes, Layout::Pthreads],
    };
    let mut jobs = Vec::new();
    for operation in &options.operations {
        for &threads in &counts {
            for &layout in layouts {
                jobs.push(Job { layout, threads, operation: operation.clone() });
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_threads_follow_the_processors() {
        assert_eq!(counts(false, 2), [2, 4]);
        assert_eq!(counts(true, 2), [2, 4, 8]);
        assert_eq!(counts(false, 12), [2, 12, 24]);
        assert_eq!(counts(true, 12), [2, 4, 8, 12, 24, 48]);
        assert_eq!(counts(false, 1), [2, 4]);
    }

    #[test]
    fn a_simulated_machine_is_measured_by_nodes() {
        assert_eq!(simulated_counts(true, 16, 0), [16, 32, 64, 256]);
        assert_eq!(simulated_counts(false, 2, 0), [2, 8]);
        assert_eq!(simulated_counts(true, 60, 60), [60]);
        assert_eq!(simulated_counts(true, 1, 0), [2, 4, 16]);
        assert_eq!(simulated_counts(true, 1024, 0), [256]);
        let options = Options {
            sim: Some("small".into()),
            operations: vec!["reduce".into()],
            ..Options::default()
        };
        let found: Vec<String> = jobs(&options, &Where { processors: 2, ..Where::default() })
            .iter()
            .map(Job::to_string)
            .collect();
        assert_eq!(
            found,
            [
                "reduce of 2 pthreads",
                "reduce of 4 pthreads",
                "reduce of 8 pthreads",
                "reduce of 32 pthreads"
            ]
        );
    }

    #[test]
    fn every_operation_in_every_layout() {
        let options = Options {
            threads: vec![2, 3],
            operations: vec!["reduce".into()],
            ..Options::default()
        };
        let found: Vec<String> =
            jobs(&options, &Where::default()).iter().map(Job::to_string).collect();
        assert_eq!(
            found,
            [
                "reduce of 2 processes",
                "reduce of 2 pthreads",
                "reduce of 3 processes",
                "reduce of 3 pthreads"
            ]
        );
    }
}
