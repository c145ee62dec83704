/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes, settings, notes, the job's shape and the output streams, without a job. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"
#include "base/note.h"
#include "base/settings.h"
#include "base/text.h"
#include "boot/boot.h"
#include "boot/output_stream.h"
#include "boot/thread_limit.h"
#include "test.h"

static char err[1000];

static size_t size_of(const char *text) {
  size_t bytes = 77;
  return upcr_size_parse(text, 1 << 20, &bytes, err, sizeof err) == 0 ? bytes : SIZE_MAX;
}

static int size_fails(const char *text, const char *part) {
  return size_of(text) == SIZE_MAX && strstr(err, part) && strstr(err, text);
}

static void test_sizes(void) {
  char out[32];
  CHECK(size_of("64") == 64ul << 20);
  CHECK(size_of("64m") == 64ul << 20 && size_of("64MB") == 64ul << 20 &&
        size_of("64MiB") == 64ul << 20);
  CHECK(size_of("512k") == 512ul << 10 && size_of("3G") == 3ul << 30 && size_of("2T") == 2ul << 40);
  CHECK(size_of("100B") == 100 && size_of(" 8 MB ") == 8ul << 20 && size_of("0") == 0);
  CHECK(size_fails("-1M", "is not a size") && size_fails("M", "is not a size") &&
        size_fails("", "is not a size"));
  CHECK(size_fails("1.5G", "fraction") && size_fails("3X", "unit 'X'") &&
        size_fails("3MX", "unit 'MX'"));
  CHECK(size_fails("9999999T", "too large") && size_fails("99999999999999999999", "too large"));
  CHECK(strcmp(upcr_size_format(64ul << 20, out, sizeof out), "64M") == 0);
  CHECK(strcmp(upcr_size_format(1000, out, sizeof out), "1000B") == 0);
}

static int settings_fail(const char *name, const char *value, const char *part) {
  setenv(name, value, 1);
  int failed =
      upcr_settings_read(0, err, sizeof err) != 0 && strstr(err, part) && strstr(err, value);
  unsetenv(name);
  return failed;
}

static void test_settings(void) {
  setenv("UPC_NTHREADS", "12", 1);
  setenv("UPC_SHARED_HEAP_SIZE", "3", 1);
  setenv("UPC_BIND_THREADS", "yes", 1);
  CHECK(upcr_settings_read(0, err, sizeof err) == 0);
  CHECK(upcr_settings.nthreads == 12 && upcr_settings.shared_heap_size == 3ul << 20 &&
        upcr_settings.bind_threads == 1);
  CHECK(upcr_settings.backtrace == 1 && strcmp(upcr_settings.standard_input, "0") == 0);
  unsetenv("UPC_NTHREADS");
  unsetenv("UPC_SHARED_HEAP_SIZE");
  unsetenv("UPC_BIND_THREADS");
  CHECK(settings_fail("UPC_NTHREADS", "70000", "from 1 to 65536"));
  CHECK(settings_fail("UPC_NTHREADS", "4x", "UPC_NTHREADS"));
  CHECK(settings_fail("UPC_BIND_THREADS", "perhaps", "yes or no"));
  CHECK(settings_fail("UPC_SHARED_HEAP_SIZE", "1.5G", "UPC_SHARED_HEAP_SIZE"));
  CHECK(upcr_settings_read(0, err, sizeof err) == 0 && upcr_settings.nthreads == 0);
}

static void test_notes(void) {
  static const char desc[] =
      "abi=1\0mode=pthreads\0threads=4\0upc=1\0checks=1\0heap=1048576\0pthreads=2";
  struct {
    unsigned namesz, descsz, type;
    char name[4], desc[sizeof desc];
  } unit = {4, sizeof desc, 1, "UPC", {0}};
  struct upcr_note note = {0};
  memcpy(unit.desc, desc, sizeof desc);
  upcr_note_scan(&note, (char *)&unit, sizeof unit, 4);
  CHECK(note.units == 1 && note.upc == 1 && note.checked == 1 && note.threads == 4 &&
        note.heap == 1 << 20 && note.pthreads == 2);
  memset(&note, 0, sizeof note);
  unit.descsz = 1 << 30; /* damaged */
  upcr_note_scan(&note, (char *)&unit, sizeof unit, 4);
  upcr_note_scan(&note, (char *)&unit, 5, 4);
  CHECK(note.units == 0);
}

static struct upcr_boot_layout layout;

static int make_layout(const struct upcr_note *note, int launched, int argc, char **argv) {
  return upcr_boot_make_layout(&layout, note, launched, &argc, argv, err, sizeof err) == 0 ? argc
                                                                                           : -1;
}

