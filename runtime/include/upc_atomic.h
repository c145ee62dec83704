/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_atomic.h> (UPC 7.6): atomicity domains. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_ATOMIC_H
#define UPC_ATOMIC_H

#include <stddef.h>
#include <upc_types.h>

/* Operations besides those of <upc_types.h>: one bit each. */
#define UPC_GET 2048
#define UPC_SET 4096
#define UPC_CSWAP 8192
#define UPC_SUB 16384
#define UPC_INC 32768
#define UPC_DEC 65536

typedef int upc_atomichint_t;
#define UPC_ATOMIC_HINT_DEFAULT 0
#define UPC_ATOMIC_HINT_LATENCY 1
#define UPC_ATOMIC_HINT_THROUGHPUT 2
#define UPC_ATMOIC_HINT_THROUGHPUT UPC_ATOMIC_HINT_THROUGHPUT /* spelt as in 7.6.3.2 */

typedef shared struct upcr_atomicdomain upc_atomicdomain_t;

upc_atomicdomain_t *upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops,
                                               upc_atomichint_t hints);
void upc_all_atomicdomain_free(upc_atomicdomain_t *ptr);
void upc_atomic_strict(upc_atomicdomain_t *domain, void *__restrict fetch_ptr, upc_op_t op,
                       shared void *__restrict target, const void *__restrict operand1,
                       const void *__restrict operand2);
void upc_atomic_relaxed(upc_atomicdomain_t *domain, void *__restrict fetch_ptr, upc_op_t op,
                        shared void *__restrict target, const void *__restrict operand1,
                        const void *__restrict operand2);
int upc_atomic_isfast(upc_type_t type, upc_op_t ops, shared void *addr);
/* Results of upc_atomic_isfast, by the names of GNU UPC and Clang UPC. */
#define UPC_ATOMIC_PERFORMANCE_NOT_FAST 0
#define UPC_ATOMIC_PERFORMANCE_FAST 1

#endif
