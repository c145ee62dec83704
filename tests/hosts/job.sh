# Shared by the tests of jobs on several hosts (tests/hosts/jobs): a library for bash, over
# hosts.sh.
#
#   cluster 2 ssh slurm           # makes the hosts; skips the test where something is missing
#   build where where.upc -O2     # compiles programs/where.upc to $work/where
#   runs NAME SECONDS COMMAND...  # ends with status 0 in that time, and leaves nothing on any host
#   fails NAME SECONDS TEXT COMMAND...  # ends with another status, and a message that matches TEXT
#   same NAME WANTED GOT
#
# The output of the last command is in $work/out and $work/err. Each check prints `ok NAME` or
# `FAILED NAME`; `skipped NAME: WHY` is counted too (jobs.sh).

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$here/hosts.sh"
UPCC=$(realpath "${UPCC:-$root/build/bin/upcc}")
UPCRUN=$(realpath "${UPCRUN:-$root/build/bin/upcrun}")
export UPCC UPCRUN
unset UPC_NODES UPC_NODEFILE UPC_SSH UPC_INTERFACE UPC_ENVPREFIX UPC_NETWORK UPC_HEARTBEAT
unset SLURM_JOB_ID PBS_NODEFILE
work=

ok() { echo "ok $1"; }
failed() { # failed NAME WHY...
    echo "FAILED $*"
    sed 's/^/    out: /' "$work/out" 2>/dev/null | tail -n 20
    sed 's/^/    err: /' "$work/err" 2>/dev/null | tail -n 20
}

# cluster N [ssh] [slurm]: hosts 1 to N, and an empty folder $work that all of them see
cluster() {
    local number=$1
    shift
    hosts_up "$number" || exit 1
    work=$hosts_dir/work
    mkdir "$work"
    cd "$work" || exit 1
    while [ $# -gt 0 ]; do
        case $1 in
        ssh) hosts_ssh_up || exit 1 ;;
        slurm) hosts_slurm_up || exit 1 ;;
        esac
        shift
    done
    declare -gA at_rest
    local k
    for k in "${!hosts_init[@]}"; do at_rest[$k]=" $(processes_of "$k") "; done
}

# open_mpi: mpirun is Open MPI's. Each has its own session folder: a job that ends would remove a
# folder that another job of the same host uses.
open_mpi() {
    cat >"$hosts_dir/bin/mpirun" <<EOF
#!/bin/sh
exec mpirun.openmpi --mca oob_tcp_if_include eth0 \\
    --mca orte_tmpdir_base "\$(mktemp -d '$work/mpi.XXXXXX')" "\$@"
EOF
    chmod +x "$hosts_dir/bin/mpirun"
}

