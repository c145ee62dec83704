/* SPDX-License-Identifier: Apache-2.0 */
/* Made from abi/upcr.toml by `make abi`: change that. The inline functions of the headers, out of
 * line: for code that is compiled without optimisation, and for accesses outside loops. */
#include <upcr/upcr.h>

/* clang-format off */
upcr_pts_t upcr_out_add1(upcr_pts_t p, long elems, unsigned long elem_size) { return upcr_add1(p,
    elems, elem_size); }
upcr_ppts_t upcr_out_addb(upcr_ppts_t p, long elems, unsigned long block_size,
    unsigned long elem_size) { return upcr_addb(p, elems, block_size, elem_size); }
upcr_pts_t upcr_out_addr(upcr_pts_t p, long bytes) { return upcr_addr(p, bytes); }
upcr_ppts_t upcr_out_addrb(upcr_ppts_t p, long bytes) { return upcr_addrb(p, bytes); }
upcr_pts_t upcr_out_step1(upcr_pts_t p, long elems, unsigned long elem_size) { return upcr_step1(p,
    elems, elem_size); }
upcr_ppts_t upcr_out_stepb(upcr_ppts_t p, long elems, unsigned long block_size,
    unsigned long elem_size) { return upcr_stepb(p, elems, block_size, elem_size); }
upcr_pts_t upcr_out_own1(upcr_pts_t start) { return upcr_own1(start); }
upcr_pts_t upcr_out_idx1(upcr_pts_t start, long elem,
    unsigned long elem_size) { return upcr_idx1(start, elem, elem_size); }
upcr_pts_t upcr_out_idxb(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) { return upcr_idxb(start, elem, block_size, elem_size); }
upcr_ppts_t upcr_out_ppidx(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) { return upcr_ppidx(start, elem, block_size, elem_size); }
long upcr_out_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) { return upcr_diff0(a, b,
    elem_size); }
long upcr_out_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) { return upcr_diff1(a, b,
    elem_size); }
long upcr_out_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size) { return upcr_diffb(a, b, block_size, elem_size); }
long upcr_out_order0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) { return upcr_order0(a, b,
    elem_size); }
long upcr_out_order1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) { return upcr_order1(a, b,
    elem_size); }
long upcr_out_orderb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
    unsigned long elem_size) { return upcr_orderb(a, b, block_size, elem_size); }
void *upcr_out_local(upcr_pts_t p) { return upcr_local(p); }
signed char upcr_out_get_i8(upcr_pts_t p) { return upcr_get_i8(p); }
unsigned char upcr_out_get_u8(upcr_pts_t p) { return upcr_get_u8(p); }
short upcr_out_get_i16(upcr_pts_t p) { return upcr_get_i16(p); }
unsigned short upcr_out_get_u16(upcr_pts_t p) { return upcr_get_u16(p); }
int upcr_out_get_i32(upcr_pts_t p) { return upcr_get_i32(p); }
unsigned int upcr_out_get_u32(upcr_pts_t p) { return upcr_get_u32(p); }
long upcr_out_get_i64(upcr_pts_t p) { return upcr_get_i64(p); }
unsigned long upcr_out_get_u64(upcr_pts_t p) { return upcr_get_u64(p); }
long long upcr_out_get_ll(upcr_pts_t p) { return upcr_get_ll(p); }
unsigned long long upcr_out_get_ull(upcr_pts_t p) { return upcr_get_ull(p); }
_Bool upcr_out_get_b(upcr_pts_t p) { return upcr_get_b(p); }
float upcr_out_get_f32(upcr_pts_t p) { return upcr_get_f32(p); }
double upcr_out_get_f64(upcr_pts_t p) { return upcr_get_f64(p); }
long double upcr_out_get_ld(upcr_pts_t p) { return upcr_get_ld(p); }
void *upcr_out_get_ptr(upcr_pts_t p) { return upcr_get_ptr(p); }
upcr_ppts_t upcr_out_get_pp(upcr_pts_t p) { return upcr_get_pp(p); }
signed char upcr_out_put_i8(upcr_pts_t p, signed char value) { return upcr_put_i8(p, value); }
unsigned char upcr_out_put_u8(upcr_pts_t p, unsigned char value) { return upcr_put_u8(p, value); }
short upcr_out_put_i16(upcr_pts_t p, short value) { return upcr_put_i16(p, value); }
unsigned short upcr_out_put_u16(upcr_pts_t p, unsigned short value) { return upcr_put_u16(p,
    value); }
