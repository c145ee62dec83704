/* What upcc includes before the first line of every UPC source. */
#pragma GCC system_header
#include "upcr.h"

#include "upc_core.h"
