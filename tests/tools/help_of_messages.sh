# Advice of messages about mistakes of spelling and syntax.
said() { # TEXT SUFFIX WORDS...: what upcc says of a file with this text
    printf '%s\n' "$1" > "prog$2"
    suffix=$2
    shift 2
    if "$UPCC" "$@" -c "prog$suffix" 2> err; then exit 1; fi
}
said 'int main(void) { #pragma upc strict' .upc
grep 'a directive such as #pragma has a line of its own' err
said '#include <upc.h>' .upci
grep 'directives such as #include must be preprocessed first' err
# Preprocessed text without line markers is named, not the file that upcc makes of it.
said 'int f(void) { return 1 +; }' .i
grep '^prog.i:1:' err
if grep 'plain.c' err; then exit 1; fi
said 'int n; shared [n] int a[THREADS];' .upc
grep 'write a number, an enumerator or a macro' err
said 'int f(int i) { for (i = 0, i < 3, i++) ; return i; }
int g(int i) { upc_forall (i = 0, i < 3, i++, i) ; return i; }' .upc
test "$(grep -c "';' separates the parts of a loop, not ','" err)" = 2
said '#include <upc.h>' .cc
grep '<upc.h> is for UPC: compile the file as UPC' err
said '#include <upc_relaxed.h>' .upc -x c
grep '<upc_relaxed.h> is for UPC' err
said 'int a;' .upc -pthread=4
grep "unrecognized command-line option '-pthread=4'; did you mean '-pthreads='?" err
said 'int a;' .upc -fupc-threads-x
grep "^upcc: error: -fupc-threads-x: 'x' is not a number of UPC threads (1 to 65536)" err
UPCC_CC=true said 'int a;' .upc
grep "^upcc: error: prog.upc: the C compiler 'true' (UPCC_CC) wrote no preprocessed text: is it" err
CC=false said 'int a;' .upc
grep "^upcc: error: the C compiler 'false' (CC) failed without a message: exit status: 1$" err
said 'int a;' .upc -cc=gcc
grep "option '-cc=gcc'; the environment variable UPCC_CC, or else CC, chooses the C compiler" err
# The C compiler fails at the second call, or at the link, without a word.
printf '%s\n' '#!/bin/sh' 'case " $* " in *" -E "*) exec gcc "$@";; *) kill -9 $$;; esac' >dies
chmod +x dies
UPCC_CC=./dies said 'int main(void) { return 0; }' .upc
grep "^upcc: error: the C compiler './dies' (UPCC_CC) failed without a message: signal: 9" err
"$UPCC" -c prog.upc
! "$UPCC" -link-with=./dies prog.o 2>err
grep "^upcc: error: the linker './dies' (-link-with) failed without a message: signal: 9" err
said '#include <upc.h>
int main(void) { upc_barrier return 0; }' .upc
grep "missing ';' after 'upc_barrier'" err
said 'shared int a[];' .upc
grep 'give the array a bound' err
# One mistake, one message.
said 'struct s; shared struct s a[THREADS];' .upc
test "$(grep -c error: err)" = 1
# Habits of other languages and compilers.
helps() { # TEXT HELP: upcc refuses, or warns of, a file with this text, and helps so
    printf '#include <upc.h>\n#include <stdio.h>\n%s\n' "$1" >habit.upc
    "$UPCC" -Werror -c habit.upc 2>err && exit 1
    grep 'help: ' err | grep -F "$2"
}
helps 'upc_lock_t l;' "declare a pointer, 'upc_lock_t *l;', and set it to upc_all_lock_alloc()"
helps 'shared upc_lock_t l[THREADS];' "as in 'upc_lock_t *shared x[THREADS];', and set each to"
helps 'struct s { upc_lock_t l; };' 'make it a pointer, and set it to upc_all_lock_alloc()'
helps 'int f(void) { return MYTHREAD(); }' 'it is a value: leave out the parentheses behind it'
helps 'shared int [4] a[8 * THREADS];' 'the bounds of an array follow its name'
helps 'shared(4) int a[8 * THREADS];' "the block size is in brackets, as in 'shared [4] int'"
helps 'shared int n; void f(void) { scanf("%d", &n); }' 'read into a private variable'
helps 'void f(void) { upc_lock_t *l = upc_lock_alloc(); }' 'upc_all_lock_alloc, which all threads'
helps 'shared int a[THREADS]; void f(void) { upc_all_reduce(a, a, UPC_ADD, 1, 1, 0, 0); }' \
    'the name ends with the letter of a type'
helps 'int f(void) { return upc_mythread(); }' 'the number of this thread is MYTHREAD'
helps 'int f(void) { return upc_threads(); }' 'the number of threads is THREADS'
helps 'void f(void) { upc_init(); }' 'needs no start: every thread executes main'
helps 'void f(void) { upc_exit(1); }' 'upc_global_exit(status) ends all threads'
helps 'shared int a[THREADS]; void f(void) { upc_all_reduceI(a, a, UPC_SUM, 1, 1, 0, 0); }' \
    'the operation is UPC_ADD'
helps 'int f(void) { if (MYTHREAD = 0) return 1; return 0; }' "to compare, write '=='"
helps 'void f(void) { THREADS = 4; }' 'upcrun -n, or upcc -T, sets the number of threads'
helps 'struct n { struct n *next; }; shared struct n *f(shared struct n *p) { return p->next; }' \
    "'next' points to private data: declare it as 'shared struct n *'"
helps 'double f(void) { return upc_wtime(); }' '<upc_tick.h> has the clock'
