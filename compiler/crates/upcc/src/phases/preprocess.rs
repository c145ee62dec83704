//! `cc -E`.

use std::path::Path;
use std::process::Command;

use super::{comments, macros};
use crate::args::{Language, Options, Source, Stop};
use crate::toolchain::Toolchain;

/// The call of the preprocessor for a UPC source, without `-o`. With `last` it is the user's own `-E`. Errors: the header
/// included beforehand is not installed.
pub fn command(tools: &Toolchain, options: &Options, source: &Source, last: bool) -> Result<Command, String> {
    let pre_include = tools.pre_include(options.upc.pre_include)?;
    let mut cc = tools.cc();
    cc.args(&options.cc).arg("-E").args(macros::predefined(&options.upc));
    cc.arg("-include").arg(pre_include).args(&options.cpp);
    // After the user's directories; a tree installed in /usr is searched anyway, and naming it would reorder #include_next.
    let include = tools.include_dir();
    if !matches!(include.to_str(), Some("/usr/include" | "/usr/local/include")) {
        cc.arg("-isystem").arg(include);
    }
    if last {
        cc.args(&options.cpp_final);
    } else if keeps_comments(tools, options) {
        cc.arg("-C");
    }
    if options.verbose > 1 {
        cc.arg("-v");
    }
    cc.args(dependency_options(options, source));
    cc.args(["-x", "c"]).arg(&source.path);
    Ok(cc)
}

/// Whether the text for the translator is made with its comments. clang heeds none.
pub fn keeps_comments(tools: &Toolchain, options: &Options) -> bool {
    !tools.is_clang() && comments::matter(options)
}

/// The call of the preprocessor on a file that is preprocessed already, or of another language: the C compiler's own affair.
pub fn foreign_command(tools: &Toolchain, options: &Options, source: &Source) -> Command {
    let mut cc = tools.cc();
    cc.args(&options.cc)
        .arg("-E")
        .args(&options.cpp)
        .args(&options.cpp_final)
        .args(dependency_options(options, source));
    match &source.language {
        Language::Other(Some(language)) => cc.args(["-x", language]),
        Language::Other(None) => &mut cc,
        _ => cc.args(["-x", "cpp-output"]),
    };
    cc.arg(&source.path);
    cc
}

/// `-M...` with the file and the target spelled out: `cc -E -MD` alone would take them from the temporary output.
pub fn dependency_options(options: &Options, source: &Source) -> Vec<String> {
    let deps = &options.dependencies;
    let mut out = deps.flags.clone();
    if let Some(only) = deps.only {
        out.push(only.into());
    }
    if let Some(beside) = deps.beside {
        out.push(beside.into());
        let (file, target) = dependency_names(options, source);
        out.extend(["-MF".into(), deps.file.clone().unwrap_or(file)]);
        if !deps.has_target() {
            out.extend(["-MQ".into(), target]);
        }
    } else if let Some(file) = &deps.file {
        out.extend(["-MF".into(), file.clone()]);
    }
    out
}

/// Default `-MF` and target of `-MD`, as gcc's since version 11.
fn dependency_names(options: &Options, source: &Source) -> (String, String) {
    let base = stem(&source.path);
    match (&options.output, options.stop) {
        (Some(out), Stop::Link) if options.sources.len() == 1 => (with_suffix(out, "d"), out.clone()),
        (Some(out), Stop::Link) => (format!("{out}-{base}.d"), format!("{out}-{base}.o")),
        (None, Stop::Link) if options.sources.len() == 1 && base == "a" => ("a.d".into(), "a.o".into()),
        (None, Stop::Link) => (format!("a-{base}.d"), format!("{base}.o")),
        (Some(out), _) => (with_suffix(out, "d"), out.clone()),
        (None, Stop::Assembly) => (format!("{base}.d"), format!("{base}.s")),
        (None, _) => (format!("{base}.d"), format!("{base}.o")),
    }
}

/// The file's name without directory and suffix; `-` is `stdin`.
pub fn stem(path: &str) -> String {
    if path == "-" {
        return "stdin".into();
    }
    Path::new(path).file_stem().map_or_else(|| path.to_string(), |s| s.to_string_lossy().into_owned())
}

fn with_suffix(path: &str, suffix: &str) -> String {
    Path::new(path).with_extension(suffix).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{parse, split_words};

    fn deps(line: &str) -> String {
        let options = parse(&split_words(line)).unwrap();
        dependency_options(&options, &options.sources[0]).join(" ")
    }

    #[test]
    fn dependency_defaults() {
        assert_eq!(deps("-MD -c s/a.upc"), "-MD -MF a.d -MQ a.o");
        assert_eq!(deps("-MMD -c a.upc -o o/x.o"), "-MMD -MF o/x.d -MQ o/x.o");
        assert_eq!(deps("-MD -MP -MT t -MF f a.upc"), "-MP -MT t -MD -MF f");
        assert_eq!(deps("-MD a.upc -o p"), "-MD -MF p.d -MQ p");
        assert_eq!(deps("-MD a.upc -o p.exe"), "-MD -MF p.d -MQ p.exe");
        assert_eq!(deps("-MD b.upc"), "-MD -MF a-b.d -MQ b.o");
        assert_eq!(deps("-MD a.upc"), "-MD -MF a.d -MQ a.o");
        assert_eq!(deps("-MM a.upc"), "-MM");
        assert_eq!(deps("-MM -MF f a.upc"), "-MM -MF f");
        assert_eq!(deps("-M -MD -c a.upc"), "-M -MD -MF a.d -MQ a.o");
        assert_eq!(deps("-c a.upc"), "");
    }
}
