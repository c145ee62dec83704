/* SPDX-License-Identifier: Apache-2.0 */
/* Program counters to functions and source lines, by addr2line where the system has it. No heap:
 * also called in a signal handler. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"

enum { NAME_MAX_BYTES = 512, ANSWER_MAX = 64 << 10, ADDR2LINE_MILLISECONDS = 10000 };

/* The place of a program counter. */
struct place {
  uintptr_t pc, offset; /* offset: the address as in the module's file */
  int in_program;       /* not in a shared library */
  char module[NAME_MAX_BYTES];
  const char *answer; /* addr2line's lines for it, 0: none */
};
static struct place places[UPCR_BACKTRACE_MAX];
static char answers[ANSWER_MAX];

/* Text under construction, cut if it does not fit. Equal consecutive frames (a recursion) are
 * printed once. */
struct text {
  char *at;
  size_t room;
  int number, repeated;
  char last[3 * NAME_MAX_BYTES];
};

static void append(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void append(struct text *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(t->at, t->room, fmt, args);
  va_end(args);
  size_t step = n < 0 ? 0 : (size_t)n < t->room ? (size_t)n : t->room ? t->room - 1 : 0;
  t->at += step;
  t->room -= step;
}

static int locate_in(struct dl_phdr_info *info, size_t size, void *arg) {
  struct place *place = arg;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD ||
        place->pc - (info->dlpi_addr + segment->p_vaddr) >= segment->p_memsz)
      continue;
    place->offset = place->pc - info->dlpi_addr;
    if (info->dlpi_name && *info->dlpi_name)
      snprintf(place->module, sizeof place->module, "%s", info->dlpi_name);
    else {
      place->in_program = 1;
      ssize_t n = readlink("/proc/self/exe", place->module, sizeof place->module - 1);
      place->module[n > 0 ? n : 0] = 0;
    }
    return 1;
  }
  return 0;
}

static void locate(struct place *place, void *pc, int is_return) {
  memset(place, 0, sizeof *place);
  place->pc = (uintptr_t)pc - (is_return != 0); /* a return address may belong to the next line */
  dl_iterate_phdr(locate_in, place);
}

/* Reads everything from fd, at most for the time allowed. */
static size_t read_answer(int fd, char *out, size_t room) {
  size_t n = 0;
  struct pollfd ready = {.fd = fd, .events = POLLIN};
  while (n < room && poll(&ready, 1, ADDR2LINE_MILLISECONDS) > 0) {
    ssize_t got = read(fd, out + n, room - n);
    if (got <= 0)
      break;
    n += (size_t)got;
  }
  return n;
}

static int spawn_addr2line(char *const argv[], pid_t *pid) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return -1;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  static char *const nothing[] = {0};
  int why = upcr_has_others_rights()
                ? posix_spawn(pid, "/usr/bin/addr2line", &actions, &attributes, argv, nothing)
                : posix_spawnp(pid, "addr2line", &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (why != 0) {
    close(ends[0]);
    return -1;
  }
  return ends[0];
}

/* Asks for all places of one module at once; the answers go to out[room]. Returns the bytes used.
 */
static size_t query_module(const char *module, int n, char *out, size_t room) {
  static char addresses[UPCR_BACKTRACE_MAX][24];
  static char *argv[UPCR_BACKTRACE_MAX + 8];
  int argc = 0, queried[UPCR_BACKTRACE_MAX], count = 0;
  argv[argc++] = "addr2line";
  argv[argc++] = "-afiCe";
  argv[argc++] = (char *)module;
  for (int i = 0; i < n; i++)
    if (strcmp(places[i].module, module) == 0) {
      snprintf(addresses[count], sizeof *addresses, "0x%lx", (unsigned long)places[i].offset);
      argv[argc++] = addresses[count];
      queried[count++] = i;
    }
  argv[argc] = 0;
  pid_t pid;
  int fd = spawn_addr2line(argv, &pid);
  if (fd < 0)
    return 0;
  size_t bytes = read_answer(fd, out, room - 1);
  close(fd);
  kill(pid, SIGKILL);
  waitpid(pid, 0, 0);
  out[bytes] = 0;
  int k = 0;
  for (char *line = out; *line && k < count; line += strcspn(line, "\n"), line += *line == '\n')
    if (strncmp(line, "0x", 2) == 0)
      places[queried[k++]].answer = line;
  return bytes + 1;
}

