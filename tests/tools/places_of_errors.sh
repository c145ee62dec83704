# An error in a call of the library has the line of the program without -g too, below the message.
cat > prog.upc <<'END'
#include <upc.h>
static void release(upc_lock_t *lock)
{
    upc_unlock(lock); /* here */
}
int main(void)
{
    release(upc_all_lock_alloc());
    return 0;
}
END
place="    in release at .*prog.upc:$(grep -n 'here' prog.upc | cut -d: -f1)"
said() { # the message and the line below it, and no more
    grep '^upcr: thread [0-9]*: upc_unlock of a lock that no thread holds' err
    grep "^$place$" err
    test "$(wc -l < err)" = 2
}
for options in -O0 -pthreads; do
    "$UPCC" $options prog.upc -o prog
    for layout in "-n 3" "-n 4 -nodes 2"; do
        # shellcheck disable=SC2086
        if "$UPCRUN" $layout ./prog 2> err; then exit 1; fi
        said || { cat err; exit 1; }
    done
done
if "$UPCRUN" -n 2 -nobacktrace ./prog 2> err; then exit 1; fi
test "$(wc -l < err)" = 1
# Checked code has the line in the message.
"$UPCC" -g prog.upc -o prog
if "$UPCRUN" -n 2 ./prog 2> err; then exit 1; fi
grep '^upcr: thread [0-9]*: prog.upc:4: upc_unlock' err
test "$(wc -l < err)" = 1
