/* SPDX-License-Identifier: Apache-2.0 */
/* Made from abi/upcr.toml by `make abi`: change that. Every runtime entry point that generated code
 * may use.
 * Needs upcr_pts_t and upcr_ppts_t (upcr/pts.h) declared before. */
#pragma GCC system_header
#ifndef UPCR_ABI_H
#define UPCR_ABI_H

struct upcr_forall;
struct upcr_turns;
struct upcr_strides;
struct upcr_site;
struct upcr_row;
struct upcr_row_shape;
struct upcr_gather;
struct upcr_inspector;

/* In libupcr. */
/* 1 where the segment of some thread is not mapped */
extern int upcr_some_far(void);
/* a loop is to read elements of the static array at start: of so many elements, block 0 indefinite,
 * `local` bytes on each thread; copies it at once if `due` reads are worth that (upcr/gather.h) */
extern void upcr_gather_begin(struct upcr_gather *g, upcr_pts_t start, unsigned long elems,
    unsigned long block, unsigned long elem_size, unsigned long local, long due);
/* the address of `offset` bytes into an element that is in no copy yet; so many that are far have
 * the array copied */
extern upcr_pts_t upcr_gather_miss(struct upcr_gather *g, long elem, unsigned long offset);
/* after upcr_gather_begin: frees the copy */
extern void upcr_gather_end(struct upcr_gather *g);
/* a loop is to read so many elements in each iteration, of sizes with these logarithms: whether
 * their addresses are to be collected (upcr/inspector.h); if not, there is nothing to end */
extern int upcr_inspector_begin(struct upcr_inspector *a, unsigned reads, unsigned long logs);
/* makes room for more addresses; 0: no more are to be collected */
extern int upcr_inspector_more(struct upcr_inspector *a);
/* reads all elements whose addresses were collected, if enough are far */
extern void upcr_inspector_fetch(struct upcr_inspector *a);
/* frees what upcr_inspector_begin and the calls after it made; harmless where all of it is 0 */
extern void upcr_inspector_end(struct upcr_inspector *a);
/* copies the rows of a run that are far (upcr/rows.h); how many of the iterations may use the
 * copies, where `at` leads then; 0: none, and there is nothing to end */
extern unsigned long upcr_rows_begin(struct upcr_row *row, int rows, unsigned long iterations);
/* finds the rows of static arrays that begin at the elements `elem`, and copies those that are far;
 * how many of the iterations may use the addresses `at`; 0: fewer than 2, and there is nothing to
 * end. Where memory of the first row is 0 no row has a copy, and there is nothing to end either */
extern unsigned long upcr_rows_find(struct upcr_row *row, const struct upcr_row_shape *shape,
    const long *elem, int rows, unsigned long iterations);
/* after upcr_rows_begin or upcr_rows_find and as many iterations as it gave: puts the rows that
 * were written to their places */
extern void upcr_rows_end(struct upcr_row *row, int rows, unsigned long iterations);
/* an iteration is that of the thread `threads` behind the one before it, round and round; the first
 * is that of `thread` */
extern struct upcr_turns upcr_turns_cycle(int all, unsigned long thread, long threads,
    unsigned long step);
/* iteration i is that of thread i / divisor mod THREADS, or, where `of_threads`, of i * THREADS /
 * divisor; nobody's where the divisor is 0 */
extern struct upcr_turns upcr_turns_slices(int all, unsigned long i, long divisor, int of_threads);
/* the counter moves by `step`, and the affinity by `elems` elements of blocks of `block` for each 1
 * of the counter; the first iteration is at `phase` of a block of `thread`. Each iteration is to be
 * tested if `step` is not positive or too large */
extern struct upcr_strides upcr_strides(int all, unsigned long thread, unsigned long phase,
    long step, long elems, unsigned long block);
/* from behind the last own iteration of a run to the first of the next run, with which it begins */
extern unsigned long upcr_strides_next(struct upcr_strides *strides);
/* upc_barrier */
extern void upcr_barrier(int has_value, int value);
/* upc_notify */
extern void upcr_notify(int has_value, int value);
/* upc_wait */
extern void upcr_wait(int has_value, int value);
/* stores the elements of a static shared object that the calling thread owns; block size 0:
 * indefinite */
extern void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems,
    unsigned long block_size, unsigned long elem_size);
/* the same for elements from the one with index first on; a definite block size */
extern void upcr_init_shared_row(upcr_pts_t object, const void *image, unsigned long first,
    unsigned long elems, unsigned long block_size, unsigned long elem_size);
/* how many of the elements of an image an array or row has room for, whose length depends on
 * THREADS: the smaller of elems and room; thread 0 warns of values other than zero behind these */
extern unsigned long upcr_init_room(const char *object, const char *place, const void *image,
    unsigned long elems, unsigned long room, unsigned long elem_size);
/* gives an object in the calling thread's block of private statics, untouched so far, its initial
 * value: whole pages of an image in the executable are mapped, not copied, where both lie alike in
 * their pages */
