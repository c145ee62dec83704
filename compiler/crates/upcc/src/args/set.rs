// SPDX-License-Identifier: Apache-2.0
//! Effects of options on [`Options`]: one function an option, named in the table.

use upc_source::WARNINGS;

use super::{split_words, Options, Pthreads, Query, Stop, DUMP_LETTERS, MAX_THREADS};
use crate::suggest::nearest;

type Done = Result<(), String>;

/// `-T N` and its spellings (UPC 6.3.1).
pub fn threads(o: &mut Options, value: &str) -> Done {
    let number = value.strip_prefix('=').unwrap_or(value);
    match number.parse::<u32>() {
        Ok(n) if (1..=MAX_THREADS).contains(&n) => {
            o.upc.threads = Some(n);
            Ok(())
        }
        Ok(_) => Err(format!(
            "{number} UPC threads: must be 1 to {MAX_THREADS}; without -T the number \
                is chosen at launch"
        )),
        Err(_) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            Err(format!("'{number}' is not a number of UPC threads (1 to {MAX_THREADS})"))
        }
        Err(_) if number.starts_with("HREADS") => {
            Err("-THREADS is no option: -T 4 or -fupc-threads-4 fixes THREADS at 4".into())
        }
        Err(_) => Err(format!(
            "'{number}' is not a number of UPC threads (1 to {MAX_THREADS}); a linker script is \
             given with -Wl,-T,{number}"
        )),
    }
}

/// IBM XL UPC's `-qupc=threads=N`, the only suboption that concerns the program.
pub fn xl_upc(o: &mut Options, value: &str) -> Done {
    match value.strip_prefix("threads=") {
        Some(number) => threads(o, number),
        None => Err(format!("-qupc={value}: of XL UPC's suboptions 'threads=N' is known, as -T N")),
    }
}

/// `-pthreads[=N]`, N UPC threads per process unless the launcher is told otherwise.
pub fn pthreads(o: &mut Options, value: &str) -> Done {
    let count = match value {
        "" => None,
        v => match v.parse::<u32>() {
            Ok(n) if (1..=MAX_THREADS).contains(&n) => Some(n),
            _ => {
                return Err(format!(
                "-pthreads={v}: must be a number of UPC threads per process, 1 to {MAX_THREADS}"
            ))
            }
        },
    };
    o.upc.pthreads = Pthreads::Yes(count);
    Ok(())
}

/// `-nopthreads`: a UPC thread is a process.
pub fn no_pthreads(o: &mut Options, _: &str) -> Done {
    o.upc.pthreads = Pthreads::No;
    Ok(())
}

/// `-shared-heap=SIZE`.
pub fn heap(o: &mut Options, value: &str) -> Done {
    o.upc.heap = Some(parse_size(value)?);
    Ok(())
}

/// Reads a size in bytes: a number, of MB unless K, M, G or T (then optionally B or iB) or B
/// follows.
fn parse_size(value: &str) -> Result<u64, String> {
    let bad = || {
        format!(
            "-shared-heap={value}: must be a number of MB, or with a suffix K, M, G or T \
            (64MB, 1.5G)"
        )
    };
    let split = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    let number: f64 = value[..split].parse().map_err(|_| bad())?;
    let shift =
        match value[split..].to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
            "" if value[split..].eq_ignore_ascii_case("b") => 0,
            "K" => 10,
            "" | "M" => 20,
            "G" => 30,
            "T" => 40,
            _ => return Err(bad()),
        };
    let bytes = number * (1u64 << shift) as f64;
    if !(1.0..=(1u64 << 40) as f64).contains(&bytes) {
        return Err(format!("-shared-heap={value}: a UPC thread's shared heap is 1 byte to 1 TB"));
    }
    Ok(bytes as u64)
}

/// `-network=NAME`: every program can run over each network; the job's start chooses.
pub fn network(o: &mut Options, value: &str) -> Done {
    let _ = o;
    match value {
        "smp" | "tcp" | "ofi" | "ucx" => Ok(()),
        other => Err(format!(
            "-network={other}: it must be smp, tcp, ofi or ucx; every program can use each: \
             UPC_NETWORK chooses when it starts"
        )),
    }
}

/// `-fno-upc-pre-include`: `upc.h` is not included before the source.
pub fn no_pre_include(o: &mut Options, _: &str) -> Done {
    o.upc.pre_include = false;
    Ok(())
}

/// `-fupc-pre-include`, the default.
pub fn pre_include(o: &mut Options, _: &str) -> Done {
    o.upc.pre_include = true;
    Ok(())
}

