# A UPC program that calls an MPI library, of every MPI that is installed: CC=mpicc compiles and
# links it; a program compiled with mpicc's header folder links with -link-with=mpicc.
cat >both.upc <<'X'
#include <mpi.h>
#include <upc.h>
#include <stdio.h>
shared int versions[THREADS];
int main(void)
{
    int version, subversion, started;
    MPI_Get_version(&version, &subversion);
    MPI_Initialized(&started);
    int typed = MPI_DOUBLE != MPI_DATATYPE_NULL; /* an object of the library in Open MPI */
    versions[MYTHREAD] = version;
    upc_barrier;
    if (MYTHREAD == 0)
        printf("%s %d\n",
               !started && typed && versions[THREADS - 1] == version ? "ok" : "different", THREADS);
    return 0;
}
X
found=0
for mpicc in mpicc.openmpi mpicc.mpich; do
    command -v $mpicc >/dev/null || continue
    # Without the headers it is there to run programs only. A file: Open MPI's adds no folders for
    # '-'.
    echo '#include <mpi.h>' >header.c
    $mpicc -E header.c >header 2>&1 || continue
    found=$((found + 1))
    CC=$mpicc "$UPCC" -Wall -Werror -o a both.upc
    test "$("$UPCRUN" -n 3 ./a)" = 'ok 3'
    CC=$mpicc "$UPCC" -Wall -Werror -pthreads -O2 -o b both.upc
    test "$("$UPCRUN" -n 3 -p 3 ./b)" = 'ok 3'
    # shellcheck disable=SC2046 # a list of words
    "$UPCC" -c $($mpicc -show | tr ' ' '\n' | grep '^-I') both.upc
    "$UPCC" -link-with=$mpicc -o c both.o
    test "$("$UPCRUN" -n 2 ./c)" = 'ok 2'
done
echo "$found MPI libraries"
