// SPDX-License-Identifier: Apache-2.0
//! The command for a host (ssh, or a shell if it is this host), and the script that the host's
//! shell reads from standard input. So no command line contains the job's secret or variables.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::checksum;
use crate::error::{describe, Error};
use crate::plan::Plan;

/// Larger programs are compared only by size.
const CHECKSUM_MAX: u64 = 64 << 20;

/// Reads the script, one line, byte by byte, so that the rest remains as the program's input.
const READ_SCRIPT: &str = "sh -c 'IFS= read -r script && eval \"$script\"'";

/// The script's report if it does not start the program: `MARK WORD`, on standard error.
pub const MARK: &str = "upcrun-host:";

/// `-ssh`, UPC_SSH or ssh, as words, with options that forbid passwords and limit the time to
/// connect.
pub fn command(asked: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> =
        asked.unwrap_or("ssh").split_whitespace().map(str::to_owned).collect();
    let is_ssh = words.first().is_some_and(|first| first.rsplit('/').next() == Some("ssh"));
    if is_ssh {
        let quick = ["-T", "-oBatchMode=yes", "-oConnectTimeout=10", "-oServerAliveInterval=15"];
        // ssh uses the first of several values: the user's own win.
        words.extend(quick.map(str::to_owned));
    }
    words
}

/// The command of a host. `None` for `ssh`: this host.
pub fn command_for(ssh: Option<&[String]>, host: &str) -> Vec<String> {
    match ssh {
        Some(words) => {
            words.iter().cloned().chain([host.to_owned(), READ_SCRIPT.to_owned()]).collect()
        }
        None => ["sh", "-c", "IFS= read -r script && eval \"$script\""].map(str::to_owned).to_vec(),
    }
}

/// The identity of the program, which the hosts' copies must have.
pub struct Copy {
    /// The results of `wc -c`, and of `cksum` unless that is slow.
    size: u64,
    sum: Option<String>,
}

impl Copy {
    pub fn read(plan: &Plan) -> Result<Copy, Error> {
        let fail = |why: std::io::Error| Error {
            message: format!("cannot read {}: {}", plan.path.display(), describe(&why)),
            status: crate::error::NOT_EXECUTABLE,
        };
        let size = std::fs::metadata(&plan.path).map_err(fail)?.len();
        let sum = match size <= CHECKSUM_MAX {
            true => Some(checksum::cksum(&std::fs::read(&plan.path).map_err(fail)?)),
            false => None,
        };
        Ok(Copy { size, sum })
    }

    /// Shell commands that report a missing or different program. Without these tools they report
    /// nothing.
    fn checks(&self) -> String {
        let report = |word: &str| format!("{{ echo {MARK} {word} >&2; exit 125; }}");
        let (tool, expected) = match &self.sum {
            Some(sum) => ("cksum", sum.clone()),
            None => ("wc -c", self.size.to_string()),
        };
        format!(
            "[ -f \"$p\" ] || {}; [ -x \"$p\" ] || {}; c=$({tool} <\"$p\" 2>/dev/null) && {{ set \
             -- $c; [ \"$*\" = \"{expected}\" ] || {}; }}; ",
            report("missing"),
            report("unexecutable"),
            report("differs")
        )
    }
}

/// The line that a host's shell evaluates. `rendezvous`: the process's variables for the bootstrap.
pub fn script(
    plan: &Plan,
    folder: &OsStr,
    copy: Option<&Copy>,
    carried: &[(OsString, OsString)],
    rendezvous: &str,
) -> Vec<u8> {
    let mut line = b"nl=$(printf '\\n.'); nl=${nl%.}; cd ".to_vec();
    line.extend(quoted(folder));
    let refusal = format!(" 2>/dev/null || {{ echo {MARK} folder >&2; exit 125; }}; p=");
    line.extend(refusal.into_bytes());
    line.extend(quoted(plan.path.as_os_str()));
    line.extend(b"; ");
    line.extend(copy.map(Copy::checks).unwrap_or_default().into_bytes());
    line.extend(rendezvous.as_bytes());
    line.extend(carried.iter().flat_map(|(name, value)| export(name, value)));
    line.extend(b"; exec \"$p\"");
    for argument in &plan.arguments {
        line.push(b' ');
        line.extend(quoted(argument));
    }
    line.push(b'\n');
    line
}

/// A word quoted for the shell, on one line: line ends become `$nl`.
fn quoted(word: &OsStr) -> Vec<u8> {
    let mut text = vec![b'\''];
    for &byte in word.as_bytes() {
        match byte {
            b'\'' => text.extend(b"'\\''"),
            b'\n' => text.extend(b"'\"$nl\"'"),
            _ => text.push(byte),
        }
    }
    text.push(b'\'');
    text
}

/// The variables passed to other hosts: those of the runtime and those that the user named. Values
/// of options come last, and win.
pub fn carried(
    environment: impl Iterator<Item = (OsString, OsString)>,
    plan: &Plan,
) -> Vec<(OsString, OsString)> {
    let all: Vec<(OsString, OsString)> = environment.collect();
    let named = all
        .iter()
        .find(|(name, _)| name == "UPC_ENVPREFIX")
        .map(|(_, value)| value.to_string_lossy());
    let named = named.unwrap_or_default();
    let own: Vec<&str> = named.split([',', ' ', ':']).filter(|prefix| !prefix.is_empty()).collect();
    let is_carried = |name: &OsStr| {
        let Some(name) = name.to_str().filter(|name| is_shell_name(name)) else { return false };
        let prefixed = name.starts_with("UPC_")
            || name.starts_with("GASNET_")
            || own.iter().any(|own| name.starts_with(own));
        prefixed
            && !crate::launch::OWN_VARIABLES.contains(&name)
            && !plan.environment.iter().any(|(set, _)| set == name)
    };
    let mut kept: Vec<(OsString, OsString)> =
        all.iter().filter(|(name, _)| is_carried(name)).cloned().collect();
    kept.sort();
    kept.extend(plan.environment.iter().map(|(name, value)| (name.into(), value.into())));
    kept
}

