// SPDX-License-Identifier: Apache-2.0
//! `upcc`: see the library of this crate.

fn main() {
    upcc::main()
}
