# upc.h goes together with the headers of the C library, the compiler and what else is installed,
# before and after them, also when every inline function of theirs is checked and translated.
# Headers that are not there are left out.
standard='assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal
    stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads
    time uchar wchar wctype'
posix='aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen
    monetary mqueue ndbm net/if netdb netinet/in netinet/tcp nl_types poll pthread pwd regex sched
    search semaphore spawn strings stropts sys/ipc sys/mman sys/msg sys/resource sys/select sys/sem
    sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un sys/utsname
    sys/wait syslog tar termios trace ulimit unistd utime utmpx wordexp'
linux='alloca argp byteswap crypt elf endian err error execinfo features getopt ifaddrs link malloc
    mcheck mntent obstack paths printf pty resolv sys/auxv sys/epoll sys/eventfd sys/file sys/fsuid
    sys/inotify sys/ioctl sys/mount sys/prctl sys/ptrace sys/random sys/sendfile sys/signalfd
    sys/syscall sys/sysinfo sys/timerfd sys/ucontext sys/user sys/vfs sys/xattr linux/futex
    linux/fs linux/if_ether linux/io_uring linux/perf_event linux/types linux/usb/ch9
    linux/videodev2 net/ethernet net/route netinet/ip netinet/udp netpacket/packet'
others='cpuid immintrin unwind omp unicode/ubrk unicode/ucol unicode/unum unicode/ustring
    unicode/utext zlib png mpi hwloc libxml/tree'
for place in openmpi mpich; do # the headers of MPI are not where the C compiler looks
    test -d /usr/lib/x86_64-linux-gnu/$place/include &&
        mpi="${mpi-} -I/usr/lib/x86_64-linux-gnu/$place/include" || :
done
case $(uname -m) in x86_64) wide='-mavx2 -mavx512f' ;; *) wide= ;; esac

# together NAME FLAGS HEADERS: one program that includes all of them that are there.
together() {
    name=$1 flags=$2
    shift 2
    for header; do
        printf '#if __has_include(<%s.h>)\n#include <%s.h>\n#endif\n' $header $header
    done >"$name.h"
    body='shared int x[THREADS]; static const int size = (int)sizeof(size_t);
        int main(void) { x[MYTHREAD] = size; return x[MYTHREAD] != size; }'
    {
        echo '#define _GNU_SOURCE'
        echo '#include <upc.h>'
        echo '#include <upc_collective.h>'
        cat "$name.h"
        echo "$body"
    } >before.upc
    {
        echo '#define _GNU_SOURCE'
        cat "$name.h"
        echo '#include <upc_relaxed.h>'
        echo '#include <upc.h>'
        echo "$body"
    } >after.upc
    for program in before after; do
        "$UPCC" -w $flags -fupc-verify -c "$program.upc" -o "$program.o"
        "$UPCC" -w $flags -fupc-verify -fupc-analyze-all -pthreads -c "$program.upc" -o "$program.o"
    done
}
together standard '' $standard
together posix '' $posix
together linux '' $linux
together others "$wide" $others
for place in ${mpi-}; do together mpi "$place" stdio mpi pthread; done
