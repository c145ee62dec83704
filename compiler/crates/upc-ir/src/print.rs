// SPDX-License-Identifier: Apache-2.0
//! The readable dump of a tree: one node on a line, indented; copied text only next to holes.

use std::fmt::Write;

use crate::ir::{Address, Change, Form, Ir, Iterations, Kept, Node, Place};
use crate::visit::children_mut;

/// The tree of `ir`, whose text is `text`; of its outermost nodes those that stand at offsets that
/// `wanted` accepts.
pub fn dump(ir: &mut Ir, text: &str, wanted: &dyn Fn(u32) -> bool) -> String {
    let mut out = String::new();
    for (i, o) in ir.objects.iter().enumerate() {
        let _ = writeln!(
            out,
            "object {i} {} {:?} block {} elem {} local {} total {}",
            o.symbol, o.definition, o.block_size, o.elem_size, o.local_size, o.total
        );
    }
    for (i, p) in ir.privates.iter().enumerate() {
        let _ = writeln!(out, "private {i} {} {:?} size {}", p.symbol, p.definition, p.size);
    }
    match &mut ir.root {
        Node::Source(s) => {
            let own = s.holes.iter_mut().filter(|h| wanted(h.span.start));
            own.for_each(|h| node(&mut out, &mut h.node, text, 0));
        }
        root => node(&mut out, root, text, 0),
    }
    out
}

fn node(out: &mut String, n: &mut Node, text: &str, depth: usize) {
    let _ = writeln!(out, "{:1$}{2}", "", 2 * depth, head(n, text));
    children_mut(n, &mut |c| node(out, c, text, depth + 1));
}

fn head(n: &Node, text: &str) -> String {
    match n {
        Node::Source(s) => format!("{} {:?} {}", form(s.form), s.span, excerpt(s.span.slice(text))),
        Node::Text(t) => format!("text {}", excerpt(t)),
        Node::Seq(_) => "seq".into(),
        Node::Paren(_) => "parentheses".into(),
        Node::Product(_) => "product".into(),
        Node::PointerType { repr, packed } => {
            format!("type of {}{repr:?}", if *packed { "packed " } else { "" })
        }
        Node::Otherwise { .. } => "otherwise".into(),
        Node::Type(_) => "type".into(),
        Node::Declare { name, .. } => format!("declare {name}"),
        Node::TagName(t) => format!("tag-name {}", t.0),
        Node::SizeOf(_) => "sizeof".into(),
        Node::Threads => "THREADS".into(),
        Node::MyThread => "MYTHREAD".into(),
        Node::Null { repr, .. } => format!("null {repr:?}"),
        Node::Call { entry, .. } => format!("call {}", entry.name()),
        Node::Pointer { address: a, repr } => format!("pointer {repr:?} {}", address(a)),
        Node::Thin(a) => format!("thin {}", address(a)),
        Node::Local { address: a, .. } => format!("local {}", address(a)),
        Node::Load(p) => format!("load {}{}", place(p), expected(p)),
        Node::Store { place: p, used, .. } => format!("store {} used={used}", place(p)),
        Node::Copy { to, from } => format!("copy {} <- {}", place(to), place(from)),
        Node::Update { place: p, post, used, .. } => {
            format!("update {} post={post} used={used}", place(p))
        }
        Node::Advance(a) => {
            format!("advance post={} used={}{}", a.post, a.used, by_rows(&a.change))
        }
        Node::Private(p) => format!("private {}", p.0),
        Node::Getter { .. } => "getter".into(),
        Node::Weak { .. } => "weak".into(),
        Node::Forall(f) => match &f.iterations {
            Iterations::Tested(_) => "upc_forall tested".into(),
            Iterations::Own(own) => {
                let streams = own.local.as_ref().map_or(String::new(), |v| {
                    let once = match v.once.len() {
                        0 => String::new(),
                        n => format!(" once={n}"),
                    };
                    let rows = match v.rows.len() {
                        0 => String::new(),
                        n => format!(" rows={n}"),
                    };
                    let cursors = match v.cursors.len() {
                        0 => String::new(),
                        n => format!(" cursors={n}"),
                    };
                    format!(" streams={}{rows}{cursors}{once}", v.streams.len())
                });
                format!(
                    "upc_forall {:?} step={}{}{streams}",
                    own.turn,
                    if own.down { "-" } else { "" },
                    own.step
                )
            }
        },
        Node::DeclareStart { variable, .. } => format!("declare {variable}"),
        Node::Starting { variable, .. } => format!("start {variable}"),
        Node::Barrier { kind, .. } => format!("statement {}", kind.name()),
        Node::JumpBack(back) => format!("jump back{}", if back.polls { ", polls" } else { "" }),
        Node::Fence => "fence".into(),
        Node::Placed { .. } => "placed".into(),
        Node::Notified(_) => "notified".into(),
        Node::Event(_) => "event".into(),
        Node::Loop(l) => {
            let rows =
                l.rows.as_ref().map_or(String::new(), |r| format!(" rows={}", r.streams.len()));
            let alone = if l.independent { " independent" } else { "" };
            format!("loop poll={:?}{rows}{alone}", l.poll)
        }
        Node::Own(o) => {
            let variables = o.pointers.iter().filter(|p| p.scalar.is_some());
            format!(
                "own elements of {}{}",
                o.pointers.len(),
                variables.map(|_| " variable").collect::<String>()
            )
        }
        Node::Gathered(g) => format!("gathered {} {}", g.number, place(&g.place)),
        Node::Gather(g) => {
            let alone = if g.alone { " alone" } else { "" };
            format!("gather of {}{alone}", g.arrays.len())
        }
        Node::Inspected(a) => format!("inspected {} of {}", a.number, a.reads.len()),
        Node::Inspect(i) => format!("inspect {}", i.declarations.len()),
        Node::Fetched(r) => format!("fetched {} {}", r.read, place(&r.place)),
        Node::Tables { .. } => "tables".into(),
        Node::Long(l) => format!("long from {}", l.least),
        Node::Owners(o) => {
            let least = if o.least > 0 { format!(" from {}", o.least) } else { String::new() };
            format!("owners streams={}{least}", o.streams.len())
        }
        Node::Held { .. } => "held".into(),
        Node::Counted { .. } => "counted".into(),
        Node::Indefinite { pointers, .. } => format!("indefinite objects {}", pointers.len()),
        Node::Runs(r) => {
            let copied = r
                .rows
                .iter()
                .filter_map(|row| row.copied.map(|c| format!(" {c:?}").to_lowercase()));
            let round = if r.round > 0 { " in rounds" } else { "" };
            let rare = if r.rare { ", else rarely" } else { "" };
            format!("runs of {}{}{round}{rare}", r.rows.len(), copied.collect::<String>())
        }
        Node::Function(f) => {
            format!(
                "function{} {}",
                if f.calls { " calls" } else { "" },
                excerpt(f.source.span.slice(text))
            )
        }
        Node::ObjectSlot(o) => format!("object-slot {}", o.0),
        Node::PrivateSlot(p) => format!("private-slot {}", p.0),
        Node::Record(_) => "start-up record".into(),
    }
}