int upcr_out_put_i32(upcr_pts_t p, int value) { return upcr_put_i32(p, value); }
unsigned int upcr_out_put_u32(upcr_pts_t p, unsigned int value) { return upcr_put_u32(p, value); }
long upcr_out_put_i64(upcr_pts_t p, long value) { return upcr_put_i64(p, value); }
unsigned long upcr_out_put_u64(upcr_pts_t p, unsigned long value) { return upcr_put_u64(p, value); }
long long upcr_out_put_ll(upcr_pts_t p, long long value) { return upcr_put_ll(p, value); }
unsigned long long upcr_out_put_ull(upcr_pts_t p, unsigned long long value) { return upcr_put_ull(p,
    value); }
_Bool upcr_out_put_b(upcr_pts_t p, _Bool value) { return upcr_put_b(p, value); }
float upcr_out_put_f32(upcr_pts_t p, float value) { return upcr_put_f32(p, value); }
double upcr_out_put_f64(upcr_pts_t p, double value) { return upcr_put_f64(p, value); }
long double upcr_out_put_ld(upcr_pts_t p, long double value) { return upcr_put_ld(p, value); }
void *upcr_out_put_ptr(upcr_pts_t p, void *value) { return upcr_put_ptr(p, value); }
upcr_ppts_t upcr_out_put_pp(upcr_pts_t p, upcr_ppts_t value) { return upcr_put_pp(p, value); }
void upcr_out_get_object(void *dst, upcr_pts_t src, unsigned long n) { upcr_get_object(dst, src,
    n); }
void upcr_out_putb(upcr_pts_t dst, const void *src, unsigned long n) { upcr_putb(dst, src, n); }
void upcr_out_copyb(upcr_pts_t dst, upcr_pts_t src, unsigned long n) { upcr_copyb(dst, src, n); }
signed char upcr_out_gets_i8(upcr_pts_t p) { return upcr_gets_i8(p); }
unsigned char upcr_out_gets_u8(upcr_pts_t p) { return upcr_gets_u8(p); }
short upcr_out_gets_i16(upcr_pts_t p) { return upcr_gets_i16(p); }
unsigned short upcr_out_gets_u16(upcr_pts_t p) { return upcr_gets_u16(p); }
int upcr_out_gets_i32(upcr_pts_t p) { return upcr_gets_i32(p); }
unsigned int upcr_out_gets_u32(upcr_pts_t p) { return upcr_gets_u32(p); }
long upcr_out_gets_i64(upcr_pts_t p) { return upcr_gets_i64(p); }
unsigned long upcr_out_gets_u64(upcr_pts_t p) { return upcr_gets_u64(p); }
long long upcr_out_gets_ll(upcr_pts_t p) { return upcr_gets_ll(p); }
unsigned long long upcr_out_gets_ull(upcr_pts_t p) { return upcr_gets_ull(p); }
_Bool upcr_out_gets_b(upcr_pts_t p) { return upcr_gets_b(p); }
float upcr_out_gets_f32(upcr_pts_t p) { return upcr_gets_f32(p); }
double upcr_out_gets_f64(upcr_pts_t p) { return upcr_gets_f64(p); }
long double upcr_out_gets_ld(upcr_pts_t p) { return upcr_gets_ld(p); }
void *upcr_out_gets_ptr(upcr_pts_t p) { return upcr_gets_ptr(p); }
upcr_ppts_t upcr_out_gets_pp(upcr_pts_t p) { return upcr_gets_pp(p); }
signed char upcr_out_puts_i8(upcr_pts_t p, signed char value) { return upcr_puts_i8(p, value); }
unsigned char upcr_out_puts_u8(upcr_pts_t p, unsigned char value) { return upcr_puts_u8(p, value); }
short upcr_out_puts_i16(upcr_pts_t p, short value) { return upcr_puts_i16(p, value); }
unsigned short upcr_out_puts_u16(upcr_pts_t p, unsigned short value) { return upcr_puts_u16(p,
    value); }
