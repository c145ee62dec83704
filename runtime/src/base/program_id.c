/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "program_id.h"

#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "note.h"

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

/* FNV-1a over code and constants. What relocation changes lies in writable segments. */
static uint64_t checksum(const struct dl_phdr_info *info) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) || segment->p_flags & PF_W)
      continue;
    for (size_t at = 0; at < segment->p_filesz; at++)
      sum = (sum ^ (unsigned char)start_of(info, segment)[at]) * UINT64_C(0x100000001b3);
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
      upcr_note_each(start_of(info, segment), segment->p_memsz, segment->p_align, take_build_id,
                     text);
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
