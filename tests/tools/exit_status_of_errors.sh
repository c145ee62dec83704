# Status 1 for an error in the program, nothing left behind, several errors in one run.
echo 'shared int s; int a = ; int b = ;' >bad.upc
status=0
"$UPCC" -c bad.upc 2>err || status=$?
test $status = 1
test "$(grep -c 'error:' err)" -ge 2
test ! -e bad.o
test "$(ls)" = "bad.upc
err"
