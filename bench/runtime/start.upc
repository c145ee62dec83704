/* Starts and ends: the driver measures the time of the whole command. */
#include <upc.h>

int main(void) { upc_barrier; }
