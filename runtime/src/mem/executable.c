/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "statics.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* C libraries of before 2022 have no names for them. */
enum { RELR_BYTES_TAG = 35, RELR_TAG = 36 };

enum { WORD = sizeof(uintptr_t), WORD_BITS = 8 * WORD, DESCRIPTOR_BYTES = 16 };

/* Read once, constant from then on. */
static struct {
  uintptr_t base; /* the load bias of the file's addresses */
  const ElfW(Phdr) * segment;
  int segments;
  size_t page;              /* bytes */
  uintptr_t first_page;     /* number of the first page that the file holds */
  size_t pages;             /* from there to the last, 0: the relocations cannot be read */
  unsigned char *relocated; /* [pages] bits */
} program;

/* Where a static executable, which has no dynamic section, keeps the relocations of indirect
 * functions. */
extern const ElfW(Rela) __rela_iplt_start[] __attribute__((weak, visibility("hidden")));
extern const ElfW(Rela) __rela_iplt_end[] __attribute__((weak, visibility("hidden")));

static int take_program(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  program.base = info->dlpi_addr;
  program.segment = info->dlpi_phdr;
  program.segments = info->dlpi_phnum;
  return 1; /* the executable comes first */
}

static uintptr_t start_of(const ElfW(Phdr) * segment) { return program.base + segment->p_vaddr; }

static void find_pages(void) {
  uintptr_t first = UINTPTR_MAX, last = 0;
  for (int i = 0; i < program.segments; i++) {
    const ElfW(Phdr) *s = &program.segment[i];
    if (s->p_type != PT_LOAD || s->p_filesz == 0)
      continue;
    uintptr_t from = start_of(s) / program.page,
              to = (start_of(s) + s->p_filesz - 1) / program.page;
    first = from < first ? from : first;
    last = to > last ? to : last;
  }
  program.first_page = first;
  program.pages = first <= last ? last - first + 1 : 0;
}

static void mark_page(uintptr_t page) {
  size_t i = page - program.first_page;
  if (i < program.pages)
    program.relocated[i / 8] |= (unsigned char)(1 << i % 8);
}

/* Marks the page of a relocated word or descriptor. (A copy relocation changes no byte that the
 * file holds.) */
static void mark(uintptr_t address) {
  mark_page(address / program.page);
  mark_page((address + DESCRIPTOR_BYTES - 1) / program.page);
}

static void mark_rela(const ElfW(Rela) * rela, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof *rela; i++)
    mark(program.base + rela[i].r_offset);
}

/* Relative relocations in short: an even entry is an address, an odd one has bits for the words
 * that follow. */
static void mark_relr(const uintptr_t *relr, size_t bytes) {
  uintptr_t next = 0;
  for (size_t i = 0; i < bytes / WORD; i++) {
    if ((relr[i] & 1) == 0) {
      mark(program.base + relr[i]);
      next = program.base + relr[i] + WORD;
      continue;
    }
    for (unsigned bit = 1; bit < WORD_BITS; bit++)
      if (relr[i] >> bit & 1)
        mark(next + (bit - 1) * WORD);
    next += (uintptr_t)(WORD_BITS - 1) * WORD;
  }
}

/* Some loaders have added the base to the addresses in the dynamic section, some have not. */
static const void *in_memory(uintptr_t address) {
  return (const void *)(address < program.base ? program.base + address : address);
}

/* Returns -1 where relocations have a form that is not known here. */
static int mark_dynamic(const ElfW(Dyn) * dynamic) {
  uintptr_t value[DT_JMPREL > RELR_TAG ? DT_JMPREL + 1 : RELR_TAG + 1] = {0};
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    if (dynamic->d_tag > 0 && (size_t)dynamic->d_tag < sizeof value / sizeof *value)
      value[dynamic->d_tag] = dynamic->d_un.d_val;
  if (value[DT_REL])
    return -1;
  mark_rela(in_memory(value[DT_RELA]), value[DT_RELASZ]);
  mark_rela(in_memory(value[DT_JMPREL]), value[DT_PLTRELSZ]);
  mark_relr(in_memory(value[RELR_TAG]), value[RELR_BYTES_TAG]);
  return 0;
}

static int mark_relocations(void) {
  for (int i = 0; i < program.segments; i++)
    if (program.segment[i].p_type == PT_DYNAMIC)
      return mark_dynamic((const void *)start_of(&program.segment[i]));
  if (__rela_iplt_start)
    mark_rela(__rela_iplt_start,
              (size_t)((const char *)__rela_iplt_end - (const char *)__rela_iplt_start));
  return 0;
}

static void read_program(void) {
  dl_iterate_phdr(take_program, 0);
  program.page = (size_t)sysconf(_SC_PAGESIZE);
  find_pages();
  program.relocated = calloc(program.pages / 8 + 1, 1);
  if (!program.relocated || mark_relocations() != 0)
    program.pages = 0;
}

static void read_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_program);
}

size_t upcr_page_bytes(void) {
  read_once();
  return program.page;
}

enum upcr_origin upcr_executable_origin(const void *address, off_t *offset) {
  read_once();
  for (int i = 0; i < program.segments && program.pages; i++) {
    const ElfW(Phdr) *s = &program.segment[i];
    uintptr_t distance = (uintptr_t)address - start_of(s);
    if (s->p_type != PT_LOAD || distance >= s->p_memsz)
      continue;
    *offset = (off_t)(distance + s->p_offset);
    return distance < s->p_filesz ? UPCR_ORIGIN_FILE : UPCR_ORIGIN_ZERO;
  }
  return UPCR_ORIGIN_UNKNOWN;
}

bool upcr_executable_is_relocated(const void *page) {
  size_t i = (uintptr_t)page / program.page - program.first_page;
  return program.relocated[i / 8] >> i % 8 & 1;
}

/* The dynamic loader, called by name to run a program, is the process's executable to the kernel:
 * its headers differ. */
static bool is_program(int fd) {
  ElfW(Ehdr) header;
  size_t bytes = (size_t)program.segments * sizeof *program.segment;
  void *segments = malloc(bytes);
  bool same = segments && pread(fd, &header, sizeof header, 0) == sizeof header &&
              header.e_phnum == program.segments &&
              pread(fd, segments, bytes, (off_t)header.e_phoff) == (ssize_t)bytes &&
              memcmp(segments, program.segment, bytes) == 0;
  free(segments);
  return same;
}

/* /proc/self/exe is the running file, even after its name was removed or reused; a running
 * executable cannot be written. */
int upcr_executable_open(void) {
  read_once();
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && !is_program(fd)) {
    close(fd);
    fd = -1;
  }
  return fd;
}
