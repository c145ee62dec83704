#!/bin/bash
# In a bare Debian, apt installs the Debian package with what it depends on; upcc and upcrun work
# there, and a sample of the tests passes; after its removal no file of it is left. packaging/
# Containerfile makes a container of the same Debian, in which a job runs too.
#
#   tests/packages.sh [ROOT]      as root; ROOT: of debootstrap --variant=minbase (made if it is
#                                 not given). Needs Debian's packages; podman for the container.
set -euo pipefail

cd "$(dirname "$0")/.."
source=$PWD
: "${BUILD:=build}"
place=$(mktemp -d)
root=$place/root
clean() {
    for at in "$source" /dev/shm /dev /proc; do
        if mountpoint -q "$root$at"; then umount "$root$at"; fi
    done
    if command -v podman >/dev/null; then
        pod image rm --all --force >"$place/log" 2>&1 || true
    fi
    rm -rf --one-file-system "$place"
}
pod() { podman --storage-driver vfs --root "$place/pod" --runroot "$place/podrun" "$@"; }
trap clean EXIT
in_root() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}
files() { (cd "$root" && find usr opt | sort); }

if [ $# -gt 0 ]; then
    cp -a "$1" "$root"
else
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    debootstrap --variant=minbase "$codename" "$root" >"$place/log" 2>&1 || {
        cat "$place/log"
        exit 1
    }
fi
package=$(packaging/deb.sh "$BUILD")
cp "$package" "$root/tmp/partita.deb"
cp /etc/resolv.conf "$root/etc"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
if command -v podman >/dev/null; then
    tar -C "$root" --one-file-system -c . | pod import --quiet - localhost/bare >"$place/log" 2>&1
fi

# The C compiler stays when partita goes.
in_root apt-get update -q >"$place/log" 2>&1
in_root apt-get install -y -q --no-install-recommends gcc libc6-dev >"$place/log" 2>&1
files >"$place/before"
in_root apt-get install -y -q --no-install-recommends /tmp/partita.deb >"$place/log" 2>&1
mkdir -p "$root$source"
mount --bind -o ro "$source" "$root$source"
in_root sh -ec "cd /tmp && upcc -o hello $source/examples/hello/hello.upc
    upcrun -n 4 -nodes 2 ./hello && rm hello" >"$place/out"
[ "$(grep -c 'Hello from thread . of 4' "$place/out")" = 4 ]

# The harness that is built here, in place of cargo, which the bare system has not.
harness=$("$(packaging/cargo.sh)" test --locked --package harness --test upc --no-run 2>&1 |
    sed -n 's/.*Executable.*(\(.*\))$/\1/p')
cp "$harness" "$root/tmp/harness"
printf '%s\n' '#!/bin/sh' 'while [ "$1" != -- ]; do shift; done' 'shift' \
    'exec /tmp/harness --quiet "$@"' >"$root/tmp/cargo"
chmod 755 "$root/tmp/cargo"
in_root env CARGO=/tmp/cargo "$source/tests/installcheck.sh" /usr/bin
umount "$root$source"

in_root apt-get purge -y -q partita >"$place/log" 2>&1
files | diff "$place/before" - || { echo "after the removal of partita: > is left" >&2; exit 1; }
echo "installed by apt, tested and removed: ok"

command -v podman >/dev/null || { echo "container: skipped: there is no podman"; exit 0; }
built() { pod build --quiet --isolation chroot --network host "$@" >"$place/log" 2>&1; }
built --build-arg BASE=localhost/bare -f packaging/Containerfile -t partita "$BUILD/deb" || {
    tail "$place/log"
    exit 1
}
cat >"$place/Containerfile" <<'END'
FROM localhost/partita
COPY hello.upc .
RUN set -e; upcc -o hello hello.upc; upcrun -n 4 ./hello >out; [ "$(wc -l <out)" = 4 ]
RUN for network in tcp ofi ucx; do upcrun -n 2 -nodes 2 -network $network ./hello || exit 1; done
END
built -f "$place/Containerfile" -t tried examples/hello || { tail "$place/log"; exit 1; }
echo "container: ok"
