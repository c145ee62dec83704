# Hosts made of namespaces, for tests of several machines on one: a library for bash.
#
#   . tests/hosts/hosts.sh
#   hosts_up 2                      # host1 and host2, 10.77.0.1 and 10.77.0.2
#   host_run 1 ping -c 1 host2      # a command on host 1; its exit status
#   host_link 2 down                # pulls host 2's cable; `up` puts it back
#   host_loss 2 5                   # host 2 loses 5 % of what arrives; 0: none
#   host_kill 2                     # kills all processes of host 2; host_off 2: the host is gone
#   hosts_ssh_up                    # then: host_run 1 ssh host2 CMD
#                                   #       host_mpirun 1 --host host1:1,host2:1 CMD
#                                   #       host_hydra 1 -hosts host1,host2 -n 2 CMD
#   hosts_slurm_up                  # then: hosts_srun -N2 --mpi=pmix CMD
#   hosts_down                      # also at the end of the script
#
# A host has its own network, host name, processes, System V IPC, /dev/shm, /run and /etc/hosts.
# Files are those of this machine, as on a cluster with a shared file system. A bridge in a separate
# network namespace joins the hosts: no packet reaches the machine's network. If namespaces cannot
# be made, hosts_up prints the reason and ends the script with status 77; so do hosts_ssh_up and
# hosts_slurm_up if a program is missing (packaging/deps.sh hosts) or the user is not root.
#
# HOSTS_PIN=1 binds each host to one processor in turn: hosts that spin do not then wait for each
# other.

HOSTS_NET=10.77.0
HOSTS_SKIP=77
hosts_dir=           # the folder of what the hosts need
hosts_switch=        # process that keeps the namespace of the bridge
declare -A hosts_init # host number -> its first process, as this machine counts; 0: head of Slurm

hosts_say() { echo "hosts: $*" >&2; }

# hosts_skip WHY...: this machine cannot do it
hosts_skip() {
    hosts_say "$*"
    exit "$HOSTS_SKIP"
}

hosts_need() { # hosts_need PROGRAM...
    local program
    for program in "$@"; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null ||
            hosts_skip "there is no $program: 'packaging/deps.sh hosts' installs it (Debian)"
    done
}

hosts_need_root() { [ "$(id -u)" = 0 ] || hosts_skip "$1 needs root: its daemons change users"; }

# hosts_name NUMBER
hosts_name() { if [ "$1" = 0 ]; then echo head; else echo "host$1"; fi; }

hosts_address() { if [ "$1" = 0 ]; then echo "$HOSTS_NET.254"; else echo "$HOSTS_NET.$1"; fi; }

# hosts_until SECONDS WHAT COMMAND...: waits until the command succeeds
hosts_until() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        if [ "$SECONDS" -ge "$end" ]; then
            hosts_say "$what: not after the time that was allowed"
            return 1
        fi
        sleep 0.05
    done
}

# hosts_up N: makes hosts 1 to N
hosts_up() {
    local k
    [ -z "$hosts_dir" ] || { hosts_say "there are hosts already: hosts_down first"; return 1; }
    [ "${1:-0}" -ge 1 ] && [ "$1" -le 200 ] || { hosts_say "'$1' hosts: 1 to 200"; return 1; }
    hosts_need unshare nsenter setpriv ip
    hosts_outer=()
    hosts_user=()
    [ "$(id -u)" = 0 ] || hosts_user=(unshare --user --map-root-user)
    local why
    why=$("${hosts_user[@]}" unshare --net --uts --ipc --mount --pid --fork true 2>&1) ||
        hosts_skip "namespaces may not be made here (${why:-unshare failed}):" \
            "run as root, or allow unprivileged user namespaces"
    hosts_dir=$(mktemp -d "${TMPDIR:-/tmp}/hosts.XXXXXX") || return 1
    trap hosts_down EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    mkdir "$hosts_dir/bin"
    : >"$hosts_dir/resolv.conf"
    {
        echo "127.0.0.1 localhost"
        for k in 0 $(seq "$1"); do echo "$(hosts_address "$k") $(hosts_name "$k")"; done
    } >"$hosts_dir/hosts"
    hosts_made switch --net || return 1
    hosts_switch=$hosts_made_pid
    [ "$(id -u)" = 0 ] || hosts_outer=(nsenter --target "$hosts_switch" --user \
        --preserve-credentials)
    hosts_user=()
    hosts_at_switch ip link set lo up
    hosts_at_switch ip link add switch type bridge || return 1
    hosts_at_switch ip link set switch up
    for k in $(seq "$1"); do
        hosts_add "$k" || return 1
    done
}

