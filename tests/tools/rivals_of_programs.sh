# Rivals in C: the NAS benchmarks (bench/npb) are right in class S, and the applications in MPI
# (bench/apps) with small data.
npb=$ROOT/bench/npb

# With OpenMP, where the C compiler has it.
echo 'int main(void) { return 0; }' >openmp.c
if "${CC:-cc}" -fopenmp openmp.c -o openmp 2>err; then
    for source in "$npb"/*_openmp.c; do
        "${CC:-cc}" -O2 -fopenmp -DCLASS=S "$source" -o openmp -lm
        OMP_NUM_THREADS=2 ./openmp >out
        grep -Eq '^ Verification +=  *SUCCESSFUL$' out
    done
fi

# And with MPI: the libraries that are installed take the programs in turn, since whether a program
# is right does not depend on the library. The variables allow root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
has_headers() { # has_headers LIBRARY: without them it is there to run programs only
    command -v mpicc.$1 >/dev/null || return 1
    # A file: Open MPI's adds no folders for '-'.
    echo '#include <mpi.h>' >header.c
    mpicc.$1 -E header.c >header 2>&1
}
libraries=
for library in openmpi mpich; do
    if has_headers $library; then libraries="$libraries $library"; fi
done
runs() { # runs SOURCE RANKS OPTION...: compiled and run by the next library; its output is in `out`
    source=$1 ranks=$2
    shift 2
    library=${libraries%% *}
    libraries="${libraries#* } $library"
    case $library in openmpi) many=--oversubscribe ;; mpich) many= ;; esac
    mpicc.$library -O2 "$@" "$source" -o program -lm
    # shellcheck disable=SC2086
    mpirun.$library $many -n $ranks ./program >out || { cat out; exit 1; }
}
libraries=${libraries# }
[ "$libraries" ] || exit 0
for source in "$npb"/*_mpi.c; do
    runs "$source" 2 -DCLASS=S
    grep -Eq '^ Total threads +=  *2$' out
    grep -Eq '^ Verification +=  *SUCCESSFUL$' out
done
for source in "$ROOT"/bench/apps/*/mpi.c; do
    ranks=2
    [ "$source" != "$ROOT/bench/apps/sobel/mpi.c" ] || ranks=3 # chunks that differ
    runs "$source" $ranks -DAPP_SMALL -I"$ROOT/bench/include"
    grep -q "\"name\":\"$(basename "$(dirname "$source")")" out
done
