# Jobs on two hosts, made of namespaces (tests/hosts) and reached by ssh: one clock, files that are
# not shared, hosts in reports. If such hosts cannot be made, nothing is tested.
for tool in unshare nsenter setpriv ip ssh sshd; do
    PATH=$PATH:/usr/sbin:/sbin command -v $tool >/dev/null || exit 0
done
folder=$PWD
# on_hosts ARGUMENT...: upcrun's, on host1 and host2, of which the second's clock is 1000 s ahead
on_hosts() {
    status=0
    timeout 100 bash "$ROOT/tests/hosts/with.sh" 2 ssh host_run 1 "$UPCRUN" -norc \
      -ssh "$folder/ssh.sh" -hosts host1,host2 \
        "$@" >out 2>err || status=$?
    [ $status != 77 ] || exit 0
}
cat >ssh.sh <<'S'
#!/bin/bash
command=${!#}
case " $* " in
*host2*) command="unshare -T --fork --monotonic 1000 sh -c '${command//\'/\'\\\'\'}'" ;;
esac
exec ssh "${@:1:$#-1}" "$command"
S
chmod +x ssh.sh
unshare -T --fork --monotonic 1000 true 2>/dev/null || exit 0

# The least and the greatest that the last thread's clock can be ahead, by messages to and fro: at
# the start, and after a barrier at which the clocks are measured anew.
cat >clock.upc <<'U'
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
shared upc_tick_t at[THREADS];
shared long seconds[THREADS];
shared strict int turn;
static int agree(void) {
  long least = -1000000000, most = 1000000000;
  for (int k = 0; k < 200; k++)
    if (MYTHREAD == 0) {
      upc_tick_t begin = upc_ticks_now();
      turn = 2 * k + 1;
      while (turn != 2 * k + 2)
        ;
      long low = (long)(at[THREADS - 1] - upc_ticks_now()), high = (long)(at[THREADS - 1] - begin);
      least = low > least ? low : least;
      most = high < most ? high : most;
    } else if (MYTHREAD == THREADS - 1) {
      while (turn != 2 * k + 1)
        ;
      at[MYTHREAD] = upc_ticks_now();
      turn = 2 * k + 2;
    }
  return least < 20000000 && most > -20000000;
}
int main(void) {
  int first = agree();
  upc_barrier;
  turn = 0;
  sleep(11);
  upc_barrier;
  int later = agree();
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  seconds[MYTHREAD] = now.tv_sec;
  upc_barrier;
  if (MYTHREAD == 0)
    printf("%d %d %d\n", first, later, seconds[THREADS - 1] - seconds[0] > 900);
  return 0;
}
U
"$UPCC" -w -o clock clock.upc
on_hosts -n 2 ./clock
[ $status = 0 ] && [ "$(cat out)" = '1 1 1' ] || { cat out err; exit 1; }

# A folder that the hosts do not share.
cat >files.upc <<'U'
#include <stdio.h>
#include <unistd.h>
#include <upc_io.h>
#include <upc_relaxed.h>
int main(void) {
  if (chdir(MYTHREAD < THREADS / 2 ? "one" : "other"))
    return 3;
  upc_file_t *f = upc_all_fopen("file", UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE, 0, 0);
  return f == 0 ? 0 : 4;
}
U
"$UPCC" -w -o files files.upc
mkdir one other
on_hosts -n 4 ./files
[ $status = 0 ]
opened="^upcr: thread [23]: warning: upc_all_fopen of 'file': the file that thread 0 opened on host"
there='for thread [23] on host host2'
grep -q "$opened host1 does not exist $there: all hosts must share the folder" err
[ "$(grep -c warning err)" = 1 ]
rm one/file
echo other >other/file
on_hosts -n 4 ./files
grep -q "$opened host1 is another one $there" err

# Places and hosts of hanging threads; messages of checks about the other host's lines.
cat >hang.upc <<'U'
#include <stdlib.h>
#include <upc_strict.h>
static shared [] int *shared given;
int main(int argc, char **argv) {
  upc_lock_t *a = upc_all_lock_alloc(), *b = upc_all_lock_alloc();
  if (argc > 1) {
    if (MYTHREAD == 0)
      given = upc_alloc(4);
    upc_barrier;
    given[MYTHREAD] = 1;
    upc_barrier;
    return 0;
  }
  upc_lock(MYTHREAD ? b : a);
  upc_barrier;
  upc_lock(MYTHREAD ? a : b);
  return 0;
}
U
"$UPCC" -w -g -o hang hang.upc
on_hosts -n 2 ./hang
[ $status = 1 ] || { cat err; exit 1; }
grep -q '^upcr: deadlock: threads 0-1 wait for each other' err
for thread in 0 1; do
    waits="^upcr: thread $thread (process [0-9]* on host host$((thread + 1))): waits in upc_lock"
    holds="thread $((1 - thread)) holds since main at .*hang.upc:14"
    grep -q "$waits for .* of thread 0, which $holds" err
done
on_hosts -n 2 ./hang x
outside='outside an object: 4 bytes into the part on thread 0, which has 4 bytes'
object='of an object allocated by thread 0 at hang.upc:8'
grep -q "^upcr: thread 1: hang.upc:10: write of 4 bytes $outside, $object" err
