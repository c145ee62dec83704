# The recipe for Spack asks for what the build does: the versions of Rust and CMake, each library
# that packaging/deps.sh wants. (Spack itself is not run.)
command -v python3 >/dev/null || exit 0
recipe=$ROOT/packaging/spack/package.py
python3 - "$recipe" <<'END' >asked
import ast, sys
tree = ast.parse(open(sys.argv[1]).read())
package = next(node for node in tree.body if isinstance(node, ast.ClassDef))
assert package.name == "Partita" and package.bases[0].id == "MakefilePackage"
for node in package.body:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.func.id == "depends_on":
        kinds = next(k.value for k in node.value.keywords if k.arg == "type")
        print(node.value.args[0].value, *ast.literal_eval(kinds) if isinstance(kinds, ast.Tuple) else [kinds.value])
END
rust=$("$ROOT/packaging/cargo.sh" --wanted)
cmake=$(sed -n 's/^cmake_minimum_required(VERSION \([0-9.]*\).*/\1/p' "$ROOT/runtime/CMakeLists.txt")
grep -qx "rust@$rust: build" asked
grep -qx "cmake@$cmake: build" asked
for library in hwloc libfabric ucx pmix; do
  grep -q "need lib${library#lib}-dev" "$ROOT/packaging/deps.sh"
  grep -qE "^$library(@\S+)? build link run\$" asked
done
