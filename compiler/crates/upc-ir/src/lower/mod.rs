// SPDX-License-Identifier: Apache-2.0
//! Makes the tree from a checked unit: each construct of UPC in terms of the runtime.

mod access;
mod alignment;
mod checks;
mod decl;
mod declarator;
mod expr;
mod forall;
mod init;
mod instrument;
mod library;
mod literal;
mod local_type;
mod object;
mod operator;
mod pointer;
mod privatise;
mod ranges;
mod rows;
mod sizes;
mod stmt;
mod tag;

pub(crate) use self::pointer::{phased, thin};

use std::ops::Deref;

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::types::{QualTy, TagId, TypeKind};
use upc_sema::unit::DeclId;
use upc_sema::Analysis;
use upc_source::{Diagnostics, IndexVec, LineMap, Span, Symbol};
use upc_syntax::ast::{ExprId, External, StmtId};

use crate::facts::Facts;
use crate::ir::{Form, Hole, Ir, Node, ObjectId, PrivateId, PrivateObject, SharedObject, Source};

/// The command line's choices about generated code.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// THREADS, if it is fixed at compile time (`-T`).
    pub threads: Option<u32>,
    /// Private statics are per UPC thread (`-pthreads`).
    pub pthreads: bool,
    /// `inline` has the meaning of C99, not that of gnu89.
    pub c99_inline: bool,
    /// Tentative definitions in several units are one object (`-fcommon`).
    pub common: bool,
    /// The C compiler is clang.
    pub clang: bool,
    /// Events for a tool.
    pub instrument: Instrument,
    /// Accesses are checked at run time (`-g`, `-fupc-check`).
    pub checks: bool,
    /// Accesses must be in the unit's own code, which a sanitizer instruments.
    pub inline: bool,
    /// The optimisations that run.
    pub passes: Passes,
    /// An external function may be replaced at link time (`-fPIC`).
    pub interposed: bool,
    /// Record what the passes did, and why not more (`-fopt-info-upc`).
    pub remarks: bool,
}

impl Options {
    /// Whether each access gets its address from a call, so that other ways to find it gain
    /// nothing.
    pub(crate) fn needs_addresses(&self) -> bool {
        self.checks || self.instrument.accesses()
    }
}

/// The passes with a flag that run: all that are not turned off.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passes {
    none: bool,
    off: Vec<&'static str>,
}

impl Passes {
    /// Whether the pass of `flag` runs.
    pub fn has(&self, flag: &str) -> bool {
        !self.none && !self.off.contains(&flag)
    }

    /// Turns the pass of `flag` on or off.
    pub fn set(&mut self, flag: &'static str, on: bool) {
        self.off.retain(|f| *f != flag);
        if !on {
            self.off.push(flag);
        }
    }

    /// Turns all off, or leaves each as it is set.
    pub fn set_all(&mut self, on: bool) {
        self.none = !on;
    }
}

/// The kinds of events for a tool (`-inst`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instrument {
    /// Synchronisation, calls of the library, accesses of other threads' data.
    pub on: bool,
    /// Accesses of a thread's own data too (`-inst-local`).
    pub local: bool,
    /// Calls of the program's functions (`-inst-functions`).
    pub functions: bool,
    /// No accesses (`-inst-calls`): they are optimised as without `-inst`.
    pub calls: bool,
}

impl Instrument {
    /// Whether accesses are events.
    pub fn accesses(&self) -> bool {
        self.on && !self.calls
    }
}

/// Builds the tree of the unit of `facts`, which has no errors. Reports a construct that cannot be
/// expressed to `diags`.
pub fn build(
    analysis: &Analysis,
    facts: &Facts,
    map: &LineMap,
    options: &Options,
    diags: &mut Diagnostics,
) -> Ir {
    let text = facts.text;
    let mut lower = Lower {
        facts,
        map,
        options,
        diags,
        objects: IndexVec::new(),
        object_of: FxHashMap::default(),
        object_named: FxHashMap::default(),
        privates: IndexVec::new(),
        private_of: FxHashMap::default(),
        private_named: FxHashMap::default(),
        hoisted: FxHashMap::default(),
        literals: FxHashMap::default(),
        start_up: false,
        moved_tags: FxHashSet::default(),
        tag_names: tag::names_of_local_tags(facts.types, facts.names),
        getters: FxHashSet::default(),
        getters_declared: FxHashSet::default(),
        before: Vec::new(),
        after: Vec::new(),
        at_end: Vec::new(),
        void_main: false,
        in_function: false,
        in_body: false,
        instrumented: options.instrument.on.then(|| instrument::Regions::new(text)),
        replaced: analysis.replaced_declarations().collect(),
        function_span: None,
        hoists: false,
        result: None,
        labels: Vec::new(),
        jumps_back: false,
        counter: 0,
    };
    let whole = Span::new(0, text.len() as u32);
    if !analysis.has_upc && !options.pthreads {
        return lower.finish(Node::copy(whole));
    }
    let root = lower.unit(whole, &analysis.externals);
    lower.finish(root)
}

