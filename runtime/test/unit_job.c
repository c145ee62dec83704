/* SPDX-License-Identifier: Apache-2.0 */
/* Slots, sizes and limits of a job's memory. This program has shared and large private statics as
 * generated code has. */
#include <mem/backing.h>
#include <mem/segment.h>
#include <mem/statics.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

/* Larger than memory; under an emulator of user programs, which keeps a flag for each page, not so
 * large. */
#ifdef __x86_64__
#define BIG_BITS 38
#else
#define BIG_BITS 30
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

__asm__(
    ".pushsection upcr_shared,\"\",%nobits\n\t.globl x\n\t.type x,%object\n\t.size x,64\n\t.balign "
    "16\nx:\t.zero 64\n"
    "\t.globl big\n\t.balign 16\nbig:\t.zero 1 << " TEXT(
        BIG_BITS) "\n\t.popsection\n"
                  "\t.pushsection upcr_priv,\"\",%nobits\n\t.balign 16\nprivate_pad:\t.zero "
                  "48\nprivate_y:\t.zero "
                  "8192\n\t.popsection\n"
                  "\t.pushsection upcr_slot,\"aw\",%progbits\n\t.balign 8\n__upcr_slot_x:\t.quad "
                  "x\n__upcr_slot_big:\t.quad big\n"
                  "\t.popsection\n\t.pushsection upcr_pslot,\"aw\",%progbits\n\t.balign "
                  "8\n__upcr_pslot_y:\t.quad "
                  "private_y\n"
                  "\t.popsection");
/* Hidden, as the contract says: the assembler makes references to local symbols relative to their
 * section, which the GOT of aarch64 cannot express. */
#define HIDDEN __attribute__((visibility("hidden")))
extern const unsigned long x_slot __asm__("__upcr_slot_x") HIDDEN,
    big_slot __asm__("__upcr_slot_big") HIDDEN, y_slot __asm__("__upcr_pslot_y") HIDDEN;

static int records;
static void record(void) { records++; }
__attribute__((section("upcr_init"), used)) static void (*const record_pointer)(void) = record;

static char err[512];

static struct upcr_job_config config(int threads, size_t heap) {
  return (struct upcr_job_config){
      .threads = threads, .pthreads_per_process = 1, .heap_bytes = heap};
}

static void check_job(void) {
  struct upcr_job_config c = config(3, 1 << 20);
  CHECK(upcr_job_create(&c, err, sizeof err) == 0);
  CHECK(x_slot == UPCR_STATIC_BASE && big_slot == UPCR_STATIC_BASE + 64 && y_slot == 48);
  CHECK(upcr_static_shared_bytes() == 64 + (1ul << BIG_BITS) &&
        upcr_large_private_bytes() == 48 + 8192);
  CHECK(upcr_job->heap_base >= UPCR_STATIC_BASE + 64 + (1ul << BIG_BITS) &&
        upcr_job->heap_end - upcr_job->heap_base == 1 << 20);
  for (int t = 0; t < 3; t++) { /* the ends of every segment are there */
    upcr_segment_base(t)[UPCR_STATIC_BASE] = 1;
    upcr_segment_base(t)[upcr_job->heap_end - 1] = 1;
    CHECK(upcr_limit_symmetric(upcr_segment_header(t)->limit) == upcr_job->heap_base &&
          upcr_limit_own(upcr_segment_header(t)->limit) == upcr_job->heap_end);
  }
  upcr_run_start_records();
  CHECK(records == 1);
}

static void end_child(int number) {
  (void)number;
  _exit(42);
}

/* A null pointer-to-shared faults. No core is dumped of the large mapping. */
static void check_guard(void) {
  pid_t pid = fork();
  if (pid == 0) {
    signal(SIGSEGV, end_child);
    *(volatile char *)upcr_segment_base(0) = 1;
    _exit(0);
  }
  int status;
  waitpid(pid, &status, 0);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 42) ||
        sysconf(_SC_PAGESIZE) > UPCR_STATIC_BASE);
}

static void check_refused(int threads, size_t heap, const char *says) {
  struct upcr_job_config c = config(threads, heap);
  struct upcr_job *before = upcr_job;
  err[0] = 0;
  if (!CHECK(upcr_job_create(&c, err, sizeof err) == -1 && strstr(err, says) &&
             strstr(err, "-shared-heap")))
    fprintf(stderr, "message: %s\n", err);
  CHECK(upcr_job == before);
}

/* False under an emulator of user programs, which has the address space to itself. */
static int limit_holds(void) {
  void *range =
      mmap(0, 1ul << (BIG_BITS - 2), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return 1;
  munmap(range, 1ul << 36);
  return 0;
}

static void check_limits(void) {
  struct upcr_memory_limit memory = upcr_memory_limit();
  CHECK(memory.bytes > 1 << 20);
  check_refused(1, 1ul << 40, "at most");
  check_refused(2, memory.bytes / 2 + (2 << 20), memory.source);
  if (BIG_BITS == 38)
    check_refused(1000, 1 << 20, "address space"); /* of static data of 256 GB */
  struct rlimit old, less = {1ul << (BIG_BITS - 3), RLIM_INFINITY};
  getrlimit(RLIMIT_AS, &old);
  less.rlim_max = old.rlim_max;
  setrlimit(RLIMIT_AS, &less);
  if (limit_holds())
    check_refused(1, 1 << 20, "ulimit -v");
  setrlimit(RLIMIT_AS, &old);
  getrlimit(RLIMIT_FSIZE, &old);
  less.rlim_max = old.rlim_max;
  setrlimit(RLIMIT_FSIZE, &less);
  struct upcr_job_config c = config(1, 1 << 20);
  CHECK(upcr_job_create(&c, err, sizeof err) == 0); /* a memfd's memory is no file to the user */
  c.memory = "file:.";
  CHECK(upcr_job_create(&c, err, sizeof err) == -1 && strstr(err, "ulimit -f"));
  setrlimit(RLIMIT_FSIZE, &old);
}

static void check_default_heap(void) {
  struct upcr_job_config c = config(2, 0);
  CHECK(upcr_job_create(&c, err, sizeof err) == 0);
  size_t heap = upcr_job->config.heap_bytes;
  CHECK(heap >= 1 << 20 && heap % 4096 == 0 &&
        (heap <= upcr_memory_limit().bytes / 4 || heap == 1 << 20));
}

int main(void) {
  check_job();
  check_guard();
  check_limits();
  check_default_heap();
  return test_report();
}
