#!/bin/bash
# A host is cut off or loses its power: within UPC_HEARTBEAT the job ends with a message that names
# the host.
. "$(dirname "$0")/../job.sh"
cluster 3 ssh
build long long.upc
export UPC_HEARTBEAT=3

for network in $(networks); do
    job=(env UPC_NETWORK="$network" "$UPCRUN" -n 4 -hosts host1,host2 ./long)
    hurt "a link is down, over $network" 9 'node 1 on host2 .*is lost.*UPC_HEARTBEAT' \
        'host_link 2 down' 1 "${job[@]}"
    host_link 2 up
done
hurt 'the link of the first host is down' 9 'node . on host. .*is lost.*UPC_HEARTBEAT' \
    'host_link 1 down' 1 "${job[@]}"
host_link 1 up
hurt 'a host has no power' 9 'node 1 on host3 .*is lost' 'host_off 3' 1 "$UPCRUN" -n 4 -hosts \
    host1,host3 ./long
