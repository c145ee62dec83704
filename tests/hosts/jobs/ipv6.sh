#!/bin/bash
# Hosts with IPv6 addresses alone, by name and by address.
. "$(dirname "$0")/../job.sh"
cluster 3 ssh
build where where.upc
for k in 1 2 3; do
    host_run "$k" sysctl -q -w net.ipv6.conf.eth0.disable_ipv6=0
    host_run "$k" ip address add "fd00::$k/64" dev eth0 nodad ||
        hosts_skip 'this system has no IPv6'
    host_run "$k" ip address delete "$(hosts_address "$k")/24" dev eth0
done
printf '127.0.0.1 localhost\nfd00::1 host1\nfd00::2 host2\nfd00::3 host3\n' >"$hosts_dir/hosts"
export UPC_SSH='ssh -o StrictHostKeyChecking=no -o LogLevel=ERROR'

placed() { # placed NAME HOSTS ARGUMENT...
    runs "$1" 20 on 1 "$UPCRUN" "${@:3}" ./where
    same "$1: hosts" "$2" "$(cat "$work/out")"
}
for network in $(networks); do
    UPC_NETWORK=$network placed "names, over $network" 'host1 host2 host3' -n 3 -hosts \
        host1,host2,host3
done
placed 'addresses' 'host1 host2' -n 2 -hosts fd00::1,fd00::2
placed 'brackets' 'host1 host2' -n 2 -hosts '[fd00::1],[fd00::2]'
placed 'numbers of threads' 'host1 host3 host3' -n 3 -hosts '[fd00::1]:1,[fd00::3]:2'
printf '[fd00::2]:2\nfd00::3 slots=1\n' >list
placed 'a file' 'host2 host2 host3' -n 3 -hostfile list
fails 'an address that is no host' 5 'on fd00::9: ssh said' on 1 "$UPCRUN" -n 2 -hosts \
    '[fd00::1],[fd00::9]' ./where
# No ssh to the own host.
host_run 1 kill "$(pids 1 sshd | head -n 1)"
placed 'the own address' 'host1 host2' -n 2 -hosts fd00::1,fd00::2
