/* The Sobel operator on one row. Plain C: the UPC program and the plain C one share it. */
#ifndef EDGES_H
#define EDGES_H

#include <stdlib.h>

/* edge[0 .. width-1] = the strength of the edges in row `here` (0 to 255) between its neighbours
   `above` and `below`. The first and the last pixel of a row have no neighbour on one side and get
   0. */
static inline void edges_of_row(unsigned char *restrict edge, const unsigned char *above,
                                const unsigned char *here, const unsigned char *below, int width) {
  edge[0] = edge[width - 1] = 0;
  for (int x = 1; x < width - 1; x++) {
    int across = above[x + 1] + 2 * here[x + 1] + below[x + 1] - above[x - 1] - 2 * here[x - 1] -
                 below[x - 1];
    int down =
        below[x - 1] + 2 * below[x] + below[x + 1] - above[x - 1] - 2 * above[x] - above[x + 1];
    int strength = abs(across) + abs(down);
    edge[x] = strength > 255 ? 255 : strength;
  }
}

#endif
