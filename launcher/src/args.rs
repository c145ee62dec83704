// SPDX-License-Identifier: Apache-2.0
//! Reading of options into a request.
//!
//! Users of UPC write long options with a single dash (`-shared-heap 64M`). Crates for arguments
//! would read them as clusters of short options; hence this small parser over the table in
//! `options`.

use std::ffi::{OsStr, OsString};

use crate::error::Error;
use crate::launch::Launcher;
use crate::options::{self, Meaning, OptionSpec, Value};
use crate::size;

pub const THREADS_MAX: u32 = 65536;
const MB: u64 = 1 << 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Action {
    #[default]
    Run,
    Show,
    Info,
    Help,
    Version,
}

/// The user's request. `None`: not given.
#[derive(Debug, Default)]
pub struct Request {
    pub action: Action,
    pub threads: Option<u32>,
    pub pthreads: Option<u32>,
    pub cpus_per_node: Option<u32>,
    pub nodes: Option<u32>,
    /// Lists of hosts, as text and as a file.
    pub hosts: Option<String>,
    pub hostfile: Option<String>,
    pub ssh: Option<String>,
    pub launcher: Option<Launcher>,
    /// Run on this host, and ignore variables that name others.
    pub localhost: bool,
    pub pshm_width: Option<u32>,
    /// Bytes.
    pub shared_heap: Option<u64>,
    pub stdin: Option<String>,
    /// Variables of the runtime set by other options.
    pub set: Vec<(&'static str, String)>,
    /// `-sim`: the platform as named, with its changes.
    pub simulate: Option<String>,
    pub verbose: bool,
    /// Run the job under gdb.
    pub debugger: bool,
    /// `-profile`: the page's name; empty: the default.
    pub profile: Option<String>,
    pub config: Option<OsString>,
    pub no_config: bool,
    pub warnings: Vec<String>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl Request {
    /// The program as named. Errors: none is named.
    pub fn program(&self) -> Result<&OsStr, Error> {
        match self.command.first() {
            Some(name) => Ok(name),
            None => Err(Error::usage(
                "no program is given: upcrun -n N program arguments (upcrun -help \
                    lists the options)",
            )),
        }
    }

    /// Reads options up to the program's name: the first word without a dash, or the one after
    /// `--`. Later options win.
    pub fn read(&mut self, words: impl IntoIterator<Item = OsString>) -> Result<(), Error> {
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let Some(text) = word.to_str().filter(|text| text.len() > 1 && text.starts_with('-'))
            else {
                self.command.push(word);
                break;
            };
            if text == "--" {
                break;
            }
            self.read_option(text, &mut words)?;
        }
        self.command.extend(words);
        Ok(())
    }

    fn read_option(
        &mut self,
        word: &str,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), Error> {
        let (option, attached) = split(word)?;
        let value = match (option.value, attached) {
            (Value::None, Some(value)) => {
                return Err(Error::usage(format!(
                    "{word}: this option takes no value, not '{value}'"
                )))
            }
            (Value::None, None) => String::new(),
            (_, Some(value)) => value.to_owned(),
            (Value::Attached(_), None) => String::new(),
            (Value::Required(what), None) => next_word(word, what, rest)?,
        };
        self.apply(option.meaning, word, &value)
    }

    fn apply(&mut self, meaning: Meaning, word: &str, value: &str) -> Result<(), Error> {
        match meaning {
            Meaning::Threads => self.threads = Some(number(word, value, 1)?),
            Meaning::Pthreads => self.pthreads = Some(number(word, value, 0)?),
            Meaning::PshmWidth => self.pshm_width = Some(number(word, value, 0)?),
            Meaning::CpusPerNode => self.cpus_per_node = Some(number(word, value, 1)?),
            Meaning::Nodes => self.nodes = Some(number(word, value, 1)?),
            Meaning::Hosts => self.hosts = Some(value.to_owned()),
            Meaning::HostFile => self.hostfile = Some(value.to_owned()),
            Meaning::Ssh => {
                self.ssh = Some(value.to_owned()).filter(|text| !text.trim().is_empty())
            }
            Meaning::Launcher => self.launcher = Some(Launcher::parse(word, value)?),
            Meaning::Localhost => self.localhost = true,
            Meaning::SharedHeap => self.shared_heap = Some(heap(word, value)?),
            Meaning::Stdin => self.stdin = Some(stdin(word, value)?),
            Meaning::Config => self.config = Some(value.into()),
            Meaning::NoConfig => self.no_config = true,
            Meaning::Help => self.action = Action::Help,
            Meaning::Version => self.action = Action::Version,
            Meaning::Info => self.action = Action::Info,
            Meaning::Show => self.action = Action::Show,
            Meaning::Verbose => self.set_verbose(true),
            Meaning::Quiet => self.set_verbose(false),
            Meaning::Set(name, to) => self.set_variable(name, to),
            Meaning::Pass(name) => self.set_variable(name, value),
            Meaning::PassOr(name, default) => {
                self.set_variable(name, if value.is_empty() { default } else { value })
            }
            Meaning::BacktraceType => backtrace_type(word, value)?,
            Meaning::Simulate => self.simulate = Some(value.to_owned()),
            Meaning::Debugger => self.debugger = true,
            Meaning::Profile => self.profile = Some(value.to_owned()),
            Meaning::AlwaysSo => {}
            Meaning::Obsolete => self.warnings.push(format!(
                "{word} is obsolete and has no effect: the shared heap grows as it is used"
            )),
            Meaning::Missing(what) => {
                return Err(Error::usage(format!("{word}: {what} is not available yet")))
            }
        }
        Ok(())
    }

    /// Both variables are set, since either may be in the environment.
    fn set_verbose(&mut self, verbose: bool) {
        self.verbose = verbose;
        self.set_variable("UPC_VERBOSE", if verbose { "1" } else { "0" });
        self.set_variable("UPC_QUIET", if verbose { "0" } else { "1" });
    }

    fn set_variable(&mut self, name: &'static str, value: &str) {
        self.set.retain(|(known, _)| *known != name);
        self.set.push((name, value.to_owned()));
    }
}

/// The option that `word` names, and the value attached to it: `-n=4`, `--n=4`, `-n4`.
fn split(word: &str) -> Result<(&'static OptionSpec, Option<&str>), Error> {
    let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or(word);
    let (name, value) = match bare.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (bare, None),
    };
    if let Some(option) = options::find(name) {
        return Ok((option, value));
    }
    if let Some(at) = bare.find(|c: char| c.is_ascii_digit()).filter(|&at| at <= 2) {
        let (name, digits) = bare.split_at(at);
        if let Some(option) =
            options::find(name).filter(|option| matches!(option.value, Value::Required(_)))
        {
            return Ok((option, Some(digits)));
        }
    }
    let hint = match options::nearest(name) {
        Some(known) => format!("did you mean -{known}?"),
        None => "upcrun -help lists the options".to_owned(),
    };
    Err(Error::usage(format!("unknown option {word}: {hint}")))
}

