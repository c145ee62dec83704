// # printf of a shared string
// $ upcc -c printf_of_shared_string.upc
// > `printf` would use the pointer as a private one. Copy the text first with `upc_memget`.
#include <upc.h>
#include <stdio.h>
shared [] char name[32];
int main(void) {
  printf("%s\n", name);
  return 0;
}
