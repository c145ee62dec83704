// SPDX-License-Identifier: Apache-2.0
//! From the tree to text. One file per family of nodes.

mod access;
mod address;
mod block;
mod check;
mod displacement;
mod event;
mod forall;
mod gather;
mod inspector;
mod local;
mod object;
mod owners;
mod record;
mod row_copies;
mod runs;
mod stmt;
mod stream;
mod strides;
mod update;

use upc_ir::abi::Entry;
use upc_ir::ir::{own_symbol, Hole, Ir, Node, NullForm, Rows, Source};
use upc_sema::layout::Size;
use upc_sema::table::Types;
use upc_sema::types::{PtsRepr, QualTy};
use upc_source::{Interner, LineMap, Span};

use crate::line_map::LineWriter;
use crate::names::Names;
use crate::types::TypePrinter;

/// One unit as C.
pub struct Output {
    pub text: String,
    /// Lines of `text`, from 1, both ends included, with generated tokens: a message of the C
    /// compiler about one of them may be a bug of upcc.
    pub generated: Vec<(u32, u32)>,
}

/// Prints `ir`, which was made from `text`. `types`, `map` and `names` are those of the same unit.
pub fn write(ir: &Ir, types: &Types, text: &str, map: &LineMap, names: &Interner) -> Output {
    let printer = TypePrinter { types, names, tag_names: &ir.tag_names };
    let mut w = Writer {
        ir,
        types,
        names,
        printer,
        lines: LineWriter::new(text, map),
        fresh: Names::default(),
        calls: false,
        rare: false,
        notified: Vec::new(),
        inspected: String::new(),
    };
    w.pragmas();
    w.node(&ir.root);
    if ir.void_main {
        w.raw("\nextern const char upcr_main_is_void; const char upcr_main_is_void = 1;\n");
    }
    w.definitions();
    let (text, generated) = w.lines.finish();
    Output { text, generated }
}

struct Writer<'a> {
    ir: &'a Ir,
    types: &'a Types,
    names: &'a Interner,
    printer: TypePrinter<'a>,
    lines: LineWriter<'a>,
    fresh: Names,
    /// The current text is outside all loops of a function whose accesses are calls there.
    calls: bool,
    /// The current text is executed only if some memory is far, or once for a long loop: calls take
    /// no share of its time.
    rare: bool,
    /// The records of the events around the current text, the innermost last.
    notified: Vec<String>,
    /// The label after the current inspector.
    inspected: String,
}

/// Text put between the user's tokens.
enum Insert<'x> {
    Text(String),
    /// Starts the streams of a loop by rows.
    Start(&'x Rows),
}

