// SPDX-License-Identifier: Apache-2.0
//! Sums of the events.

use std::collections::BTreeMap;

use super::trace::{Event, Thread};

/// The kinds of a thread's time, in the order of the page. [`Kind::Program`] is the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Program,
    Access,
    Transfer,
    Collective,
    Barrier,
    Lock,
    Tasks,
    Other,
}

pub const KINDS: [(Kind, &str); 8] = [
    (Kind::Program, "the program itself"),
    (Kind::Access, "accesses"),
    (Kind::Transfer, "transfers"),
    (Kind::Collective, "collectives"),
    (Kind::Barrier, "barriers"),
    (Kind::Lock, "locks"),
    (Kind::Tasks, "starting and awaiting tasks"),
    (Kind::Other, "allocation and others"),
];

/// The kind of an event by its name; [`Kind::Program`]: a task; `None`: another event that encloses
/// the program's own work (upc_forall, functions, user events).
fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "reads of shared data" | "writes of shared data" => Kind::Access,
        "upc_memcpy" | "upc_memget" | "upc_memput" | "upc_memset" => Kind::Transfer,
        "upc_notify" | "upc_wait" | "upc_barrier" | "wait for the end" => Kind::Barrier,
        "upc_lock" | "upc_lock_attempt" | "upc_unlock" => Kind::Lock,
        "running a task" => Kind::Program,
        "upc_forall" => return None,
        _ if name.starts_with("upcx_task") => Kind::Tasks,
        _ if !name.starts_with("upc_") => return None,
        _ if name.ends_with("_alloc") || name.ends_with("_free") => Kind::Other,
        _ if name.starts_with("upc_all_") => Kind::Collective,
        "upc_fence" | "upc_global_exit" => Kind::Other,
        _ => return None,
    })
}

/// An event that has begun.
struct Open<'a> {
    event: &'a Event,
    /// Microseconds of the tasks, and operations on tasks, directly inside.
    tasks: f64,
}

impl Open<'_> {
    fn is_task(&self) -> bool {
        kind(&self.event.name) == Some(Kind::Program)
    }

    /// A task, or an operation inside which tasks run.
    fn is_of_tasks(&self) -> bool {
        self.is_task() || kind(&self.event.name) == Some(Kind::Tasks)
    }
}

/// One operation at one line of the source.
#[derive(Clone, Debug)]
pub struct Line {
    pub kind: Kind,
    pub calls: u64,
    pub bytes: u64,
    /// Bytes moved from or to another thread, and those among them from or to another node.
    pub remote: u64,
    pub far: u64,
    /// Microseconds of each thread.
    pub time: Vec<f64>,
}

impl Line {
    pub fn total(&self) -> f64 {
        self.time.iter().sum()
    }

