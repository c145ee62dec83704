//! `upcc`: see the library of this crate.

fn main() {
    upcc::main()
}
