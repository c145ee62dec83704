/* Where threads are: what the shapes of trees depend on. Pure data. */
#ifndef UPCR_COLL_PATTERNS_PLACES_H
#define UPCR_COLL_PATTERNS_PLACES_H

/* A place of one thread. Numbers are of the whole job and need not be dense: two threads are in one NUMA region if both
 * node and region are equal. */
struct upcr_place {
  int node, region;
};

/* Threads 0 to threads - 1, grouped by node and region. */
struct upcr_places {
  int threads;
  int *member;  /* [threads]: the threads, those of a region together, those of a node together, else by number */
  int regions;  /* groups of threads in one region */
  int *region;  /* [regions + 1]: where in `member` each region starts */
  int nodes;    /* groups of regions on one node */
  int *node;    /* [nodes + 1]: where in `region` each node starts */
  int *node_of; /* [threads] */
  int *region_of;
};

/* Groups them. Gives 0, or -1 if there is no memory. */
int upcr_places_make(struct upcr_places *places, const struct upcr_place *place, int threads);
void upcr_places_free(struct upcr_places *places);

#endif
