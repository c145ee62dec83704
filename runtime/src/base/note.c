/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "note.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_TYPE_UNIT = 1 };
static const char owner[] = "UPC";

static const char *value_of(const char *entry, const char *key) {
  size_t n = strlen(key);
  return strncmp(entry, key, n) == 0 && entry[n] == '=' ? entry + n + 1 : 0;
}

/* What counts for a whole unit. */
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

void upcr_note_each(const char *data, size_t n, size_t align, upcr_note_visit *visit, void *arg) {
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
  upcr_note_each(data, n, align, add_if_ours, note);
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
