echo 'int main(void) { return 0; }' >a.upc
"$UPCC" -o a a.upc
! "$UPCRUN" -n 2 --no-such-option ./a 2>err
grep -q no-such-option err
! "$UPCRUN" -n 0 ./a 2>err
test -s err
! "$UPCRUN" -n many ./a 2>err
grep -q many err
! "$UPCRUN" -nn 2 ./a 2>err
grep -q 'unknown option -nn: did you mean -n?' err
! "$UPCRUN" -nod 2 ./a 2>err
grep -q 'unknown option -nod: did you mean -nodes?' err
! "$UPCRUN" -n 4 -nodes 9 ./a 2>err
grep -q '9 nodes (-nodes, .*) for 4 threads (-n): .* give -nodes 4 or less' err

# An option that can only be upcc's never reaches the C compiler.
for pair in -fno-upc-inspecter=-fno-upc-inspector -fopt-inf-upc=-fopt-info-upc \
  -fupc-chek=-fupc-check -fberkely=-fberkeley; do
  ! "$UPCC" "${pair%%=*}" -c a.upc 2>err
  text="unrecognized command-line option '${pair%%=*}'; did you mean '${pair#*=}'?"
  test "$(cat err)" = "upcc: error: $text"
done
! "$UPCC" -fupc-dump -c a.upc 2>err
grep -q "option '-fupc-dump'; did you mean '-fupc-dump='?" err
! "$UPCC" -n 4 a.upc 2>err
grep -q "option '-n'; upcrun -n chooses the number of threads" err

for given in -THREADS=4 '-THREADS 4' -THREADS4; do
  # shellcheck disable=SC2086
  ! "$UPCC" $given a.upc 2>err
  grep -q '^upcc: error: -THREADS is no option: -T 4 or -fupc-threads-4 fixes THREADS at 4$' err
done
! "$UPCC" -threads 4 a.upc 2>err
grep -q "option '-threads'; upcrun -n chooses the number of threads, and upcc -T fixes it" err
! "$UPCRUN" -n 2 . 2>err
grep -q '^upcrun: [.]: is a folder, not a program$' err

# A source is no program.
! "$UPCRUN" -n 2 ./a.upc 2>err
grep -q 'a.upc: is a source file: compile it with upcc -o ./a ./a.upc, and run ./a$' err
! "$UPCRUN" -n 2 a.upc 2>err
grep -q 'here; ./a.upc is a source file: compile it with upcc -o ./a ./a.upc, and run ./a$' err

! "$UPCRUN" 2 ./a 2>err
grep -q '2 is found neither in PATH nor here; upcrun -n 2 chooses the number of threads' err

# Options of upcrun stand before the program.
! "$UPCRUN" ./a -n 2 2>err
grep -q 'type upcrun -n 4 ./a; -n behind the program is an argument of the program' err
! "$UPCRUN" ./a 2>err
grep -q 'type upcrun -n 4 ./a$' err
