// SPDX-License-Identifier: Apache-2.0
//! Checks that the units of a program fit together (docs/abi.md section 6).

use std::collections::BTreeMap;

use super::decls::{self, Decl, Kind};
use super::inputs::Unit;
use super::note::{Note, ABI};
use super::thread_local;
use crate::args::{Options, Pthreads};
use crate::toolchain::Mode;

/// Properties common to the units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    pub mode: Mode,
    /// Static THREADS; 0: dynamic.
    pub threads: u32,
    pub upc: bool,
    /// Every unit with UPC is compiled with run-time checks.
    pub run_checks: bool,
}

/// The kind of the program, as far as the units agree.
pub fn program(units: &[Unit], options: &Options) -> Program {
    let modes = || notes(units).map(|(_, n)| n.mode);
    let mode = match options.upc.pthreads {
        Pthreads::Unset => modes().next().unwrap_or(Mode::Process),
        given => Mode::of(given),
    };
    let threads =
        notes(units).map(|(_, n)| n.threads).find(|&n| n > 0).or(options.upc.threads).unwrap_or(0);
    let run_checks = notes(units).all(|(_, n)| n.checks || !n.upc);
    Program { mode, threads, upc: units.iter().any(Unit::is_upc), run_checks }
}

/// The note on a program of which only some units are compiled with run-time
/// checks.
pub fn partly_checked(units: &[Unit]) -> Option<String> {
    let some = |checked: bool| {
        notes(units).find(|(_, n)| n.upc && n.checks == checked).map(|(u, _)| &u.name)
    };
    let (with, without) = (some(true)?, some(false)?);
    let others = notes(units).filter(|(_, n)| n.upc && !n.checks).count() - 1;
    let more = if others > 0 { format!(" and {others} more") } else { String::new() };
    Some(format!(
        "{without}{more} compiled without run-time checks, {with} with them: accesses of \
         the former are not checked"
    ))
}

fn notes(units: &[Unit]) -> impl Iterator<Item = (&Unit, &Note)> {
    units.iter().flat_map(|u| u.notes.iter().map(move |n| (u, n)))
}

/// All reasons not to link these units as `program`.
pub fn errors(units: &[Unit], program: Program, options: &Options) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(abi_version(units));
    out.extend(mixed_modes(units, program.mode, options));
    out.extend(mixed_threads(units, options));
    if program.mode == Mode::Pthreads {
        out.extend(own_threads(units, options));
        out.extend(thread_local::disagreements(units));
        out.extend(thread_local::missing(units));
    }
    if options.has_flag("-shared") {
        out.extend(units.iter().find(|u| u.is_upc()).map(|u| {
            format!(
                "{} has UPC code, which cannot be part of a shared library; link it into the \
                executable (an archive, -static parts and C code in shared libraries are fine)",
                u.name
            )
        }));
    }
    out.extend(conflicting_declarations(units));
    out.extend(private_uses(units));
    out
}

fn abi_version(units: &[Unit]) -> Vec<String> {
    let wrong = notes(units).filter(|(_, n)| n.abi != ABI);
    wrong
        .map(|(u, n)| {
            format!(
                "{} is compiled for version {} of the UPC runtime's interface, and \
        this is version {ABI}; compile it again",
                u.name, n.abi
            )
        })
        .collect()
}

fn mixed_modes(units: &[Unit], mode: Mode, options: &Options) -> Option<String> {
    let (other, _) = notes(units).find(|(_, n)| n.mode != mode)?;
    let same = notes(units).find(|(_, n)| n.mode == mode);
    let (with, without) = ("with -pthreads", "without -pthreads");
    let (is, program) = if mode == Mode::Pthreads { (without, with) } else { (with, without) };
    let against = match (options.upc.pthreads, same) {
        (Pthreads::Unset, Some((u, _))) => format!("{} is compiled {program}", u.name),
        (Pthreads::Unset, None) => format!("the program is linked {program}"),
        (Pthreads::No, _) => "the program is linked with -nopthreads".into(),
        (Pthreads::Yes(_), _) => "the program is linked with -pthreads".into(),
    };
    Some(format!(
        "{} is compiled {is}, but {against}; compile all units of a program the same way",
        other.name
    ))
}

fn mixed_threads(units: &[Unit], options: &Options) -> Option<String> {
    let fixed = |n: &Note| n.threads > 0;
    let concerned: Vec<_> = notes(units).filter(|(_, n)| n.upc || fixed(n)).collect();
    let (first, first_note) = concerned.first()?;
    let disagree = |n: &Note| n.threads != first_note.threads;
    if let Some((other, note)) = concerned.iter().find(|(_, n)| disagree(n)) {
        return Some(format!(
            "{} is compiled {}, but {} {}; compile all units of a program with the same -T",
            first.name,
            for_threads(first_note.threads),
            other.name,
            for_threads(note.threads)
        ));
    }
    let asked = options.upc.threads.filter(|&n| n != first_note.threads)?;
    Some(format!(
        "{} is compiled {}, but the program is linked with -T {asked}; compile all units with -T \
         {asked}",
        first.name,
        for_threads(first_note.threads)
    ))
}

fn for_threads(n: u32) -> String {
    match n {
        0 => "for any number of threads (without -T)".into(),
        n => format!("for {n} threads (-T {n})"),
    }
}

