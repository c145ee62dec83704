/* SPDX-License-Identifier: Apache-2.0 */
/* The executable holds an initial value once. Its whole pages are mapped over each thread's object,
 * copy-on-write: what a thread does not write stays the file's, in the page cache that all threads
 * and jobs share. Pages with addresses that the dynamic loader relocated are copied from the image
 * in memory. */
#include "image.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/atomics.h"
#include <upcr/upcr.h>
#include "executable.h"

enum {
  LEAST_MAPPED = 64 << 10, /* bytes; below, a copy is cheaper than a mapping */
  MAPPINGS_MAX = 16384     /* that a process makes here, of the 65530 that it may have */
};
enum { NOT_TRIED = -1, FAILED = -2 };

static UPCR_PER_THREAD int executable = NOT_TRIED;

static int open_executable(void) {
  if (executable == NOT_TRIED && (executable = upcr_executable_open()) < 0)
    executable = FAILED;
  return executable;
}

void upcr_images_done(void) {
  if (executable >= 0)
    close(executable);
  executable = NOT_TRIED;
}

/* Counts only, orders nothing. */
static int may_map(void) {
  static _Atomic int mappings;
  return atomic_load_explicit(&mappings, memory_order_relaxed) < MAPPINGS_MAX &&
         atomic_fetch_add_explicit(&mappings, 1, memory_order_relaxed) < MAPPINGS_MAX;
}

static void copy_relocated(char *object, const char *image, size_t bytes) {
  size_t page = upcr_page_bytes();
  for (size_t done = 0; done < bytes; done += page)
    if (upcr_executable_is_relocated(image + done))
      memcpy(object + done, image + done, page);
}

/* Whole pages of both. */
static void set_pages(char *object, const char *image, size_t bytes, off_t offset) {
  if (open_executable() < 0 || !may_map() ||
      mmap(object, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
           executable, offset) == MAP_FAILED)
    memcpy(object, image, bytes);
  else
    copy_relocated(object, image, bytes);
}

/* Do the pages of object and image lie alike, as those of the file do? */
static int can_map(const char *object, const char *image, size_t bytes, off_t offset) {
  size_t page = upcr_page_bytes();
  return bytes >= LEAST_MAPPED && bytes >= 2 * page &&
         ((uintptr_t)object - (uintptr_t)image) % page == 0 &&
         ((uintptr_t)image - (uintptr_t)offset) % page == 0;
}

void upcr_init_private(void *object, const void *image, unsigned long bytes) {
  char *to = object;
  const char *from = image;
  off_t offset = 0;
  enum upcr_origin origin = upcr_executable_origin(image, &offset);
  if (origin == UPCR_ORIGIN_ZERO)
    return; /* and so is the object */
  if (origin != UPCR_ORIGIN_FILE || !can_map(to, from, bytes, offset)) {
    memcpy(to, from, bytes);
    return;
  }
  size_t page = upcr_page_bytes(), head = -(uintptr_t)to % page, tail = (bytes - head) % page;
  size_t whole = bytes - head - tail;
  memcpy(to, from, head);
  set_pages(to + head, from + head, whole, offset + (off_t)head);
  memcpy(to + head + whole, from + head + whole, tail);
}
