/* SPDX-License-Identifier: Apache-2.0 */
/* Hints to fetch a line (base/atomics.h) are in the machine code also of a function that does
 * nothing else: compilers leave out calls of one that has no effect. */
#include <base/atomics.h>
#include <string.h>

#include "test.h"

enum { LINES = 16 };

#define HINTS(name, hint)                                                                          \
  __attribute__((noinline)) static void name##_lines(const char *p, size_t n) {                    \
    for (size_t at = 0; at < n; at += 64)                                                          \
      hint(p + at);                                                                                \
  }                                                                                                \
  __attribute__((noinline)) void name(const char *p) { name##_lines(p, (size_t)LINES * 64); }

void to_read(const char *p);
void to_write(const char *p);
HINTS(to_read, upcr_prefetch)
HINTS(to_write, upcr_prefetch_to_write)

/* True if the function is more than a return. */
static bool does_something(void (*function)(const char *p)) {
#if defined(__x86_64__)
  static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, ret[] = {0xc3};
#else
  static const unsigned char endbr64[] = {0x5f, 0x24, 0x03, 0xd5} /* bti c */,
                             ret[] = {0xc0, 0x03, 0x5f, 0xd6};
#endif
  const unsigned char *code;
  memcpy(&code, &function, sizeof code);
  if (memcmp(code, endbr64, sizeof endbr64) == 0)
    code += sizeof endbr64;
  return memcmp(code, ret, sizeof ret) != 0;
}

int main(void) {
  CHECK(does_something(to_read));
  CHECK(does_something(to_write));
  return test_report();
}
