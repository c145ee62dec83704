// # A network that is not there
// $ upcc -network=udp unknown_network.upc
// > Every program can use each network: `upcrun -network NAME` chooses one.
#include <upc.h>
int main(void) { return 0; }
