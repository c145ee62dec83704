"""The benchmark `network`: contenders on several hosts of one processor each, made from namespaces
(network/hosts.sh). If these cannot be made, on nodes of this host over loopback."""

import atexit
import os
import subprocess
import tempfile

from .build import BENCH, Build, tool
from .launch import SHIPPED, Contender, openmpi_environment

SCRIPT = str(BENCH / "network" / "hosts.sh")
CONDUITS = {"ofi": ("-lfabric",), "ucx": ("-lucp", "-lucs")}
FOLDER = "{hosts}"  # in a command: the folder of the hosts, which has another name in each run


class Hosts:
    """Hosts that exist until the driver ends."""

    def __init__(self, count):
        self.missing = {}  # measurements left out or made in another way -> reason
        self.folder = tempfile.mkdtemp(prefix="bench-hosts.")
        self.session = subprocess.Popen(
            (SCRIPT, "up", str(count), self.folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        atexit.register(self.close)
        self.real = self.session.stdout.readline() == "ready\n"
        if not self.real:
            why = (
                self.session.stderr.read().strip().rpartition("hosts: ")[2] or "they did not start"
            )
            self.missing["hosts of one processor each in network"] = (
                f"nodes of this host over loopback instead: {why}"
            )
        self.ssh = os.path.exists(os.path.join(self.folder, "ssh"))
        if self.real and not self.ssh:
            self.missing["start by ssh in network"] = "there is no sshd, or the user is not root"

    def close(self):
        """Ends the hosts."""
        self.session.stdin.close()
        self.session.wait()
        for name in os.listdir(self.folder):
            os.unlink(os.path.join(self.folder, name))
        os.rmdir(self.folder)


AGENT = f"{SCRIPT} ssh {FOLDER}"  # a command in place of ssh
_made = []


def with_folder(word):
    """A word of a command for the hosts of this run."""
    return word.replace(FOLDER, _made[0].folder) if _made else word


def of_this_run(count):
    """The hosts, made when first asked for."""
    if not _made:
        _made.append(Hosts(count))
    return _made[0]


def missing():
    """Measurements that are left out because hosts or programs are missing -> reason."""
    return {what: why for hosts in _made for what, why in hosts.missing.items()}


def _on_first(*command, how="on"):
    return (SCRIPT, how, FOLDER, "1", *command)


def names(nodes):
    """Addresses of the hosts. Only the first has a name; commands start there."""
    return ["host1"] + [f"10.77.0.{k}" for k in range(2, nodes + 1)]


def partita(hosts, source, nodes, per, conduit, heap=0, arguments=()):
    """Partita with `per` threads on each of `nodes` nodes."""
    threads = nodes * per
    command = [tool("upcrun"), "-q", "-n", str(threads)]
    command += ["-shared-heap", str(heap)] if heap else []
    if hosts.real:
        where = ("-launcher", "ssh", "-ssh", AGENT, "-hosts", ",".join(names(nodes)))
        command = _on_first(*command, *where)
    else:
        command += ["-nodes", str(nodes)] + (["-bind-threads"] if threads <= os.cpu_count() else [])
    environment = {"UPC_NETWORK": conduit, "UPC_ENVPREFIX": "BENCH_", **SHIPPED}
    build = Build(source, "upcc")
    return Contender(
        "partita",
        f"{nodes}x{per}",
        conduit,
        threads,
        build,
        (*command, "{exe}", *arguments),
        environment,
    )


def yardstick(hosts, conduit):
    """Plain C that calls the conduit's library."""
    build = Build(
        f"network/yardstick_{conduit}.c", "cc", ("-Wl,--no-as-needed", *CONDUITS[conduit])
    )
    command = (SCRIPT, "yardstick", FOLDER, "{exe}") if hosts.real else ("{exe}",)
    return Contender("c", "2x1", conduit, 2, build, command)


def _openmpi_words(nodes, per):
    """The options of Open MPI for `per` processes on each host: TCP between hosts."""
    words = ("--mca", "plm_rsh_agent", AGENT)
    words += ("--mca", "oob_tcp_if_include", "eth0", "--mca", "btl_tcp_if_include", "eth0")
    words += ("--mca", "btl", "tcp,vader,self", "--mca", "pml", "ob1", "--mca", "osc", "^ucx")
    words += ("-x", "BENCH_BATCHES", "--bind-to", "none", "-n", str(nodes * per))
    if nodes * per > os.cpu_count():
        words += ("--oversubscribe", "--mca", "mpi_yield_when_idle", "1")
    return (*words, "--host", ",".join(f"10.77.0.{k}:{per}" for k in range(1, nodes + 1)))


def _openmpi(system, source, compiler, runner):
    command = _on_first(tool(runner), *_openmpi_words(2, 1), "{exe}")
    build = Build(f"rivals/{source}.c", compiler)
    crashes = system == "openshmem"  # Open MPI 4.1.4 in shmem_finalize
    return Contender(
        system, "2x1", "", 2, build, command, openmpi_environment(), crashes_at_end=crashes
    )


def openmpi(hosts, source, nodes, per, arguments=()):
    """Open MPI with `per` processes on each of `nodes` hosts, in a list; if it is not installed, or
    there are no hosts, an empty one."""
    runner, compiler = tool("mpirun.openmpi"), "mpicc.openmpi"
    if not hosts.real or not runner or not tool(compiler):
        hosts.missing["openmpi between nodes"] = "there are no hosts, or it is not installed"
        return []
    command = _on_first(runner, *_openmpi_words(nodes, per), "{exe}", *arguments)
    build, threads = Build(source, compiler), nodes * per
    environment = openmpi_environment()
    return [Contender("openmpi", f"{nodes}x{per}", "", threads, build, command, environment)]


def _mpich(source):
    words = (
        "-launcher",
        "ssh",
        "-launcher-exec",
        FOLDER + "/agent",
        "-iface",
        "eth0",
        "-hosts",
        "10.77.0.1,10.77.0.2",
    )
    command = _on_first(tool("mpiexec.hydra"), *words, "-n", "2", "{exe}")
    environment = {"UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "eth0", "FI_PROVIDER": "tcp;ofi_rxm"}
    return Contender(
        "mpich", "2x1", "", 2, Build(f"rivals/{source}.c", "mpicc.mpich"), command, environment
    )


def rivals(hosts, source):
    """The installed rivals; the others are listed in `hosts.missing`."""
    found = []
    wanted = (
        (
            "openmpi",
            "mpicc.openmpi",
            "mpirun.openmpi",
            lambda c, r: _openmpi("openmpi", f"{source}_mpi", c, r),
        ),
        ("mpich", "mpicc.mpich", "mpiexec.hydra", lambda c, r: _mpich(f"{source}_mpi")),
        (
            "openshmem",
            "oshcc",
            "oshrun",
            lambda c, r: _openmpi("openshmem", f"{source}_shmem", c, r),
        ),
    )
    for system, compiler, runner, make in wanted:
        if system == "mpich" and source == "gups":
            hosts.missing["mpich in random updates"] = (
                "MPI_Accumulate of MPICH 4.0 does not end between hosts"
            )
            continue
        if system == "openshmem" and not (BENCH / "rivals" / f"{source}_shmem.c").exists():
            continue
        if not hosts.real:
            hosts.missing[f"{system} in network"] = "only where there are hosts"
        elif not tool(compiler) or not tool(runner):
            hosts.missing[f"{system} in network"] = f"there is no {compiler} or {runner}"
        else:
            found.append(make(compiler, runner))
    return found


def start_by_ssh(hosts):
    """A job of 8 threads on two hosts, and ssh without a job."""
    if not hosts.ssh:
        return []
    job = (tool("upcrun"), "-q", "-n", "8", "-launcher", "ssh", "-hosts", "host1,host2", "{exe}")
    login = Build("rivals/start_fork.c", "cc")
    return [
        Contender(
            "partita",
            "2x4",
            "",
            8,
            Build("runtime/start.upc", "upcc"),
            _on_first(*job, how="inside"),
            {"UPC_NETWORK": "ofi"},
            "start",
        ),
        Contender(
            "ssh", "", "", 8, login, _on_first("ssh", "host2", "true", how="inside"), wall="start"
        ),
    ]
