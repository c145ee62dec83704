#!/bin/bash
# Open MPI's mpirun: by upcrun, and by hand.
. "$(dirname "$0")/../job.sh"
has mpirun mpirun.openmpi || exit 0
cluster 3 ssh
open_mpi
build where where.upc

runs 'upcrun -launcher mpirun' 30 on 1 "$UPCRUN" -n 4 -launcher mpirun -hosts host1,host2 ./where
same 'upcrun -launcher mpirun: hosts' 'host1 host1 host2 host2' "$(cat out)"
by_hand() { host_mpirun 1 "$@"; }
runs 'mpirun by hand' 30 by_hand --host host1:2,host2:2 -n 4 ./where
same 'mpirun by hand: hosts' 'host1 host1 host2 host2' "$(cat out)"
runs 'unequal hosts by hand' 30 by_hand --host host1:1,host2:3 -n 4 ./where
same 'unequal hosts by hand: hosts' 'host1 host2 host2 host2' "$(cat out)"
export UPC_VERBOSE=1
runs 'processes bound to a processor each' 30 by_hand --bind-to hwthread --host host1:2 -n 2 ./where
same 'a node has the processors of all its processes' '2 processors' \
    "$(grep -o '[0-9]* processors*' err | head -n 1)"
unset UPC_VERBOSE
suite 'programs by mpirun' 1 run/7.6 -launcher mpirun -hosts host1,host2,host3 -N
