#!/bin/bash
# Debian's hpcc on a matrix of its HPL of order N: hpcc.sh N NB P Q LAUNCHER...; prints its output.
set -eu
order=$1 block=$2 rows=$3 columns=$4
shift 4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >hpccinf.txt <<END
HPLinpack benchmark input file
HPC Challenge
HPL.out      output file name (if any)
8            device out
1            # of problems sizes (N)
$order       Ns
1            # of NBs
$block       NBs
0            PMAP process mapping (0=Row-,1=Column-major)
1            # of process grids (P x Q)
$rows        Ps
$columns     Qs
16.0         threshold
1            # of panel fact
2            PFACTs (0=left, 1=Crout, 2=Right)
1            # of recursive stopping criterium
4            NBMINs (>= 1)
1            # of panels in recursion
2            NDIVs
1            # of recursive panel fact.
1            RFACTs (0=left, 1=Crout, 2=Right)
1            # of broadcast
1            BCASTs (0=1rg,1=1rM,2=2rg,3=2rM,4=Lng,5=LnM)
1            # of lookahead depth
1            DEPTHs (>=0)
2            SWAP (0=bin-exch,1=long,2=mix)
64           swapping threshold
0            L1 in (0=transposed,1=no-transposed) form
0            U  in (0=transposed,1=no-transposed) form
1            Equilibration (0=no,1=yes)
8            memory alignment in double (> 0)
##### This line (no. 32) is ignored (it serves as a separator). ######
0            Number of additional problem sizes for PTRANS
1200         values of N
0            number of additional blocking sizes for PTRANS
40           values of NB
END
"$@" hpcc >log 2>&1 || { cat log; exit 1; }
cat hpccoutf.txt
