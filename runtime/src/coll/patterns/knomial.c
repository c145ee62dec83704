#include "tree.h"

/* Weight of the lowest digit of rank that is not 0; for rank 0 the first power of the radix that is not below n. */
static long weight(int rank, int n, int radix) {
  long w = 1;
  if (rank == 0) {
    while (w < n)
      w *= radix;
    return w;
  }
  while (rank / w % radix == 0)
    w *= radix;
  return w;
}

int upcr_ceil_log(int n, int radix) {
  int log = 0;
  for (long w = 1; w < n; w *= radix)
    log++;
  return log;
}

int upcr_knomial_parent(int rank, int radix) {
  if (rank == 0)
    return -1;
  long w = weight(rank, 0, radix);
  return (int)(rank - rank / w % radix * w);
}

int upcr_knomial_span(int rank, int n, int radix) {
  long span = weight(rank, n, radix);
  return (int)(span < n - rank ? span : n - rank);
}

int upcr_knomial_children(int rank, int n, int radix, int *child) {
  int count = 0;
  for (long w = weight(rank, n, radix) / radix; w >= 1; w /= radix)
    for (int digit = 1; digit < radix; digit++)
      if (rank + digit * w < n)
        child[count++] = (int)(rank + digit * w);
  return count;
}

int upcr_knomial_most_children(int n, int radix) {
  long most = (long)(radix - 1) * upcr_ceil_log(n, radix);
  return most < n - 1 ? (int)most : n - 1;
}

void upcr_knomial_edges(const int *member, int n, int first, int radix, upcr_tree_edge *edge, void *arg) {
  for (int rank = 0; rank < n; rank++) {
    for (long w = weight(rank, n, radix) / radix; w >= 1; w /= radix)
      for (int digit = 1; digit < radix; digit++)
        if (rank + digit * w < n)
          edge(arg, member[(first + rank) % n], member[(first + rank + digit * w) % n]);
  }
}
