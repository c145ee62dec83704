// SPDX-License-Identifier: Apache-2.0
//! Samples sorted into lines. A line has all sizes of one operation, layout, number of threads and
//! class of synchronisation.

use std::collections::BTreeMap;

use crate::measure::Sample;
use crate::plan::Layout;

/// The order is that of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub operation: String,
    pub layout: Layout,
    pub class: String,
    pub threads: u32,
}

/// The measurements at one size.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub bytes: u64,
    /// Nanoseconds of each possible algorithm; never empty.
    pub ns: BTreeMap<String, f64>,
    /// The choice of the shipped rules.
    pub shipped: String,
}

impl Cell {
    /// The least time of any algorithm, in ns; infinite where none was measured.
    pub fn best(&self) -> f64 {
        self.ns.values().copied().fold(f64::INFINITY, f64::min)
    }
}

/// The lines, each with its cells by size.
pub fn cells(samples: &[Sample]) -> BTreeMap<Line, Vec<Cell>> {
    let mut lines: BTreeMap<Line, BTreeMap<u64, Cell>> = BTreeMap::new();
    for sample in samples {
        let line = Line {
            operation: sample.job.operation.clone(),
            layout: sample.job.layout,
            class: sample.class.clone(),
            threads: sample.job.threads,
        };
        let cell = lines.entry(line).or_default().entry(sample.bytes).or_default();
        cell.bytes = sample.bytes;
        cell.ns.insert(sample.algorithm.clone(), sample.ns);
        if sample.chosen {
            cell.shipped.clone_from(&sample.algorithm);
        }
    }
    lines.into_iter().map(|(line, cells)| (line, cells.into_values().collect())).collect()
}