# build NAME SOURCE OPTION...: sources without a folder are those of programs/
build() {
    local name=$1 source=$2
    shift 2
    case $source in /*) ;; *) source=$here/programs/$source ;; esac
    "$UPCC" -O2 -I"$root/tests/include" "$@" "$source" -o "$work/$name" || exit 1
}

# The processes of host K, by number; the daemons are those that were there at first.
processes_of() {
    host_run "$1" bash -c \
        'for p in /proc/[0-9]*; do p=${p#/proc/}; [ "$p" = $$ ] || echo "$p"; done' | tr '\n' ' '
}

# left_on K: processes and shared memory that no daemon has, a line each
left_on() {
    local pid
    for pid in $(processes_of "$1"); do
        [[ ${at_rest[$1]} == *" $pid "* ]] || host_run "$1" ps -o pid=,args= -p "$pid"
    done | grep -v ' sshd: ' # one without a network waits for its client
    host_run "$1" bash -c 'ls /dev/shm; ipcs -m | grep "^0x"'
}

is_clean() {
    local k
    for k in "${!hosts_init[@]}"; do [ -z "$(left_on "$k" 2>/dev/null)" ] || return 1; done
}

# clean NAME: within 8 s no host has anything left of a job; what it has is ended, for the tests
# that follow
clean() {
    local k pid
    hosts_until 8 "the end of what $1 has started" is_clean 2>/dev/null && return
    for k in "${!hosts_init[@]}"; do
        left_on "$k" | sed "s/^/    left on host$k: /"
        for pid in $(processes_of "$k"); do
            [[ ${at_rest[$k]} == *" $pid "* ]] || host_run "$k" kill -KILL "$pid" 2>/dev/null
        done
    done
    return 1
}

# timed SECONDS COMMAND...: sets $status, and $took in milliseconds. Input is empty unless the
# caller redirects it.
timed() {
    local limit=$1 begin
    shift
    begin=$(date +%s%N)
    status=0
    LIMIT=$limit "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    took=$((($(date +%s%N) - begin) / 1000000))
}

# on HOST COMMAND...: for at most $LIMIT seconds
on() {
    local k=$1
    shift
    host_run "$k" timeout -k 2 "${LIMIT:-60}" "$@"
}

runs() {
    local name=$1 limit=$2
    shift 2
    timed "$limit" "$@"
    if [ "$status" != 0 ]; then
        failed "$name: status $status after $took ms"
        clean "$name"
    elif clean "$name"; then
        ok "$name ($took ms)"
    else
        failed "$name: something is left"
    fi
}

# ended NAME SECONDS TEXT: what timed has left is a failure with this message, in this time
ended() {
    local name=$1 limit=$2 text=$3
    if [ "$status" = 0 ] || [ "$status" = 124 ] || [ "$took" -gt $((limit * 1000)) ]; then
        failed "$name: status $status after $took ms"
        clean "$name"
    elif [ -n "$text" ] && ! grep -q -E -- "$text" "$work/err"; then
        failed "$name: no '$text' in its message"
        clean "$name"
    elif clean "$name"; then
        ok "$name ($took ms)"
    else
        failed "$name: something is left"
    fi
}

fails() {
    local name=$1 limit=$2 text=$3
    shift 3
    timed $((limit + 10)) "$@"
    ended "$name" "$limit" "$text"
}

same() {
    if [ "$2" = "$3" ]; then ok "$1"; else failed "$1: '$3', not '$2'"; fi
}

# has WHAT PROGRAM...: false, with a message, if one is missing
has() {
    local what=$1 program
    shift
    for program in "$@"; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null && continue
        echo "skipped $what: there is no $program (packaging/deps.sh hosts)"
        return 1
    done
}

# The networks that work here: tcp, ofi, ucx.
networks() {
    [ -x "$work/none" ] || build none none.upc
    host_run 1 "$root/tests/networks.sh" "$work/none"
}

# suite NAME HOST FILTER OPTION...: programs of tests/ and examples/ whose case has FILTER in its
# name, each started by upcrun with these options where the harness asks for nodes. `-N` as last
# option gets the number of nodes.
suite() {
    local name=$1 k=$2 filter=$3 binary count
    shift 3
    binary=$(cd "$root" && "$(packaging/cargo.sh)" test --quiet --locked --package harness \
        --test upc --no-run \
        --message-format json 2>/dev/null | sed -n \
            's,.*"executable":"\([^"]*/deps/upc-[^"]*\)".*,\1,p' | tail -n 1)
    [ -x "$binary" ] || { echo "skipped $name: the harness cannot be built here"; return; }
    {
        echo '#!/bin/bash'
        printf 'options=('
        printf '%q ' "$@"
        echo ')'
        # shellcheck disable=SC2016
        echo 'words=()
while [[ ${1:-} == -* ]]; do
    if [ "$1" = -nodes ]; then
        [ "${options[-1]}" != -N ] || options+=("$2")
        shift 2
    elif [ "$1" = -n ] || [ "$1" = -p ]; then
        words+=("$1" "$2")
        shift 2
    else
        words+=("$1")
        shift
    fi
done'
        echo "exec '$UPCRUN' \"\${options[@]}\" \"\${words[@]}\" \"\$@\""
    } >"$work/upcrun"
    chmod +x "$work/upcrun"
    mkdir -p "$work/scratch"
    timed 280 on "$k" env UPCRUN="$work/upcrun" TMPDIR="$work/scratch" UPC_TEST_MODES=nodes \
        "${SUITE_WITHIN[@]}" \
        "$binary" "$filter" --test-threads 2
    count=$(sed -n 's/^test result: ok\. \([0-9]*\) passed.*/\1/p' "$work/out")
    if [ "$status" = 0 ] && [ "${count:-0}" -gt 0 ] && clean "$name"; then
        ok "$name: $count programs ($took ms)"
    else
        failed "$name: status $status"
        grep -a 'FAILED' "$work/out"
    fi
}
SUITE_WITHIN=()

# pids HOST PROGRAM: processes that execute it there, as that host counts; a supervisor comes before
# its threads
pids() {
    host_run "$1" bash -c 'for p in /proc/[0-9]*; do
        [ "$(basename "$(readlink "$p/exe")")" = "$1" ] && echo "${p#/proc/}"
    done | sort -n' x "$2"
}

# hurt NAME SECONDS TEXT ACTION HOST COMMAND...: the job on that host is to end in this time after
# the action, with another status than 0 and a message that matches TEXT
hurt() {
    local name=$1 limit=$2 text=$3 action=$4 job begin
    shift 4
    timed_in_background "$@"
    if ! hosts_until 30 'a running job' grep -q running "$work/out"; then
        failed "$name: the job does not run"
        clean "$name"
        return
    fi
    begin=$(date +%s%N)
    eval "$action"
    status=0
    wait "$job" || status=$?
    took=$((($(date +%s%N) - begin) / 1000000))
    ended "$name" "$limit" "$text"
}

timed_in_background() {
    : >"$work/out"
    LIMIT=60 on "$@" >"$work/out" 2>"$work/err" </dev/null &
    job=$!
}
