// SPDX-License-Identifier: Apache-2.0
//! The page: self-contained HTML without a script.

use std::fmt::Write;

use super::source::{common_folder, Remark, Source};
use super::summary::{Kind, Line, Summary, Traffic, KINDS};

const COLOURS: [&str; KINDS.len()] =
    ["#4c78a8", "#f58518", "#e45756", "#72b7b2", "#54a24b", "#b279a2", "#eeca3b", "#9d9da3"];

const STYLE: &str = "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:90em;padding:0 \
    1em;color:#222}\
table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .7em;border-bottom:1px solid \
#ddd;text-align:right}\
td:first-child,th:first-child,td.text,th.text{text-align:left}\
.bar{display:flex;height:1.4em;width:40em;max-width:35vw}\
.key{display:inline-block;width:.9em;height:.9em;margin:0 .4em 0 \
1em}code{background:#f4f4f4;padding:0 .2em}\
td{vertical-align:top;white-space:nowrap}td.text{white-space:normal}\
.missed{color:#a33;font-size:90%}.done{color:#373;font-size:90%}";

/// A matrix of more columns shows numbers only where the pointer is: colours fit on the screen.
const MOST_NUMBERS: usize = 16;

/// The job that the page describes.
pub struct Job<'a> {
    pub program: &'a str,
    /// The job's exit status.
    pub status: u8,
    /// The name of the joined trace, a file next to the page.
    pub trace: &'a str,
    pub summary: &'a Summary,
    pub source: &'a Source,
}

impl Job<'_> {
    /// The folder to which names of files are shown relative; empty: as they are.
    fn folder(&self) -> &str {
        let events = self.summary.lines.keys().map(|(at, _)| at.as_str());
        common_folder(events.chain(self.source.remarked()))
    }

    /// A line's name on the page.
    fn shown<'a>(&self, at: &'a str) -> &'a str {
        at.strip_prefix(self.folder()).unwrap_or(at)
    }
}

/// The page of a job.
pub fn html(job: &Job) -> String {
    let mut out = String::new();
    let summary = job.summary;
    let longest = summary.span.iter().copied().fold(0.0, f64::max);
    head(&mut out, job, longest);
    threads(&mut out, summary, longest);
    waits(&mut out, job, &of_kind(summary, &is_wait));
    tasks(&mut out, job, &of_kind(summary, &is_task));
    data(&mut out, job, &of_kind(summary, &|line| !is_wait(line) && !is_task(line)));
    matrices(&mut out, summary);
    remarks(&mut out, job);
    out += "</body></html>\n";
    out
}

fn head(out: &mut String, job: &Job, longest: f64) {
    let program = escaped(job.program);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Profile of \
         {program}</title>\
         <style>{STYLE}</style></head><body>\n<h1>Profile of <code>{program}</code></h1>\n"
    );
    let _ = writeln!(
        out,
        "<p>{}, {} from the first to the last event of a thread. Only units compiled with \
         <code>upcc -inst</code> are seen. Perfetto and Chrome's viewer show the single events in \
         <a href=\"{trace}\">{trace}</a>.</p>",
        of_nodes(job.summary),
        duration(longest),
        trace = escaped(job.trace)
    );
    if job.status != 0 {
        let _ = writeln!(
            out,
            "<p>The job ended with status {}. If a signal or an error ended it, up to the last \
             tenth of a second of each thread is missing.</p>",
            job.status
        );
    }
    if !job.folder().is_empty() {
        let folder = escaped(job.folder());
        let _ = writeln!(out, "<p>Files are named relative to <code>{folder}</code>.</p>");
    }
}

/// The matrices of communication.
fn matrices(out: &mut String, summary: &Summary) {
    if summary.nodes() > 1 {
        let text = "Bytes (operations) that the threads of the row's node read from or write to \
                    memory of the column's.";
        let title = ("nodes", "node", "Communication between nodes");
        matrix(out, title, text, &summary.traffic_of_nodes());
    }
    let text = "Bytes (operations) that the thread of the row reads from or writes to memory of \
                the column's.";
    let title = ("communication", "thread", "Communication between threads");
    matrix(out, title, text, &summary.traffic);
}

fn of_nodes(summary: &Summary) -> String {
    let threads = format!("{} threads", summary.threads.len());
    match summary.nodes() {
        1 => threads,
        nodes => format!("{threads} on {nodes} nodes that share no memory"),
    }
}

