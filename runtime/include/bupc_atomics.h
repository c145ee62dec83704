/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of Berkeley UPC, for each type and order: each returns the previous value. Part of
 * <bupc_extensions.h>.
 *
 * Every source with <upc.h> includes this. A token of a macro costs the preprocessor some five
 * times as much as one in the file, so the declarations are written out. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef BUPC_ATOMICS_H
#define BUPC_ATOMICS_H

int bupc_atomicI_read_strict(shared void *ptr);
int bupc_atomicI_read_relaxed(shared void *ptr);
void bupc_atomicI_set_strict(shared void *ptr, int val);
void bupc_atomicI_set_relaxed(shared void *ptr, int val);
int bupc_atomicI_swap_strict(shared void *ptr, int val);
int bupc_atomicI_swap_relaxed(shared void *ptr, int val);
int bupc_atomicI_cswap_strict(shared void *ptr, int oldval, int newval);
int bupc_atomicI_cswap_relaxed(shared void *ptr, int oldval, int newval);
int bupc_atomicI_fetchadd_strict(shared void *ptr, int op);
int bupc_atomicI_fetchadd_relaxed(shared void *ptr, int op);
int bupc_atomicI_fetchand_strict(shared void *ptr, int op);
int bupc_atomicI_fetchand_relaxed(shared void *ptr, int op);
int bupc_atomicI_fetchor_strict(shared void *ptr, int op);
int bupc_atomicI_fetchor_relaxed(shared void *ptr, int op);
int bupc_atomicI_fetchxor_strict(shared void *ptr, int op);
int bupc_atomicI_fetchxor_relaxed(shared void *ptr, int op);
int bupc_atomicI_fetchnot_strict(shared void *ptr);
int bupc_atomicI_fetchnot_relaxed(shared void *ptr);
int bupc_atomicI_mswap_strict(shared void *ptr, int mask, int val);
int bupc_atomicI_mswap_relaxed(shared void *ptr, int mask, int val);

unsigned int bupc_atomicU_read_strict(shared void *ptr);
unsigned int bupc_atomicU_read_relaxed(shared void *ptr);
void bupc_atomicU_set_strict(shared void *ptr, unsigned int val);
void bupc_atomicU_set_relaxed(shared void *ptr, unsigned int val);
unsigned int bupc_atomicU_swap_strict(shared void *ptr, unsigned int val);
unsigned int bupc_atomicU_swap_relaxed(shared void *ptr, unsigned int val);
unsigned int bupc_atomicU_cswap_strict(shared void *ptr, unsigned int oldval, unsigned int newval);
unsigned int bupc_atomicU_cswap_relaxed(shared void *ptr, unsigned int oldval, unsigned int newval);
unsigned int bupc_atomicU_fetchadd_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchadd_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchand_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchand_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchor_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchor_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchxor_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchxor_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicU_fetchnot_strict(shared void *ptr);
unsigned int bupc_atomicU_fetchnot_relaxed(shared void *ptr);
unsigned int bupc_atomicU_mswap_strict(shared void *ptr, unsigned int mask, unsigned int val);
unsigned int bupc_atomicU_mswap_relaxed(shared void *ptr, unsigned int mask, unsigned int val);

unsigned int bupc_atomicUI_read_strict(shared void *ptr);
unsigned int bupc_atomicUI_read_relaxed(shared void *ptr);
void bupc_atomicUI_set_strict(shared void *ptr, unsigned int val);
void bupc_atomicUI_set_relaxed(shared void *ptr, unsigned int val);
unsigned int bupc_atomicUI_swap_strict(shared void *ptr, unsigned int val);
unsigned int bupc_atomicUI_swap_relaxed(shared void *ptr, unsigned int val);
unsigned int bupc_atomicUI_cswap_strict(shared void *ptr, unsigned int oldval, unsigned int newval);
unsigned int bupc_atomicUI_cswap_relaxed(shared void *ptr, unsigned int oldval,
                                         unsigned int newval);
