/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "memory.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/* linux/mempolicy.h, which not every system has. */
enum { PREFERRED = 1, POLICY_OF_ADDRESS = 2 };
enum { WORD_BITS = 8 * sizeof(unsigned long) };

struct mask {
  unsigned long word[UPCR_REGIONS_MAX / WORD_BITS];
};

int upcr_memory_prefer(void *start, size_t bytes, int region) {
  struct mask mask = {{0}};
  if (region < 0 || region >= UPCR_REGIONS_MAX) {
    errno = EINVAL;
    return -1;
  }
  mask.word[region / (int)WORD_BITS] = 1ul << region % (int)WORD_BITS;
  return (int)syscall(SYS_mbind, start, bytes, PREFERRED, mask.word,
                      (unsigned long)UPCR_REGIONS_MAX, 0);
}

int upcr_memory_region_of(void *address) {
  int region = -1;
  return syscall(SYS_move_pages, 0, 1ul, &address, (int *)0, &region, 0) == 0 && region >= 0
             ? region
             : -1;
}

int upcr_memory_preferred(void *address) {
  struct mask mask = {{0}};
  int policy;
  if (syscall(SYS_get_mempolicy, &policy, mask.word, (unsigned long)UPCR_REGIONS_MAX, address,
              POLICY_OF_ADDRESS) != 0 ||
      policy != PREFERRED)
    return -1;
  for (int region = 0; region < UPCR_REGIONS_MAX; region++)
    if (mask.word[region / (int)WORD_BITS] >> region % (int)WORD_BITS & 1)
      return region;
  return -1;
}