fn threads(out: &mut String, summary: &Summary, longest: f64) {
    out.push_str("<h2>Where each thread's time went</h2>\n<p>");
    for ((_, name), colour) in KINDS.iter().zip(COLOURS) {
        let _ = write!(out, "<span class=\"key\" style=\"background:{colour}\"></span>{name}");
    }
    out.push_str("</p>\n<table id=\"threads\"><tr><th>thread</th><th>time</th><th></th>");
    let used: Vec<_> = KINDS
        .iter()
        .filter(|(kind, _)| summary.spent.iter().any(|spent| spent[*kind as usize] > 0.0))
        .collect();
    for (_, name) in &used {
        let _ = write!(out, "<th>{name}</th>");
    }
    out.push_str("</tr>\n");
    for (row, number) in summary.threads.iter().enumerate() {
        let _ = write!(
            out,
            "<tr><td>{number}</td><td>{}</td><td><div class=\"bar\">",
            duration(summary.span[row])
        );
        for ((kind, name), colour) in KINDS.iter().zip(COLOURS) {
            let time = summary.share(row, *kind) * summary.span[row];
            bar(out, name, colour, time, longest);
        }
        out.push_str("</div></td>");
        for (kind, _) in &used {
            let _ = write!(out, "<td>{:.0} %</td>", 100.0 * summary.share(row, *kind));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

/// A piece of a thread's bar; the full width is `longest`.
fn bar(out: &mut String, name: &str, colour: &str, time: f64, longest: f64) {
    let share = if longest > 0.0 { 100.0 * time / longest } else { 0.0 };
    let title = format!("{name}: {}", duration(time));
    let _ = write!(
        out,
        "<div title=\"{title}\" style=\"background:{colour};width:{share:.3}%\"></div>"
    );
}

fn is_wait(line: &Line) -> bool {
    matches!(line.kind, Kind::Barrier | Kind::Lock | Kind::Collective | Kind::Tasks)
}

fn is_task(line: &Line) -> bool {
    line.kind == Kind::Program
}

/// A line, its operation and what is known of it.
type Row<'a> = (&'a (String, String), &'a Line);

/// The lines that are wanted, those that take the most time first.
fn of_kind<'a>(summary: &'a Summary, wanted: &dyn Fn(&Line) -> bool) -> Vec<Row<'a>> {
    let mut list: Vec<_> = summary.lines.iter().filter(|(_, line)| wanted(line)).collect();
    list.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
    list
}

fn waits(out: &mut String, job: &Job, list: &[Row]) {
    out.push_str(
        "<h2>Waits for barriers, locks, collectives and tasks</h2>\n<p>The thread that waits least \
         at a barrier came last: the others waited for it.</p>\n",
    );
    let moved = list.iter().any(|(_, line)| line.bytes > 0);
    let heads = ["time of all", "longest (thread)", "shortest (thread)"];
    lines(out, ("waits", moved, &heads), job, list, &|line| {
        let by = |(time, row): (f64, usize)| by_thread(job.summary, time, row);
        format!("<td>{}</td><td>{}</td>", by(line.longest()), by(line.shortest()))
    });
}

fn tasks(out: &mut String, job: &Job, list: &[Row]) {
    if list.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Tasks by the call inside which they run</h2>\n<p>Without the time in which a task \
         starts or awaits others.</p>\n",
    );
    balanced(out, ("tasks", false), job, list);
}

fn data(out: &mut String, job: &Job, list: &[Row]) {
    out.push_str("<h2>Data by source line</h2>\n");
    balanced(out, ("lines", true), job, list);
}

/// A table of lines with the balance of their times over the threads. `(id, moved)`: as in
/// [`lines`].
fn balanced(out: &mut String, (id, moved): (&str, bool), job: &Job, list: &[Row]) {
    let heads = ["time of all", "longest (thread)", "longest / mean"];
    lines(out, (id, moved, &heads), job, list, &|line| {
        let (time, row) = line.longest();
        let by = by_thread(job.summary, time, row);
        format!("<td>{by}</td><td>{:.2}</td>", line.imbalance())
    });
}

/// A time and the number of its thread.
fn by_thread(summary: &Summary, time: f64, row: usize) -> String {
    format!("{} ({})", duration(time), summary.threads.get(row).copied().unwrap_or(0))
}

