// SPDX-License-Identifier: Apache-2.0
//! The table's text: rules as in coll/choice/select.def, of which the first that holds is
//! used.

use std::collections::BTreeMap;

use crate::costs::Costs;
use crate::grid::Line;
use crate::smooth::Winner;

const EXPLANATION: &str = "\
# Which algorithm serves which call of the collectives on the machine below: made by upctune, and \
yours to edit.
# The first line that holds, and whose algorithm can serve the call, counts; 0: any; calls without \
a line take the shipped choice.
# when: strong (ALLSYNC on one side at least), entry (on entry alone), loose (on none), free \
(NOSYNC on both),
# close (ALLSYNC on both, few threads with a processor each), processes, pthreads, dedicated (a \
processor for each thread),
# oversubscribed (more threads than processors), nodes (several), one_per_node (several, of a \
thread each), any; joined by +.
# upcrun -show-coll lists the algorithms.
# threads: at most so many, or from 9 to 16: 9-16.
# cost: parameters of the model that chooses where no line is for so many threads
# (docs/collectives.md), in ns and bytes.
";

struct Rule<'a> {
    line: &'a Line,
    most_bytes: u64,
    threads: String,
    algorithm: &'a str,
}

/// The numbers of threads that a line serves.
#[derive(Clone, Copy, PartialEq)]
pub enum Reach {
    /// From the number of the line before to its own; the last line also all higher ones.
    Open,
    /// From the number of the line before to its own; the first line from its half, none beyond the
    /// last. For a simulated machine, where other numbers fill other nodes.
    Measured,
}

/// The whole table; `head` is its first lines.
pub fn text(
    head: &str,
    costs: &Costs,
    winners: &BTreeMap<Line, Vec<Winner>>,
    reach: Reach,
) -> String {
    let mut text = format!(
        "{EXPLANATION}{head}{}\n#{:<15}{:>12} {:>8}  {:<18} algorithm\n",
        costs.text(),
        " operation",
        "most bytes",
        "threads",
        "when"
    );
    for rule in rules(winners, reach) {
        let when = format!("{}+{}", rule.line.class, rule.line.layout.word());
        let Rule { line, most_bytes, threads, algorithm } = rule;
        text.push_str(&format!(
            "{:<16}{most_bytes:>12} {threads:>8}  {when:<18} {algorithm}\n",
            line.operation
        ));
    }
    text + "end\n"
}

fn rules(winners: &BTreeMap<Line, Vec<Winner>>, reach: Reach) -> Vec<Rule<'_>> {
    winners
        .iter()
        .flat_map(|(line, of_line)| rules_of_line(line, of_line, &threads(line, winners, reach)))
        .collect()
}

/// The numbers of threads of a line, in the form of a rule.
fn threads(line: &Line, winners: &BTreeMap<Line, Vec<Winner>>, reach: Reach) -> String {
    let counts: Vec<u32> = winners
        .keys()
        .filter(|other| Line { threads: line.threads, ..(*other).clone() } == *line)
        .map(|other| other.threads)
        .collect();
    let before = counts.iter().copied().filter(|&count| count < line.threads).max();
    match reach {
        Reach::Open if counts.iter().any(|&count| count > line.threads) => line.threads.to_string(),
        Reach::Open => "0".to_owned(),
        Reach::Measured => format!("{}-{}", before.unwrap_or(line.threads / 2) + 1, line.threads),
    }
}

/// One rule for each run of sizes with the same winner.
fn rules_of_line<'a>(line: &'a Line, winners: &'a [Winner], threads: &str) -> Vec<Rule<'a>> {
    let mut rules: Vec<Rule> = Vec::new();
    for winner in winners {
        let most_bytes = if winner.most_bytes == u64::MAX { 0 } else { winner.most_bytes };
        match rules.last_mut() {
            Some(rule) if rule.algorithm == winner.algorithm => rule.most_bytes = most_bytes,
            _ => rules.push(Rule {
                line,
                most_bytes,
                threads: threads.to_owned(),
                algorithm: &winner.algorithm,
            }),
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::plan::Layout;

    fn line(threads: u32) -> Line {
        Line {
            operation: "reduce".into(),
            layout: Layout::Processes,
            class: "strong".into(),
            threads,
        }
    }

    fn winner(algorithm: &str, most_bytes: u64) -> Winner {
        Winner { cell: Cell::default(), algorithm: algorithm.into(), most_bytes }
    }

    #[test]
    fn sizes_of_one_winner_are_one_rule_and_the_last_has_no_limit() {
        let mut winners = BTreeMap::new();
        winners.insert(
            line(2),
            vec![winner("post", 31), winner("post", 90), winner("pull", u64::MAX)],
        );
        winners.insert(line(4), vec![winner("pull", u64::MAX)]);
        let simulated = text("format 1\n", &Costs::default(), &winners, Reach::Measured);
        let text = text("format 1\n", &Costs::default(), &winners, Reach::Open);
        assert!(simulated.contains(" 2-2  strong+processes") && simulated.contains(" 3-4  strong"));
        let rules: Vec<String> = text
            .lines()
            .filter(|line| line.starts_with("reduce"))
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            rules,
            [
                "reduce 90 2 strong+processes post",
                "reduce 0 2 strong+processes pull",
                "reduce 0 0 strong+processes pull"
            ]
        );
        assert!(text.contains("\nformat 1\n") && text.ends_with("end\n"));
    }
}
