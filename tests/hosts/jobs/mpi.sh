#!/bin/bash
# A program that uses MPI as well: one job by ssh, a job for each rank by hand, and refused where
# both would need the launcher's server. MPI_Init is the program's own here: what counts is that it
# is there.
. "$(dirname "$0")/../job.sh"
cluster 2 ssh
build mpi mpi.upc
threads() { sort -u "$work/out" | tr '\n' ' '; }

runs 'upcrun by ssh' 20 on 1 "$UPCRUN" -n 3 -hosts host1,host2 ./mpi
same 'upcrun by ssh: threads' '0 of 3 on host1 1 of 3 on host1 2 of 3 on host2 ' "$(threads)"
has mpirun mpirun.openmpi || exit 0
open_mpi
fails 'upcrun by mpirun' 10 'uses MPI.*upcrun -launcher ssh' on 1 "$UPCRUN" -n 3 -launcher \
    mpirun -hosts host1,host2 ./mpi
runs 'mpirun by hand' 20 host_mpirun 1 --host host1:1,host2:1 ./mpi
same 'mpirun by hand: threads' '0 of 1 on host1 0 of 1 on host2 ' "$(threads)"
