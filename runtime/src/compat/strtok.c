#define _POSIX_C_SOURCE 200809L
/* strtok with a place in the string for each UPC thread. */
#include <string.h>

#include "../base/atomics.h"

static UPCR_PER_THREAD char *rest;

__attribute__((weak)) char *strtok(char *restrict text, const char *restrict delimiters) {
  return strtok_r(text, delimiters, &rest);
}
