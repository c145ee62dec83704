#!/bin/bash
# The examples, and a sample of the programs of tests/, on two and three hosts by ssh.
. "$(dirname "$0")/../job.sh"
cluster 3 ssh
suite 'examples by ssh' 1 examples/ -hosts host1,host2,host3 -N
suite 'programs by ssh' 1 nodes-dynamic-n4 -hosts host1,host2,host3 -N
