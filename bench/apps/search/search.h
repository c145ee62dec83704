/* SPDX-License-Identifier: Apache-2.0 */
/* Word search: how often a word occurs in a text of four letters. */
#include "../app.h"

#ifdef APP_SMALL
enum { N = 1 << 12 };
#else
enum { N = 1 << 22 };
#endif
enum { LENGTH = 6 };

static const char word[LENGTH + 1] = "acgtac";

static inline char search_letter(long i) { return "acgt"[mix((uint64_t)i) % 4]; }

/* Increments `found` if the word is in TEXT at i. */
#define SEARCH_AT(found, TEXT, i)                                                                  \
  int j = 0;                                                                                       \
  while (j < LENGTH && TEXT[i + j] == word[j])                                                     \
    j++;                                                                                           \
  if (j == LENGTH)                                                                                 \
  found++

static inline long search_expected(void) {
  long found = 0;
  for (long i = 0; i <= N - LENGTH; i++) {
    int j = 0;
    while (j < LENGTH && search_letter(i + j) == word[j])
      j++;
    found += j == LENGTH;
  }
  return found;
}
