#!/bin/bash
# MPICH's hydra: by upcrun, and by hand.
. "$(dirname "$0")/../job.sh"
has hydra mpiexec.hydra || exit 0
cluster 3 ssh
# Not a link: hydra finds its own parts beside the name that it is called by.
printf '#!/bin/sh\nexec mpiexec.hydra -iface eth0 "$@"\n' >"$hosts_dir/bin/mpirun"
chmod +x "$hosts_dir/bin/mpirun"
build where where.upc

runs 'upcrun -launcher mpirun' 30 on 1 "$UPCRUN" -n 4 -launcher mpirun -hosts host1,host2 ./where
same 'upcrun -launcher mpirun: hosts' 'host1 host1 host2 host2' "$(cat out)"
runs 'with few variables' 30 on 1 \
    env -i HOME="$HOME" PATH="$hosts_dir/bin:$PATH" \
    "$UPCRUN" -n 4 -launcher mpirun -hosts host1,host2 ./where
same 'with few variables: hosts' 'host1 host1 host2 host2' "$(cat out)"
by_hand() { host_hydra 1 "$@"; }
runs 'hydra by hand' 30 by_hand -hosts host1,host2 -ppn 2 -n 4 ./where
same 'hydra by hand: hosts' 'host1 host1 host2 host2' "$(cat out)"
suite 'programs by hydra' 1 run/7.2.4 -launcher mpirun -hosts host1,host2,host3 -N
