// SPDX-License-Identifier: Apache-2.0
//! Makes the command to execute from a request and the executable's notes. All refusals are here.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::args::{Request, THREADS_MAX};
use crate::error::Error;
use crate::note::Notes;
use crate::platform;
use crate::size;

/// The variable with the names of those that upcrun sets, for the runtime's list of settings.
const ORIGINS: &str = "UPCR_ORIGINS";

/// The command and the variables that are added to the environment.
#[derive(Debug)]
pub struct Plan {
    pub path: PathBuf,
    /// argv[0]: as the user wrote it.
    pub name: OsString,
    pub arguments: Vec<OsString>,
    pub environment: Vec<(String, String)>,
    pub threads: u32,
}

impl Plan {
    /// `variable` looks into the environment.
    pub fn new(
        request: &Request,
        path: PathBuf,
        notes: &Notes,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Plan, Error> {
        let name = request.program()?.to_owned();
        let threads = threads(request, notes, &name.to_string_lossy(), variable)?;
        check_pthreads(request, notes, &name.to_string_lossy(), variable)?;
        check_stdin(request, threads)?;
        let mut environment = environment(request, threads)?;
        // The option -p takes precedence over the map.
        if request.pthreads.is_some() && variable("UPC_PTHREADS_MAP").is_some() {
            environment.insert(1, ("UPC_PTHREADS_MAP".to_owned(), String::new()));
        }
        Ok(Plan { path, name, arguments: request.command[1..].to_vec(), environment, threads })
    }

    /// Adds variables of the runtime that upcrun chose.
    pub fn set(&mut self, more: Vec<(String, String)>) {
        if let Some((_, origins)) = self.environment.iter_mut().find(|(name, _)| name == ORIGINS) {
            for (name, _) in &more {
                origins.push(':');
                origins.push_str(name);
            }
        }
        self.environment.splice(1..1, more);
    }

    /// The variables as assignments for the shell.
    pub fn shell_variables(&self) -> String {
        let words: Vec<String> = self
            .environment
            .iter()
            .map(|(name, value)| format!("{name}={}", quoted(value)))
            .collect();
        words.join(" ")
    }

    /// The plan as a line for the shell.
    pub fn as_shell_command(&self) -> String {
        let mut words = vec![self.shell_variables(), quoted(&self.path.to_string_lossy())];
        words.extend(self.arguments.iter().map(|argument| quoted(&argument.to_string_lossy())));
        words.join(" ") + "\n"
    }
}

fn threads(
    request: &Request,
    notes: &Notes,
    name: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<u32, Error> {
    let (asked, how) = asked_threads(request, variable)?;
    match (notes.threads(), asked) {
        (0, Some(count)) => Ok(count),
        (0, None) => Err(Error::usage(how_many(request, name))),
        (fixed, Some(count)) if count != fixed => Err(Error::usage(format!(
            "{name} is compiled for {fixed} threads (upcc -T {fixed}), but {how} requests {count}: \
             run it with -n {fixed}, or compile it without -T"
        ))),
        (fixed, _) => Ok(fixed),
    }
}

/// The message of a launch without a number of threads.
fn how_many(request: &Request, name: &str) -> String {
    let asked =
        format!("how many threads? {name} is compiled for any number: type upcrun -n 4 {name}");
    match request.command.iter().any(|argument| argument == "-n" || argument == "-np") {
        true => asked + "; -n behind the program is an argument of the program",
        false => asked,
    }
}

fn environment_count(text: &str) -> Result<u32, Error> {
    match text.trim().parse::<u32>() {
        Ok(count) if (1..=THREADS_MAX).contains(&count) => Ok(count),
        _ => Err(Error::usage(format!(
            "UPC_NTHREADS is '{text}': it must be a whole number from 1 to {THREADS_MAX}"
        ))),
    }
}

fn check_pthreads(
    request: &Request,
    notes: &Notes,
    name: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(), Error> {
    if request.simulate.is_some() && !notes.pthreads_mode() {
        return Err(Error::usage(format!(
            "-sim runs all threads as pthreads of one process, but {name} is compiled for one \
             thread a process: compile it with upcc -pthreads"
        )));
    }
    let from_environment =
        || variable("UPC_PTHREADS_PER_PROC").and_then(|text| text.trim().parse().ok());
    let asked = request.pthreads.or_else(from_environment).unwrap_or(0);
    if asked <= 1 || notes.pthreads_mode() {
        return Ok(());
    }
    Err(Error::usage(format!(
        "{asked} threads per process are requested (-p or UPC_PTHREADS_PER_PROC), but {name} is \
         compiled for one: compile it with upcc -pthreads"
    )))
}

fn check_stdin(request: &Request, threads: u32) -> Result<(), Error> {
    match request.stdin.as_deref().map(str::parse::<u32>) {
        Some(Ok(thread)) if thread >= threads => Err(Error::usage(format!(
            "-stdin {thread}: there are only the threads 0 to {}",
            threads - 1
        ))),
        _ => Ok(()),
    }
}

/// The variables set by options, their names (for the runtime's list of settings), and the
/// launcher's mark.
fn environment(request: &Request, threads: u32) -> Result<Vec<(String, String)>, Error> {
    let mut set: Vec<(String, String)> = vec![("UPC_NTHREADS".to_owned(), threads.to_string())];
    let mut add =
        |name: &str, value: Option<String>| set.extend(value.map(|value| (name.to_owned(), value)));
    let simulated = request.simulate.as_deref().map(platform::find).transpose()?;
    // All threads of a simulated job are in one process, also after upcc -pthreads=N.
    let pthreads = request.pthreads.or(simulated.is_some().then_some(threads));
    add("UPC_SIM", simulated);
    add("UPC_PTHREADS_PER_PROC", pthreads.map(|count| count.to_string()));
    add("UPC_SHARED_HEAP_SIZE", request.shared_heap.map(size::format));
    add("UPC_PSHM_WIDTH", request.pshm_width.map(|width| width.to_string()));
    add("UPC_STDIN", request.stdin.clone());
    for (name, value) in &request.set {
        add(name, Some(value.clone()));
    }
    let names: Vec<&str> = set.iter().map(|(name, _)| name.as_str()).collect();
    let origins = names.join(":");
    set.push((ORIGINS.to_owned(), origins));
    set.push(("UPCR_LAUNCHER".to_owned(), "upcrun".to_owned()));
    Ok(set)
}

/// A word quoted for the shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// How many threads are asked for, and by what.
fn asked_threads(
    request: &Request,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(Option<u32>, &'static str), Error> {
    if request.threads.is_some() {
        return Ok((request.threads, "-n"));
    }
    let text = variable("UPC_NTHREADS").filter(|text| !text.trim().is_empty());
    Ok((text.map(|text| environment_count(&text)).transpose()?, "UPC_NTHREADS"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::Unit;

    fn notes(threads: u32, pthreads_mode: bool) -> Notes {
        Notes { units: vec![Unit { threads, pthreads_mode, upc: true, ..Unit::default() }] }
    }

    fn plan(line: &str, notes: &Notes, environment: &[(&str, &str)]) -> Result<Plan, Error> {
        let mut request = Request::default();
        request.read(line.split_whitespace().map(OsString::from))?;
        let lookup = |name: &str| {
            environment
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Plan::new(&request, PathBuf::from("./x"), notes, &lookup)
    }

    #[test]
    fn the_number_of_threads() {
        let count = |line, fixed, environment: &[(&str, &str)]| {
            plan(line, &notes(fixed, false), environment).map(|plan| plan.environment[0].1.clone())
        };
        assert_eq!(count("-n 4 x", 0, &[]).unwrap(), "4");
        assert_eq!(count("x", 0, &[("UPC_NTHREADS", "3")]).unwrap(), "3");
        assert_eq!(count("-n 4 x", 0, &[("UPC_NTHREADS", "3")]).unwrap(), "4");
        assert_eq!(count("x", 8, &[]).unwrap(), "8");
        assert_eq!(count("-n 8 x", 8, &[]).unwrap(), "8");
        assert!(count("x", 0, &[]).unwrap_err().message.contains("type upcrun -n 4 x"));
        assert!(count("-n 4 x", 8, &[]).unwrap_err().message.contains("-n requests 4"));
        assert!(count("x", 8, &[("UPC_NTHREADS", "2")])
            .unwrap_err()
            .message
            .contains("UPC_NTHREADS requests 2"));
        assert!(count("x", 0, &[("UPC_NTHREADS", "many")]).unwrap_err().message.contains("'many'"));
    }

    #[test]
    fn what_is_refused() {
        assert!(plan("-n 4 -p 2 x", &notes(0, false), &[])
            .unwrap_err()
            .message
            .contains("upcc -pthreads"));
        assert!(plan("-n 4 x", &notes(0, false), &[("UPC_PTHREADS_PER_PROC", "4")]).is_err());
        assert!(plan("-n 4 -p 1 x", &notes(0, false), &[("UPC_PTHREADS_PER_PROC", "4")]).is_ok());
        assert!(plan("-n 4 -p 2 x", &notes(0, true), &[]).is_ok());
        assert!(plan("-n 4 -stdin 4 x", &notes(0, false), &[])
            .unwrap_err()
            .message
            .contains("0 to 3"));
    }

    #[test]
    fn a_layout_on_the_command_line_wins() {
        let map = [("UPC_PTHREADS_MAP", "3,1")];
        let empty = ("UPC_PTHREADS_MAP".to_owned(), String::new());
        assert!(plan("-n 4 -p 2 x", &notes(0, true), &map).unwrap().environment.contains(&empty));
        assert!(!plan("-n 4 x", &notes(0, true), &map).unwrap().environment.contains(&empty));
    }

    #[test]
    fn the_shell_command_is_quoted() {
        let text =
            plan("-n 2 -shared-heap 1K x a'b", &notes(0, false), &[]).unwrap().as_shell_command();
        assert!(text.starts_with("UPC_NTHREADS=2 UPC_SHARED_HEAP_SIZE=1K "), "{text}");
        assert!(text.ends_with("UPCR_LAUNCHER=upcrun ./x 'a'\\''b'\n"), "{text}");
    }
}