hosts_at_switch() { "${hosts_outer[@]}" nsenter --target "$hosts_switch" --net -- "$@"; }

# hosts_made NAME NAMESPACES...: starts a first process in new namespaces, which host.sh prepares.
# It always ends with this shell, and so do all processes in its process namespace. Sets
# hosts_made_pid.
hosts_made() {
    local name=$1 ready=$hosts_dir/ready.$1
    shift
    # No descriptor of the caller stays open: a reader of the caller's output would wait for it.
    # setpriv comes after the change of user, which clears the signal.
    "${hosts_outer[@]}" "${hosts_user[@]}" setpriv --pdeathsig KILL \
        unshare "$@" --mount --pid --fork --kill-child \
        bash "$(dirname "${BASH_SOURCE[0]}")/host.sh" "$name" "$hosts_dir" </dev/null \
        >"$hosts_dir/log.$name" 2>&1 &
    hosts_children+=("$!")
    disown "$!"
    hosts_until 20 "the start of $name" test -s "$ready" || {
        cat "$hosts_dir/log.$name" >&2
        return 1
    }
    hosts_made_pid=$(cat "$ready")
}

# hosts_add NUMBER
hosts_add() {
    local k=$1 name
    name=$(hosts_name "$k")
    hosts_made "$name" --net --uts --ipc || return 1
    hosts_init[$k]=$hosts_made_pid
    hosts_at_switch ip link add "port$k" type veth peer name eth0 netns "$hosts_made_pid" ||
        return 1
    hosts_at_switch ip link set "port$k" master switch up
    host_run "$k" ip link set lo up
    host_run "$k" ip address add "$(hosts_address "$k")/24" dev eth0
    host_run "$k" ip link set eth0 up
}

# host_run NUMBER COMMAND...: on that host, in this folder, with this environment. The command dies
# with its caller.
host_run() {
    local k=$1 pin=()
    shift
    [ -n "${hosts_init[$k]:-}" ] || { hosts_say "there is no host $k"; return 1; }
    if [ -n "${HOSTS_PIN:-}" ]; then pin=(taskset --cpu-list "$((k % $(nproc)))"); fi
    PATH=$hosts_dir/bin:$PATH:/usr/sbin:/sbin "${hosts_outer[@]}" setpriv --pdeathsig KILL \
        nsenter --target "${hosts_init[$k]}" --net --uts --ipc --mount --pid --wdns="$PWD" \
        -- setpriv --pdeathsig KILL "${pin[@]}" "$@"
}

# host_daemon NUMBER NAME COMMAND...: in the background, its output in the folder of the hosts
host_daemon() {
    local k=$1 log=$hosts_dir/log.$2.$1
    shift 2
    host_run "$k" "$@" </dev/null >"$log" 2>&1 &
    hosts_children+=("$!")
    disown "$!"
}

# host_link NUMBER up|down: the cable
host_link() {
    hosts_at_switch ip link set "port$1" "$2"
    # The kernel takes up to a second to see that a cable is back.
    [ "$2" = down ] || hosts_until 10 "the link of host $1" host_has_link "$1"
}

