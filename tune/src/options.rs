// SPDX-License-Identifier: Apache-2.0
//! The command line: options with one or two dashes, values as `-o FILE` or `-o=FILE`, as for
//! upcrun.

use std::path::PathBuf;

/// The operations that have algorithms to choose from.
pub const OPERATIONS: &[&str] = &[
    "broadcast",
    "scatter",
    "gather",
    "gather_all",
    "exchange",
    "permute",
    "reduce",
    "prefix_reduce",
    "reduce_all",
    "reduce_scatter",
    "reduce_vector",
];

const THREADS_MOST: u32 = 1024;

const NO_SIMULATION: &str =
    "there is no -sim: simulated jobs choose by the costs in their platform's file, and a table \
     made from the same costs would say the same (upcrun -sim PLATFORM -show-coll shows it); \
     UPC_COLL=OPERATION:ALGORITHM compares algorithms in virtual time";

#[derive(Debug, PartialEq)]
pub struct Options {
    /// Seconds that all measurements together take.
    pub seconds: f64,
    /// UPC_NOSYNC calls too, and more numbers of threads.
    pub full: bool,
    /// 0: plan.rs decides.
    pub threads: Vec<u32>,
    pub operations: Vec<String>,
    /// The largest block in bytes.
    pub largest: u64,
    pub output: Option<PathBuf>,
    /// Options of upcrun for a job on two nodes; empty: the network's costs are not measured.
    pub far: String,
    /// Forget what an interrupted run measured.
    pub restart: bool,
}

#[derive(Debug, PartialEq)]
pub enum Action {
    Tune(Options),
    Help,
    Version,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seconds: 600.0,
            full: true,
            threads: Vec::new(),
            operations: OPERATIONS.iter().map(|&name| name.to_owned()).collect(),
            largest: 4 << 20,
            output: None,
            far: String::new(),
            restart: false,
        }
    }
}

/// The text of `-help`.
pub fn help() -> String {
    format!(
        "usage: upctune [options]\n\n\
         Measures this machine and the algorithms of the collectives that may be best on it, and \
         writes the\n\
         table by which UPC programs choose among them. Run it on an idle machine. An interrupted \
         run\n\
         continues when upctune is started again.\n\n\
         \x20 -quick            at most 90 seconds instead of 10 minutes: fewer numbers of \
         threads, blocks of\n\
         \x20                   up to 1 MiB\n\
         \x20 -time SECONDS     limit of the time for all measurements together\n\
         \x20 -threads LIST     numbers of threads (2,4,8); programs with more use the choices of \
         the last\n\
         \x20 -only LIST        operations: {},\n\
         \x20                   {}\n\
         \x20 -largest BYTES    the largest block: 65536, 64K, 1M; larger ones use its choices\n\
         \x20 -o FILE           write the table to FILE, not to the place where programs look for \
         it in the\n\
         \x20                   user's settings (XDG_CONFIG_HOME)\n\
         \x20 -far OPTIONS      measure the network too, by a job of two threads with these \
         options of upcrun\n\
         \x20                   (\"-hosts a,b\"; TMPDIR must be a folder that both hosts share)\n\
         \x20 -restart          forget the measurements of an interrupted run\n\
         \x20 -version, -help\n",
        OPERATIONS[..7].join(","),
        OPERATIONS[7..].join(",")
    )
}

/// Reads the command line. Errors: the word that is wrong, and what there is.
pub fn read(words: impl Iterator<Item = String>) -> Result<Action, String> {
    let mut options = Options::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let name =
            name.ok_or_else(|| format!("'{word}' is not an option: upctune -help lists them"))?;
        let (name, attached) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (name, None),
        };
        let mut value = || {
            attached
                .clone()
                .or_else(|| words.next())
                .ok_or_else(|| format!("-{name} needs a value after it"))
        };
        match name {
            "quick" => quick(&mut options),
            "time" => options.seconds = seconds(&value()?)?,
            "threads" => options.threads = threads(&value()?)?,
            "only" => options.operations = operations(&value()?)?,
            "largest" => options.largest = size(&value()?)?,
            "o" => options.output = Some(PathBuf::from(value()?)),
            "far" => options.far = value()?,
            "restart" => options.restart = true,
            "sim" => return Err(NO_SIMULATION.to_owned()),
            "version" | "V" => return Ok(Action::Version),
            "help" | "h" | "?" => return Ok(Action::Help),
            _ => return Err(format!("there is no option -{name}: upctune -help lists them")),
        }
    }
    Ok(Action::Tune(options))
}

