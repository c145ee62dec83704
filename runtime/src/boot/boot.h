/* SPDX-License-Identifier: Apache-2.0 */
/* Start, supervision and end of a job on one machine.
 *
 * Executables are linked with --wrap=main: __wrap_main (main.c) decides the job's layout
 * (layout.c). A job of one thread that upcrun did not start runs in the process itself; in every
 * other job the first process becomes the supervisor (supervisor.c), which forks the processes of
 * the UPC threads (process.c), forwards their output by whole lines (output_stream.c), forwards
 * signals, reaps (ending.c), and ends the job at the first death.
 *
 * Limitations: standard output of a UPC thread is a socket to the supervisor, which cannot be
 * opened by name (ENXIO). output_by_name.h helps the program itself, but not programs that it
 * starts (a shell's >/dev/stdout). Processes that the program forked or started end with the job,
 * except when the supervisor is killed (SIGKILL): then only the job's own processes die with it. */
#ifndef UPCR_BOOT_BOOT_H
#define UPCR_BOOT_BOOT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "../base/note.h"

#ifdef __UPCR_PTHREADS__
#define UPCR_BOOT_PER_THREAD _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define UPCR_BOOT_PER_THREAD
#endif

enum {
  UPCR_BOOT_LAST_WORDS = 4097 /* bytes of the message that ends the job, its final 0 included */
};
enum { UPCR_BOOT_THREADS_MAX = 65536, UPCR_BOOT_USAGE_STATUS = 2, UPCR_BOOT_TIMEOUT_STATUS = 124 };
enum { UPCR_STDIN_ALL = -1, UPCR_STDIN_NONE = -2 };

/* The job's shape. */
struct upcr_boot_layout {
  int threads, processes; /* of the job, over all nodes */
  int *first;       /* [processes + 1]: process p runs the threads first[p] to first[p + 1] - 1 */
  int nodes, node;  /* number of nodes, >= 1, and this supervisor's node */
  int *node_first;  /* [nodes + 1]: node k has the threads node_first[k] to node_first[k + 1] - 1 */
  int one_host;     /* all nodes are on this machine */
  int per_process;  /* most threads of a process */
  int launched;     /* started by upcrun */
  int stdin_thread; /* the thread whose process keeps standard input, or UPCR_STDIN_* */
  size_t heap_bytes; /* per thread, 0: the default */
};

/* Filled in by the handler of a fatal signal, in the thread's record in the job block. */
struct upcr_boot_death {
  int stack_overflow;
  int user_sent; /* the signal was sent by a process (kill, abort), not raised by a fault */
};

/* Shared by the supervisor and all processes of the job. */
struct upcr_boot_shared {
  _Atomic int end_claimed;               /* process of the thread that ends the job, 0: none */
  char last_words[UPCR_BOOT_LAST_WORDS]; /* on nodes other than 0: text for the hub to print, once
                                          * global_exit is 1 */
  struct upcr_boot_death death[];        /* [threads] */
};

/* This process. */
struct upcr_boot {
  struct upcr_boot_layout layout;
  struct upcr_boot_shared *shared;
  pid_t pid; /* of this process when it became one of the job: a process forked by the program
                differs */
  pid_t supervisor; /* 0: none */
  int first, count; /* UPC threads of this process */
  int control_fd;   /* eventfd that wakes the supervisor, -1: none */
  int argc;
  char **argv;
};
extern struct upcr_boot upcr_boot;

/* Number of the calling UPC thread, -1: not one (supervisor, before start, a library's own
 * pthread under -pthreads). */
extern UPCR_BOOT_PER_THREAD int upcr_boot_thread;

/* The program's own main: the linker's --wrap=main gives it this name. */
int __real_main(int argc, char **argv, char **envp);

/* Defined by a UPC unit with "void main", whose return value is no status (docs/abi.md section 7).
 */
extern const char upcr_main_is_void __attribute__((weak));

/* Prints "upcr: message" and exits with status 2: the job cannot be started as asked. */
_Noreturn void upcr_boot_refuse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same if a file descriptor is missing: the errno of `task`, "set up ...", is `why`. */
_Noreturn void upcr_boot_refuse_files(const char *task, int why);

/* layout.c: decides the job's layout from upcr_settings, the executable's notes and, unless
 * launched, a leading -n N or -fupc-threads-N, which it removes from argv. Returns 0, or -1
 * after writing why to err[errlen]. */
int upcr_boot_make_layout(struct upcr_boot_layout *layout, const struct upcr_note *note,
                          int launched, int *argc, char **argv, char *err, size_t errlen);

/* process.c: turns the calling process, just forked, into process number p of the job and runs it.
 * out[0] and out[1] become standard output and error, -1: left as they are. */
_Noreturn void upcr_boot_child(int p, const int out[2]);

/* stdio.c */
void upcr_boot_guard_stdio(
    void); /* opens closed descriptors of 0 to 2, so that their use still fails */
void upcr_boot_redirect(int p, const int out[2]);
void upcr_boot_buffer_stdio(void); /* line-buffered; a waiting thread flushes its prompt */
/* True if `at` lies in what standard output's buffer has to write. */
int upcr_boot_is_pending_output(const void *at);
void upcr_boot_flush(void); /* all streams; never blocks on a lock another thread holds for long */

/* process.c: runs the UPC threads of this process (upcr_boot.first, count), then exits. */
_Noreturn void upcr_boot_run(void);
/* -pthreads (src/compat): what the calling UPC thread registered by atexit and on_exit. */
void upcr_boot_run_exit_handlers(int status);
/* Ends the calling UPC thread with status; only in a -pthreads executable, only from a UPC
 * thread that is in main. */
