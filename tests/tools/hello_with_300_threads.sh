"$UPCC" -o hello "$ROOT/examples/hello/hello.upc"
test "$("$UPCRUN" -n 300 ./hello | sort -u | wc -l)" = 300

# Threads that wait for others to start or to end sleep: they do not yield again and again.
cat >switches.py <<'X'
import resource, subprocess, sys
subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
each = (used.ru_nvcsw + used.ru_nivcsw) / 300
print(f"{each:.0f} context switches a thread")
sys.exit(each > int(sys.argv[1]))
X
echo 'int main(void) { return 0; }' >empty.upc
"$UPCC" -o empty empty.upc
python3 switches.py 25 "$UPCRUN" -n 300 ./empty