static void test_layout(void) {
  struct upcr_note dynamic = {.units = 1, .upc = 1}, fixed = {.units = 1, .upc = 1, .threads = 4};
  char *n3[] = {"p", "-n", "3", "x", 0}, *again[] = {"p", "-n", "3", "x", 0},
       *word[] = {"p", "-n", "many", 0}, *gnu[] = {"p", "-fupc-threads-5", 0},
       *heap[] = {"p", "-n", "3", "-heap", "2GB", "x", 0},
       *no_heap[] = {"p", "-n", "3", "-heap", "x", 0}, *own_heap[] = {"p", "-heap", "1GB", 0},
       *later[] = {"p", "x", "-n", "3", 0}, *zero[] = {"p", "-n", "0", 0};
  upcr_settings_read(0, err, sizeof err);
  CHECK(make_layout(&dynamic, 1, 4, n3) == 4 &&
        layout.threads == 1); /* under upcrun it is the program's */
  CHECK(make_layout(&fixed, 0, 4, n3) == -1 && strstr(err, "compiled for 4 threads"));
  CHECK(make_layout(&dynamic, 0, 4, again) == 2 && layout.threads == 3 && layout.processes == 3);
  CHECK(strcmp(again[1], "x") == 0 && again[2] == 0);
  CHECK(make_layout(&dynamic, 0, 3, word) == 3 && layout.threads == 1);
  CHECK(make_layout(&dynamic, 0, 2, gnu) == 1 && layout.threads == 5);
  CHECK(make_layout(&dynamic, 0, 6, heap) == 2 && strcmp(heap[1], "x") == 0);
  CHECK(layout.threads == 3 && layout.heap_bytes == (size_t)2 << 30);
  CHECK(make_layout(&dynamic, 0, 5, no_heap) == 3 && strcmp(no_heap[1], "-heap") == 0);
  CHECK(make_layout(&dynamic, 0, 3, own_heap) == 3 && layout.heap_bytes == 0);
  CHECK(make_layout(&dynamic, 0, 4, later) == 4 && layout.threads == 1);
  CHECK(make_layout(&dynamic, 0, 3, zero) == -1);
  upcr_settings.nthreads = 2;
  CHECK(make_layout(&fixed, 1, 1, n3) == -1 && strstr(err, "upcrun -n"));
  CHECK(make_layout(&dynamic, 0, 1, n3) == 1 && layout.threads == 2);
  upcr_settings.pthreads_per_proc = 2;
  CHECK(make_layout(&dynamic, 0, 1, n3) == -1 && strstr(err, "upcc -pthreads"));
  upcr_settings.pthreads_per_proc = 0;
  upcr_settings.standard_input = "2";
  CHECK(make_layout(&dynamic, 0, 1, n3) == -1 && strstr(err, "UPC_STDIN"));
  upcr_settings.standard_input = "all";
  CHECK(make_layout(&dynamic, 0, 1, n3) == 1 && layout.stdin_thread == UPCR_STDIN_ALL);
}

/* The output that the stream has forwarded so far. */
static const char *passed(int fd) {
  static char text[1000];
  ssize_t n = read(fd, text, sizeof text - 1);
  text[n > 0 ? n : 0] = 0;
  return text;
}

static void write_from_child(int fd, const char *text) {
  pid_t pid = fork();
  if (pid == 0)
    _exit(write(fd, text, strlen(text)) != (ssize_t)strlen(text));
  waitpid(pid, 0, 0);
}

/* Time is given by the caller, so nothing here depends on how fast the test runs. */
static void test_streams(void) {
  struct upcr_sink sink;
  struct upcr_stream stream;
  int out[2];
  if (pipe2(out, O_NONBLOCK) != 0)
    return;
  upcr_sink_open(&sink, out[1]);
  CHECK(upcr_stream_open(&stream, &sink) == 0);
  write_from_child(stream.write_fd, "one ");
  write_from_child(stream.write_fd, "two\nthree");
  CHECK(upcr_stream_read(&stream, 0) == 1 && upcr_stream_read(&stream, 0) == 1 &&
        upcr_stream_read(&stream, 0) == 0);
  CHECK(strcmp(passed(out[0]), "two\n") == 0); /* whole lines only, never mixed with another's */
  upcr_stream_pass_paused(&stream, 1);
  CHECK(strcmp(passed(out[0]), "") == 0 && upcr_stream_due(&stream) > 1);
  upcr_stream_pass_paused(&stream, upcr_stream_due(&stream)); /* both writers have ended */
  CHECK(strlen(passed(out[0])) == 9 && upcr_stream_due(&stream) == INT64_MAX);
  write_from_child(stream.write_fd, "rest");
  close(stream.write_fd);
  while (upcr_stream_read(&stream, 0))
    ;
  CHECK(stream.read_fd == -1 && strcmp(passed(out[0]), "rest") == 0);
}

