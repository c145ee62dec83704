// SPDX-License-Identifier: Apache-2.0
//! The functions that a body calls, from its tokens: bodies without UPC are not analysed, unless
//! they have a loop and reach UPC by calls, also of functions that are defined later: `while
//! (!seen());` may wait for shared memory.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_source::Symbol;
use upc_syntax::token::{Token, TokenKind};

/// Functions of the C library that call functions of the program, or do not return to their caller.
const CALLING_BACK: &[&str] = &[
    "_longjmp",
    "bsearch",
    "call_once",
    "ftw",
    "lfind",
    "longjmp",
    "lsearch",
    "nftw",
    "qsort",
    "qsort_r",
    "raise",
    "scandir",
    "setcontext",
    "siglongjmp",
    "swapcontext",
    "twalk",
];

/// Functions that let time pass: a loop that calls one may wait for other threads.
const WAITING: &[&str] = &[
    "bupc_poll",
    "clock_nanosleep",
    "epoll_wait",
    "nanosleep",
    "pause",
    "poll",
    "ppoll",
    "pselect",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_yield",
    "sched_yield",
    "select",
    "sem_timedwait",
    "sem_wait",
    "sigsuspend",
    "sleep",
    "thrd_sleep",
    "thrd_yield",
    "usleep",
];

/// Whether the library function `name` returns without having called a function of the program, and
/// without letting time pass for others.
pub fn returns_by_itself(name: &str) -> bool {
    !CALLING_BACK.contains(&name) && !WAITING.contains(&name)
}

/// The names that the body `tokens` calls; `None`: it may call others by pointers, jumps back by a
/// label, or has assembler code.
pub fn called(tokens: &[Token]) -> Option<Vec<&Token>> {
    let is_plain = |t: &Token| !matches!(t.kind, TokenKind::Asm | TokenKind::Goto);
    let opens = |at: &usize| tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::LParen);
    let calls = (0..tokens.len()).filter(opens);
    let mut names = Vec::new();
    for at in calls {
        match tokens[at].kind {
            TokenKind::Ident => names.push(&tokens[at]),
            TokenKind::RBracket => return None,
            TokenKind::RParen if !is_no_pointer(&tokens[..at]) => return None,
            _ => {}
        }
    }
    tokens.iter().all(is_plain).then_some(names)
}

/// Whether the parenthesis that closes behind `tokens` is the head of a statement or has only
/// keywords in it, as a cast to a type of numbers has, so no function is called through it.
fn is_no_pointer(tokens: &[Token]) -> bool {
    let mut depth = 1;
    for (at, t) in tokens.iter().enumerate().rev() {
        match t.kind {
            TokenKind::RParen => depth += 1,
            TokenKind::LParen => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let before = at.checked_sub(1).map(|b| tokens[b].kind);
            let is_head = matches!(
                before,
                Some(TokenKind::If | TokenKind::While | TokenKind::For | TokenKind::Switch)
            );
            return is_head || tokens[at + 1..].iter().all(|t| is_of_type(t.kind));
        }
    }
    false
}

fn is_of_type(kind: TokenKind) -> bool {
    use TokenKind::{CharType, Const, Double, Float, Int, Long, Short, Signed, Unsigned, Void};
    matches!(
        kind,
        CharType | Const | Double | Float | Int | Long | Short | Signed | Unsigned | Void
    )
}

/// A function that did not reach UPC by what was defined before it.
pub(crate) struct Caller {
    pub name: Symbol,
    /// The names that its body calls.
    pub calls: Vec<Symbol>,
    /// It has a loop and was not analysed.
    pub may_wait: bool,
}

/// Adds the `callers` that reach UPC, by calls of functions that do, to `reaching`. Returns whether
/// the body of one is missing. Takes a time proportional to the number of calls.
pub(crate) fn spread(callers: &[Caller], reaching: &mut FxHashSet<Symbol>) -> bool {
    let mut callers_of: FxHashMap<Symbol, Vec<&Caller>> = FxHashMap::default();
    for caller in callers {
        for &callee in &caller.calls {
            callers_of.entry(callee).or_default().push(caller);
        }
    }
    let (mut next, mut missing): (Vec<Symbol>, bool) = (reaching.iter().copied().collect(), false);
    while let Some(callee) = next.pop() {
        for caller in callers_of.remove(&callee).unwrap_or_default() {
            missing |= caller.may_wait;
            if reaching.insert(caller.name) {
                next.push(caller.name);
            }
        }
    }
    missing
}