/// Under -pthreads a UPC thread is a pthread, and other pthreads would have no data of a UPC
/// thread.
fn own_threads(units: &[Unit], options: &Options) -> Vec<String> {
    let remedy =
        "compile the program without -pthreads: its UPC threads are then processes, each free to \
         start its own";
    let mut out: Vec<String> = Vec::new();
    let openmp = options.cc.iter().any(|f| f == "-fopenmp" || f.starts_with("-fopenmp="));
    if openmp {
        out.push(format!("-fopenmp cannot be used in a program linked with -pthreads; {remedy}"));
    }
    for unit in units {
        // The message above names the option.
        let of_openmp: &[&str] = if openmp { &[] } else { &["GOMP_parallel", "__kmpc_fork_call"] };
        let starts =
            ["pthread_create", "thrd_create"].iter().chain(of_openmp).find(|s| unit.refers_to(s));
        out.extend(starts.map(|s| {
            format!(
                "{} calls {s}, which a program linked with -pthreads cannot; {remedy}",
                unit.name
            )
        }));
    }
    out
}

/// The declarations of each shared object against its definition, or against the first one.
fn conflicting_declarations(units: &[Unit]) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<&Decl>> = BTreeMap::new();
    for decl in units.iter().flat_map(|u| &u.decls) {
        by_name.entry(&decl.name).or_default().push(decl);
    }
    let mut out = Vec::new();
    for all in by_name.values() {
        let rank = |d: &Decl| match d.kind {
            Kind::Definition => 0,
            Kind::Tentative => 1,
            Kind::Extern => 2,
        };
        let main = (0..all.len()).min_by_key(|&i| rank(all[i])).unwrap_or(0);
        out.extend(
            (0..all.len())
                .filter(|&i| i != main)
                .filter_map(|i| decls::conflict(all[main], all[i])),
        );
    }
    out
}

/// Units that use a shared object of another unit as private data: its symbol is no address there.
fn private_uses(units: &[Unit]) -> Vec<String> {
    let shared: BTreeMap<&str, &Decl> = units
        .iter()
        .flat_map(|u| &u.decls)
        .filter(|d| d.kind != Kind::Extern)
        .map(|d| (d.name.as_str(), d))
        .collect();
    let knows = |unit: &Unit, name: &str| unit.decls.iter().any(|d| d.name == name);
    let mut out = Vec::new();
    for unit in units {
        let used = unit.undefined.iter().filter_map(|name| shared.get(name.as_str()));
        out.extend(used.filter(|d| !knows(unit, &d.name)).map(|d| {
            format!(
                "'{}' is shared at {} ({}), but {} uses it without 'shared': declare it there as \
                 'extern {}', in a UPC file",
                d.name, d.place, d.ty, unit.name, d.ty
            )
        }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{parse, split_words};

    fn unit(name: &str, mode: Mode, threads: u32, upc: bool) -> Unit {
        let note = Note {
            abi: ABI,
            mode,
            threads,
            upc,
            checks: true,
            file: name.into(),
            heap: None,
            pthreads: None,
        };
        Unit { name: name.into(), notes: vec![note], ..Unit::default() }
    }

    fn says(units: &[Unit], line: &str) -> String {
        let options = parse(&split_words(line)).unwrap();
        errors(units, program(units, &options), &options).join("\n")
    }

    use Mode::{Process as P, Pthreads as T};

    #[test]
    fn modes() {
        assert_eq!(says(&[unit("a.o", P, 0, true), unit("b.o", P, 0, false)], ""), "");
        assert_eq!(says(&[unit("a.o", T, 0, true), unit("b.o", T, 0, false)], ""), "");
        let mixed = [unit("a.o", P, 0, true), unit("b.o", T, 0, false)];
        assert!(says(&mixed, "")
            .starts_with("b.o is compiled with -pthreads, but a.o is compiled without -pthreads"));
        assert!(says(&mixed, "-pthreads").starts_with(
            "a.o is compiled without -pthreads, but the program is linked with -pthreads"
        ));
        assert!(says(&[unit("a.o", T, 0, true)], "-nopthreads").contains("-nopthreads"));
    }

    #[test]
    fn thread_counts() {
        assert_eq!(says(&[unit("a.o", P, 4, true), unit("b.o", P, 0, false)], ""), "");
        assert!(says(&[unit("a.o", P, 4, true), unit("b.o", P, 0, true)], "")
            .contains("b.o for any number"));
        assert!(says(&[unit("a.o", P, 4, true), unit("b.o", P, 2, false)], "")
            .contains("b.o for 2 threads"));
        assert!(says(&[unit("a.o", P, 0, true)], "-T 4").contains("linked with -T 4"));
        assert_eq!(says(&[unit("a.o", P, 4, true)], "-T 4"), "");
    }

    #[test]
    fn partly_checked_programs_are_told() {
        let mut plain = unit("b.o", P, 0, true);
        plain.notes[0].checks = false;
        assert_eq!(partly_checked(&[unit("a.o", P, 0, true), unit("c.o", P, 0, true)]), None);
        let said = partly_checked(&[unit("a.o", P, 0, true), plain]).unwrap();
        assert!(said.starts_with("b.o compiled without run-time checks, a.o with them"), "{said}");
    }

    #[test]
    fn other_refusals() {
        let mut old = unit("a.o", P, 0, true);
        old.notes[0].abi = 9;
        assert!(says(&[old], "").contains("version 9"));
        assert!(says(&[unit("a.o", P, 0, true)], "-shared").contains("shared library"));
        assert_eq!(says(&[unit("a.o", P, 0, false)], "-shared"), "");
        assert!(says(&[unit("a.o", T, 0, true)], "-fopenmp").contains("-fopenmp cannot"));
        assert_eq!(says(&[unit("a.o", P, 0, true)], "-fopenmp"), "");
        let parallel =
            || Unit { undefined: vec!["GOMP_parallel".into()], ..unit("a.o", T, 0, true) };
        assert!(says(&[parallel()], "").contains("a.o calls GOMP_parallel"));
        assert_eq!(says(&[parallel()], "-fopenmp").matches("cannot").count(), 1);
    }
}
