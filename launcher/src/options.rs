// SPDX-License-Identifier: Apache-2.0
//! The table of options: the parser, the help text and the "did you mean" all come from it.

/// The meaning of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Threads,
    Nodes,
    CpusPerNode,
    Hosts,
    HostFile,
    Ssh,
    Launcher,
    Localhost,
    Pthreads,
    PshmWidth,
    SharedHeap,
    Stdin,
    Config,
    NoConfig,
    Help,
    Version,
    Info,
    Show,
    Verbose,
    Quiet,
    /// Sets a variable of the runtime to a value.
    Set(&'static str, &'static str),
    /// Sets a variable of the runtime to the given value, which the runtime checks.
    Pass(&'static str),
    /// The same, with a default value.
    PassOr(&'static str, &'static str),
    /// A list of tools for backtraces; only the built-in one exists.
    BacktraceType,
    /// Runs the job on a simulated machine.
    Simulate,
    /// Runs the job under a debugger.
    Debugger,
    /// Runs the job with a trace and makes a page of it.
    Profile,
    /// Requests what is always done.
    AlwaysSo,
    /// Obsolete: a warning says that it has no effect.
    Obsolete,
    /// Belongs to a part that does not exist yet.
    Missing(&'static str),
}

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    None,
    Required(&'static str),
    /// Only as `-name=value`.
    Attached(&'static str),
}

pub struct OptionSpec {
    pub names: &'static [&'static str],
    pub value: Value,
    pub meaning: Meaning,
    pub help: &'static str,
}

const fn option(
    names: &'static [&'static str],
    value: Value,
    meaning: Meaning,
    help: &'static str,
) -> OptionSpec {
    OptionSpec { names, value, meaning, help }
}

use Meaning::*;
use Value::{Attached, None as NoValue, Required};

