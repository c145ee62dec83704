/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
/* strtok with a position in the string for each UPC thread. */
#include <string.h>

#include "../base/atomics.h"

static UPCR_PER_THREAD char *rest;

/* upcc links with -u for this name: otherwise the linker takes strtok from a sanitizer's shared
 * library, which comes first. */
extern const char upcr_own_strtok;
const char upcr_own_strtok = 1;

__attribute__((weak)) char *strtok(char *restrict text, const char *restrict delimiters) {
  return strtok_r(text, delimiters, &rest);
}
