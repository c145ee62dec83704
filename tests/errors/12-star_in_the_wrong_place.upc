// # `int *shared p` where `shared int *p` was meant
// $ upcc -c star_in_the_wrong_place.upc
// > A qualifier right of the star qualifies the pointer. `shared int *p` is a private pointer to
// > shared data, the usual case. `int *shared p` is a shared pointer to private data.
#include <upc.h>
shared int data[THREADS];
int *shared p;
int main(void) {
  p = &data[0];
  return 0;
}