/* A slow reader: what does not fit is queued, in order. */
static void test_slow_reader(void) {
  struct upcr_sink sink;
  int out[2];
  static char text[300000], got[sizeof text];
  if (pipe2(out, O_NONBLOCK) != 0)
    return;
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (char)(i * 31 + i / 251);
  upcr_sink_open(&sink, out[1]);
  upcr_sink_put(&sink, text, 200000);
  upcr_sink_put(&sink, text + 200000, 100000);
  CHECK(sink.len > 0 && !sink.error);
  size_t n = 0;
  for (ssize_t step; n < sizeof got && (step = read(out[0], got + n, sizeof got - n)) > 0;
       n += (size_t)step)
    upcr_sink_flush(&sink);
  while (n < sizeof got) {
    upcr_sink_flush(&sink);
    ssize_t step = read(out[0], got + n, sizeof got - n);
    if (step <= 0)
      break;
    n += (size_t)step;
  }
  CHECK(n == sizeof text && memcmp(got, text, n) == 0 && sink.len == 0);
  close(out[0]);
}

static void write_number(const char *folder, const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static unsigned folders;

/* Longer names lie deeper: the least is the root's. */
static uint64_t length_of(const char *folder) {
  folders++;
  CHECK(strncmp(folder, "/sys/fs/cgroup", 14) == 0);
  return strlen(folder);
}

static void test_control_groups(void) {
  char folder[] = "/tmp/upcr-test-XXXXXX", path[256];
  CHECK(mkdtemp(folder) != 0);
  write_number(folder, "limit", "4096\n");
  CHECK(upcr_number_in(folder, "limit") == 4096);
  write_number(folder, "limit", "max\n");
  CHECK(upcr_number_in(folder, "limit") == UINT64_MAX);
  write_number(folder, "limit", "-1\n");
  CHECK(upcr_number_in(folder, "limit") == UINT64_MAX);
  CHECK(upcr_number_in(folder, "none") == UINT64_MAX);
  snprintf(path, sizeof path, "%s/limit", folder);
  CHECK(unlink(path) == 0 && rmdir(folder) == 0);

  uint64_t least = upcr_least_limit("memory", length_of);
  CHECK(folders == 0 ? least == UINT64_MAX : least <= strlen("/sys/fs/cgroup/memory"));
}

static int limit_is(struct upcr_thread_use use, const char *part) {
  char out[UPCR_THREAD_LIMIT_TEXT];
  return strstr(upcr_thread_limit(&use, out), part) != 0;
}

static void test_thread_limits(void) {
  struct upcr_thread_use use = upcr_thread_use();
  CHECK(use.machine >= 1 && use.mappings >= 4 && use.mappings < use.map_count);
  use = (struct upcr_thread_use){.machine = 200,
                                 .pid_max = 32768,
                                 .threads_max = 10000,
                                 .left_to_groups = UINT64_MAX,
                                 .mappings = 30,
                                 .map_count = 65530,
                                 .address_space = 400000,
                                 .processes = UINT64_MAX};
  CHECK(limit_is(use, "(ulimit -v is 400000, ulimit -u unlimited)"));
  char out[UPCR_THREAD_LIMIT_TEXT];
  CHECK(!upcr_thread_shortage(&use, 9799, out));
  CHECK(upcr_thread_shortage(&use, 9800, out) && strstr(out, "200 of 10000 processes"));
  CHECK(upcr_thread_shortage(&use, 65536, out) && strstr(out, "200 of 32768 numbers"));
  use.left_to_groups = 99;
  CHECK(upcr_thread_shortage(&use, 100, out) && strstr(out, "99 more (pids.max)"));
  use.left_to_groups = UINT64_MAX;
  use.machine = 32400;
  CHECK(limit_is(use, "32400 of 32768 numbers of processes and pthreads (sysctl kernel.pid_max)"));
  use.pid_max = UINT64_MAX;
  CHECK(limit_is(use, "kernel.threads-max"));
  use.mappings = 65528;
  CHECK(limit_is(use, "65528 of 65530 mappings of a process (sysctl vm.max_map_count)"));
  use.left_to_groups = 0;
  CHECK(limit_is(use, "pids.max"));
}

int __real_main(int argc, char **argv, char **envp) { return argc > 0 && argv && envp ? 0 : 1; }

int main(void) {
  test_sizes();
  test_settings();
  test_notes();
  test_layout();
  test_streams();
  test_slow_reader();
  test_control_groups();
  test_thread_limits();
  return test_report();
}
