// # Comparing a pointer to shared with a private one
// $ upcc -c comparing_shared_and_private.upc
// > A pointer to shared and a private pointer cannot be compared. If the data have affinity to this
// > thread, cast the pointer to shared to a private one.
#include <upc.h>
shared int x;
int *q;
int main(void) {
  return &x == q;
}
