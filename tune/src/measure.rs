// SPDX-License-Identifier: Apache-2.0
//! Runs a job and reads its measurements.

use crate::costs::Costs;
use crate::options::Options;
use crate::plan::{Job, Layout};
use crate::programs::{Bench, Program};

/// The time of one algorithm for calls of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub job: Job,
    /// Bytes as in rules (runtime/src/coll/choice/select.def).
    pub bytes: u64,
    /// The synchronisation modes: strong, loose or free, as in rules.
    pub class: String,
    pub algorithm: String,
    pub ns: f64,
    /// The shipped rules choose it.
    pub chosen: bool,
}

/// The most bytes of this machine's memory for each array of a simulated job.
const SIMULATED_ROOM: u32 = 256 << 20;

/// Options of upcrun and arguments of the measuring program that depend on the machine.
fn layout(job: &Job, options: &Options) -> (Vec<String>, Vec<String>) {
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    if options.sim.is_some() {
        let room = (SIMULATED_ROOM / job.threads).min(16 << 20);
        let heap = format!("{}K", 4 * (room >> 10) + 1024);
        return (owned(&["-shared-heap", &heap]), owned(&["all", &format!("room={room}")]));
    }
    let per_process = match job.layout {
        Layout::Processes => 1,
        Layout::Pthreads => job.threads,
    };
    let mut upcrun = owned(&["-p", &per_process.to_string(), "-shared-heap", "64M"]);
    if job.threads as usize <= std::thread::available_parallelism().map_or(1, |count| count.get()) {
        upcrun.push("-bind-threads".to_owned());
    }
    (upcrun, Vec::new())
}

/// Seconds of real time that a job may take, unless `-limit` says otherwise. Every algorithm is
/// measured a few times even where its share of the time is short.
fn limit(job: &Job, seconds: f64, options: &Options) -> u64 {
    match (options.limit, &options.sim) {
        (Some(limit), _) => limit,
        (None, Some(_)) => 3600 + 60 * u64::from(job.threads),
        (None, None) => 300 + (10.0 * seconds) as u64,
    }
}

/// The lines of a job's samples: as the measuring program prints them.
pub fn run(
    bench: &Bench,
    job: &Job,
    seconds: f64,
    options: &Options,
    costs: &Costs,
) -> Result<String, String> {
    let (of_layout, words) = layout(job, options);
    let mut upcrun = vec!["-n".to_owned(), job.threads.to_string()];
    upcrun.extend(of_layout);
    let mut arguments = vec![
        job.operation.clone(),
        format!("{:.0}", seconds * 1000.0),
        options.largest.to_string(),
    ];
    if options.full {
        arguments.push("free".to_owned());
    }
    arguments.extend(words);
    arguments.extend(costs.arguments());
    let text = bench.run(Program::Measure, limit(job, seconds, options), &upcrun, &arguments)?;
    match text.lines().find(|line| parse(job, line).is_none()) {
        Some(line) => {
            Err(format!("the measuring program printed '{line}', which is not understood"))
        }
        None => Ok(text),
    }
}

/// `broadcast 64 strong post 412 chosen`.
pub fn parse(job: &Job, line: &str) -> Option<Sample> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let chosen = match words.len() {
        5 => false,
        6 if words[5] == "chosen" => true,
        _ => return None,
    };
    let ns = words[4].parse::<f64>().ok().filter(|ns| ns.is_finite() && *ns >= 0.0)?;
    if words[0] != job.operation {
        return None;
    }
    Some(Sample {
        job: job.clone(),
        bytes: words[1].parse().ok()?,
        class: words[2].to_owned(),
        algorithm: words[3].to_owned(),
        ns: ns.max(1.0),
        chosen,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_share_and_the_threads() {
        let job = Job { layout: Layout::Pthreads, threads: 64, operation: "reduce".into() };
        let mut options = Options::default();
        assert_eq!(limit(&job, 2.5, &options), 325);
        options.sim = Some("small".into());
        assert_eq!(limit(&job, 2.5, &options), 7440);
        options.limit = Some(7);
        assert_eq!(limit(&job, 2.5, &options), 7);
    }

    #[test]
    fn lines() {
        let job = Job { layout: Layout::Processes, threads: 2, operation: "reduce".into() };
        let sample = parse(&job, "reduce 64 strong post 412 chosen").unwrap();
        assert_eq!(
            (sample.bytes, sample.algorithm.as_str(), sample.ns, sample.chosen),
            (64, "post", 412.0, true)
        );
        assert!(!parse(&job, "reduce 64 strong post 412").unwrap().chosen);
        for wrong in [
            "",
            "gather 64 strong post 412",
            "reduce x strong post 412",
            "reduce 64 strong post nan",
            "reduce 6 strong post",
        ] {
            assert_eq!(parse(&job, wrong), None, "{wrong}");
        }
    }
}
