// SPDX-License-Identifier: Apache-2.0
//! Detection of ccache as upcc's caller: ccache does not see all files that upcc reads, so it would
//! return wrong objects.

use std::path::Path;

use crate::args::{Options, Stop};

/// The warning if ccache runs upcc, once for each command that makes objects; `-w` turns it off.
pub fn warning(options: &Options) -> Option<String> {
    let makes_object =
        matches!(options.stop, Stop::Object | Stop::Assembly) && !options.sources.is_empty();
    let silenced = options.cc.iter().any(|flag| flag == "-w");
    (makes_object && !silenced && is_our_parent()).then(|| {
        "run by ccache, which does not know UPCC_FIXED_THREADS, CFLAGS, UPCC_FLAGS, UPCC_CC, \
         upcc.conf and .upccrc: where \
         they change it gives an object made before; let upcc run ccache instead: UPCC_CC='ccache \
         gcc' (-w: no warning)"
            .into()
    })
}

/// Whether the program that started upcc is ccache, by its file's name or, for a script, by the
/// script's name.
fn is_our_parent() -> bool {
    let parent = Path::new("/proc").join(std::os::unix::process::parent_id().to_string());
    let file = std::fs::read_link(parent.join("exe"))
        .ok()
        .and_then(|exe| exe.file_name().map(|n| n == "ccache"));
    let name =
        std::fs::read_to_string(parent.join("comm")).ok().map(|name| name.trim_end() == "ccache");
    file == Some(true) || name == Some(true)
}
