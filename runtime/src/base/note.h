/* SPDX-License-Identifier: Apache-2.0 */
/* The notes that upcc leaves in an executable (docs/abi.md section 6), and the identity of a
 * build. */
#ifndef UPCR_BASE_NOTE_H
#define UPCR_BASE_NOTE_H

#include <stddef.h>

/* All notes of the executable taken together. */
struct upcr_note {
  int units;    /* notes found; 0: not linked by upcc */
  int upc;      /* units that have UPC constructs */
  int checked;  /* those of them that are compiled with run-time checks */
  int threads;  /* static THREADS, 0: dynamic */
  int pthreads; /* pthreads per process asked for at link, 0: not given */
  size_t heap;  /* bytes of shared heap per thread asked for at link, 0: not given */
};

/* Reads the notes of the running executable from its mapped program headers. */
void upcr_note_read(struct upcr_note *note);

/* True if upcc linked the program and nothing in it is UPC. */
static inline int upcr_note_is_plain_c(const struct upcr_note *note) {
  return note->units > 0 && !note->upc && note->threads == 0;
}

/* Adds the notes in one PT_NOTE segment, data[n] with alignment align (4 or 8). */
void upcr_note_scan(struct upcr_note *note, const char *data, size_t n, size_t align);

enum { UPCR_PROGRAM_ID = 80 };

/* Writes a word that identifies the running executable: "build-id:" and the linker's build id or,
 * without one, "checksum:" and a checksum of the read-only segments. */
void upcr_program_id(char text[UPCR_PROGRAM_ID]);

#endif