/// `-fberkeley`: programs use their branches for Berkeley's compiler.
pub fn berkeley(o: &mut Options, _: &str) -> Done {
    o.upc.berkeley = true;
    Ok(())
}

/// `-fno-berkeley`, the default.
pub fn no_berkeley(o: &mut Options, _: &str) -> Done {
    o.upc.berkeley = false;
    Ok(())
}

/// `-uses-threads`: the program creates pthreads itself.
pub fn uses_threads(o: &mut Options, _: &str) -> Done {
    o.cc.push("-pthread".into());
    Ok(())
}

/// Names, separated by commas, added to those of earlier options.
pub fn plain_names(o: &mut Options, value: &str) -> Done {
    o.upc.plain_names.extend(value.split(',').filter(|n| !n.is_empty()).map(String::from));
    Ok(())
}

/// `-fupc-analyze-all`: functions without UPC are checked and translated too.
pub fn analyze_all(o: &mut Options, _: &str) -> Done {
    o.upc.analyze_all = true;
    Ok(())
}

/// `-fupc-dump=LETTERS`.
pub fn dump(o: &mut Options, value: &str) -> Done {
    match value.chars().find(|&l| !DUMP_LETTERS.contains(l)) {
        None if !value.is_empty() => {
            o.upc.dump = value.to_string();
            Ok(())
        }
        _ => Err(format!(
            "-fupc-dump={value}: takes letters of {DUMP_LETTERS}; upcc --help says what they show"
        )),
    }
}

/// `-fupc-verify`: checks the invariants of every phase's result.
pub fn verify(o: &mut Options, _: &str) -> Done {
    o.upc.verify = true;
    Ok(())
}

/// `-inst`: reports the program's events to a performance tool.
pub fn instrument(o: &mut Options, _: &str) -> Done {
    o.upc.instrument.on = true;
    Ok(())
}

/// `-inst-local`: also accesses of a thread's own shared data; implies `-inst`.
pub fn instrument_local(o: &mut Options, _: &str) -> Done {
    o.upc.instrument.local = true;
    instrument(o, "")
}

/// `-inst-calls`: without single accesses; implies `-inst`.
pub fn instrument_calls(o: &mut Options, _: &str) -> Done {
    o.upc.instrument.calls = true;
    instrument(o, "")
}

/// `-inst-functions`: also entries and exits of functions; implies `-inst`.
pub fn instrument_functions(o: &mut Options, _: &str) -> Done {
    o.upc.instrument.functions = true;
    instrument(o, "")
}

/// `-fupc-opt`: the optimisations of shared accesses run, except those turned off one by one.
pub fn optimise(o: &mut Options, _: &str) -> Done {
    o.upc.passes.set_all(true);
    Ok(())
}

/// `-fno-upc-opt`: none runs.
pub fn no_optimise(o: &mut Options, _: &str) -> Done {
    o.upc.passes.set_all(false);
    Ok(())
}

macro_rules! passes {
    ($($on:ident $off:ident $flag:literal;)*) => {$(
        /// The pass of this name runs.
        pub fn $on(o: &mut Options, _: &str) -> Done {
            o.upc.passes.set($flag, true);
            Ok(())
        }

        /// The pass of this name does not run.
        pub fn $off(o: &mut Options, _: &str) -> Done {
            o.upc.passes.set($flag, false);
            Ok(())
        }
    )*};
}

passes! {
    inline no_inline "inline";
    pointers no_pointers "pointers";
    values no_values "values";
    limits no_limits "limits";
    walks no_walks "walks";
    iterations no_iterations "iterations";
    streams no_streams "streams";
    rows no_rows "rows";
    runs no_runs "runs";
    indefinite no_indefinite "indefinite";
    coalesce no_coalesce "coalesce";
    own no_own "own";
    gather no_gather "gather";
    tables no_tables "tables";
    independent no_independent "independent";
    inspector no_inspector "inspector";
    owners no_owners "owners";
    updates no_updates "updates";
    counted no_counted "counted";
    together no_together "together";
}

/// `-fupc-check`: run-time checks, also without `-g`.
pub fn run_checks(o: &mut Options, _: &str) -> Done {
    o.upc.run_checks = Some(true);
    Ok(())
}

/// `-fno-upc-check`: none, even with `-g`.
pub fn no_run_checks(o: &mut Options, _: &str) -> Done {
    o.upc.run_checks = Some(false);
    Ok(())
}

