// SPDX-License-Identifier: Apache-2.0
//! The share of the processors that other programs used during the measurements, which would
//! falsify the table.

use std::time::Instant;

/// The share of the processors above which a table is unreliable.
const LIMIT: f64 = 0.15;

pub struct Load {
    start: Option<(Times, Instant)>,
}

/// Seconds since the machine started: of all processors, and of this program's children.
struct Times {
    busy: f64,
    own: f64,
}

const TICKS: f64 = 100.0; // a second, in /proc on every Linux

impl Load {
    /// Begins to measure the other programs' share.
    pub fn start() -> Load {
        Load { start: times().map(|times| (times, Instant::now())) }
    }

    /// The warning if other programs used much of the machine.
    pub fn warning(&self) -> Option<String> {
        let (before, since) = self.start.as_ref()?;
        let now = times()?;
        let processors =
            std::thread::available_parallelism().map_or(1.0, |count| count.get() as f64);
        let share = (now.busy - before.busy - (now.own - before.own))
            / (since.elapsed().as_secs_f64() * processors);
        (share > LIMIT).then(|| {
            format!(
                "other programs had {:.0} % of the processors: run upctune again on an idle \
                 machine",
                100.0 * share
            )
        })
    }
}

fn times() -> Option<Times> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let own = std::fs::read_to_string("/proc/self/stat").ok()?;
    Some(Times { busy: busy(&stat)? / TICKS, own: children(&own)? / TICKS })
}

/// user, nice, system, irq, softirq and steal of the line of all processors.
fn busy(stat: &str) -> Option<f64> {
    let fields: Vec<f64> = stat
        .lines()
        .next()?
        .split_whitespace()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    [0, 1, 2, 5, 6, 7].iter().map(|&i| fields.get(i)).sum::<Option<f64>>()
}

/// Time of children that have ended, which the fields 16 and 17 count.
fn children(stat: &str) -> Option<f64> {
    let after_name = stat.rsplit_once(')')?.1;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    Some(fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_texts() {
        assert_eq!(busy("cpu  10 1 5 900 7 2 3 4 0 0\ncpu0 1 1\n"), Some(25.0));
        assert_eq!(children("77 (a b) c) S 1 2 3 4 5 6 7 8 9 10 11 12 130 14 15 16"), Some(144.0));
        assert_eq!(busy(""), None);
    }
}
