#!/bin/bash
# Runs the litmus tests of the memory model (tests/run/B-memory/litmus) for long, in every mode, and prints how often each outcome
# was seen: tests/litmus.sh [BATCHES], by default LITMUS_BATCHES or 4000, of up to 512 instances each. Fails when a forbidden outcome is seen,
# and when no store was ever late: where two processors run at once, one that shows nothing proves nothing.
#
#   UPCC, UPCRUN: the tools. UPCC_FLAGS: more options of upcc (-O2).
set -euo pipefail

cd "$(dirname "$0")/.."
: "${UPCC:=build/bin/upcc}" "${UPCRUN:=build/bin/upcrun}" "${UPCC_FLAGS:=-O2}"
batches=${1:-${LITMUS_BATCHES:-4000}}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
far_batches=$((batches / 50 + 1)) # an access is a message there

build() { # build OPTIONS: in one word, or none
    # shellcheck disable=SC2086
    "$UPCC" $UPCC_FLAGS $1 -Itests/include tests/run/B-memory/litmus/*.upc -o "$work/litmus$1"
}
build ''
build -pthreads

run() { # run MODE BATCHES PROGRAM OPTIONS...
    mode=$1 count=$2 program=$3
    shift 3
    echo "== $mode: $*"
    "$UPCRUN" "$@" -bind core "$work/litmus$program" "$count" | tee "$work/out"
}

late=0
for threads in 2 4; do
    run processes "$batches" '' -n $threads
    late=$((late + $(awk '/^store buffering, relaxed/ { print $(NF - 2) }' "$work/out")))
    run pthreads "$batches" -pthreads -n $threads -p $threads
    run mixed "$batches" -pthreads -n $threads -p 2
    run far "$far_batches" '' -n $threads -pshm-width 1
done
if [ "$late" = 0 ] && [ "$(nproc)" -gt 1 ]; then
    echo "no store of all relaxed ones was ever late: these runs prove nothing; are the processors shared with others?"
    exit 1
fi
