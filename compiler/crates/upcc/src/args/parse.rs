// SPDX-License-Identifier: Apache-2.0
//! Matches the arguments against the table.

use super::table::{Action, Spec, Value, OPTIONS};
use super::{Language, LinkItem, Options, Source, Stop};
use crate::suggest::nearest;

/// Options the C compiler spells with two dashes.
const TWO_DASHES: [&str; 4] = ["param", "sysroot", "coverage", "target"];

/// Reads the arguments (without the program's name). Errors: every message, in order.
pub fn parse(args: &[String]) -> Result<Options, Vec<String>> {
    let mut parser = Parser { options: Options::default(), forced: None, errors: Vec::new() };
    let mut rest = args.iter().peekable();
    while let Some(arg) = rest.next() {
        parser.argument(arg, &mut rest);
    }
    parser.finish()
}

type Rest<'a> = std::iter::Peekable<std::slice::Iter<'a, String>>;

struct Parser {
    options: Options,
    /// `-x`; `None`: by suffix.
    forced: Option<String>,
    errors: Vec<String>,
}

/// An option of the table found in an argument, with the text after its name where it takes one
/// joined.
struct Match<'a> {
    spec: &'static Spec,
    joined: Option<&'a str>,
}

impl Parser {
    fn argument(&mut self, arg: &str, rest: &mut Rest) {
        if arg == "-" || !arg.starts_with('-') {
            return self.file(arg);
        }
        let Some(found) = find(arg).filter(|found| !is_misspelt(arg, found)) else {
            return self.unknown(arg);
        };
        let value = match self.value(arg, &found, rest) {
            Ok(value) => value,
            Err(e) => return self.errors.push(e),
        };
        if let Err(e) = self.apply(arg, &found, value, rest) {
            self.errors.push(e);
        }
    }

    /// The option's value, from this argument or the next.
    fn value(&self, arg: &str, found: &Match, rest: &mut Rest) -> Result<Option<String>, String> {
        if let Some(joined) = found.joined {
            return Ok(Some(joined.to_string()));
        }
        match found.spec.value {
            Value::Separate | Value::JoinedOrSeparate | Value::EqualsOrSeparate => {
                match rest.next() {
                    Some(next) => Ok(Some(next.clone())),
                    None => Err(format!("missing argument to '{arg}'")),
                }
            }
            _ => Ok(None),
        }
    }

    fn apply(
        &mut self,
        arg: &str,
        found: &Match,
        value: Option<String>,
        rest: &mut Rest,
    ) -> Result<(), String> {
        let words = || canonical(arg, found, value.as_deref());
        let o = &mut self.options;
        match found.spec.action {
            Action::Cc => o.cc.extend(words()),
            Action::Cpp => o.cpp.extend(words()),
            Action::CppFinal => o.cpp_final.extend(words()),
            Action::Compile => o.compile.extend(words()),
            Action::Link => o.link.extend(words().into_iter().map(LinkItem::Flag)),
            Action::CcLink => o.cc.extend(words()),
            Action::Query => {
                o.query.get_or_insert(super::Query::Cc(words().concat()));
            }
            Action::Set(set) => {
                set(o, value.as_deref().unwrap_or("")).map_err(|e| prefixed(arg, found.spec, e))?
            }
            Action::Parser => self.own(found.spec.name, value.as_deref().unwrap_or(""), rest),
            Action::Warn(why) => o.warnings.push(format!("'{arg}' has no effect: {why}")),
            Action::Reject(why) => return Err(format!("'{arg}' is not supported: {why}")),
        }
        Ok(())
    }

    /// Options that need the parser's state.
    fn own(&mut self, name: &str, value: &str, rest: &mut Rest) {
        match name {
            "x" => self.forced = (value != "none").then(|| value.to_string()),
            // Cray's `cc -h upc`.
            "h" if rest.peek().is_some_and(|next| next.as_str() == "upc") => {
                rest.next();
            }
            "h" => {
                self.options.query.get_or_insert(super::Query::Help);
            }
            // -norc and -conf were handled before parsing, when the files were read.
            _ => {}
        }
    }