/// `-checks`: objects are linked only if they fit together; the default.
pub fn checks(o: &mut Options, _: &str) -> Done {
    o.upc.checks = true;
    Ok(())
}

/// `-nochecks`: links objects without a check that they fit together.
pub fn no_checks(o: &mut Options, _: &str) -> Done {
    o.upc.checks = false;
    Ok(())
}

/// `-Wupc-NAME`.
pub fn upc_warning(o: &mut Options, name: &str) -> Done {
    warning_option(o, "", name)
}

/// `-Wno-upc-NAME`.
pub fn no_upc_warning(o: &mut Options, name: &str) -> Done {
    warning_option(o, "no-", name)
}

/// `-Werror=upc-NAME`.
pub fn upc_warning_error(o: &mut Options, name: &str) -> Done {
    warning_option(o, "error=", name)
}

/// `-Wno-error=upc-NAME`.
pub fn upc_warning_no_error(o: &mut Options, name: &str) -> Done {
    warning_option(o, "no-error=", name)
}

/// An unknown name is no error: another release may have it.
fn warning_option(o: &mut Options, what: &str, name: &str) -> Done {
    let name = format!("upc-{name}");
    if !WARNINGS.iter().any(|w| w.name == name) {
        let near = nearest(&name, WARNINGS.iter().map(|w| w.name));
        let hint = near.map_or("see upcc --help=warnings".to_string(), |n| {
            format!("did you mean '-W{what}{n}'?")
        });
        o.warnings.push(format!("-W{what}{name}: there is no such warning; {hint}"));
    }
    o.upc.warnings.push(format!("{what}{name}"));
    Ok(())
}

/// An option for what upcc always does.
pub fn nothing(_: &mut Options, _: &str) -> Done {
    Ok(())
}

/// The earliest of the requested stages ends the work, as in gcc.
fn stop(o: &mut Options, at: Stop) -> Done {
    o.stop = o.stop.min(at);
    Ok(())
}

/// `-E`.
pub fn stop_preprocess(o: &mut Options, _: &str) -> Done {
    stop(o, Stop::Preprocess)
}

/// `-fsyntax-only`.
pub fn stop_check(o: &mut Options, _: &str) -> Done {
    stop(o, Stop::Check)
}

/// `-trans`: ends with the translated C.
pub fn stop_translate(o: &mut Options, _: &str) -> Done {
    stop(o, Stop::Translate)
}

/// `-S`.
pub fn stop_assembly(o: &mut Options, _: &str) -> Done {
    stop(o, Stop::Assembly)
}

/// `-c`.
pub fn stop_object(o: &mut Options, _: &str) -> Done {
    stop(o, Stop::Object)
}

/// `-o FILE`.
pub fn output(o: &mut Options, file: &str) -> Done {
    o.output = Some(file.to_string());
    Ok(())
}

/// `-smart-output`: the executable is called after the first file.
pub fn smart_output(o: &mut Options, _: &str) -> Done {
    o.smart_output = true;
    Ok(())
}

/// `-save-temps`: intermediate files are kept.
pub fn save_temps(o: &mut Options, place: &str) -> Done {
    match place {
        "" | "cwd" | "obj" => {
            o.save_temps = true;
            Ok(())
        }
        other => Err(format!("-save-temps={other}: must be 'cwd' or 'obj'")),
    }
}

/// `-nosave-temps`: they are not, the default.
pub fn no_save_temps(o: &mut Options, _: &str) -> Done {
    o.save_temps = false;
    Ok(())
}

/// `-lines`: line markers in the translated C, the default.
pub fn lines(o: &mut Options, _: &str) -> Done {
    o.upc.lines = true;
    Ok(())
}

/// `-nolines`: none.
pub fn no_lines(o: &mut Options, _: &str) -> Done {
    o.upc.lines = false;
    Ok(())
}

/// `-M`: make rules instead of an output.
pub fn deps_m(o: &mut Options, _: &str) -> Done {
    o.dependencies.only = Some("-M");
    stop(o, Stop::Preprocess)
}

/// `-MM`: the same without headers of the system.
pub fn deps_mm(o: &mut Options, _: &str) -> Done {
    o.dependencies.only = Some("-MM");
    stop(o, Stop::Preprocess)
}

/// `-MD`: make rules besides the output.
pub fn deps_md(o: &mut Options, _: &str) -> Done {
    o.dependencies.beside = Some("-MD");
    Ok(())
}

/// `-MMD`: the same without headers of the system.
pub fn deps_mmd(o: &mut Options, _: &str) -> Done {
    o.dependencies.beside = Some("-MMD");
    Ok(())
}

