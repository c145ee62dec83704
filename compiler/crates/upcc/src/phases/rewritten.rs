// SPDX-License-Identifier: Apache-2.0
//! A unit's text as passes over the text change it, and its analysis.

use upc_ir::remarks::Remark;
use upc_ir::{NewText, Origins, Program};
use upc_sema::Analysis;
use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

use super::translate::{lowering_options, Unit};

/// A checked unit whose text passes have changed.
pub struct Rewritten {
    pub text: String,
    pub map: LineMap,
    pub names: Interner,
    pub analysis: Analysis,
    pub history: History,
}

/// What made the text of a unit.
#[derive(Default)]
pub struct History {
    /// With places in the new text.
    pub remarks: Vec<Remark>,
    /// Changes that restated loops, in their order.
    restated: Vec<Origins>,
    /// The text before these, with the functions that were taken in; `None`: as it was.
    inlined: Option<(String, LineMap)>,
}

impl Rewritten {
    /// The program that remarks on the new text quote; `first` is that of the unit without changes.
    pub fn program<'a>(&'a self, first: Program<'a>) -> Program<'a> {
        let History { restated, inlined, .. } = &self.history;
        match (restated.is_empty(), inlined) {
            (true, _) => Program { text: &self.text, map: &self.map, changes: &[] },
            (false, Some((text, map))) => Program { text, map, changes: restated },
            (false, None) => Program { changes: restated, ..first },
        }
    }
}

impl History {
    /// The same after the change of `done`, or of the unit's own text, to `new`.
    fn after(done: Option<Rewritten>, new: &mut NewText) -> History {
        let mut history = History::default();
        if let Some(done) = done {
            history = done.history;
            let earlier = std::mem::take(&mut history.remarks);
            history.remarks = earlier.into_iter().map(|r| new.moved(r)).collect();
            if history.restated.is_empty() && new.origins.is_some() {
                history.inlined = Some((done.text, done.map));
            }
        }
        history.remarks.append(&mut new.remarks);
        history.restated.extend(new.origins.take());
        history
    }
}

/// The unit's text as passes over the text change it: small functions are taken into loops until no
/// such call is left, then loops are restated; `None`: there was nothing to do. `facts`: of the
/// unit.
pub fn rewritten(
    unit: &Unit,
    facts: &upc_ir::Facts,
    dialect: Dialect,
    sema: &upc_sema::Options,
) -> Option<Rewritten> {
    /// Each with how often at most: small functions that call small functions are taken in one
    /// level at a time. The last one is the first.
    const CHANGES: [(Change, usize); 4] = [
        (upc_ir::with_limits, 1),
        (upc_ir::with_values, 1),
        (upc_ir::with_subscripts, 1),
        (upc_ir::with_inlined, 4),
    ];
    let mut left = CHANGES.to_vec();
    let mut done: Option<Rewritten> = None;
    let next = |done: Option<&Rewritten>, left: &mut _| match done {
        None => next_text(unit, facts, left),
        Some(d) => {
            let (program, unit) = (d.program(unit.program()), unit.with(d));
            next_text(&unit, &unit.facts(program), left)
        }
    };
    while let Some(mut new) = next(done.as_ref(), &mut left) {
        let map = LineMap::new(&new.text, unit.context.file)
            .with_prefixes(unit.context.options.prefix_maps());
        let (mut names, mut found) = (Interner::new(), Diagnostics::new());
        let mut analysis =
            upc_sema::analyze(&new.text, &map, dialect, sema, &mut names, &mut found);
        debug_assert!(!found.has_errors(), "the new text is correct");
        if found.has_errors() {
            break;
        }
        analysis.has_upc |= unit.upc;
        let history = History::after(done, &mut new);
        done = Some(Rewritten { text: new.text, map, names, analysis, history });
    }
    done
}

type Change = fn(&upc_ir::Facts, &LineMap, &upc_ir::Options) -> Option<NewText>;

/// The text that the first of the changes that are `left` makes of the unit with these facts.
fn next_text(
    unit: &Unit,
    facts: &upc_ir::Facts,
    left: &mut Vec<(Change, usize)>,
) -> Option<NewText> {
    let choice = lowering_options(unit.context.options, unit.context.clang);
    while let Some((change, times)) = left.pop() {
        if let Some(new) = change(facts, unit.map, &choice) {
            left.extend((times > 1).then_some((change, times - 1)));
            return Some(new);
        }
    }
    None
}
