/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "note.h"

#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { NOTE_TYPE_UNIT = 1 };
static const char owner[] = "UPC";

static const char *value_of(const char *entry, const char *key) {
  size_t n = strlen(key);
  return strncmp(entry, key, n) == 0 && entry[n] == '=' ? entry + n + 1 : 0;
}

/* Properties of a whole unit. */
struct unit {
  int upc, checks;
};

static void add_entry(struct upcr_note *note, struct unit *unit, const char *entry) {
  const char *value;
  if ((value = value_of(entry, "upc")))
    unit->upc = atoi(value) != 0;
  else if ((value = value_of(entry, "checks")))
    unit->checks = atoi(value) != 0;
  else if ((value = value_of(entry, "threads")) && atoi(value) > 0)
    note->threads = atoi(value);
  else if ((value = value_of(entry, "pthreads")) && atoi(value) > 0)
    note->pthreads = atoi(value);
  else if ((value = value_of(entry, "heap")))
    note->heap = strtoul(value, 0, 10);
}

static void add_unit(struct upcr_note *note, const char *desc, size_t n) {
  struct unit unit = {0, 0};
  note->units++;
  while (n > 0) {
    size_t len = strnlen(desc, n);
    if (len == n)
      break; /* not terminated: not ours */
    add_entry(note, &unit, desc);
    desc += len + 1;
    n -= len + 1;
  }
  note->upc += unit.upc;
  note->checked += unit.upc && unit.checks;
}

/* Calls visit for each note in one PT_NOTE segment, data[n] with alignment align (4 or 8). `name`
 * is its owner, "" if that is no text. */
typedef void note_visit(unsigned type, const char *name, const char *desc, size_t n, void *arg);

static void each_note(const char *data, size_t n, size_t align, note_visit *visit, void *arg) {
  size_t mask = (align == 8 ? 8 : 4) - 1;
  while (n >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    memcpy(&head, data, sizeof head);
    size_t desc_at = (sizeof head + head.n_namesz + mask) & ~mask;
    size_t next = (desc_at + head.n_descsz + mask) & ~mask;
    if (desc_at > n || head.n_descsz > n - desc_at)
      return;
    const char *name = data + sizeof head;
    visit(head.n_type, head.n_namesz && !name[head.n_namesz - 1] ? name : "", data + desc_at,
          head.n_descsz, arg);
    if (next >= n)
      return;
    data += next;
    n -= next;
  }
}

static void add_if_ours(unsigned type, const char *name, const char *desc, size_t n, void *note) {
  if (type == NOTE_TYPE_UNIT && strcmp(name, owner) == 0)
    add_unit(note, desc, n);
}

void upcr_note_scan(struct upcr_note *note, const char *data, size_t n, size_t align) {
  each_note(data, n, align, add_if_ours, note);
}

static int scan_module(struct dl_phdr_info *info, size_t size, void *note) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_NOTE)
      upcr_note_scan(note, (const char *)(info->dlpi_addr + segment->p_vaddr), segment->p_memsz,
                     segment->p_align);
  }
  return 1; /* the first module is the executable: stop */
}

void upcr_note_read(struct upcr_note *note) {
  memset(note, 0, sizeof *note);
  dl_iterate_phdr(scan_module, note);
}

static void take_build_id(unsigned type, const char *owner, const char *bytes, size_t n,
                          void *arg) {
  char *text = arg;
  size_t length = strlen(text);
  if (type != NT_GNU_BUILD_ID || strcmp(owner, "GNU") != 0)
    return;
  for (size_t i = 0; i < n && length + 3 <= UPCR_PROGRAM_ID; i++, length += 2)
    snprintf(text + length, 3, "%02x", (unsigned char)bytes[i]);
}

static const char *start_of(const struct dl_phdr_info *info, const ElfW(Phdr) * segment) {
  return (const char *)(info->dlpi_addr + segment->p_vaddr);
}

/* Over code and constants. Relocation changes writable segments only. */
static uint64_t checksum(const struct dl_phdr_info *info) {
  uint64_t sum = UPCR_DIGEST_START;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) || segment->p_flags & PF_W)
      continue;
    sum = upcr_digest_bytes(sum, start_of(info, segment), segment->p_filesz);
  }
  return sum;
}

static int identify(struct dl_phdr_info *info, size_t size, void *arg) {
  char *text = arg;
  (void)size;
  snprintf(text, UPCR_PROGRAM_ID, "build-id:");
  size_t empty = strlen(text);
  for (int i = 0; i < info->dlpi_phnum && !text[empty]; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_NOTE)
      each_note(start_of(info, segment), segment->p_memsz, segment->p_align, take_build_id, text);
  }
  if (text[empty])
    return 1;
  snprintf(text, UPCR_PROGRAM_ID, "checksum:%016" PRIx64, checksum(info));
  return 1; /* the first module is the executable: stop */
}

void upcr_program_id(char text[UPCR_PROGRAM_ID]) {
  text[0] = 0;
  dl_iterate_phdr(identify, text);
}