    fn file(&mut self, path: &str) {
        let language = match &self.forced {
            Some(name) => Some(forced_language(name, path)),
            None if path == "-" => Some(Language::Upc),
            None => language_of(path),
        };
        match language {
            Some(language) => {
                self.options.link.push(LinkItem::Source(self.options.sources.len()));
                self.options.sources.push(Source { path: path.to_string(), language });
            }
            None => self.options.link.push(LinkItem::File(path.to_string())),
        }
    }

    fn unknown(&mut self, arg: &str) {
        let name = arg.trim_start_matches('-');
        let (name, has_value) = name.split_once('=').map_or((name, false), |(n, _)| (n, true));
        let takes =
            |spec: &&Spec| !has_value || !matches!(spec.value, Value::None | Value::Separate);
        let needs_value =
            |near: &str| OPTIONS.iter().any(|s| s.name == near && s.value == Value::Equals);
        let near = || nearest(name, OPTIONS.iter().filter(takes).map(|s| s.name));
        let hint = match has_another_way(name) {
            Some(way) => format!("; {way}"),
            None => match near() {
                Some(near) if has_value || needs_value(near) => {
                    format!("; did you mean '-{near}='?")
                }
                Some(near) => format!("; did you mean '-{near}'?"),
                None => String::new(),
            },
        };
        self.errors.push(format!("unrecognized command-line option '{arg}'{hint}"));
    }

    fn finish(mut self) -> Result<Options, Vec<String>> {
        let o = &self.options;
        if o.query.is_none() {
            if o.output.is_some()
                && o.stop < Stop::Link
                && o.stop != Stop::Check
                && o.sources.len() > 1
            {
                self.errors.push(
                    "cannot specify '-o' with '-c', '-S', '-E' or '-trans' with multiple files"
                        .into(),
                );
            }
            if o.sources.iter().any(|s| s.path == "-")
                && o.stop != Stop::Preprocess
                && self.forced.is_none()
            {
                self.errors.push("'-E' or '-x' required when input is from standard input".into());
            }
            if let Some(option) = o.dependencies.stray().filter(|_| !o.sources.is_empty()) {
                self.errors.push(format!(
                    "{option}: no dependencies are asked for: add -MD or -MMD, or -M or -MM to do \
                     nothing else"
                ));
            }
        }
        if self.errors.is_empty() {
            Ok(self.options)
        } else {
            Err(self.errors)
        }
    }
}

/// How to do what users expect of an option that upcc does not have.
fn has_another_way(name: &str) -> Option<&'static str> {
    match name {
        "n" | "np" | "threads" | "nthreads" => {
            Some("upcrun -n chooses the number of threads, and upcc -T fixes it")
        }
        "cc" | "ccbin" | "compiler" | "with-cc" => {
            Some("the environment variable UPCC_CC, or else CC, chooses the C compiler")
        }
        _ => None,
    }
}

/// A message that does not name its option gets the option in front.
fn prefixed(arg: &str, spec: &Spec, message: String) -> String {
    if message.starts_with('-') || message.starts_with("network") {
        return message;
    }
    let name = if spec.name.len() == 1 { &arg[..2.min(arg.len())] } else { arg };
    format!("{name}: {message}")
}

/// Whether `arg`, which the table leaves to the C compiler as any `-f` or `-W`, must be meant for
/// upcc: its name contains `upc`, or differs from a name of upcc's by one slip.
fn is_misspelt(arg: &str, found: &Match) -> bool {
    let name = arg.trim_start_matches('-').split('=').next().unwrap_or("");
    let foreign = found.spec.value == Value::Joined && found.spec.name.len() == 1;
    let catches_all = foreign && matches!(found.spec.action, Action::Cc);
    let own = OPTIONS.iter().map(|s| s.name).filter(|n| n.starts_with(found.spec.name));
    let mut own = own.filter(|n| n.contains("upc") || n.contains("berkeley"));
    catches_all
        && (name.contains("upc") || own.any(|n| n.len() > 6 && strsim::osa_distance(name, n) == 1))
}

