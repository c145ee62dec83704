/* SPDX-License-Identifier: Apache-2.0 */
#include "slots.h"

#include <stdbool.h>

#include "image.h"
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

uint64_t upcr_large_private_bytes(void) { return slot_value(&priv_stop) - slot_value(&priv_start); }

void upcr_run_start_records(void) {
  for (start_record *const *record = __start_upcr_init; record < __stop_upcr_init; record++)
    (*record)();
  upcr_images_done();
}