extern void upcr_init_private(void *object, const void *image, unsigned long bytes);
extern void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n);
extern void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n);
/* fetches bytes before and behind p, any value, that the thread is to read */
extern void upcr_far_expect(upcr_pts_t p, unsigned long before, unsigned long behind);
/* bytes before and behind p, any value, that the thread is to read after p, which it reads next */
extern void upcr_far_expect_here(upcr_pts_t p, unsigned long before, unsigned long behind);
extern unsigned char upcr_far_get_u8(upcr_pts_t p);
extern void upcr_far_put_u8(upcr_pts_t p, unsigned char value);
extern unsigned short upcr_far_get_u16(upcr_pts_t p);
extern void upcr_far_put_u16(upcr_pts_t p, unsigned short value);
extern unsigned int upcr_far_get_u32(upcr_pts_t p);
extern void upcr_far_put_u32(upcr_pts_t p, unsigned int value);
extern unsigned long upcr_far_get_u64(upcr_pts_t p);
extern void upcr_far_put_u64(upcr_pts_t p, unsigned long value);
extern float upcr_far_get_f32(upcr_pts_t p);
extern void upcr_far_put_f32(upcr_pts_t p, float value);
extern double upcr_far_get_f64(upcr_pts_t p);
extern void upcr_far_put_f64(upcr_pts_t p, double value);
extern long double upcr_far_get_ld(upcr_pts_t p);
extern void upcr_far_put_ld(upcr_pts_t p, long double value);
extern upcr_ppts_t upcr_far_get_pp(upcr_pts_t p);
extern void upcr_far_put_pp(upcr_pts_t p, upcr_ppts_t value);
extern void upcr_far_add_u32(upcr_pts_t p, unsigned int value);
extern void upcr_far_add_u64(upcr_pts_t p, unsigned long value);
extern void upcr_far_add_f32(upcr_pts_t p, float value);
extern void upcr_far_add_f64(upcr_pts_t p, double value);
extern void upcr_far_and_u32(upcr_pts_t p, unsigned int value);
extern void upcr_far_and_u64(upcr_pts_t p, unsigned long value);
extern void upcr_far_or_u32(upcr_pts_t p, unsigned int value);
extern void upcr_far_or_u64(upcr_pts_t p, unsigned long value);
extern void upcr_far_xor_u32(upcr_pts_t p, unsigned int value);
extern void upcr_far_xor_u64(upcr_pts_t p, unsigned long value);
extern void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
extern void upcr_far_set(upcr_pts_t dst, int byte, unsigned long n);
extern void upcr_poll_slow(void);
extern void upcr_fence_slow(void);
/* a cast to local of a segment that is not mapped: reports and ends the job */
extern void *upcr_local_fail(upcr_pts_t p);
/* the same where the object is not known from the site's last access */
extern void upcr_check_find(upcr_pts_t p, unsigned long n, unsigned long align, int kind,
    unsigned site, const char *file, int line);
/* reports a subscript outside an array of count elements and ends the job */
extern void upcr_check_index_fail(long i, long count, const char *array, const char *file,
    int line);
/* upcr_local of a pointer to the calling thread's own data (6.4.3p4) */
extern void *upcr_check_local(upcr_pts_t p, const char *file, int line);
/* p, if its phase is below the block size (6.4.3p3) */
extern upcr_ppts_t upcr_check_phase(upcr_ppts_t p, unsigned long block_size, const char *file,
    int line);
/* upcr_diff0 of two pointers that have a difference (6.4.2p8) */
extern long upcr_check_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file,
    int line);
/* the same, cyclic */
extern long upcr_check_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file,
    int line);
/* the same, blocked */
extern long upcr_check_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size, const char *file, int line);
/* after upcr_forall_enter: 1 where the loop distributes its iterations, whose clauses are compared
 * between threads (6.6.2p5) */
extern int upcr_check_forall_begin(const char *file, int line);
/* cleanup of what upcr_check_forall_begin gave */
extern void upcr_check_forall_end(const int *outermost);

/* Out of line in libupcr: what the headers of upcr/ define. */
extern upcr_pts_t upcr_out_add1(upcr_pts_t p, long elems,
    unsigned long elem_size) __attribute__((const));
extern upcr_ppts_t upcr_out_addb(upcr_ppts_t p, long elems, unsigned long block_size,
    unsigned long elem_size) __attribute__((const));
extern upcr_pts_t upcr_out_addr(upcr_pts_t p, long bytes) __attribute__((const));
extern upcr_ppts_t upcr_out_addrb(upcr_ppts_t p, long bytes) __attribute__((const));
extern upcr_pts_t upcr_out_step1(upcr_pts_t p, long elems,
    unsigned long elem_size) __attribute__((const));
extern upcr_ppts_t upcr_out_stepb(upcr_ppts_t p, long elems, unsigned long block_size,
    unsigned long elem_size) __attribute__((const));
extern upcr_pts_t upcr_out_own1(upcr_pts_t start) __attribute__((const));
extern upcr_pts_t upcr_out_idx1(upcr_pts_t start, long elem,
    unsigned long elem_size) __attribute__((const));