/// Options after -quick on the command line still win.
fn quick(options: &mut Options) {
    options.seconds = 90.0;
    options.full = false;
    options.largest = 1 << 20;
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 1e6 => Ok(value),
        _ => Err(format!(
            "-time is '{text}': it must be a number of seconds, above 0 and at most 1000000"
        )),
    }
}

fn threads(text: &str) -> Result<Vec<u32>, String> {
    let mut list = Vec::new();
    for word in text.split(',') {
        match word.trim().parse::<u32>() {
            Ok(count) if (2..=THREADS_MOST).contains(&count) => list.push(count),
            _ => {
                return Err(format!(
                    "-threads has '{word}': it must be a whole number from 2 to {THREADS_MOST}"
                ))
            }
        }
    }
    list.sort_unstable();
    list.dedup();
    Ok(list)
}

fn operations(text: &str) -> Result<Vec<String>, String> {
    let wanted: Vec<&str> = text.split(',').map(str::trim).collect();
    match wanted.iter().find(|name| !OPERATIONS.contains(name)) {
        Some(name) => {
            Err(format!("-only has '{name}': the operations are {}", OPERATIONS.join(", ")))
        }
        None => Ok(OPERATIONS
            .iter()
            .filter(|name| wanted.contains(name))
            .map(|&name| name.to_owned())
            .collect()),
    }
}

fn size(text: &str) -> Result<u64, String> {
    let wrong = || {
        format!("-largest is '{text}': it must be from 8 to 16M bytes, such as 65536, 64K or 1M")
    };
    let (digits, unit) = match text.to_ascii_uppercase().chars().last() {
        Some('K') => (&text[..text.len() - 1], 1 << 10),
        Some('M') => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    let bytes =
        digits.parse::<u64>().ok().and_then(|count| count.checked_mul(unit)).ok_or_else(wrong)?;
    if (8..=16 << 20).contains(&bytes) {
        Ok(bytes)
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Action, String> {
        read(line.split_whitespace().map(str::to_owned))
    }

    fn tuned(line: &str) -> Options {
        match parsed(line) {
            Ok(Action::Tune(options)) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn values_are_read_in_both_forms() {
        let options =
            tuned("--quick -time=3 -threads 4,2,4 -only reduce,broadcast -largest 64k -o x");
        assert_eq!((options.seconds, options.full, options.largest), (3.0, false, 65536));
        assert_eq!(options.threads, [2, 4]);
        assert_eq!(options.operations, ["broadcast", "reduce"]);
        assert_eq!(options.output, Some(PathBuf::from("x")));
        assert_eq!(tuned(""), Options::default());
        let words = ["-far".to_owned(), "-hosts a,b".to_owned()];
        assert!(matches!(read(words.into_iter()), Ok(Action::Tune(o)) if o.far == "-hosts a,b"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |line: &str| parsed(line).unwrap_err();
        assert!(refused("-time 0").contains("-time is '0'"));
        assert!(refused("-threads 1").contains("'1': it must be a whole number from 2"));
        assert!(refused("-only sort").contains("'sort': the operations are broadcast, scatter"));
        assert!(refused("-largest 1T").contains("-largest is '1T'"));
        assert!(refused("-o").contains("-o needs a value"));
        assert!(refused("-fast").contains("there is no option -fast"));
        assert!(refused("-sim small").contains(
            "there is no -sim: simulated jobs choose by the costs in their platform's file"
        ));
        assert!(refused("x").contains("'x' is not an option"));
    }
}
