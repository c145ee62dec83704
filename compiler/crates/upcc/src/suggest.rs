// SPDX-License-Identifier: Apache-2.0
//! "Did you mean" for options, warnings and headers that do not exist.

use std::path::Path;

/// The candidate nearest to `name`, if the difference may be a typing error.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.len() / 3).clamp(1, 3);
    candidates
        .filter(|c| c.len() > 1)
        .map(|c| (strsim::osa_distance(name, c), c))
        .filter(|&(d, _)| d <= limit)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// The help text that names the header in the folder `include` nearest to the one not found
/// according to `said`, a message of the C compiler. A header that is there was not searched: the
/// file is no UPC. `None`: `said` is another message, or no name is near.
pub fn header(said: &str, include: &Path) -> Option<String> {
    let missing = missing(said)?;
    if include.join(missing).is_file() {
        return Some(format!(
            "<{missing}> is for UPC: compile the file as UPC (-x upc, or a name in .upc or .c)"
        ));
    }
    if missing == "intrinsics.h" {
        return Some(
            "<intrinsics.h> is Cray's: without the line, <upc_cray.h> has its atomics for UPC, and \
             <upc_atomic.h> those of the standard"
                .into(),
        );
    }
    let entries = std::fs::read_dir(include).ok()?;
    let names: Vec<String> =
        entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
    let headers = names.iter().map(String::as_str).filter(|name| name.ends_with(".h"));
    // The prefix and the suffix that all headers share do not make two names similar.
    let stem = |name: &'_ str| name.trim_start_matches("upc_").trim_end_matches(".h").len();
    let near = nearest(missing, headers)?;
    (strsim::osa_distance(missing, near) <= (stem(missing) / 3).max(1))
        .then(|| format!("did you mean <{near}>?"))
}

/// The name in gcc's `x.h: No such file or directory` or clang's `'x.h' file not found`.
fn missing(said: &str) -> Option<&str> {
    let said = said.trim_end();
    let gcc = said.strip_suffix(": No such file or directory");
    let clang = || said.strip_suffix("' file not found");
    gcc.or_else(clang)?.rsplit([' ', '\'']).next().filter(|name| name.ends_with(".h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips() {
        let names = ["shared-heap=", "pthreads", "save-temps", "T"];
        assert_eq!(nearest("share-heap=", names.into_iter()), Some("shared-heap="));
        assert_eq!(nearest("ptrheads", names.into_iter()), Some("pthreads"));
        assert_eq!(nearest("zzz", names.into_iter()), None);
    }

    #[test]
    fn the_missing_header_is_found_in_the_message() {
        let gcc = "a.upc:1:10: fatal error: upc_relaxd.h: No such file or directory";
        assert_eq!(missing(gcc), Some("upc_relaxd.h"));
        let clang = "a.upc:1:10: fatal error: 'upc_relaxd.h' file not found";
        assert_eq!(missing(clang), Some("upc_relaxd.h"));
        assert_eq!(missing("cc: error: a.upc: No such file or directory"), None);
    }

    #[test]
    fn its_near_name_is_told() {
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime/include");
        let of = |name: &str| header(&format!("{name}: No such file or directory"), &include);
        assert_eq!(of("upc_relaxd.h").as_deref(), Some("did you mean <upc_relaxed.h>?"));
        assert_eq!(of("upc_colective.h").as_deref(), Some("did you mean <upc_collective.h>?"));
        assert_eq!(of("solver.h"), None);
        assert_eq!(of("upc_all.h"), None);
        assert!(of("upc.h").is_some_and(|help| help.starts_with("<upc.h> is for UPC")));
    }
}
