// SPDX-License-Identifier: Apache-2.0
//! The progress: one line, rewritten, on a terminal; elsewhere a line for each tenth.

use std::io::{IsTerminal, Write};
use std::time::Instant;

pub struct Progress {
    steps: usize,
    begun: usize,
    start: Instant,
    terminal: bool,
}

const WIDTH: usize = 30;

impl Progress {
    /// The progress of a run of `steps` steps.
    pub fn new(steps: usize) -> Progress {
        Progress {
            steps,
            begun: 0,
            start: Instant::now(),
            terminal: std::io::stderr().is_terminal(),
        }
    }

    /// The next step begins.
    pub fn show(&mut self, what: &str) {
        let done = self.begun;
        self.begun += 1;
        let mut out = std::io::stderr().lock();
        let line = line(done, self.steps, self.start.elapsed().as_secs_f64(), what);
        // A closed standard error is no reason to stop.
        let _ = if self.terminal {
            write!(out, "\r{line}\x1b[K")
        } else if done * 10 / self.steps != (done + 1) * 10 / self.steps || done == 0 {
            writeln!(out, "upctune: {line}")
        } else {
            Ok(())
        };
        let _ = out.flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// `[######      ]  20 %  72 s left  reduce of 2 processes`.
fn line(done: usize, steps: usize, elapsed: f64, what: &str) -> String {
    let filled = WIDTH * done / steps;
    let left = match done {
        0 => String::new(),
        _ => format!("  {:.0} s left", elapsed / done as f64 * (steps - done) as f64),
    };
    format!(
        "[{}{}] {:3} %{left}  {what}",
        "#".repeat(filled),
        " ".repeat(WIDTH - filled),
        100 * done / steps
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line() {
        let expected = format!("[{}{}]  20 %  40 s left  reduce", "#".repeat(6), " ".repeat(24));
        assert_eq!(line(2, 10, 10.0, "reduce"), expected);
        assert!(line(0, 10, 0.0, "x").ends_with("]   0 %  x"));
    }
}
