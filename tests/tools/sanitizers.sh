# upcc -fsanitize=address, undefined and thread: a sound program runs silently, and each finds what
# it is for.
echo 'int main(void) { return 0; }' >probe.c
has() { ${CC:-cc} -fsanitize="$1" -o probe probe.c 2>/dev/null && ./probe; }
cat >a.upc <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
shared int counter, racy;
static int table[2000];
/* Each thread has its own place in its text. */
static int words(char *text)
{
    int n = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "), n++)
        upc_barrier;
    return n;
}
int main(int argc, char **argv)
{
    char text[] = "one two three";
    char fault = argc > 1 ? argv[1][0] : 0;
    upc_lock_t *lock = upc_all_lock_alloc();
    shared int *block = upc_all_alloc(THREADS, sizeof(int));
    block[MYTHREAD] = MYTHREAD;
    for (int i = 0; i < 20; i++) {
        upc_lock(lock);
        counter++;
        upc_unlock(lock);
    }
    upc_barrier;
    int next = (MYTHREAD + 1) % THREADS;
    if (block[next] != next || counter != 20 * THREADS || words(text) != 3)
        upc_global_exit(3);
    if (fault == 'h') { /* beyond a heap block */
        char *bytes = malloc(8 + (size_t)argc);
        bytes[8 + argc] = 1;
        table[0] = bytes[argc];
    }
    if (fault == 'g') /* beyond a private static that is a mapping of the thread's own */
        table[1998 + argc] = 1;
    /* overflow; in one thread, as a second in its process may end it before the message is out */
    if (fault == 'o' && MYTHREAD == 0)
        table[0] = 2147483647 + argc;
    if (fault == 'r') /* race */
        racy = MYTHREAD;
    upc_barrier;
    upc_all_free(block);
    upc_all_lock_free(lock);
    if (MYTHREAD == 0)
        puts("ok");
    return 0;
}
X
silent() { "$UPCRUN" "$@" >out 2>err; echo ok | cmp - out; cat err; test ! -s err; }
fails() {
    pattern=$1; shift; if "$UPCRUN" "$@" >out 2>err; then exit 1; fi; grep -q "$pattern" err
}
if has address; then
    "$UPCC" -g -fsanitize=address -o a a.upc
    "$UPCC" -g -fsanitize=address -pthreads -o p a.upc
    silent -n 3 ./a
    silent -n 3 -pshm-width 1 ./a
    silent -n 3 -p 3 ./p
    silent -n 4 -p 2 ./p
    fails 'heap-buffer-overflow.*\|a.upc:32' -n 2 ./a h
    fails 'heap-buffer-overflow' -n 2 -p 2 ./p h
    fails 'global-buffer-overflow' -n 2 ./a g
fi
if has undefined; then
    "$UPCC" -g -fsanitize=undefined -fno-sanitize-recover=all -o a a.upc
    "$UPCC" -g -fsanitize=undefined -fno-sanitize-recover=all -pthreads -o p a.upc
    silent -n 3 ./a
    silent -n 3 -pshm-width 1 ./a
    silent -n 3 -p 3 ./p
    fails 'a.upc:[0-9]*:[0-9]*: runtime error: signed integer overflow' -n 2 ./a o
    fails 'a.upc:[0-9]*:[0-9]*: runtime error: signed integer overflow' -n 2 -p 2 ./p o
fi
if has thread; then
    "$UPCC" -g -fsanitize=thread -o a a.upc
    "$UPCC" -g -fsanitize=thread -pthreads -o p a.upc
    silent -n 3 ./a
    silent -n 3 -p 3 ./p
    silent -n 4 -p 2 ./p
    fails 'ThreadSanitizer: data race' -n 3 -p 3 ./p r
    # The runtime's handlers of a process's end get their argument: here it closes files.
    cat >io.upc <<'X'
#include <stdio.h>
#include <upc.h>
#include <upc_io.h>
int main(void)
{
    upc_file_t *f = upc_all_fopen("io.data", UPC_RDWR | UPC_CREATE | UPC_COMMON_FP, 0, NULL);
    if (!f || upc_all_fset_size(f, 100) != 0 || upc_all_fclose(f) != 0)
        upc_global_exit(1);
    upc_barrier;
    if (MYTHREAD == 0)
        puts("ok");
    return 0;
}
X
    "$UPCC" -fsanitize=thread -pthreads -o io io.upc
    silent -n 3 -p 3 ./io
fi
