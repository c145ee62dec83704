/* <upc.h> (UPC 7.2). Leaves the strict/relaxed state of the includer alone. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_H
#define UPC_H

#include <stddef.h>
#include <upc_types.h>

#include "upcr/upc_core.h"

#include <bupc_extensions.h>

#endif