unsigned int bupc_atomicUI_fetchadd_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchadd_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchand_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchand_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchor_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchor_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchxor_strict(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchxor_relaxed(shared void *ptr, unsigned int op);
unsigned int bupc_atomicUI_fetchnot_strict(shared void *ptr);
unsigned int bupc_atomicUI_fetchnot_relaxed(shared void *ptr);
unsigned int bupc_atomicUI_mswap_strict(shared void *ptr, unsigned int mask, unsigned int val);
unsigned int bupc_atomicUI_mswap_relaxed(shared void *ptr, unsigned int mask, unsigned int val);

long bupc_atomicL_read_strict(shared void *ptr);
long bupc_atomicL_read_relaxed(shared void *ptr);
void bupc_atomicL_set_strict(shared void *ptr, long val);
void bupc_atomicL_set_relaxed(shared void *ptr, long val);
long bupc_atomicL_swap_strict(shared void *ptr, long val);
long bupc_atomicL_swap_relaxed(shared void *ptr, long val);
long bupc_atomicL_cswap_strict(shared void *ptr, long oldval, long newval);
long bupc_atomicL_cswap_relaxed(shared void *ptr, long oldval, long newval);
long bupc_atomicL_fetchadd_strict(shared void *ptr, long op);
long bupc_atomicL_fetchadd_relaxed(shared void *ptr, long op);
long bupc_atomicL_fetchand_strict(shared void *ptr, long op);
long bupc_atomicL_fetchand_relaxed(shared void *ptr, long op);
long bupc_atomicL_fetchor_strict(shared void *ptr, long op);
long bupc_atomicL_fetchor_relaxed(shared void *ptr, long op);
long bupc_atomicL_fetchxor_strict(shared void *ptr, long op);
long bupc_atomicL_fetchxor_relaxed(shared void *ptr, long op);
long bupc_atomicL_fetchnot_strict(shared void *ptr);
long bupc_atomicL_fetchnot_relaxed(shared void *ptr);
long bupc_atomicL_mswap_strict(shared void *ptr, long mask, long val);
long bupc_atomicL_mswap_relaxed(shared void *ptr, long mask, long val);

unsigned long bupc_atomicUL_read_strict(shared void *ptr);
unsigned long bupc_atomicUL_read_relaxed(shared void *ptr);
void bupc_atomicUL_set_strict(shared void *ptr, unsigned long val);
void bupc_atomicUL_set_relaxed(shared void *ptr, unsigned long val);
unsigned long bupc_atomicUL_swap_strict(shared void *ptr, unsigned long val);
unsigned long bupc_atomicUL_swap_relaxed(shared void *ptr, unsigned long val);
unsigned long bupc_atomicUL_cswap_strict(shared void *ptr, unsigned long oldval,
                                         unsigned long newval);
unsigned long bupc_atomicUL_cswap_relaxed(shared void *ptr, unsigned long oldval,
                                          unsigned long newval);
unsigned long bupc_atomicUL_fetchadd_strict(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchadd_relaxed(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchand_strict(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchand_relaxed(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchor_strict(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchor_relaxed(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchxor_strict(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchxor_relaxed(shared void *ptr, unsigned long op);
unsigned long bupc_atomicUL_fetchnot_strict(shared void *ptr);
unsigned long bupc_atomicUL_fetchnot_relaxed(shared void *ptr);
unsigned long bupc_atomicUL_mswap_strict(shared void *ptr, unsigned long mask, unsigned long val);
unsigned long bupc_atomicUL_mswap_relaxed(shared void *ptr, unsigned long mask, unsigned long val);

int32_t bupc_atomicI32_read_strict(shared void *ptr);
int32_t bupc_atomicI32_read_relaxed(shared void *ptr);
void bupc_atomicI32_set_strict(shared void *ptr, int32_t val);
void bupc_atomicI32_set_relaxed(shared void *ptr, int32_t val);
int32_t bupc_atomicI32_swap_strict(shared void *ptr, int32_t val);
int32_t bupc_atomicI32_swap_relaxed(shared void *ptr, int32_t val);
int32_t bupc_atomicI32_cswap_strict(shared void *ptr, int32_t oldval, int32_t newval);
int32_t bupc_atomicI32_cswap_relaxed(shared void *ptr, int32_t oldval, int32_t newval);
int32_t bupc_atomicI32_fetchadd_strict(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchadd_relaxed(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchand_strict(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchand_relaxed(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchor_strict(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchor_relaxed(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchxor_strict(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchxor_relaxed(shared void *ptr, int32_t op);
int32_t bupc_atomicI32_fetchnot_strict(shared void *ptr);
int32_t bupc_atomicI32_fetchnot_relaxed(shared void *ptr);
int32_t bupc_atomicI32_mswap_strict(shared void *ptr, int32_t mask, int32_t val);
int32_t bupc_atomicI32_mswap_relaxed(shared void *ptr, int32_t mask, int32_t val);

uint32_t bupc_atomicU32_read_strict(shared void *ptr);
uint32_t bupc_atomicU32_read_relaxed(shared void *ptr);
void bupc_atomicU32_set_strict(shared void *ptr, uint32_t val);
void bupc_atomicU32_set_relaxed(shared void *ptr, uint32_t val);
uint32_t bupc_atomicU32_swap_strict(shared void *ptr, uint32_t val);
uint32_t bupc_atomicU32_swap_relaxed(shared void *ptr, uint32_t val);
uint32_t bupc_atomicU32_cswap_strict(shared void *ptr, uint32_t oldval, uint32_t newval);
uint32_t bupc_atomicU32_cswap_relaxed(shared void *ptr, uint32_t oldval, uint32_t newval);
uint32_t bupc_atomicU32_fetchadd_strict(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchadd_relaxed(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchand_strict(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchand_relaxed(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchor_strict(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchor_relaxed(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchxor_strict(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchxor_relaxed(shared void *ptr, uint32_t op);
uint32_t bupc_atomicU32_fetchnot_strict(shared void *ptr);
uint32_t bupc_atomicU32_fetchnot_relaxed(shared void *ptr);
uint32_t bupc_atomicU32_mswap_strict(shared void *ptr, uint32_t mask, uint32_t val);
uint32_t bupc_atomicU32_mswap_relaxed(shared void *ptr, uint32_t mask, uint32_t val);

int64_t bupc_atomicI64_read_strict(shared void *ptr);
int64_t bupc_atomicI64_read_relaxed(shared void *ptr);
void bupc_atomicI64_set_strict(shared void *ptr, int64_t val);
void bupc_atomicI64_set_relaxed(shared void *ptr, int64_t val);
int64_t bupc_atomicI64_swap_strict(shared void *ptr, int64_t val);
int64_t bupc_atomicI64_swap_relaxed(shared void *ptr, int64_t val);
int64_t bupc_atomicI64_cswap_strict(shared void *ptr, int64_t oldval, int64_t newval);
int64_t bupc_atomicI64_cswap_relaxed(shared void *ptr, int64_t oldval, int64_t newval);
int64_t bupc_atomicI64_fetchadd_strict(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchadd_relaxed(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchand_strict(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchand_relaxed(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchor_strict(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchor_relaxed(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchxor_strict(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchxor_relaxed(shared void *ptr, int64_t op);
int64_t bupc_atomicI64_fetchnot_strict(shared void *ptr);
int64_t bupc_atomicI64_fetchnot_relaxed(shared void *ptr);
int64_t bupc_atomicI64_mswap_strict(shared void *ptr, int64_t mask, int64_t val);
int64_t bupc_atomicI64_mswap_relaxed(shared void *ptr, int64_t mask, int64_t val);

uint64_t bupc_atomicU64_read_strict(shared void *ptr);
uint64_t bupc_atomicU64_read_relaxed(shared void *ptr);
void bupc_atomicU64_set_strict(shared void *ptr, uint64_t val);
void bupc_atomicU64_set_relaxed(shared void *ptr, uint64_t val);
uint64_t bupc_atomicU64_swap_strict(shared void *ptr, uint64_t val);
uint64_t bupc_atomicU64_swap_relaxed(shared void *ptr, uint64_t val);
uint64_t bupc_atomicU64_cswap_strict(shared void *ptr, uint64_t oldval, uint64_t newval);
uint64_t bupc_atomicU64_cswap_relaxed(shared void *ptr, uint64_t oldval, uint64_t newval);
uint64_t bupc_atomicU64_fetchadd_strict(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchadd_relaxed(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchand_strict(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchand_relaxed(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchor_strict(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchor_relaxed(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchxor_strict(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchxor_relaxed(shared void *ptr, uint64_t op);
uint64_t bupc_atomicU64_fetchnot_strict(shared void *ptr);
uint64_t bupc_atomicU64_fetchnot_relaxed(shared void *ptr);
uint64_t bupc_atomicU64_mswap_strict(shared void *ptr, uint64_t mask, uint64_t val);
uint64_t bupc_atomicU64_mswap_relaxed(shared void *ptr, uint64_t mask, uint64_t val);

float bupc_atomicF_read_strict(shared void *ptr);
float bupc_atomicF_read_relaxed(shared void *ptr);
void bupc_atomicF_set_strict(shared void *ptr, float val);
void bupc_atomicF_set_relaxed(shared void *ptr, float val);
float bupc_atomicF_swap_strict(shared void *ptr, float val);
float bupc_atomicF_swap_relaxed(shared void *ptr, float val);
float bupc_atomicF_cswap_strict(shared void *ptr, float oldval, float newval);
float bupc_atomicF_cswap_relaxed(shared void *ptr, float oldval, float newval);
float bupc_atomicF_fetchadd_strict(shared void *ptr, float op);
float bupc_atomicF_fetchadd_relaxed(shared void *ptr, float op);

double bupc_atomicD_read_strict(shared void *ptr);
double bupc_atomicD_read_relaxed(shared void *ptr);
void bupc_atomicD_set_strict(shared void *ptr, double val);
void bupc_atomicD_set_relaxed(shared void *ptr, double val);
double bupc_atomicD_swap_strict(shared void *ptr, double val);
double bupc_atomicD_swap_relaxed(shared void *ptr, double val);
double bupc_atomicD_cswap_strict(shared void *ptr, double oldval, double newval);
double bupc_atomicD_cswap_relaxed(shared void *ptr, double oldval, double newval);
double bupc_atomicD_fetchadd_strict(shared void *ptr, double op);
double bupc_atomicD_fetchadd_relaxed(shared void *ptr, double op);

shared void *bupc_atomicPTS_read_strict(shared void *ptr);
shared void *bupc_atomicPTS_read_relaxed(shared void *ptr);
void bupc_atomicPTS_set_strict(shared void *ptr, shared void *val);
void bupc_atomicPTS_set_relaxed(shared void *ptr, shared void *val);
shared void *bupc_atomicPTS_swap_strict(shared void *ptr, shared void *val);
shared void *bupc_atomicPTS_swap_relaxed(shared void *ptr, shared void *val);
shared void *bupc_atomicPTS_cswap_strict(shared void *ptr, shared void *oldval,
                                         shared void *newval);
shared void *bupc_atomicPTS_cswap_relaxed(shared void *ptr, shared void *oldval,
                                          shared void *newval);

#endif