impl Writer<'_> {
    fn raw(&mut self, s: &str) {
        self.lines.raw(s);
    }

    fn pragmas(&mut self) {
        for name in &self.ir.renamed {
            self.raw(&format!("#pragma redefine_extname {name} {}\n", own_symbol(name)));
        }
        for name in &self.ir.weak {
            self.raw(&format!("#pragma weak {name}\n"));
        }
    }

    fn source(&mut self, s: &Source) {
        self.source_with(s, &[]);
    }

    /// `s`, with texts inserted at offsets outside generated parts, or at its ends.
    fn source_with(&mut self, s: &Source, inserts: &[(u32, Insert)]) {
        self.text_with(s.span, &s.generated(), inserts);
    }

    /// `holes` in the text of `span`, and the insertions in it.
    fn text_with(&mut self, span: Span, holes: &[&Hole], inserts: &[(u32, Insert)]) {
        let mut at = span.start;
        let mut inserts = inserts.iter().peekable();
        let mut upto = |w: &mut Self, at: &mut u32, end: u32| {
            while let Some((offset, insert)) = inserts.next_if(|i| i.0 <= end) {
                w.lines.copy(Span::new(*at, *offset));
                w.insert(insert);
                *at = (*at).max(*offset);
            }
            w.lines.copy(Span::new(*at, end));
        };
        for hole in holes {
            upto(self, &mut at, hole.span.start);
            if !matches!(&hole.node, Node::Text(t) if t.is_empty()) {
                self.lines.sync(hole.span.start);
            }
            self.node(&hole.node);
            at = hole.span.end;
        }
        upto(self, &mut at, span.end);
    }

    fn insert(&mut self, insert: &Insert) {
        match insert {
            Insert::Text(s) => self.raw(s),
            Insert::Start(rows) => self.start_rows(rows),
        }
    }

    fn node(&mut self, n: &Node) {
        match n {
            Node::Source(s) => self.source(s),
            Node::Text(t) => self.raw(t),
            Node::Seq(v) => v.iter().for_each(|n| self.node(n)),
            Node::Paren(n) => self.parenthesised(n),
            Node::Product(factors) => self.product(factors),
            Node::PointerType { repr, packed: false } => self.raw(pointer_type(*repr)),
            Node::PointerType { repr, packed: true } => self.raw(packed_pointer_type(*repr)),
            Node::Otherwise { pointer, other, number } => self.otherwise(pointer, other, *number),
            Node::Type(t) => {
                let s = self.printer.declare(*t, "");
                self.raw(&s);
            }
            Node::Declare { ty, name, mutable } => {
                let s = if *mutable {
                    self.printer.declare_mutable(*ty, name)
                } else {
                    self.printer.declare(*ty, name)
                };
                self.raw(&s);
            }
            Node::TagName(t) => {
                if let Some(name) = self.ir.tag_names.get(t) {
                    self.raw(&format!(" {name}"));
                }
            }
            Node::SizeOf(t) => self.size_of(*t),
            Node::Threads => self.threads(),
            Node::MyThread => self.raw("upcr_mythread()"),
            Node::Null { repr, form } => self.null(*repr, *form),
            Node::Call { entry, args } => self.call(*entry, args),
            Node::Pointer { address, repr } => self.pointer(address, *repr),
            Node::Thin(a) => self.thin(a),
            Node::Local { address, ty, checked } => self.local(address, *ty, *checked),
            Node::Load(p) => self.load(p),
            Node::Store { place, value, used } => self.store(place, value, *used),
            Node::Copy { to, from } => self.copy_object(to, from),
            Node::Update { place, change, post, used } => self.update(place, change, *post, *used),
            Node::Advance(a) => self.advance(a),
            Node::Private(p) => self.private(*p),
            Node::Getter { name, ty, weak } => {
                let t = self.printer.declare(*ty, "*");
                let name = self.names.name(*name);
                let there = if *weak {
                    format!("!__upcr_addr_{name} ? (void *)0 : ")
                } else {
                    String::new()
                };
                self.raw(&format!("(*({t})({there}__upcr_addr_{name}()))"));
            }
            Node::Weak { name, ty, object } => {
                let s = self.weak_text(*name, *ty, object);
                self.raw(&s);
            }
            Node::Forall(f) => self.in_line(|w| w.forall(f)),
            Node::DeclareStart { variable, parameter } => {
                let value = parameter.map_or("0", |p| self.names.name(p));
                self.raw(&format!(" upcr_pts_t {variable} = {value};"));
            }
            Node::Starting { variable, value } => {
                self.raw(&format!("({variable} = "));
                self.parenthesised(value);
                self.raw(")");
            }
            Node::Barrier { kind, value } => self.barrier(*kind, value.as_deref()),
            Node::Fence => self.raw("upcr_fence();"),
            Node::Notified(access) => self.notified(access),
            Node::Event(e) => self.event(e),
            Node::Placed { node, statement } => self.placed(node, *statement),
            Node::Loop(l) => self.in_line(|w| w.looping(l)),
            Node::JumpBack(back) => self.jump_back(back),
            Node::Gathered(g) => self.gathered(g),
            Node::Gather(g) => self.in_line(|w| w.gather(g)),
            Node::Inspected(a) => self.in_line(|w| w.inspected(a)),
            Node::Inspect(i) => self.inspect(i),
            Node::Fetched(r) => self.fetched(r),
            Node::Indefinite { pointers, near, general } => {
                self.indefinite(pointers, near, general.as_deref())
            }
            Node::Long(l) => self.in_line(|w| w.long(l)),
            Node::Tables { near, general } => self.tables(near, general),
            Node::Owners(o) => self.in_line(|w| w.owners(o)),
            Node::Held { number, loop_ } => {
                self.in_line(|w| w.between((Entry::Hold, Entry::Release), *number, loop_))
            }
            Node::Counted { number, loop_ } => {
                let entries = (Entry::CountedBegin, Entry::CountedEnd);
                self.in_line(|w| w.between(entries, *number, loop_))
            }
            Node::Runs(r) => self.runs(r),
            Node::Own(own) => self.own_elements(own),
            Node::Function(f) => {
                self.calls = f.calls;
                self.source(&f.source);
                self.calls = false;
            }
            Node::ObjectSlot(o) => self.object_slot(*o),
            Node::PrivateSlot(p) => self.private_slot(*p),
            Node::Record(r) => self.record(r),
        }
    }

    /// Writes a loop.
    fn in_line(&mut self, write: impl FnOnce(&mut Self)) {
        let calls = std::mem::replace(&mut self.calls, false);
        write(self);
        self.calls = calls;
    }

    /// Writes code in which inlining would not be worth the C compiler's time.
    fn rarely(&mut self, write: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.rare, !self.ir.inline);
        write(self);
        self.rare = before;
    }

    /// Writes code that is executed once for a loop: by calls if it takes no share of the loop's
    /// time.
    fn at_start(&mut self, long: bool, write: impl FnOnce(&mut Self)) {
        match long {
            true => self.rarely(write),
            false => write(self),
        }
    }

    /// The function for an access by `entry` at the current place: inline or a call.
    fn access(&self, entry: Entry) -> &'static str {
        if self.calls || self.rare {
            entry.called()
        } else {
            entry.name()
        }
    }

    /// The function that performs `entry` at the current place: inline or a call.
    fn form(&self, entry: Entry) -> &'static str {
        if self.calls || self.rare {
            entry.called()
        } else {
            entry.name()
        }
    }

    /// `entry(`.
    fn begin(&mut self, entry: Entry) {
        let name = self.form(entry);
        self.raw(name);
        self.raw("(");
    }

    fn call(&mut self, entry: Entry, args: &[Node]) {
        self.raw(self.form(entry));
        self.raw("(");
        for (i, a) in args.iter().enumerate() {
            if i > 0 {
                self.raw(", ");
            }
            self.node(a);
        }
        self.raw(")");
    }

    fn product(&mut self, factors: &[Node]) {
        for (i, factor) in factors.iter().enumerate() {
            self.raw(if i == 0 { "(long)" } else { " * (long)" });
            self.parenthesised(factor);
        }
    }

    fn otherwise(&mut self, pointer: &Node, other: &Node, number: u32) {
        let t = format!("__upcr_c{number}");
        self.open();
        self.raw(&format!("upcr_ppts_t {t} = "));
        self.node(pointer);
        self.raw(&format!("; {t}.p != 0 ? {t} : "));
        self.node(other);
        self.raw(";");
        self.close();
    }

    fn threads(&mut self) {
        let s = match self.types.threads {
            Some(n) => n.to_string(),
            None => "upcr_threads()".to_string(),
        };
        self.raw(&s);
    }

    fn null(&mut self, repr: PtsRepr, form: NullForm) {
        self.raw(match (repr, form) {
            (PtsRepr::Thin { .. }, _) => "0ul",
            (PtsRepr::Phased { .. }, NullForm::Initializer) => "{ 0, 0 }",
            (PtsRepr::Phased { .. }, NullForm::Leading) => "0, 0",
            (PtsRepr::Phased { .. }, NullForm::Value) => "((upcr_ppts_t){ 0, 0 })",
        });
    }

    /// UPC 6.4.1.1, C 6.5.3.4.
    fn size_of(&mut self, ty: QualTy) {
        let s = match self.types.size(ty.ty) {
            Some(Size::Const(n)) => format!("{n}ul"),
            Some(Size::Threads(n)) => format!("({n}ul * (unsigned long)upcr_threads())"),
            None => format!("sizeof({})", self.printer.plain(ty.ty)),
        };
        self.raw(&s);
    }
}

/// The type of pointers-to-shared in a representation.
fn pointer_type(repr: PtsRepr) -> &'static str {
    match repr {
        PtsRepr::Thin { .. } => "upcr_pts_t",
        PtsRepr::Phased { .. } => "upcr_ppts_t",
    }
}

/// The same in packed structures.
pub(super) fn packed_pointer_type(repr: PtsRepr) -> &'static str {
    match repr {
        PtsRepr::Thin { .. } => "upcr_packed_pts_t",
        PtsRepr::Phased { .. } => "upcr_packed_ppts_t",
    }
}
