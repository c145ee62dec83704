// SPDX-License-Identifier: Apache-2.0
//! Questions about a checked unit that lowering and any pass can ask.
//!
//! They examine the syntax tree with the checker's types. It does not change while passes change
//! the tree of [`crate::ir`], whose nodes refer to its expressions, statements and declarations
//! ([`crate::ir::Form`]). So an answer describes the program as written, and holds after every pass
//! that keeps the program's meaning.
//!
//! | file | question |
//! | --- | --- |
//! | `types` | what type, what pointer-to-shared, how far does a step lead |
//! | `numbers` | which expressions are constants, products, multiples of THREADS |
//! | `subscript_bounds` | do constants bound a subscript |
//! | `order`, `loops`, `jumps`, `moved_decls` | where in the text are statements, loops, jumps, declarations |
//! | `counter` | does a loop count, from where, by what, up to what |
//! | `bounded_loops` | does a loop end whatever others write, may a subscript be any number |
//! | `terminating` | does a loop end whatever others write, with the functions that it calls |
//! | `scan` | does a loop end by a counter at the latest, does an element move with that |
//! | `outermost` | is an upc_forall never executed in the extent of a controlling one |
//! | `affinity`, `columns` | how do expressions and elements move with a counter |
//! | `quotient` | is an affinity a quotient of the counter |
//! | `limits` | need a limit that is read from memory be read only once |
//! | `distance`, `invariant` | how far apart are two subscripts, what stays the same |
//! | `writes`, `statics` | what changes a private variable, what may have its address |
//! | `duplication` | may a body be written twice, is a name known outside a loop |
//! | `must_execute` | which accesses does each evaluation of a body make |
//! | `exits` | may another thread end a loop early |
//! | `waits` | may a loop wait for shared memory by way of variables and functions |
//! | `last_branches` | which branches of a body end the program |
//! | `effect` | what does a part do to shared memory, what may be the same object |

mod affinity;
mod bounded_loops;
mod columns;
mod counter;
mod distance;
mod duplication;
mod effect;
mod exits;
mod invariant;
mod jumps;
mod last_branches;
mod limits;
mod links;
mod loops;
mod moved_decls;
mod must_execute;
mod numbers;
mod order;
mod outermost;
mod quotient;
mod scan;
mod statics;
mod subscript_bounds;
mod terminating;
#[cfg(test)]
pub(crate) mod testing;
mod types;
mod waits;
mod writes;

use std::cell::OnceCell;

use rustc_hash::FxHashSet;
use upc_sema::table::Types;
use upc_sema::unit::{DeclId, Unit};
use upc_sema::Analysis;
use upc_source::{Interner, Span};
use upc_syntax::ast::{Ast, External, FunctionDef, StmtId};

use crate::passes::origins::Program;

pub(crate) use self::affinity::Moving;
pub(crate) use self::columns::Steps;
pub(crate) use self::counter::{is_ordinary, Counter, Variable, MAX_STEP};
pub(crate) use self::duplication::MAX_REPEATED_TEXT;
pub(crate) use self::effect::{Effects, Store};
pub(crate) use self::invariant::Repeated;
pub(crate) use self::limits::KeptLimit;
pub(crate) use self::loops::Loops;
pub(crate) use self::moved_decls::Places;
pub(crate) use self::order::{Exprs, Order};
pub(crate) use self::quotient::{Quotient, Remainder};
pub(crate) use self::terminating::Terminating;
pub(crate) use self::types::Stride;
use self::writes::within;
pub(crate) use self::writes::Writes;

/// A checked unit. Facts about all of it are computed at the first question.
pub struct Facts<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) unit: &'a Unit,
    pub(crate) types: &'a Types,
    pub(crate) text: &'a str,
    pub(crate) names: &'a Interner,
    pub(crate) places: Places,
    externals: &'a [(External, Option<StmtId>)],
    /// What remarks quote: the text before loops were restated.
    pub(crate) program: Option<Program<'a>>,
    /// Objects are accessed only by lvalues of their own types (C 6.5p7).
    strict_aliasing: bool,
    writes: OnceCell<Writes>,
    order: OnceCell<Order>,
    loops: OnceCell<Loops>,
    outermost: OnceCell<FxHashSet<StmtId>>,
    exprs: OnceCell<Exprs>,
    shared_lvalues: OnceCell<Vec<u32>>,
}

