/* Vectors by posts, which the thread of dst folds. */
#ifndef UPCR_COLL_REDUCE_VECTOR_POSTS_H
#define UPCR_COLL_REDUCE_VECTOR_POSTS_H

#include "../call.h"

/* Serves bytes [at, at + n) of all vectors, whole elements that fit in a post: every thread posts its own, and that of dst folds them
 * in order. dst may be that thread's own vector. */
void upcr_reduce_vector_by_posts(const struct upcr_call *call, size_t at, size_t n);

#endif
