// SPDX-License-Identifier: Apache-2.0
//! The rendezvous: processes started by ssh connect to upcrun, and find each other through it.
//! `runtime/src/boot/bootstrap/rendezvous.c` is the other side, and describes the messages.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::system;
use super::Event;
use crate::error::{describe, Error};

pub const VERSION: u32 = 1;
const LENGTH_DIGITS: usize = 8;
/// The most bytes of a message to upcrun, including the longest text.
const MESSAGE_MAX: usize = 4096;
/// Time limit of a peer's first message, and of each write.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Rendezvous {
    listener: TcpListener,
    /// The addresses given to the processes: `host:port`, the best first.
    addresses: Vec<String>,
    port: u16,
}

/// The secret that each connection must present.
pub struct Door {
    pub secret: String,
    /// Processes of the job.
    pub size: usize,
    /// Seconds that a process waits for the others.
    pub seconds: u64,
}

impl Rendezvous {
    /// The addresses for the processes, with commas between; this host's own if there are none.
    pub fn offered(&self) -> String {
        if self.addresses.is_empty() {
            return format!("127.0.0.1:{}", self.port);
        }
        self.addresses.join(",")
    }

    /// Listens where the hosts can reach it: on `interface`, a name or an address, or on all.
    /// `local`: a process runs on this host.
    pub fn open(interface: Option<&str>, local: bool) -> Result<Rendezvous, Error> {
        let chosen = choose(&system::interfaces(), interface, local)?;
        let fail = |why: std::io::Error| Error {
            message: format!("cannot listen for the job's processes: {}", describe(&why)),
            status: 1,
        };
        let all = SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0));
        let listener = match (interface, chosen.as_slice()) {
            (Some(_), [address]) => TcpListener::bind((*address, 0)),
            _ => TcpListener::bind(all).or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))),
        }
        .map_err(fail)?;
        let port = listener.local_addr().map_err(fail)?.port();
        let addresses =
            chosen.iter().map(|&address| SocketAddr::new(address, port).to_string()).collect();
        Ok(Rendezvous { listener, addresses, port })
    }

    /// Accepts connections until this process ends, each in its own thread.
    pub fn serve(self, door: Door, events: Sender<Event>) {
        let door = Arc::new(door);
        let taken = Arc::new(Mutex::new(vec![false; door.size]));
        std::thread::spawn(move || {
            for stream in self.listener.incoming().flatten() {
                let (door, taken, events) = (door.clone(), taken.clone(), events.clone());
                std::thread::spawn(move || attend(stream, &door, &taken, &events));
            }
        });
    }
}

/// The addresses to offer.
fn choose(
    known: &[(String, IpAddr)],
    interface: Option<&str>,
    local: bool,
) -> Result<Vec<IpAddr>, Error> {
    let wanted = |name: &str, address: &IpAddr| match interface {
        Some(text) => text == name || text.parse() == Ok(*address),
        None => local || !address.is_loopback(),
    };
    let mut chosen: Vec<IpAddr> = known
        .iter()
        .filter(|(name, address)| wanted(name, address))
        .map(|(_, address)| *address)
        .collect();
    // Stable: interfaces keep their order.
    chosen.sort_by_key(|address| (address.is_loopback(), address.is_ipv6()));
    match (chosen.is_empty(), interface) {
        (true, Some(text)) => {
            let mut names: Vec<String> =
                known.iter().map(|(name, address)| format!("{name} ({address})")).collect();
            names.dedup();
            Err(Error::usage(format!(
                "UPC_INTERFACE is '{text}', which is no interface of this host and no address of \
                 one: there are {}",
                names.join(", ")
            )))
        }
        _ => Ok(chosen),
    }
}

/// Whether two secrets are equal. The time does not depend on where they differ.
fn same_secret(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    std::hint::black_box(differs) == 0 && one.len() == other.len()
}

