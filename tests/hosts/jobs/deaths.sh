#!/bin/bash
# A thread, a supervisor, a launcher or a host dies: the job ends with a message, and leaves
# nothing.
. "$(dirname "$0")/../job.sh"
cluster 2 ssh
build long long.upc
job=("$UPCRUN" -n 4 -hosts host1,host2 ./long)
supervisor() { pids "$1" long | head -n 1; }
thread() { pids "$1" long | tail -n 1; }
kill_on() { # kill_on HOST SIGNAL PROCESS...
    [ $# -lt 3 ] || host_run "$1" kill "-$2" "${@:3}" # one may be gone already
}

hurt 'a thread is killed on the first host' 5 'thread 1 .*Killed' 'kill_on 1 KILL $(thread 1)' 1 \
    "${job[@]}"
hurt 'a thread is killed on the other host' 5 'thread 3 .*Killed' 'kill_on 2 KILL $(thread 2)' 1 \
    "${job[@]}"
hurt 'the first supervisor is killed' 5 'host1' 'kill_on 1 KILL $(supervisor 1)' 1 "${job[@]}"
hurt 'the other supervisor is killed' 5 'node 1 on host2.*is lost' \
    'kill_on 2 KILL $(supervisor 2)' 1 "${job[@]}"
hurt 'all processes of the other host are killed' 5 'host2' 'kill_on 2 KILL $(pids 2 long)' 1 \
    "${job[@]}"
hurt 'upcrun is killed' 5 '' 'kill_on 1 KILL $(pids 1 upcrun)' 1 "${job[@]}"
hurt 'ssh is killed' 5 'host2' 'kill_on 1 KILL $(pids 1 ssh)' 1 "${job[@]}"
for signal in INT TERM HUP; do
    hurt "SIG$signal" 8 '' "kill_on 1 $signal \$(pids 1 upcrun)" 1 "${job[@]}"
    same "SIG$signal: status" $((128 + $(kill -l $signal))) "$status"
done
hurt 'two Ctrl-C' 5 '' 'kill_on 1 INT $(pids 1 upcrun); kill_on 1 INT $(pids 1 upcrun)' 1 \
    "${job[@]}"
