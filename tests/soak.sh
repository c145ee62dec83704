#!/bin/bash
# Runs the soak (tests/run/practice/soak) in every mode, with few and with many threads:
# tests/soak.sh [SECONDS], by default UPC_SOAK_SECONDS or 600, shared evenly among the runs. Each
# prints its seed; UPC_SOAK_SEED=N repeats one's random choices.
#
#   UPCC, UPCRUN: the tools. UPCC_FLAGS: more options of upcc (-O2).
#   SOAK_MODES: some of processes, pthreads, mixed, far, nodes.
#   UPC_NETWORK: what is between nodes; without it both conduits are tried.
set -euo pipefail

cd "$(dirname "$0")/.."
export UPCC=${UPCC:-build/bin/upcc} UPCRUN=${UPCRUN:-build/bin/upcrun}
: "${UPCC_FLAGS:=-O2}" "${SOAK_MODES:=processes pthreads mixed far nodes}"
seconds=${1:-${UPC_SOAK_SECONDS:-600}}
seed=${UPC_SOAK_SEED:-}
unset UPC_SOAK_SECONDS UPC_SOAK_SEED # the runtime would ask what they mean
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for kind in '' -pthreads; do
    # shellcheck disable=SC2086 # lists of words
    "$UPCC" $UPCC_FLAGS $kind -Itests/include tests/run/practice/soak/*.upc -o "$work/soak$kind"
done

networks=
case " $SOAK_MODES " in
*" nodes "*)
    echo 'int main(void) { return 0; }' >"$work/none.upc"
    "$UPCC" "$work/none.upc" -o "$work/none"
    networks=$(tests/networks.sh "$work/none")
    [ -n "$networks" ] || echo "nodes: skipped, there is no network (libfabric or UCX)"
    ;;
esac

runs=() # MODE|NETWORK|PROGRAM|OPTIONS
add() { if [[ " $SOAK_MODES " == *" $1 "* ]]; then runs+=("$1|$2|$3|$4"); fi; }
for threads in 3 16; do
    add processes '' '' "-n $threads"
    add pthreads '' -pthreads "-n $threads -p $threads"
    add mixed '' -pthreads "-n $threads -p 2"
    add far '' '' "-n $threads -pshm-width 1"
    for network in $networks; do
        add nodes "$network" '' "-n $threads -nodes 2"
        add nodes "$network" '' "-n $threads -nodes 3"
        add nodes "$network" -pthreads "-n $threads -nodes 2 -p 4"
    done
done

share=$((seconds / (${#runs[@]} > 0 ? ${#runs[@]} : 1)))
[ "$share" -gt 0 ] || share=1
for run in "${runs[@]}"; do
    IFS='|' read -r mode network program options <<<"$run"
    echo "== $mode: $options${network:+, $network}"
    # shellcheck disable=SC2086 # a list of words
    env ${network:+UPC_NETWORK=$network} "$UPCRUN" $options "$work/soak$program" "$share" \
        ${seed:+"$seed"}
done
