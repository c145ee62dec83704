/* What generated code is compiled against: the inline part of the runtime (docs/abi.md).
 *
 * Included before the first line of the program, so it includes no header of the C library, uses only types that the
 * compiler predefines, and leaves no macro behind but its include guards. */
#pragma GCC system_header
#ifndef UPCR_UPCR_H
#define UPCR_UPCR_H

#include "thread.h"

#include "pts.h"

#include "abi.h"

#include "access.h"
#include "check.h"
#include "forall.h"
#include "string.h"

#include "check_forall.h"
#include "sync.h"

#ifdef __UPC_PUPC_INST__
#include "instrument.h"
#endif

#endif