/// A table of lines. `(id, moved, heads)`: of the table, whether it has columns of bytes, the heads
/// of its columns of times; `times` writes all of these but the first.
fn lines(
    out: &mut String,
    (id, moved, heads): (&str, bool, &[&str]),
    job: &Job,
    list: &[Row],
    times: &dyn Fn(&Line) -> String,
) {
    let bytes: &[&str] = match (moved, job.summary.nodes()) {
        (false, _) => &[],
        (true, 1) => &["bytes", "of other threads"],
        (true, _) => &["bytes", "of other threads", "of other nodes"],
    };
    let _ = write!(
        out,
        "<table id=\"{id}\"><tr><th>line</th><th class=\"text\">operation</th><th>calls</th>"
    );
    for head in bytes.iter().chain(heads) {
        let _ = write!(out, "<th>{head}</th>");
    }
    out.push_str("<th class=\"text\">source, and the compiler's remarks</th></tr>\n");
    for ((at, name), line) in list {
        let source = source_with_remarks(job.source, at);
        let at = if at == ":0" { "the end of the job" } else { job.shown(at) };
        let _ = write!(
            out,
            "<tr><td><code>{}</code></td><td class=\"text\">{}</td><td>{}</td>",
            escaped(at),
            escaped(name),
            grouped(line.calls)
        );
        for (_, count) in bytes.iter().zip([line.bytes, line.remote, line.far]) {
            let _ = write!(out, "<td>{}</td>", grouped(count));
        }
        let (total, times) = (duration(line.total()), times(line));
        let _ = writeln!(out, "<td>{total}</td>{times}<td class=\"text\">{source}</td></tr>");
    }
    out.push_str("</table>\n");
}

/// A number with a comma before each three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The text of a line, and the remarks on it.
fn source_with_remarks(source: &Source, at: &str) -> String {
    let text = source.text(at);
    let mut out = match text.as_str() {
        "" => String::new(),
        text => format!("<code>{}</code>", escaped(text)),
    };
    for Remark { missed, text } in source.remarks(at) {
        let (class, word) = if *missed { ("missed", "missed") } else { ("done", "optimized") };
        let _ = write!(out, "<div class=\"{class}\">{word}: {}</div>", escaped(text));
    }
    out
}

/// All remarks of the optimiser, also on lines without events.
fn remarks(out: &mut String, job: &Job) {
    let mut list: Vec<&str> = job.source.remarked().collect();
    if list.is_empty() {
        return;
    }
    list.sort_by_key(|at| super::source::place(at));
    out.push_str(
        "<h2>What the compiler optimises</h2>\n<p>Remarks of <code>-fopt-info-upc</code> on the \
         program without <code>-inst</code>.</p>\n<table id=\"remarks\"><tr><th>line</th><th \
         class=\"text\">source, and the compiler's remarks</th></tr>\n",
    );
    for at in list {
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td class=\"text\">{}</td></tr>",
            escaped(job.shown(at)),
            source_with_remarks(job.source, at)
        );
    }
    out.push_str("</table>\n");
}

/// A row for each accessing thread or node, a column for each owner; a deeper colour means more
/// bytes. `(id, what, title)`: of the table, of its rows and columns.
fn matrix(out: &mut String, (id, what, title): (&str, &str, &str), text: &str, traffic: &Traffic) {
    let most = traffic.iter().flatten().map(|cell| cell.1).max().unwrap_or(0).max(1);
    let _ = write!(out, "<h2>{title}</h2>\n<p>{text}</p>\n<table id=\"{id}\"><tr><th>{what}</th>");
    for column in 0..traffic.len() {
        let _ = write!(out, "<th>{column}</th>");
    }
    out.push_str("</tr>\n");
    for (row, cells) in traffic.iter().enumerate() {
        let _ = write!(out, "<tr><td>{row}</td>");
        for (column, (calls, bytes)) in cells.iter().enumerate() {
            let depth = 0.8 * *bytes as f64 / most as f64;
            let text = match calls {
                0 => String::new(),
                _ => format!("{} ({})", grouped(*bytes), grouped(*calls)),
            };
            let (title, text) = match traffic.len() {
                0..=MOST_NUMBERS => (String::new(), text),
                _ => (format!(" title=\"{row} to {column}: {text}\""), String::new()),
            };
            let colour = format!("background:rgba(245,133,24,{depth:.2})");
            let _ = write!(out, "<td{title} style=\"{colour}\">{text}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

/// Microseconds in a readable unit.
fn duration(us: f64) -> String {
    match us {
        us if us >= 1e6 => format!("{:.3} s", us * 1e-6),
        us if us >= 1e3 => format!("{:.3} ms", us * 1e-3),
        us => format!("{us:.1} µs"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_names() {
        assert_eq!(
            [duration(2.0), duration(1500.0), duration(2.5e6)],
            ["2.0 µs", "1.500 ms", "2.500 s"]
        );
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
