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
    all.extend([
        "-D__PARTITA__=1".into(),
        concat!("-D__PARTITA_MAJOR__=", env!("CARGO_PKG_VERSION_MAJOR")).into(),
        concat!("-D__PARTITA_MINOR__=", env!("CARGO_PKG_VERSION_MINOR")).into(),
        concat!("-D__PARTITA_PATCHLEVEL__=", env!("CARGO_PKG_VERSION_PATCH")).into(),
    ]);
    if upc.instrument.on {
        all.push("-D__UPC_PUPC_INST__=1".into());
    }
    if Mode::of(upc.pthreads) == Mode::Pthreads {
        all.push("-D__UPCR_PTHREADS__=1".into());
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
        assert!(!dynamic.iter().any(|m| m.contains("STATIC") || m.contains("-DTHREADS") || m.contains("PTHREADS")));
        let fixed = predefined(&Upc { threads: Some(4), pthreads: Pthreads::Yes(None), ..Upc::default() });
        assert!(fixed.contains(&"-D__UPCR_STATIC_THREADS__=4".into()));
        assert!(fixed.contains(&"-DTHREADS=4".into()) && fixed.contains(&"-D__UPCR_PTHREADS__=1".into()));
        assert!(!fixed.iter().any(|m| m.contains("DYNAMIC")));
    }
}
