#!/bin/bash
# Runs the soak (tests/run/practice/soak) in every mode, with few and with many threads: tests/soak.sh [SECONDS], by default
# UPC_SOAK_SECONDS or 600, shared evenly among the runs. Each prints its seed; UPC_SOAK_SEED=N repeats one's random choices.
#
#   UPCC, UPCRUN: the tools. UPCC_FLAGS: more options of upcc (-O2).
set -euo pipefail

cd "$(dirname "$0")/.."
: "${UPCC:=build/bin/upcc}" "${UPCRUN:=build/bin/upcrun}" "${UPCC_FLAGS:=-O2}"
seconds=${1:-${UPC_SOAK_SECONDS:-600}}
seed=${UPC_SOAK_SEED:-}
unset UPC_SOAK_SECONDS UPC_SOAK_SEED # the runtime would ask what they mean
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for kind in '' -pthreads; do
    # shellcheck disable=SC2086 # lists of words
    "$UPCC" $UPCC_FLAGS $kind -Itests/include tests/run/practice/soak/*.upc -o "$work/soak$kind"
done

share=$((seconds / 8))
[ "$share" -gt 0 ] || share=1
run() { # run NAME PROGRAM OPTIONS...
    echo "== $1: ${*:3}"
    "$UPCRUN" "${@:3}" "$work/soak$2" "$share" ${seed:+"$seed"}
}
for threads in 3 16; do
    run processes '' -n $threads
    run pthreads -pthreads -n $threads -p $threads
    run mixed -pthreads -n $threads -p 2
    run far '' -n $threads -pshm-width 1
done
