#!/bin/bash
# Mistakes of users: a message with cause and remedy within seconds, and nothing is left.
. "$(dirname "$0")/../job.sh"
cluster 3 ssh
build where where.upc
run() { on 1 "$UPCRUN" -n 4 "$@"; }

# lines NAME COUNT TEXT: so many lines of the last command's messages match TEXT
lines() { same "$1" "$2" "$(grep -c -E -- "$3" "$work/err")"; }
# once NAME TEXT COMMAND...: fails with this one line, without the name of a host
once() {
    local name=$1 text=$2
    shift 2
    fails "$name" 10 "$text" "$@"
    lines "$name is printed once" 1 .
    lines "$name is no host's" 0 '^upcr: on '
}
everywhere() { on 1 env "$1" "$UPCRUN" -n 4 -hosts host1,host2,host3 "${@:2}" ./where; }
once 'a value out of range' 'UPC_HEARTBEAT is .x.' everywhere UPC_HEARTBEAT=x
once 'a layout of two nodes in a process' 'UPC_PTHREADS_MAP' everywhere UPC_PTHREADS_MAP=3,1
once 'a thread to freeze that is none' 'UPC_FREEZE' everywhere A=1 -freeze=9
once 'an unknown network everywhere' 'UPC_NETWORK' everywhere UPC_NETWORK=ibv
runs 'an unknown variable' 10 everywhere UPC_FOO=1
lines 'an unknown variable is printed once' 1 'warning: unknown variable UPC_FOO'
runs 'the table of settings' 10 everywhere A=1 -show-env
lines 'the table of settings is printed once' 1 '^UPC_HEARTBEAT'

fails 'a wrong name of a host' 4 "on hots2: ssh said .*correct the name" run -hosts host1,hots2 \
    ./where
fails 'a host that is not there' 15 "on 10.77.0.9: ssh said .*is the host up" run -hosts \
    host1,10.77.0.9 ./where
lines 'a host that is not there is all that is said' 1 .
host_run 3 kill "$(pids 3 sshd | head -n 1)"
fails 'a host without sshd' 4 "on host3: ssh said .*does it run sshd" run -hosts host1,host3 ./where
fails 'a refused login' 4 "on host2: ssh said .*Permission denied.*ssh-copy-id" \
    run -ssh 'ssh -o User=nobody' -hosts host1,host2 ./where
fails 'a host whose key is unknown' 4 "on host2: ssh said .*Host key verification.*log in once" \
    run -ssh 'ssh -o UserKnownHostsFile=/dev/null' -hosts host1,host2 ./where

# A folder that is not the same on host2.
mkdir "$work/mine" "$work/theirs"
cp "$work/where" "$work/mine"
mounted() { host_run 2 mount --bind "$work/theirs" "$work/mine"; }
cd "$work/mine" || exit 1
mounted
fails 'a program that a host lacks' 5 'host2: the program is not there: copy it' run -hosts \
    host1,host2 ./where
build other none.upc
cp "$work/other" "$work/theirs/where"
fails 'another program on a host' 5 'host2: the program there is another one' run -hosts \
    host1,host2 ./where
chmod -x "$work/theirs/where"
fails 'a program that may not be executed' 5 'host2: the program is not executable there' run \
    -hosts host1,host2 ./where
cd "$work" || exit 1
host_run 2 umount "$work/mine"
mkdir "$work/here"
mkdir "$work/here/folder"
mkdir "$work/empty"
host_run 2 mount --bind "$work/empty" "$work/here"
cd "$work/here/folder" || exit 1
fails 'a folder that a host lacks' 5 'host2: there is no such working directory' run -hosts \
    host1,host2 "$work/where"
cd "$work" || exit 1

interface() { on 1 env UPC_INTERFACE="$1" "$UPCRUN" -n 4 -hosts host1,host2 ./where; }
fails 'an interface that is none' 4 "UPC_INTERFACE is 'eth7'.*there are .*eth0" interface eth7
fails 'the wrong interface' 20 "UPC_INTERFACE" interface lo
fails 'an unknown network' 8 "UPC_NETWORK" on 1 env UPC_NETWORK=ibv "$UPCRUN" -n 4 -hosts \
    host1,host2 ./where

# Each process started by hand may have its own variables.
if has 'differences between hosts' mpirun.openmpi; then
    cat >each <<'X'
#!/bin/bash
[ "$(hostname)" = host2 ] && export $EACH
exec ./where
X
    chmod +x each
    each() { EACH=$1 host_mpirun 1 -x EACH --host host1:1,host2:1 ./each; }
    [ "$(networks | wc -l)" -lt 2 ] ||
        fails 'another UPC_NETWORK on a host' 15 'uses .*UPC_NETWORK' each UPC_NETWORK=ucx
    fails 'another number of threads on a host' 15 '^upcr: on host2: .*UPC_NTHREADS' \
        each UPC_NTHREADS=5
    lines 'another number of threads on a host is printed once' 1 'UPC_NTHREADS'
    fails 'a value out of range on a host' 15 '^upcr: on host2: UPC_HEARTBEAT is .x.' \
        each UPC_HEARTBEAT=x
    runs 'an unknown variable on a host' 15 each UPC_FOO=1
    lines 'an unknown variable on a host is of that host' 1 \
        '^upcr: on host2: warning: unknown variable UPC_FOO'
    everywhere() { host_mpirun 1 -x "$1" --host host1:2,host2:1 ./where; }
    once 'too few processes' 'PMIx started 3 processes.*UPC_NTHREADS is 4' everywhere UPC_NTHREADS=4
    build other long.upc
    printf '#!/bin/bash\n[ "$(hostname)" = host2 ] && exec ./other\nexec ./where\n' >each
    fails 'another program by mpirun' 15 \
        'on host host2 runs another program than process 0 on host host1.*copy' \
        each A=1
    lines 'another program by mpirun is told once' 1 'another program'
fi
