#!/bin/bash
# Hosts that are containers of one machine: whether their threads share processors.
. "$(dirname "$0")/../job.sh"
[ "$(nproc)" -gt 1 ] || { echo 'skipped processors: the machine has one'; exit 0; }
nproc() { echo 2; } # the hosts are bound to these in turn
HOSTS_PIN=1
cluster 3 ssh
build where where.upc

lacks() { grep -c 'a host has more threads than processors' err; }
runs 'hosts of a processor each' 30 on 1 "$UPCRUN" -v -n 2 -hosts host1,host2 ./where
same 'hosts of a processor each: each thread has one' 0 "$(lacks)"
runs 'hosts that share a processor' 30 on 1 "$UPCRUN" -v -n 3 -hosts host1,host2,host3 ./where
same 'hosts that share a processor: they know' 1 "$(lacks)"

# The second host has one processor, the first one all: but members of a team must plan alike.
build teams teams.upc
HOSTS_PIN=
export UPC_NODE_THREADS=2,5
runs 'hosts of unequal numbers of processors' 30 on 1 "$UPCRUN" -n 7 -hosts host1,host2 ./teams
same 'hosts of unequal numbers of processors: results' ok "$(cat out)"
