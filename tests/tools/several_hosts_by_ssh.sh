# upcrun starts a process on each host by ssh, which a script replaces here: the environment there,
# the output, failures.
lib=$(dirname "$(dirname "$UPCC")")/lib/libupcr.a
fake=$ROOT/tests/tools/programs/fake_ssh.sh
cc -o 'a b' -I"$ROOT/runtime/include" "$ROOT/runtime/test/bootstrap_program.c" \
    "$ROOT/tests/tools/programs/note.s" "$lib" -Wl,-u,upcr_loader -lpthread -ldl
# Only what is given here counts.
unset UPC_NODES UPC_NODEFILE UPC_SSH UPC_INTERFACE UPC_ENVPREFIX SLURM_JOB_ID PBS_NODEFILE TMPDIR
hosts() { "$UPCRUN" -norc -ssh "$fake" -n 4 "$@"; }
fails() { # fails STATUS TEXT ARGUMENT...: with this status and message, within 10 s
    wanted=$1 part=$2
    shift 2
    status=0
    timeout -k 1 10 "$UPCRUN" -norc -ssh "$fake" -n 4 "$@" >out 2>err </dev/null || status=$?
    grep -q -- "$part" err || { cat err; exit 1; }
    [ $status = "$wanted" ] || { echo "status $status: $*"; cat err; exit 1; }
}

# Every process finds the others; the folder is kept, also a name with blanks; a login's messages
# are no errors.
hosts -hosts a,b,c './a b' >out 2>err </dev/null
sort out >sorted
cat >expected <<'X'
rank 0 of 3 by rendezvous, host 0 of 1, 0 there
rank 1 of 3 by rendezvous, host 0 of 1, 1 there
rank 2 of 3 by rendezvous, host 0 of 1, 2 there
X
diff expected sorted
if grep '^upcrun:' err; then exit 1; fi
# Nothing is lost of what a process prints last.
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ "$(hosts -hosts a,b,c,d './a b' 2>err </dev/null | wc -l)" = 4 ]
done
# Lists, and how many of their hosts take part.
printf '# ours\na\nb slots=2\nc\n' >list
[ "$(hosts -hostfile list -N 2 './a b' 2>err </dev/null | wc -l)" = 2 ]
[ "$(UPC_NODEFILE=list hosts './a b' 2>err </dev/null | wc -l)" = 3 ]
[ "$(UPC_NODEFILE=list UPC_SSH=$fake "$UPCRUN" -norc -n 4 -c 2 './a b' 2>err </dev/null | wc -l)" \
    = 2 ]
[ "$(UPC_NODES='a b' hosts './a b' 2>err </dev/null | wc -l)" = 2 ]
# Variables: those of the runtime, those that the user names, what upcrun decides; quotes arrive.
shows() { # shows VALUE VARIABLE: on both hosts
    hosts -hosts a,b './a b' "show=$2" 2>err </dev/null | grep -c -Fx -- "$2=$1" >count || true
    [ "$(cat count)" = 2 ] || { echo "$2"; cat err; exit 1; }
}
export UPC_COLL="it's \$HOME \"x\"" MY_X=1 OTHER=2 UPC_ENVPREFIX=MY_
shows "$UPC_COLL" UPC_COLL
shows 1 MY_X
shows '(not set)' OTHER
shows 2 UPC_NODES
shows 2,2 UPC_NODE_THREADS
shows 4 UPC_NTHREADS
shows '(not set)' UPCR_SECRET
unset UPC_COLL MY_X OTHER UPC_ENVPREFIX
# Standard input goes to the first process, whole; its exit status is upcrun's.
head -c 300000 /dev/urandom | od >input
hosts -hosts a,b './a b' input <input 2>err | grep -v '^rank' >out
cmp input out
fails 5 Welcome -hosts a,b './a b' status=5
# A host of the list may be this one, where no ssh is needed.
UPC_SSH=/nowhere/ssh "$UPCRUN" -norc -n 2 -launcher ssh -hosts localhost './a b' >out 2>err \
    </dev/null
grep -q '^rank 0 of 1 by rendezvous' out

