/* Reaching the collectives' areas of the segments (mem/collective_area.h). */
#ifndef UPCR_COLL_AREA_H
#define UPCR_COLL_AREA_H

#include "../core/remote.h"
#include "../mem/collective_area.h"

/* A thread's area where its segment is mapped, the caller's own among them. */
static inline struct upcr_coll_area *upcr_coll_area(int thread) {
  return (struct upcr_coll_area *)(void *)(upcr_segment_base(thread) + upcr_job->coll_base);
}

/* Pointer-to-shared of byte `at` of a thread's area. */
static inline upcr_pts_t upcr_coll_area_pts(int thread, size_t at) {
  return upcr_pts_make((unsigned long)thread, upcr_job->coll_base + at);
}

#endif
