// # `.` where `->` is needed
// $ upcc -c dot_and_arrow.upc
// > As in C.
#include <upc.h>
struct point { int x, y; };
shared struct point *p;
int main(void) {
  p.x = 1;
  return 0;
}
