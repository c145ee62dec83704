#include "tree.h"

void upcr_flat_edges(const int *member, int n, int first, upcr_tree_edge *edge, void *arg) {
  for (int rank = 1; rank < n; rank++)
    edge(arg, member[first], member[(first + rank) % n]);
}
