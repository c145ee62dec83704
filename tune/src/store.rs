// SPDX-License-Identifier: Apache-2.0
//! Results of an unfinished run: a file next to the table, with a block for each job. The run
//! continues if machine and options are the same; an incomplete block is measured again.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::measure::{parse, Sample};
use crate::options::Options;
use crate::plan::{Job, Layout};

pub struct Store {
    path: PathBuf,
    file: File,
    done: Vec<Job>,
    samples: Vec<Sample>,
}

impl Store {
    /// Opens the file beside `table`. `head`: the machine's lines.
    pub fn open(table: &Path, head: &str, options: &Options) -> Result<Store, String> {
        let path = table.with_extension("part");
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .map_err(|why| format!("cannot make {}: {why}", folder.display()))?;
        let Options { seconds, full, largest, .. } = options;
        let first = format!("{head}seconds {seconds} full {full} largest {largest}\n");
        let old = if options.restart {
            String::new()
        } else {
            fs::read_to_string(&path).unwrap_or_default()
        };
        let (done, samples) = old.strip_prefix(&first).map(blocks).unwrap_or_default();
        let failed = |why: std::io::Error| format!("cannot write {}: {why}", path.display());
        if done.is_empty() {
            fs::write(&path, &first).map_err(failed)?;
        } else {
            eprintln!(
                "upctune: goes on after {} measurements of an interrupted run (-restart forgets \
                 them)",
                done.len()
            );
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok(Store { path, file, done, samples })
    }

    /// Whether the job was measured, in this run or an interrupted one.
    pub fn has(&self, job: &Job) -> bool {
        self.done.contains(job)
    }

    /// Keeps the lines that a job printed.
    pub fn add(&mut self, job: &Job, lines: String) -> Result<(), String> {
        let block =
            format!("job {} {} {}\n{lines}done\n", job.layout.word(), job.threads, job.operation);
        self.file
            .write_all(block.as_bytes())
            .map_err(|why| format!("cannot write {}: {why}", self.path.display()))?;
        self.samples.extend(lines.lines().filter_map(|line| parse(job, line)));
        self.done.push(job.clone());
        Ok(())
    }

    /// All samples measured.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Deletes the file, once the table is written.
    pub fn remove(self) {
        let _ = fs::remove_file(self.path);
    }
}

fn job_of(line: &str) -> Option<Job> {
    let words: Vec<&str> = line.strip_prefix("job ")?.split(' ').collect();
    let &[layout, threads, operation] = words.as_slice() else { return None };
    Some(Job {
        layout: Layout::from_word(layout)?,
        threads: threads.parse().ok()?,
        operation: operation.to_owned(),
    })
}

/// The complete jobs, and their samples.
fn blocks(text: &str) -> (Vec<Job>, Vec<Sample>) {
    let (mut done, mut samples) = (Vec::new(), Vec::new());
    let mut open: Option<(Job, Vec<Sample>)> = None;
    for line in text.lines() {
        if let Some(job) = job_of(line) {
            open = Some((job, Vec::new()));
        } else if line == "done" {
            if let Some((job, found)) = open.take() {
                done.push(job);
                samples.extend(found);
            }
        } else if let Some((job, found)) = &mut open {
            match parse(job, line) {
                Some(sample) => found.push(sample),
                None => open = None,
            }
        }
    }
    (done, samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_blocks_count() {
        let whole = "job processes 2 reduce\nreduce 8 strong post 10\ndone\n";
        let cut = "job pthreads 2 reduce\nreduce 8 strong post 10\n";
        let damaged = "job pthreads 4 reduce\nreduce 8 str\ndone\n";
        let (done, samples) = blocks(&format!("{cut}{damaged}{whole}{cut}"));
        assert_eq!(done.len(), 1);
        assert_eq!((done[0].threads, samples.len()), (2, 1));
    }

    #[test]
    fn a_run_with_other_options_starts_anew() {
        let folder = std::env::temp_dir().join(format!("upctune-test-{}", std::process::id()));
        let table = folder.join("x.table");
        let job = Job { layout: Layout::Processes, threads: 2, operation: "reduce".into() };
        let options = Options::default();
        let mut store = Store::open(&table, "format 1\n", &options).unwrap();
        store.add(&job, "reduce 8 strong post 10\n".into()).unwrap();
        assert!(Store::open(&table, "format 1\n", &options).unwrap().has(&job));
        assert!(!Store::open(&table, "format 1\n", &Options { largest: 64, ..Options::default() })
            .unwrap()
            .has(&job));
        fs::remove_dir_all(folder).unwrap();
    }
}
