/* SPDX-License-Identifier: Apache-2.0 */
/* The transport of one node: active messages over shared memory.
 *
 *   queue.c         a process's queue of requests, and the answers to them
 *   smp_request.c   a thread's cells: requests under way and their replies
 *   smp_transfer.c  get, put and the like as active messages
 *   smp_gather.c    updates that share messages
 *   helper.c        answers for threads that compute long without polling
 *
 * A request lies in a cell of the sending thread, and its reply takes the same cell: a reply always
 * has room. Cells are linked into the queue of the target's process, so a queue never fills up.
 * Only a thread's own cells can run out (UPC_AM_DEPTH): then it waits for a reply, and serves
 * its own queue as in every wait. Handlers neither wait nor send. So every request in a queue is
 * answered as soon as some thread of its process waits or polls, or its helper is woken, and no
 * cycle of waits can form. Memory is linear in threads: nothing is kept for each pair.
 *
 * Threads of one process run the handler themselves. */
#ifndef UPCR_NET_SMP_SMP_H
#define UPCR_NET_SMP_SMP_H

#include "../../base/wait.h"
#include "../../mem/control.h"
#include "../net.h"

/* This process, and the process of a thread. */
extern int upcr_smp_process;
int upcr_smp_process_of(int thread);

/* The bell on which a thread sleeps; ringing it wakes the thread. */
struct upcr_bell upcr_smp_bell_of(int thread);

/* True if a UPC thread of the process seems to run: it has neither yielded nor sleeps. A hint,
 * since the system may have preempted it. */
bool upcr_smp_has_processor(int process);

/* Appends cell `number` to a process's queue. The thread that takes the cell sees what was written
 * to it before. A sequentially consistent read-modify-write. */
void upcr_smp_push(int process, uint32_t number);

/* Answers requests to this process, those of each sender in their order; true if there was one. Any
 * thread of the process may call it at any time; while one answers, calls of others return false.
 */
bool upcr_smp_poll(void);

/* Runs a message's handler in the calling thread, for a target in its own process. */
void upcr_smp_run_here(struct upcr_am *message);

/* Waits for a free cell of the calling thread and sends a request in it, of transfer `handle`.
 * `out` has message->length bytes; the reply's payload, at most message->room bytes, goes to `in`
 * when upcr_smp_is_complete or upcr_smp_wait sees it. */
void upcr_smp_send(int thread, const struct upcr_am *message, const void *out, void *in,
                   upcr_net_handle_t handle);

/* Sends a request for `n` bytes at src whose reply is put to dst, both in other processes: the
 * reply lies where a put has its payload, so that it is sent on from there. */
void upcr_smp_send_relay(upcr_pts_t dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle);

/* All that the calling thread has sent. */
struct upcr_net_sent upcr_smp_total(void);

/* Keeps an update in a batch, to be sent later. False if it must be sent now. */
bool upcr_smp_gather(int thread, const struct upcr_am *message);

/* Sends what the calling thread has gathered for a process; for all. May wait for a cell. */
void upcr_smp_send_gathered(int process);
void upcr_smp_send_all_gathered(void);

/* True if the calling thread has gathered something. May be called without the mutex. */
bool upcr_smp_has_gathered(void);

/* True if the calling thread has no request under way. May be called without the mutex. */
bool upcr_smp_is_idle(void);

/* Wakes the helpers of all processes that have requests of the calling thread. */
void upcr_smp_wake_helpers(void);

/* Handles are counted up, a thread's own; or UPCR_NET_ALL, UPCR_NET_PUTS. */
upcr_net_handle_t upcr_smp_new_handle(void);
bool upcr_smp_is_complete(upcr_net_handle_t handle);
void upcr_smp_wait(upcr_net_handle_t handle);

/* Functions of the transport table. They serialise the pthreads of a UPC thread, which share its
 * cells. */
void upcr_smp_am_request(int thread, struct upcr_am *message);
void upcr_smp_get(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind);
void upcr_smp_put(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind);
void upcr_smp_put_nbi(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind);
void upcr_smp_am_nbi(int thread, struct upcr_am *message);
void upcr_smp_complete_puts(void);
upcr_net_handle_t upcr_smp_set_nb(upcr_pts_t dst, int byte, size_t n);
upcr_net_handle_t upcr_smp_move_nb(upcr_pts_t dst, upcr_pts_t src, size_t n);
upcr_net_handle_t upcr_smp_relay_nb(upcr_pts_t dst, upcr_pts_t src, size_t n);
upcr_net_handle_t upcr_smp_get_nb(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind);
upcr_net_handle_t upcr_smp_put_nb(upcr_pts_t dst, const void *src, size_t n,
                                  enum upcr_memory_kind kind);
bool upcr_smp_test_nb(upcr_net_handle_t handle);
void upcr_smp_wait_nb(upcr_net_handle_t handle);
void upcr_smp_flush(void);
struct upcr_net_sent upcr_smp_sent(void);
void upcr_smp_release(void);

/* Starts this process's helper, once; without memory for it the job ends with a message. */
void upcr_smp_start_helper(void);

/* Wakes the helper of a process, if it sleeps. A full fence. */
void upcr_smp_wake_helper(int process);

#endif