impl<'a> Facts<'a> {
    /// `text` is the preprocessed text that `analysis` was made from, with `names`.
    pub fn new(analysis: &'a Analysis, text: &'a str, names: &'a Interner) -> Facts<'a> {
        Facts {
            ast: &analysis.ast,
            unit: &analysis.unit,
            types: &analysis.types,
            text,
            names,
            places: Places::new(analysis),
            externals: &analysis.externals,
            program: None,
            strict_aliasing: true,
            writes: OnceCell::new(),
            order: OnceCell::new(),
            loops: OnceCell::new(),
            outermost: OnceCell::new(),
            exprs: OnceCell::new(),
            shared_lvalues: OnceCell::new(),
        }
    }

    /// The same with `-fno-strict-aliasing` if not `strict`: lvalues of any type may be the same
    /// object.
    pub fn with_strict_aliasing(self, strict: bool) -> Facts<'a> {
        Facts { strict_aliasing: strict, ..self }
    }

    /// The same for the text that restating the loops of `program` gave: remarks quote `program`.
    pub fn with_program(self, program: Program<'a>) -> Facts<'a> {
        Facts { program: Some(program), ..self }
    }

    /// The functions with analysed bodies, each by its body.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (StmtId, DeclId)> + '_ {
        self.externals.iter().filter_map(|(external, body)| match external {
            External::Function(f) => Some(((*body)?, self.declared(f)?)),
            _ => None,
        })
    }

    /// The same, by their definitions.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (&'a FunctionDef, StmtId)> + 'a {
        self.externals.iter().filter_map(|(external, body)| match external {
            External::Function(f) => Some((&**f, (*body)?)),
            _ => None,
        })
    }

    /// The function that `def` defines.
    pub(crate) fn declared(&self, def: &FunctionDef) -> Option<DeclId> {
        self.unit.decl_at.get(&def.declarator.name?.1).copied()
    }

    /// The unit's declarations and functions, in the order of the text.
    pub(crate) fn externals(&self) -> impl Iterator<Item = &'a External> + 'a {
        self.externals.iter().map(|e| &e.0)
    }

    /// The body of the function with the text `span`, or `span` itself outside functions.
    pub(crate) fn body_around(&self, span: Span) -> Span {
        let mut bodies = self.functions().map(|(body, _)| self.ast.stmts[body].span);
        bodies.find(|body| body.contains(span)).unwrap_or(span)
    }

    /// The unit's statements and declarations by their places.
    pub(crate) fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::of(self.ast, self.unit))
    }

    /// The unit's expressions by their places.
    pub(crate) fn exprs(&self) -> &Exprs {
        self.exprs.get_or_init(|| Exprs::of(self.ast))
    }

    /// The places of the shared lvalues in `span`.
    pub(crate) fn shared_lvalues_in(&self, span: Span) -> &[u32] {
        let all = self.shared_lvalues.get_or_init(|| {
            let shared = self.ast.exprs.iter_enumerated().filter(|x| self.is_shared_lvalue(x.0));
            let mut places: Vec<u32> = shared.map(|x| x.1.span.start).collect();
            places.sort_unstable();
            places
        });
        within(all, |&place| place, span)
    }

    /// Whether the unit accesses shared data by its own expressions.
    pub(crate) fn has_shared_lvalues(&self) -> bool {
        !self.shared_lvalues_in(Span::new(0, u32::MAX)).is_empty()
    }

    /// The unit's loops.
    pub(crate) fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops::of(self.ast))
    }

    /// The unit's writes.
    pub(crate) fn writes(&self) -> &Writes {
        self.writes.get_or_init(|| Writes::of(self.ast, self.unit, self.names))
    }
}
