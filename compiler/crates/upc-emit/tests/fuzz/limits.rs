// SPDX-License-Identifier: Apache-2.0
//! Bounds on what one translation may take.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;

/// Bytes in use at once.
const MEMORY: usize = 1 << 30;
/// As the compiler's own (upcc's `STACK_BYTES`).
const STACK: usize = 256 << 20;
/// Only a hang takes as long, on any machine.
const TIME: Duration = Duration::from_secs(120);

/// The system's allocator, which ends the process at [`MEMORY`] bytes.
struct Counting;

/// Bytes in use. Relaxed: a count, which orders nothing.
static IN_USE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every request goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IN_USE.fetch_add(layout.size(), Relaxed) > MEMORY {
            std::process::abort();
        }
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        System.dealloc(pointer, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs `work` within the bounds; why it failed. The process ends where it takes too much memory or
/// stack.
pub fn within<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (sender, receiver) = channel();
    let body = move || {
        let _ = sender.send(work());
    };
    let thread =
        std::thread::Builder::new().stack_size(STACK).spawn(body).map_err(|e| e.to_string())?;
    match receiver.recv_timeout(TIME) {
        Ok(value) => Ok(value),
        Err(RecvTimeoutError::Timeout) => Err(format!("no end within {} s", TIME.as_secs())),
        Err(RecvTimeoutError::Disconnected) => {
            let payload = thread.join().err();
            let text = payload.and_then(|p| p.downcast::<String>().ok());
            Err(format!("panicked: {}", text.map_or_else(|| "see above".to_string(), |t| *t)))
        }
    }
}
