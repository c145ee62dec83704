// # A value cast to a shared type
// $ upcc -c cast_to_shared_value.upc
// > A value has no place in memory, so it has no affinity. To access memory as shared data of
// > another type, cast a pointer: `*(shared int *)p`.
#include <upc.h>
int main(void) { return (shared int)MYTHREAD; }
