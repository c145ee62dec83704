// # A break outside a loop
// $ upcc -c break_outside.upc
// > `break` ends a loop or a switch, `continue` begins the next iteration, `case` and `default`
// > belong to a switch. Often an extra brace ends the loop too early.
#include <upc.h>
int main(void) {
  if (MYTHREAD == 0)
    break;
  return 0;
}