static void query_all(int n) {
  size_t used = 0;
  for (int i = 0; i < n; i++) {
    int queried = *places[i].module == 0;
    for (int j = 0; j < i && !queried; j++)
      queried = strcmp(places[j].module, places[i].module) == 0;
    if (!queried && used + 256 < sizeof answers)
      used += query_module(places[i].module, n, answers + used, sizeof answers - used);
  }
}

/* Functions without interest for the user: the runtime's own, and those by which abort() sends its
 * signal. */
static int is_hidden(const char *function) {
  static const char *const prefixes[] = {
      "upcr_",        "__wrap_",    "__pthread_kill", "__GI___pthread_kill",
      "pthread_kill", "__GI_raise", "raise",          "gsignal"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(function, prefixes[i], strlen(prefixes[i])) == 0)
      return 1;
  return 0;
}

static int next_line(const char **at, char *line, size_t room) {
  size_t n = strcspn(*at, "\n");
  if (n == 0)
    return 0;
  snprintf(line, room, "%.*s", (int)n, *at);
  *at += n + ((*at)[n] == '\n');
  return 1;
}

/* Removes what addr2line adds to a line: " (discriminator 2)". Paths may contain spaces. */
static void cut_remark(char *where) {
  char *line = strrchr(where, ':');
  if (line)
    line[strcspn(line, " ")] = 0;
}

static void end_repetition(struct text *t) {
  if (t->repeated > 0)
    append(t, "    ... %d more of the same\n", t->repeated);
  t->repeated = 0;
}