fn is_shell_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// The working folder by the name in the user's shell: an automounted folder has another name in
/// the kernel.
pub fn folder() -> Result<OsString, Error> {
    use std::os::unix::fs::MetadataExt;
    let real = std::env::current_dir().map_err(|why| Error {
        message: format!("cannot find the working directory: {}", describe(&why)),
        status: 1,
    })?;
    let same = |one: &std::fs::Metadata, other: &std::fs::Metadata| {
        one.dev() == other.dev() && one.ino() == other.ino()
    };
    if let Some(logical) = std::env::var_os("PWD") {
        if let (Ok(one), Ok(other)) = (std::fs::metadata(&logical), std::fs::metadata(&real)) {
            if logical.as_bytes().starts_with(b"/") && same(&one, &other) {
                return Ok(logical);
            }
        }
    }
    Ok(real.into_os_string())
}

fn export(name: &OsStr, value: &OsStr) -> Vec<u8> {
    [b"; export ", name.as_bytes(), b"=", &quoted(value)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    fn plan(path: &str, arguments: &[&str]) -> Plan {
        Plan {
            path: PathBuf::from(path),
            name: path.into(),
            arguments: arguments.iter().map(OsString::from).collect(),
            environment: vec![("UPC_NTHREADS".to_owned(), "2".to_owned())],
            threads: 2,
        }
    }

    /// Evaluates a script as a host does, followed by `input`. Returns standard output and the last
    /// line of standard error.
    fn evaluate(script: &[u8], input: &str) -> (String, String) {
        let words = command_for(None, "");
        let mut child = Command::new(&words[0]);
        child.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(script).unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn words_and_variables_arrive_unchanged() {
        let nasty = "a 'b' \"c\" $d `e` \\f\n\ng!*\n";
        let plan = plan(
            "/usr/bin/env",
            &["sh", "-c", "printf '%s|' \"$1\" \"$X_1\" \"$R\"; cat", "x", nasty],
        );
        let carried = [("X_1".into(), nasty.into())];
        let text = script(&plan, "/".as_ref(), None, &carried, "export R=1");
        assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 1);
        let (out, err) = evaluate(&text, "the input\nof it");
        assert_eq!((out, err.as_str()), (format!("{nasty}|{nasty}|1|the input\nof it"), ""));
    }

    #[test]
    fn what_is_wrong_on_a_host_is_reported() {
        let this = std::env::current_exe().unwrap();
        let this = this.to_str().unwrap();
        let good = plan(this, &["--list"]);
        let mut copy = Copy::read(&good).unwrap();
        let run = |path: &str, folder: &str, copy: &Copy| {
            evaluate(
                &script(&plan(path, &["--list"]), folder.as_ref(), Some(copy), &[], "export R=1"),
                "",
            )
            .1
        };
        assert_eq!(run(this, "/nowhere", &copy), "upcrun-host: folder\n");
        assert_eq!(run("/nowhere/x", "/", &copy), "upcrun-host: missing\n");
        assert_eq!(run("/etc/passwd", "/", &copy), "upcrun-host: unexecutable\n");
        assert_eq!(run("/bin/sh", "/", &copy), "upcrun-host: differs\n");
        assert_eq!(run(this, "/", &copy), "");
        copy.sum = None;
        assert_eq!(run("/bin/sh", "/", &copy), "upcrun-host: differs\n");
        assert_eq!(run(this, "/", &copy), "");
    }

    #[test]
    fn variables_that_are_carried() {
        let environment = [
            ("UPC_COLL", "x"),
            ("UPC_NTHREADS", "9"),
            ("HOME", "/h"),
            ("MY_DATA", "1"),
            ("LD_LIBRARY_PATH", "/l"),
            ("UPC_ENVPREFIX", "MY_, LD_"),
            ("UPC_NODEFILE", "f"),
            ("UPC_BAD-NAME", "1"),
        ];
        let names = |plan: &Plan| -> Vec<String> {
            let all = environment.iter().map(|(name, value)| (name.into(), value.into()));
            carried(all, plan)
                .iter()
                .map(|(name, value)| {
                    format!("{}={}", name.to_string_lossy(), value.to_string_lossy())
                })
                .collect()
        };
        assert_eq!(
            names(&plan("x", &[])),
            [
                "LD_LIBRARY_PATH=/l",
                "MY_DATA=1",
                "UPC_COLL=x",
                "UPC_ENVPREFIX=MY_, LD_",
                "UPC_NTHREADS=2"
            ]
        );
    }

    #[test]
    fn commands() {
        assert!(command(None).starts_with(&["ssh".to_owned(), "-T".to_owned()]));
        assert!(command(Some("/usr/bin/ssh -F f")).contains(&"-oBatchMode=yes".to_owned()));
        assert_eq!(command(Some("oarsh -x")), ["oarsh", "-x"]);
        assert_eq!(command_for(Some(&["rsh".to_owned()]), "a")[1], "a");
    }
}
