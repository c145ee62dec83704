echo 'int main(void) { return 0; }' >a.upc
"$UPCC" -o a a.upc
! "$UPCRUN" -n 2 --no-such-option ./a 2>err
grep -q no-such-option err
! "$UPCRUN" -n 0 ./a 2>err
test -s err
! "$UPCRUN" -n many ./a 2>err
grep -q many err
