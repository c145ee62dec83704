// # A compound literal of varying length
// $ upcc -c literal_of_varying_length.upc
// > The length of a compound literal is known when compiling. THREADS is so only with `-T N`:
// > declare an array, and set its elements.
#include <upc.h>
int main(void) {
  int n = MYTHREAD + 1, *p = (int[n]){0};
  return p[0];
}
