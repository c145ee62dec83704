#!/bin/bash
# Makes hosts, runs commands on them, and takes them down: hosts.sh without a script of one's own.
#
#   tests/hosts/with.sh 3 host_run 1 ping -c 3 host2
#   tests/hosts/with.sh 2 ssh host_mpirun 1 --host host1:1,host2:1 hostname
#   tests/hosts/with.sh 2 slurm hosts_srun -N2 --mpi=pmix hostname
#   tests/hosts/with.sh 2 ssh slurm bash
#
# The last one gives a shell in which host_run and the others are commands; its end takes all down.
#
# The status is that of the command; 77 where namespaces may not be made.
set -u

case ${1:-} in
'' | *[!0-9]*)
    sed -n '2,/^set/{ s/^# \{0,1\}//p }' "$0" >&2
    exit 2
    ;;
esac
. "$(dirname "$0")/hosts.sh"
hosts_up "$1" || exit 1
shift
while [ $# -gt 0 ]; do
    case $1 in
    ssh) hosts_ssh_up || exit 1 ;;
    slurm) hosts_slurm_up || exit 1 ;;
    *) break ;;
    esac
    shift
done
if [ "${1:-}" = bash ] && [ $# = 1 ]; then
    # Arrays are not exported: the shell reads them again.
    {
        declare -p hosts_dir hosts_switch hosts_init hosts_outer hosts_user
        declare -f
        echo 'PS1="(hosts) $PS1"'
    } >"$hosts_dir/shell"
    bash --rcfile "$hosts_dir/shell" -i
else
    "$@"
fi
