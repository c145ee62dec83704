#include "parameter.h"

static const struct upcr_parameter radix = {"radix", 2, 65536};
static const struct upcr_parameter tokens = {"number of tokens", 1, 65536};
static const struct upcr_parameter bytes = {"bytes of a buffer", 8192, 65536}; /* GMTU, 5.2.3 */

const struct upcr_parameter *upcr_parameter_of(const struct upcr_algorithm *algorithm) {
  if (algorithm->needs & UPCR_TAKES_RADIX)
    return &radix;
  if (algorithm->needs & UPCR_TAKES_TOKENS)
    return &tokens;
  return algorithm->needs & UPCR_TAKES_BYTES ? &bytes : 0;
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

int upcr_parameter_read(struct upcr_algorithm *algorithm, const char *text, size_t n, char *err, size_t errlen) {
  const struct upcr_parameter *known = upcr_parameter_of(algorithm);
  const char *operation = upcr_operation_name(algorithm->operation);
  long value = number_of(text, n);
  if (!known) {
    snprintf(err, errlen, "UPC_COLL: %s:%s takes no parameter, such as '%.*s'", operation, algorithm->name, (int)n,
             text);
    return -1;
  }
  if (value < known->least || value > known->most) {
    snprintf(err, errlen, "UPC_COLL: '%.*s' is no %s of %s:%s, which is from %d to %d", (int)n, text, known->what,
             operation, algorithm->name, known->least, known->most);
    return -1;
  }
  algorithm->parameter = (int)value;
  return 0;
}
