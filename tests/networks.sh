#!/bin/sh
# Prints the networks between nodes that work on this machine, a word each: of `tcp`, `ofi` and
# `ucx`, or of those that UPC_NETWORK names. `networks.sh PROGRAM`: a UPC program that ends at once.
for network in ${UPC_NETWORK:-tcp ofi ucx}; do
    UPC_NETWORK=$network "${UPCRUN:-build/bin/upcrun}" -n 2 -nodes 2 "$1" </dev/null >/dev/null \
        2>&1 &&
        echo "$network"
done
exit 0
