// SPDX-License-Identifier: Apache-2.0
//! `cc -E`.

use std::path::Path;
use std::process::Command;

use super::{comments, dependencies, macros};
use crate::args::{Language, Options, Source};
use crate::toolchain::Toolchain;

/// The call of the preprocessor for a UPC source, without `-o`. With `last` it is the user's own
/// `-E`. Errors: the header included beforehand is not installed.
pub fn command(
    tools: &Toolchain,
    options: &Options,
    source: &Source,
    last: bool,
) -> Result<Command, String> {
    let pre_include = tools.pre_include(options.upc.pre_include)?;
    let mut cc = tools.cc();
    cc.args(&options.cc).arg("-E").args(macros::predefined(&options.upc));
    if options.is_sanitized() {
        cc.arg("-D__UPCR_INLINE__=1");
    }
    cc.arg("-include").arg(pre_include).args(&options.cpp);
    // After the user's directories. A tree installed in /usr is searched by default, and an option
    // for it would reorder #include_next.
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
    cc.args(dependencies::options(options, source));
    cc.args(["-x", "c"]).arg(&source.path);
    Ok(cc)
}

/// Whether the text for the translator keeps its comments. clang ignores comments.
pub fn keeps_comments(tools: &Toolchain, options: &Options) -> bool {
    !tools.is_clang() && comments::matter(options)
}

/// The call of the preprocessor on a preprocessed file, or one of another language, exactly as the
/// C compiler does it.
pub fn foreign_command(tools: &Toolchain, options: &Options, source: &Source) -> Command {
    let mut cc = tools.cc();
    cc.args(&options.cc)
        .arg("-E")
        .args(&options.cpp)
        .args(&options.cpp_final)
        .args(dependencies::options(options, source));
    match &source.language {
        Language::Other(Some(language)) => cc.args(["-x", language]),
        Language::Other(None) => &mut cc,
        _ => cc.args(["-x", "cpp-output"]),
    };
    cc.arg(&source.path);
    cc
}

/// The file's name without directory and suffix; `-` is `stdin`.
pub fn stem(path: &str) -> String {
    if path == "-" {
        return "stdin".into();
    }
    Path::new(path)
        .file_stem()
        .map_or_else(|| path.to_string(), |s| s.to_string_lossy().into_owned())
}
