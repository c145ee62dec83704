/* Made from abi/upcr.toml by `make abi`: change that. Every runtime entry point that generated code may use.
 * Needs upcr_pts_t, upcr_ppts_t (upcr/pts.h) and, with UPCR_ABI_INLINE, struct upcr_forall (upcr/forall.h) declared before. */
#pragma GCC system_header
#ifndef UPCR_ABI_H
#define UPCR_ABI_H

/* In libupcr. */
/* an iteration is that of the thread `threads` behind the one before it, round and round; the first is that of `thread` */
extern struct upcr_turns upcr_turns_cycle(int all, unsigned long thread, long threads, unsigned long step);
/* upc_barrier */
extern void upcr_barrier(int has_value, int value);
/* upc_notify */
extern void upcr_notify(int has_value, int value);
/* upc_wait */
extern void upcr_wait(int has_value, int value);
/* stores the elements of a static shared object that the calling thread owns; block size 0: indefinite */
extern void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems, unsigned long block_size, unsigned long elem_size);
/* the same for elements from the one with index first on; a definite block size */
extern void upcr_init_shared_row(upcr_pts_t object, const void *image, unsigned long first, unsigned long elems, unsigned long block_size, unsigned long elem_size);
/* gives an object in the calling thread's block of private statics, untouched so far, its initial value: whole pages of an image in the executable are mapped, not copied, where both lie alike in their pages */
extern void upcr_init_private(void *object, const void *image, unsigned long bytes);
extern void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n);
extern void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n);
extern void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
extern void upcr_far_set(upcr_pts_t dst, int byte, unsigned long n);
extern void upcr_poll_slow(void);
extern void upcr_fence_slow(void);
/* a cast to local of a segment that is not mapped: reports and ends the job */
extern void *upcr_local_fail(upcr_pts_t p);
/* the same where the object is not known from the site's last access */
extern void upcr_check_find(upcr_pts_t p, unsigned long n, unsigned long align, int kind, unsigned site, const char *file, int line);
/* reports a subscript outside an array of count elements and ends the job */
extern void upcr_check_index_fail(long i, long count, const char *array, const char *file, int line);
/* upcr_local of a pointer to the calling thread's own data (6.4.3p4) */
extern void *upcr_check_local(upcr_pts_t p, const char *file, int line);
/* p, if its phase is below the block size (6.4.3p3) */
extern upcr_ppts_t upcr_check_phase(upcr_ppts_t p, unsigned long block_size, const char *file, int line);
/* upcr_diff0 of two pointers that have a difference (6.4.2p8) */
extern long upcr_check_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file, int line);
/* the same, cyclic */
extern long upcr_check_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file, int line);
/* the same, blocked */
extern long upcr_check_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size, unsigned long elem_size, const char *file, int line);
/* after upcr_forall_enter: 1 where the loop distributes its iterations, whose clauses are compared between threads (6.6.2p5) */
extern int upcr_check_forall_begin(const char *file, int line);
/* cleanup of what upcr_check_forall_begin gave */
extern void upcr_check_forall_end(const int *outermost);