/// The longest entry of the table that `arg` matches.
fn find(arg: &str) -> Option<Match<'_>> {
    let one = &arg[1..];
    let two = one.strip_prefix('-');
    let mut best: Option<Match> = None;
    for spec in OPTIONS {
        let long = two.filter(|_| spec.name.len() > 1);
        let Some(joined) = match_name(spec, one).or_else(|| long.and_then(|l| match_name(spec, l)))
        else {
            continue;
        };
        let better = match &best {
            None => true,
            Some(b) => spec.name.len() > b.spec.name.len(),
        };
        if better {
            best = Some(Match { spec, joined });
        }
    }
    best
}

/// Whether `text` (without dashes) is this option: the joined value, or `Some(None)` where there is
/// none.
fn match_name<'a>(spec: &Spec, text: &'a str) -> Option<Option<&'a str>> {
    let after = text.strip_prefix(spec.name)?;
    match spec.value {
        Value::None | Value::Separate => after.is_empty().then_some(None),
        Value::Joined => Some(Some(after)),
        Value::JoinedOrSeparate => Some((!after.is_empty()).then_some(after)),
        Value::Equals => after.strip_prefix('=').map(Some),
        Value::EqualsOrSeparate | Value::MaybeEquals if after.is_empty() => Some(None),
        Value::EqualsOrSeparate | Value::MaybeEquals => after.strip_prefix('=').map(Some),
    }
}

/// The words that the C compiler is given for an option, in its own spelling.
fn canonical(arg: &str, found: &Match, value: Option<&str>) -> Vec<String> {
    let spec = found.spec;
    let dashes =
        if TWO_DASHES.contains(&spec.name) && arg.starts_with("--") || spec.name == "coverage" {
            "--"
        } else {
            "-"
        };
    let name = format!("{dashes}{}", spec.name);
    match (value, found.joined.is_some(), spec.value) {
        (None, ..) => vec![name],
        (Some(v), true, Value::Equals | Value::EqualsOrSeparate | Value::MaybeEquals) => {
            vec![format!("{name}={v}")]
        }
        (Some(v), true, _) => vec![format!("{name}{v}")],
        // One word if the C compiler accepts one, so that an option is never separated from its
        // value.
        (Some(v), false, Value::JoinedOrSeparate) if spec.name.len() == 1 => {
            vec![format!("{name}{v}")]
        }
        (Some(v), false, _) => vec![name, v.to_string()],
    }
}

/// The language of a file by its suffix; `None`: for the linker.
fn language_of(path: &str) -> Option<Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (_, suffix) = name.rsplit_once('.')?;
    Some(match suffix {
        "upc" | "c" => Language::Upc,
        "upci" | "i" => Language::UpcPreprocessed,
        "h" | "uph" => Language::Header,
        "s" | "S" | "sx" | "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "ii" | "m"
        | "mi" | "mm" | "f" | "for" | "F" | "f90" | "F90" | "f95" | "F95" | "f03" | "F03"
        | "f08" | "F08" | "go" | "d" | "adb" | "ads" => Language::Other(None),
        _ => return None,
    })
}

