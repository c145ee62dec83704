# A job that a thread ends while another one writes: no line of standard output comes twice.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
strict shared int lines;
int main(int argc, char **argv) {
  (void)argv;
  if (MYTHREAD == 0)
    for (int i = 0;; i++) {
      printf("%d\n", i);
      lines = i;
    }
  while (lines < 100)
    ;
  if (MYTHREAD == 1) {
    if (argc == 1)
      upc_global_exit(3);
    upc_wait; /* an error */
  }
  upc_barrier;
  return 0;
}
X
for mode in '' -pthreads; do
    "$UPCC" $mode -w -o a a.upc
    for i in 1 2 3 4 5 6 7 8 9 10; do
        "$UPCRUN" -n 3 ./a >out && exit 1
        "$UPCRUN" -n 3 ./a with an error >more 2>err && exit 1
        grep -q 'upc_wait without' err
        awk '$1 != FNR - 1 { exit 1 }' out
        awk '$1 != FNR - 1 { exit 1 }' more
        [ "$(wc -l <out)" -gt 100 ]
    done
done