int upcr_out_puts_i32(upcr_pts_t p, int value) { return upcr_puts_i32(p, value); }
unsigned int upcr_out_puts_u32(upcr_pts_t p, unsigned int value) { return upcr_puts_u32(p, value); }
long upcr_out_puts_i64(upcr_pts_t p, long value) { return upcr_puts_i64(p, value); }
unsigned long upcr_out_puts_u64(upcr_pts_t p, unsigned long value) { return upcr_puts_u64(p,
    value); }
long long upcr_out_puts_ll(upcr_pts_t p, long long value) { return upcr_puts_ll(p, value); }
unsigned long long upcr_out_puts_ull(upcr_pts_t p,
    unsigned long long value) { return upcr_puts_ull(p, value); }
_Bool upcr_out_puts_b(upcr_pts_t p, _Bool value) { return upcr_puts_b(p, value); }
float upcr_out_puts_f32(upcr_pts_t p, float value) { return upcr_puts_f32(p, value); }
double upcr_out_puts_f64(upcr_pts_t p, double value) { return upcr_puts_f64(p, value); }
long double upcr_out_puts_ld(upcr_pts_t p, long double value) { return upcr_puts_ld(p, value); }
void *upcr_out_puts_ptr(upcr_pts_t p, void *value) { return upcr_puts_ptr(p, value); }
upcr_ppts_t upcr_out_puts_pp(upcr_pts_t p, upcr_ppts_t value) { return upcr_puts_pp(p, value); }
char *upcr_out_near(upcr_pts_t p) { return upcr_near(p); }
char *upcr_out_near_own1(upcr_pts_t start) { return upcr_near_own1(start); }
char *upcr_out_near_row(upcr_pts_t p) { return upcr_near_row(p); }
long upcr_out_column(long elems, unsigned long block) { return upcr_column(elems, block); }
unsigned long upcr_out_run_quotient(unsigned long n, long value, long divisor,
    long step) { return upcr_run_quotient(n, value, divisor, step); }
int upcr_out_all_near(void) { return upcr_all_near(); }
char *upcr_out_near_idx1(upcr_pts_t start, long elem,
    unsigned long elem_size) { return upcr_near_idx1(start, elem, elem_size); }
char *upcr_out_near_idxb(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) { return upcr_near_idxb(start, elem, block_size, elem_size); }
struct upcr_cursor upcr_out_cursor_at(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) { return upcr_cursor_at(start, elem, block_size, elem_size); }
char *upcr_out_cursor_next(struct upcr_cursor *cursor, unsigned long elems,
    unsigned long block_size, unsigned long elem_size) { return upcr_cursor_next(cursor, elems,
    block_size, elem_size); }
char *upcr_out_near_idxr(upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size) { return upcr_near_idxr(start, elem, block_size, elem_size); }
char *upcr_out_near_byte(upcr_pts_t p) { return upcr_near_byte(p); }
char *upcr_out_near_add1(upcr_pts_t p, long elems,
    unsigned long elem_size) { return upcr_near_add1(p, elems, elem_size); }
unsigned long upcr_out_run(char **at, upcr_ppts_t p, unsigned long block, unsigned long low,
    unsigned long high, long elems, unsigned long iterations) { return upcr_run(at, p, block, low,
    high, elems, iterations); }
unsigned long upcr_out_run0(char **at, upcr_pts_t p,
    unsigned long iterations) { return upcr_run0(at, p, iterations); }
unsigned long upcr_out_run_round(char **at, upcr_pts_t *first, upcr_pts_t p, int threads,
    long elems, unsigned long elem_size, unsigned long iterations) { return upcr_run_round(at,
    first, p, threads, elems, elem_size, iterations); }
unsigned long upcr_out_run_any(char **at, upcr_ppts_t p, unsigned long block, unsigned long low,
    unsigned long high, long elems, unsigned long iterations) { return upcr_run_any(at, p, block,
    low, high, elems, iterations); }
unsigned long upcr_out_run_idxb(char **at, upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size, unsigned long low, unsigned long high, long elems,
    unsigned long iterations) { return upcr_run_idxb(at, start, elem, block_size, elem_size, low,
    high, elems, iterations); }
unsigned long upcr_out_run_idxr(char **at, upcr_pts_t start, long elem, unsigned long block_size,
    unsigned long elem_size, unsigned long low, unsigned long high, long elems,
    unsigned long iterations) { return upcr_run_idxr(at, start, elem, block_size, elem_size, low,
    high, elems, iterations); }
