// SPDX-License-Identifier: Apache-2.0
//! The table's text: rules as in runtime/src/coll/select.def, the first that holds serves.

use std::collections::BTreeMap;

use crate::costs::Costs;
use crate::grid::Line;
use crate::smooth::Winner;

const EXPLANATION: &str = "\
# Which algorithm serves which call of the collectives on this machine: made by upctune, and yours \
to edit.
# The first line that holds, and whose algorithm can serve the call, counts; 0: any; calls without \
a line take the shipped choice.
# when: strong (ALLSYNC on one side at least), entry (on entry alone), loose (on none), free \
(NOSYNC on both), processes, pthreads, calm (no
# thread waits for a processor, or not strong), crowded (the opposite), spread (several nodes), \
any; joined by +. upcrun -show-coll lists the algorithms.
# cost: parameters of the model that chooses where no line is for so many threads
# (docs/collectives.md), in ns and bytes.
";

struct Rule<'a> {
    line: &'a Line,
    most_bytes: u64,
    most_threads: u32,
    algorithm: &'a str,
}

/// The whole table; `head` says what it is for.
pub fn text(head: &str, costs: &Costs, winners: &BTreeMap<Line, Vec<Winner>>) -> String {
    let mut text = format!(
        "{EXPLANATION}{head}{}\n#{:<15}{:>12} {:>8}  {:<18} algorithm\n",
        costs.text(),
        " operation",
        "most bytes",
        "threads",
        "when"
    );
    for rule in rules(winners) {
        let when = format!("{}+{}", rule.line.class, rule.line.layout.word());
        let Rule { line, most_bytes, most_threads, algorithm } = rule;
        text.push_str(&format!(
            "{:<16}{most_bytes:>12} {most_threads:>8}  {when:<18} {algorithm}\n",
            line.operation
        ));
    }
    text + "end\n"
}

fn rules(winners: &BTreeMap<Line, Vec<Winner>>) -> Vec<Rule<'_>> {
    winners
        .iter()
        .flat_map(|(line, of_line)| rules_of_line(line, of_line, is_last(line, winners)))
        .collect()
}

/// Has no other line of its kind more threads? Then it serves all numbers beyond.
fn is_last(line: &Line, winners: &BTreeMap<Line, Vec<Winner>>) -> bool {
    !winners.keys().any(|other| {
        other.threads > line.threads && Line { threads: line.threads, ..other.clone() } == *line
    })
}

/// One rule for each run of sizes with the same winner.
fn rules_of_line<'a>(line: &'a Line, winners: &'a [Winner], is_last: bool) -> Vec<Rule<'a>> {
    let mut rules: Vec<Rule> = Vec::new();
    for winner in winners {
        let most_bytes = if winner.most_bytes == u64::MAX { 0 } else { winner.most_bytes };
        match rules.last_mut() {
            Some(rule) if rule.algorithm == winner.algorithm => rule.most_bytes = most_bytes,
            _ => rules.push(Rule {
                line,
                most_bytes,
                most_threads: if is_last { 0 } else { line.threads },
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
        let text = text("format 1\n", &Costs::default(), &winners);
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
