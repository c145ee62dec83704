#!/bin/bash
# Packets are lost while programs run that check their data: slow, and right.
. "$(dirname "$0")/../job.sh"
has loss nft || exit 0
cluster 2 ssh
build where where.upc
build long long.upc
"$UPCC" -O2 -I"$root/tests/include" "$root"/tests/run/practice/soak/*.upc -o soak || exit 1
"$UPCC" -O2 -I"$root/tests/include" "$root"/tests/run/B-memory/litmus/*.upc -o litmus || exit 1

for network in $(networks); do
    export UPC_NETWORK=$network
    for k in 1 2; do host_loss $k 5; done
    runs "5 % loss, start and end, over $network" 30 on 1 "$UPCRUN" -n 4 -hosts host1,host2 ./where
    runs "5 % loss, data, over $network" 40 on 1 "$UPCRUN" -n 4 -hosts host1,host2 ./long 5
    runs "5 % loss, soak, over $network" 60 on 1 "$UPCRUN" -n 3 -hosts host1,host2 ./soak 5
    for k in 1 2; do
        lost=$(host_lost $k)
        same "packets were lost at host $k ($lost)" yes "$([ "${lost:-0}" -gt 20 ] && echo yes)"
        host_loss $k 0
    done
    runs "litmus, over $network" 180 on 1 "$UPCRUN" -n 4 -hosts host1,host2 ./litmus 2
done
