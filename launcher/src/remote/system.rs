// SPDX-License-Identifier: Apache-2.0
//! Missing from the standard library: signals, addresses of this host, the terminal.

use std::ffi::{c_char, c_int, c_void, CStr};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI32, Ordering};

pub const SIGHUP: i32 = 1;
pub const SIGINT: i32 = 2;
pub const SIGQUIT: i32 = 3;
pub const SIGKILL: i32 = 9;
pub const SIGUSR1: i32 = 10;
pub const SIGUSR2: i32 = 12;
pub const SIGTERM: i32 = 15;

const SIG_IGN: usize = 1;

#[repr(C)]
struct InterfaceRecord {
    next: *const InterfaceRecord,
    name: *const c_char,
    flags: u32,
    address: *const c_void,
    rest: [*const c_void; 3],
}

extern "C" {
    fn signal(number: c_int, handler: usize) -> usize;
    #[link_name = "kill"]
    fn c_kill(process: c_int, number: c_int) -> c_int;
    fn write(descriptor: c_int, from: *const c_void, count: usize) -> isize;
    fn getifaddrs(list: *mut *const InterfaceRecord) -> c_int;
    fn freeifaddrs(list: *const InterfaceRecord);
    fn isatty(descriptor: c_int) -> c_int;
    fn tcgetpgrp(descriptor: c_int) -> c_int;
    fn getpgrp() -> c_int;
    fn geteuid() -> u32;
}

pub fn is_root() -> bool {
    // SAFETY: takes nothing, and cannot fail.
    unsafe { geteuid() == 0 }
}

/// Sends a signal to a child of this process.
pub fn kill_child(child: u32, number: i32) {
    // SAFETY: takes numbers. The error of a child that has ended is ignored.
    unsafe { c_kill(child as c_int, number) };
}

/// Sends a signal to a process group that this process made.
pub fn kill_group(leader: u32, number: i32) {
    // SAFETY: takes numbers. The error of a group that has ended is ignored.
    unsafe { c_kill(-(leader as c_int), number) };
}

/// Whether standard input is a terminal with another job of the shell in the foreground: reading
/// would stop this process.
pub fn input_is_behind() -> bool {
    // SAFETY: takes numbers.
    unsafe { isatty(0) == 1 && tcgetpgrp(0) != getpgrp() }
}

static SIGNAL_OUT: AtomicI32 = AtomicI32::new(-1);

extern "C" fn note_signal(number: c_int) {
    let byte = number as u8;
    // SAFETY: write is allowed in a signal handler, and the byte lives until it returns.
    unsafe { write(SIGNAL_OUT.load(Ordering::Relaxed), (&byte as *const u8).cast(), 1) };
}

/// Calls `heard` for each of these signals, in its own thread. An ignored signal stays ignored.
pub fn on_signals(numbers: &[i32], heard: impl Fn(i32) + Send + 'static) -> std::io::Result<()> {
    let (mut from, to) = UnixStream::pair()?;
    to.set_nonblocking(true)?;
    SIGNAL_OUT.store(to.as_raw_fd(), Ordering::Relaxed);
    std::mem::forget(to); // for the handler, until the process ends
    for &number in numbers {
        // SAFETY: the handler calls nothing but write.
        unsafe {
            if signal(number, note_signal as extern "C" fn(c_int) as usize) == SIG_IGN {
                signal(number, SIG_IGN);
            }
        }
    }
    std::thread::spawn(move || {
        let mut byte = [0];
        while matches!(from.read(&mut byte), Ok(1)) {
            heard(i32::from(byte[0]));
        }
    });
    Ok(())
}

/// The interfaces of this host with their addresses, without link-local ones.
pub fn interfaces() -> Vec<(String, IpAddr)> {
    let mut list = std::ptr::null();
    let mut found = Vec::new();
    // SAFETY: getifaddrs fills a list that is valid until freeifaddrs; addresses begin with their
    // family, and those of AF_INET and AF_INET6 are at least 8 and 24 bytes long.
    unsafe {
        if getifaddrs(&mut list) != 0 {
            return found;
        }
        let mut at = list;
        while let Some(record) = at.as_ref() {
            at = record.next;
            if let Some(address) = read_address(record.address) {
                found.push((CStr::from_ptr(record.name).to_string_lossy().into_owned(), address));
            }
        }
        freeifaddrs(list);
    }
    found
}

/// # Safety
/// `address` is null or a sockaddr as long as its family needs.
unsafe fn read_address(address: *const c_void) -> Option<IpAddr> {
    const AF_INET: u16 = 2;
    const AF_INET6: u16 = 10;
    if address.is_null() {
        return None;
    }
    let bytes: *const u8 = address.cast();
    match address.cast::<u16>().read_unaligned() {
        AF_INET => Some(Ipv4Addr::from(bytes.add(4).cast::<[u8; 4]>().read_unaligned()).into()),
        AF_INET6 => {
            let address = Ipv6Addr::from(bytes.add(8).cast::<[u8; 16]>().read_unaligned());
            (address.segments()[0] & 0xffc0 != 0xfe80).then_some(address.into())
        }
        _ => None,
    }
}

/// Random bytes as hexadecimal digits.
pub fn random_text(bytes: usize) -> std::io::Result<String> {
    let mut random = vec![0; bytes];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut random)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes all at once, so that lines of several writers do not mix; a closed pipe is no error.
pub fn write_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_among_the_interfaces() {
        assert!(interfaces().iter().any(|(name, address)| name == "lo" && address.is_loopback()));
    }

    #[test]
    fn random_texts_differ() {
        let (one, other) = (random_text(16).unwrap(), random_text(16).unwrap());
        assert!(one != other && one.len() == 32);
    }
}