/// `-MG`: headers that are missing are in the rules.
pub fn deps_mg(o: &mut Options, _: &str) -> Done {
    o.dependencies.flags.push("-MG".into());
    Ok(())
}

/// `-MP`: a rule without a recipe for each header.
pub fn deps_mp(o: &mut Options, _: &str) -> Done {
    o.dependencies.flags.push("-MP".into());
    Ok(())
}

/// `-MF FILE`: where the rules go.
pub fn deps_mf(o: &mut Options, file: &str) -> Done {
    o.dependencies.file = Some(file.to_string());
    Ok(())
}

/// `-MT TARGET`: the rules' target, as given.
pub fn deps_mt(o: &mut Options, target: &str) -> Done {
    o.dependencies.flags.extend(["-MT".into(), target.to_string()]);
    Ok(())
}

/// `-MQ TARGET`: the same, quoted for make.
pub fn deps_mq(o: &mut Options, target: &str) -> Done {
    o.dependencies.flags.extend(["-MQ".into(), target.to_string()]);
    Ok(())
}

/// `-Wc,-O3 -std=gnu99`: words for the C compiler, at every stage since `-std=` and `-m` concern
/// all.
pub fn wc(o: &mut Options, value: &str) -> Done {
    let words = split_words(value);
    o.cc.extend(
        words.iter().flat_map(|w| w.split(',')).filter(|w| !w.is_empty()).map(String::from),
    );
    Ok(())
}

/// `-link-with=COMMAND`: links with this command instead of the C compiler.
pub fn link_with(o: &mut Options, command: &str) -> Done {
    if split_words(command).is_empty() {
        return Err("-link-with= needs a command".into());
    }
    o.link_with = Some(command.to_string());
    Ok(())
}

/// `-v`: shows the commands that are run.
pub fn verbose(o: &mut Options, _: &str) -> Done {
    o.verbose = o.verbose.max(1);
    Ok(())
}

/// `-###`: shows the commands and runs none.
pub fn dry_run(o: &mut Options, _: &str) -> Done {
    o.dry_run = true;
    verbose(o, "")
}

/// `-vv`: `-v`, and what the C compiler itself runs.
pub fn very_verbose(o: &mut Options, _: &str) -> Done {
    o.verbose = 2;
    Ok(())
}

/// The first question is answered.
fn query(o: &mut Options, q: Query) -> Done {
    o.query.get_or_insert(q);
    Ok(())
}

/// `--help`; the C compiler answers for topics that are not upcc's.
pub fn help(o: &mut Options, topic: &str) -> Done {
    query(
        o,
        match topic {
            "" => Query::Help,
            "warnings" => Query::Warnings,
            "errors" => Query::Errors,
            other => Query::Cc(format!("--help={other}")),
        },
    )
}

/// `-explain NAME`: the page of an error or warning.
pub fn explain(o: &mut Options, name: &str) -> Done {
    query(o, Query::Explain(super::explain::explain(name)?))
}

/// `-fdiagnostics-format=FORM`: messages as text, or as JSON.
pub fn diagnostics_format(o: &mut Options, form: &str) -> Done {
    o.upc.json = match form {
        "text" => false,
        "json" | "json-stderr" => true,
        other => {
            return Err(format!(
                "-fdiagnostics-format={other}: must be 'text', 'json' or 'json-stderr'"
            ))
        }
    };
    Ok(())
}

/// `-version`.
pub fn version(o: &mut Options, _: &str) -> Done {
    query(o, Query::Version)
}

/// `-print-include-dir`: where `upc.h` is.
pub fn print_include_dir(o: &mut Options, _: &str) -> Done {
    query(o, Query::IncludeDir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("64"), Ok(64 << 20));
        assert_eq!(parse_size("1.5G"), Ok(3 << 29));
        assert_eq!(parse_size("512MB"), Ok(512 << 20));
        assert_eq!(parse_size("4KiB"), Ok(4096));
        assert_eq!(parse_size("4096b"), Ok(4096));
        for bad in ["", "x", "1X", "0", "2000T", "-1"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn thread_counts() {
        let mut o = Options::default();
        assert!(threads(&mut o, "=4").is_ok());
        assert_eq!(o.upc.threads, Some(4));
        assert!(threads(&mut o, "0").unwrap_err().contains("1 to 65536"));
        assert!(threads(&mut o, "65536").is_ok() && threads(&mut o, "65537").is_err());
        assert!(threads(&mut o, "script.ld").unwrap_err().contains("-Wl,-T,script.ld"));
    }
}
