#!/bin/bash
# boot_jobs.sh PROGRAM processes|pthreads: jobs of boot_program as a user starts them. Ends in "N
# passed, N failed".
set -u
program=$1 kind=$2
passed=0 failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out=$folder/out err=$folder/err

# check NAME CONDITION...: counts; what the job wrote is shown when it failed.
check() {
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed ($kind): $name: $*"
    head -c 2000 "$out" "$err"
  fi
}

# job N ARGS...: runs it with N threads; its status is in $status. Nothing may take longer than 30
# seconds.
job() {
  timeout 30 "$program" -n "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

lines() { [ "$(sort "$1" | tr '\n' '|')" = "$2" ]; }
gone() { [ -n "$1" ] && ! kill -0 "$1" 2>/dev/null; }
says() { grep -q -- "$1" "$err"; }

for n in 1 2 4 16 300; do
  job $n hello
  check "hello with $n threads" [ "$status $(grep -c "^hello [0-9]* of $n$" "$out")" = "0 $n" ]
done
job 3 status
check 'the highest status counts' [ $status = 3 ]
job 3 exit
check 'exit ends one thread' [ "$status $(sort "$out" | tr '\n' '|')" = '3 bye|done 0|done 2|' ]
job 3 global
check 'upc_global_exit ends all' [ $status = 7 ]
check 'upc_global_exit flushes' grep -q 'partial0' "$out"
check 'the handlers of its caller run' grep -q 'handler' "$out"

job 3 crash
check 'status of a crash' [ $status = 139 ]
check 'a crash names thread, process and signal' says \
  '^upcr: thread 1 (process [0-9]* of .*, 3 threads) ended by signal 11 (.*) at address 0x10'
check 'a crash is told once' [ "$(grep -c '^upcr:' "$err")" = 1 ]
if command -v addr2line >/dev/null; then
  check 'a backtrace has source lines' says '#0 in store at .*boot_program.c:[0-9]'
fi
UPC_BACKTRACE=0 job 3 crash
check 'no backtrace' [ "$(wc -l <"$err")" = 1 ]
job 3 stack
check 'stack overflow' says 'the stack is full'
job 3 abort
check 'abort' [ $status = 134 ]
check 'abort is told' says 'thread 1 .* ended by signal 6'
job 3 kill
check 'kill -9' [ $status = 137 ]
check 'kill -9 is told' says 'ended by signal 9'
job 3 _exit
check '_exit' [ $status = 5 ]
check '_exit is told' says 'ended with status 5 without'
job 3 handler
check "the program's own handler stays" [ $status = 11 ]
job 3 null
check 'a null pointer-to-shared is named' says 'a null pointer-to-shared was used'
{ timeout 30 "$program" crash 0 >"$out" 2>"$err"; } 2>/dev/null # the shell has the same limit
check 'alone: status of a crash' [ $? = 139 ]
check 'alone: the crash is told' says \
  '^upcr: thread 0 (process [0-9]* of .*, 1 thread) ended by signal 11'

job 4 lines
check 'lines stay whole' [ "$(grep -cx 'thread [0-9] line [0-9]* with some text' "$out")" = 80000 ]
job 4 long
check 'long lines stay whole' [ "$(awk 'length($0) == 20000' "$out" | wc -l)" = 80 ]
job 2 binary
check 'binary output' [ "$(wc -c <"$out")" = 4194304 ]
cp "$out" "$folder/binary"
timeout 30 "$program" binary >"$out"
check 'binary output is the same through the supervisor' cmp -s "$out" "$folder/binary"

echo Ada | timeout 30 "$program" -n 2 prompt >"$out" 2>"$err"
check 'thread 0 reads' [ "$(cat "$out")" = 'name? hello Ada' ]
if [ "$kind" = processes ]; then
  echo x | timeout 30 "$program" -n 3 input >"$out"
  check 'the others read end of file' lines "$out" '0 input|1 end|2 end|'
  echo x | UPC_STDIN=2 timeout 30 "$program" -n 3 input >"$out"
  check 'another thread reads' lines "$out" '0 end|1 end|2 input|'
  echo x | UPC_STDIN=none timeout 30 "$program" -n 3 input >"$out"
  check 'nobody reads' lines "$out" '0 end|1 end|2 end|'
  job 2 pthread
  check "exit in a program's pthread" [ $status = 5 ]
fi
# The prompt of a thread in a barrier is seen before standard input ends.
: >"$out"
mkfifo "$folder/in"
UPC_STDIN=all timeout 30 "$program" -n 2 waiting <"$folder/in" >"$out" 2>"$err" &
job_pid=$!
exec 9>"$folder/in"
until [ -s "$out" ] || ! kill -0 $job_pid 2>/dev/null; do sleep 0.02; done
check 'a prompt appears while its writer waits' [ "$(cat "$out")" = 'waiting...' ]
exec 9>&-
wait $job_pid

job 2 fork
check 'a forked child is no UPC thread' lines "$out" '0 child 50|1 child 50|'
job 2 background
check 'nothing is left behind' gone "$(cat "$out")"
timeout 30 "$program" -n 2 endless 2>"$err" | head -n 1 >"$out"
check 'the reader goes' [ "${PIPESTATUS[0]}" = 141 ]
check 'the reader goes without a message' [ ! -s "$err" ]
timeout 30 "$program" -n 2 hello >&- 2>"$err"
check 'closed standard output' [ $? = 0 ]
timeout 30 "$program" -n 2 input <&- >"$out" 2>&1
check 'closed standard input' lines "$out" '0 end|1 end|'
timeout 30 "$program" -n 2 hello >"$out" 2>&-
check 'closed standard error' lines "$out" 'hello 0 of 2|hello 1 of 2|'
timeout 30 "$program" -n 2 hello >/dev/full 2>"$err"
check 'full disk' [ $? = 1 ]
check 'full disk is told' says 'cannot write to standard output'
timeout 30 "$program" -n 2 hello extra >"$out" 2>&1
check 'one file for both' lines "$out" 'hello 0 of 2|hello 1 of 2|'
timeout 30 "$program" -n 1 -- -n 5 >"$out"
check 'only the first argument is ours' lines "$out" '--|-n|5|'

# start: a job that hangs, in the background; its supervisor is $pid (python: bash makes background
# jobs ignore SIGINT).
signal_job() {
  python3 - "$program" "$1" "$out" "$err" <<'END'
import signal, subprocess, sys
program, name, out, err = sys.argv[1:]
with open(err, "w") as errors:
    job = subprocess.Popen([program, "-n", "3", "hang"], stdout=subprocess.PIPE, stderr=errors)
    job.stdout.readline()
    job.send_signal(getattr(signal, name))
    if name == "SIGQUIT":
        while "thread" not in open(err).read():
            pass
        job.send_signal(signal.SIGTERM)
    rest = job.stdout.read()  # end of file: no process of the job holds it any more
    print(job.wait(timeout=30))
END
}
# A reader that takes nothing does not keep the job from ending.
stuck_reader() {
  python3 - "$program" <<'END'
import signal, subprocess, sys
job = subprocess.Popen([sys.argv[1], "-n", "2", "endless"], stdout=subprocess.PIPE)
job.stdout.read(1)
job.send_signal(signal.SIGTERM)
print(job.wait(timeout=30))
END
}

if command -v python3 >/dev/null; then
  for name in INT TERM HUP KILL; do
    number=$(kill -l $name)
    check "SIG$name ends the job" [ "$(signal_job SIG$name)" = "-$number" ]
    check "SIG$name ends it without a message" [ ! -s "$err" ]
  done
  check 'a stuck reader does not stop SIGTERM' [ "$(stuck_reader)" = -15 ]
  check 'SIGQUIT' [ "$(signal_job SIGQUIT)" = -15 ]
  check 'SIGQUIT tells who waits' says \
    '^upcr: threads 1-2: each waits in upc_barrier, in [a-z]* at .*boot_program.c:'
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