unsigned long upcr_out_run0_any(char **at, upcr_pts_t p,
    unsigned long iterations) { return upcr_run0_any(at, p, iterations); }
void upcr_out_reread(void) { upcr_reread(); }
char *upcr_out_near_in(upcr_pts_t object, upcr_pts_t p) { return upcr_near_in(object, p); }
char *upcr_out_near_from(upcr_pts_t base, upcr_pts_t p) { return upcr_near_from(base, p); }
signed char upcr_out_get_at_i8(char *at, upcr_pts_t p) { return upcr_get_at_i8(at, p); }
unsigned char upcr_out_get_at_u8(char *at, upcr_pts_t p) { return upcr_get_at_u8(at, p); }
short upcr_out_get_at_i16(char *at, upcr_pts_t p) { return upcr_get_at_i16(at, p); }
unsigned short upcr_out_get_at_u16(char *at, upcr_pts_t p) { return upcr_get_at_u16(at, p); }
int upcr_out_get_at_i32(char *at, upcr_pts_t p) { return upcr_get_at_i32(at, p); }
unsigned int upcr_out_get_at_u32(char *at, upcr_pts_t p) { return upcr_get_at_u32(at, p); }
long upcr_out_get_at_i64(char *at, upcr_pts_t p) { return upcr_get_at_i64(at, p); }
unsigned long upcr_out_get_at_u64(char *at, upcr_pts_t p) { return upcr_get_at_u64(at, p); }
long long upcr_out_get_at_ll(char *at, upcr_pts_t p) { return upcr_get_at_ll(at, p); }
unsigned long long upcr_out_get_at_ull(char *at, upcr_pts_t p) { return upcr_get_at_ull(at, p); }
_Bool upcr_out_get_at_b(char *at, upcr_pts_t p) { return upcr_get_at_b(at, p); }
float upcr_out_get_at_f32(char *at, upcr_pts_t p) { return upcr_get_at_f32(at, p); }
double upcr_out_get_at_f64(char *at, upcr_pts_t p) { return upcr_get_at_f64(at, p); }
long double upcr_out_get_at_ld(char *at, upcr_pts_t p) { return upcr_get_at_ld(at, p); }
void *upcr_out_get_at_ptr(char *at, upcr_pts_t p) { return upcr_get_at_ptr(at, p); }
upcr_ppts_t upcr_out_get_at_pp(char *at, upcr_pts_t p) { return upcr_get_at_pp(at, p); }
signed char upcr_out_put_at_i8(char *at, upcr_pts_t p,
    signed char value) { return upcr_put_at_i8(at, p, value); }
unsigned char upcr_out_put_at_u8(char *at, upcr_pts_t p,
    unsigned char value) { return upcr_put_at_u8(at, p, value); }
short upcr_out_put_at_i16(char *at, upcr_pts_t p, short value) { return upcr_put_at_i16(at, p,
    value); }
unsigned short upcr_out_put_at_u16(char *at, upcr_pts_t p,
    unsigned short value) { return upcr_put_at_u16(at, p, value); }
int upcr_out_put_at_i32(char *at, upcr_pts_t p, int value) { return upcr_put_at_i32(at, p, value); }
unsigned int upcr_out_put_at_u32(char *at, upcr_pts_t p,
    unsigned int value) { return upcr_put_at_u32(at, p, value); }
long upcr_out_put_at_i64(char *at, upcr_pts_t p, long value) { return upcr_put_at_i64(at, p,
    value); }
unsigned long upcr_out_put_at_u64(char *at, upcr_pts_t p,
    unsigned long value) { return upcr_put_at_u64(at, p, value); }
long long upcr_out_put_at_ll(char *at, upcr_pts_t p, long long value) { return upcr_put_at_ll(at, p,
    value); }
unsigned long long upcr_out_put_at_ull(char *at, upcr_pts_t p,
    unsigned long long value) { return upcr_put_at_ull(at, p, value); }
_Bool upcr_out_put_at_b(char *at, upcr_pts_t p, _Bool value) { return upcr_put_at_b(at, p, value); }
float upcr_out_put_at_f32(char *at, upcr_pts_t p, float value) { return upcr_put_at_f32(at, p,
    value); }
