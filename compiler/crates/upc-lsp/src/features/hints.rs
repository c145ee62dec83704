// SPDX-License-Identifier: Apache-2.0
//! Hints in the text at accesses that may be of another thread's data.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Position, Range};

use upc_source::Span;

use crate::unit::{Buffers, Unit};

const ABOUT: &str = "This access may be of another thread's data. It is near where the thread \
    accesses its own elements: x[MYTHREAD], or the elements that a upc_forall's affinity names.";

/// The hints in `range` of the document. While it has errors, those of `before`, its last analysis
/// without any, in the lines that are the same. Errors: the analysis failed.
pub fn hints(
    unit: &Unit,
    before: Option<&Unit>,
    range: Range,
    buffers: &Buffers,
) -> Result<Vec<InlayHint>, String> {
    let ends = match before {
        _ if !unit.found.has_errors() => far_accesses(unit, buffers)?,
        Some(before) => {
            let then = Buffers::of(&before.path, &before.contents);
            let moved = Moved::new(&before.contents, &unit.contents);
            let ends = far_accesses(before, &then)?;
            ends.into_iter().filter_map(|end| moved.position(end)).collect()
        }
        None => Vec::new(),
    };
    let in_range = |end: &Position| range.start <= *end && *end <= range.end;
    Ok(ends.into_iter().filter(in_range).map(hint).collect())
}

/// The ends of accesses, in the document, that may be far.
fn far_accesses(unit: &Unit, buffers: &Buffers) -> Result<Vec<Position>, String> {
    let far = unit.reading.far_accesses(&unit.analysis, &unit.map, &unit.names)?;
    Ok(unit.with_sources(buffers, |sources| {
        // A macro's own text has no place of its own; a subscript may name macros.
        let place = |span: Span| {
            let bracket = Span::new(span.end.saturating_sub(1), span.end);
            match sources.place(span) {
                at if at.exact || !span.slice(unit.text()).ends_with(']') => at,
                _ => sources.place(bracket),
            }
        };
        let places = far.into_iter().map(place);
        let own = places.filter(|at| at.exact && unit.file(&at.file) == unit.path);
        let mut ends: Vec<_> =
            own.filter_map(|at| Some(unit.location(&at, buffers)?.range.end)).collect();
        ends.dedup();
        ends
    }))
}

/// Lines that two texts begin and end with alike.
struct Moved {
    /// How many are the same at the beginning.
    first: u32,
    /// From which line of the earlier text on they are the same, and its number in the later one.
    last: (u32, u32),
}

impl Moved {
    fn new(before: &str, now: &str) -> Moved {
        let (before, now): (Vec<&str>, Vec<&str>) =
            (before.lines().collect(), now.lines().collect());
        let first = before.iter().zip(&now).take_while(|(a, b)| a == b).count();
        let ends = before[first..].iter().rev().zip(now[first..].iter().rev());
        let last = ends.take_while(|(a, b)| a == b).count();
        let from = |lines: &[&str]| (lines.len() - last) as u32;
        Moved { first: first as u32, last: (from(&before), from(&now)) }
    }

    /// Where a position of the earlier text is in the later one; `None`: its line changed.
    fn position(&self, at: Position) -> Option<Position> {
        let line = match at.line {
            line if line < self.first => line,
            line => line.checked_sub(self.last.0)? + self.last.1,
        };
        Some(Position::new(line, at.character))
    }
}

fn hint(position: Position) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String("far?".into()),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(ABOUT.into())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_lines_that_stay() {
        let moved = Moved::new("a\nb\nc\nd\n", "a\nx\ny\nz\nc\nd\n");
        let line = |at| moved.position(Position::new(at, 3)).map(|p| (p.line, p.character));
        assert_eq!([0, 1, 2, 3].map(line), [Some((0, 3)), None, Some((4, 3)), Some((5, 3))]);
        assert_eq!(Moved::new("a\n", "a\n").position(Position::new(0, 1)).unwrap().line, 0);
    }
}
