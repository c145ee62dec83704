# upcrun has the mpirun of Open MPI and of MPICH start its processes; the one host here is this one.
lib=$(dirname "$(dirname "$UPCC")")/lib/libupcr.a
cc -o 'a b' -I"$ROOT/runtime/include" "$ROOT/runtime/test/bootstrap_program.c" \
    "$ROOT/tests/tools/programs/note.s" "$lib" \
    -Wl,-u,upcr_loader -lpthread -ldl
unset UPC_NODES UPC_NODEFILE UPC_SSH UPC_INTERFACE UPC_ENVPREFIX SLURM_JOB_ID PBS_NODEFILE
export UPC_COLL="it's" MY_X='1 2' UPC_ENVPREFIX=MY_
mkdir mpi
found=0
try() { # try COMMAND BOOTSTRAP
    command -v "$1" >path || return 0
    # Not a link: hydra finds its own parts beside the name that it is called by.
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$(cat path)" >mpi/mpirun
    chmod +x mpi/mpirun
    found=$((found + 1))
    PATH=$PWD/mpi:$PATH
    run() { "$UPCRUN" -norc -n 4 -launcher mpirun -hosts "$(hostname)" './a b' "$@"; }
    run show=UPC_NODE_THREADS </dev/null >out
    grep -qx 'UPC_NODE_THREADS=4' out
    grep -q "rank 0 of 1 by $2, host 0 of 1" out
    run show=MY_X </dev/null | grep -qx 'MY_X=1 2'
    run show=UPC_COLL </dev/null | grep -qx "UPC_COLL=it's"
    echo some input | run input | grep -qx 'some input'
    status=0
    run status=5 </dev/null >out 2>err || status=$?
    [ $status = 5 ]
}
try mpirun.openmpi PMIx
try mpiexec.hydra PMI-1
echo "$found kinds of mpirun"

# Programs that differ are refused, though of one size; the message names the host and the builds.
echo 'int main(void) { return MYTHREAD < 0; }' >one.upc
echo 'int main(void) { return THREADS < 2; }' >two.upc
"$UPCC" -o one one.upc
"$UPCC" -o two two.upc
"$UPCC" -Wl,--build-id=none -o bare1 one.upc
"$UPCC" -Wl,--build-id=none -o bare2 two.upc
unset UPC_COLL
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
refused() { # refused PROGRAM PROGRAM WORD
    command -v mpirun.openmpi >/dev/null || return 0
    mpirun.openmpi --oversubscribe -n 1 "./$1" : -n 1 "./$1" >out 2>&1
    ! mpirun.openmpi --oversubscribe -n 1 "./$1" : -n 1 "./$2" >out 2>&1
    differs="another program than process 0 on host .*: $3:[0-9a-f]* there, $3:[0-9a-f]* here; copy"
    grep -q "process 1 on host $(hostname) runs $differs" out
}
refused one two build-id
refused bare1 bare2 checksum
