// SPDX-License-Identifier: Apache-2.0
//! Chooses an algorithm for each size from noisy times. A choice that changes from size to size by
//! noise, or that replaces a shipped one of equal speed, is worth nothing. So the choices of a line
//! are the cheapest path over its sizes (Viterbi's algorithm; sizes x algorithms^2 steps): a cell
//! costs the logarithm of its time over the best time, plus a penalty if the algorithm is not that
//! of the smaller size, and another if it is not the shipped one.

use std::collections::BTreeMap;

use crate::grid::{Cell, Line};

/// The gain that a choice must bring, as the logarithm of a ratio of times.
#[derive(Clone, Copy)]
pub struct Penalty {
    /// To change the algorithm, at one size or over several.
    change: f64,
    /// To replace the shipped algorithm.
    replacement: f64,
}

/// For measured times: 8 % and 3 %.
pub const MEASURED: Penalty = Penalty { change: 0.08, replacement: 0.03 };
/// For virtual times, which are the same in each run: any gain.
pub const VIRTUAL: Penalty = Penalty { change: 1e-6, replacement: 1e-6 };

/// The choice for a size.
#[derive(Clone, Debug)]
pub struct Winner {
    pub cell: Cell,
    pub algorithm: String,
    /// The largest size that it serves; the last winner of a line also serves all larger ones.
    pub most_bytes: u64,
}

impl Winner {
    /// Time of a call with the winner, in ns.
    pub fn ns(&self) -> f64 {
        self.cell.ns[&self.algorithm]
    }
}

/// The choice for every size of every line.
pub fn winners(lines: &BTreeMap<Line, Vec<Cell>>, penalty: Penalty) -> BTreeMap<Line, Vec<Winner>> {
    lines.iter().map(|(line, cells)| (line.clone(), of_line(cells, penalty))).collect()
}

fn of_line(cells: &[Cell], penalty: Penalty) -> Vec<Winner> {
    let chosen = path(cells, penalty);
    (0..cells.len())
        .map(|i| Winner {
            cell: cells[i].clone(),
            algorithm: chosen[i].clone(),
            most_bytes: match cells.get(i + 1) {
                Some(next) if chosen[i] != chosen[i + 1] => {
                    crossing(&cells[i], next, &chosen[i], &chosen[i + 1])
                }
                Some(next) => next.bytes - 1,
                None => u64::MAX,
            },
        })
        .collect()
}

fn cost(cell: &Cell, algorithm: &str, ns: f64, penalty: Penalty) -> f64 {
    (ns / cell.best()).ln() + if algorithm == cell.shipped { 0.0 } else { penalty.replacement }
}

/// The cost of the cheapest path to each algorithm of a cell, and its predecessor.
type Step<'a> = BTreeMap<&'a str, (f64, Option<&'a str>)>;

fn step<'a>(cell: &'a Cell, before: Option<&Step<'a>>, penalty: Penalty) -> Step<'a> {
    let arrive = |algorithm: &str| {
        let ways = before.into_iter().flatten();
        ways.map(|(&from, &(cost, _))| {
            (cost + if from == algorithm { 0.0 } else { penalty.change }, Some(from))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or((0.0, None))
    };
    cell.ns
        .iter()
        .map(|(algorithm, &ns)| {
            let (so_far, from) = arrive(algorithm);
            (algorithm.as_str(), (so_far + cost(cell, algorithm, ns, penalty), from))
        })
        .collect()
}

fn path(cells: &[Cell], penalty: Penalty) -> Vec<String> {
    let mut steps: Vec<Step> = Vec::new();
    for cell in cells {
        let next = step(cell, steps.last(), penalty);
        steps.push(next);
    }
    let mut chosen = Vec::new();
    let last = steps.last().and_then(|step| step.iter().min_by(|a, b| a.1 .0.total_cmp(&b.1 .0)));
    let mut at = last.map(|(&algorithm, _)| algorithm);
    for step in steps.iter().rev() {
        let Some(algorithm) = at else { break };
        chosen.push(algorithm.to_owned());
        at = step[algorithm].1;
    }
    chosen.reverse();
    chosen
}

/// The size up to which `one` serves if `other` serves `next`: the intersection of their times, as
/// straight lines in logarithms, or the middle if an algorithm was not measured at both sizes.
fn crossing(cell: &Cell, next: &Cell, one: &str, other: &str) -> u64 {
    let log_ratio = |cell: &Cell| Some((cell.ns.get(one)? / cell.ns.get(other)?).ln());
    let share = match (log_ratio(cell), log_ratio(next)) {
        (Some(before), Some(after)) if before < 0.0 && after > 0.0 => before / (before - after),
        _ => 0.5,
    };
    let (low, high) = (cell.bytes as f64, next.bytes as f64);
    ((low * (high / low).powf(share)) as u64).clamp(cell.bytes, next.bytes - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(bytes: u64, times: &[(&str, f64)]) -> Cell {
        let ns = times.iter().map(|&(name, ns)| (name.to_owned(), ns)).collect();
        Cell { bytes, ns, shipped: "a".into() }
    }

    fn chosen(cells: &[Cell]) -> Vec<(String, u64)> {
        of_line(cells, MEASURED)
            .into_iter()
            .map(|winner| (winner.algorithm, winner.most_bytes))
            .collect()
    }

    #[test]
    fn noise_makes_no_change() {
        let cells = [
            cell(8, &[("a", 10.0), ("b", 10.1)]),
            cell(16, &[("a", 10.5), ("b", 10.0)]),
            cell(32, &[("a", 10.0), ("b", 12.0)]),
        ];
        assert_eq!(chosen(&cells), [("a".into(), 15), ("a".into(), 31), ("a".into(), u64::MAX)]);
    }

    #[test]
    fn virtual_times_have_no_noise() {
        let cells = [
            cell(8, &[("a", 10.0), ("b", 10.0)]),
            cell(16, &[("a", 10.0), ("b", 9.9)]),
            cell(32, &[("a", 10.0), ("b", 12.0)]),
        ];
        let names: Vec<_> = of_line(&cells, VIRTUAL).into_iter().map(|won| won.algorithm).collect();
        assert_eq!(names, ["a", "b", "a"]);
    }

    #[test]
    fn a_lead_that_lasts_makes_one() {
        let cells: Vec<Cell> = (0..5)
            .map(|i| cell(8 << i, &[("a", 10.0), ("b", if i < 2 { 11.0 } else { 9.0 })]))
            .collect();
        let names: Vec<String> = chosen(&cells).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "a", "b", "b", "b"]);
    }

    #[test]
    fn the_change_is_where_the_times_cross() {
        let cells =
            [cell(100, &[("a", 10.0), ("b", 20.0)]), cell(10000, &[("a", 20.0), ("b", 10.0)])];
        assert_eq!(chosen(&cells)[0].1, 1000);
    }

    #[test]
    fn an_algorithm_that_cannot_serve_is_left() {
        let cells = [cell(64, &[("a", 10.0), ("b", 30.0)]), cell(256, &[("b", 31.0)])];
        assert_eq!(chosen(&cells), [("a".into(), 128), ("b".into(), u64::MAX)]);
    }
}
