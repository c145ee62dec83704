/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that a unit compiled with `upcc -inst` calls instead of library functions and
 * synchronisation statements. Each does the same between two events for the tool; its first
 * arguments are the place in the program (docs/abi.md, section 9). */
#pragma GCC system_header
#ifndef UPCR_INSTRUMENT_H
#define UPCR_INSTRUMENT_H

void upcr_inst_barrier(const char *file, int line, int has_value, int value);
void upcr_inst_notify(const char *file, int line, int has_value, int value);
void upcr_inst_wait(const char *file, int line, int has_value, int value);
void upcr_inst_fence(const char *file, int line);

/* Exists while the upc_forall statement is executed, which return and goto may leave. */
struct upcr_inst_forall {
  const char *file;
  int line;
};
struct upcr_inst_forall upcr_inst_forall_enter(const char *file, int line);
void upcr_inst_forall_leave(struct upcr_inst_forall *forall);

/* An access to shared data; it exists while the access is executed. It has the part read and the
 * part written, if they are events. A copy of a structure from shared to shared data has both. */
struct upcr_inst_half {
  upcr_pts_t at; /* 0: no event */
  __SIZE_TYPE__ nbytes;
  int relaxed;
};
struct upcr_inst_access {
  const char *file;
  int line;
  int updates; /* the same bytes are read and written */
  struct upcr_inst_half get, put;
};
static __inline__ __attribute__((always_inline, unused)) struct upcr_inst_access
upcr_inst_access_begin(const char *file, int line) {
  return (struct upcr_inst_access){file, line, 0, {0, 0, 0}, {0, 0, 0}};
}
/* Returns the address. kind: 0 read, 1 write, 2 both; local: accesses to the calling thread's own
 * data count, too. */
upcr_pts_t upcr_inst_access_at(struct upcr_inst_access *access, upcr_pts_t at, __SIZE_TYPE__ nbytes,
                               int relaxed, int kind, int local);
void upcr_inst_access_end(struct upcr_inst_access *access);

/* Exists while the function is executed; after longjmp out of it there is no end event. */
struct upcr_inst_function {
  const char *file, *name;
  int line;
};
struct upcr_inst_function upcr_inst_function_enter(const char *file, int line, const char *name);
void upcr_inst_function_leave(struct upcr_inst_function *function);

void upcr_inst_upc_global_exit(const char *file, int line, int status) __attribute__((noreturn));

upcr_ppts_t upcr_inst_upc_global_alloc(const char *file, int line, __SIZE_TYPE__ nblocks,
                                       __SIZE_TYPE__ nbytes);
upcr_ppts_t upcr_inst_upc_all_alloc(const char *file, int line, __SIZE_TYPE__ nblocks,
                                    __SIZE_TYPE__ nbytes);
upcr_ppts_t upcr_inst_upc_alloc(const char *file, int line, __SIZE_TYPE__ nbytes);
void upcr_inst_upc_free(const char *file, int line, upcr_ppts_t ptr);
void upcr_inst_upc_all_free(const char *file, int line, upcr_ppts_t ptr);

upcr_pts_t upcr_inst_upc_global_lock_alloc(const char *file, int line);
upcr_pts_t upcr_inst_upc_all_lock_alloc(const char *file, int line);
void upcr_inst_upc_lock_free(const char *file, int line, upcr_pts_t lock);
void upcr_inst_upc_all_lock_free(const char *file, int line, upcr_pts_t lock);
void upcr_inst_upc_lock(const char *file, int line, upcr_pts_t lock);
int upcr_inst_upc_lock_attempt(const char *file, int line, upcr_pts_t lock);
void upcr_inst_upc_unlock(const char *file, int line, upcr_pts_t lock);

void upcr_inst_upc_memcpy(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src,
                          __SIZE_TYPE__ n);
void upcr_inst_upc_memget(const char *file, int line, void *dst, upcr_ppts_t src, __SIZE_TYPE__ n);
void upcr_inst_upc_memput(const char *file, int line, upcr_ppts_t dst, const void *src,
                          __SIZE_TYPE__ n);
void upcr_inst_upc_memset(const char *file, int line, upcr_ppts_t dst, int c, __SIZE_TYPE__ n);

struct upcx_task;
void upcr_inst_upcx_tasks_begin(const char *file, int line, __SIZE_TYPE__ capacity);
void upcr_inst_upcx_tasks_end(const char *file, int line);
void upcr_inst_upcx_task_start(const char *file, int line, int thread,
                               void (*function)(const void *, void *), const void *argument,
                               __SIZE_TYPE__ bytes);
struct upcx_task upcr_inst_upcx_task_start_handle(const char *file, int line, int thread,
                                                  void (*function)(const void *, void *),
                                                  const void *argument, __SIZE_TYPE__ bytes);
void upcr_inst_upcx_task_wait(const char *file, int line, struct upcx_task task, void *result,
                              __SIZE_TYPE__ bytes);
void upcr_inst_upcx_task_group_end(const char *file, int line);
int upcr_inst_upcx_tasks_progress(const char *file, int line);

#define upcr_inst_move_(name)                                                                      \
  void upcr_inst_upc_all_##name(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src,      \
                                __SIZE_TYPE__ nbytes, int flags);
upcr_inst_move_(broadcast) upcr_inst_move_(scatter) upcr_inst_move_(gather)
    upcr_inst_move_(gather_all) upcr_inst_move_(exchange)
#undef upcr_inst_move_
        void upcr_inst_upc_all_permute(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src,
                                       upcr_pts_t perm, __SIZE_TYPE__ nbytes, int flags);

#define upcr_inst_reduce_(name, T)                                                                 \
  void upcr_inst_upc_all_##name(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src,      \
                                int op, __SIZE_TYPE__ nelems, __SIZE_TYPE__ blk_size,              \
                                T (*func)(T, T), int flags);
#define upcr_inst_both_(X, T) upcr_inst_reduce_(reduce##X, T) upcr_inst_reduce_(prefix_reduce##X, T)
/* clang-format off */
upcr_inst_both_(C, signed char)
upcr_inst_both_(UC, unsigned char)
upcr_inst_both_(S, short)
upcr_inst_both_(US, unsigned short)
upcr_inst_both_(I, int)
upcr_inst_both_(UI, unsigned int)
upcr_inst_both_(L, long)
upcr_inst_both_(UL, unsigned long)
upcr_inst_both_(F, float)
upcr_inst_both_(D, double)
upcr_inst_both_(LD, long double)
/* clang-format on */
#undef upcr_inst_both_
#undef upcr_inst_reduce_

#endif