double upcr_out_put_at_f64(char *at, upcr_pts_t p, double value) { return upcr_put_at_f64(at, p,
    value); }
long double upcr_out_put_at_ld(char *at, upcr_pts_t p,
    long double value) { return upcr_put_at_ld(at, p, value); }
void *upcr_out_put_at_ptr(char *at, upcr_pts_t p, void *value) { return upcr_put_at_ptr(at, p,
    value); }
upcr_ppts_t upcr_out_put_at_pp(char *at, upcr_pts_t p,
    upcr_ppts_t value) { return upcr_put_at_pp(at, p, value); }
void upcr_out_getbs(void *dst, upcr_pts_t src, unsigned long n) { upcr_getbs(dst, src, n); }
void upcr_out_putbs(upcr_pts_t dst, const void *src, unsigned long n) { upcr_putbs(dst, src, n); }
void upcr_out_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n) { upcr_copybs(dst, src, n); }
long upcr_out_column_of(long elem) { return upcr_column_of(elem); }
int upcr_out_mine_i(long affinity) { return upcr_mine_i(affinity); }
int upcr_out_mine_u(unsigned long affinity) { return upcr_mine_u(affinity); }
int upcr_out_mine_p(upcr_pts_t affinity) { return upcr_mine_p(affinity); }
struct upcr_turns upcr_out_turns_same(int all, unsigned long thread) { return upcr_turns_same(all,
    thread); }
struct upcr_turns upcr_out_turns_blocks(int all, unsigned long thread, unsigned long phase,
    unsigned long block, int backwards, unsigned long step) { return upcr_turns_blocks(all, thread,
    phase, block, backwards, step); }
int upcr_out_turns_meet(const struct upcr_turns *turns, upcr_ppts_t element, unsigned long block,
    unsigned long unit, int backwards) { return upcr_turns_meet(turns, element, block, unit,
    backwards); }
unsigned long upcr_out_turns_own(const struct upcr_turns *turns, unsigned long rest,
    unsigned long block) { return upcr_turns_own(turns, rest, block); }
unsigned long upcr_out_turns_reach(const struct upcr_turns *turns, unsigned long own,
    unsigned long block) { return upcr_turns_reach(turns, own, block); }
struct upcr_forall upcr_out_forall_enter(void) { return upcr_forall_enter(); }
int upcr_out_forall_open(void) { return upcr_forall_open(); }
void upcr_out_forall_leave(struct upcr_forall *f) { upcr_forall_leave(f); }
void upcr_out_fence(void) { upcr_fence(); }
void upcr_out_poll(void) { upcr_poll(); }
int upcr_out_links_enter(void) { return upcr_links_enter(); }
void upcr_out_links_poll(int *left) { upcr_links_poll(left); }
void upcr_out_links_leave(int *left) { upcr_links_leave(left); }
void upcr_out_memcpy(upcr_ppts_t dst, upcr_ppts_t src, unsigned long n) { upcr_memcpy(dst, src,
    n); }
void upcr_out_memget(void *dst, upcr_ppts_t src, unsigned long n) { upcr_memget(dst, src, n); }
void upcr_out_memput(upcr_ppts_t dst, const void *src, unsigned long n) { upcr_memput(dst, src,
    n); }
void upcr_out_memset(upcr_ppts_t dst, int c, unsigned long n) { upcr_memset(dst, c, n); }
upcr_pts_t upcr_out_check_access(upcr_pts_t p, unsigned long n, unsigned long align, int kind,
    unsigned site, const char *file, int line) { return upcr_check_access(p, n, align, kind, site,
    file, line); }
long upcr_out_check_index(long i, long count, int past, const char *array, const char *file,
    int line) { return upcr_check_index(i, count, past, array, file, line); }
void upcr_out_check_forall_test(void) { upcr_check_forall_test(); }
int upcr_out_check_mine_i(long affinity) { return upcr_check_mine_i(affinity); }
int upcr_out_check_mine_u(unsigned long affinity) { return upcr_check_mine_u(affinity); }
int upcr_out_check_mine_p(upcr_pts_t affinity) { return upcr_check_mine_p(affinity); }
struct upcr_site upcr_out_site_enter(const char *file, int line) { return upcr_site_enter(file,
    line); }
void upcr_out_site_leave(struct upcr_site *before) { upcr_site_leave(before); }
