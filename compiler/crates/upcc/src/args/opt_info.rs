// SPDX-License-Identifier: Apache-2.0
//! `-fopt-info-upc`: which remarks of the optimisations are shown, and where.

use super::Options;

/// The requested remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptInfo {
    /// Lines of text about changes made, and about changes not made and why.
    pub optimized: bool,
    pub missed: bool,
    /// The destination of the lines; `None`: standard error.
    pub file: Option<String>,
    /// The file of `-fopt-info-upc-json`.
    pub json: Option<String>,
}

impl OptInfo {
    /// Whether remarks are requested.
    pub fn wanted(&self) -> bool {
        self.optimized || self.missed || self.json.is_some()
    }
}

/// `-fopt-info-upc[-optimized][-missed][-all][=FILE]`: `rest` is the text after the name. Several
/// options add up; the last file counts.
pub fn opt_info(o: &mut Options, rest: &str) -> Result<(), String> {
    let (words, file) =
        rest.split_once('=').map_or((rest, None), |(words, file)| (words, Some(file)));
    let (mut optimized, mut missed) = (words.is_empty(), words.is_empty());
    for word in words.split('-').skip(1) {
        match word {
            "optimized" => optimized = true,
            "missed" => missed = true,
            "all" => (optimized, missed) = (true, true),
            "json" => return Err("-fopt-info-upc-json= needs a file".into()),
            _ => return Err(bad(rest)),
        }
    }
    if !words.is_empty() && !words.starts_with('-') {
        return Err(bad(rest));
    }
    let info = &mut o.upc.opt_info;
    if let Some(file) = file {
        info.file = Some(named(file)?);
    }
    info.optimized |= optimized;
    info.missed |= missed;
    Ok(())
}

/// `-fopt-info-upc-json=FILE`: all remarks as an array of JSON.
pub fn opt_info_json(o: &mut Options, file: &str) -> Result<(), String> {
    o.upc.opt_info.json = Some(named(file)?);
    Ok(())
}

fn named(file: &str) -> Result<String, String> {
    match file {
        "" => Err("-fopt-info-upc: the file's name is missing after '='".into()),
        file => Ok(file.to_string()),
    }
}

fn bad(rest: &str) -> String {
    format!(
        "-fopt-info-upc{rest}: may be followed by '-optimized', '-missed', '-all' and '=FILE', \
        or '-json=FILE'"
    )
}

#[cfg(test)]
mod tests {
    use super::super::{parse, split_words};
    use super::*;

    fn info(line: &str) -> OptInfo {
        parse(&split_words(line)).unwrap_or_else(|e| panic!("{line}: {e:?}")).upc.opt_info
    }

    #[test]
    fn kinds_and_files() {
        let shown = |line: &str| (info(line).optimized, info(line).missed);
        assert_eq!(shown("-fopt-info-upc"), (true, true));
        assert_eq!(shown("-fopt-info-upc-all"), (true, true));
        assert_eq!(shown("-fopt-info-upc-missed"), (false, true));
        assert_eq!(shown("-fopt-info-upc-optimized=x"), (true, false));
        assert_eq!(shown("-fopt-info-upc-optimized -fopt-info-upc-missed"), (true, true));
        assert_eq!(shown("-fopt-info-upc-optimized-missed"), (true, true));
        assert_eq!(shown("-fopt-info-upc-json=x"), (false, false));
        assert_eq!(info("-fopt-info-upc=a -fopt-info-upc-missed=b=c").file.as_deref(), Some("b=c"));
        assert_eq!(info("-fopt-info-upc-json=x").json.as_deref(), Some("x"));
        assert!(!info("-O2").wanted() && info("-fopt-info-upc-json=x").wanted());
    }

    #[test]
    fn others_are_the_c_compilers_or_wrong() {
        assert_eq!(
            parse(&split_words("-fopt-info-vec")).map(|o| o.cc),
            Ok(vec!["-fopt-info-vec".to_string()])
        );
        for wrong in [
            "-fopt-info-upc-note",
            "-fopt-info-upcx",
            "-fopt-info-upc=",
            "-fopt-info-upc-json",
            "-fopt-info-upc-json=",
        ] {
            let errors = parse(&split_words(wrong)).expect_err(wrong);
            assert!(
                errors.len() == 1 && errors[0].contains("-fopt-info-upc"),
                "{wrong}: {errors:?}"
            );
        }
    }
}
