#include <upc.h>
/* One message, which tells what to write; it is not that the member is shared. */
struct account { long balance; upc_lock_t lock; }; /* error: a member has the incomplete type 'upc_lock_t' */
struct better { long balance; upc_lock_t *lock; };
