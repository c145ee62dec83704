#include "tree.h"

void upcr_chain_edges(const int *member, int n, int first, upcr_tree_edge *edge, void *arg) {
  for (int rank = 1; rank < n; rank++)
    edge(arg, member[(first + rank - 1) % n], member[(first + rank) % n]);
}
