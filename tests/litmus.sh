#!/bin/bash
# Runs the litmus tests of the memory model (tests/run/B-memory/litmus) for long, in every mode, and
# prints how often each outcome was seen: tests/litmus.sh [BATCHES], by default LITMUS_BATCHES or
# 4000, of up to 512 instances each. Fails when a forbidden outcome is seen, and when no store was
# ever late: where two processors run at once, one that shows nothing proves nothing.
#
#   UPCC, UPCRUN: the tools. UPCC_FLAGS: more options of upcc (-O2).
#   LITMUS_MODES: some of processes, pthreads, mixed, far, nodes.
#   UPC_NETWORK: what is between nodes; without it both conduits are tried.
set -euo pipefail

cd "$(dirname "$0")/.."
export UPCC=${UPCC:-build/bin/upcc} UPCRUN=${UPCRUN:-build/bin/upcrun}
: "${UPCC_FLAGS:=-O2}" "${LITMUS_MODES:=processes pthreads mixed far nodes}"
batches=${1:-${LITMUS_BATCHES:-4000}}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
far_batches=$((batches / 50 + 1)) # an access is a message there
node_batches=$((batches / 100 + 1))

build() { # build OPTIONS: in one word, or none
    # shellcheck disable=SC2086
    "$UPCC" $UPCC_FLAGS $1 -Itests/include tests/run/B-memory/litmus/*.upc -o "$work/litmus$1"
}
build ''
build -pthreads

wants() { [[ " $LITMUS_MODES " == *" $1 "* ]]; }

run() { # run MODE BATCHES PROGRAM OPTIONS...
    mode=$1 count=$2 program=$3
    shift 3
    wants "$mode" || return 0
    echo "== $mode: $*${network:+, $network}"
    "$UPCRUN" "$@" -bind core "$work/litmus$program" "$count" | tee "$work/out"
    cat "$work/out" >>"$work/all"
}

# seen TEXT FILE: how often the outcomes of these tests were seen
seen() { awk -v text="$1" 'index($0, text) == 1 { n += $(NF - 2) } END { print n + 0 }' "$2"; }

late=0 network=
for threads in 2 4; do
    if wants processes; then
        run processes "$batches" '' -n $threads
        late=$((late + $(seen 'store buffering, relaxed' "$work/out")))
    fi
    run pthreads "$batches" -pthreads -n $threads -p $threads
    run mixed "$batches" -pthreads -n $threads -p 2
    run far "$far_batches" '' -n $threads -pshm-width 1
done
if wants processes && [ "$late" = 0 ] && [ "$(nproc)" -gt 1 ]; then
    echo "no store of all relaxed ones was ever late: these runs prove nothing"
    echo "are the processors shared with others?"
    exit 1
fi

between() { # between NETWORK: over one conduit, on 2, 3 and 4 nodes, and several threads a process
    export UPC_NETWORK=$1
    network=$1
    run nodes "$node_batches" '' -n 2 -nodes 2
    run nodes "$node_batches" '' -n 4 -nodes 2
    run nodes "$node_batches" '' -n 4 -nodes 3
    run nodes "$node_batches" '' -n 4 -nodes 4
    run nodes "$node_batches" -pthreads -n 4 -nodes 2 -p 2
}
if wants nodes; then
    echo 'int main(void) { return 0; }' >"$work/none.upc"
    "$UPCC" "$work/none.upc" -o "$work/none"
    networks=$(tests/networks.sh "$work/none")
    [ -n "$networks" ] || echo "nodes: skipped, there is no network (libfabric or UCX)"
    : >"$work/all"
    for network in $networks; do
        (between "$network")
    done
    awk '/ seen / { n += $NF } END { printf "instances between nodes: %d\n", n }' "$work/all"
    # If relaxed puts are asynchronous these show how often one overtook another.
    echo "relaxed accesses seen out of order: $(seen 'message passing, relaxed' "$work/all")" \
        "of message passing, $(seen 'store buffering, relaxed' "$work/all") of store buffering"
fi
