// SPDX-License-Identifier: Apache-2.0
//! The command line: options with one or two dashes, values as `-o FILE` or `-o=FILE`, as for
//! upcrun.

use std::path::PathBuf;

/// The operations that have algorithms to choose from; rules.py and the benchmarks read them too.
fn all_operations() -> Vec<&'static str> {
    include_str!("../operations.txt").split_whitespace().collect()
}

const THREADS_MOST: u32 = 1024;

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
    /// The simulated machine to measure in place of this one: `-sim` of upcrun.
    pub sim: Option<String>,
    /// Seconds after which a measuring job is ended; none: measure.rs decides.
    pub limit: Option<u64>,
    /// Forget the measurements of an interrupted run.
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
            operations: all_operations().into_iter().map(str::to_owned).collect(),
            largest: 4 << 20,
            output: None,
            far: String::new(),
            sim: None,
            limit: None,
            restart: false,
        }
    }
}

/// An option for the help: its name, the value that it takes, what it does.
struct Described {
    name: &'static str,
    value: &'static str,
    help: &'static str,
}

const fn described(name: &'static str, value: &'static str, help: &'static str) -> Described {
    Described { name, value, help }
}

const DESCRIBED: &[Described] = &[
    described(
        "quick",
        "",
        "at most 90 seconds instead of 10 minutes: fewer numbers of threads, blocks of up to 1 \
         MiB",
    ),
    described("time", "SECONDS", "limit of the time for all measurements together"),
    described(
        "threads",
        "LIST",
        "numbers of threads (2,4,8); programs with more use the choices of the last",
    ),
    described("only", "LIST", "operations, some of"),
    described("largest", "BYTES", "the largest block: 65536, 64K, 1M; larger ones use its choices"),
    described(
        "o",
        "FILE",
        "write the table to FILE, not to the place where programs look for it in the user's \
         settings (XDG_CONFIG_HOME)",
    ),
    described(
        "far",
        "OPTIONS",
        "measure the network too, by a job of two threads with these options of upcrun (\"-hosts \
         a,b\"; TMPDIR must be a folder that both hosts share)",
    ),
    described(
        "sim",
        "PLATFORM",
        "measure a simulated machine in virtual time, each algorithm once a size; upcrun -sim \
         PLATFORM chooses by the table",
    ),
    described(
        "limit",
        "SECONDS",
        "end a measuring job that takes longer, with an error (default: five minutes and ten times \
         its share of -time; on a simulated machine an hour and a minute a thread)",
    ),
    described("restart", "", "forget the measurements of an interrupted run"),
    described("version", "", "print the version"),
    described("help", "", "print this text"),
];

/// Columns of the help, and where the options' texts begin.
const WIDTH: usize = 100;
const COLUMN: usize = 20;

/// The text of `-help`.
pub fn help() -> String {
    let mut text = "usage: upctune [options]\n\n".to_owned();
    let about = "Measures this machine and the algorithms of the collectives that may be best on \
                 it, and writes the table by which UPC programs choose among them. Run it on an \
                 idle machine. An interrupted run continues when upctune is started again.";
    text += &format!("{}\n\n", upc_source::wrapped(about, WIDTH).join("\n"));
    let indent = format!("\n{:COLUMN$}", "");
    for option in DESCRIBED {
        let shown = format!("-{} {}", option.name, option.value);
        let list = if option.name == "only" { all_operations().join(", ") } else { String::new() };
        let help = format!("{} {list}", option.help);
        let lines = upc_source::wrapped(&help, WIDTH - COLUMN).join(&indent);
        text += &format!("  {shown:<w$}{lines}\n", w = COLUMN - 2);
    }
    text
}

/// What a run will do and how long it takes, said before it begins.
pub fn announcement(options: &Options) -> String {
    let what = match options.operations.len() {
        1 => format!("{} (-only)", options.operations[0]),
        n => format!("{n} collectives"),
    };
    match &options.sim {
        Some(platform) => format!(
            "measures the algorithms of {what} on the simulated machine {platform}, each once a \
             size; after an interrupt the next run continues"
        ),
        None => format!(
            "measures the algorithms of {what} for about {} on this machine, which should be idle \
             (-time, -quick); after an interrupt the next run continues",
            duration(options.seconds)
        ),
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 120.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{s} s"),
    }
}

/// Reads the command line. Errors name the wrong word and the valid ones.
pub fn read(words: impl Iterator<Item = String>) -> Result<Action, String> {
    let mut options = Options::default();
    let mut real = None; // an option that is about this machine
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let (name, attached) = split(&word)?;
        let mut value = || {
            let given = attached.map(str::to_owned).or_else(|| words.next());
            given.ok_or_else(|| format!("-{name} needs a value after it"))
        };
        match name {
            "version" | "V" => return Ok(Action::Version),
            "help" | "h" | "?" => return Ok(Action::Help),
            _ => set(&mut options, name, &mut value)?,
        }
        real = real.or(only_here(name));
    }
    match real {
        Some(why) if options.sim.is_some() => Err(format!("leave out {why} (-sim)")),
        _ => Ok(Action::Tune(options)),
    }
}

