# conformance: LANG-6.5.1.1-S5 LANG-6.5.1.1-S6 LANG-6.5.1.1-S14 LANG-6.7.1-S2 LANG-6.7.1-S3
# The referenced type decides the kind of an access; without strict or relaxed in it, the pragma
# does. In the translation a strict access of an int is upcr_puts_i32, a relaxed one upcr_put_i32.
cat >a.upc <<'X'
#include <upc.h>
strict shared int s;
relaxed shared int r;
shared int n;
strict shared struct pair { int x, y; } whole;
void by_default(void) { s = 101; r = 102; n = 103; }
#pragma upc strict
void by_strict(void) { s = 104; r = 105; n = 106; }
#pragma upc relaxed
void by_relaxed(void) { s = 107; r = 108; n = 109; struct pair p = {1, 2}; whole = p; p = whole; }
X
"$UPCC" -trans -o a.c a.upc
kind() { grep -o "upcr_puts\{0,1\}_i32([^,]*, $1)" a.c | cut -d'(' -f1; }
for value in 101 104 106 107; do test "$(kind $value)" = upcr_puts_i32; done
for value in 102 103 105 108 109; do test "$(kind $value)" = upcr_put_i32; done
grep -q upcr_putbs a.c
grep -q upcr_getbs a.c
