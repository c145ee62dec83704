#!/bin/bash
# A thread that computes for seconds is no hindrance to those that access its memory.
. "$(dirname "$0")/../job.sh"
cluster 2 ssh
build idle idle_target.upc
build idle-p idle_target.upc -pthreads
for network in $(networks); do
    export UPC_NETWORK=$network
    runs "threads as processes, over $network" 40 on 1 "$UPCRUN" -n 2 -hosts host1,host2 ./idle
    grep us "$work/out"
    runs "threads as pthreads, over $network" 40 on 1 "$UPCRUN" -n 4 -p 2 -hosts host1,host2 \
        ./idle-p
    grep us "$work/out"
done