fn number(word: &str, value: &str, least: u32) -> Result<u32, Error> {
    match value.trim().parse::<u32>() {
        Ok(number) if (least..=THREADS_MAX).contains(&number) => Ok(number),
        _ => Err(Error::usage(format!(
            "{word}: '{value}' is not a whole number from {least} to {THREADS_MAX}"
        ))),
    }
}

fn heap(word: &str, value: &str) -> Result<u64, Error> {
    match size::parse(value, MB) {
        Ok(0) => Err(Error::usage(format!("{word}: '{value}' leaves no heap: the least is 1B"))),
        Ok(bytes) => Ok(bytes),
        Err(why) => Err(Error::usage(format!("{word}: {why}"))),
    }
}

fn stdin(word: &str, value: &str) -> Result<String, Error> {
    if value == "all" || value == "none" || number(word, value, 0).is_ok() {
        return Ok(value.to_owned());
    }
    Err(Error::usage(format!("{word}: '{value}' is not a thread's number, all or none")))
}

/// Accepts only `execinfo` of GASNet's tools, which needs no other program.
fn backtrace_type(word: &str, value: &str) -> Result<(), Error> {
    if value.split(',').any(|tool| tool.trim().eq_ignore_ascii_case("execinfo")) {
        return Ok(());
    }
    Err(Error::usage(format!(
        "{word}: backtraces are made by EXECINFO alone, which '{value}' does not list: leave \
         {word} out, or use upcrun -freeze-on-error and gdb"
    )))
}

