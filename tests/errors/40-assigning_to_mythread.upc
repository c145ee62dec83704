// # Assigning to MYTHREAD
// $ upcc -c assigning_to_mythread.upc
// > Which thread this is, and how many there are, is fixed when the program starts: `upcrun -n 4`.
#include <upc.h>
int main(void) {
  MYTHREAD = 0;
  return 0;
}
