/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "backing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/system.h"
#include "../base/text.h"

#define SETTING "UPC_SHARED_MEMORY (upcrun -shared-memory)"
#define LESS "ask for less with upcrun -shared-heap or UPC_SHARED_HEAP_SIZE"
#define SHM_FOLDER "/dev/shm"

int upcr_backing_parse(struct upcr_backing *backing, const char *text, char *err, size_t errlen) {
  *backing = (struct upcr_backing){.kind = UPCR_BACKING_MEMFD};
  if (!text || !*text || strcmp(text, "memfd") == 0)
    return 0;
  if (strcmp(text, "posix") == 0)
    backing->kind = UPCR_BACKING_POSIX;
  else if (strcmp(text, "sysv") == 0)
    backing->kind = UPCR_BACKING_SYSV;
  else if (strncmp(text, "file:", 5) == 0 && text[5])
    *backing = (struct upcr_backing){.kind = UPCR_BACKING_FILE, .folder = text + 5};
  else
    return upcr_fail(err, errlen, SETTING " is '%s': it must be memfd, posix, sysv or file:FOLDER",
                     text);
  return 0;
}

static struct upcr_memory_limit room_in(const char *folder, const char *source) {
  struct statvfs room;
  if (statvfs(folder, &room) != 0)
    return (struct upcr_memory_limit){UINT64_MAX,
                                      source}; /* errors are reported when it is opened */
  return (struct upcr_memory_limit){(uint64_t)room.f_bavail * room.f_frsize, source};
}

/* A file size beyond RLIMIT_FSIZE is a signal, not an error. */
static uint64_t file_size_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur
                                                                                 : UINT64_MAX;
}

/* The limit of a kind that is a file in a folder. */
static struct upcr_memory_limit file_limit(const char *folder, const char *source) {
  struct upcr_memory_limit room = room_in(folder, source);
  uint64_t size = file_size_limit();
  if (size < room.bytes)
    return (struct upcr_memory_limit){
        size, "the limit of file sizes (ulimit -f; UPC_SHARED_MEMORY=memfd has none)"};
  return room;
}

static uint64_t kernel_number(const char *path) {
  unsigned long long value = ULLONG_MAX;
  FILE *file = fopen(path, "re");
  if (!file)
    return UINT64_MAX;
  if (fscanf(file, "%llu", &value) != 1)
    value = ULLONG_MAX;
  fclose(file);
  return value;
}

/* Half: the symmetric heap's tags are beside the segments. */
static struct upcr_memory_limit sysv_limit(void) {
  uint64_t most = kernel_number("/proc/sys/kernel/shmmax"),
           pages = kernel_number("/proc/sys/kernel/shmall"), all;
  if (!__builtin_mul_overflow(pages, (uint64_t)sysconf(_SC_PAGESIZE), &all) && all < most)
    most = all;
  return (struct upcr_memory_limit){most / 2, "half of what kernel.shmmax and kernel.shmall allow"};
}

struct upcr_memory_limit upcr_backing_limit(const struct upcr_backing *backing) {
  struct upcr_memory_limit machine = upcr_memory_limit(), own = {UINT64_MAX, ""};
  if (backing->kind == UPCR_BACKING_POSIX)
    own = file_limit(SHM_FOLDER,
                     "free space of " SHM_FOLDER " (UPC_SHARED_MEMORY=memfd does not need it)");
  else if (backing->kind == UPCR_BACKING_FILE)
    own = file_limit(backing->folder, "free space of the folder that UPC_SHARED_MEMORY names");
  else if (backing->kind == UPCR_BACKING_SYSV)
    own = sysv_limit();
  return own.bytes < machine.bytes ? own : machine;
}

/* Opens a file without a name; if the file system has no such files, one whose name is removed at
 * once. */
static int open_nameless(const char *folder) {
  char path[PATH_MAX];
  int fd = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
    return fd;
  if ((size_t)snprintf(path, sizeof path, "%s/upc-job-XXXXXX", folder) >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  fd = mkostemp(path, O_CLOEXEC);
  if (fd >= 0)
    unlink(path);
  return fd;
}

static int open_posix(void) {
  char name[64];
  snprintf(name, sizeof name, "/upc-job-%d", (int)getpid());
  int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0)
    shm_unlink(name);
  return fd;
}

static int size_file(int fd, size_t bytes) {
  if (file_size_limit() < bytes) {
    errno = EFBIG;
    return -1;
  }
  return ftruncate(fd, (off_t)bytes);
}

/* Allocates the first `bytes` now: a full file system would later be a SIGBUS. Continues if the
 * file system cannot allocate in advance. */
static int take_room(int fd, size_t bytes) {
  int result;
  do
    result = fallocate(fd, 0, 0, (off_t)bytes);
  while (result != 0 && errno == EINTR);
  return result != 0 && errno == EOPNOTSUPP ? 0 : result;
}