fn form(form: Form) -> &'static str {
    match form {
        Form::Opaque => "source",
        Form::Expr(_) => "expression",
        Form::Stmt(_) => "statement",
        Form::Declaration(_) => "declaration",
        Form::Initial(_) => "initial value",
    }
}

fn place(p: &Place) -> String {
    let strict = if p.strict { " strict" } else { "" };
    let bits = if p.bits.is_some() { " bits" } else { "" };
    let packed = if p.packed { " packed" } else { "" };
    let kept = match p.kept {
        Some(Kept::Opens) => " opens",
        Some(Kept::Closes) => " closes",
        None => "",
    };
    format!("[{}]{strict}{packed}{bits}{kept}", address(&p.address))
}

fn expected(p: &Place) -> String {
    let Some(e) = &p.expected else { return String::new() };
    let range = e.range.map_or(String::new(), |(before, behind)| format!(" -{before} +{behind}"));
    format!(" expects{range} others {}", e.others.len())
}

fn address(a: &Address) -> String {
    match a {
        Address::Object(o) => format!("object {}", o.0),
        Address::Pointer { repr, .. } => format!("value {repr:?}"),
        Address::Element { base, index, block, elem_size, .. } => {
            format!(
                "{} + ({} steps + {}) block {block} elem {elem_size}{}",
                address(base),
                index.steps.len(),
                index.constant,
                if *block > 0 && index.is_rows(*block) { " rows" } else { "" }
            )
        }
        Address::Member { base, offset } => format!("{} . {offset}", address(base)),
        Address::AllNear { base, one_row } => {
            format!("near {}{}", if *one_row { "in one row " } else { "" }, address(base))
        }
        Address::Own(p) => format!("own {}", p.number),
        Address::Start(p) => format!("start {}", p.number),
        Address::Stream(s) if s.column => format!("stream {} of a column", s.number),
        Address::Stream(s) if s.scalar.is_some() => format!("stream {} variable", s.number),
        Address::Stream(s) if s.round > 0 => format!("stream {} by {} a round", s.number, s.bytes),
        Address::Stream(s) => format!("stream {} by {}", s.number, s.bytes),
        Address::Checked { base, access, .. } => {
            format!("{} checked for {access:?}", address(base))
        }
        Address::Notified { base, access, events, .. } => {
            format!("{} notified of {access:?}, {events:?}", address(base))
        }
    }
}

fn by_rows(change: &Change) -> &'static str {
    match change {
        Change::Move { index, block, .. } if *block > 0 && index.is_rows(*block) => " rows",
        _ => "",
    }
}

/// The first line, at most 60 characters.
fn excerpt(s: &str) -> String {
    let line = s.trim_start().lines().next().unwrap_or("");
    line.chars().take(60).collect()
}
