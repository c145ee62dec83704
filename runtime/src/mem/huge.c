/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "huge.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/size_parse.h"

#define POOLS "/sys/kernel/mm/hugepages"
#define TRANSPARENT "/sys/kernel/mm/transparent_hugepage/shmem_enabled"

enum { PAGE_SHIFT_IN_FLAGS = 26 }; /* MFD_HUGE_SHIFT */

void upcr_huge_refuse(struct upcr_huge *huge, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vsnprintf(huge->note, sizeof huge->note, fmt, args);
  va_end(args);
  huge->kind = UPCR_HUGE_NONE;
}

/* A number of the pool of pages of this size, -1: there is no such pool. */
static long pool_number(size_t page, const char *name) {
  char path[160];
  long value = -1;
  snprintf(path, sizeof path, POOLS "/hugepages-%zukB/%s", page >> 10, name);
  FILE *file = fopen(path, "re");
  if (!file)
    return -1;
  if (fscanf(file, "%ld", &value) != 1)
    value = -1;
  fclose(file);
  return value;
}

int upcr_huge_parse(struct upcr_huge *huge, const char *text, char *err, size_t errlen) {
  char why[200];
  *huge = (struct upcr_huge){.kind = UPCR_HUGE_NONE};
  if (!text || !*text || strcasecmp(text, "no") == 0 || strcasecmp(text, "none") == 0)
    return 0;
  if (strcasecmp(text, "transparent") == 0 || strcasecmp(text, "yes") == 0) {
    huge->kind = UPCR_HUGE_TRANSPARENT;
    return 0;
  }
  int bad = upcr_size_parse(text, 1 << 20, &huge->bytes, why, sizeof why);
  if (bad || huge->bytes < 65536 || (huge->bytes & (huge->bytes - 1))) {
    snprintf(err, errlen,
             "UPC_HUGE_PAGES (upcrun -huge-pages) is '%s': it must be no, transparent or a page "
             "size that the system has, "
             "such as 2M",
             text);
    return -1;
  }
  huge->kind = UPCR_HUGE_POOL;
  if (pool_number(huge->bytes, "nr_hugepages") < 0)
    upcr_huge_refuse(huge, "the system has no pages of %s (ls " POOLS ")", text);
  return 0;
}

size_t upcr_huge_pool_share(const struct upcr_huge *huge, size_t threads) {
  long unused = pool_number(huge->bytes, "free_hugepages"),
       promised = pool_number(huge->bytes, "resv_hugepages");
  return unused > promised && promised >= 0 ? (size_t)(unused - promised) / threads * huge->bytes
                                            : 0;
}

/* The chosen word of a line such as "always [advise] never". */
static void chosen_word(const char *path, char *out, size_t outlen) {
  char line[200] = "";
  FILE *file = fopen(path, "re");
  if (file && !fgets(line, sizeof line, file))
    line[0] = 0;
  if (file)
    fclose(file);
  char *word = strchr(line, '[');
  snprintf(out, outlen, "%.*s", word ? (int)strcspn(word + 1, "]") : 0, word ? word + 1 : "");
}

void upcr_huge_advise(struct upcr_huge *huge, void *start, size_t bytes) {
  char word[40];
  chosen_word(TRANSPARENT, word, sizeof word);
  if (strcmp(word, "never") == 0 || strcmp(word, "deny") == 0 || !*word)
    upcr_huge_refuse(huge, "%s is '%s': it must be advise or always", TRANSPARENT,
                     *word ? word : "(not there)");
  else if (madvise(start, bytes, MADV_HUGEPAGE) != 0)
    upcr_huge_refuse(huge, "madvise: %s", strerror(errno));
}

/* Takes the pages from the pool: a mapping of the whole file reserves them for whoever maps its
 * parts. */
static int reserve(struct upcr_huge *huge, size_t total, void **mapping) {
  unsigned flags =
      MFD_CLOEXEC | MFD_HUGETLB | (unsigned)__builtin_ctzl(huge->bytes) << PAGE_SHIFT_IN_FLAGS;
  int fd = memfd_create("upc-heap", flags);
  if (fd < 0)
    return -1;
  *mapping = MAP_FAILED;
  if (ftruncate(fd, (off_t)total) == 0)
    *mapping = mmap(0, total, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (*mapping != MAP_FAILED)
    return fd;
  int saved = errno;
  close(fd);
  errno = saved;
  return -1;
}

void upcr_huge_map_pool(struct upcr_huge *huge, char *first, size_t stride, size_t bytes,
                        size_t count) {
  void *mapping;
  int fd = reserve(huge, bytes * count, &mapping);
  if (fd < 0) {
    upcr_huge_refuse(huge, "%zu pages of %zu MB: %s (sysctl vm.nr_hugepages)",
                     bytes * count / huge->bytes, huge->bytes >> 20, strerror(errno));
    return;
  }
  for (size_t t = 0; t < count; t++)
    if (mmap(first + t * stride, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
             (off_t)(t * bytes)) == MAP_FAILED) {
      upcr_huge_refuse(huge, "mapping of the pages: %s; %zu of %zu heaps have them",
                       strerror(errno), t, count);
      break;
    }
  munmap(mapping, bytes * count);
  close(fd);
}
