// SPDX-License-Identifier: Apache-2.0
//! Cases in which threads hand elements to each other: parts, each of one thread, that wait for
//! some of the parts before them. The model finds out by vector clocks which parts are ordered.

use super::Routes;
use crate::Both;

/// How a part tells another that it is done.
#[derive(Debug, Clone, Copy)]
enum Signal {
    /// A strict flag for each part.
    Strict,
    /// The same, with the loop that waits in a function.
    Function,
    /// A relaxed flag, between fences.
    Fences,
    /// A strict atomic function on a flag.
    Atomic,
    /// A semaphore for each part, with a post for each part before it.
    Semaphore,
}

/// What the program needs for all signals.
pub(super) const SIGNALS: &str = "
static strict shared int said[PARTS * THREADS];
static relaxed shared int told[PARTS * THREADS];
static bupc_sem_t *shared posts[PARTS * THREADS];
static void wait_until(strict shared int *flag, int value)
{
    while (*flag < value)
        ;
}
";

/// The most parts of a case: `PARTS` of oracle.h.
const MOST: usize = 8;

impl Signal {
    fn wait(self, before: &[usize], part: usize, round: usize) -> String {
        if before.is_empty() {
            return String::new();
        }
        let each = |line: fn(usize, usize) -> String| -> String {
            before.iter().map(|&k| line(k, round)).collect()
        };
        match self {
            Signal::Strict => each(|k, round| format!("while (said[{k}] < {round})\n;\n")),
            Signal::Function => each(|k, round| format!("wait_until(&said[{k}], {round});\n")),
            Signal::Fences => {
                each(|k, round| format!("while (told[{k}] < {round})\n;\n")) + "upc_fence;\n"
            }
            Signal::Atomic => each(|k, round| {
                format!("while (bupc_atomicI_read_strict(&told[{k}]) < {round})\nbupc_poll();\n")
            }),
            Signal::Semaphore => format!("bupc_sem_waitN(posts[{part}], {});\n", before.len()),
        }
    }

    fn tell(self, part: usize, after: &[usize], round: usize) -> String {
        match self {
            Signal::Strict | Signal::Function => format!("said[{part}] = {round};\n"),
            Signal::Fences => format!("upc_fence;\ntold[{part}] = {round};\n"),
            Signal::Atomic => format!("bupc_atomicI_set_strict(&told[{part}], {round});\n"),
            Signal::Semaphore => {
                after.iter().map(|k| format!("bupc_sem_post(posts[{k}]);\n")).collect()
            }
        }
    }
}

impl Routes {
    /// The function of a case in UPC; in plain C all parts in turn. `declared` are the pointers,
    /// which each thread has.
    pub(super) fn handed(&mut self, number: usize, declared: &[Both]) -> Both {
        let signal = *self.random.pick(&[
            Signal::Strict,
            Signal::Strict,
            Signal::Strict,
            Signal::Function,
            Signal::Fences,
            Signal::Atomic,
            Signal::Semaphore,
        ]);
        let waits = self.waits();
        let mut thread = self.random.below(self.threads);
        let (mut upc, mut plain) = (String::new(), String::new());
        for (part, before) in waits.iter().enumerate() {
            let body = self.statements(2);
            let after: Vec<usize> =
                (part..waits.len()).filter(|&k| waits[k].contains(&part)).collect();
            upc += &format!(
                "if (MYTHREAD == {thread}) {{\n{}{}{}}}\n",
                signal.wait(before, part, number + 1),
                body.upc,
                signal.tell(part, &after, number + 1)
            );
            let list: Vec<String> = before.iter().map(usize::to_string).collect();
            plain += &format!(
                "{{ const int me = {thread};\nbegin_part(me, (int[]){{{}}}, {});\n{}\
                 end_part({part}); }}\n",
                if list.is_empty() { "0".to_owned() } else { list.join(", ") },
                list.len(),
                body.plain
            );
            // Mostly another thread, which is what needs a signal.
            thread = (thread + self.random.below(self.threads)) % self.threads;
        }
        self.handed_texts(number, declared, &Both { upc, plain })
    }

    /// For each part the parts that it waits for: mostly the one before it, some others.
    fn waits(&mut self) -> Vec<Vec<usize>> {
        let parts = 2 + self.random.below(MOST - 2);
        (0..parts)
            .map(|part| {
                (0..part)
                    .filter(|&k| self.random.chance(if k + 1 == part { 92 } else { 15 }))
                    .collect()
            })
            .collect()
    }

    /// In plain C each thread has its own sum and pointers, in arrays that macros hide.
    fn handed_texts(&self, number: usize, declared: &[Both], parts: &Both) -> Both {
        let end = "for (int k_ = 0; k_ < 16; k_++)\nsum = sum * 31 + mine";
        let names: Vec<&str> = self.pointers.iter().map(|pointer| pointer.name.as_str()).collect();
        let each = |line: fn(&str) -> String| -> String { names.iter().map(|p| line(p)).collect() };
        let start: Both =
            declared.iter().fold(Both::same(""), |all, next| Both::format("@@", &[&all, next]));
        Both {
            upc: format!(
                "\nstatic word case{number}(void)\n{{\nword sum = 0;\n\
                 memset(mine, 0, sizeof mine);\n{}{}{end}[k_];\nreturn sum;\n}}\n",
                start.upc, parts.upc
            ),
            plain: format!(
                "\n{}#define sum results[me]\n{}PLAIN void plain{number}(word *results)\n{{\n\
                 memset(mine_plain, 0, sizeof mine_plain);\n\
                 for (int me = 0; me < THREADS; me++) {{\nnew_turn(me);\nsum = 0;\n{}}}\n{}\
                 for (int me = 0; me < THREADS; me++)\n{end}_plain[me][k_];\n}}\n#undef sum\n{}",
                each(|p| format!("static pointer {p}_[THREADS_HERE];\n")),
                each(|p| format!("#define {p} {p}_[me]\n")),
                start.plain,
                parts.plain,
                each(|p| format!("#undef {p}\n"))
            ),
        }
    }
}
