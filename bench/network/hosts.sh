#!/bin/bash
# The hosts of the benchmark `network`: namespaces of this machine (tests/hosts/hosts.sh), each
# bound to a processor.
#
#   hosts.sh up N FOLDER               makes N hosts, says `ready`; they end with standard input
#   hosts.sh on FOLDER K COMMAND...    runs a command with the network and the name of host K
#   hosts.sh ssh FOLDER [OPTION...] HOST COMMAND...
#                                      the same for the host of that address, as ssh does
#   hosts.sh inside FOLDER K COMMAND...
#                                      wholly on host K, where ssh is real; status 77: there is none
#   hosts.sh yardstick FOLDER COMMAND...
#                                      runs a yardstick between hosts 1 and 2
#
# `on` and `ssh` start the processes as descendants of the caller: the driver counts the processor
# time of its own children only (driver/machine.py).
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../../tests/hosts/hosts.sh"
export HOSTS_PIN=1

up() { # up N FOLDER
    local session
    hosts_up "$1" || exit 1
    ssh_up && echo yes >"$2/ssh"
    session=$(declare -p hosts_dir hosts_init hosts_switch hosts_outer)
    echo "${session//declare -/declare -g -}" >"$2/session"
    printf '#!/bin/sh\nexec %s ssh %s "$@"\n' "$here/hosts.sh" "$2" >"$2/agent"
    chmod +x "$2/agent"
    echo ready
    cat >/dev/null
}

# Checks first, since hosts_ssh_up ends the script if ssh is impossible.
ssh_up() {
    [ "$(id -u)" = 0 ] && PATH=$PATH:/usr/sbin command -v sshd >/dev/null && hosts_ssh_up >&2
}

# on K COMMAND...
on() {
    local k=$1
    shift
    exec "${hosts_outer[@]}" nsenter --target "${hosts_init[$k]}" --net --uts --ipc -- \
        taskset --cpu-list "$((k % $(nproc)))" "$@"
}

# as_ssh [OPTION...] HOST COMMAND...
as_ssh() {
    while [[ $1 = -* ]]; do
        case $1 in -[oFpilE]) shift ;; esac
        shift
    done
    local k=${1##*.}
    shift
    cd "$HOME" 2>/dev/null || cd /
    export SSH_CONNECTION="$(hosts_address 1) 0 $(hosts_address "${k#host}") 22"
    on "${k#host}" sh -c "$*"
}

yardstick() {
    local command=$1
    shift
    exec "${hosts_outer[@]}" "$command" -n "${hosts_init[1]},${hosts_init[2]}" -i eth0 \
        -c "$((1 % $(nproc))),$((2 % $(nproc)))" "$@"
}

what=$1
shift
if [ "$what" = up ]; then
    up "$@"
    exit
fi
folder=$1
shift
. "$folder/session" || exit 1
case $what in
on) on "$@" ;;
ssh) as_ssh "$@" ;;
yardstick) yardstick "$@" ;;
inside)
    [ -e "$folder/ssh" ] || exit 77
    host_run "$@"
    ;;
*) echo "hosts.sh: unknown word $what" >&2; exit 2 ;;
esac
