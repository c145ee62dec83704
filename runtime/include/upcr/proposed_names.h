/* SPDX-License-Identifier: Apache-2.0 */
/* BUPC_USE_UPC_NAMESPACE: the extensions under the upc_ names of their proposals. Names that UPC
 * 1.3 adopted are in its own headers. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPCR_PROPOSED_NAMES_H
#define UPCR_PROPOSED_NAMES_H

#include "../upc_castable.h"
#include "../upc_nb.h"
#include "../upc_tick.h"
#include "proposed_atomics.h"

#define upc_ticks_to_us bupc_ticks_to_us
#define upc_tick_granularityus bupc_tick_granularityus
#define upc_tick_overheadus bupc_tick_overheadus

#define upc_poll bupc_poll
#define upc_exit bupc_exit
#define upc_getenv bupc_getenv

#define UPC_THREADS_SAME BUPC_THREADS_SAME
#define UPC_THREADS_VERYNEAR BUPC_THREADS_VERYNEAR
#define UPC_THREADS_NEAR BUPC_THREADS_NEAR
#define UPC_THREADS_FAR BUPC_THREADS_FAR
#define UPC_THREADS_VERYFAR BUPC_THREADS_VERYFAR
#define upc_thread_distance bupc_thread_distance

#define upc_castable bupc_castable
#define upc_thread_castable bupc_thread_castable
#define upc_inverse_cast bupc_inverse_cast

#define upc_assert_type bupc_assert_type

#define UPC_DUMP_MIN_LENGTH BUPC_DUMP_MIN_LENGTH
#define upc_ptradd bupc_ptradd
#define upc_dump_shared bupc_dump_shared

#define upc_memcpy_async bupc_memcpy_async
#define upc_memget_async bupc_memget_async
#define upc_memput_async bupc_memput_async
#define upc_memset_async bupc_memset_async
#define upc_memcpy_asynci bupc_memcpy_asynci
#define upc_memget_asynci bupc_memget_asynci
#define upc_memput_asynci bupc_memput_asynci
#define upc_memset_asynci bupc_memset_asynci
#define upc_waitsync bupc_waitsync
#define upc_waitsync_all bupc_waitsync_all
#define upc_trysync bupc_trysync
#define upc_trysync_all bupc_trysync_all
#define upc_waitsync_some bupc_waitsync_some
#define upc_trysync_some bupc_trysync_some
#define upc_waitsynci bupc_waitsynci
#define upc_trysynci bupc_trysynci
#define upc_begin_accessregion bupc_begin_accessregion
#define upc_end_accessregion bupc_end_accessregion

#define upc_pmemvec_t bupc_pmemvec_t
#define upc_smemvec_t bupc_smemvec_t
#define upc_memcpy_vlist bupc_memcpy_vlist
#define upc_memget_vlist bupc_memget_vlist
#define upc_memput_vlist bupc_memput_vlist
#define upc_memcpy_vlist_async bupc_memcpy_vlist_async
#define upc_memget_vlist_async bupc_memget_vlist_async
#define upc_memput_vlist_async bupc_memput_vlist_async
#define upc_memcpy_ilist bupc_memcpy_ilist
#define upc_memget_ilist bupc_memget_ilist
#define upc_memput_ilist bupc_memput_ilist
#define upc_memcpy_ilist_async bupc_memcpy_ilist_async
#define upc_memget_ilist_async bupc_memget_ilist_async
#define upc_memput_ilist_async bupc_memput_ilist_async
#define upc_memcpy_fstrided bupc_memcpy_fstrided
#define upc_memget_fstrided bupc_memget_fstrided
#define upc_memput_fstrided bupc_memput_fstrided
#define upc_memcpy_fstrided_async bupc_memcpy_fstrided_async
#define upc_memget_fstrided_async bupc_memget_fstrided_async
#define upc_memput_fstrided_async bupc_memput_fstrided_async
#define upc_memcpy_strided bupc_memcpy_strided
#define upc_memget_strided bupc_memget_strided
#define upc_memput_strided bupc_memput_strided
#define upc_memcpy_strided_async bupc_memcpy_strided_async
#define upc_memget_strided_async bupc_memget_strided_async
#define upc_memput_strided_async bupc_memput_strided_async

#define UPC_SEM_BOOLEAN BUPC_SEM_BOOLEAN
#define UPC_SEM_INTEGER BUPC_SEM_INTEGER
#define UPC_SEM_SPRODUCER BUPC_SEM_SPRODUCER
#define UPC_SEM_MPRODUCER BUPC_SEM_MPRODUCER
#define UPC_SEM_SCONSUMER BUPC_SEM_SCONSUMER
#define UPC_SEM_MCONSUMER BUPC_SEM_MCONSUMER
#define UPC_SEM_MAXVALUE BUPC_SEM_MAXVALUE
#define upc_sem_t bupc_sem_t
#define upc_sem_alloc bupc_sem_alloc
#define upc_sem_free bupc_sem_free
#define upc_sem_post bupc_sem_post
#define upc_sem_postN bupc_sem_postN
#define upc_sem_wait bupc_sem_wait
#define upc_sem_waitN bupc_sem_waitN
#define upc_sem_try bupc_sem_try
#define upc_sem_tryN bupc_sem_tryN
#define upc_memput_signal bupc_memput_signal
#define upc_memput_signal_async bupc_memput_signal_async

/* With <upc_collective.h> and <bupc_collectivev.h>. */
#define upc_all_reduce_allC bupc_all_reduce_allC
#define upc_all_reduce_allUC bupc_all_reduce_allUC
#define upc_all_reduce_allS bupc_all_reduce_allS
#define upc_all_reduce_allUS bupc_all_reduce_allUS
#define upc_all_reduce_allI bupc_all_reduce_allI
#define upc_all_reduce_allUI bupc_all_reduce_allUI
#define upc_all_reduce_allL bupc_all_reduce_allL
#define upc_all_reduce_allUL bupc_all_reduce_allUL
#define upc_all_reduce_allF bupc_all_reduce_allF
#define upc_all_reduce_allD bupc_all_reduce_allD
#define upc_all_reduce_allLD bupc_all_reduce_allLD

#define upc_allv_broadcast bupc_allv_broadcast
#define upc_allv_scatter bupc_allv_scatter
#define upc_allv_gather bupc_allv_gather
#define upc_allv_gather_all bupc_allv_gather_all
#define upc_allv_exchange bupc_allv_exchange
#define upc_allv_permute bupc_allv_permute
#define upc_allv_reduce bupc_allv_reduce
#define upc_allv_reduce_all bupc_allv_reduce_all
#define upc_allv_prefix_reduce bupc_allv_prefix_reduce

#define upc_trace_getmask bupc_trace_getmask
#define upc_trace_setmask bupc_trace_setmask
#define upc_trace_gettracelocal bupc_trace_gettracelocal
#define upc_trace_settracelocal bupc_trace_settracelocal
#define upc_trace_printf bupc_trace_printf
#define upc_stats_getmask bupc_stats_getmask
#define upc_stats_setmask bupc_stats_setmask

#endif
