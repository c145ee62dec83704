# The recipe for Spack requires what the build requires: the versions of Rust and CMake, each
# library of packaging/deps.sh. Its phases run with a mock of Spack's modules, which prints the
# commands; the tree that they install works. (Spack itself is not here.)
command -v python3 >/dev/null || exit 0
recipe=$ROOT/packaging/spack/package.py
python3 - "$recipe" <<'END' >asked
import ast, sys
tree = ast.parse(open(sys.argv[1]).read())
package = next(node for node in tree.body if isinstance(node, ast.ClassDef))
assert package.name == "Partita" and package.bases[0].id == "MakefilePackage"
for node in package.body:
    call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if call and node.value.func.id == "depends_on":
        kinds = next(k.value for k in node.value.keywords if k.arg == "type")
        several = isinstance(kinds, ast.Tuple)
        print(node.value.args[0].value, *ast.literal_eval(kinds) if several else [kinds.value])
END
rust=$("$ROOT/packaging/cargo.sh" --wanted)
cmake=$(sed -n 's/^cmake_minimum_required(VERSION \([0-9.]*\).*/\1/p' \
  "$ROOT/runtime/CMakeLists.txt")
grep -qx "rust@$rust: build" asked
grep -qx "cmake@$cmake: build" asked
for library in hwloc libfabric ucx pmix; do
  grep -q "need lib${library#lib}-dev" "$ROOT/packaging/deps.sh"
  grep -qE "^$library(@\S+)? build link run\$" asked
done

mkdir -p spack
cat >spack/package.py <<'END'
"""What the recipe uses of Spack: declarations do nothing, commands run in the checkout."""
import os, subprocess

env, make_jobs, ran = {}, 2, []

def declare(*arguments, **more):
    return lambda function: function

license = version = depends_on = run_after = on_package_attributes = declare

class Command:
    def __init__(self, *words):
        self.words = words

    def __call__(self, *arguments):
        ran.append((*self.words, *arguments))

def which(name, required=False):
    return Command(name)

make = Command("make")

class MakefilePackage:
    build_directory = os.environ["ROOT"]
    prefix = os.environ["PREFIX"]
    spec = {}
END
touch spack/__init__.py
PREFIX=$PWD/prefix
export ROOT PREFIX
PYTHONPATH=$PWD python3 - "$recipe" <<'END' >commands
import sys
from spack.package import *
from spack import package
scope = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), scope)
recipe = scope["Partita"]()
make(*recipe.build_targets)
make(*recipe.install_targets)
recipe.check()
recipe.installcheck()
recipe.setup_run_environment(None)
for words in package.ran:
    print(*words)
print(*(f"{name}={value}" for name, value in package.env.items()))
END
line() { sed -n "$1p" commands; }
[ "$(line 1)" = 'make all JOBS=2' ]
[ "$(line 2)" = "make install PREFIX=$PREFIX" ]
[ "$(line 3)" = 'cargo test --locked --package harness --test upc -- examples' ]
[ "$(line 4)" = "make installcheck PREFIX=$PREFIX" ]
[ "$(line 5)" = "UPCC=$ROOT/build/bin/upcc UPCRUN=$ROOT/build/bin/upcrun" ]

built=$(dirname "$(dirname "$UPCC")")
unset MAKEFLAGS MAKELEVEL
cd "$ROOT"
make --no-print-directory install PREFIX="$PREFIX" BUILD="$built" >/dev/null
make -n installcheck PREFIX="$PREFIX" | grep -q "tests/installcheck.sh \"\$bin\""
cd "$OLDPWD"
"$PREFIX/bin/upcc" -o hello "$ROOT/examples/hello/hello.upc"
[ "$("$PREFIX/bin/upcrun" -n 2 ./hello | wc -l)" = 2 ]
