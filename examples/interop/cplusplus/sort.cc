#include "sort.h"

#include <algorithm>

// A function that C calls must not throw; these do not.
void sort(double *keys, size_t n) { std::sort(keys, keys + n); }

size_t lower_bound(const double *keys, size_t n, double least) {
  return static_cast<size_t>(std::lower_bound(keys, keys + n, least) - keys);
}

int is_sorted(const double *keys, size_t n) { return std::is_sorted(keys, keys + n); }
