# A C program without UPC compiles and runs as with cc; with -x c UPC's words are ordinary names.
cat >p.c <<'X'
#include <stdio.h>
int main(int argc, char **argv) { printf("%d %s\n", argc, argv[argc - 1]); return argc; }
X
"$UPCC" -O2 -Wall -o p p.c
status=0
out=$(./p -n 7) || status=$?
test "$out" = "3 7"
test $status = 3
echo 'int shared = 1, strict = 2; int main(void) { return shared + strict - 3; }' >q.c
"$UPCC" -x c -o q q.c
./q
! "$UPCC" -c q.c 2>err
grep -q -- '-x c' err
