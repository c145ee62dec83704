# The NAS benchmarks in C, rivals of those in UPC (bench/npb), are right in class S.
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
for source in "$npb"/*_mpi.c; do
    # shellcheck disable=SC2086
    set -- $libraries
    [ $# -gt 0 ] || break
    library=$1 name=$(basename "$source" _mpi.c)
    shift
    libraries="$* $library"
    case $library in openmpi) many=--oversubscribe ;; mpich) many= ;; esac
    mpicc.$library -O2 -DCLASS=S "$source" -o "$name.$library" -lm
    # shellcheck disable=SC2086
    mpirun.$library $many -n 2 "./$name.$library" >out || { cat out; exit 1; }
    grep -Eq '^ Total threads +=  *2$' out
    grep -Eq '^ Verification +=  *SUCCESSFUL$' out
done
