#!/bin/sh
# Makes a tool's manual page: its text, with the options as the tool's --help lists them and the
# variables of the runtime's own table, so that neither is written twice.
#
#   packaging/man.sh TOOL VERSION <TOOL.1.in >TOOL.1
set -eu

tool=$1
version=$2
here=$(cd "$(dirname "$0")" && pwd)

# Text as roff has it: no escapes, no requests, and dashes that can be copied.
escaped() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }

# Lines of --help: a topic "Name:", an option after two blanks with its help after two more or on
# the next line. The rest is in the page's own text.
options() {
    "$tool" --help | escaped | awk '
        /^[A-Z].*:$/ && !/Options/ { sub(/:$/, ""); topic = $0; next }
        /^  \\-/ {
            if (topic != "") print ".SS " topic
            topic = ""
            sub(/^  /, "")
            at = match($0, /   */)
            print ".TP\n.B \"" (at ? substr($0, 1, at - 1) : $0) "\""
            if (at) print substr($0, at + RLENGTH)
            next
        }
        /^     / { sub(/^ */, ""); print }'
}

# Rows of settings.def, one a line: name, what it is by default, what it does.
settings() {
    {
        echo '#define SETTING_GROUP(name)'
        echo '#define SETTING(field, name, kind, text, min, max, shown, help) @name@shown@help'
        cat "$here/../runtime/src/base/settings.def"
    } | ${CC:-cc} -E -P -xc - | sed -e 's/" "//g' -e 's/"//g' | escaped |
        awk -F@ 'NF > 1 { print ".TP\n.B " $2 "\n" $4 ". Default: " $3 "." }'
}

while IFS= read -r line; do
    case $line in
    @OPTIONS@) options ;;
    @SETTINGS@) settings ;;
    *) printf '%s\n' "$line" | sed "s/@VERSION@/$version/" ;;
    esac
done
