# Programs open standard output and error by name: they get them, whatever the layout.
cat >a.upc <<'X'
#define _GNU_SOURCE
#include <upc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void say(int fd, const char *text) {
  if (fd < 0 || write(fd, text, strlen(text)) < 0) perror(text);
  close(fd);
}
static void check(int holds, const char *what) {
  if (!holds) { fprintf(stderr, "failed: %s\n", what); upc_global_exit(1); }
}
int main(int argc, char **argv) {
  FILE *out = fopen("/dev/stdout", "w"), *err = fopen("/proc/self/fd/2", "ae");
  check(out && fprintf(out, "fopen %d\n", MYTHREAD) > 0 && fclose(out) == 0, "fopen");
  check(err && fcntl(fileno(err), F_GETFD) == FD_CLOEXEC, "fopen with e");
  check(fprintf(err, "fopen-e %d\n", MYTHREAD) > 0 && fclose(err) == 0, "writing");
  say(open("/dev/stdout", O_WRONLY | O_CREAT | O_TRUNC, 0600), "open\n");
  say(openat(AT_FDCWD, "/dev/fd/1", O_WRONLY | O_CLOEXEC), "openat\n");
  say(creat("/dev/stderr", 0600), "creat\n");
  int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY);
  say(openat(folder, "1", O_WRONLY), "in folder\n");
  upc_barrier;
  if (MYTHREAD) return 0;
  /* Files that are elsewhere are not touched. */
  check(open("/nowhere/at/all", O_WRONLY) < 0 && errno == ENOENT, "errno");
  check(!fopen("/dev/stdout", "wx") && errno == EEXIST, "exclusive");
  int saved = dup(1), own = open("own", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(own, 1);
  say(open("/dev/stdout", O_WRONLY | O_APPEND), "to a file\n");
  dup2(saved, 1);
  /* Standard error goes where standard output goes, and a stream that leads to itself goes on. */
  check(freopen("/dev/stdout", "w", stderr) == stderr && fileno(stderr) == 2, "freopen");
  check(freopen("/dev/stdout", "a", stdout) == stdout && fileno(stdout) == 1, "freopen of itself");
  fprintf(stderr, "freopen\n");
  printf("freopen\n");
  return 0;
}
X
count() { grep -cx "$1" "$2"; }
run() {
  "$UPCRUN" "$@" ./a >out 2>err
  for word in open openat 'in folder' 'fopen [0-9]'; do test "$(count "$word" out)" = 4; done
  test "$(count creat err)" = 4
  test "$(count 'fopen-e [0-9]' err)" = 4
  test "$(count freopen out)" = 2
  test "$(cat own)" = 'to a file'
  test "$(wc -l <out)" = 18
  test "$(wc -l <err)" = 8
}
"$UPCC" -o a a.upc
run -n 4
"$UPCC" -O2 -D_FORTIFY_SOURCE=2 -D_FILE_OFFSET_BITS=64 -pthreads -o a a.upc
run -n 4 -p 2
# One file for both streams.
"$UPCRUN" -n 2 ./a >both 2>&1
test "$(count freopen both)" = 2
# A program's own functions of such names are its own.
cat >own.upc <<'X'
#include <upc.h>
double creat(int x) { return x / 2.0; }
X
cat >b.upc <<'X'
#include <upc.h>
#include <stdio.h>
double creat(int);
int main(void) { FILE *out = fopen("/dev/stdout", "w"); return !out || creat(5) != 2.5; }
X
"$UPCC" -o b b.upc own.upc
"$UPCRUN" -n 2 ./b
