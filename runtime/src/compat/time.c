/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
/* localtime, gmtime, asctime and ctime with a result for each UPC thread. */
#include <time.h>

#include "../base/atomics.h"

#define WEAK __attribute__((weak))

enum { TEXT_BYTES = 26 }; /* of asctime_r (C 7.27.3.1) */

static UPCR_PER_THREAD struct tm broken_down;
static UPCR_PER_THREAD char text[TEXT_BYTES];

/* upcc links with -u for this name: otherwise the linker takes these functions from a sanitizer's
 * shared library. */
extern const char upcr_own_time;
const char upcr_own_time = 1;

/* localtime heeds a TZ that changed since the last call, localtime_r need not (POSIX). */
WEAK struct tm *localtime(const time_t *when) {
  tzset();
  return localtime_r(when, &broken_down);
}

WEAK struct tm *gmtime(const time_t *when) { return gmtime_r(when, &broken_down); }

WEAK char *asctime(const struct tm *when) { return asctime_r(when, text); }

WEAK char *ctime(const time_t *when) {
  struct tm *local = localtime(when);
  return local ? asctime(local) : 0;
}
