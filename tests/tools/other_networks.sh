echo 'int main(void) { return 0; }' >a.upc
"$UPCC" -network=smp -o a a.upc
"$UPCRUN" -n 2 ./a
"$UPCC" -network=tcp -o a a.upc
"$UPCC" -network=ofi -o a a.upc
"$UPCC" -network ucx -o a a.upc
! "$UPCC" -network=ibv -o b a.upc 2>err
grep -q smp err
