# Limits of the shell and full file systems: jobs run if the limit suffices, else a message has
# cause and remedy.
cat >a.upc <<'X'
#include <upc.h>
#include <fcntl.h>
#include <unistd.h>
static char block[65536];
enum { BYTES = 512 << 10 };
/* With an argument: fills that file's system before the last thread uses its shared memory. */
int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(BYTES);
  if (!p) return 3;
  if (argc > 1 && MYTHREAD == 0) {
    int fd = open(argv[1], O_WRONLY | O_CREAT | O_EXCL, 0600);
    while (write(fd, block, sizeof block) > 0) ;
    while (write(fd, block, 1) > 0) ;
    unlink(argv[1]); /* the room is taken while it is open */
  }
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    for (int i = 0; i < BYTES; i += 4096) p[i] = 1;
  upc_barrier;
  return 0;
}
X
refused() { # WORD COMMAND...
  word=$1 status=0
  shift
  "$@" 2>err || status=$?
  test $status = 2
  grep -q "^upcr: .*$word" err
}
"$UPCC" -o a a.upc
"$UPCC" -pthreads -o p a.upc
# The size of files is no limit for memory, unless the memory is a file.
(ulimit -f 10; "$UPCRUN" -n 2 ./a; "$UPCRUN" -n 2 -shared-heap 64M ./a)
(ulimit -f 10; refused 'ulimit -f.*UPC_SHARED_MEMORY=memfd' "$UPCRUN" -n 2 -shared-memory file:. \
  ./a)
# Descriptors, address space.
refused 'limit of 5 open files.*ulimit -n' sh -c 'ulimit -n 5; exec "$UPCRUN" -n 2 ./a'
refused '2 nodes: the limit of 5 open files.*ulimit -n' sh -c \
    'ulimit -n 5; exec "$UPCRUN" -n 2 -nodes 2 ./a'
# Numbers of processes: before any is started.
if test "$(cat /proc/sys/kernel/pid_max)" -le 65536; then
  refused '65536 threads on this host.*kernel.pid_max' "$UPCRUN" -n 65536 ./a
  refused '65536 threads on this host.*kernel.pid_max' "$UPCRUN" -nodes 2 -n 65536 ./a
fi
(ulimit -v 1000000; refused 'ulimit -v' "$UPCRUN" -n 2 -shared-heap 800M ./a)
(ulimit -v 400000; "$UPCRUN" -n 2 ./a; "$UPCRUN" -n 2 ./p)
status=0
(ulimit -v 200000; "$UPCC" -c a.upc 2>err) || status=$?
test $status = 1
grep -q '^upcc: error: cannot start a thread .*ulimit -v' err
! grep 'bug of upcc' err
# A limit that ends a thread is named.
cat >c.upc <<'X'
#include <upc.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 1 && ftruncate(open("long", O_RDWR | O_CREAT, 0600), 1 << 20) == 0) return 5;
  upc_barrier;
  return 0;
}
X
"$UPCC" -o c c.upc
status=0
(ulimit -f 10; "$UPCRUN" -n 2 ./c 2>err) || status=$?
test $status = 153
grep -q 'upcr: thread 1 .* ended by signal 25 ' err
grep -q 'limit of file sizes (ulimit -f)' err
# So is an output that may not grow; the program continues.
cat >o.upc <<'X'
#include <upc.h>
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 4000; i++) printf("%d\n", i);
  upc_barrier;
  if (MYTHREAD == 1) fprintf(stderr, "went on\n");
  return 0;
}
X
"$UPCC" -o o o.upc
status=0
(ulimit -f 10; "$UPCRUN" -n 2 ./o >out 2>err) || status=$?
test $status = 1
test "$(sort err | tr '\n' '|')" = 'upcr: cannot write to standard output: File too large|went on|'
# A file system that fills up: a private one, where the system lets us mount one.
if unshare -m true; then
  mkdir -p small
  cat >full.sh <<'X'
mount -t tmpfs -o size=8m none small
job() { # NAME-OF-PROGRAM OPTIONS...
  program=$1 status=0
  shift
  timeout 20 "$UPCRUN" -shared-memory "file:$PWD/small" -shared-heap 1M "$@" ./$program \
    small/fill 2>err || status=$?
  test $status = 135
  grep -q 'upcr: thread [0-9].* ended by signal 7 .*at address' err
  grep -q "the shared memory ran out: the file system of '.*/small' is full" err
  test -z "$(ls -A small)"
}
job a -n 3
job p -n 3 -p 3
job p -n 4 -p 2
dd if=/dev/zero of=small/full bs=64k 2>err || true
UPC_SHARED_MEMORY=file:$PWD/small "$UPCRUN" -n 2 ./a 2>err && exit 1
grep -q "no room for the job's records.*No space left" err
X
  unshare -m --propagation private sh -eux full.sh
fi
# The number of processes: root has no limit, so as a user who has.
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
if as_nobody test -x ./a; then
  as_nobody bash -c 'ulimit -u 2; "$UPCRUN" -n 8 ./a' 2>err && exit 1
  grep -q 'cannot start process [0-9] of 8: .*ulimit -u, is 2.*upcrun -p' err
fi
