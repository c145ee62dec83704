// # break out of upc_forall
// $ upcc -c break_out_of_forall.upc
// > `upc_forall` is collective, so no thread may leave it. Store the result in a variable, or use
// > `for`.
#include <upc.h>
shared int a[10 * THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < 10 * THREADS; i++; &a[i])
    if (a[i] == 7) break;
  return 0;
}