host_has_link() {
    host_run "$1" ip -o link show eth0 | grep -q 'state UP' &&
        hosts_at_switch ip -o -d link show "port$1" | grep -q 'state forwarding'
}

# host_loss NUMBER PERCENT: of what arrives at the host, by chance
host_loss() {
    hosts_need nft
    host_run "$1" nft delete table inet loss 2>/dev/null
    [ "$2" = 0 ] && return
    host_run "$1" nft \
        "add table inet loss; add chain inet loss arrives { type filter hook input priority 0 ; };
        add rule inet loss arrives iifname eth0 numgen random mod 100 < $2 counter drop"
}

# host_lost NUMBER: how many packets host_loss has dropped
host_lost() {
    host_run "$1" nft list table inet loss 2>/dev/null |
        sed -n 's/.*counter packets \([0-9]*\).*/\1/p'
}

# host_kill NUMBER: every process of the host; the host stays, and its network
host_kill() {
    host_run "$1" bash -c 'kill -KILL -1' 2>/dev/null
    hosts_until 10 "the end of host $1's processes" host_is_idle "$1"
}

host_is_idle() { [ "$(host_processes "$1")" = 0 ]; }

# host_off NUMBER: the host is gone, as when its power fails
host_off() {
    # First the network, which the kernel takes down some time after the last process.
    hosts_at_switch ip link delete "port$1"
    kill -KILL "${hosts_init[$1]}"
    unset "hosts_init[$1]"
}

# host_processes NUMBER: how many processes run there, but for the first
host_processes() { host_run "$1" bash -c 'set -- /proc/[0-9]*; echo $(($# - 2))'; }

# hosts_ssh_up: on each host a server of ssh with a key of its own; `ssh` there finds the others by
# name, without questions
hosts_ssh_up() {
    local k sshd
    hosts_need ssh sshd ssh-keygen
    hosts_need_root sshd
    sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd)
    ssh-keygen -q -t ed25519 -N '' -C hosts -f "$hosts_dir/key"
    ssh-keygen -q -t ed25519 -N '' -C hosts -f "$hosts_dir/host_key"
    for k in "${!hosts_init[@]}"; do
        echo "$(hosts_name "$k"),$(hosts_address "$k") $(cat "$hosts_dir/host_key.pub")"
    done >"$hosts_dir/known_hosts"
    cat >"$hosts_dir/sshd_config" <<END
HostKey $hosts_dir/host_key
AuthorizedKeysFile $hosts_dir/key.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PrintMotd no
MaxStartups 100
END
    cat >"$hosts_dir/ssh_config" <<END
Host *
    IdentityFile $hosts_dir/key
    IdentitiesOnly yes
    UserKnownHostsFile $hosts_dir/known_hosts
    StrictHostKeyChecking yes
    BatchMode yes
    LogLevel ERROR
    ConnectTimeout 10
END
    printf '#!/bin/sh\nexec %s -F %s "$@"\n' "$(command -v ssh)" "$hosts_dir/ssh_config" \
        >"$hosts_dir/bin/ssh"
    chmod +x "$hosts_dir/bin/ssh"
    for k in "${!hosts_init[@]}"; do
        host_daemon "$k" sshd "$sshd" -D -e -f "$hosts_dir/sshd_config"
    done
    for k in "${!hosts_init[@]}"; do
        hosts_until 20 "sshd on $(hosts_name "$k")" host_run "$k" ssh "$(hosts_name "$k")" true ||
            { cat "$hosts_dir/log.sshd.$k" >&2; return 1; }
    done
}

# host_mpirun NUMBER ARGUMENT...: Open MPI's mpirun on that host, after hosts_ssh_up
host_mpirun() {
    local k=$1
    shift
    hosts_need mpirun.openmpi
    host_run "$k" mpirun.openmpi --allow-run-as-root --mca plm_rsh_agent "$hosts_dir/bin/ssh" \
        --mca oob_tcp_if_include eth0 --mca btl_tcp_if_include eth0 \
        --mca btl_vader_single_copy_mechanism none "$@"
}

