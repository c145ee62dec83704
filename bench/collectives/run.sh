#!/bin/sh
# Times of the collectives beside those of MPI libraries, where they are installed: run.sh [THREADS]
# [op=...] [most=BYTES]. Results go to standard output, a line of JSON each; compare.py makes a
# table of them.
set -e
here=$(cd "$(dirname "$0")" && pwd)
bin=${UPC_BIN:-$here/../../build/bin}
threads=${1:-2}
test $# -eq 0 || shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/upcc" -O2 -o "$work/upc" "$here/collectives.upc"
"$bin/upcc" -O2 -pthreads -o "$work/upc_pthreads" "$here/collectives.upc"
"$bin/upcrun" -n "$threads" -bind-threads "$work/upc" name=partita "$@"
"$bin/upcrun" -n "$threads" -bind-threads "$work/upc_pthreads" name=partita_pthreads "$@"
if command -v mpicc.openmpi >/dev/null; then
  mpicc.openmpi -O2 -I"$here/../include" -o "$work/openmpi" "$here/rival.c"
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun.openmpi --oversubscribe \
    --bind-to core:overload-allowed \
    -n "$threads" "$work/openmpi" name=openmpi "$@" | grep '^{'
fi
# it never gives a processor away
if [ "$threads" -le "$(nproc)" ] && command -v mpicc.mpich >/dev/null; then
  mpicc.mpich -O2 -I"$here/../include" -o "$work/mpich" "$here/rival.c"
  mpirun.mpich -bind-to core -n "$threads" "$work/mpich" name=mpich "$@" | grep '^{'
fi
