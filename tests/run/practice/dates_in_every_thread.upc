// The result of localtime and the like is the calling thread's own, until its next call.
#include "check.h"
#include <string.h>
#include <time.h>

enum { DAY = 86400 };

int main(void)
{
    time_t own = (time_t)DAY * 400 * MYTHREAD + 61, next = own + DAY;
    struct tm want;
    char text[26], then[26];

    for (int t = 0; t < THREADS; t++) { /* one after the other: the environment is the process's */
        if (t == MYTHREAD)
            setenv("TZ", "EST5", 1);
        upc_barrier;
    }
    struct tm *local = localtime(&own);
    upc_barrier;
    localtime_r(&own, &want);
    CHECK(local->tm_yday == want.tm_yday && local->tm_year == want.tm_year);
    CHECK_EQ(local->tm_hour, 19);

    char *shown = asctime(local);
    upc_barrier;
    CHECK(strcmp(shown, asctime_r(&want, text)) == 0);

    struct tm *utc = gmtime(&next);
    upc_barrier;
    gmtime_r(&next, &want);
    CHECK(utc->tm_yday == want.tm_yday && utc->tm_hour == 0 && utc->tm_sec == 1);

    shown = ctime(&own);
    upc_barrier;
    CHECK(strcmp(shown, ctime_r(&own, then)) == 0);
    CHECK(strcmp(text, then) == 0);
    check_done();
}