/// The language of the file `path` after `-x name`. Its suffix may still mark it as preprocessed:
/// the preprocessor would add the runtime's header a second time.
fn forced_language(name: &str, path: &str) -> Language {
    match name {
        "upc" if language_of(path) == Some(Language::UpcPreprocessed) => Language::UpcPreprocessed,
        "upc" | "upc-header" => Language::Upc,
        "upc-cpp-output" => Language::UpcPreprocessed,
        other => Language::Other(Some(other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pthreads, Query};
    use super::*;

    fn ok(line: &str) -> Options {
        parse(&args(line)).unwrap_or_else(|e| panic!("{line}: {e:?}"))
    }

    fn err(line: &str) -> String {
        parse(&args(line)).expect_err(line).join("\n")
    }

    fn args(line: &str) -> Vec<String> {
        super::super::split_words(line)
    }

    #[test]
    fn thread_spellings() {
        for line in [
            "-T 4",
            "-T=4",
            "-T4",
            "-fupc-threads-4",
            "-fupc-threads=4",
            "-fthreads-4",
            "-fthreads=4",
            "-X 4",
            "-qupc=threads=4",
            "-X4",
            "--T=4",
        ] {
            if line.starts_with("--") {
                assert!(err(line).contains("unrecognized"));
            } else {
                assert_eq!(ok(line).upc.threads, Some(4), "{line}");
            }
        }
        assert!(err("-T").contains("missing argument"));
        assert!(err("-T x.ld").contains("-Wl,-T,x.ld"));
    }

    #[test]
    fn options_of_a_rule_that_none_asks_for() {
        for line in ["-MF a.d", "-MT t", "-MQ t", "-MP", "-MG"] {
            assert!(
                err(&format!("{line} -c a.upc")).contains("no dependencies are asked for"),
                "{line}"
            );
            assert_eq!(ok(&format!("{line} a.o")).sources.len(), 0);
            ok(&format!("{line} -MD -c a.upc"));
            ok(&format!("{line} -MM a.upc"));
        }
    }

    #[test]
    fn upc_options_with_one_or_two_dashes() {
        assert_eq!(ok("--shared-heap=1G").upc.heap, Some(1 << 30));
        assert_eq!(ok("-shared-heap 64").upc.heap, Some(64 << 20));
        assert_eq!(ok("-pthreads=3").upc.pthreads, Pthreads::Yes(Some(3)));
        assert_eq!(ok("-pthreads -nopthreads").upc.pthreads, Pthreads::No);
        assert_eq!(ok("-pthread").upc.pthreads, Pthreads::Unset);
        assert_eq!(ok("-pthread").cc, ["-pthread"]);
        assert!(ok("-network=smp").errors_free());
        assert!(
            err("--network=udp").contains("-network=udp")
                && err("-network ibv").contains("-network=ibv")
        );
        assert_eq!(ok("-h upc a.c").sources.len(), 1);
        assert_eq!(ok("-h").query, Some(Query::Help));
        assert_eq!(ok("-hupc").query, None);
    }

    impl Options {
        fn errors_free(&self) -> bool {
            self.warnings.is_empty()
        }
    }

    #[test]
    fn stages_and_their_options() {
        let o =
            ok("-c -I inc -Idir -D X=1 -O2 -std=gnu99 -Wall -fPIC -m64 -g a.upc -o a.o -MD -MF \
            a.d -MT t");
        assert_eq!(o.stop, Stop::Object);
        assert_eq!(o.cpp, ["-Iinc", "-Idir", "-DX=1"]);
        assert_eq!(o.cc, ["-O2", "-std=gnu99", "-Wall", "-fPIC", "-m64", "-g"]);
        assert_eq!(
            (o.output.as_deref(), o.dependencies.file.as_deref()),
            (Some("a.o"), Some("a.d"))
        );
        assert!(o.dependencies.has_target() && o.says_debug());
        assert_eq!(o.standard(), Some("gnu99"));
        assert_eq!(ok("-S -c a.c").stop, Stop::Assembly);
        assert_eq!(ok("-isystem x -include y.h a.c").cpp, ["-isystem", "x", "-include", "y.h"]);
        assert_eq!(
            ok("--std=c11 --sysroot=/s --param a=b").cc,
            ["-std=c11", "--sysroot=/s", "--param", "a=b"]
        );
        assert_eq!(ok("'-Wc,-O3 -std=gnu99,-g'").cc, ["-O3", "-std=gnu99", "-g"]);
        assert_eq!(ok("-E -dM -P a.c").cpp_final, ["-dM", "-P"]);
    }

    #[test]
    fn each_optimisation_has_its_options() {
        for flag in upc_ir::PASSES.iter().filter_map(|p| p.flag) {
            assert!(ok("-O2 a.upc").passes().has(flag));
            assert!(!ok(&format!("-fno-upc-{flag} a.upc")).passes().has(flag));
            assert!(ok(&format!("-fno-upc-{flag} -fupc-{flag} a.upc")).passes().has(flag));
            assert!(!ok("-fno-upc-opt a.upc").passes().has(flag));
            assert!(ok("-fno-upc-opt -fupc-opt a.upc").passes().has(flag));
            assert!(!ok("-O2 -O0 a.upc").passes().has(flag));
            assert!(ok("-O0 -O1 a.upc").passes().has(flag));
        }
    }

    #[test]
    fn link_order_is_kept() {
        use LinkItem::{File, Flag, Source};
        let o = ok("a.upc -L lib b.o -lm -Wl,-z,now c.c -Xlinker --x");
        let want = [
            Source(0),
            Flag("-Llib".into()),
            File("b.o".into()),
            Flag("-lm".into()),
            Flag("-Wl,-z,now".into()),
            Source(1),
            Flag("-Xlinker".into()),
            Flag("--x".into()),
        ];
        assert_eq!(o.link, want);
        assert!(ok("-shared a.o").has_flag("-shared") && ok("-fopenmp a.o").has_flag("-fopenmp"));
    }

    #[test]
    fn languages() {
        let o = ok("a.upc b.c c.i d.s e.cc -x c f.c -x upc j.i k.upci l.txt -x none g.c h.h");
        let other = |n: Option<&str>| Language::Other(n.map(String::from));
        let want = [
            Language::Upc,
            Language::Upc,
            Language::UpcPreprocessed,
            other(None),
            other(None),
            other(Some("c")),
            Language::UpcPreprocessed,
            Language::UpcPreprocessed,
            Language::Upc,
            Language::Upc,
            Language::Header,
        ];
        assert_eq!(o.sources.iter().map(|s| s.language.clone()).collect::<Vec<_>>(), want);
    }

    #[test]
    fn refusals() {
        assert!(err("-c a.c b.c -o x").contains("multiple files"));
        assert!(
            err("-share-heap=1G").contains("did you mean '-shared-heap='?")
                && err("-pthread=4").contains("did you mean '-pthreads='?"),
            "{}",
            err("-share-heap=1G")
        );
        for (wrong, near) in [
            ("-fno-upc-inspecter", "-fno-upc-inspector"),
            ("-fopt-inf-upc", "-fopt-info-upc"),
            ("-fno-ucp-runs", "-fno-upc-runs"),
            ("-fupc-dmp=t", "-fupc-dump="),
            ("--fberkely", "-fberkeley"),
        ] {
            let said = err(wrong);
            assert!(said.contains(&format!("'{wrong}'; did you mean '{near}'?")), "{said}");
        }
        assert!(err("-fwith-upc-magic").contains("unrecognized"));
        assert!(err("-nonsense").contains("unrecognized command-line option '-nonsense'"));
        assert!(err("-tv").contains("not supported"));
        assert!(err("-").contains("standard input"));
        assert!(ok("-heap-offset=3 -cupc2c").warnings.len() == 2);
        assert_eq!(err("-nonsense -T0").lines().count(), 2);
    }

    #[test]
    fn upc_warnings_stay_here() {
        let o = ok("-Wall -Wno-upc-exit -Werror=upc-x -Wupc-y");
        assert_eq!(o.cc, ["-Wall"]);
        assert_eq!(o.upc.warnings, ["no-upc-exit", "error=upc-x", "upc-y"]);
    }

    #[test]
    fn what_the_c_compiler_knows_is_its_own() {
        for line in
            ["-fplugin=libupc.so", "-fopt-info-vec-missed", "-Wcpp", "-Wp,-v", "-fno-common"]
        {
            assert!(ok(line).errors_free(), "{line}");
        }
        let listed = ["--help=common", "--help=optimizers", "--help=warnings", "--help=C"];
        let listed = std::process::Command::new("cc").arg("-Q").args(listed).output();
        let listed = listed.map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
        for line in listed.unwrap_or_default().lines() {
            let Some(name) = line.split_whitespace().next() else { continue };
            let name = name.split(['=', '<', '[']).next().unwrap_or(name);
            if name.starts_with("-f") || name.starts_with("-W") {
                assert!(find(name).is_some_and(|f| !is_misspelt(name, &f)), "{name}");
            }
        }
    }

    #[test]
    fn queries() {
        assert_eq!(
            ok("-print-file-name=libc.a").query,
            Some(Query::Cc("-print-file-name=libc.a".into()))
        );
        assert_eq!(ok("-dumpversion").query, Some(Query::Cc("-dumpversion".into())));
        assert_eq!(ok("--version").query, Some(Query::Version));
        assert_eq!(ok("-print-include-dir").query, Some(Query::IncludeDir));
    }
}