pub fn write_message(stream: &mut TcpStream, message: &[u8]) -> std::io::Result<()> {
    let mut bytes = format!("{:0LENGTH_DIGITS$}", message.len()).into_bytes();
    bytes.extend(message);
    stream.write_all(&bytes)
}

fn read_message(stream: &mut TcpStream, most: usize) -> std::io::Result<String> {
    let mut digits = [0; LENGTH_DIGITS];
    stream.read_exact(&mut digits)?;
    let length = std::str::from_utf8(&digits).ok().and_then(|text| text.parse::<usize>().ok());
    let length = length.filter(|&length| length <= most).ok_or(std::io::ErrorKind::InvalidData)?;
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    // A text has arbitrary bytes: each becomes a character, and later the same byte again.
    Ok(bytes.iter().map(|&byte| char::from(byte)).collect())
}

/// The bytes of a text from `read_message`.
pub fn bytes_of(text: &str) -> impl Iterator<Item = u8> + '_ {
    text.chars().map(|c| c as u8)
}

/// Identifies a peer, or returns why it is refused. `None`: it violates the protocol.
fn judge(hello: &str, door: &Door, taken: &Mutex<Vec<bool>>) -> Option<Result<usize, String>> {
    let words: Vec<&str> = hello.split(' ').collect();
    let ["hello", version, rank, size, secret] = words[..] else {
        return None;
    };
    if !same_secret(secret, &door.secret) {
        return Some(Err("the secret is wrong: it belongs to another job".to_owned()));
    }
    if version.parse() != Ok(VERSION) {
        return Some(Err(format!(
            "this upcrun speaks version {VERSION} of the rendezvous and the program version \
             {version}: use the upcrun of the upcc that linked it"
        )));
    }
    let rank = rank
        .parse::<usize>()
        .ok()
        .filter(|&rank| rank < door.size && size.parse() == Ok(door.size));
    let Some(rank) = rank else {
        return Some(Err(format!(
            "{hello:?} is of another job than this one of {} processes",
            door.size
        )));
    };
    let mut taken = taken.lock().ok()?;
    if std::mem::replace(&mut taken[rank], true) {
        return Some(Err(format!("process {rank} is there already")));
    }
    Some(Ok(rank))
}

/// One connection, from its first message to its end.
fn attend(mut stream: TcpStream, door: &Door, taken: &Mutex<Vec<bool>>, events: &Sender<Event>) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(PATIENCE));
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let Some(verdict) =
        read_message(&mut stream, MESSAGE_MAX).ok().and_then(|hello| judge(&hello, door, taken))
    else {
        return;
    };
    let rank = match verdict {
        Ok(rank) => rank,
        Err(why) => {
            let _ = write_message(&mut stream, format!("refused\n{why}").as_bytes());
            return;
        }
    };
    let welcome = format!("welcome {VERSION} {}", door.seconds);
    let Ok(writer) = stream.try_clone() else { return };
    let _ = stream.set_read_timeout(None);
    // Before the welcome, so that the process's next message comes after it.
    let _ = events.send(Event::Joined { rank, writer });
    if write_message(&mut stream, welcome.as_bytes()).is_ok() {
        while let Some(event) =
            read_message(&mut stream, MESSAGE_MAX).ok().and_then(|text| understand(rank, &text))
        {
            if events.send(event).is_err() {
                return;
            }
        }
    }
    let _ = events.send(Event::Left { rank });
}

