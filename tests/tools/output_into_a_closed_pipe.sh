# A closed pipe ends the job, and does not leave it running.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 100000; i++) printf("thread %d line %d\n", MYTHREAD, i);
  return 0;
}
X
"$UPCC" -o talk-$$ a.upc
test "$("$UPCRUN" -n 3 ./talk-$$ | head -n 5 | wc -l)" = 5
! grep -qsa "tal[k]-$$" /proc/[0-9]*/cmdline
