// SPDX-License-Identifier: Apache-2.0
//! The machines generated code is for, as far as C's types differ: both are LP64, little-endian.

/// A target ABI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// System V x86-64.
    X86_64,
    /// AAPCS64.
    Aarch64,
}

impl Target {
    /// The target this compiler itself was built for.
    pub fn host() -> Target {
        if cfg!(target_arch = "aarch64") {
            Target::Aarch64
        } else {
            Target::X86_64
        }
    }

    /// Whether plain `char` is signed.
    pub fn char_signed(self) -> bool {
        self == Target::X86_64
    }

    /// Whether plain `wchar_t` literals (`L'x'`) have signed type.
    pub fn wchar_signed(self) -> bool {
        self == Target::X86_64
    }

    /// Whether an unnamed bit-field contributes its type's alignment to the structure (AAPCS64
    /// 8.1.8.4).
    pub fn unnamed_bitfields_align(self) -> bool {
        self == Target::Aarch64
    }
}
