// All threads allocate at once: the locks of the heaps are handed from one to the other.
#include "check.h"

enum { ROUNDS = 3000 };

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        shared int *spread = upc_global_alloc(THREADS, sizeof(int));
        shared [] int *own = upc_alloc(2000);
        CHECK(spread != NULL && own != NULL);
        upc_free(spread);
        upc_free(own);
    }
    check_done();
    return 0;
}