fn understand(rank: usize, message: &str) -> Option<Event> {
    let (head, text) = message.split_once('\n').unwrap_or((message, ""));
    let mut words = head.split(' ');
    match (words.next()?, words.next()) {
        ("text", Some(round)) => {
            Some(Event::Text { rank, round: round.parse().ok()?, text: text.to_owned() })
        }
        ("abort", Some(status)) => {
            Some(Event::Abort { rank, status: status.parse().ok()?, why: text.to_owned() })
        }
        ("finish", None) => Some(Event::Finish { rank }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn connect(port: u16, message: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        write_message(&mut stream, message.as_bytes()).unwrap();
        stream
    }

    #[test]
    fn who_may_come_in() {
        let server = Rendezvous::open(Some("127.0.0.1"), true).unwrap();
        assert_eq!(server.addresses, [format!("127.0.0.1:{}", server.port)]);
        let (port, (events, heard)) = (server.port, channel());
        server.serve(Door { secret: "abc".to_owned(), size: 2, seconds: 9 }, events);
        for (hello, answer) in [
            ("hello 1 0 2 abd", "refused\nthe secret is wrong"),
            ("hello 1 0 2 ab", "refused\nthe secret is wrong"),
            ("hello 1 0 2 abcd", "refused\nthe secret is wrong"),
            ("hello 1 0 2 ", "refused\nthe secret is wrong"),
            ("hello 7 0 2 abc", "refused\nthis upcrun speaks version 1"),
            ("hello 1 2 2 abc", "refused\n\"hello 1 2 2 abc\" is of another job"),
            ("hello 1 0 3 abc", "refused\n\"hello 1 0 3 abc\" is of another job"),
            ("hello 1 1 2 abc", "welcome 1 9"),
        ] {
            let mut stream = connect(port, hello);
            let got = read_message(&mut stream, MESSAGE_MAX).unwrap();
            assert!(got.starts_with(answer), "{hello}: {got}");
        }
        let got = read_message(&mut connect(port, "hello 1 1 2 abc"), MESSAGE_MAX).unwrap();
        assert!(got.contains("process 1 is there already"), "{got}");
        // No answer to a peer without the secret.
        for message in ["GET / HTTP/1.1", "", "hello"] {
            assert!(read_message(&mut connect(port, message), MESSAGE_MAX).is_err());
        }
        let mut stream = connect(port, "hello 1 0 2 abc");
        assert_eq!(read_message(&mut stream, MESSAGE_MAX).unwrap(), "welcome 1 9");
        write_message(&mut stream, b"text 0\na\nb\xff").unwrap();
        write_message(&mut stream, b"abort 3\nwhy").unwrap();
        write_message(&mut stream, b"finish").unwrap();
        drop(stream);
        let events: Vec<Event> =
            heard.iter().filter(|event| event.rank() == Some(0)).take(5).collect();
        assert!(matches!(&events[0], Event::Joined { .. }));
        assert!(matches!(
            &events[1],
            Event::Text { round: 0, text, .. } if bytes_of(text).eq(*b"a\nb\xff")
        ));
        assert!(matches!(&events[2], Event::Abort { status: 3, why, .. } if why == "why"));
        assert!(matches!(&events[3], Event::Finish { .. }));
        assert!(matches!(&events[4], Event::Left { .. }));
    }

    #[test]
    fn addresses() {
        let known: Vec<(String, IpAddr)> =
            [("lo", "127.0.0.1"), ("e0", "10.0.0.1"), ("e0", "2001:db8::1"), ("e1", "10.1.0.1")]
                .iter()
                .map(|(name, address)| ((*name).to_owned(), address.parse().unwrap()))
                .collect();
        let chosen = |interface, local| {
            choose(&known, interface, local)
                .map(|list| list.iter().map(|at| at.to_string()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(chosen(None, false).unwrap(), "10.0.0.1 10.1.0.1 2001:db8::1");
        assert_eq!(chosen(None, true).unwrap(), "10.0.0.1 10.1.0.1 2001:db8::1 127.0.0.1");
        assert_eq!(chosen(Some("e1"), false).unwrap(), "10.1.0.1");
        assert_eq!(chosen(Some("10.0.0.1"), true).unwrap(), "10.0.0.1");
        let error = chosen(Some("ib0"), false).unwrap_err();
        assert!(
            error.message.contains("'ib0'") && error.message.contains("e1 (10.1.0.1)"),
            "{error}"
        );
    }
}