static int map_file(int fd, void *start, size_t bytes, size_t needed, char *err, size_t errlen) {
  int status = 0;
  if (size_file(fd, bytes) != 0)
    status = upcr_fail(
        err, errlen, "a shared memory file of %zu MB: %s%s; " LESS, bytes >> 20, strerror(errno),
        errno == EFBIG ? " (ulimit -f; UPC_SHARED_MEMORY=memfd has no such limit)" : "");
  else if (needed > 0 && take_room(fd, needed) != 0)
    status = upcr_fail(err, errlen,
                       "no room for the job's records of %zu KB in the shared memory file: %s; "
                       "make room, or take " SETTING " memfd",
                       needed >> 10, strerror(errno));
  else if (mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, fd,
                0) == MAP_FAILED)
    status = upcr_fail(err, errlen, "a mapping of %zu MB of shared memory: %s; " LESS, bytes >> 20,
                       strerror(errno));
  close(fd);
  return status;
}

/* The segment is marked for removal while it is attached: the kernel removes it with the last
 * process. */
static int map_sysv(void *start, size_t bytes, char *err, size_t errlen) {
  int id = shmget(IPC_PRIVATE, bytes, IPC_CREAT | SHM_NORESERVE | 0600);
  if (id < 0)
    return upcr_fail(err, errlen,
                     "a System V segment of %zu MB: %s (limits: sysctl kernel.shmmax, "
                     "kernel.shmall, kernel.shmmni); " LESS ", or take " SETTING " memfd",
                     bytes >> 20, strerror(errno));
  void *at = shmat(id, start, SHM_REMAP);
  int saved = errno;
  shmctl(id, IPC_RMID, 0);
  if (at == (void *)-1)
    return upcr_fail(err, errlen,
                     "cannot attach a System V segment of %zu MB: %s; take " SETTING " memfd",
                     bytes >> 20, strerror(saved));
  return 0;
}

static int map_memfd(void *start, size_t bytes, char *err, size_t errlen) {
  int fd = memfd_create("upc-job", MFD_CLOEXEC);
  if (fd < 0)
    return upcr_fail(err, errlen, "no shared memory file: memfd_create: %s; take " SETTING " posix",
                     strerror(errno));
  return map_file(fd, start, bytes, 0, err, errlen);
}

/* The same memory as a memfd's, without a file: ulimit -f does not apply to it. */
static int map_anonymous(void *start, size_t bytes, char *err, size_t errlen) {
  int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (mmap(start, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED)
    return 0;
  return upcr_fail(err, errlen, "a mapping of %zu MB of shared memory: %s; " LESS, bytes >> 20,
                   strerror(errno));
}

void upcr_backing_ran_out(const struct upcr_backing *backing, char *out, size_t n) {
  if (backing->kind == UPCR_BACKING_POSIX)
    snprintf(out, n,
             "the shared memory ran out: " SHM_FOLDER " is full (" SETTING
             " memfd does not need it)");
  else if (backing->kind == UPCR_BACKING_FILE)
    snprintf(out, n,
             "the shared memory ran out: the file system of '%s' is full (" SETTING " names it)",
             backing->folder);
  else
    snprintf(out, n,
             "the shared memory ran out: the machine, container or control group has less memory "
             "than the program uses "
             "(upcrun "
             "-shared-heap sets the size)");
}

int upcr_backing_map(const struct upcr_backing *backing, void *start, size_t bytes, size_t needed,
                     char *err, size_t errlen) {
  int fd;
  switch (backing->kind) {
  case UPCR_BACKING_SYSV:
    return map_sysv(start, bytes, err, errlen);
  case UPCR_BACKING_POSIX:
    if ((fd = open_posix()) < 0)
      return upcr_fail(err, errlen,
                       "no POSIX shared memory in " SHM_FOLDER ": %s; mount it, or take " SETTING
                       " memfd",
                       strerror(errno));
    break;
  case UPCR_BACKING_FILE:
    if ((fd = open_nameless(backing->folder)) < 0)
      return upcr_fail(
          err, errlen,
          "no shared memory file in '%s': %s; give a folder to which you may write in " SETTING,
          backing->folder, strerror(errno));
    break;
  default:
    return file_size_limit() < bytes ? map_anonymous(start, bytes, err, errlen)
                                     : map_memfd(start, bytes, err, errlen);
  }
  return map_file(fd, start, bytes, needed, err, errlen);
}

static uint64_t limit_of(const char *folder) {
  uint64_t limit = upcr_number_in(folder, "memory.max");
  return limit == UINT64_MAX ? upcr_number_in(folder, "memory.limit_in_bytes")
                             : limit; /* version 2, or 1 */
}

struct upcr_memory_limit upcr_memory_limit(void) {
  int saved = errno;
  uint64_t physical = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t group = upcr_least_limit("memory", limit_of);
  errno = saved;
  if (group < physical)
    return (struct upcr_memory_limit){group, "control group limit"};
  return (struct upcr_memory_limit){physical, "physical memory"};
}

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

/* Takes the pages from the pool: a mapping of the whole file reserves them for later mappings of
 * its parts. */
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
