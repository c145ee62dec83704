# Large private statics with initial values are not copied at start, wherever the executable comes
# from and however it is started; where they cannot be mapped they are copied. Values and addresses
# are right in every case.
cat >resident.upc <<'X'
#include <upc.h>
#include <stdio.h>
#include <string.h>
enum { SIZE = 24 << 20 };
static struct { const char *name; char rest[SIZE]; } large = {"name", {1, [SIZE - 1] = 2}};
/* Anonymous resident memory of the process in MB. */
static long resident(void) {
  char line[200];
  long kilobytes = -1;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    sscanf(line, "RssAnon: %ld", &kilobytes);
  fclose(f);
  return kilobytes >> 10;
}
int main(int argc, char **argv) {
  long limit = argc > 1 && !strcmp(argv[1], "copied") ? 400 : 16;
  if (MYTHREAD == 0 && resident() > limit) printf("%ld MB resident\n", resident());
  if (strcmp(large.name, "name") || large.rest[0] != 1 || large.rest[SIZE - 1] != 2)
    puts("wrong value");
  upc_barrier;
  large.rest[1000] = MYTHREAD;
  upc_barrier;
  if (large.rest[1000] != MYTHREAD) puts("not its own");
  return 0;
}
X
check() { test -z "$("$@" 2>&1)"; }
check_linked() { # OPTION...
  "$UPCC" -pthreads "$@" -o resident resident.upc
  check "$UPCRUN" -n 4 ./resident
}
check_linked -no-pie
check_linked -pie -fPIE
if echo 'int main(void) { return 0; }' >a.c && ${CC:-cc} -static -o a a.c 2>/dev/null; then
  check_linked -static
fi
check_linked
check "$UPCRUN" -n 4 -p 2 ./resident
check "$UPCRUN" -n 1 ./resident
check ./resident
strip resident
check "$UPCRUN" -n 4 ./resident
ln -s resident link
check "$UPCRUN" -n 2 ./link
# Removed while it runs, before it looks at itself: the shell's own process becomes the program.
cat >gone.upc <<'X'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char large[1 << 20] = {[1 << 19] = 7};
__attribute__((constructor)) static void vanish(void) {
  unlink("gone");
  FILE *f = fopen("gone", "w");
  fputs("no program", f);
  fclose(f);
}
int main(void) { puts(large[1 << 19] == 7 ? "seven" : "wrong"); return 0; }
X
"$UPCC" -pthreads -o gone gone.upc
test "$(UPC_NTHREADS=2 ./gone)" = "seven
seven"
# Started by the dynamic loader's name, the executable is not /proc/self/exe: copied.
loader=$(sed -n 's/.* \(\/[^ ]*ld-[^ ]*\.so[^ ]*\)$/\1/p' /proc/self/maps | head -1)
if [ -n "$loader" ]; then
  check "$loader" ./resident copied
fi
