# A C program without UPC, compiled with -pthreads and started alone, has its per-thread statics set
# and its arguments kept.
cat >a.c <<'C'
#include <stdio.h>
#include <string.h>
static int value = 7;
static int *where = &value;
static char large[100000] = "large";
int main(int argc, char **argv) {
  printf("%d %s %d %s\n", *where, large, argc, argv[1]);
  return 0;
}
C
"$UPCC" -pthreads -o a a.c
test "$(./a -n 3)" = '7 large 3 -n'
test "$("$UPCRUN" -n 1 ./a -n 3)" = '7 large 3 -n'
