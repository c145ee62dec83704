// # printf of a shared string
// $ upcc -c printf_of_shared_string.upc
// > `printf` takes whatever it is given, and would follow the pointer as a private one. Copy the
// > text first with `upc_memget`.
#include <upc.h>
#include <stdio.h>
shared [] char name[32];
int main(void) {
  printf("%s\n", name);
  return 0;
}
