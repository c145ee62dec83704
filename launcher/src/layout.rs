// SPDX-License-Identifier: Apache-2.0
//! Distributes the threads of a job over nodes.

use crate::error::Error;
use crate::hosts::Hosts;

/// The user's request about nodes.
#[derive(Default)]
pub struct Wish<'a> {
    /// `-nodes`, or a number in UPC_NODES.
    pub nodes: Option<u32>,
    /// `-c`.
    pub most: Option<u32>,
    /// UPC_NODE_THREADS.
    pub map: Option<String>,
    pub hosts: Option<&'a Hosts>,
}

/// The threads of each node. `-nodes`: distributed evenly; `-c`: evenly over the fewest nodes;
/// neither: as in the list of hosts, or one node.
pub fn decide(threads: u32, wish: &Wish) -> Result<Vec<u32>, Error> {
    if let (Some(map), None) = (&wish.map, wish.most) {
        let counts = parse_map(map, threads)?;
        if wish.nodes.map_or(true, |nodes| nodes as usize == counts.len()) {
            return check_hosts(counts, wish);
        }
    }
    let nodes = match (wish.nodes, wish.most) {
        (Some(nodes), most) => checked_nodes(threads, nodes, most)?,
        (None, Some(most)) => threads.div_ceil(most),
        (None, None) => return Ok(by_hosts(threads, wish.hosts)),
    };
    check_hosts(spread(threads, nodes), wish)
}

fn checked_nodes(threads: u32, nodes: u32, most: Option<u32>) -> Result<u32, Error> {
    if nodes > threads {
        return Err(Error::usage(format!(
            "{nodes} nodes (-nodes, -N, UPC_NODES) for {threads} threads (-n): each node needs a \
             thread; give -nodes {threads} or less, or a larger -n"
        )));
    }
    match most {
        Some(most) if u64::from(threads) > u64::from(nodes) * u64::from(most) => {
            Err(Error::usage(format!(
            "{nodes} nodes (-nodes, -N, UPC_NODES) of at most {most} threads (-c) have no room for \
             {threads} threads: raise -nodes or -c"
        )))
        }
        _ => Ok(nodes),
    }
}

/// Fills hosts listed with numbers of threads in order; without numbers distributes evenly.
fn by_hosts(threads: u32, hosts: Option<&Hosts>) -> Vec<u32> {
    let Some(hosts) = hosts else {
        return vec![threads];
    };
    let slots: Vec<u32> = hosts.list.iter().map(|host| host.slots).collect();
    if slots.iter().map(|&count| u64::from(count)).sum::<u64>() < u64::from(threads) {
        return spread(threads, (slots.len() as u32).min(threads));
    }
    let mut left = threads;
    let mut counts = Vec::new();
    for slots in slots {
        if left > 0 {
            counts.push(slots.min(left));
            left -= slots.min(left);
        }
    }
    counts
}

fn check_hosts(counts: Vec<u32>, wish: &Wish) -> Result<Vec<u32>, Error> {
    match wish.hosts {
        Some(hosts) if counts.len() > hosts.list.len() => Err(Error::usage(format!(
            "{} nodes are requested, but {} has {} hosts: list more, or give -launcher local to \
             run all nodes on this host",
            counts.len(),
            hosts.origin,
            hosts.list.len()
        ))),
        _ => Ok(counts),
    }
}

/// Distributes evenly; if a rest remains, the first nodes have one thread more.
fn spread(threads: u32, nodes: u32) -> Vec<u32> {
    (0..nodes).map(|node| threads / nodes + u32::from(node < threads % nodes)).collect()
}

fn parse_map(map: &str, threads: u32) -> Result<Vec<u32>, Error> {
    let counts: Option<Vec<u32>> =
        map.split(',').map(|word| word.trim().parse().ok().filter(|&count| count > 0)).collect();
    match counts {
        Some(counts)
            if counts.iter().map(|&count| u64::from(count)).sum::<u64>() == u64::from(threads) =>
        {
            Ok(counts)
        }
        _ => Err(Error::usage(format!(
            "UPC_NODE_THREADS is '{map}': it must be a number of threads for each node, such as \
             3,1, of the sum {threads}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(text: &str) -> Hosts {
        Hosts::from_words(text, "-hosts").unwrap()
    }

    #[test]
    fn the_rules() {
        let with = |nodes, most| {
            decide(7, &Wish { nodes, most, ..Wish::default() }).map_err(|error| error.message)
        };
        assert_eq!(with(None, None).unwrap(), [7]);
        assert_eq!(with(Some(2), None).unwrap(), [4, 3]);
        assert_eq!(with(Some(7), None).unwrap(), [1; 7]);
        assert_eq!(with(None, Some(3)).unwrap(), [3, 2, 2]);
        assert_eq!(with(None, Some(9)).unwrap(), [7]);
        assert_eq!(with(Some(4), Some(2)).unwrap(), [2, 2, 2, 1]);
        assert!(with(Some(3), Some(2)).unwrap_err().contains("no room for 7 threads"));
        assert!(with(Some(8), None).unwrap_err().contains("give -nodes 7 or less"));
    }

    #[test]
    fn over_hosts() {
        let with = |list: &str, nodes, most| {
            decide(7, &Wish { nodes, most, hosts: Some(&hosts(list)), ..Wish::default() })
                .map_err(|error| error.message)
        };
        assert_eq!(with("a,b", None, None).unwrap(), [4, 3]);
        assert_eq!(with("a:5,b:4,c:4", None, None).unwrap(), [5, 2]);
        assert_eq!(with("a:2,b:2", None, None).unwrap(), [4, 3]);
        assert_eq!(with("a,b,c,d,e,f,g,h", None, None).unwrap(), [1; 7]);
        assert_eq!(with("a,b,c", Some(2), None).unwrap(), [4, 3]);
        assert!(with("a,b", Some(3), None)
            .unwrap_err()
            .contains("3 nodes are requested, but -hosts has 2 hosts"));
        assert!(with("a,b", None, Some(2)).unwrap_err().contains("4 nodes"));
    }

    #[test]
    fn a_map() {
        let with = |map: &str, nodes, most| {
            decide(4, &Wish { nodes, most, map: Some(map.to_owned()), ..Wish::default() })
                .map_err(|error| error.message)
        };
        assert_eq!(with("3,1", None, None).unwrap(), [3, 1]);
        assert_eq!(with("3, 1", Some(2), None).unwrap(), [3, 1]);
        assert_eq!(with("3,1", Some(4), None).unwrap(), [1; 4]);
        assert_eq!(with("3,1", None, Some(2)).unwrap(), [2, 2]);
        for wrong in ["3,2", "4,0", "x", "", "4294967295,5"] {
            assert!(with(wrong, None, None).unwrap_err().contains("of the sum 4"), "{wrong}");
        }
    }
}
