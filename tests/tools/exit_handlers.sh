# With -pthreads handlers of exit run as the thread that registered them; those of the process run
# once.
cat >prog.upc <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <upc.h>
void library_call(void);

static void say(const char *what)
{
    char line[100];
    int n = snprintf(line, sizeof line, "%d %s\n", MYTHREAD, what);
    if (write(1, line, n) != n)
        abort();
}
static void normal(void) { say("exit"); }
static void early(void) { say("early"); }
static void quick(void) { say("quick"); }
static void quicker(void) { say("quicker"); }
__attribute__((constructor)) static void before_main(void) { atexit(early); }

static void again(void)
{
    say("global again");
    upc_global_exit(9);
}

int main(int argc, char **argv)
{
    atexit(normal);
    at_quick_exit(quick);
    at_quick_exit(quicker);
    library_call();
    upc_barrier;
    int last = MYTHREAD == THREADS - 1;
    if (!strcmp(argv[1], "quick") && last)
        quick_exit(5);
    if (!strcmp(argv[1], "global") && last)
        upc_global_exit(6);
    if (!strcmp(argv[1], "handler") && last) {
        atexit(again);
        exit(1);
    }
    if (!strcmp(argv[1], "fork") && last) {
        atexit(normal);
        if (fork() == 0)
            return 3; /* its handlers run in the copy too; it takes no part in the job */
        int status;
        wait(&status);
        say(WEXITSTATUS(status) == 3 ? "forked" : "forked?");
    }
    if (strcmp(argv[1], "return"))
        upc_barrier;
    return 0;
}
END
cat >library.c <<'END'
#include <stdlib.h>
#include <unistd.h>
static void handler(void) { if (write(1, "library handler\n", 16) != 16) abort(); }
__attribute__((constructor)) static void start(void) { atexit(handler); }
__attribute__((destructor)) static void end(void) {
  if (write(1, "library destructor\n", 19) != 19) abort();
}
void library_call(void) {}
END
${CC:-cc} -shared -fPIC -o liblibrary.so library.c
"$UPCC" -pthreads -o prog prog.upc -L. -llibrary -Wl,-rpath,"$PWD"
"$UPCC" -o processes prog.upc -L. -llibrary -Wl,-rpath,"$PWD"

# expect STATUS PROGRAM_AND_OPTIONS... : the lines of standard input, in any order.
expect() {
  wanted=$1
  shift
  status=0
  timeout 60 "$UPCRUN" "$@" >out 2>err || status=$?
  sort >want
  sort out | diff want - && [ "$status" = "$wanted" ] || {
    echo "status $status of $*"
    cat err
    exit 1
  }
}

# Each thread's own; a process's once.
expect 0 -n 4 -p 2 ./prog return <<'END'
0 exit
1 exit
2 exit
3 exit
0 early
2 early
library handler
library destructor
library handler
library destructor
END

# The thread that ends the process or the job runs its own.
status=0
timeout 60 "$UPCRUN" -n 4 -p 4 ./prog quick >out 2>err || status=$?
[ "$status" = 5 ]
[ "$(tr '\n' ';' <out)" = '3 quicker;3 quick;' ]
grep -q 'ended with status 5 without a return' err
for how in ./processes "-p 4 ./prog"; do
  # shellcheck disable=SC2086
  expect 6 -n 4 $how global <<'END'
3 exit
3 early
library handler
library destructor
END
  # shellcheck disable=SC2086
  expect 9 -n 4 $how handler <<'END'
3 global again
3 exit
3 early
library handler
library destructor
END
done

# A forked copy of a UPC thread runs what this had registered, and the handlers of the process.
expect 0 -n 2 -p 2 ./prog fork <<'END'
0 exit
1 exit
1 exit
1 exit
1 exit
0 early
1 early
1 forked
library handler
library handler
library destructor
library destructor
END

# C++: static objects end once a process, thread-local ones with their thread.
if command -v g++ >/dev/null; then
  cat >objects.cc <<'END'
#include <unistd.h>
struct Noisy {
  const char *text;
  Noisy(const char *t) : text(t) {}
  ~Noisy() { if (write(1, text, 7) != 7) _exit(1); }
};
static Noisy object("static\n");
static thread_local Noisy own("thread\n");
extern "C" const char *touch() { return own.text; }
END
  cat >main.upc <<'END'
const char *touch(void);
int main(void) { return touch()[0] != 't'; }
END
  g++ -c objects.cc
  "$UPCC" -pthreads -o objects main.upc objects.o -lstdc++
  expect 0 -n 4 -p 2 ./objects <<'END'
static
static
thread
thread
thread
thread
END
fi

# A program's own function of such a name is its own.
cat >names.upc <<'END'
#include <stdio.h>
void on_exit(int seat) { printf("seat %d\n", seat); }
int main(void) { on_exit(7); return 0; }
END
"$UPCC" -pthreads -w -o names names.upc
expect 0 -n 1 ./names <<'END'
seat 7
END
