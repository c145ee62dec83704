#!/bin/sh
# Checks that what a step needs is on this machine, and installs what is missing.
#
#   packaging/deps.sh build|demo|models|world|bench|driver|csmith|fuzz|hosts|book|editors|ci
#
# As root on Debian, Ubuntu and the like, missing packages are installed with apt-get. Elsewhere
# the command to run is printed, and the exit status is 1. Nothing is changed when nothing is
# missing.
set -eu

here=$(dirname "$0")
missing=

need() { # need PACKAGE TEST...: the package is missing when the test fails
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has() { command -v "$1"; }
has_library() { PATH=$PATH:/sbin ldconfig -p | grep -q "$1"; }
has_header() { echo "#include <$1>" | ${CC:-cc} -E -; }
# Debian has the header in a separate folder.
has_pmix() { has_header pmix.h || ls /usr/lib/*/pmix2/include/pmix.h; }
# cmake_minimum_required of runtime/CMakeLists.txt
has_cmake() {
    has cmake && cmake --version |
        awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 25)) }'
}

# tomllib needs Python 3.11; newer Pythons may be installed besides an old one.
has_python() { python3 -c 'import tomllib'; }

has_mpi() { mpicc -x c -include mpi.h -E /dev/null; }
has_libpython() { python3 -c 'import ctypes
from sysconfig import get_config_var as of
ctypes.CDLL(of("LIBDIR") + "/" + of("INSTSONAME"))'; }

has_packages_of() { apt-cache show "$1"; }

# The packages of a Rust that is new enough: the distribution's own, its newer one beside it (Debian
# 12: rustc-web), or one with the version in its name (Ubuntu: cargo-1.85).
rust_packages() {
    want=$("$here/cargo.sh" --wanted)
    new_enough() {
        version=$(apt-cache policy "$1" | awk '$1 == "Candidate:" { print $2 }')
        case $1 in # Debian counts cargo 1.63 as 0.66 and so on: rustc says what it is
        cargo) version=$(apt-cache policy rustc | awk '$1 == "Candidate:" { print $2 }') ;;
        esac
        [ -n "$version" ] && [ "$version" != "(none)" ] &&
            dpkg --compare-versions "$version" ge "$want"
    }
    for suffix in "" -web; do
        if new_enough "cargo$suffix"; then
            echo "cargo$suffix rustc$suffix"
            return
        fi
    done
    numbered=$(apt-cache pkgnames cargo-1. | grep -E '^cargo-1\.[0-9]+$' | sort -t. -k2 -n |
        tail -n 1)
    if [ -n "$numbered" ] && new_enough "$numbered"; then
        echo "$numbered $(echo "$numbered" | sed s/cargo/rustc/)"
        return
    fi
    echo "cargo-$want"
}

need_rust() {
    "$here/cargo.sh" >/dev/null 2>&1 && return
    # Which packages there are is known only after the lists are there.
    if can_install && ! has_packages_of cargo >/dev/null 2>&1; then update; fi
    if has apt-cache >/dev/null; then
        missing="$missing $(rust_packages)"
    else
        missing="$missing cargo"
    fi
}

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

updated=
update() {
    [ -n "$updated" ] || apt-get update -q
    updated=yes
}

step=${1:-build}
case $step in
build | demo | world | bench | csmith | fuzz | ci)
    need gcc has "${CC:-cc}"
    need libc6-dev has_header stdio.h
    # the library with it is loaded by programs that bind their threads
    need libhwloc-dev has_header hwloc.h
    need libfabric-dev has_header rdma/fabric.h # this and the next by jobs of several nodes
    need libucx-dev has_header ucp/api/ucp.h
    # optional: without it programs started by srun or mpirun on several hosts report it
    need libpmix-dev has_pmix
    need make has make
    need cmake has_cmake
    need_rust
    ;;
models)
    need gcc has "${CC:-cc}"
    need libc6-dev has_header stdio.h
    need make has make
    need spin has spin
    ;;
driver) # of make bench
    need python3 has_python
    need python3-venv python3 -c 'import ensurepip, venv'
    ;;
book) need mkdocs has mkdocs ;;
editors)
    need npm has npm
    need nodejs has node
    need unzip has unzip
    ;;
hosts) # tests/hosts; the search for daemons includes where only root's PATH goes
    PATH=$PATH:/usr/sbin:/sbin
    need bash has bash
    need util-linux has setpriv
    need iproute2 has ip
    need iputils-ping has ping
    need nftables has nft
    need openssh-client has ssh
    need openssh-server has sshd
    need munge has munged
    need slurmctld has slurmctld
    need slurmd has slurmd
    need slurm-client has srun
    need libpmix2 has_library libpmix.so.2
    need openmpi-bin has mpirun.openmpi
    need mpich has mpiexec.hydra
    ;;
*)
    echo "usage: $0 build|demo|models|world|bench|driver|csmith|fuzz|hosts|book|editors|ci" >&2
    exit 2
    ;;
esac
case $step in
world | bench)
    need dpkg-dev has dpkg-source
    need tcl-dev has_header tcl8.6/tcl.h
    need tcl has tclsh
    need zlib1g-dev has_header zlib.h
    ;;
esac
case $step in
bench)
    need bash has bash
    need binutils has objdump
    need time has /usr/bin/time
    need valgrind has valgrind
    ;;
esac
case $step in
csmith | ci)
    need csmith has csmith
    need libcsmith-dev has_header csmith/csmith.h
    need clang has clang
    ;;
fuzz) need g++ has g++ ;; # libFuzzer is C++
esac
case $step in
demo | ci) need libpng-dev has_header png.h ;;
esac
case $step in
ci)
    need ccache has ccache # the same runtime is built in several folders
    need spin has spin
    need gdb has gdb
    # The programs of examples/interop
    need g++ has g++
    need gfortran has gfortran
    need openmpi-bin has mpirun
    need libopenmpi-dev has_mpi
    need python3 has python3
    need libpython3-dev has_libpython
    # Tools that test the language server and the page of a profile
    need neovim has nvim
    need chromium has chromium
    need clang-format has clang-format
    need clang-tidy has clang-tidy
    need shellcheck has shellcheck
    need codespell has codespell
    need qemu-user has qemu-aarch64
    need gcc-aarch64-linux-gnu has aarch64-linux-gnu-gcc
    need libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/stdio.h
    # Formatter and linter are separate packages of the distribution's Rust, with the same suffix.
    suffix=
    case "$missing $(dpkg-query -W -f '${Package} ' cargo-web 2>/dev/null || true)" in
    *cargo-web*) suffix=-web ;;
    esac
    need "rustfmt$suffix" has cargo-fmt
    need "rust$suffix-clippy" has cargo-clippy
    ;;
esac

[ -z "$missing" ] && exit 0
if ! can_install; then
    echo "This needs packages that are not on this machine. On Debian and Ubuntu, as root:" >&2
    echo "    apt-get install$missing" >&2
    exit 1
fi
echo "Installing:$missing"
update
# The tests start the daemons of hosts themselves: the machine's own are not to run because of them.
policy=/usr/sbin/policy-rc.d
if [ "$step" = hosts ] && [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
fi
# shellcheck disable=SC2086 # a list of words
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
[ "$step" = hosts ] || "$here/cargo.sh" >/dev/null
