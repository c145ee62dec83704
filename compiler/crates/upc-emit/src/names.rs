// SPDX-License-Identifier: Apache-2.0
//! Names of generated objects. Their prefixes are reserved to the implementation, so they differ
//! from all users' names.

/// Counts temporaries through the unit: nested ones never share a name.
#[derive(Default)]
pub struct Names {
    temporaries: u32,
    records: u32,
    sites: u32,
}

impl Names {
    /// A new local name.
    pub fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("__upcr_t{}", self.temporaries)
    }

    /// The number of a checked access.
    pub fn site(&mut self) -> u32 {
        self.sites += 1;
        self.sites
    }

    /// The number of a new start-up record.
    pub fn record(&mut self) -> u32 {
        self.records += 1;
        self.records
    }
}

/// The C name, and the assembler label, of the slot of `symbol`. A block-scope static is `x.N` to
/// the assembler; its number goes first, where no user's identifier can have one.
pub fn slot(prefix: &str, symbol: &str) -> String {
    match symbol.rsplit_once('.') {
        Some((name, number)) => format!("__upcr_{prefix}_{}_{}", word(number), word(name)),
        None => format!("__upcr_{prefix}_{}", word(symbol)),
    }
}

/// `s` as part of an identifier. If it has a `$`, which some assemblers read as a register or a
/// number, it begins with a digit, as no identifier does, and its underscores are doubled.
fn word(s: &str) -> String {
    let s = if s.contains('$') {
        format!("00_{}", s.replace('_', "__").replace('$', "_S"))
    } else {
        s.to_string()
    };
    s.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn statics_of_functions_meet_no_other_object() {
        assert_eq!(super::slot("slot", "x.1"), "__upcr_slot_1_x");
        assert_eq!(super::slot("slot", "x_1"), "__upcr_slot_x_1");
    }
}