/* Defined in the headers of upcr/: a unit that includes them all checks their types with UPCR_ABI_INLINE. */
#ifdef UPCR_ABI_INLINE
/* indefinite: moves p by bytes on its thread (6.4.2) */
static inline upcr_pts_t upcr_add0(upcr_pts_t p, long bytes);
/* cyclic: block size 1 (6.4.2) */
static inline upcr_pts_t upcr_add1(upcr_pts_t p, long elems, unsigned long elem_size);
/* blocked (6.4.2p4) */
static inline upcr_ppts_t upcr_addb(upcr_ppts_t p, long elems, unsigned long block_size, unsigned long elem_size);
/* cyclic: moves p by bytes on its thread, whole rows */
static inline upcr_pts_t upcr_addr(upcr_pts_t p, long bytes);
/* blocked: the same, the phase stays */
static inline upcr_ppts_t upcr_addrb(upcr_ppts_t p, long bytes);
/* upcr_add1 for a pointer that walks */
static inline upcr_pts_t upcr_step1(upcr_pts_t p, long elems, unsigned long elem_size);
/* upcr_addb for a pointer that walks */
static inline upcr_ppts_t upcr_stepb(upcr_ppts_t p, long elems, unsigned long block_size, unsigned long elem_size);
/* the calling thread's first element of a cyclic array that starts on thread 0 */
static inline upcr_pts_t upcr_own1(upcr_pts_t start);
/* element of a cyclic array that starts on thread 0: its address */
static inline upcr_pts_t upcr_idx1(upcr_pts_t start, long elem, unsigned long elem_size);
/* element of a blocked array that starts on thread 0, phase 0: its address without phase */
static inline upcr_pts_t upcr_idxb(upcr_pts_t start, long elem, unsigned long block_size, unsigned long elem_size);
/* a - b in elements, indefinite (6.4.2p8) */
static inline long upcr_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size);
/* a - b in elements, cyclic */
static inline long upcr_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size);
/* a - b in elements, blocked */
static inline long upcr_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size, unsigned long elem_size);
/* a pointer with the given phase */
static inline upcr_ppts_t upcr_pp(upcr_pts_t p, unsigned long phase);
/* a == b, whatever the phases (6.4.2p7) */
static inline int upcr_ppeq(upcr_ppts_t a, upcr_ppts_t b);
/* p is not null */
static inline int upcr_ppcond(upcr_ppts_t p);
/* upc_threadof */
static inline unsigned long upcr_thread(upcr_pts_t p);
/* cast to a pointer-to-local: 0 for null (6.4.3) */
static inline void *upcr_local(upcr_pts_t p);
/* relaxed read */
static inline signed char upcr_get_i8(upcr_pts_t p);
/* relaxed read */
static inline unsigned char upcr_get_u8(upcr_pts_t p);
/* relaxed read */
static inline short upcr_get_i16(upcr_pts_t p);
/* relaxed read */
static inline unsigned short upcr_get_u16(upcr_pts_t p);
/* relaxed read */
static inline int upcr_get_i32(upcr_pts_t p);
/* relaxed read */
static inline unsigned int upcr_get_u32(upcr_pts_t p);
/* relaxed read */
static inline long upcr_get_i64(upcr_pts_t p);
/* relaxed read */
static inline unsigned long upcr_get_u64(upcr_pts_t p);
/* relaxed read; long long is another type than long to the C compiler's alias analysis */
static inline long long upcr_get_ll(upcr_pts_t p);
/* relaxed read; unsigned long long is another type than long to the C compiler's alias analysis */
static inline unsigned long long upcr_get_ull(upcr_pts_t p);
/* relaxed read */
static inline _Bool upcr_get_b(upcr_pts_t p);
/* relaxed read */
static inline float upcr_get_f32(upcr_pts_t p);
/* relaxed read */
static inline double upcr_get_f64(upcr_pts_t p);
/* relaxed read */
static inline long double upcr_get_ld(upcr_pts_t p);
/* relaxed read */
static inline void *upcr_get_ptr(upcr_pts_t p);
/* relaxed read */
static inline upcr_ppts_t upcr_get_pp(upcr_pts_t p);
/* relaxed write; the value */
static inline signed char upcr_put_i8(upcr_pts_t p, signed char value);
/* relaxed write; the value */
static inline unsigned char upcr_put_u8(upcr_pts_t p, unsigned char value);
/* relaxed write; the value */
static inline short upcr_put_i16(upcr_pts_t p, short value);
/* relaxed write; the value */
static inline unsigned short upcr_put_u16(upcr_pts_t p, unsigned short value);
/* relaxed write; the value */
static inline int upcr_put_i32(upcr_pts_t p, int value);
/* relaxed write; the value */
static inline unsigned int upcr_put_u32(upcr_pts_t p, unsigned int value);
/* relaxed write; the value */
static inline long upcr_put_i64(upcr_pts_t p, long value);
/* relaxed write; the value */
static inline unsigned long upcr_put_u64(upcr_pts_t p, unsigned long value);
/* relaxed write; the value; long long is another type than long to the C compiler's alias analysis */
static inline long long upcr_put_ll(upcr_pts_t p, long long value);
/* relaxed write; the value; unsigned long long is another type than long to the C compiler's alias analysis */
static inline unsigned long long upcr_put_ull(upcr_pts_t p, unsigned long long value);
/* relaxed write; the value */
static inline _Bool upcr_put_b(upcr_pts_t p, _Bool value);
/* relaxed write; the value */
static inline float upcr_put_f32(upcr_pts_t p, float value);
/* relaxed write; the value */
static inline double upcr_put_f64(upcr_pts_t p, double value);
/* relaxed write; the value */
static inline long double upcr_put_ld(upcr_pts_t p, long double value);
/* relaxed write; the value */
static inline void *upcr_put_ptr(upcr_pts_t p, void *value);
/* relaxed write; the value */
static inline upcr_ppts_t upcr_put_pp(upcr_pts_t p, upcr_ppts_t value);
/* relaxed read of an object of n bytes (structures, complex, vectors, __int128) */
static inline void upcr_getb(void *dst, upcr_pts_t src, unsigned long n);
/* relaxed write of an object of n bytes */
static inline void upcr_putb(upcr_pts_t dst, const void *src, unsigned long n);
/* relaxed assignment of an object of n bytes, shared to shared */
static inline void upcr_copyb(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
/* strict read */
static inline signed char upcr_gets_i8(upcr_pts_t p);
/* strict read */
static inline unsigned char upcr_gets_u8(upcr_pts_t p);
/* strict read */
static inline short upcr_gets_i16(upcr_pts_t p);
/* strict read */
static inline unsigned short upcr_gets_u16(upcr_pts_t p);
/* strict read */
static inline int upcr_gets_i32(upcr_pts_t p);
/* strict read */
static inline unsigned int upcr_gets_u32(upcr_pts_t p);
/* strict read */
static inline long upcr_gets_i64(upcr_pts_t p);
/* strict read */
static inline unsigned long upcr_gets_u64(upcr_pts_t p);
/* strict read; long long is another type than long to the C compiler's alias analysis */
static inline long long upcr_gets_ll(upcr_pts_t p);
/* strict read; unsigned long long is another type than long to the C compiler's alias analysis */
static inline unsigned long long upcr_gets_ull(upcr_pts_t p);
/* strict read */
static inline _Bool upcr_gets_b(upcr_pts_t p);
/* strict read */
static inline float upcr_gets_f32(upcr_pts_t p);
/* strict read */
static inline double upcr_gets_f64(upcr_pts_t p);
/* strict read */
static inline long double upcr_gets_ld(upcr_pts_t p);
/* strict read */
static inline void *upcr_gets_ptr(upcr_pts_t p);
/* strict read */
static inline upcr_ppts_t upcr_gets_pp(upcr_pts_t p);
/* strict write; the value */
static inline signed char upcr_puts_i8(upcr_pts_t p, signed char value);
/* strict write; the value */
static inline unsigned char upcr_puts_u8(upcr_pts_t p, unsigned char value);
/* strict write; the value */
static inline short upcr_puts_i16(upcr_pts_t p, short value);
/* strict write; the value */
static inline unsigned short upcr_puts_u16(upcr_pts_t p, unsigned short value);
/* strict write; the value */
static inline int upcr_puts_i32(upcr_pts_t p, int value);
/* strict write; the value */
static inline unsigned int upcr_puts_u32(upcr_pts_t p, unsigned int value);
/* strict write; the value */
static inline long upcr_puts_i64(upcr_pts_t p, long value);
/* strict write; the value */
static inline unsigned long upcr_puts_u64(upcr_pts_t p, unsigned long value);
/* strict write; the value; long long is another type than long to the C compiler's alias analysis */
static inline long long upcr_puts_ll(upcr_pts_t p, long long value);
/* strict write; the value; unsigned long long is another type than long to the C compiler's alias analysis */
static inline unsigned long long upcr_puts_ull(upcr_pts_t p, unsigned long long value);
/* strict write; the value */
static inline _Bool upcr_puts_b(upcr_pts_t p, _Bool value);
/* strict write; the value */
static inline float upcr_puts_f32(upcr_pts_t p, float value);
/* strict write; the value */
static inline double upcr_puts_f64(upcr_pts_t p, double value);
/* strict write; the value */
static inline long double upcr_puts_ld(upcr_pts_t p, long double value);
/* strict write; the value */
static inline void *upcr_puts_ptr(upcr_pts_t p, void *value);
/* strict write; the value */
static inline upcr_ppts_t upcr_puts_pp(upcr_pts_t p, upcr_ppts_t value);
/* the address of p's byte, 0 where its segment is far */
static inline char *upcr_near(upcr_pts_t p);
/* upcr_near of an element that may lie outside its array, from which others of its thread are reached by adding bytes; 0 too where it lies in no segment */
static inline char *upcr_near_row(upcr_pts_t p);
/* how many iterations at most, `elems` elements apart, leave the element at p and those from `low` before to `high` behind it in its block; sets *at to p's byte; 0 where its segment is far */
static inline unsigned long upcr_run(char **at, upcr_ppts_t p, unsigned long block, unsigned long low, unsigned long high, long elems, unsigned long iterations);
/* the same in an indefinite block */
static inline unsigned long upcr_run0(char **at, upcr_pts_t p, unsigned long iterations);
/* what was read of memory before is read again, as calls for far memory make it */
static inline void upcr_reread(void);
/* the same, where p is `base` moved on its thread: what depends on `base` alone can leave a loop */
static inline char *upcr_near_from(upcr_pts_t base, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline signed char upcr_get_at_i8(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline unsigned char upcr_get_at_u8(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline short upcr_get_at_i16(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline unsigned short upcr_get_at_u16(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline int upcr_get_at_i32(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline unsigned int upcr_get_at_u32(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline long upcr_get_at_i64(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline unsigned long upcr_get_at_u64(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline long long upcr_get_at_ll(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline unsigned long long upcr_get_at_ull(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline _Bool upcr_get_at_b(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline float upcr_get_at_f32(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline double upcr_get_at_f64(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline long double upcr_get_at_ld(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline void *upcr_get_at_ptr(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline upcr_ppts_t upcr_get_at_pp(char *at, upcr_pts_t p);
/* the same at upcr_near(p) */
static inline signed char upcr_put_at_i8(char *at, upcr_pts_t p, signed char value);
/* the same at upcr_near(p) */
static inline unsigned char upcr_put_at_u8(char *at, upcr_pts_t p, unsigned char value);
/* the same at upcr_near(p) */
static inline short upcr_put_at_i16(char *at, upcr_pts_t p, short value);
/* the same at upcr_near(p) */
static inline unsigned short upcr_put_at_u16(char *at, upcr_pts_t p, unsigned short value);
/* the same at upcr_near(p) */
static inline int upcr_put_at_i32(char *at, upcr_pts_t p, int value);
/* the same at upcr_near(p) */
static inline unsigned int upcr_put_at_u32(char *at, upcr_pts_t p, unsigned int value);
/* the same at upcr_near(p) */
static inline long upcr_put_at_i64(char *at, upcr_pts_t p, long value);
/* the same at upcr_near(p) */
static inline unsigned long upcr_put_at_u64(char *at, upcr_pts_t p, unsigned long value);
/* the same at upcr_near(p) */
static inline long long upcr_put_at_ll(char *at, upcr_pts_t p, long long value);
/* the same at upcr_near(p) */
static inline unsigned long long upcr_put_at_ull(char *at, upcr_pts_t p, unsigned long long value);
/* the same at upcr_near(p) */
static inline _Bool upcr_put_at_b(char *at, upcr_pts_t p, _Bool value);
/* the same at upcr_near(p) */
static inline float upcr_put_at_f32(char *at, upcr_pts_t p, float value);
/* the same at upcr_near(p) */
static inline double upcr_put_at_f64(char *at, upcr_pts_t p, double value);
/* the same at upcr_near(p) */
static inline long double upcr_put_at_ld(char *at, upcr_pts_t p, long double value);
/* the same at upcr_near(p) */
static inline void *upcr_put_at_ptr(char *at, upcr_pts_t p, void *value);
/* the same at upcr_near(p) */
static inline upcr_ppts_t upcr_put_at_pp(char *at, upcr_pts_t p, upcr_ppts_t value);
/* strict read of an object of n bytes (structures, complex, vectors, __int128) */
static inline void upcr_getbs(void *dst, upcr_pts_t src, unsigned long n);
/* strict write of an object of n bytes */
static inline void upcr_putbs(upcr_pts_t dst, const void *src, unsigned long n);
/* strict assignment of an object of n bytes, shared to shared */
static inline void upcr_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
/* MYTHREAD */
static inline int upcr_mythread(void);
/* THREADS */
static inline int upcr_threads(void);
/* affinity mod THREADS, non-negative, is MYTHREAD (6.6.2p8) */
static inline int upcr_mine_i(long affinity);
/* the same for unsigned types */
static inline int upcr_mine_u(unsigned long affinity);
/* the pointer's thread is MYTHREAD (6.6.2p7) */
static inline int upcr_mine_p(upcr_pts_t affinity);
/* all iterations are those of `thread` */
static inline struct upcr_turns upcr_turns_same(int all, unsigned long thread);
/* threads take turns of `block` iterations; the first iteration is number `phase` of a turn of `thread`; the counter moves by `step` */
static inline struct upcr_turns upcr_turns_blocks(int all, unsigned long thread, unsigned long phase, unsigned long block, int backwards, unsigned long step);
/* the element's block ends where the turn at hand does; iterations are `unit` elements apart, `block` of them in a block */
static inline int upcr_turns_meet(const struct upcr_turns *turns, upcr_ppts_t element, unsigned long block, unsigned long unit, int backwards);
/* how many of the `rest` iterations that begin with the current one are the calling thread's */
static inline unsigned long upcr_turns_own(const struct upcr_turns *turns, unsigned long rest, unsigned long block);
/* how many iterations behind the current one the thread's own one number `own` is */
static inline unsigned long upcr_turns_reach(const struct upcr_turns *turns, unsigned long own, unsigned long block);
/* at a upc_forall with affinity: .all is 1 in the extent of a controlling loop (6.6.2p10), else makes this one controlling */
static inline struct upcr_forall upcr_forall_enter(void);
/* cleanup of the object that upcr_forall_enter gave */
static inline void upcr_forall_leave(struct upcr_forall *f);
/* upc_fence */
static inline void upcr_fence(void);
/* at the back edge of a loop that waits on shared memory: compiler barrier, progress, gives the core away now and then */
static inline void upcr_poll(void);
/* upc_memcpy of code without run-time checks; src is read */
static inline void upcr_memcpy(upcr_ppts_t dst, upcr_ppts_t src, unsigned long n);
/* upc_memget, the same */
static inline void upcr_memget(void *dst, upcr_ppts_t src, unsigned long n);
/* upc_memput, the same */
static inline void upcr_memput(upcr_ppts_t dst, const void *src, unsigned long n);
/* upc_memset, the same */
static inline void upcr_memset(upcr_ppts_t dst, int c, unsigned long n);
/* an access of n bytes, kind 0 read, 1 write, 2 update, the site-th of the unit: p, if they lie in one live object and p is aligned */
static inline upcr_pts_t upcr_check_access(upcr_pts_t p, unsigned long n, unsigned long align, int kind, unsigned site, const char *file, int line);
/* i, if it is a subscript of an array of count elements, or their number where past is 1 */
static inline long upcr_check_index(long i, long count, int past, const char *array, const char *file, int line);
/* before the controlling expression is evaluated: so far nothing else ended the loop */
static inline void upcr_check_forall_test(void);
/* upcr_mine_i, noted */
static inline int upcr_check_mine_i(long affinity);
/* upcr_mine_u, noted */
static inline int upcr_check_mine_u(unsigned long affinity);
/* upcr_mine_p, noted */
static inline int upcr_check_mine_p(upcr_pts_t affinity);
/* sets the place that messages name, and gives the one before */
static inline struct upcr_site upcr_site_enter(const char *file, int line);
/* cleanup of the object that upcr_site_enter gave */
static inline void upcr_site_leave(struct upcr_site *before);
#endif

#endif
