// SPDX-License-Identifier: Apache-2.0
//! Lists of hosts: on the command line, in files, and of batch systems.

use std::net::IpAddr;
use std::path::Path;

use crate::args::THREADS_MAX;
use crate::error::{describe, Error};
use crate::remote::system::interfaces;

/// A job has no more nodes than threads.
const MOST_HOSTS: usize = THREADS_MAX as usize;

/// A host and its number of threads: as given, or how often it was listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    pub name: String,
    pub slots: u32,
}

impl Host {
    /// With brackets around an IPv6 address: a colon separates the number of threads.
    fn in_list(&self) -> String {
        let at = self.name.rfind('@').map_or(0, |at| at + 1);
        match self.name.split_at(at) {
            (user, address) if address.contains(':') => format!("{user}[{address}]"),
            _ => self.name.clone(),
        }
    }
}

/// Hosts in the order of their nodes, each once, and the origin of the list, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    pub list: Vec<Host>,
    pub origin: String,
}

impl Hosts {
    /// `a,b:4`: names separated by commas or blanks, with a number of threads behind a colon.
    pub fn from_words(text: &str, origin: &str) -> Result<Hosts, Error> {
        let words = text.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        Hosts::collect(words.map(|word| (word, word)), origin)
    }

    /// A host a line: `name`, `name:4`, `name slots=4` or `name 4`; `#` starts a comment.
    pub fn from_file(path: &Path, origin: &str) -> Result<Hosts, Error> {
        let text = std::fs::read_to_string(path).map_err(|why| {
            Error::usage(format!(
                "{origin}: cannot read the list of hosts {}: {}",
                path.display(),
                describe(&why)
            ))
        })?;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let words = lines.filter(|line| !line.is_empty()).map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or("");
            (name, words.next().unwrap_or(name))
        });
        Hosts::collect(words, &format!("{origin} ({})", path.display()))
    }

    /// Pairs of a name, perhaps with `:N`, and the next word, which may be the number.
    fn collect<'a>(
        words: impl Iterator<Item = (&'a str, &'a str)>,
        origin: &str,
    ) -> Result<Hosts, Error> {
        let mut list: Vec<Host> = Vec::new();
        for (word, more) in words {
            let (name, slots) = name_and_slots(word, more).map_err(|name| {
                Error::usage(format!(
                    "{origin}: '{word} {more}': what follows the host must be a number of \
                     threads, such as {name}:4"
                ))
            })?;
            check_name(&name, origin)?;
            match list.iter_mut().find(|host| host.name == name) {
                Some(host) => host.slots = host.slots.saturating_add(slots),
                None => list.push(Host { name, slots }),
            }
        }
        if list.is_empty() {
            return Err(Error::usage(format!("{origin}: the list of hosts is empty")));
        }
        Ok(Hosts { list, origin: origin.to_owned() })
    }

    /// The first `count` hosts, separated by commas; IPv6 addresses have brackets.
    pub fn names(&self, count: usize) -> String {
        let names: Vec<String> = self.list.iter().take(count).map(Host::in_list).collect();
        names.join(",")
    }
}

/// Splits `a:4` into `a` and `4`. IPv6 addresses have brackets, or several colons.
fn split_count(word: &str) -> (&str, Option<&str>) {
    match word.rsplit_once(':') {
        Some((name, count)) if !name.contains(':') || name.ends_with(']') => (name, Some(count)),
        _ => (word, None),
    }
}

/// Refuses names that a remote command would read as an option, or a shell as more than one word.
fn check_name(name: &str, origin: &str) -> Result<(), Error> {
    let is_plain = |c: char| c.is_alphanumeric() || "._-:@[]%".contains(c);
    if !name.is_empty() && !name.starts_with('-') && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(Error::usage(format!("{origin}: '{name}' is not the name or address of a host")))
}

/// Expands Slurm's short form of a list, `a[01-03,7],b`. `None`: it is not well formed, or has more
/// hosts than a job has threads.
pub fn expand_slurm(text: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, behind) = split_at_comma(rest);
        names.extend(expand_word(word)?);
        rest = behind;
    }
    (1..=MOST_HOSTS).contains(&names.len()).then_some(names)
}

/// The text before and after the first comma outside brackets.
fn split_at_comma(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => return (&text[..at], &text[at + 1..]),
            _ => {}
        }
    }
    (text, "")
}

fn expand_word(word: &str) -> Option<Vec<String>> {
    let Some(open) = word.find('[') else {
        return Some(vec![word.to_owned()]);
    };
    let close = open + word[open..].find(']')?;
    let tails = expand_word(&word[close + 1..])?;
    let mut names = Vec::new();
    for range in word[open + 1..close].split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let numbers = first.parse::<u32>().ok()?..=last.parse().ok()?;
        if numbers.end().checked_sub(*numbers.start())? as usize >= MOST_HOSTS {
            return None;
        }
        for number in numbers {
            if names.len() > MOST_HOSTS {
                return None;
            }
            let digits = format!("{number:0width$}", width = first.len());
            names.extend(tails.iter().map(|tail| format!("{}{digits}{tail}", &word[..open])));
        }
    }
    Some(names)
}

/// Expands Slurm's counts of tasks of each host, `2(x3),1`.
pub fn expand_counts(text: &str) -> Option<Vec<u32>> {
    let mut counts = Vec::new();
    for word in text.trim().split(',') {
        let (count, times) = match word.split_once("(x") {
            Some((count, times)) => (count, times.strip_suffix(')')?.parse().ok()?),
            None => (word, 1),
        };
        if times > MOST_HOSTS || counts.len() > MOST_HOSTS {
            return None;
        }
        counts.extend(std::iter::repeat(count.parse::<u32>().ok()?).take(times));
    }
    Some(counts)
}

