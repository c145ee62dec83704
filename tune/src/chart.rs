// SPDX-License-Identifier: Apache-2.0
//! The winners for a terminal: a letter for each size.

use std::collections::BTreeMap;

use crate::grid::Line;
use crate::smooth::Winner;

/// "64", "4K", "1M".
pub fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{}M", b >> 20),
        b if b >= 1 << 10 && b % (1 << 10) == 0 => format!("{}K", b >> 10),
        b => b.to_string(),
    }
}

/// A paragraph for each operation: a line for each class, layout and number of threads, and what
/// the letters mean.
pub fn map(winners: &BTreeMap<Line, Vec<Winner>>) -> String {
    let mut text = String::new();
    let mut operations: Vec<&str> = winners.keys().map(|line| line.operation.as_str()).collect();
    operations.dedup();
    for operation in operations {
        let lines: Vec<_> =
            winners.iter().filter(|(line, _)| line.operation == operation).collect();
        let names = names(&lines);
        text.push_str(&format!("{operation}\n"));
        for (line, of_line) in &lines {
            text.push_str(&row(line, of_line, &names));
        }
        let meaning: Vec<String> =
            names.iter().enumerate().map(|(i, name)| format!("{} {name}", letter(i))).collect();
        text.push_str(&format!("    {}\n\n", meaning.join(", ")));
    }
    text
}

/// The algorithms that win somewhere, most often first.
fn names<'a>(lines: &[(&'a Line, &'a Vec<Winner>)]) -> Vec<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for winner in lines.iter().flat_map(|(_, of_line)| of_line.iter()) {
        *counts.entry(&winner.algorithm).or_default() += 1;
    }
    let mut names: Vec<_> = counts.into_iter().collect();
    names.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    names.into_iter().map(|(name, _)| name).collect()
}

/// a to z, then A to Z, then a sign for all the rest, which win least often.
fn letter(i: usize) -> char {
    ('a'..='z').chain('A'..='Z').nth(i).unwrap_or('?')
}

fn row(line: &Line, winners: &[Winner], names: &[&str]) -> String {
    let head = format!("{} {}, {}", line.threads, line.layout.word(), line.class);
    let cells: Vec<String> = winners
        .iter()
        .map(|winner| {
            let place = names.iter().position(|&name| name == winner.algorithm).unwrap_or_default();
            format!("{} {}", size(winner.cell.bytes), letter(place))
        })
        .collect();
    format!("  {head:<22} {}\n", cells.join("  "))
}

/// At how many sizes the shipped choice takes at most 10 % more than the best.
fn near_best(winners: &BTreeMap<Line, Vec<Winner>>) -> usize {
    winners
        .values()
        .flatten()
        .map(|winner| &winner.cell)
        .filter(|cell| cell.ns.get(&cell.shipped).is_some_and(|&ns| ns <= 1.1 * cell.best()))
        .count()
}

/// The table's gain over the shipped choices, where these were measured.
pub fn gains(winners: &BTreeMap<Line, Vec<Winner>>) -> String {
    let pairs: Vec<(f64, f64)> = winners
        .values()
        .flatten()
        .filter_map(|winner| Some((*winner.cell.ns.get(&winner.cell.shipped)?, winner.ns())))
        .collect();
    let changed: Vec<f64> =
        pairs.iter().map(|(shipped, ours)| shipped / ours).filter(|&gain| gain > 1.05).collect();
    let most = changed.iter().copied().fold(1.0, f64::max);
    format!(
        "Of {} sizes measured, {} are served more than 5 % faster than by the shipped choices, at \
         most {most:.1} times as fast. Without a table {} of them are within 10 % of the best.",
        pairs.len(),
        changed.len(),
        near_best(winners)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::plan::Layout;

    fn winner(bytes: u64, algorithm: &str, ns: f64) -> Winner {
        let ns = [("a".to_owned(), 10.0), (algorithm.to_owned(), ns)].into();
        Winner {
            cell: Cell { bytes, ns, shipped: "a".into() },
            algorithm: algorithm.into(),
            most_bytes: bytes,
        }
    }

    #[test]
    fn a_map_and_the_gains() {
        let line = Line {
            operation: "reduce".into(),
            layout: Layout::Pthreads,
            class: "loose".into(),
            threads: 4,
        };
        let winners = BTreeMap::from([(
            line,
            vec![winner(8, "b", 5.0), winner(4096, "b", 9.9), winner(1 << 20, "a", 10.0)],
        )]);
        let text = map(&winners);
        assert!(
            text.contains("  4 pthreads, loose      8 a  4K a  1M b\n    a b, b a\n"),
            "{text}"
        );
        assert!(
            gains(&winners).starts_with("Of 3 sizes measured, 1 are served more than 5 % faster"),
            "{}",
            gains(&winners)
        );
        assert!(gains(&winners).contains("at most 2.0 times"));
        assert!(
            gains(&winners).ends_with("Without a table 2 of them are within 10 % of the best."),
            "{}",
            gains(&winners)
        );
    }
}
