#!/bin/bash
# Builds the micro-benchmarks of this folder and runs them: a line of JSON for each measurement (measure.h).
#
#   bench/runtime/run.sh [BATCHES]      30 if not given: about a minute on two processors
#
# UPCC and UPCRUN name the tools (default: those of build/). OpenMP and MPI are measured where they are installed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
upcc=${UPCC:-$here/../../build/bin/upcc} upcrun=${UPCRUN:-$here/../../build/bin/upcrun} cc=${CC:-cc}
export BENCH_BATCHES=${1:-30}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # run MODE COMMAND...
  local mode=$1
  shift
  BENCH_MODE=$mode "$@"
}

build() { # build PROGRAM [OPTIONS]
  local program=$1
  shift
  "$upcc" -O2 "$@" "$here/$program.upc" -o "$work/$program"
  "$upcc" -O2 -pthreads "$@" "$here/$program.upc" -o "$work/$program-pthreads"
}

# both PROGRAM N OPTIONS: as processes and as pthreads
both() {
  local program=$1 n=$2
  shift 2
  run process "$upcrun" -n "$n" "$@" "$work/$program"
  run pthreads "$upcrun" -n "$n" -p "$n" "$@" "$work/$program-pthreads"
}

"$cc" -O2 -pthread "$here/raw.c" -o "$work/raw"
build sync
build remote
build copy
build access -fno-tree-vectorize

run c "$work/raw" 2
both sync 2 -bind-threads
for n in 4 8 16; do
  both sync $n
  run c "$work/raw" $n
done
run process "$upcrun" -n 2 -bind-threads -pshm-width 1 "$work/remote"
both copy 2 -bind-threads -shared-heap 70
both access 2
both access 3

if "$cc" -O2 -fopenmp "$here/barrier_omp.c" -o "$work/omp" 2>"$work/log"; then
  OMP_NUM_THREADS=2 OMP_PROC_BIND=true run openmp "$work/omp"
fi
for library in openmpi mpich; do
  command -v "mpicc.$library" >/dev/null && command -v "mpirun.$library" >/dev/null || continue
  "mpicc.$library" -O2 "$here/barrier_mpi.c" -o "$work/$library"
  options='-bind-to core'
  if [ $library = openmpi ]; then
    options='--bind-to core'
    [ "$(id -u)" != 0 ] || options="$options --allow-run-as-root"
  fi
  # shellcheck disable=SC2086 # a list of words
  run $library "mpirun.$library" -n 2 $options "$work/$library" $library
done
