#include <upcr/upcr.h>

unsigned int upcr_fence_order;
