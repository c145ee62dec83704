// SPDX-License-Identifier: Apache-2.0
//! Death by a signal leaves nothing behind: temporary files are unlinked and running children end
//! too.
//!
//! The handler may interrupt anything, so all it touches are atomics, leaked C strings and
//! async-signal-safe calls.

use std::ffi::{c_char, c_int, c_ulong, CString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

extern "C" {
    fn signal(number: c_int, handler: usize) -> usize;
    fn raise(number: c_int) -> c_int;
    fn prctl(option: c_int, ...) -> c_int;
    fn getppid() -> c_int;
    fn unlink(path: *const c_char) -> c_int;
    fn rmdir(path: *const c_char) -> c_int;
    fn write(fd: c_int, data: *const u8, size: usize) -> isize;
    fn _exit(status: c_int) -> !;
}

const SIGHUP: c_int = 1;
const SIGINT: c_int = 2;
const SIGABRT: c_int = 6;
const SIGPIPE: c_int = 13;
const SIGTERM: c_int = 15;
/// `<linux/prctl.h>`
const PR_SET_PDEATHSIG: c_int = 1;
const SIG_DFL: usize = 0;
const SIG_IGN: usize = 1;
const SIG_ERR: usize = usize::MAX;

/// A path to remove; nodes are never freed, so that the handler may walk the list at any moment.
struct Node {
    path: *mut c_char,
    directory: bool,
    next: *mut Node,
}

/// Newest first: a directory is registered before its files and so removed after them.
static PATHS: AtomicPtr<Node> = AtomicPtr::new(null_mut());

/// The message when Rust's own handler of stack overflows has aborted upcc: the one failure of the
/// translator that cannot be caught.
const ABORTED: &[u8] =
    b"upcc: error: internal error in upcc: it ran out of stack; an expression of the program is \
        too long\n";

/// Installs the handler for SIGABRT and SIGPIPE, and for SIGHUP, SIGINT and SIGTERM where they are
/// not ignored (nohup). That Rust's start ignores SIGPIPE does not count: it kills as usual.
pub fn install() {
    // SAFETY: `signal` with a handler of the right type; called once, before other threads exist.
    unsafe {
        signal(SIGPIPE, handler as extern "C" fn(c_int) as usize);
        for number in [SIGABRT, SIGHUP, SIGINT, SIGTERM] {
            let before = signal(number, handler as extern "C" fn(c_int) as usize);
            if before == SIG_IGN || before == SIG_ERR {
                signal(number, before);
            }
        }
    }
}

extern "C" fn handler(number: c_int) {
    // Acquire pairs with the release in `remove_on_death`: the node's fields are written.
    let mut node = PATHS.load(Ordering::Acquire);
    while !node.is_null() {
        // SAFETY: nodes and their strings are leaked, hence valid for ever; the calls are
        // async-signal-safe.
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
    if number == SIGABRT {
        // SAFETY: async-signal-safe. The exit status is that of any other error.
        unsafe {
            write(2, ABORTED.as_ptr(), ABORTED.len());
            _exit(1);
        }
    }
    // SAFETY: async-signal-safe; with the default action restored the signal ends the process.
    unsafe {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/// Makes the handler remove `path`. A path with a NUL cannot exist and is ignored.
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

/// Has the kernel send the program that `command` starts SIGTERM when the thread that starts it
/// ends before it does, whatever ends it: there is no moment at which a child exists and would be
/// forgotten. The caller must wait for the child.
pub fn end_with_us(command: &mut Command) {
    let parent = std::process::id();
    let arrange = move || {
        // SAFETY: both calls are async-signal-safe system calls without memory arguments.
        let orphan = unsafe {
            prctl(PR_SET_PDEATHSIG, SIGTERM as c_ulong) != 0 || getppid() as u32 != parent
        };
        if orphan {
            return Err(std::io::Error::from(std::io::ErrorKind::Interrupted));
        }
        Ok(())
    };
    // SAFETY: the closure allocates nothing and takes no lock, as code between fork and exec must.
    unsafe { command.pre_exec(arrange) };
}
