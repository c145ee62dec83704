// # A goto to a label that is not there
// $ upcc -c missing_label.upc
// > A function defines each label once, and a jump stays within its function.
#include <upc.h>
int main(void) {
  if (MYTHREAD == 0)
    goto done;
  return 1;
}
