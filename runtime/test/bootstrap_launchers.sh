#!/bin/sh
# The bootstrap under real launchers: bootstrap_launchers.sh mpirun|hydra|srun PROGRAM. 77: it is
# not installed.
set -eu
program=$2
folder=$(mktemp -d)
started=
export ASAN_OPTIONS=detect_leaks=0 # libpmix keeps some bytes

# Slurm's daemons of a step have no parent here: they are found by their folder.
clean() {
    for pid in $started; do kill "$pid" 2>/dev/null || true; done
    for pid in $started; do
        tries=0
        while kill -0 "$pid" 2>/dev/null && [ $tries -lt 10 ]; do
            sleep 0.1
            tries=$((tries + 1))
        done
    done
    for process in /proc/[0-9]*; do
        case $(readlink "$process/cwd") in
        "$folder"*) [ "${process#/proc/}" = $$ ] || kill -9 "${process#/proc/}" 2>/dev/null ||
            true ;;
        esac
    done
    cd / && rm -rf "$folder"
}
trap clean EXIT

skip() {
    echo "skipped: $1"
    exit 77
}

# expect RANKS NAME: every rank of the output found the others by that kind of bootstrap, all on
# this host.
expect() {
    rank=0
    while [ $rank -lt "$1" ]; do
        grep -q "^rank $rank of $1 by $2, host 0 of 1, $rank there\$" "$folder/out" || {
            echo "rank $rank of $1 is missing:"
            cat "$folder/out"
            exit 1
        }
        rank=$((rank + 1))
    done
}

# refuses WORD...: the command fails, within 20 s.
refuses() {
    if timeout 20 "$@" >"$folder/out" 2>"$folder/err"; then
        echo "has succeeded: $*"
        exit 1
    elif [ $? = 124 ]; then
        echo "does not end: $*"
        exit 1
    fi
}

# A launcher of several names: its version text identifies the implementation.
command_of() {
    for name in "$@"; do
        if command -v "$name" >"$folder/found"; then
            cat "$folder/found"
            return
        fi
    done
}

try_mpirun() {
    mpirun=$(command_of mpirun.openmpi mpirun)
    [ -n "$mpirun" ] || skip 'no mpirun of Open MPI'
    "$mpirun" --version 2>&1 | grep -q 'Open MPI\|OpenRTE' || skip "$mpirun is not Open MPI's"
    options=--oversubscribe
    [ "$(id -u)" != 0 ] || options="$options --allow-run-as-root"
    for ranks in 1 5; do
        # shellcheck disable=SC2086 # a list of words
        "$mpirun" $options -n $ranks "$program" >"$folder/out"
        expect $ranks PMIx
    done
    # shellcheck disable=SC2086
    refuses "$mpirun" $options -n 3 "$program" fail=1
    grep -q 'asked to fail' "$folder/err"
}

try_hydra() {
    mpiexec=$(command_of mpiexec.hydra)
    [ -n "$mpiexec" ] || skip 'no mpiexec.hydra of MPICH'
    for ranks in 1 5; do
        "$mpiexec" -n $ranks "$program" >"$folder/out"
        expect $ranks PMI-1
    done
    refuses "$mpiexec" -n 3 "$program" fail=1
    grep -q 'asked to fail' "$folder/err"
}

# A cluster of two nodes which are both this host.
start_slurm() {
    cd "$folder"
    # srun and slurmd go by the folder of munge's socket and the ports; two jobs of tests may run at
    # once.
    base=$((20000 + $$ % 10000))
    head -c 1024 /dev/urandom >key
    chmod 700 . && chmod 600 key
    munged --force --foreground --key-file "$folder/key" --socket "$folder/munge" \
        --pid-file "$folder/munge.pid" \
        --log-file "$folder/munge.log" --seed-file "$folder/munge.seed" 2>munge.err &
    started="$started $!"
    mkdir state spool.n1 spool.n2 tmp.n1 tmp.n2
    host=$(hostname)
    cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
AuthType=auth/munge
AuthInfo=socket=$folder/munge
SlurmUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
TmpFS=$folder/tmp.%n
SlurmctldPidFile=$folder/ctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 1)) CPUs=4
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 2)) CPUs=4
PartitionName=all Nodes=ALL Default=YES State=UP
END
    echo 'CgroupPlugin=cgroup/v1' >cgroup.conf
    SLURM_CONF=$folder/slurm.conf
    export SLURM_CONF
    slurmctld -D -f slurm.conf >ctld.log 2>&1 &
    started="$started $!"
    for node in n1 n2; do
        slurmd -D -N $node -f slurm.conf >slurmd.$node.log 2>&1 &
        started="$started $!"
    done
    tries=0
    until [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ]; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ]; then
            tail -n 5 ./*.log
            skip 'Slurm does not start here'
        fi
        sleep 0.2
    done
}

try_srun() {
    for command in srun slurmctld slurmd munged; do
        command -v $command >/dev/null || skip "no $command"
    done
    [ "$(id -u)" = 0 ] || skip 'only root can start a cluster of Slurm'
    start_slurm
    srun --mpi=list 2>&1 | grep -q pmix || skip "Slurm has no PMIx"
    srun --mpi=pmix -N2 -n1 -N1 "$program" >out
    expect 1 PMIx
    srun --mpi=pmix -N2 -n6 "$program" >out
    expect 6 PMIx
    refuses srun --mpi=none -N2 -n2 "$program"
    grep -q 'srun --mpi=pmix' err
}

"try_$1"
