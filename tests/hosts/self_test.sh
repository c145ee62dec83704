#!/bin/bash
# Makes hosts and tests each function of hosts.sh. Parts whose programs are missing are named and
# skipped; status 77: no hosts can be made here.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

failed=0
is() { # is WHAT WANTED GOT
    if [ "$2" = "$3" ]; then
        echo "ok $1"
    else
        echo "FAILED $1: '$3', not '$2'"
        failed=1
    fi
}
lines() { sort | tr '\n' ' '; }
has() { # has PART PROGRAM...
    local part=$1 program
    shift
    for program in "$@"; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null && continue
        echo "skipped $part: there is no $program"
        return 1
    done
}
has_root() { [ "$(id -u)" = 0 ] || { echo "skipped $1: needs root"; return 1; }; }
pings() { host_run "$1" ping -q -c 1 -W 2 "$2" >/dev/null 2>&1 && echo yes || echo no; }

pings_to() { [ "$(pings "$@")" = yes ]; }

machine_before=$(ip -o link | wc -l)
hosts_up 3
folder=$hosts_dir

is 'host names' 'host1 host2 host3 ' "$(for k in 1 2 3; do host_run $k hostname; done | lines)"
is 'exit status' 7 "$(host_run 1 sh -c 'exit 7'; echo $?)"
is 'arguments and folder' "$PWD a b|*" "$(host_run 2 sh -c 'echo "$PWD $1|$2"' x 'a b' '*')"
host_run 1 touch /dev/shm/mine
is '/dev/shm of its own' no "$(host_run 2 test -e /dev/shm/mine && echo yes || echo no)"
is 'System V memory of its own' 0 "$(host_run 1 ipcmk -M 4096 >/dev/null; host_run 2 ipcs -m |
    grep -c 4096)"
is 'processes of its own' 0 "$(host_processes 1)"
is 'files in common' same "$(host_run 1 sh -c "echo same >$folder/file"; host_run 2 \
    cat "$folder/file")"
host_run 1 sh -c '(sleep 0.1 &)'
sleep 0.3
is 'orphans are reaped' yes "$(hosts_until 5 'the end of an orphan' host_is_idle 1 && echo yes)"
is 'nothing reaches the machine' no "$(pings 1 192.0.2.1)"
is 'the machine does not see them' "$machine_before" "$(ip -o link | wc -l)"

if has ping ping; then
    is 'ping' 'yes yes yes' "$(pings 1 host2) $(pings 2 host3) $(pings 3 host1)"
    host_link 2 down
    is 'a link down' 'no yes' "$(pings 1 host2) $(pings 1 host3)"
    host_link 2 up
    is 'a link up again' yes "$(hosts_until 5 'an answer' pings_to 1 host2 && echo yes)"
    if has loss nft; then
        host_loss 2 5
        host_run 1 ping -q -c 1000 -i 0.001 -W 1 host2 >/dev/null 2>&1
        lost=$(host_lost 2)
        is "5 % loss (lost $lost of 1000)" yes \
            "$([ "$lost" -ge 15 ] && [ "$lost" -le 100 ] && echo yes)"
        host_loss 2 0
        is 'no loss any more' 1 "$(host_run 1 ping -q -c 100 -i 0.001 -W 1 host2 |
            grep -c ' 0% packet loss')"
    fi
fi

if has ssh ssh sshd && has_root ssh; then
    hosts_ssh_up
    is 'ssh' host2 "$(host_run 1 ssh host2 hostname)"
    is 'ssh back' host1 "$(host_run 2 ssh host1 hostname)"
    is 'ssh: exit status' 3 "$(host_run 3 ssh host1 exit 3; echo $?)"
    if has mpirun mpirun.openmpi; then
        is 'mpirun' 'host1 host1 host2 ' "$(host_mpirun 1 --host host1:2,host2:1 hostname \
            2>"$folder/errors" | lines)"
    fi
    if has hydra mpiexec.hydra; then
        is 'hydra' 'host2 host3 ' "$(host_hydra 1 -hosts host2,host3 -n 2 hostname | lines)"
        # A process that ends at once can be gone before hydra has heard from the other host.
        is 'hydra: PMI' 'yes yes ' \
            "$(host_hydra 1 -hosts host1,host2 -n 2 sh -c 'echo ${PMI_FD:+yes}; sleep 0.5' | lines)"
    fi
fi

if has slurm munged slurmctld slurmd srun && has_root slurm; then
    hosts_slurm_up
    is 'srun' 'host1 host2 ' "$(hosts_srun -N2 -w host1,host2 hostname | lines)"
    is 'srun --mpi=pmix' 'host1 host2 host3 ' "$(hosts_srun -N3 --mpi=pmix hostname | lines)"
    is 'PMIx: ranks' '0 1 2 3 ' "$(hosts_srun -N2 -n4 --mpi=pmix sh -c 'echo $PMIX_RANK' | lines)"
    is 'srun: exit status' 5 "$(hosts_srun -N1 sh -c 'exit 5' 2>/dev/null; echo $?)"
fi

{ host_run 3 sleep 1000; echo $? >"$folder/status"; } 2>/dev/null &
hosts_until 10 'the process of host 3' host_run 3 sh -c 'ps ax | grep -q "[s]leep 1000"'
host_kill 3
wait $! 2>/dev/null
is 'kill' '137 0' "$(cat "$folder/status") $(host_processes 3)"
is 'the others live' 'host1 host2 ' "$(for k in 1 2; do host_run $k hostname; done | lines)"
host_off 3
is 'a host without power' no "$(pings 1 host3)"

first=${hosts_init[1]}
hosts_down
is 'nothing is left' 'no no' "$([ -e "$folder" ] && echo yes || echo no) $([ -e "/proc/$first" ] &&
    echo yes || echo no)"

# A script that is killed leaves no process either.
said=${TMPDIR:-/tmp}/hosts.$$
bash -c '. "$1"; hosts_up 1; echo "${hosts_init[1]} $hosts_dir" >"$2"; exec sleep 1000' \
    x "${BASH_SOURCE[0]%/*}/hosts.sh" "$said" &
script=$!
hosts_until 20 'the second script' test -s "$said"
read -r first folder <"$said"
{ kill -KILL $script && wait $script; } 2>/dev/null
hosts_until 10 'the end of the host' hosts_gone "$first"
is 'a killed script leaves no process' yes "$(hosts_gone "$first" && echo yes)"
rm -rf "$folder" "$said"
[ "$failed" = 0 ] && echo 'all is well'
exit "$failed"
