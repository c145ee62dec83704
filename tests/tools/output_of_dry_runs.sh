# Dry runs, and the description of an executable.
echo '#include <upc.h>
int main(void) { return MYTHREAD < 0; }' >a.upc
"$UPCC" -T 2 -pthreads -o a a.upc
"$UPCRUN" -i ./a | grep -q 2
"$UPCRUN" -n 2 -show ./a | grep -q a
"$UPCC" -v -c a.upc 2>&1 | grep -q a.upc
# An address begins with a digit, which must not become part of the variable's name before it.
"$UPCC" -o b a.upc
UPC_SSH=false "$UPCRUN" -n 2 -launcher ssh -hosts other1,other2 -show ./b >commands
grep -qF 'UPCR_RENDEZVOUS="${a}HOST:PORT"' commands
