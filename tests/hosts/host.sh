#!/bin/bash
# The first process of a host, or of the switch: prepares its namespaces, prints its number, and
# reaps orphans. hosts.sh starts it in its own process namespace.
#
#   host.sh NAME FOLDER
set -eu

name=$1
folder=$2
# While /proc is still the outer one: the number by which hosts.sh knows this process.
read -r pid rest </proc/self/stat
mount --make-rprivate /
mount -t proc proc /proc
# libfabric reads all symbols of the kernel, twice, in each process that looks for providers: 0.2 s
mount --bind /dev/null /proc/kallsyms || true
if [ "$name" != switch ]; then
    hostname "$name"
    mount -t tmpfs tmpfs /dev/shm
    mount -t tmpfs tmpfs /run
    mkdir -p /run/sshd /run/munge /run/lock
    mount --bind "$folder/hosts" /etc/hosts
    if [ -f /etc/resolv.conf ]; then mount --bind "$folder/resolv.conf" /etc/resolv.conf; fi
    # /sys of this network; slurmd wants the control groups in it. Not everywhere allowed, and
    # needed by little.
    groups=$folder/groups.$name
    mkdir "$groups"
    if mount --rbind /sys/fs/cgroup "$groups" && mount -t sysfs sysfs /sys; then
        mount --rbind "$groups" /sys/fs/cgroup
    fi || true
fi
echo "$pid" >"$folder/ready.$name.new"
mv "$folder/ready.$name.new" "$folder/ready.$name"
# bash reaps every child, those that were left to it among them, while it waits for what never
# comes.
exec {never}<> <(:)
while :; do
    read -r -u "$never" || true
done