pub const OPTIONS: &[OptionSpec] = &[
    option(
        &["n", "np"],
        Required("N"),
        Threads,
        "number of UPC threads (needed unless the program is compiled with upcc -T N)",
    ),
    option(
        &["p", "pthreads"],
        Required("N"),
        Pthreads,
        "UPC threads per process, for programs compiled with upcc -pthreads; 0: the default",
    ),
    option(
        &["N", "nodes"],
        Required("N"),
        Nodes,
        "number of nodes: equal shares of the threads, on the hosts of -hosts or else on this host",
    ),
    option(
        &["c", "cpus-per-node"],
        Required("N"),
        CpusPerNode,
        "at most N threads on a node; without -nodes: as few nodes as that allows",
    ),
    option(
        &["hosts"],
        Required("LIST"),
        Hosts,
        "hosts of the nodes: a,b; or a:4,b:2 with the number of threads on each",
    ),
    option(
        &["hostfile"],
        Required("FILE"),
        HostFile,
        "file with the hosts, one on a line (also UPC_NODEFILE; batch systems give their own)",
    ),
    option(
        &["launcher"],
        Required("WHAT"),
        Launcher,
        "launcher of the processes on the hosts: slurm, mpirun, ssh; local: all nodes on this host",
    ),
    option(
        &["ssh"],
        Required("COMMAND"),
        Ssh,
        "the command that reaches a host, with options \
        (UPC_SSH; default ssh)",
    ),
    option(
        &["localhost"],
        NoValue,
        Localhost,
        "run on this host, and ignore hosts of variables and batch systems",
    ),
    option(
        &["shared-heap"],
        Required("SIZE"),
        SharedHeap,
        "shared heap per thread: 64M, 1G, ...; a bare number counts MB",
    ),
    option(
        &["pshm-width"],
        Required("N"),
        PshmWidth,
        "threads that map each other's memory: 0 all \
        (default), 1 none",
    ),
    option(
        &["shared-memory"],
        Required("KIND"),
        Pass("UPC_SHARED_MEMORY"),
        "kind of shared memory: memfd (default), posix, sysv, file:FOLDER",
    ),
    option(
        &["network"],
        Required("NETWORK"),
        Pass("UPC_NETWORK"),
        "network between nodes: auto (default), tcp (sockets), ofi (libfabric) or ucx",
    ),
    option(
        &["huge-pages"],
        Required("PAGES"),
        Pass("UPC_HUGE_PAGES"),
        "pages of the shared heaps: no (default), transparent, or a size that the system has (2M)",
    ),
    option(
        &["bind"],
        Required("WHERE"),
        Pass("UPC_BIND"),
        "none, core, numa, auto (default), processors (0,2,4-7), a set for each thread (0-3:4-7)",
    ),
    option(&["bind-threads"], NoValue, Set("UPC_BIND_THREADS", "1"), "the same as -bind core"),
    option(
        &["topology"],
        Required("MACHINE"),
        Pass("UPC_TOPOLOGY"),
        "simulated topology: 'numa:2 core:4', or of a cluster: 'machine:2 core:4'",
    ),
    option(
        &["sim"],
        Required("PLATFORM"),
        Simulate,
        "simulate another machine (programs of upcc -pthreads): name or file, changes \
         (x,jitter=10)",
    ),
    option(
        &["sim-compute"],
        Required("FACTOR"),
        Pass("UPC_SIM_COMPUTE"),
        "time of computing with -sim: none (default), or its processor time times FACTOR",
    ),
    option(
        &["polite-sync"],
        NoValue,
        Set("UPC_POLITE", "1"),
        "yield the processor in every \
        wait",
    ),
    option(
        &["stdin"],
        Required("WHO"),
        Stdin,
        "processes that read standard input: a thread's (default 0), \
        all, none",
    ),
    option(
        &["freeze"],
        Attached("THREAD"),
        PassOr("UPC_FREEZE", "0"),
        "the thread (default 0), or all, waits at the start for a debugger",
    ),
    option(
        &["freeze-early"],
        Attached("THREAD"),
        PassOr("UPC_FREEZE_EARLY", "0"),
        "its process waits before it starts its threads",
    ),
    option(
        &["freeze-earlier"],
        NoValue,
        Set("UPC_FREEZE_EARLIER", "1"),
        "the first process waits before the job is made",
    ),
    option(
        &["freeze-on-error"],
        NoValue,
        Set("UPC_FREEZE_ON_ERROR", "1"),
        "a thread waits for a debugger before an error ends the job",
    ),
    option(
        &["nofreeze-on-error"],
        NoValue,
        Set("UPC_FREEZE_ON_ERROR", "0"),
        "end the job at once (default)",
    ),
    option(
        &["gdb"],
        NoValue,
        Debugger,
        "run the whole job under gdb (UPCRUN_GDB: the command), which prints UPC's pointers",
    ),
    option(
        &["backtrace"],
        NoValue,
        Set("UPC_BACKTRACE", "1"),
        "print a backtrace of a thread that \
        dies (default)",
    ),
    option(&["nobacktrace"], NoValue, Set("UPC_BACKTRACE", "0"), "print none"),
    option(
        &["timeout"],
        Required("SECONDS"),
        Pass("UPC_TIMEOUT"),
        "print where each thread is after this time, and end the job with status 124",
    ),
    option(
        &["watchdog"],
        Required("SECONDS"),
        Pass("UPC_WATCHDOG"),
        "print where each thread is when all have waited for this time",
    ),
    option(
        &["t", "show"],
        NoValue,
        Show,
        "print the command and its environment instead of \
        running it",
    ),
    option(&["i", "info"], NoValue, Info, "describe the executable"),
    option(
        &["show-env"],
        NoValue,
        Set("UPC_SHOW_ENV", "1"),
        "print every setting, its value, origin and default, then run",
    ),
    option(
        &["stats"],
        NoValue,
        Set("UPC_STATS", "1"),
        "print each thread's counts of calls, bytes and times at its end (programs of upcc -inst)",
    ),
    option(
        &["statsfile"],
        Required("FILE"),
        Pass("UPC_STATSFILE"),
        "print the counts of -stats to files: % stands for the thread's number",
    ),
    option(
        &["trace"],
        NoValue,
        Set("UPC_TRACE", "1"),
        "write a trace of each thread's calls to upc_trace.THREAD.json (programs of upcc -inst)",
    ),
    option(
        &["tracefile"],
        Required("FILE"),
        Pass("UPC_TRACEFILE"),
        "write the trace of -trace to files: % stands for the thread's number",
    ),
    option(
        &["profile"],
        Attached("FILE"),
        Profile,
        "page of each thread's time (upc_profile.html; programs of upcc -inst)",
    ),
    option(
        &["show-coll"],
        NoValue,
        Set("UPC_SHOW_COLL", "1"),
        "print the algorithms of the collectives and what each is good for, then run",
    ),
    option(
        &["show-net"],
        NoValue,
        Set("UPC_SHOW_NET", "1"),
        "print the networks, providers and interfaces, which one the job uses and why, then run",
    ),
    option(&["q", "quiet"], NoValue, Quiet, "only errors and warnings: undoes -v and UPC_VERBOSE"),
    option(
        &["v", "verbose"],
        NoValue,
        Verbose,
        "print the command, and where threads and memory \
        are, then run it",
    ),
    option(
        &["conf"],
        Required("FILE"),
        Config,
        "read default options from FILE instead of \
        upcrun.conf",
    ),
    option(&["norc"], NoValue, NoConfig, "read neither $HOME/.upcrunrc nor UPCRUN_FLAGS"),
    option(&["version", "V"], NoValue, Version, "print the version"),
    option(&["help", "h", "?"], NoValue, Help, "print this text"),
    option(
        &["encode", "encode-args", "encode-env"],
        NoValue,
        AlwaysSo,
        "accepted, no effect: arguments and environment always pass unchanged",
    ),
    option(&["notrace", "noabort"], NoValue, AlwaysSo, "accepted, no effect"),
    option(&["shared-heap-max", "heap-offset"], Required("SIZE"), Obsolete, ""),
    option(&["traceall"], NoValue, Set("UPC_TRACE", "1"), ""),
    option(&["abort"], NoValue, Missing("ending with a core file on every error"), ""),
    option(&["backtrace-type"], Required("LIST"), BacktraceType, ""),
    option(
        &["help-gasnet"],
        Attached("NET"),
        Missing("GASNet (-show-net prints the networks)"),
        "",
    ),
];

