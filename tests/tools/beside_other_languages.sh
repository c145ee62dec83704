# The programs of docs/interop.md are built and run by its own commands, those whose compiler or
# library is installed.
awk '/^## / { name = tolower($2); gsub("[+]", "plus", name) }
  /^    / && name { print substr($0, 5) > (name ".commands") }' "$ROOT/docs/interop.md"
test "$(ls -- *.commands | wc -l)" = 5
upcc() { "$UPCC" "$@"; }
upcrun() { "$UPCRUN" "$@"; }
# mpirun starts what is in PATH.
mkdir bin
ln -s "$UPCRUN" bin/upcrun
export PATH="$PWD/bin:$PATH" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1

cat >expected <<'Y'
cplusplus 40000 keys in order on 4 threads
fortran heat 1.000000 after 200 steps
openmp sum 300000 on 2 threads with 2 of OpenMP each
mpi pi 3.141592654 by 2 ranks of 2 threads
python mean 1999.5 of 4000 numbers on 4 threads
Y
has() {
  case $1 in
  cplusplus) command -v g++ ;;
  fortran) command -v gfortran ;;
  openmp) echo '#include <omp.h>' | cc -fopenmp -E - ;;
  mpi) command -v mpicc && command -v mpirun ;;
  python)
    python3 -c 'import ctypes
from sysconfig import get_config_var as of
ctypes.CDLL(of("LIBDIR") + "/" + of("INSTSONAME"))'
    ;;
  esac >/dev/null 2>&1
}
built=0
while read -r name said; do
  has "$name" || continue
  cp -r "$ROOT/examples/interop/$name" "$name"
  (cd "$name" && . "../$name.commands") </dev/null >out 2>err || {
    cat "$name.commands" out err
    exit 1
  }
  grep -Fqx "$said" out
  built=$((built + 1))
done <expected
echo "$built of 5 examples"
test $built -gt 0

# A link without the other language's library names the option.
echo 'int work(void); int main(void) { return work(); }' >main.upc
printf '#include <iostream>\nextern "C" int work() { std::cout << 1; return 0; }\n' >work.cc
printf 'integer function work() bind(c)\nprint *, 1\nwork = 0\nend\n' >work.f90
while read -r name compiler source option; do
  has "$name" || continue
  $compiler -c $source -o work.o
  ! "$UPCC" -o lacking main.upc work.o 2>err
  grep -q "upcc: note: these names are of the library of .*link with -link-with=$option" err
  "$UPCC" -link-with=$option -o whole main.upc work.o
done <<'X'
cplusplus g++ work.cc g++
fortran gfortran work.f90 gfortran
X
