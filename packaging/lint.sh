#!/bin/sh
# Checks what neither clippy nor the compilers look at: the runtime's C (clang-tidy), scripts
# (shellcheck), words (codespell), the licence's line in each source, the length of lines, files and
# functions, the map of the tree, titles of decisions, names of files, and subjects of commits.
set -eu

cd "$(dirname "$0")/.."

# Not counted: variables that the harness or the including script sets, files found at run time,
# commands that `sh -e` ends at, words split on purpose, and names of files that are commands too.
exclude=SC1087,SC1090,SC1091,SC2010,SC2034,SC2046,SC2054,SC2154,SC2155,SC2164,SC2238

# check_script FILE: prints shellcheck's messages, and fails if there are any.
check_script() {
    case $1 in
    tests/hosts/* | bench/compiler/* | bench/network/*) shell='-s bash' ;; # parts of bash scripts
    *) shell='-s dash' ;;
    esac
    case $(head -n 1 "$1") in '#!'*) shell= ;; esac
    # shellcheck disable=SC2086 # an option and its argument, or nothing
    shellcheck -S warning -e $exclude $shell "$1"
}

# tidy FILE...: prints clang-tidy's messages, and fails if there are any.
tidy() {
    clang-tidy --quiet "$@" -- -std=gnu11 -D__UPCR_INLINE__=1 -Iruntime/include -Iruntime/src 2>&1 |
        grep -vE '^[0-9]+ warnings? (generated|treated)|^Suppressed|^Use -header|^$' && return 1
    return 0
}

# lint.sh FUNCTION FILE...: one of these, for xargs.
if [ $# -gt 0 ]; then
    "$@"
    exit
fi

failed=
folders=$(mktemp) names=$(mktemp)
trap 'rm -f "$folders" "$names"' EXIT
fail() {
    echo "$1"
    failed=yes
}

git ls-files '*.sh' .ci/run | xargs -P "$(nproc)" -n 1 packaging/lint.sh check_script || failed=yes

# Those that need headers of network libraries are left out: not every machine has them.
git ls-files 'runtime/src/*.c' | grep -vE 'src/net/(ofi|ucx)/|pmix\.c$' |
    xargs -P "$(nproc)" -n 20 packaging/lint.sh tidy || failed=yes

# Figures, genomes and pictures have no words; .codespellrc has those that are meant.
git ls-files | grep -vE '\.(fa|fa\.txt|pgm|json|lock|svg|png)$' | xargs codespell -q 3 || failed=yes

# Programs that tests run as a user's have none: their lines are counted.
git ls-files runtime bench compiler launcher tune fuzz tests/harness tests/generate |
    grep -E '\.(c|h|rs)$' | grep -v /tests/cases/ | xargs awk '
        FNR == 1 && !/SPDX-License-Identifier: Apache-2.0/ {
            print FILENAME ": the first line has no SPDX-License-Identifier: Apache-2.0"
            bad = 1
        }
        END { exit bad }' || failed=yes

# The length of lines in sources. Left out are sources that programs make, tables of tests,
# directives of test programs, and programs whose comments mark the line of an error.
git ls-files '*.c' '*.h' '*.py' '*.upc' '*.rs' '*.sh' .ci/run Makefile '*CMakeLists.txt' \
    '*.cmake' '*.pml' '*.js' '*.in' '*.awk' 'packaging/completions/*' |
    grep -vE '^(runtime/include/upcr/abi\.h|runtime/src/core/out_of_line\.c)$' |
    grep -vE '^(compiler/.*/tests/cases|tests/(sema|syntax|errors))/' | xargs awk '
        length($0) > 100 && !/^(\/\/! )?\|/ && !/^\/\/ [a-z-]+: / {
            print FILENAME ":" FNR ": " length($0) " columns, of 100"
            bad = 1
        }
        END { exit bad }' || failed=yes

