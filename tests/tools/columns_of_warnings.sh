# Warnings that the C compiler gives only with its optimiser have the column and the line of the
# user's text, on lines that upcc translated too.
cat > prog.upc <<'END'
#include <upc.h>
#include <stdio.h>
shared int a[THREADS];
int main(int argc, char **argv) {
  int n;
  int m;
  a[MYTHREAD] = n;
  char t[3];
  a[0] = sprintf(t, "%d", argc + 1000) + m;
  return a[0];
}
END
"$UPCC" -O2 -Wall -c prog.upc 2> err
grep 'Wuninitialized' err | grep '^prog.upc:7:[0-9]*: warning' || { cat err; exit 1; }
grep 'Wformat-overflow' err | grep '^prog.upc:9:[0-9]*: warning' || { cat err; exit 1; }
grep -F '  a[MYTHREAD] = n;' err || { cat err; exit 1; }
if grep '^prog.upc:[0-9]*: ' err; then exit 1; fi

# So have messages on lines with macros, which the C compiler reads expanded.
cat > macros.upc <<'END'
#include <upc.h>
#include <stddef.h>
#define LENGTH 1000000
int f(int, void *);
int main(void) {
	int a = LENGTH + THREADS, b = 1, unused = THREADS;
	a = LENGTH + f("a", NULL) + f(b, NULL);
	return a + THREADS + f(LENGTH, NULL);
}
END
for options in "" "-T 3" "-pthreads"; do
    # shellcheck disable=SC2086
    "$UPCC" -Wall $options -c macros.upc 2> err
    for place in "6:42: warning: unused variable" "7:24: warning: passing argument 1"; do
        grep "^macros.upc:$place" err || { cat err; echo "$options: $place"; exit 1; }
    done
    # The marks are below the words: their columns as shown, behind a margin of eight.
    awk '/^macros.upc/ { split($0, part, ":"); column = part[3] }
        /^      \| *[~^]*$/ && index($0, "^") - 8 != column { print; bad = 1 }
        END { exit bad }' err
done

# A warning about what a macro alone has is at the macro, also behind words that the plain reading
# replaces by more.
cat > uses.upc <<'END'
#include <upc.h>
#include <stdio.h>
#define SHIFT(x) (x << 40)
#define CHECK(x) if (!(x)) printf("%s\n", x)
#define EFFECT(x) ((x) == 1)
int main(void) {
  int n = 3;
  upc_barrier 4; n = 1 + SHIFT(n) + n;
  upc_barrier; CHECK(n);
  upc_forall (int i = 0; i < 4; i++; i) { EFFECT(i); }
  return n;
}
END
"$UPCC" -Wall -c uses.upc 2> err
for place in 8:26 9:16 10:43; do
    grep "^uses.upc:$place: warning" err || { cat err; exit 1; }
done
if grep '^      | *|$' err; then exit 1; fi

# MYTHREAD and THREADS are no constants for the C compiler's warnings. A pointer-to-shared as a
# variable argument is the front end's to warn of.
cat > numbers.upc <<'END'
#include <upc.h>
#include <stdio.h>
shared int a[THREADS];
struct s { shared int *p; };
shared struct s v[THREADS];
int main(void) {
  unsigned n = a[0];
  if (n < MYTHREAD) return 1;
  if (n < THREADS) return 2;
  for (unsigned i = MYTHREAD; i < THREADS; i += 2) a[i] = 1;
  printf("%p\n", &a[1]);
  printf("%p\n", v[1].p);
  return 0;
}
END
for cc in gcc clang; do
  command -v $cc >/dev/null || continue
  UPCC_CC=$cc "$UPCC" -Wall -Wextra -c numbers.upc 2>err
  grep '^numbers.upc:.*: warning' err >warnings
  printf '%s\n' 8:9: 9:9: 10:33: 11:18: 12:18: | sed 's/^/numbers.upc:/' | sort >want
  sed 's/ warning:.*//' warnings | sort | diff want - || { cat err; exit 1; }
done

# Where C wants a constant, THREADS that is known only at launch is an error of the program.
echo '_Alignas(THREADS) int a;' >aligned.upc
if "$UPCC" -c aligned.upc 2>err; then exit 1; fi
grep '^aligned.upc:1:[0-9]*: error:' err
if grep 'a bug of upcc' err; then exit 1; fi