static void add_frame(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add_frame(struct text *t, const char *fmt, ...) {
  char frame[sizeof t->last];
  va_list args;
  va_start(args, fmt);
  vsnprintf(frame, sizeof frame, fmt, args);
  va_end(args);
  t->number++;
  if (strcmp(frame, t->last) == 0) {
    t->repeated++;
    return;
  }
  end_repetition(t);
  append(t, "    #%d %s\n", t->number - 1, frame);
  memcpy(t->last, frame, sizeof frame);
}

/* Writes a frame's lines, several where functions are inlined. Returns 1 after main: below it is
 * only the start-up. */
static int add_answer(struct text *t, const struct place *place) {
  const char *at = place->answer;
  char function[NAME_MAX_BYTES], where[NAME_MAX_BYTES];
  next_line(&at, function, sizeof function); /* the address */
  while (strncmp(at, "0x", 2) != 0 && next_line(&at, function, sizeof function) &&
         next_line(&at, where, sizeof where)) {
    cut_remark(where);
    if (is_hidden(function))
      continue;
    if (*where == '?')
      add_frame(t, "in %s (%s+0x%lx)", function, place->module, (unsigned long)place->offset);
    else
      add_frame(t, "in %s at %s", function, where);
    if (strcmp(function, "main") == 0)
      return 1;
  }
  return 0;
}

/* addr2line knows nothing: the dynamic symbol, if any, and where in the module. */
static void add_unknown(struct text *t, const struct place *place) {
  Dl_info info;
  const char *name = dladdr((void *)place->pc, &info) ? info.dli_sname : 0;
  if (!name)
    add_frame(t, "in %s+0x%lx", place->module, (unsigned long)place->offset);
  else if (!is_hidden(name))
    add_frame(t, "in %s (%s+0x%lx)", name, place->module, (unsigned long)place->offset);
}

static int has_answer(const struct place *place) {
  const char *at = place->answer;
  return at && strncmp(at + strcspn(at, "\n"), "\n??\n", 4) != 0;
}

void upcr_boot_format_backtrace(void *const *pc, int n, char *out, size_t outlen) {
  static struct text t;
  t = (struct text){.at = out, .room = outlen};
  *out = 0;
  if (n > UPCR_BACKTRACE_MAX)
    n = UPCR_BACKTRACE_MAX;
  for (int i = 0; i < n; i++)
    locate(&places[i], pc[i], i > 0);
  query_all(n);
  int at_main = 0;
  for (int i = 0; i < n && !at_main; i++) {
    if (!*places[i].module)
      add_frame(&t, "at %p, outside the program", pc[i]);
    else if (has_answer(&places[i]))
      at_main = add_answer(&t, &places[i]);
    else
      add_unknown(&t, &places[i]);
  }
  end_repetition(&t);
}

/* True if the file is the runtime's: it lies in the folder of this file as the compiler names it,
 * which is relative (CMakeLists.txt), perhaps after the folder of the compilation. */
static int is_runtime_file(const char *where) {
  static const char own[] = __FILE__, tail[] = "boot/symbols.c";
  char folder[sizeof own];
  snprintf(folder, sizeof folder, "%.*s", (int)(sizeof own - sizeof tail), own);
  const char *at = strstr(where, folder);
  return at && (at == where || at[-1] == '/');
}

/* By the name, or by the file. */
static int is_runtime(const char *function, const char *where) {
  return strncmp(function, "upcr_", 5) == 0 || strncmp(function, "upc_", 4) == 0 ||
         strncmp(function, "bupc_", 5) == 0 || is_runtime_file(where);
}

/* Copies text, cut to the room. */
static void keep(char *out, size_t room, const char *text) {
  size_t n = strnlen(text, room - 1);
  memcpy(out, text, n);
  out[n] = 0;
}

/* One function, inlined or not, on the way out from the innermost. Returns 1 after main. */
static int take_function(struct upcr_boot_caller *caller, const char *function, const char *where) {
  int known = *where != '?';
  if (is_runtime(function, where)) {
    /* The frames before it are the runtime's too. */
    *caller = (struct upcr_boot_caller){.polls = strncmp(function, "upcr_poll", 9) == 0};
    if (strncmp(function, "upc_", 4) == 0 || strncmp(function, "bupc_", 5) == 0)
      keep(caller->called, sizeof caller->called, function);
    return 0;
  }
  if (!*caller->function || (known && !*caller->where)) {
    keep(caller->function, sizeof caller->function, function);
    keep(caller->where, sizeof caller->where, known ? where : "");
  }
  return strcmp(function, "main") == 0;
}

static int take_functions(struct upcr_boot_caller *caller, const struct place *place) {
  const char *at = place->answer;
  char function[NAME_MAX_BYTES], where[NAME_MAX_BYTES];
  next_line(&at, function, sizeof function); /* the address */
  while (strncmp(at, "0x", 2) != 0 && next_line(&at, function, sizeof function) &&
         next_line(&at, where, sizeof where)) {
    cut_remark(where);
    if (strcmp(function, "??") != 0 && take_function(caller, function, where))
      return 1;
  }
  return 0;
}

/* A function of a shared library is what the program called. */
static void take_library_function(struct upcr_boot_caller *caller, const struct place *place) {
  Dl_info info;
  if (!*caller->function && dladdr((void *)place->pc, &info) && info.dli_sname)
    keep(caller->called, sizeof caller->called, info.dli_sname);
}

void upcr_boot_find_caller(void *const *pc, int n, int is_instruction,
                           struct upcr_boot_caller *caller) {
  *caller = (struct upcr_boot_caller){0};
  for (int i = 0; i < n; i++)
    locate(&places[i], pc[i], i > 0 || !is_instruction);
  query_all(n);
  for (int i = 0; i < n; i++)
    if (!places[i].in_program)
      take_library_function(caller, &places[i]);
    else if (places[i].answer && take_functions(caller, &places[i]))
      return;
}
