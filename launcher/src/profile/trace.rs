// SPDX-License-Identifier: Apache-2.0
//! The traces of the runtime (runtime/src/inst/tool/trace.c): a file for each thread, an event on
//! each line.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::str::FromStr;

/// One event: its beginning, its end, or a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// `B`, `E` or `i`.
    pub phase: char,
    pub name: String,
    /// Microseconds of the job's clock.
    pub time: f64,
    /// `file:line`.
    pub at: String,
    pub bytes: u64,
    /// Of a sum of accesses: how many, and the microseconds that they took; else 1 and 0.
    pub calls: u64,
    pub took: f64,
    /// The thread whose data move.
    pub with: Option<usize>,
}

/// The events of one thread in their order.
#[derive(Debug, PartialEq)]
pub struct Thread {
    pub number: usize,
    /// The lowest thread of those that share memory with this one.
    pub node: usize,
    pub events: Vec<Event>,
}

/// The traces in a folder, by thread. An incomplete last line, of a thread that died, is left out.
pub fn read(folder: &Path) -> Vec<Thread> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let parsed = files.filter_map(|file| {
        let number = file.path().file_stem()?.to_str()?.parse().ok()?;
        let text = std::fs::read(file.path()).ok()?;
        let text = String::from_utf8_lossy(&text);
        let node = text.lines().find_map(|line| value(line, "pid"));
        let events = text.lines().filter_map(event).collect();
        Some(Thread { number, node: node.unwrap_or(0), events })
    });
    let mut threads: Vec<Thread> = parsed.collect();
    threads.sort_by_key(|thread| thread.number);
    threads
}

/// Joins the traces in a folder in one file for viewers, an event on each line, without incomplete
/// lines of threads that died.
pub fn join(folder: &Path, to: &Path) -> std::io::Result<()> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?.flatten().map(|file| file.path()).collect();
    files.sort();
    let mut out = BufWriter::new(File::create(to)?);
    write!(out, "[")?;
    let mut separator = "\n";
    for file in files {
        for line in BufReader::new(File::open(file)?).split(b'\n') {
            let line = line?;
            let event = line.strip_suffix(b",").unwrap_or(&line);
            if event.starts_with(b"{") && event.ends_with(b"}") {
                write!(out, "{separator}")?;
                out.write_all(event)?;
                separator = ",\n";
            }
        }
    }
    out.write_all(b"\n]\n")?;
    out.flush()
}

fn event(line: &str) -> Option<Event> {
    let line = line.trim_end_matches(',');
    if !line.starts_with('{') || !line.ends_with('}') {
        return None;
    }
    let phase = text(line, "ph")?.chars().next().filter(|c| "BEi".contains(*c))?;
    Some(Event {
        phase,
        name: text(line, "name")?,
        time: value(line, "ts")?,
        at: text(line, "at").unwrap_or_default(),
        bytes: value(line, "bytes").unwrap_or(0),
        calls: value(line, "calls").unwrap_or(1),
        took: value(line, "us").unwrap_or(0.0),
        with: value(line, "with"),
    })
}

/// The value of a field that is a number.
fn value<T: FromStr>(line: &str, field: &str) -> Option<T> {
    let key = format!("\"{field}\":");
    let rest = &line[line.find(&key)? + key.len()..];
    rest.split([',', '}']).next()?.parse().ok()
}

/// The value of a text field, with escapes decoded.
fn text(line: &str, field: &str) -> Option<String> {
    let key = format!("\"{field}\":\"");
    let mut rest = line[line.find(&key)? + key.len()..].chars();
    let mut out = String::new();
    loop {
        match rest.next()? {
            '"' => return Some(out),
            '\\' => match rest.next()? {
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    out.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                c => out.push(c),
            },
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_runtime() {
        let line = concat!(
            r#"{"name":"a \"b\"","ph":"B","pid":0,"tid":1,"ts":12.500,"#,
            r#""args":{"at":"x.upc:7","bytes":64,"with":2}},"#
        );
        let want = Event {
            phase: 'B',
            name: "a \"b\"".into(),
            time: 12.5,
            at: "x.upc:7".into(),
            bytes: 64,
            calls: 1,
            took: 0.0,
            with: Some(2),
        };
        assert_eq!(event(line).as_ref(), Some(&want));
        let sum = r#""bytes":64,"with":2,"calls":8,"us":2.250}}"#;
        let line = line.replace(r#""bytes":64,"with":2}},"#, sum);
        assert_eq!(event(&line), Some(Event { calls: 8, took: 2.25, ..want }));
        assert_eq!(event(r#"{"name":"thread_name","ph":"M","pid":0}"#), None);
        assert_eq!(event(r#"{"name":"upc_lock","ph":"E","pid":0,"ti"#), None);
    }
}
