#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>

#include "../base/log.h"
#include "boot.h"

enum { PROCESSORS_MAX = 1 << 14 };

/* The affinity mask at the job's start: read once, before any thread is bound. */
static struct {
  int read, count;
  unsigned char set[CPU_ALLOC_SIZE(PROCESSORS_MAX)];
} mask;

static void read_mask(void) {
  if (mask.read)
    return;
  mask.read = 1;
  if (sched_getaffinity(0, sizeof mask.set, (cpu_set_t *)mask.set) == 0)
    mask.count = CPU_COUNT_S(sizeof mask.set, (cpu_set_t *)mask.set);
}

int upcr_boot_processors(void) {
  read_mask();
  int count = mask.count > 0 ? mask.count : 1, quota = upcr_boot_processor_quota();
  return quota < count ? quota : count;
}

void upcr_boot_bind(int thread) {
  read_mask();
  if (mask.count == 0)
    return;
  int nth = thread % mask.count, processor = -1;
  while (nth >= 0)
    nth -= CPU_ISSET_S((size_t)++processor, sizeof mask.set, (cpu_set_t *)mask.set) != 0;
  unsigned char one[sizeof mask.set];
  memset(one, 0, sizeof one);
  CPU_SET_S((size_t)processor, sizeof one, (cpu_set_t *)one);
  if (sched_setaffinity(0, sizeof one, (cpu_set_t *)one) != 0)
    upcr_warn("thread %d cannot be bound to processor %d: %s (UPC_BIND_THREADS)", thread, processor, strerror(errno));
}
