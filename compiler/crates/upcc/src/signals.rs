//! Death by a signal leaves nothing behind: temporary files are unlinked and running children get the signal too.
//!
//! The handler may interrupt anything, so all it touches are atomics, leaked C strings and async-signal-safe calls.

use std::ffi::{c_char, c_int, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

extern "C" {
    fn signal(number: c_int, handler: usize) -> usize;
    fn raise(number: c_int) -> c_int;
    fn kill(pid: c_int, number: c_int) -> c_int;
    fn unlink(path: *const c_char) -> c_int;
    fn rmdir(path: *const c_char) -> c_int;
}

const SIGHUP: c_int = 1;
const SIGINT: c_int = 2;
const SIGPIPE: c_int = 13;
const SIGTERM: c_int = 15;
const SIG_DFL: usize = 0;
const SIG_IGN: usize = 1;
const SIG_ERR: usize = usize::MAX;

/// Children running at one time: one per compilation thread; more are simply not told.
const MAX_CHILDREN: usize = 64;

#[allow(clippy::declare_interior_mutable_const)]
const NO_CHILD: AtomicI32 = AtomicI32::new(0);
static CHILDREN: [AtomicI32; MAX_CHILDREN] = [NO_CHILD; MAX_CHILDREN];

/// A path to remove; nodes are never freed, so that the handler may walk the list at any moment.
struct Node {
    path: *mut c_char,
    directory: bool,
    next: *mut Node,
}

/// Newest first: a directory is registered before its files and so removed after them.
static PATHS: AtomicPtr<Node> = AtomicPtr::new(null_mut());

/// Installs the handler for SIGHUP, SIGINT and SIGTERM where they are not ignored (nohup), and lets SIGPIPE kill as usual.
pub fn install() {
    // SAFETY: `signal` with a handler of the right type; called once, before other threads exist.
    unsafe {
        signal(SIGPIPE, SIG_DFL);
        for number in [SIGHUP, SIGINT, SIGTERM] {
            let before = signal(number, handler as extern "C" fn(c_int) as usize);
            if before == SIG_IGN || before == SIG_ERR {
                signal(number, before);
            }
        }
    }
}

extern "C" fn handler(number: c_int) {
    for child in &CHILDREN {
        // Acquire pairs with the release in `Child::new`; a pid is here only while its process has not been waited for.
        let pid = child.load(Ordering::Acquire);
        if pid > 0 {
            // SAFETY: async-signal-safe; the pid is an unreaped child of ours.
            unsafe { kill(pid, number) };
        }
    }
    // Acquire pairs with the release in `remove_on_death`: the node's fields are written.
    let mut node = PATHS.load(Ordering::Acquire);
    while !node.is_null() {
        // SAFETY: nodes and their strings are leaked, hence valid for ever; the calls are async-signal-safe.
        unsafe {
            let path = (*node).path;
            if (*node).directory {
                rmdir(path);
            } else {
                unlink(path);
            }
            node = (*node).next;
        }
    }
    // SAFETY: async-signal-safe; with the default action restored the signal ends the process.
    unsafe {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/// Has the handler remove `path`. A path with a NUL cannot exist and is passed over.
pub fn remove_on_death(path: &Path, directory: bool) {
    let Ok(name) = CString::new(path.as_os_str().as_bytes()) else {
        return;
    };
    let node = Box::into_raw(Box::new(Node { path: name.into_raw(), directory, next: null_mut() }));
    let mut head = PATHS.load(Ordering::Relaxed);
    loop {
        // SAFETY: the node is not yet reachable by anyone else.
        unsafe { (*node).next = head };
        match PATHS.compare_exchange_weak(head, node, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return,
            Err(now) => head = now,
        }
    }
}

/// While it lives, the child is told of signals that end us.
pub struct Child(Option<&'static AtomicI32>);

impl Child {
    pub fn new(pid: u32) -> Child {
        let pid = pid as i32;
        Child(CHILDREN.iter().find(|c| c.compare_exchange(0, pid, Ordering::Release, Ordering::Relaxed).is_ok()))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, Ordering::Release);
        }
    }
}
