/* SPDX-License-Identifier: Apache-2.0 */
/* The inline part of the runtime, which generated code includes (docs/abi.md).
 *
 * Included before the first line of the program, so it includes no header of the C library, uses
 * only types that the compiler predefines, and leaves no macro behind but its include guards. */
#pragma GCC system_header
#ifndef UPCR_UPCR_H
#define UPCR_UPCR_H

/* Without optimisation an inline function is no faster than a call and takes the C compiler many
 * times as long: all but the smallest are called then. upcc defines __UPCR_INLINE__ for
 * sanitizers, which instrument only what they compile. */
#if !defined(__OPTIMIZE__) && !defined(__UPCR_INLINE__)
#define upcr_calls_
#endif

#include "thread.h"

#include "pts.h"

#include "abi.h"

#include "inspector.h"
#include "check.h"
#include "forall.h"
#include "gather.h"
#include "rows.h"
#ifndef upcr_calls_
#include "access.h"

#include "check_inline.h"
#include "forall_inline.h"
#include "string.h"

#include "check_forall.h"
#include "sync.h"
#endif
#undef upcr_calls_
#undef upcr_one_thread_

#ifdef __UPC_PUPC_INST__
#include "instrument.h"
#endif

#endif
