# SPDX-License-Identifier: Apache-2.0
# A recipe for Spack. It goes to packages/partita/package.py of a repository of one's own:
#
#   spack repo create REPO && mkdir -p REPO/packages/partita
#   cp packaging/spack/package.py REPO/packages/partita && spack repo add REPO
#   spack dev-build --source-path . partita@main
#
# Jobs load hwloc, libfabric and UCX when they begin, so these are needed to run too.

import os

from spack.package import *

try:
    from spack_repo.builtin.build_systems.makefile import MakefilePackage
except ImportError:  # before Spack 1.0 it came with spack.package
    pass


class Partita(MakefilePackage):
    """Unified Parallel C (UPC 1.3): the compiler upcc, its runtime with collectives, and the
    launcher upcrun, for one node and for clusters over libfabric and UCX."""

    license("Apache-2.0")

    # There is no release yet: `spack dev-build` builds a checkout.
    version("main")

    depends_on("c", type="build")
    depends_on("rust@1.75:", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("gmake", type="build")
    # upcc runs a C compiler on each program.
    depends_on("gcc", type="run")
    depends_on("hwloc@2:", type=("build", "link", "run"))
    depends_on("libfabric", type=("build", "link", "run"))
    depends_on("ucx", type=("build", "link", "run"))
    depends_on("pmix", type=("build", "link", "run"))

    LOADED = ("hwloc", "libfabric", "ucx", "pmix")

    @property
    def build_targets(self):
        return ["all", f"JOBS={make_jobs}"]

    @property
    def install_targets(self):
        return ["install", f"PREFIX={self.prefix}"]

    def check(self):
        """Tests what was built: every example."""
        env["UPCC"] = os.path.join(self.build_directory, "build/bin/upcc")
        env["UPCRUN"] = os.path.join(self.build_directory, "build/bin/upcrun")
        cargo = which("cargo", required=True)
        cargo("test", "--locked", "--package", "harness", "--test", "upc", "--", "examples")

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def installcheck(self):
        """Tests the installed tree."""
        make("installcheck", f"PREFIX={self.prefix}")

    def setup_run_environment(self, env):
        for name in self.LOADED:
            if name in self.spec:
                env.prepend_path("LD_LIBRARY_PATH", self.spec[name].prefix.lib)
