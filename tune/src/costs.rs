// SPDX-License-Identifier: Apache-2.0
//! The parameters of the cost model on this machine (coll/choice/costs.def). They are measured
//! first: by them the measuring program selects the algorithms of a race.

use crate::programs::{Bench, Program, SHORT};

/// Lines `cost NAME VALUE`, as they stand in the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs {
    values: Vec<(String, String)>,
}

impl Costs {
    /// The lines of a table.
    pub fn text(&self) -> String {
        self.values.iter().map(|(name, value)| format!("cost {name} {value}\n")).collect()
    }

    /// Arguments of the measuring program: `NAME=VALUE`.
    pub fn arguments(&self) -> Vec<String> {
        self.values.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        for line in text.lines() {
            let (name, value) = parse(line).ok_or_else(|| {
                format!("the program that measures costs printed '{line}', which is not understood")
            })?;
            self.values.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }
}

/// A value of 0 or less means that it is below the cost of the measurement.
fn parse(line: &str) -> Option<(&str, &str)> {
    let mut words = line.strip_prefix("cost ")?.split(' ');
    let (name, value) = (words.next()?, words.next()?);
    let number: f64 = value.parse().ok()?;
    (number.is_finite() && words.next().is_none()).then_some((name, value))
}

/// Takes some seconds. `far`: options of upcrun that put two threads on two nodes; empty: the costs
/// of a network are not measured. Errors: a program fails, or its output is not understood.
pub fn measure(bench: &Bench, processors: u32, far: &str) -> Result<Costs, String> {
    let mut costs = Costs::default();
    let run = |threads: u32, options: &str, arguments: &[&str]| {
        let mut words = vec!["-n".to_owned(), threads.to_string()];
        words.extend(options.split_whitespace().map(str::to_owned));
        let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        bench.run(Program::Costs, SHORT, &words, &arguments)
    };
    if processors > 1 {
        costs.add(&run(processors, "-bind-threads", &["near"])?)?;
    }
    costs.add(&run(2 * processors, "", &["turn", &processors.to_string()])?)?;
    if !far.is_empty() {
        costs.add(&run(2, far, &["far"])?)?;
    }
    costs.values.retain(|(_, value)| value.parse::<f64>().is_ok_and(|number| number > 0.0));
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_arguments_and_lines_again() {
        let mut costs = Costs::default();
        costs.add("cost region.latency 98.5\ncost turn 1200\n").unwrap();
        assert_eq!(costs.arguments(), ["region.latency=98.5", "turn=1200"]);
        assert_eq!(costs.text(), "cost region.latency 98.5\ncost turn 1200\n");
    }

    #[test]
    fn anything_else_is_refused() {
        for wrong in ["cost turn", "cost turn x", "cost turn nan", "turn 5", "cost a 1 2"] {
            assert!(Costs::default().add(wrong).is_err(), "{wrong}");
        }
    }
}
