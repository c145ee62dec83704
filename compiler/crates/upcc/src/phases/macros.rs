// SPDX-License-Identifier: Apache-2.0
//! The macros that upcc predefines (UPC 6.3, 6.7).

use crate::args::Upc;
use crate::toolchain::Mode;

/// The optional libraries of UPC 1.3, all of which the runtime provides in full, and <pupc.h>.
const LIBRARIES: [&str; 7] = [
    "__UPC_COLLECTIVE__",
    "__UPC_TICK__",
    "__UPC_ATOMIC__",
    "__UPC_CASTABLE__",
    "__UPC_IO__",
    "__UPC_NB__",
    "__UPC_PUPC__",
];

/// The macros of `-fberkeley`: the last release of Berkeley UPC, on one machine.
const BERKELEY: [&str; 9] = [
    "__BERKELEY_UPC__=2022",
    "__BERKELEY_UPC_MINOR__=10",
    "__BERKELEY_UPC_PATCHLEVEL__=0",
    "__BERKELEY_UPC_RUNTIME__=1",
    "__BERKELEY_UPC_RUNTIME_RELEASE__=2022",
    "__BERKELEY_UPC_RUNTIME_RELEASE_MINOR__=10",
    "__BERKELEY_UPC_RUNTIME_RELEASE_PATCHLEVEL__=0",
    "__BERKELEY_UPC_SMP_CONDUIT__=1",
    "__BERKELEY_UPC_PSHM__=1",
];

const VERSION: [&str; 4] = [
    "-D__PARTITA__=1",
    concat!("-D__PARTITA_MAJOR__=", env!("CARGO_PKG_VERSION_MAJOR")),
    concat!("-D__PARTITA_MINOR__=", env!("CARGO_PKG_VERSION_MINOR")),
    concat!("-D__PARTITA_PATCHLEVEL__=", env!("CARGO_PKG_VERSION_PATCH")),
];

/// The `-D` options, which come before the user's so that a `-U` can undo them.
pub fn predefined(upc: &Upc) -> Vec<String> {
    let mut all: Vec<String> = vec!["-D__UPC__=1".into(), "-D__UPC_VERSION__=201311L".into()];
    all.extend(LIBRARIES.iter().map(|m| format!("-D{m}=1")));
    all.push(format!("-DUPC_MAX_BLOCK_SIZE={}", upc_sema::shared_layout::MAX_BLOCK_SIZE));
    match upc.threads {
        Some(n) => all.extend([
            "-D__UPC_STATIC_THREADS__=1".into(),
            format!("-DTHREADS={n}"),
            format!("-D__UPCR_STATIC_THREADS__={n}"),
        ]),
        None => all.push("-D__UPC_DYNAMIC_THREADS__=1".into()),
    }
    all.extend(VERSION.map(String::from));
    if upc.instrument.on {
        all.push("-D__UPC_PUPC_INST__=1".into());
    }
    let pthreads = Mode::of(upc.pthreads) == Mode::Pthreads;
    if pthreads {
        all.push("-D__UPCR_PTHREADS__=1".into());
    }
    if upc.berkeley {
        all.extend(BERKELEY.iter().map(|m| format!("-D{m}")));
        all.extend(pthreads.then(|| "-D__BERKELEY_UPC_PTHREADS__=1".into()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Pthreads;

    #[test]
    fn one_of_static_and_dynamic() {
        let dynamic = predefined(&Upc::default());
        assert!(dynamic.contains(&"-D__UPC_DYNAMIC_THREADS__=1".into()));
        assert!(!dynamic
            .iter()
            .any(|m| m.contains("STATIC") || m.contains("-DTHREADS") || m.contains("PTHREADS")));
        let fixed =
            predefined(&Upc { threads: Some(4), pthreads: Pthreads::Yes(None), ..Upc::default() });
        assert!(fixed.contains(&"-D__UPCR_STATIC_THREADS__=4".into()));
        assert!(
            fixed.contains(&"-DTHREADS=4".into())
                && fixed.contains(&"-D__UPCR_PTHREADS__=1".into())
        );
        assert!(!fixed.iter().any(|m| m.contains("DYNAMIC") || m.contains("BERKELEY")));
    }

    #[test]
    fn berkeley_when_asked() {
        let both =
            predefined(&Upc { berkeley: true, pthreads: Pthreads::Yes(None), ..Upc::default() });
        assert!(both.contains(&"-D__BERKELEY_UPC__=2022".into()));
        assert!(both.contains(&"-D__BERKELEY_UPC_PTHREADS__=1".into()));
    }
}
