// # A network that is not there
// $ upcc -network=udp unknown_network.upc
#include <upc.h>
int main(void) { return 0; }
