// SPDX-License-Identifier: Apache-2.0
//! Initializers of arrays with THREADS in an inner dimension, as `shared int a[2][THREADS] = { { 1
//! }, { 2 } }`: the end of a row is known only at launch, so the braces of a list must show the row
//! of a value.

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{InitItem, Initializer};

use crate::check::Check;
use crate::decl::Named;
use crate::types::{ArrayLen, QualTy, Ty};

/// An initializer's values for the rows of an array.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Rows {
    /// Elements of the longest row.
    reached: u64,
    /// The first item of the outermost list.
    outermost: Option<Span>,
    /// The values are in the outermost list without further braces: they fill the array from its
    /// beginning.
    flat: bool,
}

impl Check<'_> {
    fn first_item(&self, init: &Initializer) -> Option<Span> {
        match init {
            Initializer::List(list) => list.items.first().map(|i| i.value.span(self.ast)),
            Initializer::Expr(_) => None,
        }
    }

    /// Checks the initializer of the object `named`, and notes the type of its image where that is
    /// not the object's own.
    pub(super) fn object_initializer(
        &mut self,
        named: Named,
        qt: QualTy,
        init: &Initializer,
        constant: bool,
    ) -> QualTy {
        if !self.has_inner_threads(qt.ty) {
            return self.initializer(qt, init, constant);
        }
        self.rows = Rows { outermost: self.first_item(init), ..Rows::default() };
        let done = self.initializer(qt, init, constant);
        let rows = std::mem::take(&mut self.rows);
        if rows.flat && self.is_open_array(qt.ty) {
            let message = "the length of the first dimension would depend on THREADS";
            let d = Diagnostic::error(ErrorName::UpcThreadsConstant, named.span, message);
            let help = "give it, or put each row in braces of its own";
            self.report(d.rule("UPC 6.5.2.1p2").help(help));
        }
        let image = self.image_type(done, rows);
        self.unit.image.insert(named.span, image);
        done
    }

    fn has_inner_threads(&self, ty: Ty) -> bool {
        let Some((elem, _)) = self.types.array(ty) else { return false };
        self.has_threads(elem.ty)
    }

    /// Whether the array `ty` is a row of THREADS elements.
    pub(super) fn is_threads_row(&self, ty: Ty) -> bool {
        matches!(self.types.array(ty), Some((_, ArrayLen::Threads(_))))
    }

    /// Notes that a row has been given its first `n` elements.
    pub(super) fn row_reached(&mut self, n: u64) {
        self.rows.reached = self.rows.reached.max(n);
    }

    /// A row without braces of its own has taken `items[start..end]`, the items from `second` on
    /// for further elements than its first. The first is in place; so are all of a list without any
    /// other braces.
    pub(super) fn row_without_braces(
        &mut self,
        items: &[InitItem],
        start: usize,
        second: Option<usize>,
        end: usize,
    ) {
        let Some(second) = second.and_then(|at| items.get(at)) else { return };
        let plain =
            |i: &InitItem| i.designators.is_empty() && matches!(i.value, Initializer::Expr(_));
        let outermost = items.first().map(|i| i.value.span(self.ast)) == self.rows.outermost;
        if outermost && start == 0 && end == items.len() && items.iter().all(plain) {
            self.rows.flat = true;
            return;
        }
        let message = "which element this value is for depends on THREADS";
        let d =
            Diagnostic::error(ErrorName::UpcThreadsConstant, second.value.span(self.ast), message)
                .rule("UPC 6.5.2.1p2");
        self.report(d.help(
            "put each row of THREADS elements in braces of its own, or fix THREADS with -T n",
        ));
    }

    /// The array with the rows' length instead of THREADS; of a flat one the outer dimensions are
    /// 1.
    fn image_type(&mut self, qt: QualTy, rows: Rows) -> QualTy {
        let Some((elem, len)) = self.types.array(qt.ty) else { return qt };
        let (elem, len) = match len {
            ArrayLen::Threads(_) => (elem, ArrayLen::Const(rows.reached.max(1))),
            _ => (self.image_type(elem, rows), if rows.flat { ArrayLen::Const(1) } else { len }),
        };
        QualTy { ty: self.types.array_of(elem, len), quals: qt.quals }
    }
}