/// The builder. Everything is keyed by the ids of the checked unit.
struct Lower<'a> {
    facts: &'a Facts<'a>,
    map: &'a LineMap,
    options: &'a Options,
    diags: &'a mut Diagnostics,
    objects: IndexVec<ObjectId, SharedObject>,
    object_of: FxHashMap<DeclId, ObjectId>,
    /// Objects with linkage, by symbol: block-scope `extern` and file scope denote the same object.
    object_named: FxHashMap<String, ObjectId>,
    privates: IndexVec<PrivateId, PrivateObject>,
    private_of: FxHashMap<DeclId, PrivateId>,
    private_named: FxHashMap<String, PrivateId>,
    /// Block-scope statics moved to file scope for a start-up record, with their new names.
    hoisted: FxHashMap<DeclId, String>,
    /// Compound literals that are objects with a name.
    literals: FxHashMap<ExprId, String>,
    /// In the initialiser of an object that a start-up record sets.
    start_up: bool,
    /// Types of functions that moved to file scope with their objects.
    moved_tags: FxHashSet<TagId>,
    tag_names: FxHashMap<TagId, String>,
    /// Arrays for which `__upcr_addr_NAME` was defined, or declared, here.
    getters: FxHashSet<Symbol>,
    getters_declared: FxHashSet<Symbol>,
    /// Generated declarations due before and after the external declaration being lowered, and at
    /// the end of the unit.
    before: Vec<Node>,
    after: Vec<Node>,
    at_end: Vec<Node>,
    /// See [`Ir::void_main`].
    void_main: bool,
    in_function: bool,
    /// In the body of that function.
    in_body: bool,
    /// The events to instrument; `None`: none.
    instrumented: Option<instrument::Regions>,
    /// Declarations that are left out.
    replaced: FxHashSet<Span>,
    /// The function being lowered, and whether a start-up record may name its statics, so that they
    /// move to file scope.
    function_span: Option<Span>,
    hoists: bool,
    /// Its result type.
    result: Option<QualTy>,
    /// Its labels so far with their places, and whether a goto leads to one of them.
    labels: Vec<(Symbol, u32)>,
    jumps_back: bool,
    counter: u32,
}

/// Lowering's questions about the unit.
impl<'a> Deref for Lower<'a> {
    type Target = Facts<'a>;

    fn deref(&self) -> &Facts<'a> {
        self.facts
    }
}

impl<'a> Lower<'a> {
    fn unit(&mut self, whole: Span, externals: &'a [(External, Option<StmtId>)]) -> Node {
        let mut holes = Vec::new();
        for (external, body) in externals {
            let (span, node) = match external {
                External::Declaration(d) => {
                    let span = self.ast.declarations[*d].span;
                    (
                        span,
                        if self.replaced.contains(&span) {
                            Node::text("")
                        } else {
                            self.declaration(*d)
                        },
                    )
                }
                External::Function(f) => {
                    let function = self.function(f, *body);
                    self.before.extend(self.is_inline_alone(f).then(|| Node::text("static ")));
                    (f.span, function)
                }
                External::Asm(_) | External::Empty(_) => continue,
            };
            let insert = |at: u32, nodes: Vec<Node>, holes: &mut Vec<Hole>| {
                if !nodes.is_empty() {
                    holes.push(Hole { span: Span::new(at, at), node: Node::Seq(nodes) });
                }
            };
            insert(span.start, std::mem::take(&mut self.before), &mut holes);
            if !node.is_copy() {
                holes.push(Hole { span, node });
            }
            insert(span.end, std::mem::take(&mut self.after), &mut holes);
        }
        Node::Source(Source { span: whole, form: Form::Opaque, holes })
    }

    fn finish(self, root: Node) -> Ir {
        let (renamed, weak) = (self.renamed(), self.weak());
        let root = if self.at_end.is_empty() {
            root
        } else {
            Node::Seq(std::iter::once(root).chain(self.at_end).collect())
        };
        Ir {
            root,
            renamed,
            weak,
            objects: self.objects,
            privates: self.privates,
            tag_names: self.tag_names,
            events: self.options.instrument.accesses(),
            checks: self.options.checks,
            inline: self.options.inline,
            void_main: self.void_main,
            next_number: self.counter,
        }
    }

    fn fresh(&mut self) -> u32 {
        self.counter += 1;
        self.counter
    }

    /// A node that prints `ty`, so that anonymous tags in it get names.
    fn type_node(&mut self, ty: QualTy) -> Node {
        self.need_names(ty);
        Node::Type(ty)
    }

    /// `T name` for an object that a start-up record sets.
    fn declare_mutable(&mut self, ty: QualTy, name: String) -> Node {
        self.need_names(ty);
        Node::Declare { ty, name, mutable: true }
    }

    /// Gives names to the anonymous tags that printing `ty` writes. A referent behind a
    /// pointer-to-shared is not written.
    fn need_names(&mut self, ty: QualTy) {
        match self.types.kind(ty.ty) {
            TypeKind::Pointer(p) if self.types.pts_repr(*p).is_some() => {}
            TypeKind::Pointer(p) => self.need_names(*p),
            TypeKind::Array { elem, .. } => self.need_names(*elem),
            TypeKind::Vector { elem, .. } => self.need_names(QualTy::plain(*elem)),
            TypeKind::Function(f) => {
                self.need_names(f.ret);
                f.params.iter().for_each(|p| self.need_names(*p));
            }
            TypeKind::Struct(t) | TypeKind::Union(t) | TypeKind::Enum(t) => self.need_tag_name(*t),
            _ => {}
        }
    }

    fn need_tag_name(&mut self, tag: TagId) {
        if self.types.tags[tag].name.is_none() {
            let n = self.tag_names.len();
            self.tag_names.entry(tag).or_insert_with(|| format!("__upcr_tag{n}"));
        }
    }
}

/// The user's own tokens, which are `form`.
fn leaf(form: Form, span: Span) -> Node {
    Node::Source(Source { span, form, holes: Vec::new() })
}
