/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char units[] = "KMGT";

/* The multiplier of suffix (length n, no blanks), 0 if it is none. */
static size_t multiplier(const char *suffix, size_t n, size_t default_unit) {
  if (n == 0)
    return default_unit;
  if (n == 1 && (*suffix == 'B' || *suffix == 'b'))
    return 1;
  const char *unit = strchr(units, toupper((unsigned char)*suffix));
  if (!unit || !*unit)
    return 0;
  int plain = n == 1, b = n == 2 && strncasecmp(suffix + 1, "b", 1) == 0,
      ib = n == 3 && strncasecmp(suffix + 1, "ib", 2) == 0;
  if (!plain && !b && !ib)
    return 0;
  return (size_t)1 << (10 * (unit - units + 1));
}

static const char *after_spaces(const char *at) {
  while (isspace((unsigned char)*at))
    at++;
  return at;
}

/* Moves *at past digits and returns their value; sets *overflow if that is too large. */
static size_t take_number(const char **at, int *overflow) {
  size_t value = 0;
  for (; isdigit((unsigned char)**at); ++*at)
    *overflow |= __builtin_mul_overflow(value, 10, &value) ||
                 __builtin_add_overflow(value, (size_t)(**at - '0'), &value);
  return value;
}

int upcr_size_parse(const char *text, size_t default_unit, size_t *bytes, char *err,
                    size_t errlen) {
  const char *digits = after_spaces(text), *at = digits;
  int overflow = 0;
  size_t value = take_number(&at, &overflow);
  if (at == digits) {
    snprintf(err, errlen,
             "'%s' is not a size: write a whole number with an optional K, M, G or T, such as 64M",
             text);
    return -1;
  }
  if (*at == '.' || *at == ',') {
    snprintf(err, errlen,
             "'%s' has a fraction: write a whole number of a smaller unit, such as 1536M for 1.5G",
             text);
    return -1;
  }
  at = after_spaces(at);
  size_t n = strlen(at);
  while (n > 0 && isspace((unsigned char)at[n - 1]))
    n--;
  size_t unit = multiplier(at, n, default_unit);
  if (unit == 0) {
    snprintf(err, errlen, "'%s' has the unknown unit '%.*s': use B, K, M, G or T", text,
             (int)(n > 99 ? 99 : n), at);
    return -1;
  }
  if (overflow || __builtin_mul_overflow(value, unit, &value) || value > (size_t)LONG_MAX) {
    snprintf(err, errlen, "'%s' is too large: the limit is 2^63-1 bytes", text);
    return -1;
  }
  *bytes = value;
  return 0;
}

char *upcr_size_format(size_t bytes, char *out, size_t n) {
  int unit = 0;
  size_t value = bytes;
  while (value > 0 && value % 1024 == 0 && unit < 4) {
    value /= 1024;
    unit++;
  }
  if (unit == 0)
    snprintf(out, n, bytes ? "%zuB" : "%zu", bytes);
  else
    snprintf(out, n, "%zu%c", value, units[unit - 1]);
  return out;
}

char *upcr_numbered_file(const char *pattern, int number) {
  char *name = 0;
  size_t n;
  FILE *out = open_memstream(&name, &n);
  if (!out)
    return 0;
  for (; *pattern; pattern++)
    if (*pattern == '%')
      fprintf(out, "%d", number);
    else
      fputc(*pattern, out);
  if (fclose(out) == 0)
    return name;
  free(name);
  return 0;
}

uint64_t upcr_digest_bytes(uint64_t sum, const void *bytes, size_t n) {
  for (const unsigned char *at = bytes, *end = at + n; at < end; at++)
    sum = (sum ^ *at) * UINT64_C(0x100000001b3);
  return sum;
}
