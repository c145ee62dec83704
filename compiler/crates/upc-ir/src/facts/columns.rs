// SPDX-License-Identifier: Apache-2.0
//! How an element with several subscripts moves: `b[l][j]` of a matrix, with the counter in any of
//! them.

use upc_syntax::ast::ExprId;

use super::{Facts, Repeated, Variable};

/// Steps by `elems` elements plus `rows` times THREADS elements when the counter increases by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub elems: i64,
    pub rows: i64,
}

impl Steps {
    /// For each `n` of the counter.
    pub(crate) fn times(self, n: i64) -> Option<Steps> {
        Some(Steps { elems: self.elems.checked_mul(n)?, rows: self.rows.checked_mul(n)? })
    }
}

impl Facts<'_> {
    /// How the element at `index` of `pointer` moves with the counter of `c`; `None` if it depends
    /// on more than the counter and loop invariants.
    pub(crate) fn steps_of(&self, pointer: ExprId, index: ExprId, c: Repeated) -> Option<Steps> {
        let before = match self.is_fixed_pointer(pointer, c) {
            true => Steps { elems: 0, rows: 0 },
            false => self.row_steps(pointer, c)?,
        };
        let stride = self.stride(self.pointee(pointer)?);
        let moved =
            self.index_step(index, c.counter)?.checked_mul(i64::try_from(stride.elems).ok()?)?;
        let add = |n: i64, to: bool| if to { n.checked_add(moved) } else { Some(n) };
        Some(Steps {
            elems: add(before.elems, !stride.threads)?,
            rows: add(before.rows, stride.threads)?,
        })
    }

    /// How the row `pointer`, an element of an array of arrays, moves.
    fn row_steps(&self, pointer: ExprId, c: Repeated) -> Option<Steps> {
        let row = self.bare(pointer);
        let (outer, index) = self
            .pointer_and_index(row)
            .filter(|_| self.is_array(row) && self.is_shared_lvalue(row))?;
        self.steps_of(outer, index, c)
    }

    fn index_step(&self, index: ExprId, counter: &Variable) -> Option<i64> {
        let known = self.is_known_outside(index, counter.body);
        known.then(|| self.coefficient(index, counter, true))?
    }
}