# host_hydra NUMBER ARGUMENT...: MPICH's mpiexec.hydra on that host, after hosts_ssh_up
host_hydra() {
    local k=$1
    shift
    hosts_need mpiexec.hydra
    host_run "$k" mpiexec.hydra -launcher ssh -launcher-exec "$hosts_dir/bin/ssh" -iface eth0 "$@"
}

# hosts_slurm_up [CPUS]: a Slurm cluster of all hosts, CPUS (4) threads each; its controller is on a
# host of its own, `head`
hosts_slurm_up() {
    local cpus=${1:-4} k nodes="" conf=$hosts_dir/slurm
    hosts_need munged slurmctld slurmd srun sinfo
    hosts_need_root slurmd
    mkdir -p "$conf/state"
    (umask 077 && head -c 1024 /dev/urandom >"$conf/munge.key")
    for k in "${!hosts_init[@]}"; do nodes+="NodeName=$(hosts_name "$k") NodeAddr=$(hosts_address \
        "$k") CPUs=$cpus
"; done
    hosts_add 0 || return 1
    # A separate TmpFS: nodes that share /tmp would use one folder of PMIx.
    for k in "${!hosts_init[@]}"; do
        mkdir -p "$conf/spool.$(hosts_name "$k")" "$conf/tmp.$(hosts_name "$k")"
    done
    cat >"$conf/slurm.conf" <<END
ClusterName=hosts
SlurmctldHost=head($(hosts_address 0))
AuthType=auth/munge
AuthInfo=socket=/run/munge/socket
SlurmUser=root
StateSaveLocation=$conf/state
SlurmdSpoolDir=$conf/spool.%n
TmpFS=$conf/tmp.%n
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
${nodes}PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    echo 'CgroupPlugin=cgroup/v1' >"$conf/cgroup.conf"
    export SLURM_CONF=$conf/slurm.conf
    for k in "${!hosts_init[@]}"; do
        host_daemon "$k" munged munged --foreground --force --key-file "$conf/munge.key" \
            --socket /run/munge/socket \
            --pid-file /run/munge/pid --log-file /run/munge/log --seed-file /run/munge/seed
        hosts_until 20 "munged on $(hosts_name "$k")" host_run "$k" test -S /run/munge/socket ||
            { cat "$hosts_dir/log.munged.$k" >&2; return 1; }
    done
    host_daemon 0 slurmctld slurmctld -D -f "$SLURM_CONF"
    for k in "${!hosts_init[@]}"; do
        [ "$k" = 0 ] || host_daemon "$k" slurmd slurmd -D -N "$(hosts_name "$k")" -f "$SLURM_CONF"
    done
    hosts_until 60 "a Slurm cluster of idle nodes" hosts_slurm_idle $((${#hosts_init[@]} - 1)) ||
        { tail -n 5 "$hosts_dir"/log.slurm* >&2; return 1; }
}

hosts_slurm_idle() { [ "$(host_run 0 sinfo -h -N -t idle -o %N | sort -u | wc -l)" = "$1" ]; }

# hosts_srun ARGUMENT...: on the head of the cluster, after hosts_slurm_up
hosts_srun() { host_run 0 srun "$@"; }

# hosts_down: ends every process of every host, and removes what they left
hosts_down() {
    local pid
    [ -n "$hosts_dir" ] || return 0
    # The first processes: the kernel ends what else is in their process namespaces before they are
    # gone.
    for pid in "${hosts_init[@]}" $hosts_switch; do kill -KILL "$pid" 2>/dev/null; done
    for pid in "${hosts_children[@]}"; do
        hosts_until 10 "the end of process $pid" hosts_gone "$pid"
    done
    rm -rf "$hosts_dir"
    hosts_dir='' hosts_switch=''
    hosts_init=()
    hosts_children=()
    unset SLURM_CONF
}

hosts_gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }

hosts_children=()