/// The value `what` of the option `word`, which is the next word.
fn next_word(
    word: &str,
    what: &str,
    rest: &mut impl Iterator<Item = OsString>,
) -> Result<String, Error> {
    let next = rest.next().ok_or_else(|| Error::usage(format!("{word}: the {what} is missing")))?;
    next.into_string()
        .map_err(|bad| Error::usage(format!("{word} {}: not a valid value", bad.to_string_lossy())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Request, Error> {
        let mut request = Request::default();
        request.read(line.split_whitespace().map(OsString::from))?;
        Ok(request)
    }

    #[test]
    fn every_form_of_a_value() {
        for line in ["-n 4 x", "-n=4 x", "-n4 x", "--n 4 x", "-np 4 x", "-np4 x", "--np=4 x"] {
            let request = read(line).unwrap();
            assert_eq!((request.threads, request.command.len()), (Some(4), 1), "{line}");
        }
        for line in ["-shared-heap 64M x", "-shared-heap=64MB x", "--shared-heap 64 x"] {
            assert_eq!(read(line).unwrap().shared_heap, Some(64 << 20), "{line}");
        }
    }

    #[test]
    fn the_program_ends_the_options() {
        let request = read("-n 2 ./prog -n 9 -q").unwrap();
        assert_eq!((request.threads, request.command.len(), request.set.len()), (Some(2), 4, 0));
        assert_eq!(read("-n 2 -- -odd-name").unwrap().command, ["-odd-name"]);
    }

    #[test]
    fn later_options_win() {
        assert_eq!(read("-n 2 -n 3 x").unwrap().threads, Some(3));
        assert!(read("-q -v x").unwrap().verbose && !read("-v -q x").unwrap().verbose);
        assert_eq!(
            read("-backtrace -nobacktrace x").unwrap().set,
            [("UPC_BACKTRACE", "0".to_owned())]
        );
    }

    #[test]
    fn a_value_may_be_left_out() {
        assert_eq!(read("-freeze x").unwrap().set, [("UPC_FREEZE", "0".to_owned())]);
        assert_eq!(read("-freeze=all x").unwrap().set, [("UPC_FREEZE", "all".to_owned())]);
        assert!(read("-gdb x").unwrap().debugger);
        assert!(read("-backtrace-type GDB,execinfo x").is_ok());
    }

    #[test]
    fn mistakes_are_named() {
        for (line, part) in [
            ("-n", "the N is missing"),
            ("-n 0 x", "'0' is not a whole number from 1 to 65536"),
            ("-n 70000 x", "'70000'"),
            ("-n -3 x", "'-3'"),
            ("-share-heap=1G x", "did you mean -shared-heap?"),
            ("-nn 4 x", "did you mean -n?"),
            ("-shared-heap 1.5G x", "has a fraction"),
            ("-shared-heap 0 x", "leaves no heap"),
            ("-q=1 x", "takes no value"),
            ("-N 0 x", "'0' is not a whole number"),
            ("-launcher x y", "'x' is not one of slurm, mpirun, ssh and local"),
            ("-backtrace-type=GDB,GSTACK x", "by EXECINFO alone"),
            ("-stdin some x", "'some'"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.message.contains(part) && error.status == 2, "{line}: {error}");
        }
    }

    #[test]
    fn obsolete_options_warn() {
        assert_eq!(read("-shared-heap-max 1G x").unwrap().warnings.len(), 1);
    }
}
