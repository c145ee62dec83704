// SPDX-License-Identifier: Apache-2.0
//! `-explain NAME`: the part of docs/errors.md about an error or a warning.

use upc_source::{ErrorName, WARNINGS};

use crate::suggest::nearest;

/// The page, whose sections begin with `## ` and show messages with their names in brackets.
const PAGE: &str = include_str!("../../../../../docs/errors.md");

/// The text of `-explain name`: the meaning of the message, then each mistake of the page that
/// causes it. A warning may be named with its `-W`. An error if no message of upcc has the name.
pub fn explain(name: &str) -> Result<String, String> {
    let bare = name.trim_start_matches('-');
    let bare = bare.strip_prefix("Werror=").or(bare.strip_prefix('W')).unwrap_or(bare);
    let meaning = if let Some(error) = ErrorName::ALL.iter().find(|e| e.text() == bare) {
        format!("Error '{bare}': {}.\n", error.finds())
    } else if let Some(warning) = WARNINGS.iter().find(|w| w.name == bare) {
        format!(
            "Warning '-W{bare}': {}.\n-Wno-{bare} turns it off, -Werror={bare} makes it an \
             error.\n",
            warning.meaning
        )
    } else {
        return Err(unknown(name, bare));
    };
    let shown = [format!(" [{bare}]\n"), format!(" [-W{bare}]\n")];
    let sections = PAGE.split("\n## ").skip(1);
    let fitting = sections.filter(|s| shown.iter().any(|tag| s.contains(tag)));
    Ok(fitting.fold(meaning, |text, section| format!("{text}\n## {}\n", section.trim_end())))
}

fn unknown(name: &str, bare: &str) -> String {
    let known = ErrorName::ALL.iter().map(|e| e.text()).chain(WARNINGS.iter().map(|w| w.name));
    let hint = nearest(bare, known).map(|n| format!("did you mean '{n}'? ")).unwrap_or_default();
    format!(
        "-explain {name}: no message of upcc has this name; {hint}upcc --help=errors and \
         --help=warnings list them"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_its_mistake_on_the_page() {
        let errors = ErrorName::ALL.iter().map(|error| error.text());
        for name in errors.chain(WARNINGS.iter().map(|warning| warning.name)) {
            let text = explain(name).unwrap();
            assert!(text.contains("\n## "), "docs/errors.md shows no mistake of {name}");
        }
    }

    #[test]
    fn the_page_shows_no_name_that_is_not_an_error() {
        for line in PAGE.lines().filter(|l| l.contains(": error: ") && l.ends_with(']')) {
            let name = &line[line.rfind('[').unwrap() + 1..line.len() - 1];
            let warning = name.strip_prefix("-Werror=");
            assert!(explain(warning.unwrap_or(name)).is_ok(), "{line}");
        }
    }

    #[test]
    fn warnings_go_with_and_without_their_w() {
        let text = explain("-Wupc-forall-exit").unwrap();
        assert!(text.starts_with("Warning '-Wupc-forall-exit': "), "{text}");
        assert!(text.contains("\n## break out of upc_forall"), "{text}");
        assert_eq!(explain("upc-forall-exit").unwrap(), text);
    }

    #[test]
    fn a_misspelt_name_is_told() {
        let why = explain("upc-afinity").unwrap_err();
        assert!(why.contains("did you mean 'upc-affinity'?"), "{why}");
    }
}
