/* SPDX-License-Identifier: Apache-2.0 */
#include <upcr/upcr.h>

unsigned int upcr_fence_order;
