// # A cast to a pointer that is shared itself
// $ upcc -c shared_pointer_cast.upc
// > A value has no place, so `shared` behind the `*` says nothing. It stands before the `*` if the
// > pointer points to shared data.
#include <upc.h>
shared int a[THREADS];
int main(void) { return *(shared int *shared)&a[MYTHREAD]; }