/// Whether `name` means this host, whose name is `own`, without a query to a name server.
pub fn is_here(name: &str, own: &str) -> bool {
    let short = |name: &str| name.split('.').next().unwrap_or(name).to_owned();
    match name.parse::<IpAddr>() {
        Ok(address) => {
            matches!(name, "127.0.0.1" | "::1") || interfaces().iter().any(|(_, a)| *a == address)
        }
        Err(_) => name == "localhost" || name == own || short(name) == short(own),
    }
}

/// The name of this host.
pub fn own_name() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// The name of a host and the number of its threads; an error has the name.
fn name_and_slots<'a>(word: &'a str, more: &'a str) -> Result<(String, u32), &'a str> {
    let (name, behind) = split_count(word);
    let count = if more == word { behind } else { Some(more.trim_start_matches("slots=")) };
    match count.map(str::parse::<u32>) {
        None => Ok((without_brackets(name), 1)),
        Some(Ok(count)) if count > 0 => Ok((without_brackets(name), count)),
        Some(_) => Err(name),
    }
}

/// `me@[fe80::1]` as ssh reads it, `me@fe80::1`.
fn without_brackets(name: &str) -> String {
    match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((user, address)) if user.is_empty() || user.ends_with('@') => {
            format!("{user}{address}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(hosts: &Hosts) -> Vec<(&str, u32)> {
        hosts.list.iter().map(|host| (host.name.as_str(), host.slots)).collect()
    }

    #[test]
    fn lists_of_words() {
        let hosts = Hosts::from_words("a,b:3, me@c ,a,[::1]:2,fe80::1", "-hosts").unwrap();
        assert_eq!(pairs(&hosts), [("a", 2), ("b", 3), ("me@c", 1), ("::1", 2), ("fe80::1", 1)]);
        let hosts = Hosts::from_words("me@[fd00::2]:3,[fe80::1%eth0],fe80::1%eth0", "-hosts");
        assert_eq!(pairs(hosts.as_ref().unwrap()), [("me@fd00::2", 3), ("fe80::1%eth0", 2)]);
        let hosts = Hosts::from_words("a,[fd00::2],me@[fd00::3]", "-hosts").unwrap();
        assert_eq!(hosts.names(3), "a,[fd00::2],me@[fd00::3]");
        let many = Hosts::from_words("a:4294967295,a", "-hosts").unwrap();
        assert_eq!(pairs(&many), [("a", u32::MAX)]);
        for (text, part) in [
            ("", "is empty"),
            (",,", "is empty"),
            ("a,-oProxyCommand=x", "'-oProxyCommand=x' is not the name"),
            ("a;b", "'a;b' is not the name"),
            ("a:0", "a number of threads"),
            ("a:x", "a number of threads"),
            ("a:4294967296", "a number of threads"),
        ] {
            let error = Hosts::from_words(text, "-hosts").unwrap_err();
            assert!(
                error.message.contains(part) && error.message.starts_with("-hosts: "),
                "{error}"
            );
        }
    }

    #[test]
    fn files() {
        let path = std::env::temp_dir().join(format!("upcrun-hosts-{}", std::process::id()));
        std::fs::write(&path, "# mine\na slots=2\n\nb 3 # fast\nc:4\na\n").unwrap();
        let hosts = Hosts::from_file(&path, "-hostfile").unwrap();
        assert_eq!(pairs(&hosts), [("a", 3), ("b", 3), ("c", 4)]);
        assert!(hosts.origin.starts_with("-hostfile (/"));
        std::fs::write(&path, "a slots=many\n").unwrap();
        assert!(Hosts::from_file(&path, "-hostfile").unwrap_err().message.contains("slots=many"));
        std::fs::remove_file(&path).unwrap();
        assert!(Hosts::from_file(&path, "UPC_NODEFILE")
            .unwrap_err()
            .message
            .contains("UPC_NODEFILE: cannot read"));
    }

    #[test]
    fn lists_of_slurm() {
        let expand = |text| expand_slurm(text).map(|names| names.join(" "));
        assert_eq!(expand("a").unwrap(), "a");
        assert_eq!(expand("n[01-03,7],x,c[9-10]-ib").unwrap(), "n01 n02 n03 n7 x c9-ib c10-ib");
        assert_eq!(expand("r[1-2]n[3-4]").unwrap(), "r1n3 r1n4 r2n3 r2n4");
        assert_eq!(expand("n[1-x]"), None);
        assert_eq!(expand("n[3-1]"), None);
        assert_eq!(expand("n[0-4294967295]"), None);
        assert_eq!(expand("a[0-60000]b[0-60000]"), None);
        assert_eq!(expand("n[1"), None);
        assert_eq!(expand(""), None);
        assert_eq!(expand_counts("2(x3),1").unwrap(), [2, 2, 2, 1]);
        assert_eq!(expand_counts("8").unwrap(), [8]);
        assert_eq!(expand_counts("x"), None);
        assert_eq!(expand_counts("1(x18446744073709551615)"), None);
    }

    #[test]
    fn this_host() {
        assert!(
            is_here("localhost", "a")
                && is_here("a", "a")
                && is_here("a.org", "a")
                && is_here("a", "a.org")
        );
        assert!(is_here("127.0.0.1", "a") && !is_here("127.0.0.9", "a"));
        for (_, address) in interfaces() {
            assert!(is_here(&address.to_string(), "a"));
        }
        assert!(!is_here("b", "a") && !is_here("192.0.2.1", "192"));
    }
}
