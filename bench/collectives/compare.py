#!/usr/bin/env python3
"""A table of what run.sh wrote: compare.py [median] FILE...

The least time of a call in ns for each system, and how many times as fast as the best rival Partita
is. `median` takes the median of the batches in place of the fastest."""

import json
import sys

arguments = sys.argv[1:]
key = "ns_least"
if arguments and arguments[0] == "median":
    key = "ns_median"
    arguments = arguments[1:]

rows, systems = {}, []
for name in arguments:
    with open(name) as lines:
        for line in lines:
            result = json.loads(line)
            case = (result["operation"], result["mode"], result["threads"], result["bytes"])
            rows.setdefault(case, {})[result["system"]] = result[key]
            if result["system"] not in systems:
                systems.append(result["system"])

print("operation  mode         threads   bytes" + "".join(f"{s:>18}" for s in systems) + "   ahead")
for (operation, mode, threads, size), times in rows.items():
    rivals = [t for s, t in times.items() if not s.startswith("partita")]
    ours = times.get("partita")
    ahead = f"{min(rivals) / ours:8.2f}" if rivals and ours else ""
    columns = "".join(f"{times[s]:18.0f}" if s in times else f"{'-':>18}" for s in systems)
    print(f"{operation:10} {mode:12} {threads:7} {size:7}{columns}{ahead}")