int upcr_boot_leave_thread(int status);

/* exit.c */
void upcr_boot_exit_setup(void);                /* before the program's own atexit */
_Noreturn void upcr_boot_real_exit(int status); /* exit() of the C library */
int upcr_boot_at_process_end(
    void (*function)(void)); /* atexit() of the C library: once a process; 0 or -1 */
void upcr_boot_log_setup(void);

/* pthread_exit.c: between the two calls, pthread_exit in the calling pthread, or its cancellation,
 * calls upcr_boot_left_by_pthread_exit (process.c), after the destructors of the program's
 * thread-specific data. */
void upcr_boot_watch_pthread_exit(void);
void upcr_boot_unwatch_pthread_exit(void);
void upcr_boot_left_by_pthread_exit(void);
/* Waits until all other pthreads of the process, except the runtime's, have ended; -1: that cannot
 * be known. */
int upcr_boot_wait_for_own_pthreads(void);

/* exit.c: makes the supervisor read the job's memory again. Signal handlers may call it. */
void upcr_boot_wake_supervisor(void);

/* bind.c */
int upcr_boot_processors(void);   /* that the job may use: affinity mask and control group, >= 1 */
int upcr_boot_threads_here(void); /* of the job, on this host */
/* More threads than processors, on any host: all nodes get the same answer. */
int upcr_boot_is_oversubscribed(void);
void upcr_boot_decide_places(
    void); /* before the job is made: places the threads (topo/), or ends the job */
void upcr_boot_bind(int thread); /* the calling thread to its place */
void upcr_boot_spread(
    int thread); /* in an oversubscribed job: to its first processor, without binding */

/* numa_memory.c: the threads' shared memory into their NUMA regions, once the job is made and
 * before processes are forked. */
void upcr_boot_place_memory(void);
const char *upcr_boot_memory_note(void); /* the result, for people */
/* UPC_FORCETOUCH: touches all pages of the calling thread's heap. */
void upcr_boot_take_heap(int thread);

/* verbose.c: prints where threads and memory are. */
void upcr_boot_show_places(FILE *out);

/* Writes the log that UPC_LOG requests; warns on failure. */
void upcr_boot_write_log(void);
/* verbose.c: says on stderr which threads process p of the job runs, and its number in the
 * system. */
void upcr_boot_show_process(int p, pid_t pid);

/* The first process of this node; *end is the number behind the last. */
int upcr_boot_own_processes(const struct upcr_boot_layout *layout, int *end);

/* Process that runs a thread. */
int upcr_boot_process_of(const struct upcr_boot_layout *layout, int thread);

/* layout.c: processors that the control groups allow (processor time over real time, rounded up),
 * INT_MAX: no limit. */
int upcr_boot_processor_quota(void);

/* Inaccessible bytes below the stack of a UPC thread. Functions with large frames would step over a
 * single page into the next thread's stack; Linux leaves as much below the stack of a process. */
enum { UPCR_STACK_GUARD = 1 << 20 };

/* crash.c */
void upcr_boot_crash_setup(void); /* once a process */
/* Alternate signal stacks: of as many UPC threads as the process has, before they start, then of
 * each UPC thread by its index in the process. */
void upcr_boot_crash_threads_prepare(int threads);
void upcr_boot_crash_thread_setup(int index);
int upcr_boot_end_signal(
    void); /* the signal by which the supervisor ends a process that may flush first */

/* The frames from the interrupted instruction on, at most UPCR_BACKTRACE_MAX; returns how many.
 * `context` is the signal handler's ucontext_t. Needs the unwinder loaded
 * (upcr_boot_crash_setup). */
int upcr_boot_take_backtrace(void **out, const void *context);

/* Installs a handler, unless the program or a library installed one before main. */
struct sigaction;
void upcr_boot_install_handler(int signal_number, const struct sigaction *action);

/* A place in the program. Empty texts: not known. */
struct upcr_boot_caller {
  char called[48];    /* the function of the runtime or of a library that it called */
  char function[128]; /* the program's function */
  char where[400];    /* FILE:LINE */
  int polls;          /* the thread is in the poll of a loop that reads shared memory */
};

/* symbols.c: the place in the program of the frames pc[n], innermost first: outside of the
 * outermost function of the runtime. is_instruction: pc[0] is that of an instruction, not a return
 * address. Uses no heap. */
void upcr_boot_find_caller(void *const *pc, int n, int is_instruction,
                           struct upcr_boot_caller *caller);

/* symbols.c: writes n program counters as lines "    #0 in f at file.upc:12". The first is the
 * faulting instruction, the others return addresses. Runtime frames are left out. Uses no heap. */
void upcr_boot_format_backtrace(void *const *pc, int n, char *out, size_t outlen);

/* end_report.c: writes how thread t of the job, run by process pid, ended by the signal; with its
 * backtrace. */
void upcr_boot_format_death(int first, int count, pid_t pid, int signal_number, char *out,
                            size_t outlen);
const char *upcr_boot_program(void); /* argv[0] */

/* descendants.c: ends every process that descends from this one (a subreaper) and reaps it. */
void upcr_boot_end_descendants(void);

/* supervisor.c: forks the processes of the job, supervises them to the end and exits with the
 * job's status. */
_Noreturn void upcr_boot_supervise(void);

/* Reads the kernel's letter for the state of process pid ('R': runs or could run) and its parent.
 * Returns 0, or -1 if there is no such process. */
int upcr_boot_process_state(pid_t pid, char *state, pid_t *parent);

#endif
