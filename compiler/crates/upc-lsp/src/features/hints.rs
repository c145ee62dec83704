// SPDX-License-Identifier: Apache-2.0
//! Hints in the text at accesses that may be of another thread's data.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use crate::unit::{Buffers, Unit};

const ABOUT: &str = "This access may be of another thread's data. It is near where the thread \
    accesses its own elements: x[MYTHREAD], or the elements that a upc_forall's affinity names.";

/// The hints in `range` of the document; none while it has errors. Errors: the analysis failed.
pub fn hints(unit: &Unit, range: Range, buffers: &Buffers) -> Result<Vec<InlayHint>, String> {
    if unit.found.has_errors() {
        return Ok(Vec::new());
    }
    let far = unit.reading.far_accesses(&unit.analysis, &unit.map, &unit.names)?;
    Ok(unit.with_sources(buffers, |sources| {
        let places = far.into_iter().map(|span| sources.place(span));
        // A macro's own text has no place of its own.
        let own = places.filter(|at| at.exact && unit.file(&at.file) == unit.path);
        let mut ends: Vec<_> =
            own.filter_map(|at| Some(unit.location(&at, buffers)?.range.end)).collect();
        ends.retain(|end| range.start <= *end && *end <= range.end);
        ends.dedup();
        ends.into_iter().map(hint).collect()
    }))
}

fn hint(position: lsp_types::Position) -> InlayHint {
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
