// SPDX-License-Identifier: Apache-2.0
//! The gallery of mistakes: `tests/errors/*.upc` and the tools' messages about them, shown in
//! docs/errors.md.
//!
//! A file begins with `// # title`, `// $ command` (one or more), `// > what to do` lines; the rest
//! is the program, named after the file without its number. `//--- name` lines divide it into
//! several files. The commands run in an empty folder, and the page's section must be what they
//! print. `UPC_TEST_BLESS=1` writes the page instead.

use crate::process;
use crate::program::sorted_entries;
use crate::tools::{Tools, VARIABLES};
use crate::Failure;
use regex_lite::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEAD: &str =
    "# Common mistakes\n\nFor everyone who meets a message: what the compiler, the launcher \
     and the runtime say about common\nmistakes, and what to do. The tests make this page \
     from tests/errors, so the messages are those of\nthe tools. The name in brackets after \
     an error of the compiler is stable. `upcc -explain NAME`\nprints the part of this page \
     about it, and explains the warnings that [warnings.md](warnings.md)\nlists.\n\n";

/// One mistake.
#[derive(Debug, Default)]
pub struct Entry {
    title: String,
    commands: Vec<String>,
    advice: Vec<String>,
    files: Vec<(String, String)>,
}

/// The mistakes, in order.
pub fn find(tools: &Tools) -> Result<Vec<PathBuf>, Failure> {
    let all = sorted_entries(&tools.root.join("tests/errors"))?;
    Ok(all.into_iter().filter(|p| p.extension().is_some_and(|e| e == "upc")).collect())
}

fn page(tools: &Tools) -> PathBuf {
    tools.root.join("docs/errors.md")
}

/// Writes the page.
pub fn bless(tools: &Tools) -> Result<(), Failure> {
    let mut text = format!("{HEAD}{}", names(tools)?);
    for path in find(tools)? {
        text += &section(tools, &path)?;
    }
    fs::write(page(tools), text).map_err(|error| format!("docs/errors.md: {error}"))
}

/// The table of the names of errors, from `upcc --help=errors`: a name in a line, its meaning in
/// the next one.
fn names(tools: &Tools) -> Result<String, Failure> {
    let mut upcc = Command::new(&tools.upcc);
    let outcome = process::run(upcc.arg("--help=errors"), b"", tools.limit)
        .map_err(|error| format!("upcc: {error}"))?;
    let lines: Vec<&str> = outcome.stdout.lines().filter(|l| l.starts_with("  ")).collect();
    let rows = lines.chunks(2).filter(|row| row.len() == 2);
    let row = |r: &[&str]| format!("| `{}` | {} |\n", r[0].trim(), r[1].trim());
    let head = "| error | what it is about |\n| --- | --- |\n";
    Ok(format!("{head}{}\n", rows.map(row).collect::<String>()))
}

/// Compares the page's section of one mistake with the tools' messages.
pub fn check(tools: &Tools, path: &Path) -> Result<(), Failure> {
    let text =
        fs::read_to_string(page(tools)).map_err(|error| format!("docs/errors.md: {error}"))?;
    let now = section(tools, path)?;
    if whichever_thread(&text).contains(&whichever_thread(&now)) {
        return Ok(());
    }
    Err(format!(
        "docs/errors.md does not have this; if it is right, run with UPC_TEST_BLESS=1\n{now}"
    ))
}

fn section(tools: &Tools, path: &Path) -> Result<String, Failure> {
    let source =
        fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = stem.split_once('-').map_or(stem.as_str(), |(_, name)| name);
    let entry = parse(&source, &format!("{name}.upc"));
    let folder = tools.scratch.join("errors").join(&stem);
    // Files of an earlier run would change the linker's messages.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut text = format!("## {}\n\n", entry.title);
    for (file, program) in &entry.files {
        fs::write(folder.join(file), program).map_err(|error| format!("{file}: {error}"))?;
        let caption = if entry.files.len() > 1 { format!("`{file}`:\n\n") } else { String::new() };
        text += &format!("{caption}```c\n{program}```\n\n");
    }
    text += "```text\n";
    for command in &entry.commands {
        text += &format!("$ {command}\n{}", said(tools, &folder, command)?);
    }
    text += "```\n\n";
    if !entry.advice.is_empty() {
        text += &format!("{}\n\n", entry.advice.join("\n"));
    }
    Ok(text)
}

impl Entry {
    /// Notes a line of the head; false: it is none.
    fn take_mark(&mut self, line: &str) -> bool {
        let marked = line.strip_prefix("// ").and_then(|l| l.split_once(' '));
        match marked {
            Some(("#", rest)) => self.title = rest.to_owned(),
            Some(("$", rest)) => self.commands.push(rest.to_owned()),
            Some((">", rest)) => self.advice.push(rest.to_owned()),
            _ => return false,
        }
        true
    }
}

fn parse(source: &str, first: &str) -> Entry {
    let mut entry = Entry::default();
    let mut lines = source.lines().peekable();
    while lines.peek().is_some_and(|line| entry.take_mark(line)) {
        lines.next();
    }
    for line in lines {
        if let Some(name) = line.strip_prefix("//--- ") {
            entry.files.push((name.to_owned(), String::new()));
            continue;
        }
        if entry.files.is_empty() {
            entry.files.push((first.to_owned(), String::new()));
        }
        if let Some((_, text)) = entry.files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    entry
}

/// The output of a command on both streams, with addresses and process numbers normalised.
fn said(tools: &Tools, folder: &Path, command: &str) -> Result<String, Failure> {
    let functions = "upcc() { \"$UPCC\" \"$@\"; }; upcrun() { \"$UPCRUN\" \"$@\"; }; exec 2>&1; ";
    let mut sh = Command::new("sh");
    sh.arg("-c").arg(format!("{functions}{command}")).current_dir(folder);
    sh.env("UPCC", &tools.upcc).env("UPCRUN", &tools.upcrun).env("LC_ALL", "C");
    for variable in VARIABLES {
        sh.env_remove(variable);
    }
    let outcome =
        process::run(&mut sh, b"", tools.limit).map_err(|error| format!("sh: {error}"))?;
    let text = outcome.stdout.replace(&format!("{}/", folder.display()), "");
    Ok(plain(&text))
}

fn plain(text: &str) -> String {
    let address = Regex::new("0x[0-9a-f]+").expect("a constant expression");
    let process = Regex::new("(pid|process) [0-9]{2,}").expect("a constant expression");
    process.replace_all(&address.replace_all(text, "0x..."), "$1 ...").into_owned()
}

/// If several threads find the same mistake at the same time, any of them may report it.
fn whichever_thread(text: &str) -> String {
    let number = Regex::new("(thread|value) [0-9]+").expect("a constant expression");
    number.replace_all(text, "$1 N").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_with_two_files() {
        let e = parse(
            "// # T\n// $ upcc a.upc\n// > do\n//--- a.upc\nint a;\n//--- b.upc\nint b;\n",
            "x.upc",
        );
        assert_eq!((e.title.as_str(), e.commands.len(), e.advice.len()), ("T", 1, 1));
        assert_eq!(e.files[1], ("b.upc".to_owned(), "int b;\n".to_owned()));
        assert_eq!(parse("// # T\nint a;\n", "x.upc").files[0].0, "x.upc");
    }

    #[test]
    fn what_differs_from_run_to_run_is_made_equal() {
        assert_eq!(plain("at 0x7f12 in pid 4711"), "at 0x... in pid ...");
    }
}
