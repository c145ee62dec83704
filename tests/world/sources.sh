# Source packages of Debian, kept in the folder $WORLD; sourced by scripts of bash. $WORLD_SUITE is
# the distribution's name.

apt() {
    apt-get -q -o "Dir::Etc::SourceList=$WORLD/apt/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null \
        -o "Dir::State::Lists=$WORLD/apt/lists" -o "Dir::Cache=$WORLD/apt/cache" \
        -o APT::Sandbox::User=root "$@"
}

# fetch PACKAGE: its source package, unless it is there already.
fetch() {
    ls "$WORLD/fetched/$1"_*.dsc >/dev/null 2>&1 && return
    if [ ! -e "$WORLD/apt/ready" ]; then
        mkdir -p "$WORLD/apt/lists/partial" "$WORLD/apt/cache/archives/partial"
        key=/usr/share/keyrings/debian-archive-keyring.gpg
        echo "deb-src [signed-by=$key] http://deb.debian.org/debian $WORLD_SUITE main" \
            >"$WORLD/apt/sources.list"
        apt update && : >"$WORLD/apt/ready" || return 1
    fi
    (cd "$WORLD/fetched" && apt source --download-only "$1")
}

# unpack PACKAGE DIRECTORY: afresh, without the distribution's changes.
unpack() {
    rm -rf "$2"
    dpkg-source --no-check --skip-patches -x "$WORLD/fetched/$1"_*.dsc "$2"
}
