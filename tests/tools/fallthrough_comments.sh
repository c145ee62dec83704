# Comments that say that a case falls through silence the warning, under -Wextra and by name.
cat >a.c <<'C'
int f(int n) {
  int sum = 0;
  switch (n) {
  case 1:
    sum++;
    /* fallthrough */
  default:
    sum++;
  }
  return sum;
}
C
"$UPCC" -Wall -Wextra -c a.c 2>err
test ! -s err
cat >b.c <<'C'
int f(int n) {
  int sum = 0;
  switch (n) {
  case 1:
    sum++;
    __attribute__((fallthrough));
  default:
    sum++;
  }
  return sum;
}
C
"$UPCC" -Wextra -Werror=implicit-fallthrough -c b.c 2>err
test ! -s err
# A fall-through without a valid comment is reported where cc reports it, at every level, also in
# code with UPC.
cat >c.c <<'C'
int shared_like(int n) {
  int sum = 0;
  switch (n) {
  case 1:
    sum++; // falls through
  case 2:
    sum++;
    /* the last one,
# 3 and its shared kin,
       fall through */
  case 3:
    sum++; /* not before a label */
    sum++;
  case 4: {
    sum++;
    /* FALLTHRU */
  }
  default:
    sum++;
  }
  return sum;
}
C
{
  cat c.c
  sed 's/shared_like/of_upc/; s/sum++/total += sum++/' c.c
} | sed '1i #include <upc.h>\nshared int total;' >d.upc
lines() {
  sed -n 's/^[cd]\.[a-z]*:\([0-9]*\):.*Wimplicit-fallthrough.*/\1/p' "$1" | sort -n | tr '\n' ' '
}
length=$(wc -l <c.c)
for level in -Wextra -Wimplicit-fallthrough=1 -Wimplicit-fallthrough=2 -Wimplicit-fallthrough=4; do
  ${CC:-cc} $level -c c.c 2>want
  test -s want
  "$UPCC" $level -c c.c 2>err
  test "$(lines err)" = "$(lines want)"
  "$UPCC" $level -fupc-analyze-all -c c.c 2>err
  test "$(lines err)" = "$(lines want)"
  "$UPCC" $level -c d.upc 2>err
  twice=$(for line in $(lines want); do echo $((line + 2)) $((line + 2 + length)); done |
    tr ' ' '\n' | sort -n | tr '\n' ' ')
  test "$(lines err)" = "$twice"
done