/// The option called `name` (without dashes).
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|option| option.names.contains(&name))
}

/// The nearest option name to one that does not exist.
pub fn nearest(name: &str) -> Option<&'static str> {
    upc_source::near_option(name, OPTIONS.iter().flat_map(|option| option.names.iter().copied()))
}

/// "-n, -np N".
fn usage(option: &OptionSpec) -> String {
    let names: Vec<String> = option.names.iter().map(|name| format!("-{name}")).collect();
    let value = match option.value {
        NoValue => String::new(),
        Required(value) => format!(" {value}"),
        Attached(value) => format!("[={value}]"),
    };
    names.join(", ") + &value
}

/// The text of `--help`.
pub fn help() -> String {
    const COLUMN: usize = 26;
    let mut text = String::from(
        "usage: upcrun [options] program [arguments]\n\nRuns a UPC program \
        on this host or on several. Options, with one or two dashes:\n",
    );
    for option in OPTIONS.iter().filter(|option| !option.help.is_empty()) {
        let shown = usage(option);
        let indent = format!("\n{:w$}", "", w = COLUMN + 3);
        let gap = if shown.len() <= COLUMN { " " } else { &indent };
        let help = upc_source::wrapped(option.help, HELP_WIDTH - COLUMN - 3).join(&indent);
        text.push_str(&format!("  {shown:<COLUMN$}{gap}{help}\n"));
    }
    text.push_str(
        "\nValues are given as '-n 4', '-n=4' or '-n4'. Default options are read from upcrun.conf \
         beside\n\
         upcrun, or else PREFIX/etc/upcrun.conf (default_options = ...), $HOME/.upcrunrc and\n\
         UPCRUN_FLAGS; later ones win, the command line last.\n",
    );
    text
}

/// Columns of the help text.
const HELP_WIDTH: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_terminal() {
        for line in help().lines() {
            assert!(line.len() <= HELP_WIDTH, "{line}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = OPTIONS.iter().flat_map(|option| option.names).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn typos_find_their_option() {
        assert_eq!(nearest("share-heap"), Some("shared-heap"));
        assert_eq!((nearest("nn"), nearest("nod")), (Some("n"), Some("nodes")));
        assert_eq!((nearest("zzzz"), nearest("x"), nearest("4")), (None, None, None));
    }
}
