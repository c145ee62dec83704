#!/bin/bash
# Slurm with PMIx: srun by hand, and upcrun inside an allocation, without options.
. "$(dirname "$0")/../job.sh"
has slurm munged slurmctld slurmd srun salloc sbatch || exit 0
cluster 2 slurm
hosts_srun --mpi=list 2>&1 | grep -q pmix || { echo 'skipped slurm: srun has no PMIx'; exit 0; }
build where where.upc

# placed NAME HOSTS COMMAND...: the hosts of the threads in order
placed() {
    runs "$1" 30 on 0 "${@:3}"
    same "$1: hosts" "$2" "$(cat out)"
}
two='host1 host1 host2 host2'
placed 'srun by hand' "$two" srun --mpi=pmix -N2 -n4 --ntasks-per-node=2 ./where
placed 'unequal hosts by srun' 'host1 host1 host1 host2' srun --mpi=pmix -N2 -n4 ./where
placed 'upcrun in an allocation' "$two" salloc -Q -N2 -n4 --ntasks-per-node=2 "$UPCRUN" -n 4 ./where
placed 'more threads than tasks' "$two" salloc -Q -N2 "$UPCRUN" -n 4 ./where
placed 'one node of an allocation' 'host1 host1' salloc -Q -N2 -n4 "$UPCRUN" -n 2 -N 1 ./where

batch() {
    printf '%s\n' '#!/bin/sh' '#SBATCH -N2 -n4 --ntasks-per-node=2' '#SBATCH -o batch' \
        "\"$UPCRUN\" -n 4 ./where && echo end" >batch.sh
    on 0 sbatch -Q batch.sh && hosts_until "$LIMIT" 'the end of the batch script' grep -qx end batch
}
runs 'a batch script' 30 batch
same 'a batch script: hosts' "$two" "$(head -n 1 batch)"

SUITE_WITHIN=(salloc -Q -N2 -n8)
suite 'examples by slurm' 0 examples/ -q

build long long.upc
srun_job=(srun --mpi=pmix -N2 -n4 --ntasks-per-node=2 ./long)
upcrun_job=(salloc -Q -N2 -n4 --ntasks-per-node=2 "$UPCRUN" -n 4 ./long)
of_node() { host_run "$1" kill -KILL "$(pids "$1" long | "$2" -n 1)"; }
hurt 'a thread is killed, by srun' 6 'Killed' 'of_node 2 tail' 0 "${srun_job[@]}"
hurt 'a thread is killed, by upcrun' 6 'Killed' 'of_node 2 tail' 0 "${upcrun_job[@]}"
hurt 'the first supervisor is killed' 10 'host1|Killed|killed' 'of_node 1 head' 0 "${upcrun_job[@]}"
hurt 'the other supervisor is killed' 10 'node 1 on host2 .*is lost' 'of_node 2 head' 0 \
    "${upcrun_job[@]}"
# After SIGKILL the step continues until Slurm's InactiveLimit.
hurt 'SIGTERM for srun' 10 '' 'host_run 0 kill -TERM $(pids 0 srun | head -n 1)' 0 "${srun_job[@]}"
# srun ends at the second Ctrl-C within a second.
# shellcheck disable=SC2016 # the shell on the host expands it
interrupt='for _ in 1 2 3 4 5 6 7 8 9 10; do kill -INT "$1" 2>/dev/null || exit 0; sleep 0.3; done'
hurt 'Ctrl-C for srun until it ends' 10 '' \
    'host_run 0 sh -c "$interrupt" x "$(pids 0 srun | head -n 1)"' 0 "${srun_job[@]}"
hurt 'scancel' 10 '' 'host_run 0 scancel -u root' 0 "${upcrun_job[@]}"