extern upcr_pts_t upcr_out_idxb(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __attribute__((const));
extern upcr_ppts_t upcr_out_ppidx(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __attribute__((const));
extern long upcr_out_diff0(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __attribute__((const));
extern long upcr_out_diff1(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __attribute__((const));
extern long upcr_out_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size) __attribute__((const));
extern long upcr_out_order0(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __attribute__((const));
extern long upcr_out_order1(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __attribute__((const));
extern long upcr_out_orderb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size) __attribute__((const));
extern void *upcr_out_local(upcr_pts_t p);
extern signed char upcr_out_get_i8(upcr_pts_t p) __attribute__((leaf));
extern unsigned char upcr_out_get_u8(upcr_pts_t p) __attribute__((leaf));
extern short upcr_out_get_i16(upcr_pts_t p) __attribute__((leaf));
extern unsigned short upcr_out_get_u16(upcr_pts_t p) __attribute__((leaf));
extern int upcr_out_get_i32(upcr_pts_t p) __attribute__((leaf));
extern unsigned int upcr_out_get_u32(upcr_pts_t p) __attribute__((leaf));
extern long upcr_out_get_i64(upcr_pts_t p) __attribute__((leaf));
extern unsigned long upcr_out_get_u64(upcr_pts_t p) __attribute__((leaf));
extern long long upcr_out_get_ll(upcr_pts_t p) __attribute__((leaf));
extern unsigned long long upcr_out_get_ull(upcr_pts_t p) __attribute__((leaf));
extern _Bool upcr_out_get_b(upcr_pts_t p) __attribute__((leaf));
extern float upcr_out_get_f32(upcr_pts_t p) __attribute__((leaf));
extern double upcr_out_get_f64(upcr_pts_t p) __attribute__((leaf));
extern long double upcr_out_get_ld(upcr_pts_t p) __attribute__((leaf));
extern void *upcr_out_get_ptr(upcr_pts_t p) __attribute__((leaf));
extern upcr_ppts_t upcr_out_get_pp(upcr_pts_t p) __attribute__((leaf));
extern signed char upcr_out_put_i8(upcr_pts_t p, signed char value) __attribute__((leaf));
extern unsigned char upcr_out_put_u8(upcr_pts_t p, unsigned char value) __attribute__((leaf));
extern short upcr_out_put_i16(upcr_pts_t p, short value) __attribute__((leaf));
extern unsigned short upcr_out_put_u16(upcr_pts_t p, unsigned short value) __attribute__((leaf));
extern int upcr_out_put_i32(upcr_pts_t p, int value) __attribute__((leaf));
extern unsigned int upcr_out_put_u32(upcr_pts_t p, unsigned int value) __attribute__((leaf));
extern long upcr_out_put_i64(upcr_pts_t p, long value) __attribute__((leaf));
extern unsigned long upcr_out_put_u64(upcr_pts_t p, unsigned long value) __attribute__((leaf));
extern long long upcr_out_put_ll(upcr_pts_t p, long long value) __attribute__((leaf));
extern unsigned long long upcr_out_put_ull(upcr_pts_t p,
    unsigned long long value) __attribute__((leaf));
extern _Bool upcr_out_put_b(upcr_pts_t p, _Bool value) __attribute__((leaf));
extern float upcr_out_put_f32(upcr_pts_t p, float value) __attribute__((leaf));
extern double upcr_out_put_f64(upcr_pts_t p, double value) __attribute__((leaf));
extern long double upcr_out_put_ld(upcr_pts_t p, long double value) __attribute__((leaf));
extern void *upcr_out_put_ptr(upcr_pts_t p, void *value) __attribute__((leaf));
extern upcr_ppts_t upcr_out_put_pp(upcr_pts_t p, upcr_ppts_t value) __attribute__((leaf));
extern void upcr_out_get_object(void *dst, upcr_pts_t src, unsigned long n) __attribute__((leaf));
extern void upcr_out_putb(upcr_pts_t dst, const void *src, unsigned long n) __attribute__((leaf));
extern void upcr_out_copyb(upcr_pts_t dst, upcr_pts_t src, unsigned long n) __attribute__((leaf));
extern signed char upcr_out_gets_i8(upcr_pts_t p);
extern unsigned char upcr_out_gets_u8(upcr_pts_t p);
extern short upcr_out_gets_i16(upcr_pts_t p);
extern unsigned short upcr_out_gets_u16(upcr_pts_t p);
extern int upcr_out_gets_i32(upcr_pts_t p);
extern unsigned int upcr_out_gets_u32(upcr_pts_t p);
extern long upcr_out_gets_i64(upcr_pts_t p);
extern unsigned long upcr_out_gets_u64(upcr_pts_t p);
extern long long upcr_out_gets_ll(upcr_pts_t p);
extern unsigned long long upcr_out_gets_ull(upcr_pts_t p);
extern _Bool upcr_out_gets_b(upcr_pts_t p);
extern float upcr_out_gets_f32(upcr_pts_t p);
extern double upcr_out_gets_f64(upcr_pts_t p);
extern long double upcr_out_gets_ld(upcr_pts_t p);
extern void *upcr_out_gets_ptr(upcr_pts_t p);
extern upcr_ppts_t upcr_out_gets_pp(upcr_pts_t p);
extern signed char upcr_out_puts_i8(upcr_pts_t p, signed char value);
extern unsigned char upcr_out_puts_u8(upcr_pts_t p, unsigned char value);
extern short upcr_out_puts_i16(upcr_pts_t p, short value);
extern unsigned short upcr_out_puts_u16(upcr_pts_t p, unsigned short value);
extern int upcr_out_puts_i32(upcr_pts_t p, int value);
extern unsigned int upcr_out_puts_u32(upcr_pts_t p, unsigned int value);
extern long upcr_out_puts_i64(upcr_pts_t p, long value);
extern unsigned long upcr_out_puts_u64(upcr_pts_t p, unsigned long value);
extern long long upcr_out_puts_ll(upcr_pts_t p, long long value);
extern unsigned long long upcr_out_puts_ull(upcr_pts_t p, unsigned long long value);
extern _Bool upcr_out_puts_b(upcr_pts_t p, _Bool value);
extern float upcr_out_puts_f32(upcr_pts_t p, float value);
extern double upcr_out_puts_f64(upcr_pts_t p, double value);
extern long double upcr_out_puts_ld(upcr_pts_t p, long double value);
extern void *upcr_out_puts_ptr(upcr_pts_t p, void *value);
extern upcr_ppts_t upcr_out_puts_pp(upcr_pts_t p, upcr_ppts_t value);
extern char *upcr_out_near(upcr_pts_t p);
extern char *upcr_out_near_own1(upcr_pts_t start);
extern char *upcr_out_near_row(upcr_pts_t p);
extern long upcr_out_column(long elems, unsigned long block);
extern unsigned long upcr_out_run_quotient(unsigned long n, long value, long divisor, long step);
extern int upcr_out_all_near(void);
extern char *upcr_out_near_idx1(upcr_pts_t start, long elem, unsigned long elem_size);
extern char *upcr_out_near_idxb(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size);
extern struct upcr_cursor upcr_out_cursor_at(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size);
extern char *upcr_out_cursor_next(struct upcr_cursor *cursor, unsigned long elems,
    unsigned long block_size, unsigned long elem_size);
extern char *upcr_out_near_idxr(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size);
extern char *upcr_out_near_byte(upcr_pts_t p);
extern char *upcr_out_near_add1(upcr_pts_t p, long elems, unsigned long elem_size);
extern unsigned long upcr_out_run(char **at, upcr_ppts_t p, unsigned long block, unsigned long low,
    unsigned long high, long elems, unsigned long iterations);
extern unsigned long upcr_out_run0(char **at, upcr_pts_t p, unsigned long iterations);
extern unsigned long upcr_out_run_round(char **at, upcr_pts_t *first, upcr_pts_t p, int threads,
    long elems, unsigned long elem_size, unsigned long iterations);
extern unsigned long upcr_out_run_any(char **at, upcr_ppts_t p, unsigned long block,
    unsigned long low, unsigned long high, long elems, unsigned long iterations);
extern unsigned long upcr_out_run_idxb(char **at, upcr_pts_t start, long elem,
    unsigned long block_size, unsigned long elem_size, unsigned long low, unsigned long high,
    long elems, unsigned long iterations);
extern unsigned long upcr_out_run_idxr(char **at, upcr_pts_t start, long elem,
    unsigned long block_size, unsigned long elem_size, unsigned long low, unsigned long high,
    long elems, unsigned long iterations);
extern unsigned long upcr_out_run0_any(char **at, upcr_pts_t p, unsigned long iterations);
extern void upcr_out_reread(void);
extern char *upcr_out_near_in(upcr_pts_t object, upcr_pts_t p);
extern char *upcr_out_near_from(upcr_pts_t base, upcr_pts_t p);
extern signed char upcr_out_get_at_i8(char *at, upcr_pts_t p) __attribute__((leaf));
extern unsigned char upcr_out_get_at_u8(char *at, upcr_pts_t p) __attribute__((leaf));
extern short upcr_out_get_at_i16(char *at, upcr_pts_t p) __attribute__((leaf));
extern unsigned short upcr_out_get_at_u16(char *at, upcr_pts_t p) __attribute__((leaf));
extern int upcr_out_get_at_i32(char *at, upcr_pts_t p) __attribute__((leaf));
extern unsigned int upcr_out_get_at_u32(char *at, upcr_pts_t p) __attribute__((leaf));
extern long upcr_out_get_at_i64(char *at, upcr_pts_t p) __attribute__((leaf));
extern unsigned long upcr_out_get_at_u64(char *at, upcr_pts_t p) __attribute__((leaf));
extern long long upcr_out_get_at_ll(char *at, upcr_pts_t p) __attribute__((leaf));
extern unsigned long long upcr_out_get_at_ull(char *at, upcr_pts_t p) __attribute__((leaf));
extern _Bool upcr_out_get_at_b(char *at, upcr_pts_t p) __attribute__((leaf));
extern float upcr_out_get_at_f32(char *at, upcr_pts_t p) __attribute__((leaf));
extern double upcr_out_get_at_f64(char *at, upcr_pts_t p) __attribute__((leaf));
extern long double upcr_out_get_at_ld(char *at, upcr_pts_t p) __attribute__((leaf));
extern void *upcr_out_get_at_ptr(char *at, upcr_pts_t p) __attribute__((leaf));
extern upcr_ppts_t upcr_out_get_at_pp(char *at, upcr_pts_t p) __attribute__((leaf));
extern signed char upcr_out_put_at_i8(char *at, upcr_pts_t p,
    signed char value) __attribute__((leaf));
extern unsigned char upcr_out_put_at_u8(char *at, upcr_pts_t p,
    unsigned char value) __attribute__((leaf));
extern short upcr_out_put_at_i16(char *at, upcr_pts_t p, short value) __attribute__((leaf));
extern unsigned short upcr_out_put_at_u16(char *at, upcr_pts_t p,
    unsigned short value) __attribute__((leaf));
extern int upcr_out_put_at_i32(char *at, upcr_pts_t p, int value) __attribute__((leaf));
extern unsigned int upcr_out_put_at_u32(char *at, upcr_pts_t p,
    unsigned int value) __attribute__((leaf));
extern long upcr_out_put_at_i64(char *at, upcr_pts_t p, long value) __attribute__((leaf));
extern unsigned long upcr_out_put_at_u64(char *at, upcr_pts_t p,
    unsigned long value) __attribute__((leaf));
extern long long upcr_out_put_at_ll(char *at, upcr_pts_t p, long long value) __attribute__((leaf));
extern unsigned long long upcr_out_put_at_ull(char *at, upcr_pts_t p,
    unsigned long long value) __attribute__((leaf));
extern _Bool upcr_out_put_at_b(char *at, upcr_pts_t p, _Bool value) __attribute__((leaf));
extern float upcr_out_put_at_f32(char *at, upcr_pts_t p, float value) __attribute__((leaf));
extern double upcr_out_put_at_f64(char *at, upcr_pts_t p, double value) __attribute__((leaf));
extern long double upcr_out_put_at_ld(char *at, upcr_pts_t p,
    long double value) __attribute__((leaf));
extern void *upcr_out_put_at_ptr(char *at, upcr_pts_t p, void *value) __attribute__((leaf));
extern upcr_ppts_t upcr_out_put_at_pp(char *at, upcr_pts_t p,
    upcr_ppts_t value) __attribute__((leaf));
extern void upcr_out_getbs(void *dst, upcr_pts_t src, unsigned long n);
extern void upcr_out_putbs(upcr_pts_t dst, const void *src, unsigned long n);
extern void upcr_out_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
extern long upcr_out_column_of(long elem) __attribute__((const));
extern int upcr_out_mine_i(long affinity);
extern int upcr_out_mine_u(unsigned long affinity);
extern int upcr_out_mine_p(upcr_pts_t affinity);
extern struct upcr_turns upcr_out_turns_same(int all, unsigned long thread);
extern struct upcr_turns upcr_out_turns_blocks(int all, unsigned long thread, unsigned long phase,
    unsigned long block, int backwards, unsigned long step);
extern int upcr_out_turns_meet(const struct upcr_turns *turns, upcr_ppts_t element,
    unsigned long block, unsigned long unit, int backwards);
extern unsigned long upcr_out_turns_own(const struct upcr_turns *turns, unsigned long rest,
    unsigned long block);
extern unsigned long upcr_out_turns_reach(const struct upcr_turns *turns, unsigned long own,
    unsigned long block);
extern struct upcr_forall upcr_out_forall_enter(void);
extern int upcr_out_forall_open(void);
extern void upcr_out_forall_leave(struct upcr_forall *f);
extern void upcr_out_fence(void);
extern void upcr_out_poll(void);
extern int upcr_out_links_enter(void);
extern void upcr_out_links_poll(int *left);
extern void upcr_out_links_leave(int *left);
extern void upcr_out_memcpy(upcr_ppts_t dst, upcr_ppts_t src,
    unsigned long n) __attribute__((leaf));
extern void upcr_out_memget(void *dst, upcr_ppts_t src, unsigned long n) __attribute__((leaf));
extern void upcr_out_memput(upcr_ppts_t dst, const void *src,
    unsigned long n) __attribute__((leaf));
extern void upcr_out_memset(upcr_ppts_t dst, int c, unsigned long n) __attribute__((leaf));
extern upcr_pts_t upcr_out_check_access(upcr_pts_t p, unsigned long n, unsigned long align,
    int kind, unsigned site, const char *file, int line);
extern long upcr_out_check_index(long i, long count, int past, const char *array, const char *file,
    int line);
extern void upcr_out_check_forall_test(void);
extern int upcr_out_check_mine_i(long affinity);
extern int upcr_out_check_mine_u(unsigned long affinity);
extern int upcr_out_check_mine_p(upcr_pts_t affinity);
extern struct upcr_site upcr_out_site_enter(const char *file, int line);
extern void upcr_out_site_leave(struct upcr_site *before);

#ifdef upcr_calls_ /* by the names of the inline ones */
extern upcr_pts_t upcr_add1(upcr_pts_t p, long elems,
    unsigned long elem_size) __asm__("upcr_out_add1") __attribute__((const));
extern upcr_ppts_t upcr_addb(upcr_ppts_t p, long elems, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_addb") __attribute__((const));
extern upcr_pts_t upcr_addr(upcr_pts_t p,
    long bytes) __asm__("upcr_out_addr") __attribute__((const));
extern upcr_ppts_t upcr_addrb(upcr_ppts_t p,
    long bytes) __asm__("upcr_out_addrb") __attribute__((const));
extern upcr_pts_t upcr_step1(upcr_pts_t p, long elems,
    unsigned long elem_size) __asm__("upcr_out_step1") __attribute__((const));
extern upcr_ppts_t upcr_stepb(upcr_ppts_t p, long elems, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_stepb") __attribute__((const));
extern upcr_pts_t upcr_own1(upcr_pts_t start) __asm__("upcr_out_own1") __attribute__((const));
extern upcr_pts_t upcr_idx1(upcr_pts_t start, long elem,
    unsigned long elem_size) __asm__("upcr_out_idx1") __attribute__((const));
extern upcr_pts_t upcr_idxb(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_idxb") __attribute__((const));
extern upcr_ppts_t upcr_ppidx(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_ppidx") __attribute__((const));
extern long upcr_diff0(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __asm__("upcr_out_diff0") __attribute__((const));
extern long upcr_diff1(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __asm__("upcr_out_diff1") __attribute__((const));
extern long upcr_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_diffb") __attribute__((const));
extern long upcr_order0(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __asm__("upcr_out_order0") __attribute__((const));
extern long upcr_order1(upcr_pts_t a, upcr_pts_t b,
    unsigned long elem_size) __asm__("upcr_out_order1") __attribute__((const));
extern long upcr_orderb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_orderb") __attribute__((const));
extern void *upcr_local(upcr_pts_t p) __asm__("upcr_out_local");
extern signed char upcr_get_i8(upcr_pts_t p) __asm__("upcr_out_get_i8") __attribute__((leaf));
extern unsigned char upcr_get_u8(upcr_pts_t p) __asm__("upcr_out_get_u8") __attribute__((leaf));
extern short upcr_get_i16(upcr_pts_t p) __asm__("upcr_out_get_i16") __attribute__((leaf));
extern unsigned short upcr_get_u16(upcr_pts_t p) __asm__("upcr_out_get_u16") __attribute__((leaf));
extern int upcr_get_i32(upcr_pts_t p) __asm__("upcr_out_get_i32") __attribute__((leaf));
extern unsigned int upcr_get_u32(upcr_pts_t p) __asm__("upcr_out_get_u32") __attribute__((leaf));
extern long upcr_get_i64(upcr_pts_t p) __asm__("upcr_out_get_i64") __attribute__((leaf));
extern unsigned long upcr_get_u64(upcr_pts_t p) __asm__("upcr_out_get_u64") __attribute__((leaf));
extern long long upcr_get_ll(upcr_pts_t p) __asm__("upcr_out_get_ll") __attribute__((leaf));
extern unsigned long long upcr_get_ull(upcr_pts_t p) __asm__("upcr_out_get_ull") __attribute__((leaf));
extern _Bool upcr_get_b(upcr_pts_t p) __asm__("upcr_out_get_b") __attribute__((leaf));
extern float upcr_get_f32(upcr_pts_t p) __asm__("upcr_out_get_f32") __attribute__((leaf));
extern double upcr_get_f64(upcr_pts_t p) __asm__("upcr_out_get_f64") __attribute__((leaf));
extern long double upcr_get_ld(upcr_pts_t p) __asm__("upcr_out_get_ld") __attribute__((leaf));
extern void *upcr_get_ptr(upcr_pts_t p) __asm__("upcr_out_get_ptr") __attribute__((leaf));
extern upcr_ppts_t upcr_get_pp(upcr_pts_t p) __asm__("upcr_out_get_pp") __attribute__((leaf));
extern signed char upcr_put_i8(upcr_pts_t p,
    signed char value) __asm__("upcr_out_put_i8") __attribute__((leaf));
extern unsigned char upcr_put_u8(upcr_pts_t p,
    unsigned char value) __asm__("upcr_out_put_u8") __attribute__((leaf));
extern short upcr_put_i16(upcr_pts_t p,
    short value) __asm__("upcr_out_put_i16") __attribute__((leaf));
extern unsigned short upcr_put_u16(upcr_pts_t p,
    unsigned short value) __asm__("upcr_out_put_u16") __attribute__((leaf));
extern int upcr_put_i32(upcr_pts_t p, int value) __asm__("upcr_out_put_i32") __attribute__((leaf));
extern unsigned int upcr_put_u32(upcr_pts_t p,
    unsigned int value) __asm__("upcr_out_put_u32") __attribute__((leaf));
extern long upcr_put_i64(upcr_pts_t p,
    long value) __asm__("upcr_out_put_i64") __attribute__((leaf));
extern unsigned long upcr_put_u64(upcr_pts_t p,
    unsigned long value) __asm__("upcr_out_put_u64") __attribute__((leaf));
extern long long upcr_put_ll(upcr_pts_t p,
    long long value) __asm__("upcr_out_put_ll") __attribute__((leaf));
extern unsigned long long upcr_put_ull(upcr_pts_t p,
    unsigned long long value) __asm__("upcr_out_put_ull") __attribute__((leaf));
extern _Bool upcr_put_b(upcr_pts_t p, _Bool value) __asm__("upcr_out_put_b") __attribute__((leaf));
extern float upcr_put_f32(upcr_pts_t p,
    float value) __asm__("upcr_out_put_f32") __attribute__((leaf));
extern double upcr_put_f64(upcr_pts_t p,
    double value) __asm__("upcr_out_put_f64") __attribute__((leaf));
extern long double upcr_put_ld(upcr_pts_t p,
    long double value) __asm__("upcr_out_put_ld") __attribute__((leaf));
extern void *upcr_put_ptr(upcr_pts_t p,
    void *value) __asm__("upcr_out_put_ptr") __attribute__((leaf));
extern upcr_ppts_t upcr_put_pp(upcr_pts_t p,
    upcr_ppts_t value) __asm__("upcr_out_put_pp") __attribute__((leaf));
extern void upcr_get_object(void *dst, upcr_pts_t src,
    unsigned long n) __asm__("upcr_out_get_object") __attribute__((leaf));
extern void upcr_putb(upcr_pts_t dst, const void *src,
    unsigned long n) __asm__("upcr_out_putb") __attribute__((leaf));
extern void upcr_copyb(upcr_pts_t dst, upcr_pts_t src,
    unsigned long n) __asm__("upcr_out_copyb") __attribute__((leaf));
extern signed char upcr_gets_i8(upcr_pts_t p) __asm__("upcr_out_gets_i8");
extern unsigned char upcr_gets_u8(upcr_pts_t p) __asm__("upcr_out_gets_u8");
extern short upcr_gets_i16(upcr_pts_t p) __asm__("upcr_out_gets_i16");
extern unsigned short upcr_gets_u16(upcr_pts_t p) __asm__("upcr_out_gets_u16");
extern int upcr_gets_i32(upcr_pts_t p) __asm__("upcr_out_gets_i32");
extern unsigned int upcr_gets_u32(upcr_pts_t p) __asm__("upcr_out_gets_u32");
extern long upcr_gets_i64(upcr_pts_t p) __asm__("upcr_out_gets_i64");
extern unsigned long upcr_gets_u64(upcr_pts_t p) __asm__("upcr_out_gets_u64");
extern long long upcr_gets_ll(upcr_pts_t p) __asm__("upcr_out_gets_ll");
extern unsigned long long upcr_gets_ull(upcr_pts_t p) __asm__("upcr_out_gets_ull");
extern _Bool upcr_gets_b(upcr_pts_t p) __asm__("upcr_out_gets_b");
extern float upcr_gets_f32(upcr_pts_t p) __asm__("upcr_out_gets_f32");
extern double upcr_gets_f64(upcr_pts_t p) __asm__("upcr_out_gets_f64");
extern long double upcr_gets_ld(upcr_pts_t p) __asm__("upcr_out_gets_ld");
extern void *upcr_gets_ptr(upcr_pts_t p) __asm__("upcr_out_gets_ptr");
extern upcr_ppts_t upcr_gets_pp(upcr_pts_t p) __asm__("upcr_out_gets_pp");
extern signed char upcr_puts_i8(upcr_pts_t p, signed char value) __asm__("upcr_out_puts_i8");
extern unsigned char upcr_puts_u8(upcr_pts_t p, unsigned char value) __asm__("upcr_out_puts_u8");
extern short upcr_puts_i16(upcr_pts_t p, short value) __asm__("upcr_out_puts_i16");
extern unsigned short upcr_puts_u16(upcr_pts_t p,
    unsigned short value) __asm__("upcr_out_puts_u16");
extern int upcr_puts_i32(upcr_pts_t p, int value) __asm__("upcr_out_puts_i32");
extern unsigned int upcr_puts_u32(upcr_pts_t p, unsigned int value) __asm__("upcr_out_puts_u32");
extern long upcr_puts_i64(upcr_pts_t p, long value) __asm__("upcr_out_puts_i64");
extern unsigned long upcr_puts_u64(upcr_pts_t p, unsigned long value) __asm__("upcr_out_puts_u64");
extern long long upcr_puts_ll(upcr_pts_t p, long long value) __asm__("upcr_out_puts_ll");
extern unsigned long long upcr_puts_ull(upcr_pts_t p,
    unsigned long long value) __asm__("upcr_out_puts_ull");
extern _Bool upcr_puts_b(upcr_pts_t p, _Bool value) __asm__("upcr_out_puts_b");
extern float upcr_puts_f32(upcr_pts_t p, float value) __asm__("upcr_out_puts_f32");
extern double upcr_puts_f64(upcr_pts_t p, double value) __asm__("upcr_out_puts_f64");
extern long double upcr_puts_ld(upcr_pts_t p, long double value) __asm__("upcr_out_puts_ld");
extern void *upcr_puts_ptr(upcr_pts_t p, void *value) __asm__("upcr_out_puts_ptr");
extern upcr_ppts_t upcr_puts_pp(upcr_pts_t p, upcr_ppts_t value) __asm__("upcr_out_puts_pp");
extern char *upcr_near(upcr_pts_t p) __asm__("upcr_out_near");
extern char *upcr_near_own1(upcr_pts_t start) __asm__("upcr_out_near_own1");
extern char *upcr_near_row(upcr_pts_t p) __asm__("upcr_out_near_row");
extern long upcr_column(long elems, unsigned long block) __asm__("upcr_out_column");
extern unsigned long upcr_run_quotient(unsigned long n, long value, long divisor,
    long step) __asm__("upcr_out_run_quotient");
extern int upcr_all_near(void) __asm__("upcr_out_all_near");
extern char *upcr_near_idx1(upcr_pts_t start, long elem,
    unsigned long elem_size) __asm__("upcr_out_near_idx1");
extern char *upcr_near_idxb(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_near_idxb");
extern struct upcr_cursor upcr_cursor_at(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_cursor_at");
extern char *upcr_cursor_next(struct upcr_cursor *cursor, unsigned long elems,
    unsigned long block_size, unsigned long elem_size) __asm__("upcr_out_cursor_next");
extern char *upcr_near_idxr(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) __asm__("upcr_out_near_idxr");
extern char *upcr_near_byte(upcr_pts_t p) __asm__("upcr_out_near_byte");
extern char *upcr_near_add1(upcr_pts_t p, long elems,
    unsigned long elem_size) __asm__("upcr_out_near_add1");
extern unsigned long upcr_run(char **at, upcr_ppts_t p, unsigned long block, unsigned long low,
    unsigned long high, long elems, unsigned long iterations) __asm__("upcr_out_run");
extern unsigned long upcr_run0(char **at, upcr_pts_t p,
    unsigned long iterations) __asm__("upcr_out_run0");
extern unsigned long upcr_run_round(char **at, upcr_pts_t *first, upcr_pts_t p, int threads,
    long elems, unsigned long elem_size, unsigned long iterations) __asm__("upcr_out_run_round");
extern unsigned long upcr_run_any(char **at, upcr_ppts_t p, unsigned long block, unsigned long low,
    unsigned long high, long elems, unsigned long iterations) __asm__("upcr_out_run_any");
extern unsigned long upcr_run_idxb(char **at, upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size, unsigned long low, unsigned long high, long elems,
    unsigned long iterations) __asm__("upcr_out_run_idxb");
extern unsigned long upcr_run_idxr(char **at, upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size, unsigned long low, unsigned long high, long elems,
    unsigned long iterations) __asm__("upcr_out_run_idxr");
extern unsigned long upcr_run0_any(char **at, upcr_pts_t p,
    unsigned long iterations) __asm__("upcr_out_run0_any");
extern void upcr_reread(void) __asm__("upcr_out_reread");
extern char *upcr_near_in(upcr_pts_t object, upcr_pts_t p) __asm__("upcr_out_near_in");
extern char *upcr_near_from(upcr_pts_t base, upcr_pts_t p) __asm__("upcr_out_near_from");
extern signed char upcr_get_at_i8(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_i8") __attribute__((leaf));
extern unsigned char upcr_get_at_u8(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_u8") __attribute__((leaf));
extern short upcr_get_at_i16(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_i16") __attribute__((leaf));
extern unsigned short upcr_get_at_u16(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_u16") __attribute__((leaf));
extern int upcr_get_at_i32(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_i32") __attribute__((leaf));
extern unsigned int upcr_get_at_u32(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_u32") __attribute__((leaf));
extern long upcr_get_at_i64(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_i64") __attribute__((leaf));
extern unsigned long upcr_get_at_u64(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_u64") __attribute__((leaf));
extern long long upcr_get_at_ll(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_ll") __attribute__((leaf));
extern unsigned long long upcr_get_at_ull(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_ull") __attribute__((leaf));
extern _Bool upcr_get_at_b(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_b") __attribute__((leaf));
extern float upcr_get_at_f32(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_f32") __attribute__((leaf));
extern double upcr_get_at_f64(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_f64") __attribute__((leaf));
extern long double upcr_get_at_ld(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_ld") __attribute__((leaf));
extern void *upcr_get_at_ptr(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_ptr") __attribute__((leaf));
extern upcr_ppts_t upcr_get_at_pp(char *at,
    upcr_pts_t p) __asm__("upcr_out_get_at_pp") __attribute__((leaf));
extern signed char upcr_put_at_i8(char *at, upcr_pts_t p,
    signed char value) __asm__("upcr_out_put_at_i8") __attribute__((leaf));
extern unsigned char upcr_put_at_u8(char *at, upcr_pts_t p,
    unsigned char value) __asm__("upcr_out_put_at_u8") __attribute__((leaf));
extern short upcr_put_at_i16(char *at, upcr_pts_t p,
    short value) __asm__("upcr_out_put_at_i16") __attribute__((leaf));
extern unsigned short upcr_put_at_u16(char *at, upcr_pts_t p,
    unsigned short value) __asm__("upcr_out_put_at_u16") __attribute__((leaf));
extern int upcr_put_at_i32(char *at, upcr_pts_t p,
    int value) __asm__("upcr_out_put_at_i32") __attribute__((leaf));
extern unsigned int upcr_put_at_u32(char *at, upcr_pts_t p,
    unsigned int value) __asm__("upcr_out_put_at_u32") __attribute__((leaf));
extern long upcr_put_at_i64(char *at, upcr_pts_t p,
    long value) __asm__("upcr_out_put_at_i64") __attribute__((leaf));
extern unsigned long upcr_put_at_u64(char *at, upcr_pts_t p,
    unsigned long value) __asm__("upcr_out_put_at_u64") __attribute__((leaf));
extern long long upcr_put_at_ll(char *at, upcr_pts_t p,
    long long value) __asm__("upcr_out_put_at_ll") __attribute__((leaf));
extern unsigned long long upcr_put_at_ull(char *at, upcr_pts_t p,
    unsigned long long value) __asm__("upcr_out_put_at_ull") __attribute__((leaf));
extern _Bool upcr_put_at_b(char *at, upcr_pts_t p,
    _Bool value) __asm__("upcr_out_put_at_b") __attribute__((leaf));
extern float upcr_put_at_f32(char *at, upcr_pts_t p,
    float value) __asm__("upcr_out_put_at_f32") __attribute__((leaf));
extern double upcr_put_at_f64(char *at, upcr_pts_t p,
    double value) __asm__("upcr_out_put_at_f64") __attribute__((leaf));
extern long double upcr_put_at_ld(char *at, upcr_pts_t p,
    long double value) __asm__("upcr_out_put_at_ld") __attribute__((leaf));
extern void *upcr_put_at_ptr(char *at, upcr_pts_t p,
    void *value) __asm__("upcr_out_put_at_ptr") __attribute__((leaf));
extern upcr_ppts_t upcr_put_at_pp(char *at, upcr_pts_t p,
    upcr_ppts_t value) __asm__("upcr_out_put_at_pp") __attribute__((leaf));
extern void upcr_getbs(void *dst, upcr_pts_t src, unsigned long n) __asm__("upcr_out_getbs");
extern void upcr_putbs(upcr_pts_t dst, const void *src, unsigned long n) __asm__("upcr_out_putbs");
extern void upcr_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n) __asm__("upcr_out_copybs");
extern long upcr_column_of(long elem) __asm__("upcr_out_column_of") __attribute__((const));
extern int upcr_mine_i(long affinity) __asm__("upcr_out_mine_i");
extern int upcr_mine_u(unsigned long affinity) __asm__("upcr_out_mine_u");
extern int upcr_mine_p(upcr_pts_t affinity) __asm__("upcr_out_mine_p");
extern struct upcr_turns upcr_turns_same(int all,
    unsigned long thread) __asm__("upcr_out_turns_same");
extern struct upcr_turns upcr_turns_blocks(int all, unsigned long thread, unsigned long phase,
    unsigned long block, int backwards, unsigned long step) __asm__("upcr_out_turns_blocks");
extern int upcr_turns_meet(const struct upcr_turns *turns, upcr_ppts_t element, unsigned long block,
    unsigned long unit, int backwards) __asm__("upcr_out_turns_meet");
extern unsigned long upcr_turns_own(const struct upcr_turns *turns, unsigned long rest,
    unsigned long block) __asm__("upcr_out_turns_own");
extern unsigned long upcr_turns_reach(const struct upcr_turns *turns, unsigned long own,
    unsigned long block) __asm__("upcr_out_turns_reach");
extern struct upcr_forall upcr_forall_enter(void) __asm__("upcr_out_forall_enter");
extern int upcr_forall_open(void) __asm__("upcr_out_forall_open");
extern void upcr_forall_leave(struct upcr_forall *f) __asm__("upcr_out_forall_leave");
extern void upcr_fence(void) __asm__("upcr_out_fence");
extern void upcr_poll(void) __asm__("upcr_out_poll");
extern int upcr_links_enter(void) __asm__("upcr_out_links_enter");
extern void upcr_links_poll(int *left) __asm__("upcr_out_links_poll");
extern void upcr_links_leave(int *left) __asm__("upcr_out_links_leave");
extern void upcr_memcpy(upcr_ppts_t dst, upcr_ppts_t src,
    unsigned long n) __asm__("upcr_out_memcpy") __attribute__((leaf));
extern void upcr_memget(void *dst, upcr_ppts_t src,
    unsigned long n) __asm__("upcr_out_memget") __attribute__((leaf));
extern void upcr_memput(upcr_ppts_t dst, const void *src,
    unsigned long n) __asm__("upcr_out_memput") __attribute__((leaf));
extern void upcr_memset(upcr_ppts_t dst, int c,
    unsigned long n) __asm__("upcr_out_memset") __attribute__((leaf));
extern upcr_pts_t upcr_check_access(upcr_pts_t p, unsigned long n, unsigned long align, int kind,
    unsigned site, const char *file, int line) __asm__("upcr_out_check_access");
extern long upcr_check_index(long i, long count, int past, const char *array, const char *file,
    int line) __asm__("upcr_out_check_index");
extern void upcr_check_forall_test(void) __asm__("upcr_out_check_forall_test");
extern int upcr_check_mine_i(long affinity) __asm__("upcr_out_check_mine_i");
extern int upcr_check_mine_u(unsigned long affinity) __asm__("upcr_out_check_mine_u");
extern int upcr_check_mine_p(upcr_pts_t affinity) __asm__("upcr_out_check_mine_p");
extern struct upcr_site upcr_site_enter(const char *file, int line) __asm__("upcr_out_site_enter");
extern void upcr_site_leave(struct upcr_site *before) __asm__("upcr_out_site_leave");
#endif

#endif