/// The name of an option, and the value attached to it.
fn split(word: &str) -> Result<(&str, Option<&str>), String> {
    let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
    let bare =
        bare.ok_or_else(|| format!("'{word}' is not an option: upctune -help lists them"))?;
    Ok(match bare.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (bare, None),
    })
}

fn set(
    options: &mut Options,
    name: &str,
    value: &mut impl FnMut() -> Result<String, String>,
) -> Result<(), String> {
    match name {
        "quick" => quick(options),
        "time" => options.seconds = seconds(&value()?)?,
        "threads" => options.threads = threads(&value()?)?,
        "only" => options.operations = operations(&value()?)?,
        "largest" => options.largest = size(&value()?)?,
        "o" => options.output = Some(PathBuf::from(value()?)),
        "far" => options.far = value()?,
        "limit" => options.limit = Some(limit(&value()?)?),
        "restart" => options.restart = true,
        "sim" => options.sim = Some(platform(value()?)?),
        _ => return Err(unknown(name)),
    }
    Ok(())
}

/// Why the option does not apply to a simulated machine, if so.
fn only_here(name: &str) -> Option<&'static str> {
    match name {
        "time" => Some("-time: virtual times are the same in each run, so one is taken"),
        "far" => Some("-far: the platform has the costs of its network"),
        _ => None,
    }
}

fn unknown(name: &str) -> String {
    match upc_source::near_option(name, DESCRIBED.iter().map(|option| option.name)) {
        Some(near) => format!("there is no option -{name}: did you mean -{near}?"),
        None => format!("there is no option -{name}: upctune -help lists them"),
    }
}

fn platform(text: String) -> Result<String, String> {
    match text.is_empty() {
        true => Err("-sim needs a platform after it: upcrun -sim ? lists them".to_owned()),
        false => Ok(text),
    }
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

fn limit(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|value| (1..=1_000_000).contains(value)).ok_or_else(|| {
        format!("-limit is '{text}': it must be a whole number of seconds from 1 to 1000000")
    })
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
    let all = all_operations();
    if let Some(name) = wanted.iter().find(|name| !all.contains(name)) {
        return Err(format!("-only has '{name}': the operations are {}", all.join(", ")));
    }
    Ok(all.into_iter().filter(|name| wanted.contains(name)).map(str::to_owned).collect())
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
        assert_eq!(tuned("-limit 30").limit, Some(30));
        assert_eq!(tuned(""), Options::default());
        assert_eq!(tuned("-sim small,jitter=3").sim.as_deref(), Some("small,jitter=3"));
        let words = ["-far".to_owned(), "-hosts a,b".to_owned()];
        assert!(matches!(read(words.into_iter()), Ok(Action::Tune(o)) if o.far == "-hosts a,b"));
    }

    #[test]
    fn a_run_is_announced_with_its_time() {
        let said = |line: &str| announcement(&tuned(line));
        assert!(said("").contains("11 collectives for about 10 minutes on this machine"));
        assert!(said("-quick -only reduce").contains("reduce (-only) for about 90 s on"));
        assert!(said("-sim small").contains("on the simulated machine small, each once"));
    }

    #[test]
    fn help_fits_a_terminal() {
        for line in help().lines() {
            assert!(line.len() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |line: &str| parsed(line).unwrap_err();
        assert!(refused("-time 0").contains("-time is '0'"));
        assert!(refused("-limit 1.5").contains("-limit is '1.5'"));
        assert!(refused("-threads 1").contains("'1': it must be a whole number from 2"));
        assert!(refused("-only sort").contains("'sort': the operations are broadcast, scatter"));
        assert!(refused("-largest 1T").contains("-largest is '1T'"));
        assert!(refused("-o").contains("-o needs a value"));
        assert!(refused("-brief").ends_with("there is no option -brief: upctune -help lists them"));
        assert!(refused("-thread 4").ends_with("no option -thread: did you mean -threads?"));
        assert!(refused("-sim small -time 3").contains("leave out -time: virtual times"));
        assert!(refused("-far x -sim small").contains("leave out -far: the platform has"));
        assert!(refused("-sim=").contains("-sim needs a platform"));
        assert!(refused("x").contains("'x' is not an option"));
    }

    #[test]
    fn what_the_help_describes_is_read() {
        for Described { name, .. } in DESCRIBED {
            let read = parsed(&format!("-{name} 8"));
            assert!(!matches!(read, Err(why) if why.contains("there is no option")), "{name}");
        }
    }
}
