/* SPDX-License-Identifier: Apache-2.0 */
/* Run-time checks of code compiled with upcc -g (docs/checks.md).
 *
 * The entry points of generated code are in abi/upcr.toml; the rest of the runtime uses these. */
#ifndef UPCR_CHECK_CHECK_H
#define UPCR_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <upcr/upcr.h>

/* Prepares the checks of a job with `checked` checked units among `units` that have UPC in them,
 * before its processes start and after upcr_job_create; nothing to do if none is. Returns 0, or -1
 * after writing why to err[errlen]. */
int upcr_check_create(int checked, int units, char *err, size_t errlen);

/* Once a process, before its threads start: sets the handlers of other nodes' requests. */
void upcr_check_start(void);

/* True if checked code has called the running function, which then checks its arguments. */
static inline bool upcr_check_on(void) { return __builtin_expect(upcr_now.file != 0, 0); }

/* Ends the job with a message unless n bytes at p, on one thread, are in one live object. `what`
 * begins the message, as in "upc_memget: read". n may be 0. */
void upcr_check_bytes(upcr_pts_t p, unsigned long n, const char *what);

/* The same, with the function that the program called and the kind of access. */
void upcr_check_bytes_of(const char *function, upcr_pts_t p, unsigned long n, const char *access);

/* The same if checked code calls. */
static inline void upcr_check_argument(const char *function, upcr_pts_t p, unsigned long n,
                                       const char *access) {
  if (upcr_check_on())
    upcr_check_bytes_of(function, p, n, access);
}

/* The number of bytes that a source of n bytes and a destination of m bytes share. */
static inline unsigned long upcr_check_overlap(upcr_pts_t src, unsigned long n, upcr_pts_t dst,
                                               unsigned long m) {
  if (n == 0 || m == 0 || upcr_thread(src) != upcr_thread(dst) || src + n <= dst || dst + m <= src)
    return 0;
  return (src + n < dst + m ? src + n : dst + m) - (src > dst ? src : dst);
}

/* "thread 2 (x.upc:7)", or "thread 2" if the place is not known (file 0). Returns text. */
enum { UPCR_WHO = 600 };
const char *upcr_check_who(int thread, struct upcr_site site, char text[UPCR_WHO]);

/* In a job with checks: notes that the block at p is freed; ends the job if p is not the start of a
 * live block. */
void upcr_check_free(upcr_pts_t p, const char *what);

#endif
