// SPDX-License-Identifier: Apache-2.0
//! `#pragma pack`: the largest alignment of members in effect at each place.

/// Follows the pragma lines of a unit.
#[derive(Default)]
pub(crate) struct Packing {
    /// From this offset on the limit in bytes, `None` where there is none; ascending.
    limits: Vec<(u32, Option<u64>)>,
}

impl Packing {
    /// Reads pragma lines given as (offset, line), in the order of the text; others than `pack` are
    /// passed over.
    pub fn new<'t>(lines: impl Iterator<Item = (u32, &'t str)>) -> Packing {
        let mut packing = Packing::default();
        let (mut now, mut stack) = (None, Vec::new());
        for (offset, line) in lines {
            let Some(args) = arguments(line) else { continue };
            for arg in args.split(',').map(str::trim) {
                match arg {
                    "push" => stack.push(now),
                    "pop" => now = stack.pop().flatten(),
                    "" => now = None,
                    n => now = n.parse().ok().filter(|n: &u64| n.is_power_of_two()).or(now),
                }
            }
            packing.limits.push((offset, now));
        }
        packing
    }

    /// The limit at `offset`.
    pub fn at(&self, offset: u32) -> Option<u64> {
        let i = self.limits.partition_point(|&(o, _)| o <= offset);
        i.checked_sub(1).and_then(|i| self.limits[i].1)
    }
}

/// The arguments of `#pragma pack(...)`.
fn arguments(line: &str) -> Option<&str> {
    let rest =
        line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?.trim_start();
    let rest = rest.strip_prefix("pack")?.trim_start().strip_prefix('(')?;
    rest.split(')').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_push_and_pop() {
        let lines = [
            "#pragma pack(push, 2)",
            "#pragma pack(1)",
            "#pragma once",
            "#pragma pack(pop)",
            "#pragma pack()",
        ];
        let p = Packing::new(lines.iter().enumerate().map(|(i, l)| (i as u32 * 10, *l)));
        assert_eq!(
            [p.at(5), p.at(15), p.at(25), p.at(35), p.at(45)],
            [Some(2), Some(1), Some(1), None, None]
        );
    }
}