visible=visible-$$ # not in this script's text, which is in the command line of its shell
# waiting: a job whose processes wait for a signal, in $job, once all are there.
waiting() {
    UPC_COLL=$visible "$UPCRUN" -norc -ssh "$fake" -n 4 -hosts a,b './a b' wait >out 2>err \
        </dev/null &
    job=$!
    for _ in $(seq 100); do
        [ "$(grep -c waits err)" = 2 ] && return
        sleep 0.1
    done
    cat err
    exit 1
}
gone() { # no process of the program is left, after 3 s at most
    for _ in $(seq 30); do
        left=0
        for process in /proc/[0-9]*; do
            [ "$(readlink "$process/exe")" != "$PWD/a b" ] || left=$((left + 1))
        done
        [ $left != 0 ] || return 0
        sleep 0.1
    done
    echo "$left processes are left"
    exit 1
}
# Nothing secret and no variable is in a command line, or in what -show prints.
waiting
for file in /proc/[0-9]*/cmdline; do
    if tr '\0' ' ' <"$file" 2>seen.err | grep "UPCR_SECRET=[0-9a-f]\{32\}\|$visible"; then
        exit 1
    fi
done
kill -TERM $job
status=0
wait $job || status=$?
[ $status = 143 ]
grep -q 'rank 0 heard 15' err
gone
hosts -t -hosts a,b './a b' one >shown
grep -q "fake_ssh.sh b 'sh -c " shown
grep -q 'UPCR_SECRET=SECRET UPCR_RANK=1 UPCR_SIZE=2' shown
# An address may follow the one from which the login came: its digits belong to no variable's name.
grep -q 'UPCR_RENDEZVOUS="${a}HOST:PORT"' shown
hosts -v -hosts a,b './a b' >out 2>err </dev/null
grep -q 'upcrun: 2 nodes of 2, 2 threads, started by ssh on a,b (-hosts)' err

# Messages of failures name host, cause and remedy.
fails 1 'cannot start a process on unknown1: ssh said .*resolve hostname.*correct the name' \
    -hosts a,unknown1 './a b'
fails 1 'on refused1: ssh said .*Permission denied.*ssh-copy-id' -hosts refused1,b './a b'
fails 127 'cannot execute /nowhere/ssh' -ssh /nowhere/ssh -hosts a,b './a b'
fails 3 'empty: the program ended before it joined the job, with status 3' -hosts a,empty './a b'
export UPCRUN_START_SECONDS=2
fails 1 'no process came from silent1, silent2 within 2 s' -hosts a,silent1,silent2 './a b'
unset UPCRUN_START_SECONDS
export UPC_INTERFACE=nonsense0
fails 2 "UPC_INTERFACE is 'nonsense0'.*lo (127.0.0.1)" -hosts a,b './a b'
UPC_INTERFACE=lo
hosts -hosts a,b './a b' >out 2>err </dev/null
unset UPC_INTERFACE
fails 2 'leave -hosts and -hostfile out' -localhost -hosts a,b './a b'
# A program that is missing or another one on a host.
mkdir elsewhere
cat >moving_ssh <<X
#!/bin/sh
# On all hosts but a the working directory has another content.
[ "\$1" != a ] || exec "$fake" "\$@"
IFS= read -r script
printf '%s\n' "\$script" | sed "s,cd '[^']*',cd '$PWD/elsewhere'," | "$fake" "\$@"
X
chmod +x moving_ssh
moved() { fails "$1" "$2" -ssh ./moving_ssh -hosts a,b './a b'; }
moved 127 'b: the program is not there: copy it'
cp 'a b' elsewhere
echo >>'elsewhere/a b'
moved 126 'b: the program there is another one than here'
chmod -x 'elsewhere/a b'
moved 126 'b: the program is not executable there'
rm -r elsewhere
moved 2 'b: there is no such working directory'
# If a process dies, or exits with an error, all end.
fails 137 'a: process 0 is lost while the job runs' -hosts a,b './a b' die=0 wait
fails 1 'b: process 1 is lost while the job runs' -hosts a,b './a b' die=1 wait
fails 7 'b: this rank was asked to fail' -hosts a,b './a b' fail=1 wait
gone
# upcrun itself is killed: its processes hear of it.
waiting
kill -9 $job
wait $job || true
gone
