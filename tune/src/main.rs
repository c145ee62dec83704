// SPDX-License-Identifier: Apache-2.0
//! `upctune`: measures the algorithms of the collectives on this machine and writes the table by
//! which programs then choose among them (docs/collectives.md).
//!
//! It compiles two programs with the tree's own upcc (`tree`), and measures the parameters of the
//! cost model (`costs`). For each layout, number of threads and operation it races the algorithms
//! that are near the best by the model (`plan`, `measure`). It keeps the results in a file next to
//! the table, so that an interrupted run can continue (`store`). It smooths the winners (`smooth`),
//! and writes rules (`rules`), a picture (`picture`) and a map for the terminal (`chart`).

mod chart;
mod child;
mod costs;
mod grid;
mod load;
mod measure;
mod options;
mod picture;
mod plan;
mod programs;
mod progress;
mod rules;
mod smooth;
mod store;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use costs::Costs;
use options::{Action, Options};
use plan::Job;
use programs::{Bench, Where};
use progress::Progress;
use store::Store;

fn main() -> ExitCode {
    child::hear_signals();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "upctune: {message}");
            child::signal_received()
                .map_or(ExitCode::FAILURE, |number| ExitCode::from(128 + number as u8))
        }
    }
}

/// Prints to standard output; a closed pipe is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

fn run() -> Result<(), String> {
    match options::read(std::env::args().skip(1))? {
        Action::Help => print(&options::help()),
        Action::Version => print(&format!("upctune (Partita) {}\n", env!("CARGO_PKG_VERSION"))),
        Action::Tune(options) => tune(&options)?,
    }
    Ok(())
}

fn tune(options: &Options) -> Result<(), String> {
    let _ = writeln!(std::io::stderr(), "upctune: {}", options::announcement(options));
    let bench = Bench::new(options.sim.as_deref())?;
    let place = bench.place()?;
    let target = target(options, &place)?;
    let jobs = plan::jobs(options, &place);
    let load = load::Load::start();
    let costs = match options.sim {
        Some(_) => Costs::default(), // the platform's
        None => costs::measure(&bench, place.processors, &options.far)?,
    };
    let mut store = Store::open(&target, &place.head, options)?;
    measure_all(&jobs, options, &bench, &costs, &mut store)?;
    publish(options, &place, &target, &costs, &store)?;
    store.remove();
    if let Some(warning) = load.warning().filter(|_| options.sim.is_none()) {
        let _ = writeln!(std::io::stderr(), "upctune: warning: {warning}");
    }
    Ok(())
}

/// Writes the table and the picture, and prints their gain.
fn publish(
    options: &Options,
    place: &Where,
    target: &Path,
    costs: &Costs,
    store: &Store,
) -> Result<(), String> {
    let (penalty, reach) = match options.sim {
        Some(_) => (smooth::VIRTUAL, rules::Reach::Measured),
        None => (smooth::MEASURED, rules::Reach::Open),
    };
    let winners = smooth::winners(&grid::cells(store.samples()), penalty);
    write(target, &rules::text(&place.head, costs, &winners, reach))?;
    let picture = target.with_extension("svg");
    write(&picture, &picture::svg(&winners, &place.processor))?;
    print(&chart::map(&winners));
    let table = target.display();
    // Programs find a table of another name only if they are told.
    let use_of = if place.table.as_deref() == Some(target) {
        format!("{table} chooses from now on (upcrun -show-coll; UPC_COLL_TABLE=none does without)")
    } else {
        format!("Programs choose by {table} if UPC_COLL_TABLE names it (upcrun -show-coll)")
    };
    let gains = chart::gains(&winners);
    print(&format!("{gains}\n{use_of}.\n{} shows it.\n", picture.display()));
    Ok(())
}

fn target(options: &Options, place: &Where) -> Result<std::path::PathBuf, String> {
    match (&options.output, &place.table) {
        (Some(path), _) => Ok(path.clone()),
        (None, Some(path)) => Ok(path.clone()),
        (None, None) => {
            Err("there is no folder for the table: set HOME or XDG_CONFIG_HOME, or say -o FILE"
                .to_owned())
        }
    }
}

/// Runs the jobs that are not done yet.
fn measure_all(
    jobs: &[Job],
    options: &Options,
    bench: &Bench,
    costs: &Costs,
    store: &mut Store,
) -> Result<(), String> {
    let share = options.seconds / jobs.len() as f64;
    let mut progress = Progress::new(jobs.len());
    for job in jobs {
        progress.show(&job.to_string());
        if !store.has(job) {
            store.add(job, measure::run(bench, job, share, options, costs)?)?;
        }
    }
    Ok(())
}

/// Replaces a file atomically: a program that starts meanwhile reads the old file or the new one.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let done = std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, path));
    done.map_err(|why| {
        let _ = std::fs::remove_file(&draft);
        format!("cannot write {}: {why}", path.display())
    })
}
