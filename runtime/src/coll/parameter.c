/* SPDX-License-Identifier: Apache-2.0 */
#include "parameter.h"

#include "post.h"

static const struct upcr_parameter radix = {"radix", 2, 65536, 1, {2, 4, 8, 16}};
static const struct upcr_parameter tokens = {"number of tokens", 1, 65536, 1, {1, 2, 4, 8}};
static const struct upcr_parameter bytes = {
    "bytes of a buffer", 8192, 65536, 1, {8192, 16384, 32768, 65536}}; /* GMTU, 5.2.3 */
static const struct upcr_parameter fragment = {
    "bytes of a fragment",
    1024,
    1 << 20,
    64,
    {8192, 32768, 131072}}; /* whole elements of any type */
static const struct upcr_parameter post = {
    "bytes of a post", 1024, UPCR_POST_MAX, 64, {4096, 8192, UPCR_POST_MAX}};

const struct upcr_parameter *upcr_parameter_of(const struct upcr_algorithm *algorithm) {
  static const struct {
    unsigned need;
    const struct upcr_parameter *parameter;
  } known[] = {{UPCR_TAKES_RADIX, &radix},
               {UPCR_TAKES_TOKENS, &tokens},
               {UPCR_TAKES_BYTES, &bytes},
               {UPCR_TAKES_FRAGMENT, &fragment},
               {UPCR_TAKES_POST, &post}};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (algorithm->needs & known[i].need)
      return known[i].parameter;
  return 0;
}

static bool is_length_of_fragments(const struct upcr_algorithm *algorithm) {
  return algorithm->needs & (UPCR_TAKES_FRAGMENT | UPCR_TAKES_POST);
}

int upcr_parameter_value(const struct upcr_algorithm *algorithm) {
  return is_length_of_fragments(algorithm) ? (int)algorithm->cut.bytes : algorithm->parameter;
}

void upcr_parameter_set(struct upcr_algorithm *algorithm, int value) {
  if (is_length_of_fragments(algorithm))
    algorithm->cut.bytes = (size_t)value;
  else
    algorithm->parameter = value;
}

static bool makes_a_difference(const struct upcr_algorithm *algorithm, int value, size_t nbytes,
                               int threads) {
  if (value == upcr_parameter_value(algorithm))
    return false;
  if (algorithm->needs & (UPCR_TAKES_RADIX | UPCR_TAKES_TOKENS))
    return value < threads;
  return (size_t)value < nbytes;
}

int upcr_parameter_tried(const struct upcr_algorithm *algorithm, int i, size_t nbytes,
                         int threads) {
  const struct upcr_parameter *known = upcr_parameter_of(algorithm);
  for (int k = 0; known && known->tried[k]; k++)
    if (makes_a_difference(algorithm, known->tried[k], nbytes, threads) && i-- == 0)
      return known->tried[k];
  return 0;
}

/* The number, or -1; larger ones than any limit are as good as one. */
static long number_of(const char *text, size_t n) {
  long value = 0, unit = 1;
  if (n > 1 && (text[n - 1] == 'K' || text[n - 1] == 'k')) {
    unit = 1024;
    n--;
  }
  if (n == 0)
    return -1;
  for (size_t i = 0; i < n; i++) {
    if (text[i] < '0' || text[i] > '9')
      return -1;
    value = value > 1000000 ? value : value * 10 + (text[i] - '0');
  }
  return value * unit;
}

int upcr_parameter_read(struct upcr_algorithm *algorithm, const char *text, size_t n, char *err,
                        size_t errlen) {
  const struct upcr_parameter *known = upcr_parameter_of(algorithm);
  const char *operation = upcr_operation_name(algorithm->operation);
  long value = number_of(text, n);
  if (!known) {
    snprintf(err, errlen, "UPC_COLL: %s:%s takes no parameter, such as '%.*s'", operation,
             algorithm->name, (int)n, text);
    return -1;
  }
  if (value < known->least || value > known->most) {
    snprintf(err, errlen, "UPC_COLL: '%.*s' is no %s of %s:%s, which is from %d to %d", (int)n,
             text, known->what, operation, algorithm->name, known->least, known->most);
    return -1;
  }
  if (value % known->unit != 0) {
    snprintf(err, errlen, "UPC_COLL: '%.*s' is no %s of %s:%s, which is a multiple of %d", (int)n,
             text, known->what, operation, algorithm->name, known->unit);
    return -1;
  }
  upcr_parameter_set(algorithm, (int)value);
  return 0;
}
