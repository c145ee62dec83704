//! Names of generated objects. The prefixes are reserved to the implementation, so they meet no user's name.

/// Counts temporaries through the unit: nested ones never share a name.
#[derive(Default)]
pub struct Names {
    temporaries: u32,
    records: u32,
}

impl Names {
    /// A new local name.
    pub fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("__upcr_t{}", self.temporaries)
    }

    /// The number of a new start-up record.
    pub fn record(&mut self) -> u32 {
        self.records += 1;
        self.records
    }
}

/// The C name, and the assembler label, of a slot: dots of block-scope symbols are no part of C names.
pub fn slot(prefix: &str, symbol: &str) -> String {
    let plain: String = symbol.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    format!("__upcr_{prefix}_{plain}")
}
