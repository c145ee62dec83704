#!/bin/sh
# Gives the compiler's front end mutations of the programs in tests/ and examples/ that reach new
# code (libFuzzer):
#
#   fuzz/run.sh [FILE...]
#
# For FUZZ_SECONDS (default 600), with at most 1 GB of memory and 10 s for an input. What fails is
# kept in $FUZZ/failures, what reaches new code in $FUZZ/corpus, from which the next run starts;
# FUZZ is build/fuzz by default. With files: these inputs once.
set -eu

cd "$(dirname "$0")/.."
: "${CARGO:=$(packaging/cargo.sh)}" "${CC:=cc}" "${FUZZ:=build/fuzz}" "${FUZZ_SECONDS:=600}" \
    "${FUZZ_SEED:=0}"
mkdir -p "$FUZZ/corpus" "$FUZZ/failures" "$FUZZ/seeds"
FUZZ=$(cd "$FUZZ" && pwd)

# The options that cargo-fuzz passes to rustc: counters at every edge, and operands of comparisons.
coverage="-Cpasses=sancov-module -Ccodegen-units=1 --cfg fuzzing"
for option in sanitizer-coverage-level=4 sanitizer-coverage-inline-8bit-counters \
    sanitizer-coverage-pc-table \
    sanitizer-coverage-trace-compares simplifycfg-branch-fold-threshold=0; do
    coverage="$coverage -Cllvm-args=-$option"
done
# With --target, build scripts and macros are compiled without counters.
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS=$coverage CARGO_TARGET_DIR=$FUZZ/target \
    "$CARGO" build --quiet --locked --release --target "$host" --manifest-path fuzz/Cargo.toml
target=$FUZZ/target/$host/release/front_end

preprocessed() {
    $CC -E -P -w -D__UPC__=1 -I runtime/include -I tests/include -x c "$1" 2>/dev/null
}

FUZZ_PRELUDE=$FUZZ/prelude.i
preprocessed runtime/include/upcr/preinclude.h >"$FUZZ_PRELUDE"
export FUZZ_PRELUDE
if [ $# -gt 0 ]; then
    exec "$target" -timeout=10 -rss_limit_mb=1024 "$@"
fi

# The seeds: the programs' own text with its macros expanded, in each of the three ways. Their
# headers' text is not wanted.
way=0
for program in $(find tests examples -name '*.upc' -size -8k | sort); do
    lines=$(wc -l <"$program")
    {
        printf %s "$way"
        preprocessed "$program" | tail -n "$lines"
    } >"$FUZZ/seeds/$(echo "$program" | tr / _)"
    way=$(((way + 1) % 3))
done
grep -oE '"[A-Za-z_]+"' compiler/crates/upc-syntax/src/token.rs \
    compiler/crates/upc-sema/src/builtins.rs | cut -d: -f2 |
    sort -u >"$FUZZ/dictionary"
printf '%s\n' '"({"' '"})"' '"[[]]"' '"[*]"' '"[]"' '"..."' '"->"' '"?:"' '"0x"' '"1e9"' \
    '"__attribute__(("' '"))"' '"# 1 "' \
    '"#pragma upc strict"' '"u8R"' '"upc_forall("' '"__extension__"' >>"$FUZZ/dictionary"

exec nice -n 19 "$target" -dict="$FUZZ/dictionary" -artifact_prefix="$FUZZ/failures/" \
    -max_total_time="$FUZZ_SECONDS" \
    -timeout=10 -rss_limit_mb=1024 -max_len=4096 -seed="$FUZZ_SEED" -print_final_stats=1 \
    "$FUZZ/corpus" "$FUZZ/seeds"