    /// The longest time of a thread, and its place in `time`.
    pub fn longest(&self) -> (f64, usize) {
        let times = self.time.iter().copied().zip(0..);
        times.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    /// The shortest.
    pub fn shortest(&self) -> (f64, usize) {
        let times = self.time.iter().copied().zip(0..);
        times.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    /// The longest time of a thread divided by the mean; 1 if all are equal.
    pub fn imbalance(&self) -> f64 {
        let mean = self.total() / self.time.len().max(1) as f64;
        if mean > 0.0 {
            self.longest().0 / mean
        } else {
            1.0
        }
    }
}

pub struct Summary {
    pub threads: Vec<usize>,
    /// Microseconds from the first to the last event of each thread.
    pub span: Vec<f64>,
    /// By thread, then in the order of [`KINDS`].
    pub spent: Vec<[f64; KINDS.len()]>,
    /// By place and operation.
    pub lines: BTreeMap<(String, String), Line>,
    /// Operations and bytes from each thread to the owner of the data.
    pub traffic: Traffic,
    /// The node of each thread, from 0: threads of one node share memory.
    pub node_of: Vec<usize>,
}

/// Operations and bytes: a row for each accessing thread or node, a column for each owner.
pub type Traffic = Vec<Vec<(u64, u64)>>;

impl Summary {
    pub fn new(threads: &[Thread]) -> Summary {
        let count = threads.iter().map(|t| t.number + 1).max().unwrap_or(0);
        let mut summary = Summary {
            threads: threads.iter().map(|t| t.number).collect(),
            span: Vec::new(),
            spent: Vec::new(),
            lines: BTreeMap::new(),
            traffic: vec![vec![(0, 0); count]; count],
            node_of: numbered_nodes(threads, count),
        };
        for (row, thread) in threads.iter().enumerate() {
            summary.add(row, thread, threads.len());
        }
        summary
    }

    pub fn nodes(&self) -> usize {
        self.node_of.iter().max().map_or(1, |last| last + 1)
    }

    /// The share of a thread's time that the kind takes. Times of accesses are estimates from a
    /// sample, so all kinds together may have more than the thread's time.
    pub fn share(&self, row: usize, kind: Kind) -> f64 {
        let all = self.spent[row].iter().sum::<f64>().max(self.span[row]);
        if all > 0.0 {
            self.spent[row][kind as usize] / all
        } else {
            0.0
        }
    }

    /// Operations and bytes between nodes.
    pub fn traffic_of_nodes(&self) -> Traffic {
        let mut traffic = vec![vec![(0, 0); self.nodes()]; self.nodes()];
        for (cells, &row) in self.traffic.iter().zip(&self.node_of) {
            for ((calls, bytes), &column) in cells.iter().zip(&self.node_of) {
                traffic[row][column].0 += calls;
                traffic[row][column].1 += bytes;
            }
        }
        traffic
    }

    fn is_far(&self, own: usize, with: usize) -> bool {
        self.node_of.get(own) != self.node_of.get(with)
    }

    fn add(&mut self, row: usize, thread: &Thread, rows: usize) {
        let time = |event: Option<&Event>| event.map_or(0.0, |e| e.time);
        let span = time(thread.events.last()) - time(thread.events.first());
        self.span.push(span);
        self.spent.push([0.0; KINDS.len()]);
        let mut open: Vec<Open> = Vec::new();
        for event in &thread.events {
            if event.phase != 'E' {
                self.count(thread.number, event, rows);
            }
            match event.phase {
                'B' => open.push(Open { event, tasks: 0.0 }),
                'E' => self.end(row, event, &mut open),
                _ => self.spend(row, event, event.took, &open),
            }
        }
        let spent = &mut self.spent[row];
        spent[Kind::Program as usize] = (span - spent.iter().sum::<f64>()).max(0.0);
    }

    /// Adds the time of the operation that ends, the innermost of its name in `open`. Times of
    /// tasks and of operations on tasks exclude those of such events inside.
    fn end(&mut self, row: usize, end: &Event, open: &mut Vec<Open>) {
        let begin = open.iter().rposition(|open| open.event.name == end.name);
        let Some(begin) = begin.map(|at| open.remove(at)) else { return };
        let took = end.time - begin.event.time;
        if begin.is_of_tasks() {
            if let Some(outer) = open.iter_mut().rfind(|outer| outer.is_of_tasks()) {
                outer.tasks += took;
            }
        }
        self.spend(row, begin.event, took - begin.tasks, open);
    }

    /// Adds the time of an operation, or of a sum of accesses, to its line and to the thread. An
    /// operation inside one of `open` counts to the outer one, except in a task.
    fn spend(&mut self, row: usize, event: &Event, took: f64, open: &[Open]) {
        let Some(of) = kind(&event.name) else { return };
        if let Some(line) = self.lines.get_mut(&(event.at.clone(), event.name.clone())) {
            line.time[row] += took;
        }
        let mut around = open.iter().rev().take_while(|outer| !outer.is_task());
        if of != Kind::Program && !around.any(|outer| kind(&outer.event.name).is_some()) {
            self.spent[row][of as usize] += took;
        }
    }

    fn count(&mut self, own: usize, event: &Event, rows: usize) {
        let Some(kind) = kind(&event.name) else { return };
        let remote = event.with.is_some_and(|with| with != own);
        let far = event.with.is_some_and(|with| self.is_far(own, with));
        let empty = || Line { kind, calls: 0, bytes: 0, remote: 0, far: 0, time: vec![0.0; rows] };
        let line = self.lines.entry((event.at.clone(), event.name.clone())).or_insert_with(empty);
        line.calls += event.calls;
        line.bytes += event.bytes;
        line.remote += if remote { event.bytes } else { 0 };
        line.far += if far { event.bytes } else { 0 };
        if let Some(cell) = event.with.and_then(|with| self.traffic.get_mut(own)?.get_mut(with)) {
            cell.0 += event.calls;
            cell.1 += event.bytes;
        }
    }
}

/// The nodes of the threads 0 to `count` - 1, numbered in the order of their lowest threads. A
/// thread without a trace counts to the node of the thread before it.
fn numbered_nodes(threads: &[Thread], count: usize) -> Vec<usize> {
    let mut lowest: Vec<Option<usize>> = vec![None; count];
    for thread in threads {
        lowest[thread.number] = Some(thread.node);
    }
    let mut known: Vec<usize> = lowest.iter().copied().flatten().collect();
    known.sort_unstable();
    known.dedup();
    let number = |lowest: usize| known.binary_search(&lowest).unwrap_or(0);
    let mut last = 0;
    let fill = |node: Option<usize>| {
        last = node.map_or(last, number);
        last
    };
    lowest.into_iter().map(fill).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(phase: char, name: &str, time: f64, bytes: u64, with: Option<usize>) -> Event {
        let (name, at) = (name.into(), "a.upc:3".into());
        Event { phase, name, time, at, bytes, calls: 1, took: 0.0, with }
    }

    #[test]
    fn time_goes_to_the_outermost_operation() {
        let events = vec![
            event('B', "upc_forall", 0.0, 0, None),
            event('B', "upc_memget", 10.0, 64, Some(1)),
            event('E', "upc_memget", 14.0, 0, None),
            event('E', "upc_forall", 20.0, 0, None),
            event('B', "upc_barrier", 20.0, 0, None),
            event('E', "upc_barrier", 50.0, 0, None),
        ];
        let other = vec![
            event('B', "upc_barrier", 40.0, 0, None),
            event('E', "upc_barrier", 50.0, 0, None),
        ];
        let threads =
            [Thread { number: 0, node: 0, events }, Thread { number: 1, node: 0, events: other }];
        let summary = Summary::new(&threads);
        assert_eq!(summary.spent[0], [16.0, 0.0, 4.0, 0.0, 30.0, 0.0, 0.0, 0.0]);
        assert_eq!((summary.traffic[0][1], summary.traffic[1][0]), ((1, 64), (0, 0)));
        let barrier = &summary.lines[&("a.upc:3".to_string(), "upc_barrier".to_string())];
        assert_eq!((barrier.calls, barrier.total(), barrier.imbalance()), (2, 40.0, 1.5));
        assert_eq!((barrier.longest(), barrier.shortest()), ((30.0, 0), (10.0, 1)));
        let get = &summary.lines[&("a.upc:3".to_string(), "upc_memget".to_string())];
        assert_eq!((get.bytes, get.remote, get.far), (64, 64, 0));
    }

    /// A task that starts another and waits for it, which runs inside the wait and moves data.
    #[test]
    fn tasks_inside_waits_are_the_programs_own_time() {
        let task = "running a task";
        let events = vec![
            event('B', "upcx_tasks_end", 0.0, 0, None),
            event('B', task, 10.0, 0, None),
            event('B', "upcx_task_wait", 20.0, 0, None),
            event('B', task, 25.0, 0, None),
            event('B', "upc_memget", 30.0, 64, Some(0)),
            event('E', "upc_memget", 33.0, 0, None),
            event('E', task, 45.0, 0, None),
            event('E', "upcx_task_wait", 47.0, 0, None),
            event('E', task, 50.0, 0, None),
            event('E', "upcx_tasks_end", 100.0, 0, None),
        ];
        let summary = Summary::new(&[Thread { number: 0, node: 0, events }]);
        assert_eq!(summary.spent[0], [30.0, 0.0, 3.0, 0.0, 0.0, 0.0, 67.0, 0.0]);
        let time = |name: &str| summary.lines[&("a.upc:3".to_string(), name.to_string())].total();
        assert_eq!(["upcx_tasks_end", "upcx_task_wait", task].map(time), [60.0, 7.0, 33.0]);
    }

    #[test]
    fn functions_of_the_program_are_its_own_time() {
        let call =
            |name: &str| vec![event('B', name, 0.0, 0, None), event('E', name, 9.0, 0, None)];
        for name in ["node_alloc", "list_free", "task"] {
            let threads = [Thread { number: 0, node: 0, events: call(name) }];
            assert_eq!(Summary::new(&threads).spent[0][Kind::Program as usize], 9.0, "{name}");
        }
    }

    #[test]
    fn sums_of_accesses_count_as_their_calls() {
        let sum = |bytes, calls, took, with| {
            let single = event('i', "reads of shared data", 5.0, bytes, Some(with));
            Event { calls, took, ..single }
        };
        let begin = event('i', "upc_fence", 0.0, 0, None);
        let events = vec![begin, sum(800, 100, 2.5, 1), sum(80, 10, 0.5, 0)];
        let late = events.iter().map(|e| Event { took: 10.0 * e.took, ..e.clone() }).collect();
        let estimated = Summary::new(&[Thread { number: 0, node: 0, events: late }]);
        assert_eq!(estimated.share(0, Kind::Access), 1.0); // 30 of 5
        let summary = Summary::new(&[Thread { number: 0, node: 0, events }]);
        assert_eq!(summary.spent[0][..2], [2.0, 3.0]);
        assert_eq!(summary.share(0, Kind::Access), 0.6);
        assert_eq!(summary.traffic[0], [(10, 80)]);
        let reads = &summary.lines[&("a.upc:3".to_string(), "reads of shared data".to_string())];
        assert_eq!((reads.calls, reads.bytes, reads.remote, reads.total()), (110, 880, 800, 3.0));
    }

    #[test]
    fn bytes_between_nodes_are_told_apart() {
        let to = |with| vec![event('i', "upc_memput", 1.0, 8, Some(with))];
        let threads = [
            Thread { number: 0, node: 0, events: to(1) },
            Thread { number: 1, node: 0, events: to(3) },
            Thread { number: 3, node: 2, events: to(2) },
        ];
        let summary = Summary::new(&threads);
        assert_eq!(summary.node_of, [0, 0, 0, 1]);
        let put = &summary.lines[&("a.upc:3".to_string(), "upc_memput".to_string())];
        assert_eq!((put.bytes, put.remote, put.far), (24, 24, 16));
        assert_eq!(summary.traffic_of_nodes(), [[(1, 8), (1, 8)], [(1, 8), (0, 0)]]);
    }
}
