# SPDX-License-Identifier: Apache-2.0
# Prints functions of more than `most` lines in sources laid out by clang-format or rustfmt:
# awk -v most=60 -f long_functions.awk FILE...

function finish(lines) {
    if (lines > most) print FILENAME ":" start ": " lines " lines of " name ", of " most
    start = 0
}

FNR == 1 { start = 0; body = 0; rust = FILENAME ~ /\.rs$/ }

# Rust: from `fn` to the brace below it.
rust && !start && /^ *(pub(\([a-z]+\))? )?((const|unsafe|async|extern "C") )*fn / {
    indent = $0; sub(/[^ ].*/, "", indent)
    name = $0; sub(/.*fn /, "", name); sub(/[^A-Za-z0-9_].*/, "", name)
    if ($0 !~ /[;}]$/) start = FNR
    next
}
rust && start && $0 == indent "}" { finish(FNR - start + 1) }
rust && start && index($0, indent ")") == 1 && /;$/ { start = 0 } # a declaration

# C: from the line that begins the declarator to the brace in the first column.
!rust && !body && /^[A-Za-z_].*\(/ {
    start = FNR
    name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
}
!rust && !body && start && /\) \{$/ { body = 1; next }
!rust && !body && (/;$/ || /\}$/ || /^$/) { start = 0 }
!rust && body && /^}/ { finish(FNR - start + 1); body = 0 }
