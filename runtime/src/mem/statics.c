/* SPDX-License-Identifier: Apache-2.0 */
#include "statics.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"
#include "segment.h"

/* The bounds of the non-allocated sections have the values of symbols in them: link-time distances,
 * to which the linker adds the load address in a slot, as it does for the program's own. They are
 * weak: a program without shared data has no such sections, and then all four slots are 0. The
 * slots carry a name, so that the sections exist. */
__asm__(".weak __start_upcr_shared\n\t.weak __stop_upcr_shared\n\t.weak __start_upcr_priv\n\t.weak "
        "__stop_upcr_priv\n"
        "\t.pushsection upcr_slot,\"aw\",%progbits\n\t.balign 8\n"
        "__upcr_slot_shared_start:\t.quad __start_upcr_shared\n"
        "__upcr_slot_shared_stop:\t.quad __stop_upcr_shared\n\t.popsection\n"
        "\t.pushsection upcr_pslot,\"aw\",%progbits\n\t.balign 8\n"
        "__upcr_slot_priv_start:\t.quad __start_upcr_priv\n"
        "__upcr_slot_priv_stop:\t.quad __stop_upcr_priv\n\t.popsection");

#define HIDDEN __attribute__((visibility("hidden")))
extern uint64_t shared_start __asm__("__upcr_slot_shared_start") HIDDEN;
extern uint64_t shared_stop __asm__("__upcr_slot_shared_stop") HIDDEN;
extern uint64_t priv_start __asm__("__upcr_slot_priv_start") HIDDEN;
extern uint64_t priv_stop __asm__("__upcr_slot_priv_stop") HIDDEN;
extern uint64_t __start_upcr_slot[] HIDDEN, __stop_upcr_slot[] HIDDEN;
extern uint64_t __start_upcr_pslot[] HIDDEN, __stop_upcr_pslot[] HIDDEN;

typedef void start_record(void);
extern start_record *const __start_upcr_init[] __attribute__((weak)) HIDDEN;
extern start_record *const __stop_upcr_init[] __attribute__((weak)) HIDDEN;

/* Subtracts the section's start from each slot and adds `base`; the start's own slot becomes
 * `base`. */
static void rebase(uint64_t *first, uint64_t *end, uint64_t start, uint64_t base) {
  for (uint64_t *slot = first; slot < end; slot++)
    *slot = *slot - start + base;
}

static uint64_t linked_start; /* what shared_start was before */

void upcr_slots_rebase(void) {
  static bool done;
  if (done)
    return;
  done = true;
  linked_start = shared_start;
  rebase(__start_upcr_slot, __stop_upcr_slot, shared_start, UPCR_STATIC_BASE);
  rebase(__start_upcr_pslot, __stop_upcr_pslot, priv_start, 0);
}

uint64_t upcr_static_offset(uint64_t symbol) { return symbol - linked_start + UPCR_STATIC_BASE; }

/* The slots change behind the compiler's back: read them anew. */
static uint64_t slot_value(const volatile uint64_t *slot) { return *slot; }

uint64_t upcr_static_shared_bytes(void) {
  return slot_value(&shared_stop) - slot_value(&shared_start);
}

const volatile uint64_t *upcr_static_slots(size_t *count) {
  *count = (size_t)(__stop_upcr_slot - __start_upcr_slot);
  return __start_upcr_slot;
}

uint64_t upcr_large_private_bytes(void) { return slot_value(&priv_stop) - slot_value(&priv_start); }

/* Initial values of large statics. Whole pages of the executable are mapped over each thread's
 * object, copy-on-write: pages that a thread does not write stay in the page cache, which all
 * threads and jobs share. Pages with addresses that the dynamic loader relocated are copied from
 * the image in memory. */

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

static void close_executable(void) {
  if (executable >= 0)
    close(executable);
  executable = NOT_TRIED;
}

void upcr_run_start_records(void) {
  for (start_record *const *record = __start_upcr_init; record < __stop_upcr_init; record++)
    (*record)();
  close_executable();
}

/* A counter: implies no memory ordering. */
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
