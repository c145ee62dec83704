// # A goto to a label that is not there
// $ upcc -c missing_label.upc
// > A label belongs to its function, and each name to one label.
#include <upc.h>
int main(void) {
  if (MYTHREAD == 0)
    goto done;
  return 1;
}
