// conformance: LANG-6.6.2-S13 LANG-6.6.2-S14
#include "check.h"

int main(void)
{
    int odd = 0, found = 0, i, done = 0;
    upc_forall (i = 0; i < 4 * THREADS; i++; i) {
        if (i / THREADS % 2)
            continue;
        odd++;
        for (int k = 0; k < 10; k++) {
            if (k == 3)
                break;
            if (k == 1)
                continue;
            found++;
        }
        switch (i % 3) {
        case 0: found += 10; break;
        case 1: found += 10; /* fall through */
        default: found += 0;
        }
        if (i >= 0)
            goto next;
        found += 1000;
    next:
        done++;
    }
    CHECK_EQ(i, 4 * THREADS);
    CHECK_EQ(odd, 2);
    CHECK_EQ(done, 2);
    CHECK(found >= 4 && found < 1000);
    check_done();
    return 0;
}
