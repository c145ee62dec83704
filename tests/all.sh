#!/bin/sh
# Runs every test and counts: the Rust crates' own (cargo test), the runtime's (ctest), and the UPC
# programs of tests/ and examples/ (the harness), and random UPC programs (generate). Goes on after
# a failure; the last line is "N passed, N failed".
#
#   CARGO, BUILD, JOBS: as the Makefile sets them. UPC_TEST_FULL=1: every case of every program.
#   TEST_AGAIN=1: a test of the runtime or of UPC programs that fails runs once more, and that
#   run decides; lines `flaky: TEST` name those that passed then.
#   UPC_RANDOM_PROGRAMS=N: N random programs in place of a few. UPC_CSMITH_PROGRAMS=N: N programs of
#   csmith.
set -u

cd "$(dirname "$0")/.." || exit 1
: "${BUILD:=build}" "${CARGO:=$(packaging/cargo.sh)}" "${JOBS:=2}"
log=$(mktemp -d) || exit 1
trap 'rm -rf "$log"' EXIT
status=0

run() { # run NAME COMMAND...: shows the output and keeps it in $log/NAME
    name=$1
    shift
    echo "== $*"
    { "$@" 2>&1; echo $? >"$log/$name.status"; } | tee "$log/$name"
    [ "$(cat "$log/$name.status")" = 0 ] || status=1
}

run crates "$CARGO" test --locked --no-fail-fast --workspace --exclude harness --exclude generate
again=
[ "${TEST_AGAIN:-}" != 1 ] || again='--repeat until-pass:2'
# shellcheck disable=SC2086 # two words or none
run runtime ctest --test-dir "$BUILD/cmake" --output-on-failure --no-tests=error \
    --parallel "$JOBS" $again
[ -z "$again" ] || [ "$(cat "$log/runtime.status")" != 0 ] ||
    sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/flaky: \1/p' "$log/runtime"
run programs "$CARGO" test --locked --no-fail-fast --package harness
run random "$CARGO" test --locked --no-fail-fast --package generate

# "test result: ok. 25 passed; 0 failed; ..." and "100% tests passed, 0 tests failed out of 12"
cat "$log/crates" "$log/programs" "$log/random" "$log/runtime" | awk '
    /^test result:/ { gsub(";", ""); passed += $4; failed += $6 }
    /tests passed, [0-9]+ tests failed out of/ { failed += $4; passed += $NF - $4 }
    END { printf "%d %d\n", passed, failed }' >"$log/count"
read -r passed failed <"$log/count"
# A runner that could not even start counts as one failure.
[ "$status" = 0 ] || [ "$failed" != 0 ] || failed=1
echo "$passed passed, $failed failed"
exit "$status"
