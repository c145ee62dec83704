# Nothing to do is an error with a message.
! "$UPCC" 2>err
grep -qi 'no input' err
! "$UPCC" no-such-file.upc 2>err
grep -q no-such-file.upc err
! "$UPCRUN" 2>err
test -s err
! "$UPCRUN" -n 2 ./no-such-program 2>err
grep -q no-such-program err