# Texts have tables, pictures, commands and messages, which stay whole. Pages that programs make are
# left out.
git ls-files '*.md' | grep -vE '^(bench/published/|docs/(conformance|options|library))' |
    xargs awk '
        FNR == 1 { code = 0 }
        /^```/ { code = !code }
        length($0) > 100 && !code && !index("|#!", substr($0, 1, 1)) && !/^    / {
            print FILENAME ":" FNR ": " length($0) " columns, of 100"
            bad = 1
        }
        END { exit bad }' || failed=yes

# The map of ARCHITECTURE.md names the folders that there are, to the second level.
git ls-files | sed -n 's,^\([^/]*/[^/]*\)/.*,\1,p; s,^compiler/crates/\([^/]*\)/.*,\1,p' |
    sort -u >"$folders"
git ls-files | grep -o '[^/]*/' | sort -u >"$names"
map=$(sed -n '/^## Map/,/^`make`/p' ARCHITECTURE.md)
for folder in $(grep -vE '^(\.|examples/|packaging/|launcher/|tune/|fuzz/|abi/|docs/)' \
    "$folders"); do
    case $map in *"${folder##*/}/"*) ;; *) fail "ARCHITECTURE.md: the map has no $folder/" ;; esac
done
for name in $(echo "$map" | sed 's,docs/[a-z-]*\.md,,g' | grep -oE '(^|[ (])[a-z-]+/' | tr -d ' (' |
    sort -u); do
    grep -qx "$name" "$names" || [ "$name" = build/ ] ||
        fail "ARCHITECTURE.md: there is no folder $name"
done

# A decision has one title: in its page, in docs/design.md and in the book. Its page is short;
# tables are not counted.
design=$(tr -s '\n ' '  ' <docs/design.md)
for page in docs/decisions/*.md; do
    title=$(sed -n '1s/^# //p' "$page") name=decisions/${page##*/}
    case $design in *"[$title]($name)"*) ;; *) fail "docs/design.md: no '$title' ($name)" ;; esac
    grep ": $name\$" mkdocs.yml | grep -qF -e "- \"$title\": " -e "- $title: " ||
        fail "mkdocs.yml: no '$title' ($name)"
    for part in Context Decision; do
        grep -q "^\*\*$part\.\*\*" "$page" || fail "$page: no **$part.**"
    done
    [ "$(grep -vc '^ *|' "$page")" -le 64 ] ||
        fail "$page: more than 64 lines without its tables: one decision a page"
done

# Each group of tests runs for a commit or before a release.
release=$(sed -n '/^## Before a release/,/^## [^B]/p' docs/testing.md)
for target in $(grep -oE '^(test-[a-z]+|fuzz|conformance|bench[a-z-]*):' Makefile | tr -d ':'); do
    grep -q "$target\>" .ci/run && continue
    case $release in
    *"\`make $target"[\`\ ]*) ;;
    *) fail "$target is neither in .ci/run nor in docs/testing.md, 'Before a release'" ;;
    esac
done

# Pages name source files that there are. Those of other projects, and names of several, are left
# out.
git ls-files | sed 's,.*/,,' | sort -u >"$names"
git ls-files '*.md' |
    grep -vE '^(CHANGELOG|bench/published/|docs/(conformance|errors|library|options|variables))' |
    xargs grep -ohE '`[A-Za-z0-9_./-]+\.(c|h|rs|def|pml|py|sh|upc)`' | tr -d '`' | sed 's,.*/,,' |
    grep -vE '^(cblas\.h|pmix\.h|squares\.upc|NAME_.*|\.note\.upc)$' | sort -u >"$folders"
missing=$(comm -23 "$folders" "$names" | tr '\n' ' ')
[ -z "$missing" ] || fail "pages name files that do not exist: $missing"

# A name in a backtrace identifies the file.
git ls-files 'runtime/src/*.c' | grep -vE 'src/(coll|team|sim)/' | sed 's,.*/,,' | sort |
    uniq -d >"$names"
[ ! -s "$names" ] || fail "runtime/src has several files of these names: $(tr '\n' ' ' <"$names")"

# A file has one idea and 40 lines at least. Left out are files that the linker takes one by one,
# roots of modules, and ideas that have no neighbour.
small='/compat/|/wrap_|output_by_name|loader|bupc_trace|arrival_simulated|/(mod|lib|main)\.rs'
small="$small|library\.rs|fences\.rs|applications\.rs|short\.rs|span\.rs|ccache\.rs|runner\.rs"
git ls-files 'runtime/src/*.c' 'compiler/crates/*/src/*.rs' 'launcher/src/*.rs' 'tune/src/*.rs' \
    'tests/*/src/*.rs' | grep -vE "$small" | xargs wc -l |
    awk '$1 < 40 { print $2 ": " $1 " lines: it joins its neighbour"; bad = 1 } END { exit bad }' ||
    failed=yes

# A function has one job and 60 lines at most. Left out are matches with an arm for each kind of
# node.
arms='children_mut|head|node|wide_expr|expr_kind|plain|statement_kind'
long=$(git ls-files 'runtime/*.[ch]' 'bench/*.[ch]' 'compiler/crates/*/src/*.rs' 'launcher/*.rs' \
    'tune/*.rs' 'fuzz/*.rs' 'tests/*/src/*.rs' |
    xargs awk -v most=60 -f packaging/long_functions.awk | grep -vE " lines of ($arms), of ") || :
[ -z "$long" ] || fail "$long"

# Subjects of the last commits, where there is a history.
long=$(git log -20 --no-merges --format=%s 2>/dev/null | awk 'length($0) > 72')
[ -z "$long" ] || fail "subjects of commits have at most 72 characters: $long"

[ -z "$failed" ]
