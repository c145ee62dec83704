// # A structure where a number is needed
// $ upcc -c structure_for_number.upc
// > There is no conversion between the two types. Often a member's name is missing, or a `*` or
// > `&`.
#include <upc.h>
struct point { double x, y; };
shared struct point grid[THREADS];
int main(void) {
  double x = grid[MYTHREAD];
  return x > 0;
}
