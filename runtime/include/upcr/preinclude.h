/* SPDX-License-Identifier: Apache-2.0 */
/* Included by upcc before the first line of every UPC source. */
#pragma GCC system_header
#include "upcr.h"

#define UPCR_PREINCLUDE
#include "../upc.h"
#undef UPCR_PREINCLUDE
