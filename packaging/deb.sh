#!/bin/sh
# Makes a Debian package of the built tree: BUILD/deb/partita_VERSION_ARCHITECTURE.deb. Packages of
# other versions in this folder go: Containerfile installs what is there.
#
#   packaging/deb.sh BUILD         needs dpkg-deb and readelf
set -eu

cd "$(dirname "$0")/.."
build=$1
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
architecture=$(dpkg --print-architecture)
multiarch=$(gcc -print-multiarch 2>/dev/null || true)
package=$build/deb/partita_${version}_$architecture.deb
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

make --no-print-directory install BUILD="$build" DESTDIR="$root" PREFIX=/usr \
    LIBDIR="lib${multiarch:+/$multiarch}/partita" INCLUDEDIR=include/partita >/dev/null

# The newest symbols of the C library that the tools ask for.
glibc=$(readelf -W --dyn-syms "$root"/usr/bin/* | sed -n 's/.*@GLIBC_\([0-9.]*\).*/\1/p' | sort -V |
  tail -n 1)
gzip -9n "$root"/usr/share/man/man1/*.1
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: partita
Version: $version
Architecture: $architecture
Maintainer: The Partita authors <partita@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: gcc | clang, libc6-dev, libc6 (>= $glibc), libgcc-s1
Recommends: libhwloc15, libfabric1, libucx0, openssh-client
Suggests: libpmix2, gdb, pkg-config, cmake
Description: Unified Parallel C: compiler, runtime and launcher
 upcc compiles UPC 1.3 with the C compiler of the system. upcrun starts a program's threads as
 processes, pthreads or both, on one machine or several.
END
mkdir -p "$build/deb"
rm -f "$build/deb"/partita_*.deb
(cd "$root" && find usr -type f -exec md5sum {} +) >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package"
