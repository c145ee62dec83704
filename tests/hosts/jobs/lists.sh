#!/bin/bash
# Every way to name hosts, by ssh: which threads run where.
. "$(dirname "$0")/../job.sh"
cluster 4 ssh
build where where.upc

# placed NAME HOSTS ARGUMENT...: the hosts of the threads in order
placed() {
    local name=$1 wanted=$2
    shift 2
    runs "$name" 20 on 1 "$@"
    same "$name: hosts" "$wanted" "$(cat "$work/out")"
}
run() { placed "$1" "$2" "$UPCRUN" "${@:3}" ./where; }

run '-hosts' 'host1 host1 host2 host2' -n 4 -hosts host1,host2
run 'others than this one' 'host2 host2 host3' -n 3 -hosts host2,host3
run 'one other' 'host2 host2' -n 2 -hosts host2
run 'four hosts' 'host1 host1 host2 host2 host3 host3 host4 host4' -n 8 -hosts \
    host1,host2,host3,host4
run 'unequal hosts' 'host1 host2 host2 host2' -n 4 -hosts host1,host2:3
run '-N' 'host1 host1 host2 host2' -n 4 -N 2 -hosts host1,host2,host3,host4
run '-c' 'host1 host1 host2 host2 host3' -n 5 -c 2 -hosts host1,host2,host3,host4
run 'addresses' 'host1 host2' -n 2 -hosts 10.77.0.1,10.77.0.2
printf '# ours\nhost2\nhost3 slots=2\n' >list
run '-hostfile' 'host2 host3 host3' -n 3 -hostfile list
placed 'UPC_NODEFILE' 'host2 host3 host3' env UPC_NODEFILE=list "$UPCRUN" -n 3 ./where
placed 'UPC_NODES' 'host1 host2' env UPC_NODES='host1 host2' "$UPCRUN" -n 2 ./where
placed 'UPC_NODE_THREADS' 'host1 host2 host2 host2' env UPC_NODE_THREADS=1,3 "$UPCRUN" -n 4 \
    -hosts host1,host2 ./where
placed 'PBS_NODEFILE' 'host2 host3 host3' env PBS_NODEFILE=list "$UPCRUN" -n 3 ./where
mkdir grid && cp list grid/machines
placed 'Grid Engine' 'host2 host3 host3' env TMPDIR=grid "$UPCRUN" -n 3 ./where

build where-p where.upc -pthreads
placed 'threads as pthreads' 'host1 host1 host1 host2 host2 host2' "$UPCRUN" -n 6 -p 3 -hosts \
    host1,host2 ./where-p
for network in $(networks); do
    placed "over $network" 'host1 host1 host2' env UPC_NETWORK="$network" "$UPCRUN" -n 3 -hosts \
        host1,host2 ./where
done
