// SPDX-License-Identifier: Apache-2.0
//! Choices that change the meaning of a unit: the target ABI and the command line's options. Both
//! targets are LP64 and little-endian.

/// Choices of the command line that change the meaning of programs, or their acceptance.
#[derive(Clone, Debug)]
pub struct Options {
    /// `-T n`: THREADS is this constant (UPC 5.1.1.1); otherwise it is known at launch.
    pub static_threads: Option<u32>,
    /// `-pthreads`: private objects of static storage duration are per UPC thread (docs/abi.md
    /// section 5).
    pub pthreads: bool,
    pub target: Target,
    /// Names the user asked not to privatise.
    pub private_names: Vec<String>,
    /// `-std=` is before C99: a missing type specifier or prototype is not remarkable.
    pub c89: bool,
    /// Report errors in system headers too. Off for users, who cannot change code there that the C
    /// compiler accepts.
    pub check_system_headers: bool,
    /// Also give the warnings of C that gcc gives. Off for users: the C compiler gives them for
    /// code that passes unchanged.
    pub c_warnings: bool,
    /// Analyse every function body, UPC or not.
    pub analyse_all: bool,
    /// Analyse small functions that may be taken into loops, and the functions that call them.
    pub small_functions: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            static_threads: None,
            pthreads: false,
            target: Target::host(),
            private_names: Vec::new(),
            c89: false,
            check_system_headers: false,
            c_warnings: false,
            analyse_all: false,
            small_functions: false,
        }
    }
}

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
