/* What all threads must know before they choose. */
#ifndef UPCR_COLL_AGREE_H
#define UPCR_COLL_AGREE_H

#include "call.h"

/* The least of all threads' values, which are 0 to 255: the same in all. ceil(log2(THREADS)) letters a thread. */
int upcr_least_of_all(const struct upcr_call *call, int value);

#endif
