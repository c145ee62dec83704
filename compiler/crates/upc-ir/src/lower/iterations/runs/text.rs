//! The C code of a loop's runs.

use upc_syntax::ast::ExprId;

use super::{Row, Runs};
use crate::abi::Entry;
use crate::ir::{index_name, Neighbour, Node, Start};
use crate::lower::Lower;

/// Runs of fewer iterations are not worth the look.
const FEW: u32 = 4;

impl<'a> Lower<'a> {
    /// `near` for the iterations of a run, `general` for others. A run's loop leaves the counter behind its last iteration, and the loop around
    /// goes there from the iteration itself; a `break` is known by iterations that are left.
    pub(super) fn body_in_runs(&mut self, runs: Runs<'a>, step: ExprId, near: Node, general: Node) -> Node {
        let (wait, n, k) = (runs.wait_name(), format!("__upcr_n{}", runs.number), index_name(runs.number));
        let mut nodes = vec![Node::text(format!("{{ if ({wait}) {wait}--; else {{ unsigned long {n} = "))];
        nodes.extend(self.iterations_left(&runs));
        let places: String = runs.rows.iter().map(Row::declaration).collect();
        nodes.push(Node::text(format!("; {places}if ({n} >= {FEW}")));
        let streams: String = runs.rows.iter().map(Row::streams).collect();
        let back = self.counter_back(&runs);
        for row in runs.rows {
            nodes.push(Node::text(format!(" && ({n} = ")));
            nodes.extend(row.look(&n));
            nodes.push(Node::text(format!(") >= {FEW}")));
        }
        nodes.push(Node::text(format!(") {{ long {k}; {streams}{}(); ", Entry::Reread.name())));
        nodes.push(Node::text(format!("for ({k} = 0; {k} < (long){n}; ")));
        nodes.push(self.discarded(step));
        nodes.push(Node::text(format!(", {k}++) {{ ")));
        nodes.push(near);
        nodes.push(Node::text(format!(" }} if ({k} < (long){n}) break; {back}; continue; }} {wait} = {FEW} - 1; }} ")));
        nodes.push(general);
        nodes.push(Node::text(" }"));
        Node::Seq(nodes)
    }

    /// The number of iterations from the current one to the loop's end.
    fn iterations_left(&mut self, runs: &Runs) -> Vec<Node> {
        let (counter, limit) = (&runs.counter, runs.counter.limit);
        let compared = limit.compared.text();
        let here = format!("(unsigned long)({compared}){}", self.names.name(counter.name));
        let end = self.value(limit.value);
        let end = [Node::text(format!("(unsigned long)({compared})(")), end, Node::text(")")];
        let mut nodes = vec![Node::text("(")];
        if counter.down {
            nodes.push(Node::text(format!("{here} - ")));
            nodes.extend(end);
        } else {
            nodes.extend(end);
            nodes.push(Node::text(format!(" - {here}")));
        }
        let last = if limit.inclusive { "" } else { " - 1" };
        nodes.push(Node::text(format!("{last}) / {}ul + 1", counter.step)));
        nodes
    }

    /// The counter is moved back by an iteration.
    fn counter_back(&self, runs: &Runs) -> String {
        let counter = &runs.counter;
        let (variable, kind) = (self.names.name(counter.name), counter.kind.text());
        let sign = if counter.down { "+" } else { "-" };
        format!("{variable} = ({kind})((unsigned long){variable} {sign} {}ul)", counter.step)
    }
}

impl Runs<'_> {
    /// Iterations before the next look.
    fn wait_name(&self) -> String {
        format!("__upcr_w{}", self.number)
    }

    /// Before the loop.
    pub(super) fn declarations(&self) -> Node {
        Node::text(format!("{{ unsigned long {} = 0; ", self.wait_name()))
    }
}

impl Row<'_> {
    /// The address of the first stream's element in the run's first iteration, with phase.
    fn first_name(&self) -> String {
        format!("__upcr_f{}", self.stream.number)
    }

    /// That address and where it is mapped.
    fn declaration(&self) -> String {
        let (ty, value) = match self.start {
            Start::Thin(_) => ("upcr_pts_t", "0"),
            Start::Phased(_) => ("upcr_ppts_t", "{0, 0}"),
        };
        format!("{ty} {} = {value}; char *{} = 0; ", self.first_name(), self.stream.pointer_name())
    }

    /// Of the next iterations those in which all elements are in their blocks.
    fn look(self, n: &str) -> Vec<Node> {
        let (first, at) = (self.first_name(), self.stream.pointer_name());
        let (low, high) = self.reaches(0).unwrap_or((0, 0));
        let (entry, rest, node) = match self.start {
            Start::Thin(node) => (Entry::Run0, String::new(), node),
            Start::Phased(node) => {
                (Entry::Run, format!(", {}ul, {low}ul, {high}ul, {}l", self.element.block, self.element.elems), node)
            }
        };
        let head = Node::text(format!("{}(&{at}, {first} = ", entry.name()));
        vec![head, node, Node::text(format!("{rest}, {n})"))]
    }

    /// The streams' first elements, from the place of one of them.
    fn streams(&self) -> String {
        let first = self.first_name();
        let unused = "__attribute__((unused))";
        let thin = match self.start {
            Start::Thin(_) => first,
            Start::Phased(_) => format!("{first}.p"),
        };
        let others = self.others.iter().map(|&(far, stream)| {
            Neighbour { stream, of: self.stream, bytes: far * self.element.elem_size }.declarations()
        });
        format!("upcr_pts_t {} {unused} = {thin}; {}", self.stream.shared_name(), others.collect::<String>())
    }
}
